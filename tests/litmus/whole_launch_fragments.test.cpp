// Matrices of wmma: what a warp computes is the product and the sum, whatever lane holds what.
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore {
namespace {

using namespace testing;

// Bits of small whole numbers.
std::uint32_t as_single(int number) { return std::bit_cast<std::uint32_t>(float(number)); }
std::uint32_t as_brain(int number) { return as_single(number) >> 16; }
std::uint32_t as_half(int number) {
  if (number == 0) return 0;
  const auto size = static_cast<std::uint32_t>(std::abs(number));
  const auto exponent = static_cast<std::uint32_t>(std::bit_width(size)) - 1;
  return (number < 0 ? 0x8000U : 0U) | (exponent + 15) << 10 | (size << (10 - exponent) & 0x3FFU);
}
std::uint32_t as_byte(int number) { return static_cast<std::uint32_t>(number) & 0xFFU; }
std::uint32_t as_word(int number) { return static_cast<std::uint32_t>(number); }

struct Format {
  std::string name;
  int bytes = 2;
  std::function<std::uint32_t(int)> of;
};
const Format f16{"f16", 2, as_half};
const Format f32{"f32", 4, as_single};
const Format bf16{"bf16", 2, as_brain};
const Format tf32{"tf32", 4, as_single};
const Format s8{"s8", 1, as_byte};
const Format u8{"u8", 1, as_byte};
const Format s32{"s32", 4, as_word};

// A matrix of small numbers, and how it lies in memory.
struct Laid {
  int rows = 0;
  int columns = 0;
  bool by_columns = false;
  int distance = 0;  // of lines, in elements
  std::vector<int> numbers;

  Laid(int r, int c, bool by, int gap, unsigned seed)
      : rows(r), columns(c), by_columns(by), distance((by ? r : c) + gap) {
    std::mt19937 random(seed);
    for (int i = 0; i < r * c; ++i) numbers.push_back(static_cast<int>(random() % 4));
  }
  int& at(int row, int column) {
    return numbers.at(static_cast<std::size_t>(row * columns + column));
  }
  int place(int row, int column) const {
    return by_columns ? column * distance + row : row * distance + column;
  }
  std::vector<Value> memory(const Format& format) {
    std::vector<Value> result(static_cast<std::size_t>(distance * (by_columns ? columns : rows)));
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        result.at(static_cast<std::size_t>(place(row, column))) = Value{format.of(at(row, column))};
      }
    }
    return result;
  }
  std::string layout() const { return by_columns ? ".col" : ".row"; }
};

std::string registers(const std::string& name, int count) {
  std::string result = "{";
  for (int i = 0; i < count; ++i) result += (i == 0 ? "%" : ", %") + name + std::to_string(i);
  return result + "}";
}

struct Product {
  std::array<int, 3> shape = {16, 16, 16};  // m, n, k
  Format factor = f16;
  Format sums = f32;
  bool by_columns = false;  // the left matrix; the others are the other way round
  int gap = 16;
  std::string first = {};  // instructions before it

  std::string shape_text() const {
    return ".m" + std::to_string(shape[0]) + 'n' + std::to_string(shape[1]) + 'k' +
           std::to_string(shape[2]);
  }
  int held(int rows, int columns) const {
    if (factor.name == "f16") return 8;
    return rows * columns * factor.bytes / (32 * 4);
  }
};

std::string module_of(const Product& product, const Laid& left, const Laid& right, const Laid& sums,
                      const std::string& behind) {
  const std::string a = registers("a", product.held(left.rows, left.columns));
  const std::string b = registers("b", product.held(right.rows, right.columns));
  const std::string c = registers("c", product.sums.bytes == 2 ? 4 : 8);
  const std::string shape = product.shape_text();
  const std::string sum = '.' + product.sums.name;
  const std::string factor = '.' + product.factor.name;
  const std::string types = product.factor.name == "f16" ? sum + sum : sum + factor + factor + sum;
  const auto load = [&](const std::string& which, const Laid& matrix, const std::string& type,
                        const std::string& to, const std::string& from) {
    return "wmma.load." + which + ".sync.aligned" + matrix.layout() + shape + ".global" + type +
           ' ' + to + ", [" + from + "], " + std::to_string(matrix.distance) + ";\n";
  };
  return ".version 9.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry k(.param .u64 px, .param .u64 py, .param .u64 pout)\n{\n"
         ".reg .b32 %a<8>;\n.reg .b32 %b<8>;\n.reg .b32 %c<8>;\n.reg .b32 %r<9>;\n"
         ".reg .b64 %rd<9>;\nld.param.u64 %rd1, [px];\nld.param.u64 %rd2, [py];\n"
         "ld.param.u64 %rd3, [pout];\n" +
         product.first + load("a", left, factor, a, "%rd1") + load("b", right, factor, b, "%rd2") +
         load("c", sums, sum, c, "%rd3") + "wmma.mma.sync.aligned" + left.layout() +
         right.layout() + shape + types + ' ' + c + ", " + a + ", " + b + ", " + c + ";\n" +
         "wmma.store.d.sync.aligned" + sums.layout() + shape + ".global" + sum + " [%rd3], " + c +
         ", " + std::to_string(sums.distance) + ";\n" + behind + "ret;\n}\n";
}

struct Run {
  Laid left, right, sums;
  kernel::LaunchedKernel launched;
};

Run run_of(const Product& product, const std::vector<int>& asked, const std::string& behind = "",
           kernel::Looked looked = kernel::Looked::one_execution) {
  const auto [m, n, k] = product.shape;
  Laid left(m, k, product.by_columns, product.gap, 1);
  Laid right(k, n, !product.by_columns, product.gap, 2);
  Laid sums(m, n, !product.by_columns, product.gap, 3);
  const auto buffer_of = [](const std::string& name, Laid& matrix, const Format& format) {
    const std::vector<Value> memory = matrix.memory(format);
    return kernel::Buffer{name, static_cast<std::uint32_t>(memory.size()),
                          static_cast<std::uint32_t>(format.bytes), memory};
  };
  std::string question;
  for (const int place : asked) question += " z_" + std::to_string(place) + ';';
  kernel::Launch how = launch(grid("k", {1, 1, 1}, {32, 1, 1},
                                   {{"px", buffer_of("x", left, product.factor)},
                                    {"py", buffer_of("y", right, product.factor)},
                                    {"pout", buffer_of("z", sums, product.sums)}}),
                              question.empty() ? "" : "locations [" + question + " ]");
  how.looked = looked;
  const std::string module = module_of(product, left, right, sums, behind);
  return {left, right, sums, kernel::read_launched(module, "k.ptx", how)};
}

void check_product(const Product& product) {
  const auto [m, n, k] = product.shape;
  const Laid where(m, n, !product.by_columns, product.gap, 3);
  std::vector<int> asked;
  for (int i = 0; i < 48; ++i) {
    const int number = i * 37 % (m * n);
    asked.push_back(where.place(number / n, number % n));
  }
  Run run = run_of(product, asked);
  REQUIRE(run.launched.facts.whole->decides);
  int seen = 0;
  for (const Location& location : run.launched.test.program.locations) {
    if (!location.name.starts_with("z_")) continue;
    const int place = std::stoi(location.name.substr(2));
    const int line = place / where.distance, in_line = place % where.distance;
    const int row = where.by_columns ? in_line : line, column = where.by_columns ? line : in_line;
    int sum = run.sums.at(row, column);
    for (int i = 0; i < k; ++i) sum += run.left.at(row, i) * run.right.at(i, column);
    INFO(product.shape_text() << ' ' << product.factor.name << " row " << row << " column "
                              << column);
    const std::uint32_t mask = product.sums.bytes == 2 ? 0xFFFF : ~std::uint32_t{0};
    CHECK((static_cast<std::uint32_t>(location.initial) & mask) == product.sums.of(sum));
    ++seen;
  }
  CHECK(seen == 48);
}

std::string refused_because(const std::string& first,
                            kernel::Looked looked = kernel::Looked::as_needed) {
  try {
    Product product{};
    product.first = first;
    run_of(product, {}, "", looked);
  } catch (const InputError& error) {
    return error.message;
  }
  return "";
}

}  // namespace

TEST_CASE("fragments: sums of products, of each shape, layout and element",
          "[kernel][whole][matrix]") {
  for (const bool by_columns : {false, true}) {
    for (const std::array<int, 3>& shape :
         {std::array{16, 16, 16}, std::array{32, 8, 16}, std::array{8, 32, 16}}) {
      check_product({shape, f16, f32, by_columns});
      check_product({shape, f16, f16, by_columns});
      check_product({shape, bf16, f32, by_columns});
      check_product({shape, s8, s32, by_columns});
      check_product({shape, u8, s32, by_columns});
    }
    check_product({{16, 16, 8}, tf32, f32, by_columns});
  }
}

TEST_CASE("fragments: lanes access what the others move", "[kernel][whole][matrix]") {
  // Each lane reads a word of the result, behind a barrier of the warp or not.
  const std::string read =
      "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd5, %rd3, %rd4;\n"
      "ld.global.u32 %r2, [%rd5];\n";
  const Product product{};
  CHECK(run_of(product, {}, "bar.warp.sync -1;\n" + read).launched.facts.whole->decides);
  const Run raced = run_of(product, {}, read);
  CHECK_FALSE(raced.launched.facts.whole->decides);
  CHECK(raced.launched.facts.whole->bugs != 0);
  // Numbers of the next line begin at no multiple of 16 bytes.
  Product crooked{};
  crooked.gap = 3;
  CHECK_FALSE(run_of(crooked, {}).launched.facts.whole->decides);
}

TEST_CASE("fragments: what there is not is refused by name", "[kernel][whole][matrix]") {
  const auto refused = [](const std::string& instruction) {
    const std::string said = refused_because(instruction);
    INFO(said);
    CHECK(said.starts_with("not modelled: '"));
    return said.find("wmma.") != std::string::npos;
  };
  CHECK(
      refused("wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 {%rd1}, {%rd1}, {%rd1}, "
              "{%rd1};\n"));
  CHECK(refused("wmma.load.a.sync.aligned.row.m8n8k32.s4 {%a0}, [%rd1];\n"));
  CHECK(refused("wmma.mma.sync.aligned.row.col.m16n16k8.f32.f32 {%a0}, {%a0}, {%a0}, {%a0};\n"));
  CHECK(refused("wmma.load.d.sync.aligned.row.m16n16k16.f32 {%a0}, [%rd1];\n"));
  CHECK(refused_because("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%a0}, [%rd1];\n")
            .find("needs 8 registers in braces") != std::string::npos);
  // The lanes name different places.
  CHECK(refused_because("mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd4, %r1, 32;\n"
                        "add.s64 %rd5, %rd1, %rd4;\n"
                        "wmma.load.a.sync.aligned.row.m16n16k16.f16 " +
                            registers("a", 8) + ", [%rd5], 32;\n",
                        kernel::Looked::one_execution)
            .find("different places") != std::string::npos);
}

}  // namespace opexplore
