// The small values that instructions are made of: numbers of things, scopes, orders, operations,
// operands.
#pragma once

#include <cstdint>
#include <variant>

namespace opexplore {

// WART: memory-of-64-bits. Memory holds these, whatever the type of an access.
/// A machine integer: 64 bits, two's complement, arithmetic wraps around.
/// Comparisons are signed; `inc` and `dec` compare unsigned (PTX ISA 9.7.13.5).
using Value = std::int64_t;

using ThreadId = std::uint8_t;        ///< Index into Program::threads.
using RegisterId = std::uint8_t;      ///< Index into Thread::registers of its thread.
using AddressId = std::uint16_t;      ///< Index into Program::addresses; wide, for kernels.
using LocationId = std::uint8_t;      ///< Index into Program::locations.
using InstructionId = std::uint16_t;  ///< Index into Thread::instructions; size() means "finished".

/// The sets of threads that a strong operation can address (PTX ISA 8.5), smallest first.
enum class Scope : std::uint8_t { cta, cluster, gpu, sys };

/// The path an access takes to memory (Lustig 2022, section 5.2). `readonly` is that of
/// `ld.global.nc` and `.proxy::readonly` (PTX ISA 9.4, 9.7.9.8); what asynchronous operations go by
/// is in opmodel/asynchronous.hpp.
enum class Proxy : std::uint8_t { generic, texture, surface, constant, readonly };

/// What a program is written in. They share everything below; what an order means differs.
enum class Language : std::uint8_t {
  ptx,
  cxx,     ///< scoped C++: a weak access is a non-atomic one, and accesses can be sc too
  vulkan,  ///< shaders: accesses, fences and barriers have attributes of their own, and no Scope
  amdgpu   ///< LLVM IR on AMD's GPUs: orders as in C++, syncscopes of their own, and no Scope
};

/// Memory order of an operation. `weak` has no scope; in PTX `sc` belongs to fences alone.
enum class Order : std::uint8_t { weak, relaxed, acquire, release, acq_rel, sc };

enum class Comparison : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

/// Register arithmetic; `move` ignores its second operand. The comparisons are `setp`:
/// they give 1 or 0. Division by zero gives -1 (all ones); INT64_MIN / -1 wraps to INT64_MIN.
enum class ArithmeticOp : std::uint8_t {
  move,
  add,
  sub,
  mul,
  div,
  bit_and,
  bit_or,
  bit_xor,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal
};

/// What a register holds and how arithmetic on it wraps around and compares (PTX ISA 5.2.1):
/// .s is signed, .u and .b are not. Tests that write no types compute in s64.
enum class NumberType : std::uint8_t { s64, u64, b64, s32, u32, b32, pred };

/// The state space of a location (PTX ISA 5.1): a shared one belongs to a CTA.
enum class Region : std::uint8_t { global, shared };

/// Which cache an access goes to (PTX ISA 9.7.9.1 "cache operators"; Sorensen 2014, table 2.2).
/// Machines without caches do not look at it. `volatile_` comes with the order relaxed.sys.
enum class Annotation : std::uint8_t { none, ca, cg, wb, volatile_ };

/// Read-modify-write operations. `inc(b)`: old >= b ? 0 : old + 1;
/// `dec(b)`: old == 0 || old > b ? b : old - 1, both unsigned.
enum class AtomicOp : std::uint8_t {
  add,
  sub,
  mul,
  div,
  bit_and,
  bit_or,
  bit_xor,
  min,
  max,
  inc,
  dec,
  exch,
  cas
};

/// What a proxy fence orders: one proxy against the generic one, or virtual aliases.
enum class ProxyFenceKind : std::uint8_t { generic, texture, surface, constant, alias };

struct RegisterOperand {
  RegisterId id = 0;
  bool operator==(const RegisterOperand&) const = default;
};

/// A register or an immediate.
using Operand = std::variant<RegisterOperand, Value>;

}  // namespace opexplore
