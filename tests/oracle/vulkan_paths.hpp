// The ways in which a thread of a Vulkan program can run, whatever its reads return, for the
// oracle: it shares the parsed program and the arithmetic with the rest of the tool.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::oracle::vulkan {

/// The oracle cannot answer: it says why, and never guesses.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value in terms of what the reads of a path return.
struct Expression {
  enum class Kind : std::uint8_t { constant, read, arithmetic, update };

  Kind kind = Kind::constant;
  Value value = 0;                       ///< constant
  std::size_t read = 0;                  ///< read: the event, within its path
  ArithmeticOp op = ArithmeticOp::move;  ///< arithmetic
  NumberType type = NumberType::s64;     ///< arithmetic
  AtomicOp atomic_op = AtomicOp::exch;   ///< update: what a read-modify-write writes
  std::size_t left = 0, right = 0;       ///< arithmetic, update: earlier expressions
};

/// An event with the tags of the model.
struct Event {
  enum class Kind : std::uint8_t {
    initial,           ///< IW
    read,              ///< R
    write,             ///< W
    fence,             ///< F
    barrier,           ///< CBAR
    device_available,  ///< AVDEVICE
    device_visible     ///< VISDEVICE
  };

  Kind kind = Kind::initial;
  std::optional<ThreadId> thread = std::nullopt;  ///< none of an initial write
  InstructionId instruction = 0;
  AddressId address = 0;    ///< of an access: its reference
  LocationId location = 0;  ///< of an access
  bool atomic = false, non_private = false;
  bool update = false;  ///< a half of a read-modify-write
  bool acquires = false, releases = false;
  bool available = false, visible = false;            ///< AV, VIS
  bool bulk_available = false, bulk_visible = false;  ///< SEMAV, SEMVIS
  std::optional<VulkanScope> scope = std::nullopt;
  std::optional<StorageClass> storage_class = std::nullopt;
  StorageClassSet semantics = 0;
  std::size_t value = 0;  ///< of a write: an expression of its path

  bool is_access() const { return kind <= Kind::write; }
  bool is_fence() const {
    return kind == Kind::fence || (kind == Kind::barrier && (acquires || releases));
  }
};

/// What a branch has taken for granted.
struct Assumption {
  Comparison comparison = Comparison::equal;
  std::size_t left = 0, right = 0;  ///< expressions
  bool holds = true;
  std::size_t at = 0;  ///< how many events were before it
};

/// One way to the end of a thread.
struct Path {
  std::vector<Expression> expressions;
  std::vector<Event> events;  ///< in program order
  std::vector<Assumption> assumptions;
  std::vector<std::size_t> registers;  ///< their last values: expressions
};

struct Paths {
  std::vector<Path> paths;
  bool cut = false;  ///< some did not come to the end within the bound
};

/// All paths of the thread with at most that many backward jumps. Throws Unsupported.
Paths paths_of(const Program& program, ThreadId thread, unsigned backward_jumps);

}  // namespace opexplore::oracle::vulkan
