// Launches in which something goes on by itself: what one execution says of all of them is what all
// of them do, on random ones that can be explored, too; and what is large.
#include <array>
#include <random>
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/whole_comparison.hpp"

namespace opexplore {
namespace {

using namespace testing;

// Of x the first 16 bytes are read by copies, and those behind them written; s and u are tiles of
// shared memory, b is an mbarrier. %p1 is true of the first thread. %r7 sums up what was read.
class RandomCopies {
 public:
  explicit RandomCopies(std::uint64_t seed) : random_(static_cast<unsigned>(seed)) {}

  std::string module() {
    std::string body =
        ".shared .align 16 .b64 s[2];\n.shared .align 16 .b64 u[2];\n.shared .align 8 .b8 b[8];\n"
        "mov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\nmov.u32 %r3, u;\nmov.u32 %r4, b;\n"
        "mov.u64 %rd7, 0;\nsetp.eq.u32 %p1, %r1, 0;\n";
    const bool uses_mbarrier = chance(60);
    if (uses_mbarrier) {
      body += "@%p1 mbarrier.init.shared.b64 [%r4], " + std::to_string(1 + pick(2)) + ";\n";
      if (!chance(4)) body += "bar.sync 0;\n";
    }
    const std::size_t idioms = 1 + pick(2);
    for (std::size_t i = 0; i < idioms; ++i) body += idiom(uses_mbarrier);
    body += "@%p1 st.global.u64 [%rd1+32], %rd7;\n";
    std::string text = module_text(body);
    return text.replace(text.find("sm_75"), 5, "sm_90");
  }

 private:
  std::size_t pick(std::size_t below) { return random_() % below; }
  bool chance(unsigned percent) { return pick(100) < percent; }

  // Mostly the line; now and then it is forgotten.
  std::string maybe(unsigned percent, const std::string& line) {
    return chance(percent) ? line : std::string();
  }
  std::string sync() { return maybe(85, "bar.sync 0;\n"); }
  std::string tile() { return chance(75) ? "%r2" : "%r3"; }

  std::string access() {
    const std::string who = chance(60) ? "@%p1 " : chance(50) ? "@!%p1 " : "";
    const std::string place = "[" + tile() + (chance(50) ? "+8]" : "]");
    if (chance(50)) return who + "st.shared.u64 " + place + ", " + std::to_string(pick(9)) + ";\n";
    return who + "ld.shared.u64 %rd8, " + place + ";\n" + who + "add.u64 %rd7, %rd7, %rd8;\n";
  }
  std::string read_all() {
    return "ld.shared.u64 %rd8, [" + tile() + "];\nadd.u64 %rd7, %rd7, %rd8;\n";
  }

  std::string fence() {
    constexpr std::array<const char*, 4> fences = {
        "fence.proxy.async;\n", "fence.proxy.async.shared::cta;\n",
        "fence.proxy.async.shared::cta;\n", "fence.proxy.async.global;\n"};
    return fences.at(pick(fences.size()));
  }

  std::string wait(std::size_t parity) {
    const std::string label = "$L" + std::to_string(labels_++);
    return label + ": mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r4], " +
           std::to_string(parity) + ";\n@!%p3 bra " + label + ";\n";
  }

  // A tile is filled by a copy, and its phase waited for.
  std::string tile_in() {
    const std::size_t parity = phase_++ % 2;
    std::string text = maybe(40, access()) + maybe(50, sync()) + maybe(50, "@%p1 " + fence());
    const std::string bytes = chance(90) ? "16" : "32";
    text += "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], " + bytes + ";\n";
    text += "@%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [" + tile() +
            "], [%rd1], 16, [%r4];\n";
    text += maybe(50, "@!%p1 mbarrier.arrive.shared.b64 _, [%r4];\n");
    return text + maybe(90, wait(parity)) + read_all() + sync();
  }

  // A tile is stored by a copy, and that waited for.
  std::string tile_out() {
    std::string text = access() + maybe(75, fence()) + sync();
    text += "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1+16], [" + tile() + "], 16;\n";
    text += maybe(85, "@%p1 cp.async.bulk.commit_group;\n");
    text += maybe(85, std::string("@%p1 cp.async.bulk.wait_group") + (chance(50) ? ".read" : "") +
                          (chance(85) ? " 0;\n" : " 1;\n"));
    text += maybe(70, sync());
    if (chance(30)) text += "@%p1 ld.global.u64 %rd8, [%rd1+16];\n@%p1 add.u64 %rd7, %rd7, %rd8;\n";
    return text + maybe(60, access());
  }

  std::string copies(bool uses_mbarrier) {
    const std::string who = chance(70) ? "@%p1 " : "";
    std::string text;
    for (std::size_t i = 0; i <= pick(2); ++i) {
      text += who + "cp.async.ca.shared.global [" + tile() + "], [%rd1], 8;\n";
      text += maybe(70, "cp.async.commit_group;\n");
    }
    if (uses_mbarrier && chance(40)) {
      const std::size_t parity = phase_++ % 2;
      text += "@%p1 cp.async.mbarrier.arrive" + std::string(chance(50) ? ".noinc" : "") +
              ".shared.b64 [%r4];\n";
      text += maybe(60, "@!%p1 mbarrier.arrive.shared.b64 _, [%r4];\n");
      return text + wait(parity) + read_all() + sync();
    }
    constexpr std::array<const char*, 4> waits = {
        "cp.async.wait_all;\n", "cp.async.wait_group 0;\n", "cp.async.wait_group 0;\n",
        "cp.async.wait_group 1;\n"};
    text += maybe(90, waits.at(pick(waits.size())));
    return text + sync() + read_all() + maybe(50, sync());
  }

  // Threads tell each other by the mbarrier what they have stored.
  std::string phases() {
    const std::size_t parity = phase_++ % 2;
    std::string text = "@%p1 st.shared.u64 [%r2], " + std::to_string(pick(9)) + ";\n";
    text += (chance(60) ? "" : "@%p1 ") + std::string("mbarrier.arrive.shared.b64 _, [%r4];\n");
    return text + maybe(90, wait(parity)) + read_all() + sync();
  }

  std::string idiom(bool uses_mbarrier) {
    if (!uses_mbarrier) return chance(50) ? tile_out() : copies(false);
    switch (pick(4)) {
      case 0:
        return tile_out();
      case 1:
        return copies(true);
      case 2:
        return phases();
      default:
        return tile_in();
    }
  }

  std::mt19937 random_;
  std::size_t labels_ = 0;
  std::size_t phase_ = 0;
};

// What one execution of 64 threads says: "decides", "race", or what it leaves open.
std::string said_of(const std::string& body, bool usual_reading = true) {
  std::string text = module_text(
      ".shared .align 16 .b8 s[512];\n.shared .align 8 .b8 b[8];\nmov.u32 %r1, %tid.x;\n"
      "mov.u32 %r2, s;\nmov.u32 %r4, b;\nshl.b32 %r3, %r1, 3;\nadd.u32 %r5, %r2, %r3;\n"
      "mul.wide.u32 %rd4, %r1, 8;\nadd.s64 %rd5, %rd1, %rd4;\n"
      "setp.eq.u32 %p1, %r1, 0;\n@%p1 mbarrier.init.shared.b64 [%r4], 1;\nbar.sync 0;\n" +
      body);
  text.replace(text.find("sm_75"), 5, "sm_90");
  kernel::Launch how = launch(
      grid("k", {1, 1, 1}, {64, 1, 1}, {buffer("px", "x"), buffer("py", "y"), buffer("pout", "z")}),
      "");
  how.looked = kernel::Looked::one_execution;
  how.usual_reading = usual_reading;
  try {
    const kernel::LaunchedKernel launched = kernel::read_launched(text, "k.ptx", how);
    const kernel::Facts::Whole& whole = *launched.facts.whole;
    CHECK(whole.asynchronous);
    CHECK(whole.threads == 64);
    return whole.decides ? "decides" : "race";
  } catch (const InputError& error) {
    return error.message;
  }
}

// Each thread reads the word of the one before it.
const std::string read_neighbour = "ld.shared.u64 %rd8, [%r5];\nst.global.u64 [%rd5+1024], %rd8;\n";
const std::string copy_one = "cp.async.ca.shared.global [%r5], [%rd5], 8;\n";
const std::string expect = "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 512;\n";
const std::string fill =
    "@%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 512, "
    "[%r4];\n";
const std::string wait_first =
    "$L0: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r4], 0;\n@!%p3 bra $L0;\n";

}  // namespace

TEST_CASE("whole launches: copies are waited for in groups", "[kernel][whole][async]") {
  const std::string commit = "cp.async.commit_group;\n";
  const std::string wait = "cp.async.wait_group 0;\n";
  CHECK(said_of(copy_one + commit + wait + read_neighbour) == "decides");
  CHECK(said_of(copy_one + "cp.async.wait_all;\n" + read_neighbour) == "decides");
  CHECK(said_of(copy_one + wait + read_neighbour) == "race");
  CHECK(said_of(copy_one + commit + "cp.async.wait_group 1;\n" + read_neighbour) == "race");
  CHECK(said_of(copy_one + commit + commit + "cp.async.wait_group 1;\n" + read_neighbour) ==
        "decides");
  CHECK(said_of(copy_one + copy_one + commit + wait) == "race");
  // Of another thread a barrier must be between.
  const std::string other = "ld.shared.u64 %rd8, [%r2];\n";
  CHECK(said_of(copy_one + commit + wait + other) == "race");
  CHECK(said_of(copy_one + commit + wait + "bar.sync 0;\n" + other) == "decides");
  CHECK(said_of(copy_one + commit + "bar.sync 0;\n" + wait + other) == "race");
}

TEST_CASE("whole launches: bulk copies need a wait, and a fence", "[kernel][whole][async]") {
  CHECK(said_of(expect + fill + wait_first + read_neighbour) == "decides");
  CHECK(said_of(expect + fill + read_neighbour) == "race");
  const std::string store = "st.shared.u64 [%r5], 7;\n";
  const std::string fence = "fence.proxy.async.shared::cta;\n";
  const std::string meet = "bar.sync 0;\n";
  CHECK(said_of(store + meet + expect + fill + wait_first) == "race");
  CHECK(said_of(store + fence + meet + expect + fill + wait_first) == "decides");
  CHECK(said_of(store + meet + fence + expect + fill + wait_first) == "decides");
  CHECK(said_of(store + "fence.proxy.async.global;\n" + meet + expect + fill) == "race");
  const std::string out =
      "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1+1024], [%r2], 512;\n"
      "@%p1 cp.async.bulk.commit_group;\n";
  const std::string read = "@%p1 cp.async.bulk.wait_group.read 0;\n";
  const std::string all = "@%p1 cp.async.bulk.wait_group 0;\n";
  const std::string load = "ld.global.u64 %rd8, [%rd5+1024];\n";
  CHECK(said_of(out + read + meet + store) == "decides");
  CHECK(said_of(out + meet + store) == "race");
  CHECK(said_of(out + read + meet + load) == "race");
  CHECK(said_of(out + all + meet + load) == "decides");
}

TEST_CASE("whole launches: copies of any length begin at multiples of 16",
          "[kernel][whole][async]") {
  const std::string copy =
      "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 48;\n"
      "@%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2+16], [%rd1+32], 48, "
      "[%r4];\n";
  CHECK(said_of(copy + wait_first + "ld.shared.u64 %rd8, [%r2+24];\n") == "decides");
  CHECK(said_of(copy + "ld.shared.u64 %rd8, [%r2+56];\n") == "race");
  CHECK(said_of(copy + "ld.shared.u64 %rd8, [%r2+64];\n" + wait_first) == "decides");
}

TEST_CASE("whole launches: mbarriers that may count otherwise leave it open",
          "[kernel][whole][async]") {
  const std::string arrive = "@%p1 mbarrier.arrive.shared.b64 _, [%r4];\n";
  const std::string second =
      "$L1: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r4], 1;\n@!%p3 bra $L1;\n";
  using Catch::Contains;
  CHECK(said_of(arrive + wait_first) == "decides");
  CHECK_THAT(said_of(arrive + arrive + wait_first), Contains("another phase"));
  CHECK_THAT(said_of(wait_first), Contains("waits for ever"));
  CHECK_THAT(said_of(expect + wait_first), Contains("waits for ever"));
  // The first thread goes on to the next phase, which another one may find instead of this one.
  CHECK_THAT(said_of(arrive + wait_first + arrive + second), Contains("waits for ever"));
  const std::string warp = "setp.lt.u32 %p2, %r1, 32;\n@%p2 bar.sync 1, 32;\n";
  CHECK_THAT(said_of(arrive + wait_first + warp + arrive + second), Contains("may miss it"));
  CHECK(said_of(arrive + wait_first + "bar.sync 0;\n" + arrive + second) == "decides");
  CHECK_THAT(said_of(arrive + second), Contains("waits for ever"));
  // Which of two copies of one size completes the phase that expects one.
  const std::string half =
      "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 256;\n"
      "@%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 256, "
      "[%r4];\n"
      "@%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2+256], [%rd1], 256, "
      "[%r4];\n";
  CHECK_THAT(said_of(half + wait_first), Contains("another phase"));
  const std::string looks_once =
      "mbarrier.test_wait.parity.shared::cta.b64 %p3, [%r4], 0;\n@!%p3 st.global.u64 [%rd5], 1;\n";
  CHECK_THAT(said_of(arrive + looks_once), Contains("waits in vain"));
  const std::string counts =
      "$L0: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r4], 0;\nadd.u64 %rd7, %rd7, 1;\n"
      "@!%p3 bra $L0;\n";
  CHECK(said_of("mov.u64 %rd7, 0;\n" + arrive + counts) == "decides");
  CHECK_THAT(said_of("mov.u64 %rd7, 0;\n" + arrive + counts + "st.global.u64 [%rd5], %rd7;\n"),
             Contains("waits in vain"));
  CHECK_THAT(said_of(arrive + wait_first, false), Contains("not read as usual"));
  CHECK_THAT(said_of(arrive + "@%p1 ld.shared.u64 %rd8, [%r4];\n"),
             Contains("bytes of an mbarrier"));
  CHECK_THAT(said_of(arrive + "@%p1 cp.async.ca.shared.global [%r4], [%rd1], 8;\n"),
             Contains("bytes of an mbarrier"));
}

TEST_CASE("whole launches: one execution with copies says what all of them do",
          "[kernel][whole][async]") {
  Counted counted;
  const std::vector<Value> values{1, 2, 3, 4, 5};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto threads = static_cast<std::uint32_t>(1 + seed % 2);
    kernel::Launch how = launch(grid("k", {1, 1, 1}, {threads, 1, 1},
                                     {{"px", kernel::Buffer{"x", std::nullopt, 8, values}},
                                      buffer("py", "y"),
                                      buffer("pout", "z")}),
                                "");
    how.shown = {"x"};
    compare_whole(RandomCopies(seed).module(), how, "ptx-async", 2000, counted);
  }
  CHECK(counted.decided > 40);
  CHECK(counted.races > 40);
  CHECK(counted.open > 20);
}

}  // namespace opexplore
