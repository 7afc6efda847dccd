// Random launches that are small enough to be explored: what one execution says of all of them is
// what all of them do.
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/whole_comparison.hpp"

namespace opexplore {
namespace {

using namespace testing;

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
    compare_whole(module_text(RandomKernel(seed).body()), how, "ptx-proxy", 200'000, counted);
  }
  CHECK(counted.decided > 200);
  CHECK(counted.races > 150);
  CHECK(counted.apart > 5);
  CHECK(counted.stuck > 0);
  CHECK(counted.open > 30);
}

}  // namespace opexplore
