// A skeleton of source tests, and the choices that fill it in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/sketch.hpp"

namespace opexplore::mappings {

/// How far the scope of an operation reaches. Two scopes that include the same threads are one
/// choice; a scope that includes no other thread is none.
enum class Reach : std::uint8_t {
  needed,  ///< an access: all threads that access its location; a fence: all threads
  near,    ///< the smallest scope that includes another thread, where that is not the one needed
  alone    ///< an access: block scope, where that includes no thread that accesses its location
};

/// One access of the skeleton, written so.
struct AccessChoice {
  std::size_t thread = 0, event = 0;
  Order order = Order::weak;  ///< weak: non-atomic
  std::optional<AtomicOp> op = {};
  bool fails = false;              ///< a cas that compares with another value than it would read
  Order failure = Order::relaxed;  ///< of a cas
  Reach reach = Reach::needed;
  bool unused = false;  ///< of a read-modify-write: nobody looks at what it reads
};

/// A fence right before one access of the skeleton.
struct FenceChoice {
  std::size_t thread = 0, event = 0;
  Order order = Order::acq_rel;
  Reach reach = Reach::needed;
};

/// What one option of a slot sets. An access that is set twice is what the last one says.
struct SlotOption {
  std::vector<AccessChoice> accesses;
  std::vector<FenceChoice> fences;
};
using Slot = std::vector<SlotOption>;

/// Every combination of one option per slot with a placement is a test.
struct Frame {
  std::string_view family;
  std::string name;       ///< of the skeleton: "MP"
  generate::Sketch base;  ///< its accesses are relaxed until a slot says otherwise
  /// By thread and access: the value that it reads in the execution that the skeleton stands for.
  std::vector<std::vector<Value>> reads;
  std::vector<generate::Placement> placements;
  std::vector<Slot> slots;
  /// A non-atomic access is made only if the access before it read what `reads` says.
  bool guarded = true;

  std::uint32_t choices() const;
};

/// The skeleton of a cycle in the words of generate::parse_cycle; no slots yet.
Frame frame_of(std::string_view family, std::string name, std::string_view cycle);

/// The choice as a sketch. Nothing if it is another choice in disguise: a scope that is not there.
std::optional<generate::Sketch> sketch_of(const Frame& frame, std::uint32_t choice);

/// Names the test after what its threads do: `MP+na-rel.gpu+acq.gpu-na-p0::p1`.
std::string name_of(const Frame& frame, const generate::Sketch& sketch);

/// Accesses, fences and guards.
std::size_t instructions_of(const generate::Sketch& sketch);

/// Equal for two sketches that differ in the names of threads, locations and values alone.
std::string canonical_key(const generate::Sketch& sketch);

}  // namespace opexplore::mappings
