// Random launches whose threads read what others write, small enough to be explored: the threads
// that matter have the outcomes and the races of all.
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "answers/searched_ends.hpp"
#include "explorer/machine_entry.hpp"
#include "litmus/input/input_error.hpp"
#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore {
namespace {

using namespace testing;
using kernel::LaunchedKernel;

// Statements that all threads execute, or the first one of a block (%p1), or those for which what
// was read has some value (%p3). %r4 is the thread's number in the launch, %r3 the block's. Words
// of x are data, one of a block each; those of z are of a thread each, which the same thread of
// another block may read; y has a counter and a flag; s is shared.
class RandomProtocol {
 public:
  explicit RandomProtocol(std::uint64_t seed) : random_(static_cast<unsigned>(seed)) {}

  std::string body() {
    std::string text =
        ".shared .align 4 .b8 s[16];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\n"
        "mov.u32 %r3, %ctaid.x;\nmad.lo.s32 %r4, %r3, %r2, %r1;\nmov.u32 %r5, s;\n"
        "shl.b32 %r6, %r1, 2;\nadd.s32 %r6, %r5, %r6;\nmul.wide.s32 %rd4, %r3, 4;\n"
        "add.s64 %rd5, %rd1, %rd4;\nxor.b32 %r0, %r3, 1;\nmul.wide.s32 %rd4, %r0, 4;\n"
        "add.s64 %rd6, %rd1, %rd4;\nmov.u32 %r7, 0;\nmov.u32 %r8, 0;\n"
        "mul.wide.s32 %rd4, %r4, 4;\nadd.s64 %rd7, %rd3, %rd4;\n"
        "mad.lo.s32 %r0, %r0, %r2, %r1;\nmul.wide.s32 %rd4, %r0, 4;\nadd.s64 %rd8, %rd3, %rd4;\n"
        "setp.eq.u32 %p1, %r1, 0;\nsetp.eq.u32 %p3, %r1, 9;\n";
    const std::size_t count = 3 + pick(5);
    for (std::size_t i = 0; i < count; ++i) text += statement();
    return text + "st.global.u32 [%rd7], %r7;\n";
  }

 private:
  std::size_t pick(std::size_t below) { return random_() % below; }

  std::string guard() {
    constexpr std::array<const char*, 7> guards = {"@%p1 ",  "@%p1 ",  "@%p1 ", "@%p3 ",
                                                   "@!%p3 ", "@!%p1 ", ""};
    return guards.at(pick(guards.size()));
  }

  std::string flag() { return pick(2) == 0 ? "[%rd2]" : "[%rd2+4]"; }

  // What was read decides, or is added up.
  std::string use(const std::string& when, const std::string& reg) {
    if (pick(2) == 0) return when + "add.u32 %r7, %r7, " + reg + ";\n";
    return when + "setp.eq.u32 %p3, " + reg + ", " + std::to_string(pick(3)) + ";\n";
  }

  std::string synchronising() {
    const std::string when = guard();
    switch (pick(6)) {
      case 0:
        return when + "fence.acq_rel.gpu;\n";
      case 1:
        return when + "fence.sc.gpu;\n";
      case 2:
        return when + "atom.add.gpu.global.u32 %r8, " + flag() + ", 1;\n" + use(when, "%r8");
      case 3:
        return when + "ld.relaxed.gpu.global.u32 %r8, " + flag() + ";\n" + use(when, "%r8");
      case 4:
        return when + (pick(2) == 0 ? "st.relaxed" : "st.release") + ".gpu.global.u32 " + flag() +
               ", " + std::to_string(1 + pick(2)) + ";\n";
      default:
        return when + "atom.cas.gpu.global.b32 %r8, " + flag() + ", 0, 1;\n" + use(when, "%r8");
    }
  }

  std::string waiting() {
    const std::string label = "L" + std::to_string(labels_++);
    return "@!%p1 bra " + label + "b;\n" + label + "a:\nld.relaxed.gpu.global.u32 %r8, " + flag() +
           ";\nsetp.eq.u32 %p2, %r8, 0;\n@%p2 bra " + label + "a;\n" + label + "b:\n";
  }

  std::string statement() {
    switch (pick(12)) {
      case 0:
        return guard() + "st.global.u32 [%rd5], " + (pick(2) == 0 ? "%r7" : "1") + ";\n";
      case 1: {
        const std::string when = guard();
        return when + "ld.global.u32 %r8, [" + (pick(3) == 0 ? "%rd5" : "%rd6") + "];\n" +
               use(when, "%r8");
      }
      case 2:
        return "bar.sync 0;\n";
      case 3:
        return "@%p1 st.shared.u32 [%r5], %r8;\nbar.sync 0;\nld.shared.u32 %r8, [%r5];\n" +
               use("", "%r8");
      case 4:
        return "st.shared.u32 [%r6], %r7;\nbar.warp.sync -1;\nld.shared.u32 %r8, [%r5];\n" +
               use("", "%r8") + "bar.warp.sync -1;\n";
      case 5:
        return waiting();
      case 6:
        return guard() + "st.global.u32 [%rd7], %r4;\n";
      case 7: {
        const std::string when = guard();
        return when + "ld.global.u32 %r8, [%rd8];\n" + use(when, "%r8");
      }
      default:
        return synchronising();
    }
  }

  std::mt19937 random_;
  std::size_t labels_ = 0;
};

using Lines = std::pair<std::uint32_t, std::uint32_t>;

std::set<Lines> racing_lines(const Program& program, const Answer& answer) {
  std::set<Lines> result;
  for (const AnsweredDataRace& race : answer.data_races) {
    if (race.pair.kind != PairKind::race) continue;
    const auto line = [&](ThreadId thread, InstructionId at) {
      return program.threads[thread].instructions[at].place.line;
    };
    result.insert(std::minmax(line(race.pair.first_thread, race.pair.first),
                              line(race.pair.second_thread, race.pair.second)));
  }
  return result;
}

// What memory holds at the end, by name.
std::set<std::map<std::string, Value>> ends(const Test& test, const Answer& answer) {
  std::set<std::map<std::string, Value>> result;
  for (const auto& outcome : answer.outcomes) {
    std::map<std::string, Value> values;
    for (std::size_t i = 0; i < test.observables.size(); ++i) {
      const auto* const at = std::get_if<LocationTerm>(&test.observables[i]);
      if (at == nullptr) continue;
      const LocationId location = test.program.addresses[at->address].location;
      values[test.program.locations[location].name] = outcome.values[i];
    }
    result.insert(std::move(values));
  }
  return result;
}

Answer answer_within(const Test& test) {
  ExploreOptions options;
  options.machine.races = true;
  options.max_states = 10'000;
  return find_machine("ptx-proxy")->explore(test, options);
}

struct Counted {
  int compared = 0, races = 0, several = 0, open = 0;
};

void compare_protocol(const std::string& body, kernel::Launch how, Counted& counted) {
  INFO(body);
  how.looked = kernel::Looked::all_executions;
  const Test all = kernel::read_launched(module_text(body), "k.ptx", how).test;
  const Answer expected = answer_within(all);
  if (!expected.coverage.complete()) return;
  how.looked = kernel::Looked::some_threads;
  const ChosenMachine machine = chosen_machine("ptx-proxy", {});
  ExploreOptions limits;
  limits.max_states = 3'000;
  how.ends_of = searched_ends_on(machine, limits);
  LaunchedKernel some;
  try {
    some = kernel::read_launched(module_text(body), "k.ptx", how);
  } catch (const InputError&) {
    ++counted.open;
    return;
  }
  const Answer found = answer_within(some.test);
  if (!found.coverage.complete()) return;
  ++counted.compared;
  counted.races += expected.data_races.empty() ? 0 : 1;
  counted.several += expected.outcomes.size() > 1 ? 1 : 0;
  CHECK(found.data_races.empty() == expected.data_races.empty());
  if (expected.data_races.empty()) {
    CHECK(ends(some.test, found) == ends(all, expected));
    CHECK((found.statistics.stuck_states > 0) == (expected.statistics.stuck_states > 0));
  } else {
    for (const Lines& lines : racing_lines(some.test.program, found)) {
      CHECK(racing_lines(all.program, expected).contains(lines));
    }
  }
}

}  // namespace

TEST_CASE("protocols: the threads that matter do what all do", "[kernel][whole][protocol]") {
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 3> shapes = {
      {{2, 2}, {2, 3}, {3, 1}}};
  Counted counted;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const auto [blocks, threads] = shapes.at(seed % shapes.size());
    const kernel::Launch how =
        launch(grid("k", {blocks, 1, 1}, {threads, 1, 1},
                    {buffer("px", "x"), buffer("py", "y"), buffer("pout", "z")}),
               "exists (x[0]=0 /\\ x[1]=0 /\\ y[0]=0 /\\ y[1]=0 /\\ z[0]=0 /\\ z[1]=0 /\\ z[2]=0)");
    compare_protocol(RandomProtocol(seed).body(), how, counted);
  }
  CHECK(counted.compared > 50);
  CHECK(counted.races > 10);
  CHECK(counted.several > 10);
  CHECK(counted.open > 5);
}

namespace {

// A launch that is compared, and what is left to be compared.
LaunchedKernel compared(const std::string& body, const kernel::Launch& how) {
  Counted counted;
  compare_protocol(body, how, counted);
  REQUIRE(counted.compared == 1);
  kernel::Launch some = how;
  some.looked = kernel::Looked::some_threads;
  some.ends_of = searched_ends_on(chosen_machine("ptx-proxy", {}), {});
  return kernel::read_launched(module_text(body), "k.ptx", some);
}

std::string left_open(const std::string& body, kernel::Launch how) {
  how.looked = kernel::Looked::some_threads;
  how.ends_of = searched_ends_on(chosen_machine("ptx-proxy", {}), {});
  try {
    kernel::read_launched(module_text(body), "k.ptx", how);
  } catch (const InputError& error) {
    return error.message;
  }
  return "";
}

kernel::Launch of_shape(std::uint32_t blocks, std::uint32_t threads, const std::string& question) {
  return launch(grid("k", {blocks, 1, 1}, {threads, 1, 1},
                     {buffer("px", "x"), buffer("py", "y"), buffer("pout", "z")}),
                question);
}

std::size_t count(const Program& program, InstructionKind kind) {
  std::size_t result = 0;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      result += kind_of(instruction.action) == kind ? 1 : 0;
    }
  }
  return result;
}

}  // namespace

TEST_CASE("protocols: a thread by which others come into an order is left", "[kernel][protocol]") {
  // Lane 0 tells lane 1, and that lane 2, which reads what another block reads, too.
  const std::string body =
      "mov.u32 %r1, %tid.x;\nmov.u32 %r3, %ctaid.x;\nsetp.ne.u32 %p3, %r3, 0;\n"
      "setp.eq.u32 %p1, %r1, 0;\nsetp.eq.u32 %p2, %r1, 2;\n"
      "@%p3 bra OTHER;\n@%p1 st.global.u32 [%rd1], 1;\n@%p2 bra LATE;\n"
      "bar.warp.sync 3;\n@%p1 ret;\nLATE:\nbar.warp.sync 6;\n"
      "@%p2 ld.global.u32 %r5, [%rd1];\n@%p2 st.global.u32 [%rd3], %r5;\nret;\n"
      "OTHER:\n@%p1 atom.exch.gpu.global.b32 %r5, [%rd2], 1;\n";
  const LaunchedKernel found =
      compared(body, of_shape(2, 3, "exists (x[0]=0 /\\ y[0]=0 /\\ z[0]=0)"));
  CHECK(found.test.program.threads.size() >= 1);
}

TEST_CASE("protocols: fences behind which nobody accesses anything are left out",
          "[kernel][protocol]") {
  const std::string body =
      "mov.u32 %r3, %ctaid.x;\nfence.sc.gpu;\natom.add.gpu.global.u32 %r5, [%rd1], 1;\n"
      "setp.eq.u32 %p1, %r5, 1;\nfence.sc.gpu;\n@!%p1 ret;\nfence.sc.gpu;\n"
      "st.global.u32 [%rd2], 1;\n";
  const LaunchedKernel found = compared(body, of_shape(2, 1, "exists (x[0]=2 /\\ y[0]=1)"));
  // Of each thread the first one, and two on the way to the store, which is settled.
  CHECK(count(found.test.program, InstructionKind::fence) == 2);
}

TEST_CASE("protocols: barriers between which nothing is done are one", "[kernel][protocol]") {
  const std::string body =
      ".shared .align 4 .b8 s[16];\nmov.u32 %r1, %tid.x;\nmov.u32 %r5, s;\n"
      "setp.eq.u32 %p1, %r1, 0;\nbar.sync 0;\nbar.sync 0;\n"
      "@%p1 atom.add.gpu.global.u32 %r6, [%rd1], 1;\n@%p1 st.shared.u32 [%r5], %r6;\n"
      "bar.sync 0;\nbar.sync 0;\nbar.sync 0;\nld.shared.u32 %r7, [%r5];\n"
      "setp.eq.u32 %p2, %r7, 1;\n@%p2 red.add.gpu.global.u32 [%rd2], 1;\nbar.sync 0;\n";
  const LaunchedKernel found = compared(body, of_shape(2, 2, "exists (x[0]=2 /\\ y[0]=2)"));
  CHECK(found.test.program.threads.size() == 4);
  for (const Location& location : found.test.program.locations) CHECK(location.name != "probe");
  CHECK(count(found.test.program, InstructionKind::barrier) <= 8);  // on both ways of each thread
}

TEST_CASE("protocols: what is not known of them is said", "[kernel][protocol]") {
  // Each reads what the other stores, and nothing says that the store waits for the load.
  const std::string early =
      "mov.u32 %r3, %ctaid.x;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra FIRST;\n"
      "ld.relaxed.gpu.global.u32 %r5, [%rd1];\nst.relaxed.gpu.global.u32 [%rd2], 1;\nret;\n"
      "FIRST:\nld.relaxed.gpu.global.u32 %r5, [%rd2];\nst.relaxed.gpu.global.u32 [%rd1], 1;\n";
  const std::string question = "exists (x[0]=1 /\\ y[0]=1)";
  CHECK(contains(left_open(early, of_shape(2, 1, question)), "whether a store waits"));
  const std::string adds =
      "atom.add.gpu.global.u32 %r5, [%rd1], 1;\n"
      "setp.eq.u32 %p1, %r5, 3;\n@%p1 st.global.u32 [%rd2], 1;\n";
  CHECK(contains(left_open(adds, of_shape(1, 96, question)), "more than 64 threads"));
  CHECK(contains(left_open(adds, of_shape(1024, 256, question)), "more than 32768 threads"));
  const std::string waits =
      "L:\nld.relaxed.gpu.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra L;\n";
  CHECK(contains(left_open(waits, of_shape(2, 1, "exists (y[0]=0)")), "waits for what nobody"));
}

}  // namespace opexplore
