// What machines with in-order issue know about a program before it runs: its instructions as the
// issue logic sees them, and where its threads and locations are in the hardware.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/refusal.hpp"
#include "opmodel/setting.hpp"

namespace opexplore::pipeline {

/// Index of a streaming multiprocessor, or of a warp, in order of first appearance.
using SmId = std::uint8_t;
using WarpId = std::uint8_t;

inline constexpr std::array<std::string_view, 5> sms_values{"each", "1", "2", "3", "4"};
/// The setting that says on which SM a CTA is.
inline constexpr Setting sms_setting{
    "sms", sms_values,
    "CTAs run on SM number CTA modulo this; each: every CTA on an SM of its own"};

/// A setting whose values are numbers, or a word that stands for 0.
unsigned number_of(const Setting& setting, const MachineOptions& options);

enum class Kind : std::uint8_t { access, fence, proxy_fence, barrier_sync, barrier_arrive, local };

/// One instruction.
struct Planned {
  Kind kind = Kind::local;
  bool reads = false;           ///< accesses: a load or an atomic
  bool writes = false;          ///< accesses: a store or an atomic
  bool from_registers = false;  ///< accesses: the value to write comes from a register
  LocationId location = 0;      ///< accesses
  Order order = Order::weak;    ///< accesses and fences
  Scope scope = Scope::sys;     ///< accesses that are not weak, and fences
  std::optional<RegisterId> destination;
  RegisterSet touched;  ///< registers that it reads or writes: it needs them not to be awaited
};

/// Immutable facts about one program. Thread-safe.
class Plan {
 public:
  /// `sms`: blocks of one GPU take turns on so many SMs, by their number; 0 gives each block an SM
  /// of its own. Precondition: refusal() said nothing.
  Plan(const Test& test, unsigned sms);

  std::size_t threads() const { return threads_.size(); }
  std::size_t locations() const { return regions_.size(); }
  std::size_t sms() const { return sm_names_.size(); }
  std::size_t warps() const { return warps_; }

  /// Precondition: `pc` is before the end.
  const Planned& at(ThreadId thread, InstructionId pc) const { return threads_[thread][pc]; }
  bool ends_at(ThreadId thread, InstructionId pc) const { return pc == threads_[thread].size(); }

  SmId sm(ThreadId thread) const { return sm_of_[thread]; }
  WarpId warp(ThreadId thread) const { return warp_of_[thread]; }
  /// "SM0", or "SM0 of gpu 1" when there are several GPUs.
  const std::string& sm_name(SmId sm) const { return sm_names_[sm]; }
  bool is_shared(LocationId location) const { return regions_[location] == Region::shared; }
  /// Whether the thread is the only one of its warp.
  bool alone_in_warp(ThreadId thread) const { return alone_in_warp_[thread]; }
  /// Whether one thread alone names the location.
  bool is_private(LocationId location) const { return std::has_single_bit(users_[location]); }
  /// Whether no other thread of the same SM names the location.
  bool alone_on_sm(ThreadId thread, LocationId location) const {
    return (users_[location] & same_sm_[thread] & ~thread_bit(thread)) == 0;
  }

 private:
  void place_threads(const Program& program, unsigned sms);

  std::vector<std::vector<Planned>> threads_;
  std::vector<Region> regions_;
  std::vector<SmId> sm_of_;
  std::vector<WarpId> warp_of_;
  std::vector<std::string> sm_names_;
  std::vector<bool> alone_in_warp_;
  std::vector<ThreadMask> same_sm_;  // per thread
  std::vector<ThreadMask> users_;    // per location
  std::size_t warps_ = 0;
};

/// Why a machine of this family named `machine` cannot run the test, in one sentence, or nothing.
/// They run everything of up to 16 threads; proxies and aliases are one path to memory.
std::optional<Refusal> refusal(const Test& test, std::string_view machine);

}  // namespace opexplore::pipeline
