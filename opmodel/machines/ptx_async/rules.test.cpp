// What ptx-async says of executions that go further than it follows. Its rules are held to
// litmus/ptx-async (tests/corpus), and to the axioms.
#include "explorer/explore.hpp"
#include "opmodel/machines/ptx_async/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

using namespace opexplore;

namespace {

Answer followed(const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  return find_machine("ptx-async")->explore(test, options);
}

Store store(AddressId to, Scope scope) {
  Store access;
  access.address = to;
  access.value = Value{1};
  access.order = Order::relaxed;
  access.scope = scope;
  return access;
}

Test in_clusters(TestBuilder& builder, const std::vector<std::uint32_t>& clusters) {
  Test test = builder.build();
  for (std::size_t t = 0; t < clusters.size(); ++t) test.program.threads[t].cluster = clusters[t];
  return test;
}

}  // namespace

TEST_CASE("ptx-async: more places than a step can name are no silent cut", "[ptx-async]") {
  // Four threads whose stores are morally strong with those of the last one alone.
  TestBuilder builder("places");
  const AddressId x = builder.location("x");
  const auto write = [&](std::uint32_t cta, std::uint32_t gpu, Scope scope, int times) {
    builder.thread(cta, gpu);
    for (int i = 0; i < times; ++i) builder.add(store(x, scope));
  };
  write(0, 0, Scope::cta, 5);
  write(1, 0, Scope::cluster, 5);
  write(2, 0, Scope::gpu, 5);
  write(0, 1, Scope::sys, 5);
  write(0, 0, Scope::sys, 1);
  const Answer answer = followed(in_clusters(builder, {0, 0, 1, 0, 0}));
  CHECK_FALSE(answer.coverage.complete());
  CHECK(answer.coverage.reason.find("more than 512 ways") != std::string::npos);
}

TEST_CASE("ptx-async: copies to many CTAs stay within what is followed", "[ptx-async]") {
  constexpr std::uint32_t ctas = 16;
  TestBuilder builder("copies");
  AsynchronousOperation copy;
  copy.elements.front().source = builder.location("x");
  for (std::uint32_t cta = 0; cta < ctas; ++cta) {
    copy.elements.front().destinations.push_back(builder.location("s@" + std::to_string(cta)));
    copy.mbarriers.push_back(builder.location("b@" + std::to_string(cta), 1));
  }
  for (std::uint32_t cta = 0; cta < ctas; ++cta) {
    builder.thread(cta);
    for (int i = 0; cta == 0 && i < 5; ++i) builder.add(Asynchronous{copy});
  }
  Test test = in_clusters(builder, std::vector<std::uint32_t>(ctas, 0));
  for (Location& location : test.program.locations) {
    if (location.name != "x") location.region = Region::shared;
    if (location.name.starts_with("b@")) location.object = ObjectKind::mbarrier;
  }
  const Answer answer = followed(test);
  CHECK_FALSE(answer.coverage.complete());
  CHECK(answer.coverage.reason.find("more than 126 events") != std::string::npos);
}

TEST_CASE("ptx-async: who comes first to a barrier of so many threads", "[ptx-async]") {
  TestBuilder builder("quorum");
  builder.location("b", 1);
  Barrier sync;
  sync.instance = 1;
  sync.quorum = Value{2};
  Barrier arrive = sync;
  arrive.arrive = true;
  for (int t = 0; t < 3; ++t) {
    builder.thread(0);
    builder.add(t == 2 ? arrive : sync);
    if (t == 0) builder.add(sync);
  }
  Test test = builder.build();
  test.program.locations[0].object = ObjectKind::mbarrier;
  test.program.locations[0].region = Region::shared;
  const Answer answer = followed(test);
  CHECK(answer.coverage.complete());
  // The first thread meets both others, or these two meet, and it waits.
  CHECK(answer.outcomes.size() == 1);
  CHECK(answer.statistics.stuck_states > 0);
}
