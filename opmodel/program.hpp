// What a litmus test is, before any machine looks at it: threads placed in a
// scope tree, instructions, named addresses of physical locations.
//
// Invariant: a Program is immutable once the reader has built it, all indices in
// it are in range, and nothing in it depends on a machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "opmodel/amdgpu_attributes.hpp"
#include "opmodel/asynchronous.hpp"
#include "opmodel/elements.hpp"
#include "opmodel/vulkan_attributes.hpp"

namespace opexplore {

/// What every access to memory has, whichever instruction makes it. A base of the three that do:
/// they are edited, weakened and renamed in the same ways.
///
/// Pointers. An access can take its address from a register, `ld r2, [r1]`. The reader has
/// made sure that the register can hold only the address of `address` there, so a machine
/// need not look at its value; but it must wait for it: that is an address dependency.
struct MemoryAccess {
  AddressId address = 0;
  Proxy proxy = Proxy::generic;
  Order order = Order::weak;
  Scope scope = Scope::sys;  ///< meaningless when weak
  Annotation annotation = Annotation::none;
  std::optional<RegisterId> pointer;  ///< where the address comes from, if from a register
  std::optional<VulkanAttributes> vulkan = std::nullopt;  ///< in Vulkan always, otherwise never
  std::optional<AmdgpuAttributes> amdgpu = std::nullopt;  ///< in AMDGPU always, otherwise never
  bool operator==(const MemoryAccess&) const = default;
};

/// `ld`, `tld`, `suld`, `cold`: weak, relaxed or acquire; in C++ also sc.
struct Load : MemoryAccess {
  RegisterId destination = 0;
  bool operator==(const Load&) const = default;
};

/// `st`, `sust`: weak, relaxed or release; in C++ also sc.
struct Store : MemoryAccess {
  Operand value = Value{0};
  bool operator==(const Store&) const = default;
};

/// `atom`, `suatom` (with destination) and `red`, `sured` (without): relaxed, acquire, release or
/// acq_rel, never weak; in C++ also sc. It has no annotation.
struct Atomic : MemoryAccess {
  AtomicOp op = AtomicOp::add;
  std::optional<RegisterId> destination;
  Operand operand = Value{0};   ///< the operand; for cas the new value
  Operand expected = Value{0};  ///< the compared value; cas alone
  /// Of a cas in C++ that fails, and so only reads: relaxed, acquire or sc.
  Order failure = Order::relaxed;
  bool operator==(const Atomic&) const = default;
};

/// `fence.{acquire,release,acq_rel,sc}.SCOPE`; in Vulkan never sc.
struct Fence {
  Order order = Order::acq_rel;
  Scope scope = Scope::gpu;
  std::optional<VulkanAttributes> vulkan = std::nullopt;  ///< in Vulkan always, otherwise never
  std::optional<AmdgpuAttributes> amdgpu = std::nullopt;  ///< in AMDGPU always, otherwise never
  bool operator==(const Fence&) const = default;
};

/// `fence.proxy.KIND`.
struct ProxyFence {
  ProxyFenceKind kind = ProxyFenceKind::alias;
  bool operator==(const ProxyFence&) const = default;
};

/// `avdevice` and `visdevice` of Vulkan.
struct DeviceOperation {
  DeviceOperationKind kind = DeviceOperationKind::make_available;
  bool operator==(const DeviceOperation&) const = default;
};

/// `bar.cta.{sync,arrive} INSTANCE [, ID [, QUORUM]]`; in Vulkan `cbar`, which has a scope and can
/// be a fence as well. opmodel/parts/barrier.hpp says when it opens.
struct Barrier {
  bool arrive = false;
  Value instance = 0;
  std::optional<Operand> id;      ///< named barrier resource (PTX operand a)
  std::optional<Operand> quorum;  ///< participating litmus threads (PTX operand b)
  Order order = Order::weak;      ///< in Vulkan: weak, acquire, release or acq_rel
  std::optional<VulkanAttributes> vulkan = std::nullopt;  ///< in Vulkan always, otherwise never
  /// Who is counted: thread t if bit t is set, as in a ThreadMask. All of the CTA if nothing is
  /// said. All who come to a resource name the same threads, or none.
  std::optional<Operand> members = std::nullopt;
  /// Who can no longer come to it, as far as control flow says, is not waited for either.
  bool passable = false;
  /// All threads of the CTA come to this instruction together (PTX `.aligned`).
  bool aligned = false;
  bool operator==(const Barrier&) const = default;
};

/// Register arithmetic, moves and `setp`.
struct Arithmetic {
  ArithmeticOp op = ArithmeticOp::move;
  RegisterId destination = 0;
  Operand left = Value{0};
  Operand right = Value{0};
  NumberType type = NumberType::s64;
  bool operator==(const Arithmetic&) const = default;
};

/// Conditional jump; without a comparison it is a `goto`.
struct Branch {
  std::optional<Comparison> comparison;
  Operand left = Value{0};
  Operand right = Value{0};
  InstructionId target = 0;  ///< may equal the number of instructions
  bool operator==(const Branch&) const = default;
};

using Action = std::variant<Load, Store, Atomic, Fence, ProxyFence, DeviceOperation, Barrier,
                            Arithmetic, Branch, Asynchronous>;

/// A position in a test file, counted from 1.
struct SourcePlace {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourcePlace&) const = default;
};

/// Where the source says what an instruction of a compiled program does: CUDA C++ behind PTX.
struct CodePlace {
  std::string file;  ///< as messages name it
  SourcePlace place;
  std::string text;  ///< the line, blanks trimmed; empty if the file cannot be read
  bool operator==(const CodePlace&) const = default;
};

struct Instruction {
  Action action;
  SourcePlace place;
  std::string text;                              ///< as written in the test, blanks trimmed
  std::optional<CodePlace> code = std::nullopt;  ///< of a compiled program that says where
};

struct Register {
  std::string name;  ///< "r0"
  Value initial = 0;
  NumberType type = NumberType::s64;
  bool operator==(const Register&) const = default;
};

/// Where it runs, and what it does. In Vulkan a CTA is a workgroup, a GPU a queue family and a warp
/// a subgroup: they are nested alike.
struct Thread {
  std::uint32_t cta = 0;  ///< CTA number, unique only within one GPU
  std::uint32_t gpu = 0;
  std::uint32_t warp = 0;  ///< warp number, unique only within one CTA
  std::vector<Instruction> instructions;
  std::vector<Register> registers;
  std::string label = {};  ///< what its kernel calls it, "block 0, thread 1"; empty elsewhere
  /// Cluster number, unique only within one GPU; nothing: its CTA is a cluster of its own.
  std::optional<std::uint32_t> cluster = std::nullopt;
  /// Grid n + 1 is launched dependent on grid n (PTX ISA 9.7.15.14, `griddepcontrol`).
  std::uint32_t grid = 0;
};

/// A name of the program: a virtual address bound to a physical location
/// (PTX ISA 8.2; Lustig 2022, section 5.1).
struct Address {
  std::string name;
  LocationId location = 0;  ///< physical location it maps to
  AddressId generic = 0;  ///< the generic virtual address it stands for; itself for a generic name
  Proxy proxy = Proxy::generic;  ///< proxy it was declared for
  /// What `&name` is as a number; if nothing is said, usual_number() of its index. Elements of an
  /// array lie as far apart as they are long.
  std::optional<Value> number = {};
  bool operator==(const Address&) const = default;
};

/// A physical memory location.
struct Location {
  std::string name;  ///< name of the first address that maps to it
  Value initial = 0;
  Region region = Region::global;
  /// No memory of the program that was read, but of what reading made of it: where the lanes of a
  /// warp exchange registers. There are no data races on it.
  bool hidden = false;
  ObjectKind object = ObjectKind::data;
  /// Of shared memory that several CTAs have, "s@1": whose it is.
  std::uint32_t cta = 0;
  std::uint32_t gpu = 0;
  bool operator==(const Location&) const = default;
};

/// All that one thread does comes before all that the other does, and synchronises with it (Vulkan:
/// "system-synchronizes-with", as between two commands of a queue).
struct SystemSynchronisation {
  ThreadId before = 0;
  ThreadId after = 0;
  bool operator==(const SystemSynchronisation&) const = default;
};

struct Program {
  Language language = Language::ptx;
  std::vector<Thread> threads;
  std::vector<Address> addresses;
  std::vector<Location> locations;
  std::vector<SystemSynchronisation> system_synchronisations;  ///< in Vulkan alone; each pair once
};

/// The number of an address that stands for itself, and is no element of an array.
constexpr Value usual_number(AddressId address) { return 0x1000 + 16 * Value{address}; }

/// The numeric value that `&name` has in registers and conditions.
inline Value numeric_address(const Program& program, AddressId address) {
  return program.addresses[address].number.value_or(usual_number(address));
}

/// Largest scope distance: the smallest scope that includes both threads (PTX ISA 8.5).
inline Scope common_scope(const Thread& a, const Thread& b) {
  if (a.gpu != b.gpu) return Scope::sys;
  if (a.cta == b.cta) return Scope::cta;
  return a.cluster && a.cluster == b.cluster ? Scope::cluster : Scope::gpu;
}

/// The value as a register of that type holds it: 32-bit types wrap around.
Value as_type(NumberType type, Value value);

/// \name Arithmetic of the modelled machine. Never throws.
/// @{
/// Operands and result are values of `type`.
Value evaluate(ArithmeticOp op, Value left, Value right, NumberType type = NumberType::s64);
bool evaluate(Comparison comparison, Value left, Value right);
/// New memory value of a read-modify-write that read `old`.
/// For cas the caller compares first: this returns `operand`.
Value evaluate(AtomicOp op, Value old, Value operand);
/// @}

/// \name Spellings of the PTX litmus dialect.
/// @{
std::string_view to_string(Language language);  ///< "PTX", "C++", "Vulkan", "AMDGPU"
std::string_view to_string(Scope scope);
std::string_view to_string(Proxy proxy);
std::string_view to_string(Order order);
std::string_view to_string(Comparison comparison);
std::string_view to_string(ArithmeticOp op);
std::string_view to_string(AtomicOp op);
std::string_view to_string(ProxyFenceKind kind);
std::string_view to_string(NumberType type);
std::string_view to_string(Region region);
std::string_view to_string(Annotation annotation);  ///< empty for none
std::string_view to_string(SyncScope scope);        ///< of LLVM; empty for the system
std::string_view to_string(VulkanScope scope);      ///< of Vulkan's dialect: "sg", "wg", "qf", "dv"
std::string_view to_string(DeviceOperationKind kind);  ///< likewise: "avdevice", "visdevice"
/// @}

}  // namespace opexplore
