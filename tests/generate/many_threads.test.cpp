// Families and idioms with any number of threads.
#include "tests/generate/many_threads.hpp"

#include <set>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/generate/families.hpp"
#include "litmus/generate/generate.hpp"
#include "litmus/generate/idioms.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/generate/scaled_test.hpp"

namespace opexplore::generate {

namespace {

bool holds(const Test& test) {
  const MachineEntry* const machine = find_machine("ptx-proxy");
  REQUIRE(machine != nullptr);
  const Answer report = machine->explore(test, {});
  CHECK(report.statistics.stuck_states == 0);
  const Verdict found = verdict(test, report);
  CHECK(found.decided);
  return found.ok;
}

const std::vector<Style>& styles() {
  static const std::vector<Style> all{{Order::weak, {}},           {Order::relaxed, {}},
                                      {Order::acq_rel, {}},        {Order::weak, Order::acq_rel},
                                      {Order::weak, Order::sc},    {Order::relaxed, Order::acq_rel},
                                      {Order::relaxed, Order::sc}, {Order::acq_rel, Order::sc}};
  return all;
}

std::string name(std::string_view family, std::size_t threads, const Style& style = {}) {
  return scaled_test(family, threads, style).name;
}

}  // namespace

TEST_CASE("families with many threads are named by their number", "[generate]") {
  CHECK(scaled_family("MP", 2)->name == "MP");
  CHECK(scaled_family("MP", 3)->name == "ISA2");
  CHECK(scaled_family("SB", 3)->name == "3.SB");
  CHECK(scaled_family("2+2W", 3)->name == "3.2W");
  CHECK(scaled_family("IRIW", 4)->name == "IRIW");
  CHECK_FALSE(scaled_family("IRIW", 5));
  CHECK_FALSE(scaled_family("WRC", 2));
  CHECK_FALSE(scaled_family("SB", max_threads + 1));
  CHECK_THROWS_WITH(scaled_family("CoRR", 3),
                    Catch::Contains("'CoRR' has no number of threads to choose"));
  for (const std::string_view family : scalable_families()) {
    for (const std::size_t threads : {4U, 6U, 64U}) {
      const auto scaled = scaled_family(family, threads);
      REQUIRE(scaled);
      CAPTURE(scaled->name);
      CHECK(find_family(scaled->name).cycle == scaled->cycle);
      CHECK(name(family, threads) == scaled->name);
      CHECK(scaled_test(family, threads, {}).program.threads.size() == threads);
    }
  }
  CHECK_THROWS_WITH(find_family("65.SB"), Catch::Contains("there is no family '65.SB'"));
  CHECK(name("SB", 64, {Order::relaxed, Order::sc}) == "64.SB+rlx.gpu-fence.sc.gpus");
  CHECK(name("MP", 64, {Order::acq_rel, {}}) ==
        "64.MP+rel.gpu-rel.gpu+62xacq.gpu-rel.gpu+acq.gpu-acq.gpu");
  CHECK(name("IRIW", 8, {Order::relaxed, {}}) == "8.IRIW+rlx.gpus");
}

TEST_CASE("families with many threads ask for what PTX says", "[generate][ptx]") {
  for (const std::string_view family : scalable_families()) {
    for (const std::size_t threads : {2U, 3U, 4U}) {
      if (!scaled_family(family, threads)) continue;
      for (const Style& style : styles()) {
        const Test test = scaled_test(family, threads, style);
        CAPTURE(test.name);
        CHECK(holds(test) == !is_forbidden(family, style));
      }
    }
  }
}

TEST_CASE("machines run tests with many threads, or refuse them by name", "[generate]") {
  unsigned run = 0, refused = 0;
  for (const std::size_t threads : {16U, 17U, 64U}) {
    const Test test = scaled_test("SB", threads, {});
    for (const MachineEntry& machine : machines()) {
      if (machine.language != Language::ptx) continue;
      CAPTURE(machine.name, threads);
      if (const auto reason = machine.refusal(test, {})) {
        CHECK(reason->why.find(machine.name) != std::string::npos);
        CHECK(reason->why.find("threads") != std::string::npos);
        CHECK(threads > 16);
        ++refused;
        continue;
      }
      ExploreOptions options;
      options.max_states = 300;
      const Answer report = machine.explore(test, options);
      CHECK((report.coverage.complete() || report.statistics.states == 300));
      CHECK(report.statistics.states <= 300);
      ++run;
    }
  }
  CHECK(run > 10);
  CHECK(refused > 0);
}

TEST_CASE("threads are put into CTAs of a size", "[generate]") {
  CHECK(to_string(in_ctas_of(2, 5)) == "p0:p1::p2:p3::p4");
  Alternatives choices;
  choices.placements = {"2-per-cta"};
  CHECK(placements(choices, 4) == std::vector<Placement>{in_ctas_of(2, 4)});
  CHECK(place_suffix(choices, in_ctas_of(2, 4), {}) == "-p0:p1::p2:p3");
  CHECK(place_suffix(choices, in_ctas_of(2, 32), {}) == "-2-per-cta");
  CHECK(place_suffix(choices, all_in(Scope::gpu, 32), {}) == "-1-per-cta");
  choices.placements = {"0-per-cta"};
  CHECK_THROWS_WITH(placements(choices, 4), Catch::Contains("'0-per-cta' is no placement"));
}

TEST_CASE("idioms do what they are for if they synchronise", "[generate][ptx]") {
  for (const Idiom& idiom : idioms()) {
    for (const Order order : {Order::acq_rel, Order::acquire, Order::release, Order::relaxed}) {
      const Test test = idiom_test(idiom.name, {2, order});
      CAPTURE(test.name);
      CHECK(holds(test) == is_correct(idiom.name, order, false));
    }
    const Test with_fences = idiom_test(
        idiom.name, {2, Order::relaxed, Scope::gpu, {Fence{Order::acq_rel, Scope::gpu}}});
    CAPTURE(with_fences.name);
    CHECK(holds(with_fences) == is_correct(idiom.name, Order::relaxed, true));
    // Exchanges write in each round, and no other CTA would notice those of a narrow scope.
    if (idiom.name == "exch-lock" || idiom.name == "ttas-lock") continue;
    CHECK_FALSE(holds(idiom_test(idiom.name, {2, Order::acq_rel, Scope::cta})));
    CHECK(holds(idiom_test(idiom.name, {3, Order::acq_rel})));
  }
}

TEST_CASE("idioms: the barrier between CTAs has threads that lead and threads that follow",
          "[generate][ptx]") {
  const auto grid = [](std::size_t threads, std::size_t size, Order order) {
    IdiomForm form{threads, order};
    form.placement = in_ctas_of(size, threads);
    return idiom_test("xf-barrier", form);
  };
  CHECK(holds(grid(4, 2, Order::acq_rel)));
  CHECK_FALSE(holds(grid(4, 2, Order::relaxed)));
  CHECK(holds(grid(3, 3, Order::relaxed)));  // one CTA: its barrier is enough
  const Program& program = grid(12, 4, Order::acq_rel).program;
  CHECK(program.locations.size() == 14);  // a flag for each CTA but the first
}

TEST_CASE("idioms are made for each of the alternatives", "[generate]") {
  IdiomTests tests;
  for (const Idiom& idiom : idioms()) tests.idioms.emplace_back(idiom.name);
  tests.threads = {2, 4};
  tests.alternatives.orders = {Order::acq_rel, Order::relaxed};
  tests.alternatives.fences = {Order::acq_rel};
  tests.alternatives.scopes = {Scope::gpu, Scope::sys};
  CHECK(count_tests(tests) == idioms().size() * 3 * 2 * 2 * 3);  // no fence, one of each scope
  std::set<std::string> names;
  for_each_test(tests, [&](const Test& test) {
    names.insert(test.name);
    return true;
  });
  CHECK(names.size() == count_tests(tests));
  CHECK(names.contains("4.cas-lock+rlx.sys-fence.acq_rel.gpu"));
  CHECK(idiom_test("ticket-lock", {max_threads}).program.threads.size() == max_threads);
  CHECK_THROWS_WITH(idiom_test("cas-luck", {}),
                    Catch::Contains("there is no idiom 'cas-luck'; did you mean 'cas-lock'?"));
  CHECK_THROWS_WITH(idiom_test("cas-lock", {2, Order::weak}), Catch::Contains("weak accesses"));
  CHECK_THROWS_WITH(idiom_test("xf-barrier", {max_threads}), Catch::Contains("too many locations"));
}

}  // namespace opexplore::generate
