// Products of matrices by a warpgroup: what they compute, for each layout of shared memory, and
// what has to be before and behind them.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore {
namespace {

using namespace testing;

constexpr int tile_rows = 64;
constexpr int tile_columns = 16;
constexpr int tile_bytes = 8192;

// Small whole numbers in formats of floating-point numbers of 16 and 32 bits.
std::uint32_t half_bits(int number) {
  constexpr std::array<std::uint32_t, 5> bits = {0, 0x3C00, 0x4000, 0x4200, 0x4400};
  return (number < 0 ? 0x8000U : 0U) | bits.at(static_cast<std::size_t>(std::abs(number)));
}
std::uint32_t single_bits(int number) {
  const auto value = static_cast<float>(number);
  std::uint32_t bits = 0;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Numbers by line and depth: rows of the left matrix, or columns of the right one.
using Numbers = std::vector<std::vector<int>>;

Numbers random_numbers(int lines, int depth, int least, unsigned seed) {
  std::mt19937 random(seed);
  Numbers result(static_cast<std::size_t>(lines),
                 std::vector<int>(static_cast<std::size_t>(depth)));
  for (auto& line : result) {
    for (int& number : line) number = least + static_cast<int>(random() % 5);
  }
  return result;
}

struct Element {
  std::string type;
  int bits = 16;
  int least = -2;
  std::function<std::uint32_t(int)> of = half_bits;
};

// Where the elements of a matrix lie, in pieces of 16 bytes.
struct Layout {
  int swizzle = 0;
  bool across = false;  // elements of one depth lie side by side
  int leading = 0;
  int stride = 0;

  int byte_of(int line, int depth, int bits) const {
    const int in_piece = 128 / bits;
    const int pieces = swizzle / 16;
    int byte = 0;
    if (across) {
      const int piece = line / in_piece;
      byte = swizzle == 0 ? piece * stride + depth / 8 * leading + depth % 8 * 16
                          : piece / pieces * leading + piece % pieces * 16 + depth / 8 * stride +
                                depth % 8 * swizzle;
      byte += line % in_piece * bits / 8;
    } else {
      const int row = line % 8 * (swizzle == 0 ? 16 : swizzle) + line / 8 * stride;
      byte = row + depth / in_piece * (swizzle == 0 ? leading : 16) + depth % in_piece * bits / 8;
    }
    return pieces == 0 ? byte : byte ^ (((byte >> 7) & (pieces - 1)) << 4);
  }

  std::uint64_t descriptor() const {
    const std::uint64_t mode = swizzle == 128 ? 1 : swizzle == 64 ? 2 : swizzle == 32 ? 3 : 0;
    return static_cast<std::uint64_t>(leading / 16) << 16 |
           static_cast<std::uint64_t>(stride / 16) << 32 | mode << 62;
  }
};

void put(std::vector<Value>& words, int byte, std::uint32_t bits) {
  words.at(static_cast<std::size_t>(byte / 8)) |= static_cast<Value>(bits) << (byte % 8 * 8);
}

std::vector<Value> memory_of(const Numbers& left, const Numbers& right, const Layout& at_left,
                             const Layout& at_right, const Element& element) {
  std::vector<Value> words(2 * tile_bytes / 8);
  const auto add = [&](const Numbers& numbers, const Layout& layout, int begin) {
    for (std::size_t line = 0; line < numbers.size(); ++line) {
      for (std::size_t depth = 0; depth < numbers[line].size(); ++depth) {
        const int byte =
            layout.byte_of(static_cast<int>(line), static_cast<int>(depth), element.bits);
        put(words, begin + byte, element.of(numbers[line][depth]));
      }
    }
  };
  add(left, at_left, 0);
  add(right, at_right, tile_bytes);
  return words;
}

// `product` is the instruction, with {sums}, a and b for its operands; in front of it stands
// `before`, and behind it `behind`.
std::string product_module(const std::string& product, const Layout& left, const Layout& right,
                           const std::string& before, const std::string& behind) {
  std::string text =
      ".version 9.0\n.target sm_90a\n.address_size 64\n"
      ".visible .entry k(.param .u64 px, .param .u64 py, .param .u64 pout)\n{\n"
      ".reg .pred %p<4>;\n.reg .b32 %r<19>;\n.reg .b32 %d<8>;\n.reg .b64 %rd<19>;\n"
      ".shared .align 1024 .b8 s[" +
      std::to_string(2 * tile_bytes) +
      "];\nld.param.u64 %rd1, [px];\nld.param.u64 %rd3, [pout];\nmov.u32 %r1, %tid.x;\n"
      "mov.u32 %r2, s;\nshl.b32 %r3, %r1, 3;\nadd.u32 %r4, %r2, %r3;\n"
      "mul.wide.u32 %rd4, %r1, 8;\nadd.s64 %rd5, %rd1, %rd4;\n";
  for (int i = 0; i < 2 * tile_bytes / 1024; ++i) {
    const std::string at = '+' + std::to_string(1024 * i);
    text += "ld.global.u64 %rd6, [%rd5" + at + "];\nst.shared.u64 [%r4" + at + "], %rd6;\n";
  }
  for (int i = 0; i < 8; ++i) text += "mov.b32 %d" + std::to_string(i) + ", 0;\n";
  text += before;
  text += "and.b32 %r5, %r2, 262128;\nshr.u32 %r6, %r5, 4;\ncvt.u64.u32 %rd7, %r6;\n";
  text += "or.b64 %rd8, %rd7, " + std::to_string(static_cast<Value>(left.descriptor())) + ";\n";
  text += "add.s64 %rd9, %rd7, " + std::to_string(tile_bytes / 16) + ";\n";
  text += "or.b64 %rd10, %rd9, " + std::to_string(static_cast<Value>(right.descriptor())) + ";\n";
  text += product + behind;
  text += "mul.wide.u32 %rd11, %r1, 32;\nadd.s64 %rd12, %rd3, %rd11;\n";
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    text += "st.global.b32 [%rd12+" + std::to_string(4 * i) + "], %d" + number + ";\n";
  }
  return text + "ret;\n}\n";
}

const std::string sums = "{%d0, %d1, %d2, %d3, %d4, %d5, %d6, %d7}";
const std::string meet = "fence.proxy.async.shared::cta;\nbar.sync 0;\n";
const std::string fence = "wgmma.fence.sync.aligned;\n";
const std::string commit = "wgmma.commit_group.sync.aligned;\n";
const std::string wait = "wgmma.wait_group.sync.aligned 0;\n";

std::string multiply(const std::string& types, const std::string& more) {
  return "wgmma.mma_async.sync.aligned.m64n16" + types + ' ' + sums + ", %rd8, %rd10, 1" + more +
         ";\n";
}

kernel::Launch launch_of(const std::vector<Value>& words) {
  kernel::Launch how = launch(grid("k", {1, 1, 1}, {128, 1, 1},
                                   {{"px", kernel::Buffer{"x", std::nullopt, 8, words}},
                                    buffer("py", "y"),
                                    {"pout", kernel::Buffer{"z", 1024, 4, {}}}}),
                              "");
  how.looked = kernel::Looked::one_execution;
  return how;
}

// As many words of z as a question may mention, far from each other.
constexpr int asked = 48;
int word_asked(int number, int words) { return number * 21 % words; }

// The bits of these at the end, by their places.
std::map<int, Value> computed(const std::string& module, kernel::Launch how, int words) {
  how.question = "locations [";
  for (int i = 0; i < asked; ++i) {
    how.question += " z_" + std::to_string(word_asked(i, words)) + ';';
  }
  how.question += " ]";
  const kernel::LaunchedKernel launched = kernel::read_launched(module, "k.ptx", how);
  REQUIRE(launched.facts.whole->decides);
  std::map<int, Value> result;
  for (const Location& location : launched.test.program.locations) {
    if (!location.name.starts_with("z_")) continue;
    result[std::stoi(location.name.substr(2))] = location.initial & 0xFFFF'FFFF;
  }
  REQUIRE(result.size() == asked);
  return result;
}

void check_product(const Element& element, const std::string& types, const std::string& more,
                   const Layout& at_left, const Layout& at_right, bool integers) {
  const int depth = 256 / element.bits;
  const Numbers left = random_numbers(tile_rows, depth, element.least, 1);
  const Numbers right = random_numbers(tile_columns, depth, element.least, 2);
  const std::string module =
      product_module(multiply(types, more), at_left, at_right, meet + fence, commit + wait);
  const std::map<int, Value> found =
      computed(module, launch_of(memory_of(left, right, at_left, at_right, element)), 1024);
  for (const auto& [at, bits] : found) {
    const int thread = at / 8, reg = at % 8;
    const auto row =
        static_cast<std::size_t>(thread / 32 * 16 + thread % 32 / 4 + (reg / 2 % 2) * 8);
    const auto column = static_cast<std::size_t>(reg / 4 * 8 + thread % 4 * 2 + reg % 2);
    int sum = 0;
    for (std::size_t k = 0; k < left[row].size(); ++k) sum += left[row][k] * right[column][k];
    INFO(types << " thread " << thread << " register " << reg);
    CHECK(bits == Value{integers ? static_cast<std::uint32_t>(sum) : single_bits(sum)});
  }
}

// What one execution says where the tile is read by a product.
std::string said_of(const std::string& before, const std::string& behind) {
  const Layout plain{0, false, 128, 256};
  const std::string module =
      product_module(multiply("k16.f32.f16.f16", ", 1, 1, 0, 0"), plain, plain, before, behind);
  try {
    const kernel::LaunchedKernel launched =
        kernel::read_launched(module, "k.ptx", launch_of(std::vector<Value>(2 * tile_bytes / 8)));
    return launched.facts.whole->decides ? "decides" : "race";
  } catch (const InputError& error) {
    return error.message;
  }
}

}  // namespace

TEST_CASE("matrices: products are right in each layout of shared memory",
          "[kernel][whole][matrix]") {
  const Element half{.type = "f16"};
  const std::string types = "k16.f32.f16.f16";
  const std::vector<Layout> along = {{0, false, 128, 256},
                                     {0, false, 1024, 128},
                                     {32, false, 16, 256},
                                     {64, false, 16, 512},
                                     {128, false, 16, 1024}};
  // 16 columns are two pieces.
  const std::vector<Layout> across_columns = {
      {0, true, 256, 128}, {0, true, 128, 256}, {32, true, 512, 256}};
  const std::vector<Layout> across_rows = {
      {0, true, 1024, 128}, {32, true, 512, 256}, {64, true, 1024, 512}, {128, true, 4096, 1024}};
  for (const Layout& one : along) check_product(half, types, ", 1, 1, 0, 0", one, one, false);
  for (const Layout& one : across_columns) {
    check_product(half, types, ", 1, 1, 0, 1", along[4], one, false);
  }
  for (const Layout& one : across_rows) {
    check_product(half, types, ", 1, 1, 1, 0", one, along[0], false);
  }
}

TEST_CASE("matrices: elements of all kinds", "[kernel][whole][matrix]") {
  const Layout plain{0, false, 128, 256};
  const auto bfloat = [](int number) { return single_bits(number) >> 16; };
  check_product({"bf16", 16, -2, bfloat}, "k16.f32.bf16.bf16", ", 1, 1, 0, 0", plain, plain, false);
  check_product({"tf32", 32, -2, single_bits}, "k8.f32.tf32.tf32", ", 1, 1", plain, plain, false);
  const auto byte = [](int number) { return static_cast<std::uint32_t>(number) & 0xFFU; };
  check_product({"s8", 8, -2, byte}, "k32.s32.s8.s8", "", plain, plain, true);
  check_product({"u8", 8, 0, byte}, "k32.s32.u8.u8", "", plain, plain, true);
  // 1, 2 and 3 in formats of 8 bits.
  const auto e4m3 = [](int number) {
    constexpr std::array<std::uint32_t, 5> bits = {0, 0x38, 0x40, 0x44, 0x48};
    return (number < 0 ? 0x80U : 0U) | bits.at(static_cast<std::size_t>(std::abs(number)));
  };
  check_product({"e4m3", 8, -2, e4m3}, "k32.f32.e4m3.e4m3", ", 1, 1", plain, plain, false);
  const auto e5m2 = [](int number) { return half_bits(number) >> 8; };
  check_product({"e5m2", 8, -2, e5m2}, "k32.f32.e5m2.e5m2", ", 1, 1", plain, plain, false);
}

TEST_CASE("matrices: what is before and behind a product", "[kernel][whole][matrix]") {
  const std::string done = commit + wait;
  CHECK(said_of(meet + fence, done) == "decides");
  CHECK(said_of("bar.sync 0;\n" + fence, done) == "race");  // the proxies
  CHECK(said_of(meet, done) == "race");                     // what is before it is not said
  CHECK(said_of(fence + meet, done) == "race");
  // Each thread knows what the others did, or it is left open.
  const std::string some =
      "fence.proxy.async.shared::cta;\nsetp.lt.u32 %p1, %r1, 64;\nbar.sync 1;\n";
  const std::string apart =
      "fence.proxy.async.shared::cta;\nsetp.ge.u32 %p1, %r1, 64;\n@%p1 bar.arrive 1, 128;\n"
      "@!%p1 bar.sync 1, 128;\n";
  CHECK(said_of(some + fence, done) == "decides");
  CHECK_THAT(said_of("fence.proxy.async.shared::cta;\n" + fence, done),
             Catch::Contains("only some threads"));
  CHECK_THAT(said_of(apart + fence, done), Catch::Contains("only some threads"));
  const std::string store = "st.shared.u64 [%r4], 7;\n";
  CHECK(said_of(meet + fence, done + "bar.sync 0;\n" + store) == "decides");
  CHECK(said_of(meet + fence, commit + "bar.sync 0;\n" + store) == "race");
  CHECK(said_of(meet + fence, commit + "wgmma.wait_group.sync.aligned 1;\nbar.sync 0;\n" + store) ==
        "race");
  CHECK(said_of(meet + fence, wait + "bar.sync 0;\n" + store) == "race");  // it is not committed
}

namespace {

// A warp loads a left matrix of 16x16 and a right one of 16x8, whose rows are 16 deep, and
// multiplies them; `load_right` loads %b0 and %b1 of what lies behind the left one, at %r8.
std::string warp_module(const std::string& load_right, const std::string& between) {
  std::string text =
      ".version 9.0\n.target sm_90a\n.address_size 64\n"
      ".visible .entry k(.param .u64 px, .param .u64 py, .param .u64 pout)\n{\n"
      ".reg .pred %p<4>;\n.reg .b32 %r<19>;\n.reg .b32 %a<4>;\n.reg .b32 %b<4>;\n"
      ".reg .b32 %d<4>;\n.reg .b64 %rd<19>;\n.shared .align 16 .b8 s[1024];\n"
      "ld.param.u64 %rd1, [px];\nld.param.u64 %rd3, [pout];\nmov.u32 %r1, %tid.x;\n"
      "mov.u32 %r2, s;\nshl.b32 %r3, %r1, 3;\nadd.u32 %r4, %r2, %r3;\n"
      "mul.wide.u32 %rd4, %r1, 8;\nadd.s64 %rd5, %rd1, %rd4;\n";
  for (int i = 0; i < 4; ++i) {
    const std::string at = '+' + std::to_string(256 * i);
    text += "ld.global.u64 %rd6, [%rd5" + at + "];\nst.shared.u64 [%r4" + at + "], %rd6;\n";
    text += "mov.b32 %d" + std::to_string(i) + ", 0;\n";
  }
  text += between;
  // Lanes 0 to 15 give the rows of the left half, the others those of the right one.
  text +=
      "and.b32 %r5, %r1, 15;\nshl.b32 %r5, %r5, 5;\nand.b32 %r6, %r1, 16;\nadd.u32 %r7, %r2, %r5;\n"
      "add.u32 %r7, %r7, %r6;\nadd.u32 %r8, %r2, 512;\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%a0, %a1, %a2, %a3}, [%r7];\n" +
      load_right +
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3}, "
      "{%a0, %a1, %a2, %a3}, {%b0, %b1}, {%d0, %d1, %d2, %d3};\n"
      "shl.b32 %r9, %r1, 4;\ncvt.u64.u32 %rd7, %r9;\nadd.s64 %rd8, %rd3, %rd7;\n";
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i);
    text += "st.global.b32 [%rd8+" + std::to_string(4 * i) + "], %d" + number + ";\n";
  }
  return text + "ret;\n}\n";
}

// The columns of the right matrix lie one behind the other.
const std::string load_columns =
    "and.b32 %r10, %r1, 7;\nshl.b32 %r10, %r10, 5;\nand.b32 %r11, %r1, 8;\nshl.b32 %r11, %r11, 1;\n"
    "add.u32 %r12, %r8, %r10;\nadd.u32 %r12, %r12, %r11;\n"
    "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%b0, %b1}, [%r12];\n";
// Its rows do, of 16 bytes.
const std::string load_rows =
    "and.b32 %r10, %r1, 15;\nshl.b32 %r10, %r10, 4;\nadd.u32 %r12, %r8, %r10;\n"
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%b0, %b1}, [%r12];\n";
// Without transposing, what is loaded is transposed in registers.
const std::string load_and_move =
    "and.b32 %r10, %r1, 15;\nshl.b32 %r10, %r10, 4;\nadd.u32 %r12, %r8, %r10;\n"
    "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%b2, %b3}, [%r12];\n"
    "movmatrix.sync.aligned.m8n8.trans.b16 %b0, %b2;\n"
    "movmatrix.sync.aligned.m8n8.trans.b16 %b1, %b3;\n";
// Stored transposed somewhere else, and loaded from there.
const std::string store_and_load =
    "and.b32 %r10, %r1, 15;\nshl.b32 %r10, %r10, 4;\nadd.u32 %r12, %r8, %r10;\n"
    "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%b2, %b3}, [%r12];\nadd.u32 %r13, %r12, 256;\n"
    "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r13], {%b2, %b3};\nbar.warp.sync -1;\n"
    "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%b0, %b1}, [%r13];\n";

kernel::Launch warp_launch(const std::vector<Value>& words) {
  kernel::Launch how = launch_of(words);
  how.grids[0].threads_per_block = {32, 1, 1};
  return how;
}

std::string said_of_warp(const std::string& load_right, const std::string& between) {
  try {
    const kernel::LaunchedKernel launched = kernel::read_launched(
        warp_module(load_right, between), "k.ptx", warp_launch(std::vector<Value>(128)));
    return launched.facts.whole->decides ? "decides" : "race";
  } catch (const InputError& error) {
    return error.message;
  }
}

}  // namespace

TEST_CASE("matrices: a warp loads and multiplies them", "[kernel][whole][matrix]") {
  const Numbers left = random_numbers(16, 16, -2, 3);
  const Numbers right = random_numbers(8, 16, -2, 4);  // by columns
  for (const auto& [load, by_columns] :
       {std::pair{load_columns, true}, std::pair{load_rows, false}, std::pair{load_and_move, false},
        std::pair{store_and_load, false}}) {
    std::vector<Value> words(128);
    for (int depth = 0; depth < 16; ++depth) {
      for (int line = 0; line < 16; ++line) {
        put(words, 32 * line + 2 * depth,
            half_bits(left[static_cast<std::size_t>(line)][static_cast<std::size_t>(depth)]));
      }
      for (int line = 0; line < 8; ++line) {
        put(words, 512 + (by_columns ? 32 * line + 2 * depth : 16 * depth + 2 * line),
            half_bits(right[static_cast<std::size_t>(line)][static_cast<std::size_t>(depth)]));
      }
    }
    for (const auto& [at, bits] :
         computed(warp_module(load, "bar.sync 0;\n"), warp_launch(words), 128)) {
      const int lane = at / 4, reg = at % 4;
      const auto row = static_cast<std::size_t>(lane / 4 + reg / 2 * 8);
      const auto column = static_cast<std::size_t>(lane % 4 * 2 + reg % 2);
      int sum = 0;
      for (std::size_t k = 0; k < 16; ++k) sum += left[row][k] * right[column][k];
      INFO(load << at);
      CHECK(bits == Value{single_bits(sum)});
    }
  }
}

TEST_CASE("matrices: each lane loads what it gets, and stores what it gives",
          "[kernel][whole][matrix]") {
  CHECK(said_of_warp(load_columns, "bar.sync 0;\n") == "decides");
  CHECK(said_of_warp(load_columns, "bar.warp.sync -1;\n") == "decides");
  CHECK(said_of_warp(load_columns, "") == "race");
  std::string unordered = store_and_load;
  const std::string barrier = "bar.warp.sync -1;\n";
  unordered.erase(unordered.find(barrier), barrier.size());
  CHECK(said_of_warp(unordered, "bar.sync 0;\n") == "race");
  std::string crooked = load_columns;
  crooked.insert(crooked.find("ldmatrix"), "add.u32 %r12, %r12, 8;\n");
  CHECK(said_of_warp(crooked, "bar.sync 0;\n") == "race");  // a bug: rows lie at multiples of 16
}

TEST_CASE("matrices: a warp of which some threads are not launched has none",
          "[kernel][whole][matrix]") {
  kernel::Launch how = warp_launch(std::vector<Value>(128));
  how.grids.front().threads_per_block = {16, 1, 1};
  how.looked = kernel::Looked::one_execution;
  std::string said;
  try {
    kernel::read_launched(warp_module(load_columns, "bar.sync 0;\n"), "k.ptx", how);
  } catch (const InputError& error) {
    said = error.message;
  }
  INFO(said);
  CHECK(said.find("matrices are of a whole warp") != std::string::npos);
}

TEST_CASE("matrices: what ptxas refuses, and what is not modelled, is refused",
          "[kernel][whole][matrix]") {
  const auto refused = [](const std::string& instruction) {
    const std::string module = warp_module(load_columns, "bar.sync 0;\n" + instruction);
    kernel::Launch how = warp_launch(std::vector<Value>(128));
    how.looked = kernel::Looked::as_needed;
    try {
      kernel::read_launched(module, "k.ptx", how);
    } catch (const InputError& error) {
      return error.line != 0 && error.message.find("does not decide") == std::string::npos;
    }
    return false;
  };
  CHECK_FALSE(refused("setmaxnreg.dec.sync.aligned.u32 40;\n"));
  CHECK(refused("setmaxnreg.dec.sync.aligned.u32 41;\n"));
  CHECK(
      refused("wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %rd1, "
              "%rd1, 1, 1, 1, 0, 0;\n"));
  CHECK(
      refused("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 {%d0, %d1, %d2, %d3}, %rd1, "
              "%rd1, 1, 1, 1, 0, 0;\n"));
  CHECK(
      refused("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %rd1, "
              "%rd1, 1, 2, 1, 0, 0;\n"));
  CHECK(
      refused("wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%d0, %d1, %d2, %d3}, "
              "%rd1, %rd1, 1;\n"));
  CHECK(
      refused("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16 {%d0, %d1, %d2, %d3}, "
              "{%a0, %a1, %a2, %a3}, {%b0, %b1}, {%d0, %d1};\n"));
  CHECK(
      refused("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%rd1, %rd1}, {%rd1}, {%rd1}, "
              "{%rd1, %rd1};\n"));
  CHECK(refused("ldmatrix.sync.aligned.m8n8.x3.shared.b16 {%a0, %a1, %a2}, [%r2];\n"));
  CHECK(refused("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%a0, %a1, %a2}, [%r2];\n"));
  CHECK(refused("movmatrix.sync.aligned.m8n8.b16 %a0, %a1;\n"));
}

}  // namespace opexplore
