// Accesses of several sizes to the same bytes, and vectors. Memory is little-endian.
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {
namespace {

/// A launch of so many blocks; x has elements of 4 bytes that start with these values, and the
/// results of the last block are what is observed.
kernel::Launch sized(std::uint32_t blocks, std::vector<Value> x, std::uint32_t width = 4) {
  const std::string last = std::to_string(blocks - 1);
  kernel::Launch result = usual_launch(blocks, "locations [ " + last + ":r0; " + last + ":r1; ]");
  const auto count = static_cast<std::uint32_t>(x.size());
  result.grids.front().parameters.front() = {"px", kernel::Buffer{"x", count, width, std::move(x)}};
  return result;
}

/// What each block does: a guard around each part.
std::string by_block(const std::vector<std::string>& parts) {
  std::string text = "mov.u32 %r8, %ctaid.x;\n";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string n = std::to_string(i);
    text += "setp.ne.u32 %p1, %r8, " + n + ";\n@%p1 bra $after" + n + ";\n" + parts[i] +
            "\n$after" + n + ":\n";
  }
  return text;
}

/// Both registers as they are stored in the results.
std::string results(const std::string& first, const std::string& second) {
  return "st.b32 [%rd3], " + first + ";\nst.b32 [%rd3+4], " + second + ";";
}

using Pairs = std::set<std::pair<Value, Value>>;

Pairs pairs(const std::string& body, const kernel::Launch& how) {
  const Test test = kernel_test(body, how);
  Pairs result;
  for (const AnsweredOutcome& outcome : explored(test).outcomes) {
    result.emplace(outcome.values.at(0), outcome.values.at(1));
  }
  return result;
}

std::size_t races(const std::string& body, const kernel::Launch& how) {
  ExploreOptions options;
  options.machine.races = true;
  return find_machine("ptx-proxy")->explore(kernel_test(body, how), options).data_races.size();
}

/// The place and the message.
InputError reading_error(const std::string& body, const kernel::Launch& how) {
  try {
    kernel_test(body, how);
  } catch (const InputError& error) {
    return error;
  }
  FAIL("it is read");
  return {"", {}, ""};
}

TEST_CASE("sizes: a structure is copied as 8 bytes and read by its fields", "[kernel][sizes]") {
  const std::string body =
      "ld.u64 %rd4, [%rd1];\nst.u64 [%rd2], %rd4;\nld.s32 %r1, [%rd2];\nld.u32 %r2, [%rd2+4];\n" +
      results("%r1", "%r2");
  CHECK(pairs(body, sized(1, {-1, 7})) == Pairs{{-1, 7}});
  CHECK(pairs(body, sized(1, {0x7FFFFFFF00000005}, 8)) == Pairs{{5, 0x7FFFFFFF}});
}

TEST_CASE("sizes: halves of a word that is written in one piece", "[kernel][sizes]") {
  // 42 * 2^32 + 1: the status 1 below the value 42.
  const std::string reader =
      "ld.relaxed.gpu.u32 %r1, [%rd1];\nld.relaxed.gpu.u32 %r2, [%rd1+4];\n" +
      results("%r1", "%r2");
  for (const std::string writer :
       {"atom.relaxed.gpu.exch.b64 %rd4, [%rd1], 180388626433;",
        "mov.b64 %rd5, 180388626433;\nst.relaxed.gpu.b64 [%rd1], %rd5;"}) {
    const std::string body = by_block({writer, reader});
    const Pairs found = pairs(body, sized(2, {0}, 8));
    CHECK(found.contains({0, 0}));
    CHECK(found.contains({0, 42}));
    CHECK(found.contains({1, 42}));
    CHECK(races(body, sized(2, {0}, 8)) > 0);
    // In one size it is a flag and its value, and no race.
    const std::string whole =
        by_block({writer, "ld.relaxed.gpu.u64 %rd4, [%rd1];\nmov.b64 {%r1, %r2}, %rd4;\n" +
                              results("%r1", "%r2")});
    CHECK(pairs(whole, sized(2, {0}, 8)) == Pairs{{0, 0}, {1, 42}});
    CHECK(races(whole, sized(2, {0}, 8)) == 0);
  }
}

TEST_CASE("sizes: bytes that are written alone and read as a word", "[kernel][sizes]") {
  const std::string first = "st.volatile.u8 [%rd1], 1;";
  const std::string second = "st.volatile.u8 [%rd1+1], 2;";
  const std::string both =
      by_block({first, second,
                "ld.volatile.u16 %rs1, [%rd1];\ncvt.u32.u16 %r1, %rs1;\n" + results("%r1", "%r1")});
  CHECK(pairs(both, sized(3, {0, 0}, 1)) == Pairs{{0, 0}, {1, 1}, {0x200, 0x200}, {0x201, 0x201}});
  CHECK(races(both, sized(3, {0, 0}, 1)) == 2);
  // 4 bytes, of which the last has its sign: 0x80000201.
  const std::string word = by_block({first, second, "ld.u32 %r1, [%rd1];\n" + results("%r1", "0")});
  CHECK(pairs(word, sized(3, {0, 0, 0, 0x80}, 1)) ==
        Pairs{{-0x80000000LL, 0}, {-0x7FFFFFFF, 0}, {-0x7FFFFE00, 0}, {-0x7FFFFDFF, 0}});
}

TEST_CASE("sizes: a plain word of which bytes are stored", "[kernel][sizes]") {
  // The bytes of 0x11223344, from the lowest one up, with 0x99 in the place of 0x33.
  const std::string body =
      "mov.u32 %r1, 287454020;\nst.u32 [%rd1], %r1;\nmov.u16 %rs1, 153;\nst.u8 [%rd1+1], %rs1;\n"
      "ld.u32 %r2, [%rd1];\nld.u16 %rs2, [%rd1+2];\ncvt.u32.u16 %r3, %rs2;\n" +
      results("%r2", "%r3");
  CHECK(pairs(body, sized(1, {0})) == Pairs{{0x11229944, 0x1122}});
}

TEST_CASE("sizes: signs of narrow loads", "[kernel][sizes]") {
  const auto loaded = [](const std::string& load, std::vector<Value> x, std::uint32_t width) {
    const Pairs found = pairs(load + results("%r1", "0"), sized(1, std::move(x), width));
    REQUIRE(found.size() == 1);
    return found.begin()->first;
  };
  CHECK(loaded("ld.s8 %rs1, [%rd1];\ncvt.s32.s16 %r1, %rs1;\n", {0x80}, 1) == -0x80);
  CHECK(loaded("ld.u8 %rs1, [%rd1];\ncvt.s32.s16 %r1, %rs1;\n", {0x80}, 1) == 0x80);
  CHECK(loaded("ld.s8 %r1, [%rd1];\n", {0xFF}, 1) == -1);
  CHECK(loaded("ld.u8 %r1, [%rd1];\n", {0xFF}, 1) == 0xFF);
  CHECK(loaded("ld.s16 %r1, [%rd1];\n", {0x8000}, 2) == -0x8000);
  CHECK(loaded("ld.u16 %r1, [%rd1];\n", {0x8000}, 2) == 0x8000);
  CHECK(loaded("ld.s16 %r1, [%rd1];\n", {0x7FFF}, 2) == 0x7FFF);
  CHECK(loaded("ld.s8 %rd4, [%rd1];\nshr.s64 %rd4, %rd4, 32;\ncvt.u32.u64 %r1, %rd4;\n", {0x80},
               1) == -1);
  CHECK(loaded("ld.s32 %rd4, [%rd1];\nshr.s64 %rd4, %rd4, 32;\ncvt.u32.u64 %r1, %rd4;\n", {-5},
               4) == -1);
  CHECK(loaded("ld.u32 %rd4, [%rd1];\nshr.s64 %rd4, %rd4, 32;\ncvt.u32.u64 %r1, %rd4;\n", {-5},
               4) == 0);
  // Of two bytes, and of the upper byte of two: 0x80 above 0x7F.
  const std::string bytes = "st.u8 [%rd1], 127;\n";
  CHECK(loaded(bytes + "ld.s16 %r1, [%rd1];\n", {0x8000}, 2) == -0x7F81);
  const std::string whole = "mov.u16 %rs2, -32641;\nst.volatile.u16 [%rd1], %rs2;\n";
  CHECK(loaded(whole + "ld.s8 %r1, [%rd1+1];\n", {0}, 2) == -0x80);
  CHECK(loaded(whole + "ld.u8 %r1, [%rd1+1];\n", {0}, 2) == 0x80);
  CHECK(loaded(whole + "ld.s8 %r1, [%rd1];\n", {0}, 2) == 0x7F);
}

TEST_CASE("sizes: parts of what is accessed in one piece are not stored", "[kernel][sizes]") {
  const InputError part = reading_error(
      "mov.u32 %r1, 1;\natom.add.u64 %rd4, [%rd1], 1;\nst.u32 [%rd1+4], %r1;", sized(1, {0}, 8));
  CHECK(part.line == body_line + 2);
  CHECK(part.message.find("a store of 4 bytes into 8 that others access in one piece") !=
        std::string::npos);
  const InputError changed = reading_error(
      "atom.add.u32 %r1, [%rd1+4], 1;\natom.add.u64 %rd4, [%rd1], 1;", sized(1, {0}, 8));
  CHECK(changed.message.find("a read-modify-write of 4 bytes in 8") != std::string::npos);
}

TEST_CASE("sizes: computed addresses of several sizes", "[kernel][sizes]") {
  const std::string index =
      "ld.u32 %r1, [%rd2];\nmul.wide.u32 %rd4, %r1, 8;\nadd.s64 %rd5, %rd1, %rd4;\n";
  const std::string divides = "ld.u32 %r4, [%rd1+12];\n";
  const std::string load =
      "ld.u64 %rd6, [%rd5];\nmov.b64 {%r2, %r3}, %rd6;\n" + results("%r2", "%r3");
  kernel::Launch how = sized(1, {1, 2, 3, -4});
  how.grids.front().parameters.at(1) = {"py", kernel::Buffer{"y", 1, 4, {1}}};
  CHECK(pairs(index + load, how) == Pairs{{3, -4}});
  CHECK(pairs(index + divides + load, how) == Pairs{{3, -4}});
  CHECK(pairs(index + load + divides, how) == Pairs{{3, -4}});
  // The upper half of what is stored, at an address that is known.
  const std::string store = "mov.b64 %rd6, 180388626433;\nst.u64 [%rd5], %rd6;\n";
  CHECK(pairs(index + store + "ld.u32 %r2, [%rd1+12];\nld.u32 %r3, [%rd1+8];\n" +
                  results("%r2", "%r3"),
              how) == Pairs{{42, 1}});
  const InputError part = reading_error(
      index + "atom.add.u64 %rd6, [%rd1+8], 1;\nld.u32 %r2, [%rd5];\n" + results("%r2", "0"), how);
  CHECK(part.line == body_line + 4);
  CHECK(part.message.find("to a part of 8 bytes that others access in one piece") !=
        std::string::npos);
}

TEST_CASE("sizes: reading ends where questions and addresses divide differently",
          "[kernel][sizes]") {
  // The byte is the first one of x[1].
  const std::string body =
      "ld.u32 %r1, [%rd2];\ncvt.u64.u32 %rd4, %r1;\nadd.s64 %rd5, %rd1, %rd4;\n"
      "ld.u8 %r2, [%rd5];\n" +
      results("%r2", "0");
  kernel::Launch how = sized(1, {1, 2});
  how.grids.front().parameters.at(1) = {"py", kernel::Buffer{"y", 1, 4, {4}}};
  CHECK(pairs(body, how) == Pairs{{2, 0}});
  how.question = "exists (x[1]=2)";
  CHECK(reading_error(body, how).message.find(
            "not modelled: this access is to bytes that are accessed") != std::string::npos);
}

TEST_CASE("sizes: questions name what is accessed in parts by its parts", "[kernel][sizes]") {
  const std::string body = "ld.u16 %r1, [%rd1+4];\nld.u32 %r2, [%rd1+4];\n" + results("%r1", "%r2");
  kernel::Launch how = sized(1, {1, 2});
  how.question = "exists (x[1]=2)";
  CHECK(reading_error(body, how).suggestion == "ask for its parts: x_at_4, x_at_6");
  how.question = "exists (x_at_4=2 /\\ x[0]=1)";
  CHECK(reached(kernel_test(body, how)));
}

const std::string vector_writer =
    "mov.u32 %r1, 1;\nmov.u32 %r2, 42;\nst.relaxed.gpu.v2.u32 [%rd1], {%r1, %r2};";
const std::string vector_reader =
    "ld.relaxed.gpu.v2.u32 {%r1, %r2}, [%rd1];\n" + results("%r1", "%r2");

TEST_CASE("sizes: elements of vectors are accesses of their own", "[kernel][sizes]") {
  kernel::Launch how = sized(2, {0, 0});
  const std::string body = by_block({vector_writer, vector_reader});
  const Pairs whole{{0, 0}, {1, 42}};
  const Pairs torn{{0, 0}, {1, 42}, {1, 0}, {0, 42}};
  CHECK(pairs(body, how) == torn);
  CHECK(races(body, how) == 0);
  how.one_piece = 8;
  CHECK(pairs(body, how) == whole);
  CHECK(races(body, how) == 0);
  how.one_piece = 16;
  CHECK(pairs(body, how) == whole);
}

TEST_CASE("sizes: vectors of 16 bytes", "[kernel][sizes]") {
  const std::string body =
      by_block({"mov.u32 %r1, 1;\nst.volatile.v4.u32 [%rd1], {%r1, %r1, %r1, %r1};",
                "ld.volatile.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\n" + results("%r1", "%r4")});
  kernel::Launch how = sized(2, {0, 0, 0, 0});
  const Pairs torn{{0, 0}, {1, 1}, {1, 0}, {0, 1}};
  CHECK(pairs(body, how) == torn);
  how.one_piece = 8;  // they are longer
  CHECK(pairs(body, how) == torn);
  how.one_piece = 16;
  const InputError error = reading_error(body, how);
  CHECK(error.message.find("16 bytes in one piece") != std::string::npos);
  CHECK(error.message.find("st.volatile.v4.u32") != std::string::npos);
}

/// What is wrong, if a thread stops.
std::string misuse(const std::string& body, const kernel::Launch& how) {
  const kernel::LaunchedKernel kernel = kernel::read_launched(module_text(body), "k.ptx", how);
  return kernel.facts.assertions.empty() ? "" : kernel.facts.assertions.front().text;
}

TEST_CASE("sizes: whole accesses are aligned and in bounds, divided or not", "[kernel][sizes]") {
  const kernel::Launch how = sized(1, {1, 2, 3, 4});
  const std::string divides = "ld.u32 %r1, [%rd1+4];\nld.u32 %r1, [%rd1+8];\n";
  const std::string across = "ld.u64 %rd4, [%rd1+4];";
  CHECK(misuse(across, how).find("no multiple of the 8 bytes") != std::string::npos);
  CHECK(misuse(divides + across, how).find("no multiple of the 8 bytes") != std::string::npos);
  const std::string vector = "ld.v2.u32 {%r1, %r2}, [%rd1+4];";
  CHECK(misuse(vector, how).find("no multiple of the 8 bytes") != std::string::npos);
  CHECK(misuse("ld.v2.u32 {%r1, %r2}, [%rd1+8];", how).empty());
  CHECK(misuse("ld.v2.u32 {%r1, %r2}, [%rd1+16];", how).find("which has 16 bytes") !=
        std::string::npos);
  // Known only when it runs: 4 bytes behind y[0] of x, then 8.
  const std::string index =
      "ld.u32 %r1, [%rd2];\ncvt.u64.u32 %rd4, %r1;\nadd.s64 %rd5, %rd1, %rd4;\n"
      "ld.v2.u32 {%r1, %r2}, [%rd5];\n" +
      results("%r1", "%r2");
  kernel::Launch computed = how;
  computed.grids.front().parameters.at(1) = {"py", kernel::Buffer{"y", 1, 4, {4}}};
  CHECK(misuse(index, computed).find("outside of 'x'") != std::string::npos);
  computed.grids.front().parameters.at(1) = {"py", kernel::Buffer{"y", 1, 4, {8}}};
  CHECK(misuse(index, computed).empty());
  CHECK(pairs(index, computed) == Pairs{{3, 4}});
}

TEST_CASE("sizes: what is divided stays as long as it was said to be", "[kernel][sizes]") {
  kernel::Launch how = sized(1, {0});
  how.grids.front().parameters.front() = {"px", kernel::Buffer{"x", 2, std::nullopt, {5, 7}}};
  // The first access makes elements of 8 bytes.
  const std::string body =
      "ld.u64 %rd4, [%rd1];\ncvt.u32.u64 %r3, %rd4;\nld.u32 %r1, [%rd1];\nld.u64 %rd5, [%rd1+8];\n"
      "cvt.u32.u64 %r2, %rd5;\n" +
      results("%r1", "%r2");
  CHECK(misuse(body, how).empty());
  CHECK(pairs(body, how) == Pairs{{5, 7}});
}

TEST_CASE("sizes: vectors beside accesses to their elements", "[kernel][sizes]") {
  const std::string second = "ld.relaxed.gpu.u32 %r2, [%rd1+4];\n" + results("0", "%r2");
  const std::string body = by_block({vector_writer, second});
  kernel::Launch how = sized(2, {0, 0});
  CHECK(pairs(body, how) == Pairs{{0, 0}, {0, 42}});
  CHECK(races(body, how) == 0);
  how.one_piece = 8;
  CHECK(pairs(body, how) == Pairs{{0, 0}, {0, 42}});
  CHECK(races(body, how) == 1);  // of 8 and 4 bytes
  const std::string store = by_block({"st.relaxed.gpu.u32 [%rd1], 1;", vector_reader});
  CHECK(reading_error(store, how).message.find("a store of 4 bytes into 8") != std::string::npos);
}

TEST_CASE("sizes: the same launch with vectors in one piece is known", "[kernel][sizes]") {
  const auto in_one_piece = [](const std::string& body, std::uint32_t bytes) {
    kernel::Launch how = sized(1, {0, 0, 0, 0});
    how.one_piece = bytes;
    return kernel::read_launched(module_text(body), "k.ptx", how).facts.in_one_piece;
  };
  const auto locations = [](const kernel::LaunchedKernel& kernel) {
    return kernel.test.program.locations.size();
  };
  REQUIRE(in_one_piece(vector_reader, 0) != nullptr);
  CHECK(locations(*in_one_piece(vector_reader, 0)) == 1);
  CHECK(in_one_piece(vector_reader, 8) == nullptr);
  CHECK(in_one_piece("ld.u32 %r1, [%rd1];", 0) == nullptr);
  CHECK(in_one_piece("ld.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];", 0) == nullptr);
  // Nor where that is not modelled.
  CHECK(in_one_piece(vector_reader + "\nst.volatile.u32 [%rd1], %r1;", 0) == nullptr);
}

TEST_CASE("sizes: unsigned minima and maxima of numbers of one sign", "[kernel][sizes]") {
  const auto left = [](const std::string& body, Value initial, std::uint32_t width) {
    kernel::Launch how = sized(1, {initial}, width);
    how.question = "locations [ x; ]";
    const Answer report = explored(kernel_test(body, how));
    REQUIRE(report.outcomes.size() == 1);
    return report.outcomes.front().values.front();
  };
  CHECK(left("atom.max.u32 %r1, [%rd1], 5;", 7, 4) == 7);
  CHECK(left("atom.min.u32 %r1, [%rd1], 5;", 7, 4) == 5);
  CHECK(left("red.max.u32 [%rd1], 9;", 7, 4) == 9);
  CHECK(left("atom.max.u64 %rd4, [%rd1], 30064771073;", 21474836480, 8) == 30064771073);
  // 2^32 - 1 is the largest one, 2^32 - 2 the next.
  CHECK(left("atom.max.u32 %r1, [%rd1], -2;", -1, 4) == -1);
  CHECK(left("atom.min.u32 %r1, [%rd1], -2;", -1, 4) == -2);
  // Where numbers of both signs meet they are compared by a loop.
  CHECK(left("atom.max.u32 %r1, [%rd1], 5;", -1, 4) == -1);
  CHECK(left("atom.min.u32 %r1, [%rd1], 5;", -1, 4) == 5);
  CHECK(left("red.min.u32 [%rd1], -1;", 0, 4) == 0);
  CHECK(left("red.max.u64 [%rd1], -1;", 7, 8) == -1);
  CHECK(left("ld.u32 %r1, [%rd2];\nsub.u32 %r1, %r1, 2;\nred.max.u32 [%rd1], %r1;", 7, 4) == -2);
}

}  // namespace
}  // namespace opexplore::testing
