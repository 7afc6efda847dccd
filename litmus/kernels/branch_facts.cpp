#include "litmus/kernels/branch_facts.hpp"

#include <algorithm>
#include <vector>

#include "litmus/kernels/liveness.hpp"

namespace opexplore::kernel {

namespace {

using Kind = PtxOperand::Kind;

bool is_label(const Entry& entry, std::size_t statement) {
  return std::ranges::any_of(entry.blocks, [&](const Block& block) {
    return std::ranges::any_of(block.labels,
                               [&](const auto& label) { return label.second == statement; });
  });
}

bool writes(const Use& use, std::uint16_t reg) {
  return std::ranges::find(use.written, reg) != use.written.end() ||
         std::ranges::find(use.perhaps_written, reg) != use.perhaps_written.end();
}

bool asks_for_equality(const Statement& statement) {
  const Mnemonic& mnemonic = statement.mnemonic;
  return !statement.guard && mnemonic.name.is("setp") && mnemonic.modifiers.size() == 2 &&
         (mnemonic.has("eq") || mnemonic.has("ne"));
}

}  // namespace

std::optional<std::size_t> comparison_of(const Entry& entry, std::size_t statement) {
  const Statement& branch = entry.statements[statement];
  if (!branch.guard) return std::nullopt;
  const auto guard = find_register(entry, branch.block, branch.guard->text);
  std::vector<Use> between;
  for (std::size_t at = statement; guard && at-- > 0 && !is_label(entry, at + 1);) {
    Use use = use_of(entry, entry.statements[at]);
    if (!writes(use, *guard)) {
      between.push_back(std::move(use));
      continue;
    }
    const bool changed = std::ranges::any_of(use.read, [&](std::uint16_t reg) {
      return std::ranges::any_of(between, [&](const Use& later) { return writes(later, reg); });
    });
    if (changed || !asks_for_equality(entry.statements[at])) return std::nullopt;
    return at;
  }
  return std::nullopt;
}

std::optional<std::pair<std::uint16_t, PtxOperand>> equal_register(const Source& source,
                                                                   const Entry& entry,
                                                                   const Statement& comparison) {
  const auto type = type_named(comparison.mnemonic.modifiers.back().text);
  const std::vector<PtxOperand> operands = read_operands(source, entry, comparison);
  const bool registers = operands.size() == 3 && operands[1].kind == Kind::reg &&
                         (operands[2].kind == Kind::reg || operands[2].kind == Kind::number);
  if (!type || type->kind == 'f' || type->bits < 32 || !registers) return std::nullopt;
  if (entry.registers[operands[1].reg].type.bits != type->bits) return std::nullopt;
  return std::pair{operands[1].reg, operands[2]};
}

}  // namespace opexplore::kernel
