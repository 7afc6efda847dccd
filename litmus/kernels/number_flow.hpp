// Where a number goes that a kernel is given: from the instructions that load it through the
// registers that copies of it are in.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "code/instruction.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/value_classes.hpp"

namespace opexplore::kernel {

/// What an instruction does with a number that is not followed any further.
struct UnknownUse {
  const code::Instruction* at = nullptr;
  std::string why;  ///< "it is computed with"
};

/// Follows a number of so many bits through a kernel.
class NumberFlow {
 public:
  NumberFlow(const Entry& entry, const Grid& grid, std::uint32_t bits)
      : entry_(entry), grid_(grid), classes_(bits), bits_(bits) {}

  /// The instruction loads it: all registers that it writes hold it then.
  void add_load(const code::Instruction& load);
  /// Follows all copies. Nothing if each use is understood.
  std::optional<UnknownUse> follow();

  const ValueClasses& classes() const { return classes_; }
  ValueClasses& classes() { return classes_; }
  /// The first instruction that stores it.
  const code::Instruction* store() const { return store_; }

 private:
  /// A register that holds the number and so much more.
  using Copy = std::pair<std::uint16_t, Value>;
  /// An instruction that reads a copy.
  struct Use {
    const code::Instruction& at;
    const Copy& copy;
  };

  std::optional<std::string> follow(const Use& use);
  std::optional<std::string> follow(const Use& use, const code::Compute& what);
  std::optional<std::string> compare(const Use& use, ArithmeticOp op);
  std::optional<std::string> add(const Use& use, ArithmeticOp op);
  std::optional<std::string> take_bits(const Use& use, bool masks);
  std::optional<std::string> store(const Use& use, const code::Access& access);
  std::optional<std::string> convert(const Use& use, const code::Compute& what);
  void add_copies(const code::Instruction& instruction, Value plus);
  void part(Value plus);
  /// What the other one of the first two operands may be; nothing if it is not known.
  std::optional<std::set<Value>> others(const Use& use) const;

  const Entry& entry_;
  const Grid& grid_;
  ValueClasses classes_;
  std::uint32_t bits_;
  std::set<Copy> copies_;
  std::vector<Copy> open_;
  const code::Instruction* store_ = nullptr;
};

}  // namespace opexplore::kernel
