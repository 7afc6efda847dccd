// One operation of a C++ test as the instructions of a template.
#pragma once

#include <optional>
#include <vector>

#include "mappings/table.hpp"
#include "opmodel/program.hpp"

namespace opexplore::mappings::detail {

/// A load, store, read-modify-write or fence of the source, whatever it is.
struct SourceOperation {
  Request request;
  AtomicOp op = AtomicOp::add;  ///< of a read-modify-write
  AddressId address = 0;
  std::optional<RegisterId> pointer;
  std::optional<RegisterId> destination;
  Operand value = Value{0};
  Operand expected = Value{0};
  Value barrier = 0;  ///< of a control barrier of Vulkan: which one it is
};

/// What an action of a C++ test does; nothing for arithmetic, jumps, barriers and what C++ has not.
std::optional<SourceOperation> source_operation(const Action& action, Width width);

/// What the values of the operation are: those of its registers, else int.
NumberType type_of(const SourceOperation& operation, const Thread& thread);

/// Registers behind those of the source. Each operation takes those that earlier ones had.
class Scratch {
 public:
  explicit Scratch(Thread& thread) : thread_(thread), first_(thread.registers.size()) {}

  /// Begins an operation: all registers are free again.
  void release() { used_.clear(); }
  RegisterId take(NumberType type);

 private:
  Thread& thread_;
  std::size_t first_;
  std::vector<RegisterId> used_;
};

/// The instructions that the template becomes; jumps count from the first of them. `scope` is what
/// {scope} stands for. PTX has no atomic subtraction: it adds the negative value.
std::vector<Action> instantiate(const Template& code, const SourceOperation& operation, Scope scope,
                                NumberType type, Scratch& scratch);

}  // namespace opexplore::mappings::detail
