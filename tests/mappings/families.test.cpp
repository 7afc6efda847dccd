#include "mappings/families.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "litmus/input/input_error.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "mappings/families_frame.hpp"
#include "mappings/families_slots.hpp"
#include "tests/catch.hpp"

using namespace opexplore;
using namespace opexplore::mappings;

namespace {

std::size_t instructions(const Test& test) {
  std::size_t count = 0;
  for (const Thread& thread : test.program.threads) count += thread.instructions.size();
  return count;
}

std::size_t count(std::string_view family) { return source_tests({std::string(family)}).size(); }

}  // namespace

TEST_CASE("families of source tests are as large as counted by hand", "[mappings]") {
  // Four accesses in three orders, three placements: 81 * 3 each of MP, S and R; SB, LB and 2+2W
  // turn onto themselves, so (81 + 9) / 2 * 3. Payload: MP and S with the first location not atomic
  // (9 * 3) or too narrow (9 * 2: in one CTA no scope is).
  CHECK(count("accesses") == 3 * 243 + 3 * 135 + 2 * (27 + 18));
  for (const SourceFamily& family : source_families()) {
    if (family.name != "all") CHECK(count(family.name) > 300);
  }
  std::size_t sum = 0;
  for (const SourceFamily& family : source_families()) {
    if (family.name == "two-thread" || family.name == "three-thread") sum += count(family.name);
  }
  CHECK(count("all") == sum);
}

TEST_CASE("source tests come smallest first and always in the same order", "[mappings]") {
  const SourceTests tests = source_tests({"locks", "fences", "one-location"});
  const SourceTests again = source_tests({"one-location", "fences", "locks", "fences"});
  REQUIRE(tests.size() == again.size());
  std::pair<std::size_t, std::size_t> last{0, 0};
  std::set<std::string> families;
  for (std::size_t i = 0; i < tests.size(); i += 7) {
    const Test test = tests.make(i);
    CHECK(test.name == again.make(i).name);
    CHECK(test.program.language == Language::cxx);
    CHECK(tests.instructions(i) == instructions(test));
    const std::pair size{instructions(test), test.program.threads.size()};
    CHECK(last <= size);
    last = size;
    families.insert(std::string(tests.family(i)));
  }
  CHECK(families == std::set<std::string>{"fences", "locks", "one-location"});
}

TEST_CASE("the families of reductions have results that nobody uses", "[mappings]") {
  const auto reductions = [](const Test& test) {
    std::size_t count = 0;
    for (const Thread& thread : test.program.threads) {
      for (const Instruction& instruction : thread.instructions) {
        const auto* const atomic = std::get_if<Atomic>(&instruction.action);
        count += atomic != nullptr && !atomic->destination ? 1 : 0;
      }
    }
    return count;
  };
  const SourceTests tests = source_tests({"reduce"});
  for (std::size_t i = 0; i < tests.size(); i += 13) {
    const Test test = tests.make(i);
    CAPTURE(test.name);
    CHECK(reductions(test) > 0);
    CHECK(test.name.find("red.add.") != std::string::npos);
  }
  for (const char* const family : {"relay", "release-sequences"}) {
    const SourceTests others = source_tests({family});
    std::size_t found = 0;
    for (std::size_t i = 0; i < others.size(); i += 13) found += reductions(others.make(i));
    CHECK(found > 50);
  }
}

TEST_CASE("source tests differ in more than names", "[mappings]") {
  const SourceTests tests = source_tests({"accesses", "fences", "reduce"});
  std::set<std::string> names;
  for (std::size_t i = 0; i < tests.size(); ++i) names.insert(tests.make(i).name);
  CHECK(names.size() == tests.size());

  // SB turned: the threads change places, and so do the locations.
  Frame frame = frame_of("accesses", "SB", "PodWR Fre PodWR Fre");
  frame.placements = places(2, {"p0::p1"});
  frame.slots = {access_slot(frame, {0, 0}, {Order::relaxed, Order::sc}),
                 access_slot(frame, {1, 0}, {Order::relaxed, Order::sc})};
  REQUIRE(frame.choices() == 4);
  CHECK(canonical_key(*sketch_of(frame, 1)) == canonical_key(*sketch_of(frame, 2)));
  CHECK(canonical_key(*sketch_of(frame, 0)) != canonical_key(*sketch_of(frame, 1)));
  CHECK(canonical_key(*sketch_of(frame, 3)) != canonical_key(*sketch_of(frame, 1)));
}

TEST_CASE("scopes that include the same threads are one choice", "[mappings]") {
  Frame frame = frame_of("relay", "MP", "PodWW Rfe PodRR Fre");
  frame.placements = places(2, {"p0:p1", "p0::p1"});
  frame.slots = {fence_slot({0, 1}, {Order::acq_rel}, {Reach::needed, Reach::near}, false)};
  std::size_t made = 0;
  for (std::uint32_t i = 0; i < frame.choices(); ++i) made += sketch_of(frame, i) ? 1 : 0;
  CHECK(made == 2);
}

TEST_CASE("source tests can be written and read", "[mappings]") {
  const SourceTests tests = source_tests({"all"});
  for (std::size_t i = 0; i < tests.size(); i += 997) {
    const Test test = tests.make(i);
    CAPTURE(test.name);
    const Test again = read(write(test), test.name);
    CHECK(again.program.language == Language::cxx);
    CHECK(again.program.threads.size() == test.program.threads.size());
    CHECK(write(read(write(again), test.name)) == write(again));
  }
}

TEST_CASE("a family that is not there is refused with a suggestion", "[mappings]") {
  try {
    source_tests({"release-sequence"});
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.path == "family");
    CHECK(error.suggestion.find("release-sequences") != std::string::npos);
  }
}
