// Matrices of `wmma`, of which PTX does not say which lane holds which element (PTX ISA 9.7.16.4
// "Matrix multiply-accumulate operation using wmma instructions").
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "litmus/kernels/front/asynchronous.hpp"
#include "litmus/kernels/front/matrix.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using code::MatrixElement;

/// What `wmma` says of its matrices.
struct WrittenFragments {
  char which = 0;  ///< of a transfer: a, b, c or d
  std::vector<bool> by_columns;
  std::optional<Space> space;
  WrittenProduct product;
};

constexpr const char* fragment_nearest = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32";

WrittenFragments fragments_written(const Spelled& spelled, std::string_view deed) {
  constexpr std::array<Word<Space>, 3> spaces = {
      {{"global", Space::global}, {"shared", Space::shared}, {"shared::cta", Space::shared}}};
  WrittenFragments written;
  for (const detail::Modifier& modifier :
       modifiers_beside(spelled, {deed, "sync", "aligned"}, fragment_nearest)) {
    const std::string_view word = modifier.text;
    if (word.size() == 1 && word.front() >= 'a' && word.front() <= 'd' && written.which == 0) {
      written.which = word.front();
    } else if (word == "row" || word == "col") {
      written.by_columns.push_back(word == "col");
    } else if (const auto space = find_word<Space>(spaces, word)) {
      written.space = space;
    } else if (word == "satfinite") {
      written.product.saturates = true;
    } else if (const auto element = element_named(word)) {
      written.product.elements.push_back(*element);
    } else if (const auto sizes = sizes_in(word); sizes && written.product.sizes[0] == 0) {
      written.product.sizes = *sizes;
    } else {
      refuse_modifier(spelled, modifier, fragment_nearest);
    }
  }
  return written;
}

[[noreturn]] void refuse_fragments(const Spelled& spelled) {
  spelled.fail("not modelled: " + spelled.written(),
               "what is: .m16n16k16, .m32n8k16 and .m8n32k16 for .f16, .bf16, .s8 and .u8, "
               ".m16n16k8 for .tf32");
}

/// Whether matrices of these sizes are multiplied (9.7.16.4 "wmma", "Matrix Shape").
bool are_sizes(const std::array<std::uint32_t, 3>& sizes, MatrixElement element) {
  constexpr std::array<std::array<std::uint32_t, 3>, 3> all = {
      {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}}};
  if (element == MatrixElement::tf32) return sizes == std::array<std::uint32_t, 3>{16, 16, 8};
  return std::ranges::find(all, sizes) != all.end();
}

/// A lane holds each element of the two once, but 16 of f16.
std::size_t registers_of(const code::WarpMatrix& matrix, bool multiplied) {
  if (multiplied && matrix.element == MatrixElement::f16) return 8;
  return std::size_t{matrix.rows} * matrix.columns * code::bits_of(matrix.element) / (32 * 32);
}

code::WarpMatrix fragment_of(char which, const std::array<std::uint32_t, 3>& sizes,
                             MatrixElement element) {
  if (which == 'a') return {sizes[0], sizes[2], element};
  if (which == 'b') return {sizes[2], sizes[1], element};
  return {sizes[0], sizes[1], element};
}

/// `wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {…}, [address], stride`.
void read_fragment_transfer(const Spelled& spelled, code::Instruction& made, bool stores) {
  const WrittenFragments written = fragments_written(spelled, stores ? "store" : "load");
  const auto& [sizes, elements, saturates] = written.product;
  const bool fits = elements.size() == 1 && written.by_columns.size() == 1 && !saturates &&
                    stores == (written.which == 'd');
  if (!fits) refuse_fragments(spelled);
  using enum MatrixElement;
  const bool multiplied = written.which == 'a' || written.which == 'b';
  const bool sums = elements[0] == f16 || elements[0] == f32 || elements[0] == s32;
  const bool factors =
      elements[0] == f16 || elements[0] == bf16 || elements[0] == tf32 || is_integer(elements[0]);
  // Sums of numbers of tf32 have its sizes.
  const bool narrow = elements[0] == f32 && sizes[2] == 8;
  const bool known = multiplied ? factors : sums;
  if (!known || !are_sizes(sizes, narrow ? tf32 : elements[0])) refuse_fragments(spelled);
  require_count(spelled, made, 2, 3);
  const code::WarpMatrix matrix = fragment_of(written.which, sizes, elements[0]);
  require_vector(spelled, made.operands[stores ? 1 : 0], registers_of(matrix, multiplied));
  made.results = stores ? 0 : 1;
  made.operation =
      code::FragmentTransfer{stores, written.by_columns.front(), written.space, matrix};
}

/// `wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 result, left, right, added`, of f16 without
/// saying so; others have the elements of all four.
void read_fragment_product(const Spelled& spelled, code::Instruction& made) {
  const WrittenFragments written = fragments_written(spelled, "mma");
  const auto& [sizes, elements, saturates] = written.product;
  using enum MatrixElement;
  const bool halves = elements.size() == 2;
  if ((!halves && elements.size() != 4) || written.by_columns.size() != 2) {
    refuse_fragments(spelled);
  }
  const MatrixElement factor = halves ? f16 : elements[1];
  const MatrixElement added = elements.back();
  const auto sums = [&](MatrixElement sum) {
    return go_together({.sums = sum, .left = factor, .right = factor}) && factor != e4m3 &&
           factor != e5m2;
  };
  const bool fits = sums(elements[0]) && sums(added) && (halves || elements[2] == factor) &&
                    are_sizes(sizes, factor) && (!saturates || is_integer(factor));
  if (!fits) refuse_fragments(spelled);
  const code::FragmentProduct product{
      fragment_of('d', sizes, elements[0]), fragment_of('a', sizes, factor),
      fragment_of('b', sizes, factor), fragment_of('c', sizes, added), saturates};
  require_count(spelled, made, 4, 4);
  require_vector(spelled, made.operands[0], registers_of(product.result, false));
  require_vector(spelled, made.operands[1], registers_of(product.left, true));
  require_vector(spelled, made.operands[2], registers_of(product.right, true));
  require_vector(spelled, made.operands[3], registers_of(product.added, false));
  made.results = 1;
  made.operation = product;
}

}  // namespace

void read_fragments(const Spelled& spelled, code::Instruction& made) {
  if (spelled.has("mma")) return read_fragment_product(spelled, made);
  read_fragment_transfer(spelled, made, spelled.has("store"));
}

}  // namespace opexplore::kernel
