// Products of matrices that a warp or a warpgroup computes, and transfers of matrices (PTX
// ISA 9.7.16 "Warp Level Matrix Instructions", 9.7.17 "Asynchronous Warpgroup Level Matrix
// Instructions").
#include "litmus/kernels/front/matrix.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/front/asynchronous.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

using code::MatrixElement;
using code::MatrixProduct;
using code::MatrixTransfer;
using detail::quote;

std::optional<std::array<std::uint32_t, 3>> sizes_in(std::string_view text) {
  std::array<std::uint32_t, 3> sizes = {};
  constexpr std::array letters = {'m', 'n', 'k'};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (text.empty() || text.front() != letters[i]) return std::nullopt;
    text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), sizes[i]);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return text.empty() ? std::optional(sizes) : std::nullopt;
}

std::optional<MatrixElement> element_named(std::string_view text) {
  const auto* const known = std::ranges::find(code::matrix_elements, text);
  if (known == code::matrix_elements.end()) return std::nullopt;
  return static_cast<MatrixElement>(known - code::matrix_elements.begin());
}

bool is_integer(MatrixElement element) {
  return element == MatrixElement::s8 || element == MatrixElement::u8;
}

bool go_together(const MatrixProduct& what) {
  using enum MatrixElement;
  const bool same = what.left == what.right;
  switch (what.left) {
    case f16:
      return same && (what.sums == f16 || what.sums == f32);
    case bf16:
    case tf32:
      return same && what.sums == f32;
    case e4m3:
    case e5m2:
      return (what.right == e4m3 || what.right == e5m2) && (what.sums == f16 || what.sums == f32);
    case s8:
    case u8:
      return is_integer(what.right) && what.sums == s32;
    case f32:
    case s32:
      break;
  }
  return false;
}

void require_vector(const Spelled& spelled, const code::Operand& operand, std::size_t count) {
  const bool fits = operand.kind == code::Operand::Kind::vector && operand.parts.size() == count;
  if (fits) return;
  spelled.fail_at(operand, spelled.written() + " needs " + std::to_string(count) +
                               (count == 1 ? " register in braces" : " registers in braces"));
}

std::vector<detail::Modifier> modifiers_beside(const Spelled& spelled,
                                               std::initializer_list<std::string_view> known,
                                               std::string_view nearest) {
  std::vector<detail::Modifier> others = spelled.mnemonic().modifiers;
  for (const std::string_view word : known) {
    const auto found = std::ranges::find(others, word, &detail::Modifier::text);
    if (found == others.end()) {
      spelled.fail(spelled.written() + " lacks ." + std::string(word),
                   "nearest: " + std::string(nearest));
    }
    others.erase(found);
  }
  return others;
}

[[noreturn]] void refuse_modifier(const Spelled& spelled, const detail::Modifier& modifier,
                                  std::string_view nearest) {
  spelled.fail_at(modifier, "not modelled: " + quote(modifier.text) + " in " + spelled.written(),
                  "nearest: " + std::string(nearest));
}

namespace {

constexpr std::uint32_t depth_bits = 256;  // of what a row of the left matrix has
constexpr std::uint32_t most_columns = 256;

/// How many columns there may be in a product of a warpgroup: multiples of 8, and of 16 if there
/// are many integers.
bool are_columns(const MatrixProduct& what) {
  const bool is_wide = is_integer(what.left) && what.columns > 24;
  return what.columns != 0 && what.columns <= most_columns &&
         what.columns % (is_wide ? 16 : 8) == 0;
}

/// Those of `known` must be there, and what else is, too.
WrittenProduct product_written(const Spelled& spelled,
                               std::initializer_list<std::string_view> known,
                               std::string_view nearest) {
  WrittenProduct written;
  for (const detail::Modifier& modifier : modifiers_beside(spelled, known, nearest)) {
    if (modifier.text == "satfinite") {
      written.saturates = true;
    } else if (const auto element = element_named(modifier.text)) {
      written.elements.push_back(*element);
    } else if (const auto sizes = sizes_in(modifier.text); sizes && written.sizes[0] == 0) {
      written.sizes = *sizes;
    } else {
      refuse_modifier(spelled, modifier, nearest);
    }
  }
  return written;
}

class WarpgroupReader {
 public:
  WarpgroupReader(const Spelled& spelled, code::Instruction& made)
      : spelled_(spelled), made_(made) {}

  void run() {
    read_modifiers();
    const bool by_half_words = code::bits_of(product_.left) == 16;
    const std::vector<code::Operand>& written = made_.operands;
    product_.left_in_registers =
        written.size() > 1 && written[1].kind == code::Operand::Kind::vector;
    std::size_t count = 4;
    if (!is_integer(product_.left)) count += 2;
    if (by_half_words) count += product_.left_in_registers ? 1 : 2;
    require_count(spelled_, made_, count, count);
    require_vector(spelled_, written[0], product_.columns * code::bits_of(product_.sums) / 64);
    if (product_.left_in_registers) require_vector(spelled_, written[1], 4);
    if (!is_integer(product_.left)) {
      product_.negates_left = choice(written[4], 1, -1);
      product_.negates_right = choice(written[5], 1, -1);
    }
    if (by_half_words && !product_.left_in_registers) {
      product_.left_by_columns = choice(written[6], 0, 1);
    }
    if (by_half_words) product_.right_by_rows = choice(written[count - 1], 0, 1);
    made_.operands = {written[0], written[0], written[1], written[2], written[3]};
    made_.results = 1;
    made_.operation = product_;
  }

 private:
  void read_modifiers() {
    const WrittenProduct written =
        product_written(spelled_, {"mma_async", "sync", "aligned"},
                        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16");
    if (written.elements.size() != 3) refuse();
    product_.of_warpgroup = true;
    product_.sums = written.elements[0];
    product_.left = written.elements[1];
    product_.right = written.elements[2];
    product_.columns = written.sizes[1];
    product_.depth = written.sizes[2];
    product_.saturates = written.saturates;
    const bool deep = product_.depth * code::bits_of(product_.left) == depth_bits;
    if (written.sizes[0] != 64 || !deep || !go_together(product_) || !are_columns(product_)) {
      refuse();
    }
    if (product_.saturates && !is_integer(product_.left)) refuse();
  }

  [[noreturn]] void refuse() const {
    spelled_.fail(
        "there is no " + spelled_.written(),
        "its shape is .m64nNk16 for .f16 and .bf16, k8 for .tf32, k32 for 8 bits, and N a "
        "multiple of 8 up to 256");
  }

  /// Whether the operand is the second number; else it is the first.
  bool choice(const code::Operand& operand, Value first, Value second) const {
    const bool fits = operand.kind == code::Operand::Kind::number &&
                      (operand.number == first || operand.number == second);
    if (fits) return operand.number == second;
    spelled_.fail_at(operand, spelled_.written() + " needs a number here",
                     "write " + std::to_string(first) + " or " + std::to_string(second));
  }

  const Spelled& spelled_;
  code::Instruction& made_;
  MatrixProduct product_;
};

/// `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 sums, left, right, sums before`.
void read_warp_product(const Spelled& spelled, code::Instruction& made) {
  const WrittenProduct written =
      product_written(spelled, {"sync", "aligned", "row", "col"},
                      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
  const auto refuse = [&]() {
    spelled.fail(
        "not modelled: " + spelled.written(),
        "what is: .m16n8k16 and k8 for .f16 and .bf16, k8 and k4 for .tf32, k32 and k16 for "
        "8 bits, with sums of one kind");
  };
  if (written.elements.size() != 4) refuse();
  MatrixProduct product;
  product.columns = 8;
  product.depth = written.sizes[2];
  product.sums = written.elements[0];
  product.left = written.elements[1];
  product.right = written.elements[2];
  product.left_in_registers = true;
  product.saturates = written.saturates;
  const std::uint32_t bits = product.depth * code::bits_of(product.left);
  const bool fits = written.sizes[0] == 16 && written.sizes[1] == 8 &&
                    (bits == depth_bits || bits == depth_bits / 2) && go_together(product) &&
                    written.elements[3] == product.sums &&
                    (!product.saturates || is_integer(product.left));
  if (!fits) refuse();
  require_count(spelled, made, 4, 4);
  const std::vector<code::Operand>& operands = made.operands;
  const std::size_t sums = code::bits_of(product.sums) == 16 ? 2 : 4;
  require_vector(spelled, operands[0], sums);
  require_vector(spelled, operands[1], bits / 64);
  require_vector(spelled, operands[2], bits / 128);
  require_vector(spelled, operands[3], sums);
  made.operands = {operands[0], operands[3], operands[1], operands[2]};
  made.results = 1;
  made.operation = product;
}

/// `ldmatrix` and `stmatrix`, of matrices of 8x8 elements of 16 bits.
template <MatrixTransfer::Kind Kind>
void read_transfer(const Spelled& spelled, code::Instruction& made) {
  constexpr std::array<Word<std::uint32_t>, 3> counts = {{{"x1", 1}, {"x2", 2}, {"x4", 4}}};
  const std::string nearest =
      std::string(spelled.mnemonic().name.text) + ".sync.aligned.m8n8.x4.shared.b16";
  MatrixTransfer transfer{.kind = Kind, .matrices = 0};
  for (const detail::Modifier& modifier :
       modifiers_beside(spelled, {"sync", "aligned", "m8n8", "b16"}, nearest)) {
    const auto count = find_word<std::uint32_t>(counts, modifier.text);
    if (count && transfer.matrices == 0) {
      transfer.matrices = *count;
    } else if (modifier.text == "trans") {
      transfer.transposes = true;
    } else if (modifier.text != "shared" && modifier.text != "shared::cta") {
      refuse_modifier(spelled, modifier, nearest);
    }
  }
  if (transfer.matrices == 0) {
    spelled.fail(spelled.written() + " says no number of matrices", "write .x1, .x2 or .x4");
  }
  require_count(spelled, made, 2, 2);
  constexpr bool stores = Kind == MatrixTransfer::Kind::store;
  require_vector(spelled, made.operands[stores ? 1 : 0], transfer.matrices);
  made.results = stores ? 0 : 1;
  made.operation = transfer;
}

/// `movmatrix`, likewise.
void read_transposition(const Spelled& spelled, code::Instruction& made) {
  constexpr const char* nearest = "movmatrix.sync.aligned.m8n8.trans.b16";
  for (const detail::Modifier& other :
       modifiers_beside(spelled, {"sync", "aligned", "m8n8", "trans", "b16"}, nearest)) {
    refuse_modifier(spelled, other, nearest);
  }
  require_count(spelled, made, 2, 2);
  made.results = 1;
  made.operation = MatrixTransfer{.kind = MatrixTransfer::Kind::move, .transposes = true};
}

}  // namespace

void read_matrix_product(const Spelled& spelled, code::Instruction& made) {
  WarpgroupReader(spelled, made).run();
}

std::span<const InstructionReader> matrix_readers() {
  using Kind = MatrixTransfer::Kind;
  static constexpr std::array<InstructionReader, 5> readers = {
      {{"mma", read_warp_product},
       {"wmma", read_fragments},
       {"ldmatrix", read_transfer<Kind::load>},
       {"stmatrix", read_transfer<Kind::store>},
       {"movmatrix", read_transposition}}};
  return readers;
}

}  // namespace opexplore::kernel
