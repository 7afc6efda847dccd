// Random launches that are small enough to be explored: what one execution says of all of them is
// what all of them do.
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explorer/machine_entry.hpp"
#include "litmus/input/input_error.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore {
namespace {

using namespace testing;
using kernel::LaunchedKernel;

// Statements that all threads execute, some of them under a condition on their numbers. Words of x
// are global, those of s shared; %r4 is the thread's number, %p1 and %p2 compare it.
class RandomKernel {
 public:
  explicit RandomKernel(std::uint64_t seed) : random_(static_cast<unsigned>(seed)) {}

  std::string body() {
    std::string text =
        ".shared .align 4 .b8 s[16];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\n"
        "mov.u32 %r3, %ctaid.x;\nmad.lo.s32 %r4, %r3, %r2, %r1;\nmov.u32 %r5, s;\n"
        "shl.b32 %r6, %r1, 2;\nadd.s32 %r6, %r5, %r6;\nmul.wide.s32 %rd4, %r4, 4;\n"
        "add.s64 %rd4, %rd1, %rd4;\nmov.u32 %r7, 0;\n"
        "setp.eq.u32 %p1, %r1, 0;\nsetp.eq.u32 %p2, %r3, 0;\n";
    const std::size_t count = 3 + pick(4);
    for (std::size_t i = 0; i < count; ++i) text += statement();
    return text + "add.u32 %r7, %r7, 1;\nst.global.u32 [%rd4+16], %r7;\n";
  }

 private:
  std::size_t pick(std::size_t below) { return random_() % below; }

  std::string guard() {
    constexpr std::array<const char*, 8> guards = {"",      "",       "",      "",
                                                   "@%p1 ", "@!%p1 ", "@%p2 ", "@!%p2 "};
    return guards.at(pick(guards.size()));
  }

  std::string place() {
    constexpr std::array<const char*, 5> places = {"shared.u32 [%r6]", "shared.u32 [%r5]",
                                                   "shared.u32 [%r5+4]", "global.u32 [%rd4]",
                                                   "global.u32 [%rd1]"};
    return places.at(pick(places.size()));
  }

  static std::string with_comma(const std::string& place, const std::string& value) {
    return place + ", " + value + ";\n";
  }

  // "shared.u32 [%r5]" as the operands of a load.
  static std::string loaded(const std::string& place) {
    const std::size_t blank = place.find(' ');
    return place.substr(0, blank) + " %r8," + place.substr(blank) + ";\n";
  }

  std::string atomic(const std::string& place) {
    const std::size_t blank = place.find(' ');
    const std::string space = place.substr(0, place.find('.'));
    constexpr std::array<const char*, 4> operations = {"add.u32", "add.u32", "max.u32", "exch.b32"};
    const std::string scope = pick(4) == 0 ? "cta." : "";
    return "atom." + scope + space + '.' + operations.at(pick(operations.size())) + " %r8," +
           place.substr(blank) + ", " + std::to_string(1 + pick(2)) + ";\n";
  }

  std::string statement() {
    const std::string use = "add.u32 %r7, %r7, %r8;\n";
    switch (pick(9)) {
      case 0:
      case 1:
        return guard() + "st." + with_comma(place(), pick(2) == 0 ? "%r4" : "%r7");
      case 2:
      case 3: {
        const std::string when = guard();
        return when + "ld." + loaded(place()) + when + use;
      }
      case 4: {
        const std::string when = guard();
        const std::string update = when + atomic(place());
        return pick(4) == 0 ? update + when + use : update;
      }
      case 5:
        return pick(12) == 0 ? "fence.acq_rel.gpu;\n" : "";
      case 6:
        return "bar.warp.sync -1;\n";
      default:
        return (pick(5) == 0 ? guard() : std::string()) + "bar.sync 0;\n";
    }
  }

  std::mt19937 random_;
};

using Lines = std::pair<std::uint32_t, std::uint32_t>;

std::uint32_t line_at(const Program& program, ThreadId thread, InstructionId at) {
  const auto& code = program.threads[thread].instructions;
  return at < code.size() ? code[at].place.line : 0;
}

std::set<Lines> racing_lines(const Program& program, const Answer& answer, PairKind kind) {
  std::set<Lines> result;
  for (const AnsweredDataRace& race : answer.data_races) {
    if (race.pair.kind != kind) continue;
    const std::uint32_t first = line_at(program, race.pair.first_thread, race.pair.first);
    const std::uint32_t second = line_at(program, race.pair.second_thread, race.pair.second);
    result.insert(std::minmax(first, second));
  }
  return result;
}

// By name of the location.
std::map<std::string, Value> values_by_name(const Test& test, const Outcome& outcome) {
  std::map<std::string, Value> values;
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    const auto* const at = std::get_if<LocationTerm>(&test.observables[i]);
    if (at == nullptr) continue;
    values[test.program.locations[test.program.addresses[at->address].location].name] = outcome[i];
  }
  return values;
}

Answer answer_within(const Test& test) {
  ExploreOptions options;
  options.machine.races = true;
  options.max_states = 200'000;
  return find_machine("ptx-proxy")->explore(test, options);
}

struct Counted {
  int decided = 0, races = 0, apart = 0, stuck = 0, open = 0;
};

void compare_whole(const std::string& body, kernel::Launch how, Counted& counted) {
  INFO(body);
  how.looked = kernel::Looked::one_execution;
  std::optional<LaunchedKernel> once;
  try {
    once = kernel::read_launched(module_text(body), "k.ptx", how);
  } catch (const InputError&) {
    ++counted.open;
    return;
  }
  how.looked = kernel::Looked::all_executions;
  const Test all = kernel::read_launched(module_text(body), "k.ptx", how).test;
  const Answer expected = answer_within(all);
  if (!expected.coverage.complete()) return;
  const Answer found = answer_within(once->test);
  if (once->facts.whole->decides) {
    ++counted.decided;
    CHECK(expected.data_races.empty());
    REQUIRE(expected.outcomes.size() == 1);
    const auto values = values_by_name(all, expected.outcomes.front().values);
    for (const auto& [name, value] : values_by_name(once->test, found.outcomes.at(0).values)) {
      INFO(name);
      CHECK(values.at(name) == value);
    }
    return;
  }
  std::size_t bugs = 0;
  for (const PairKind kind : {PairKind::race, PairKind::divergence}) {
    const std::set<Lines> all_found = racing_lines(all.program, expected, kind);
    for (const Lines& lines : racing_lines(once->test.program, found, kind)) {
      INFO(lines.first << " and " << lines.second);
      if (kind == PairKind::race) CHECK(all_found.contains(lines));
      CHECK_FALSE(all_found.empty());
      ++bugs;
      ++(kind == PairKind::race ? counted.races : counted.apart);
    }
  }
  const bool waits = found.statistics.stuck_states > 0;
  if (waits) CHECK(expected.statistics.stuck_states > 0);
  counted.stuck += waits ? 1 : 0;
  CHECK((bugs > 0 || waits));
}

}  // namespace

TEST_CASE("whole launches: one execution says what all of them do", "[kernel][whole]") {
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 4> shapes = {
      {{1, 2}, {1, 3}, {2, 2}, {3, 1}}};
  Counted counted;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    const auto [blocks, threads] = shapes.at(seed % shapes.size());
    kernel::Launch how = launch(grid("k", {blocks, 1, 1}, {threads, 1, 1},
                                     {buffer("px", "x"), buffer("py", "y"), buffer("pout", "z")}),
                                "");
    how.shown = {"x"};
    compare_whole(RandomKernel(seed).body(), how, counted);
  }
  CHECK(counted.decided > 200);
  CHECK(counted.races > 150);
  CHECK(counted.apart > 5);
  CHECK(counted.stuck > 0);
  CHECK(counted.open > 30);
}

}  // namespace opexplore
