// What the files that read asynchronous instructions of PTX share.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/kernels/front/readers.hpp"

namespace opexplore::kernel {

/// A spelling, and what it means. Operands stand as written until `read` arranges them.
struct CodeForm {
  std::string_view pattern;
  void (*read)(const Spelled& spelled, code::Instruction& made);
};

/// The operands in the order of code::Asynchronous, by their places as written. Those that are not
/// there are left out.
inline void arrange(code::Instruction& made, std::size_t results,
                    std::initializer_list<std::size_t> places) {
  std::vector<code::Operand> arranged;
  for (const std::size_t place : places) {
    if (place < made.operands.size()) arranged.push_back(made.operands[place]);
  }
  made.operands = std::move(arranged);
  made.results = results;
}

/// Makes it that, without types.
inline code::Asynchronous& becomes(code::Instruction& made, AsynchronousAction what) {
  return made.operation.emplace<code::Asynchronous>(code::Asynchronous{std::move(what), {}, false});
}

/// Refuses other numbers of operands.
inline void require_count(const Spelled& spelled, const code::Instruction& made, std::size_t least,
                          std::size_t most) {
  if (made.operands.size() >= least && made.operands.size() <= most) return;
  spelled.fail(spelled.written() + " has " + std::to_string(least) +
                   (least == most ? "" : " to " + std::to_string(most)) + " operands",
               "here it has " + std::to_string(made.operands.size()));
}

/// `wgmma.mma_async`.
void read_matrix_product(const Spelled& spelled, code::Instruction& made);

/// Those of copies, of stores and reductions that go on by themselves, and of their groups.
std::span<const CodeForm> copy_forms();

}  // namespace opexplore::kernel
