// What a thread knows at a point of its kernel: the registers of the function that runs and of
// those that wait for it, and the memory that nobody else sees.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include "code/instruction.hpp"
#include "litmus/kernels/abstract.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// What is known of the registers that have been written.
using Environment = std::map<std::uint16_t, Abstract>;

/// A kernel, or a function that has been called and has not returned.
struct Frame {
  const Entry* function = nullptr;
  std::size_t statement = 0;  ///< the next one; of a caller the call
  Environment environment;
  std::uint32_t depth = 0;        ///< how many others wait; 0 for the kernel
  std::uint32_t path = 0;         ///< the calls that led here have this number; 0 for the kernel
  std::uint32_t allocations = 0;  ///< by `alloca`
  /// The caller's objects that parameters and results are, by their names in the function. The path
  /// determines them.
  std::map<std::string_view, std::uint16_t> parameters;
  std::shared_ptr<const Frame> caller;  ///< null for the kernel
};
std::strong_ordering operator<=>(const Frame& a, const Frame& b);
bool operator==(const Frame& a, const Frame& b);

/// A byte of an object that one thread alone sees: local memory, and parameters of calls.
struct PrivateByte {
  std::uint32_t depth = 0;  ///< of the frame that it belongs to
  std::uint16_t object = 0;
  Value offset = 0;
  auto operator<=>(const PrivateByte&) const = default;  // NOLINT(modernize-use-nullptr)
  bool operator==(const PrivateByte&) const = default;
};

/// What so many bytes hold together.
struct Held {
  std::uint32_t width = 0;
  Abstract value;  ///< at run time: a register of the program holds it, see Step::home()
  /// A piece of an address is left here, the rest of which was overwritten.
  bool broken = false;
  auto operator<=>(const Held&) const = default;  // NOLINT(modernize-use-nullptr)
  bool operator==(const Held&) const = default;
};

/// By first byte; pieces do not overlap. Bytes that are not there have not been written.
using PrivateMemory = std::map<PrivateByte, Held>;

/// A point of the walk through a kernel.
struct State {
  Frame frame;
  PrivateMemory memory;
  auto operator<=>(const State&) const = default;  // NOLINT(modernize-use-nullptr)
  bool operator==(const State&) const = default;

  const Statement& statement() const { return frame.function->statements[frame.statement]; }
  const code::Instruction& instruction() const {
    return frame.function->code.instructions[frame.statement];
  }
};

}  // namespace opexplore::kernel
