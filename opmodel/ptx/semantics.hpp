// What the PTX machines know about a program before it runs: its accesses, the
// scope tree, the stages that knowledge of a write can reach, and which of the
// expensive features of the model the program can exercise at all.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/program.hpp"

namespace opexplore::ptx_model {

/// Where what is kept for a scope stands: of a cluster nothing is (asynchronous_found).
constexpr std::size_t level(Scope scope) {
  return scope == Scope::cta ? 0 : scope == Scope::sys ? 2 : 1;
}

class TimeGraph;

/// Most threads that the machines can run.
inline constexpr std::size_t max_threads = 64;

/// The points on which the definitions of the PTX model in circulation differ
/// (docs/machines-ptx.md lists them with a test for each).
struct Reading {
  bool proxies = true;          ///< 7.5: virtual addresses and proxies matter; 6.0: they do not
  bool fence_sc_orders = true;  ///< fence.sc is also an acquire-release fence
  bool sc_per_location = true;  ///< the axiom is checked (it is not redundant when scopes differ)
  // WART: dat3m-spins. A spin lock adds a write with each turn.
  bool failed_cas_writes = false;     ///< a failed compare-and-swap writes the old value back
  bool barriers_by_instance = false;  ///< Dartagnan's barriers: one-shot instances, `arrive` blocks
  bool volatile_races = false;  ///< as in CUDA C++: a volatile access is no atomic one in a race
};

/// One memory access of an instruction, with everything the rules ask of it.
struct Access {
  ThreadId thread = 0;
  AddressId address = 0;  ///< generic virtual address; under 6.0 the location itself
  LocationId location = 0;
  Proxy proxy = Proxy::generic;
  bool strong = false;
  bool reads = false;
  bool writes = false;
  bool acquires = false;
  bool releases = false;
  bool is_volatile = false;
  Scope scope = Scope::sys;       ///< meaningless when weak
  std::uint8_t cta = 0;           ///< index of the CTA among all CTAs of the program
  bool computed_address = false;  ///< the address is in a register that the thread writes

  /// Whether it is an access, and to this address.
  bool names(AddressId other) const { return (reads || writes) && address == other; }
};

/// How far knowledge of a write (or a read) has travelled along base causality
/// (Lustig 2022, section 6.2). Each stage is one bit set per view; numbers are
/// assigned per program and -1 marks a stage that the program cannot use.
///
///   own[q][c]    accessed through proxy q in CTA c, known, not yet fenced
///   generic      known as a generic access to its virtual address, or made so by
///                a fence of its own proxy in its own CTA
///   aliased      generic, then passed an alias fence: known at every alias
///   fenced[q][c] generic, then fenced into proxy q of CTA c ("in that proxy cache")
///   fenced_aliased[q][c]  the same after an alias fence
struct Stages {
  static constexpr int generic = 0;
  int count = 1;
  int aliased = -1;
  std::array<std::array<std::int16_t, max_threads>, 4> own{};
  std::array<std::array<std::int16_t, max_threads>, 4> fenced{};
  std::array<std::array<std::int16_t, max_threads>, 4> fenced_aliased{};
};

/// Why the out-of-order machine may be needed.
struct Lateness {
  bool load_buffering = false;  ///< some load may read from a write that follows from a later store
  bool late_fence = false;      ///< some fence.sc may precede one that caused it, in the SC order
  bool unordered_fence = false;   ///< the same, and base causality does not exclude it
  bool fence_past_order = false;  ///< late_fences.hpp: one that leads past what Fence-SC relates
  bool mixed_scopes = false;      ///< SC-per-Location is not implied by the other axioms
  /// Whether the in-order form is exact, or exact as long as no state says otherwise
  /// (lateness_now.hpp) if it is watched.
  bool runs_in_order(bool watched) const {
    return !fence_past_order && (watched || !may_be_watched());
  }
  /// Whether there is something that states can be asked for (lateness_now.hpp).
  bool may_be_watched() const { return load_buffering || unordered_fence; }
};

/// What is worked out about lateness.
enum class LookAhead : std::uint8_t {
  none,   ///< nothing: every load and fence.sc of the program counts as one that may be late
  loads,  ///< which loads may read what follows from a later instruction (late_loads.hpp)
  cycles  ///< those, if the program may have a cycle at all, and where it may begin
          ///< (cycle_walk.hpp)
};

/// Immutable facts about one program under one reading. Thread-safe.
class Semantics {
 public:
  /// `fences`: whether the order of SC fences may be left open. It is where that can be done, and
  /// nothing else needs the out-of-order machine.
  Semantics(const Test& test, const Reading& reading, LookAhead look_ahead = LookAhead::cycles,
            bool fences = false);

  const Program& program() const { return program_; }
  const Reading& reading() const { return reading_; }
  const Stages& stages() const { return stages_; }
  const Lateness& lateness() const { return lateness_; }
  /// Whether SC fences take no place in their order when they run (in_order/open_fences.hpp).
  bool leaves_fences_open() const { return leaves_fences_open_; }

  std::size_t threads() const { return program_.threads.size(); }
  std::size_t locations() const { return program_.locations.size(); }
  const Instruction& instruction(ThreadId thread, InstructionId at) const {
    return program_.threads[thread].instructions[at];
  }
  /// The number of the rule that executes the instruction (rule_list.hpp).
  std::uint8_t rule(ThreadId thread, InstructionId at) const { return rules_[thread][at]; }
  /// Precondition: the instruction is a load, store or atomic.
  const Access& access(ThreadId thread, InstructionId at) const { return accesses_[thread][at]; }
  std::uint8_t cta(ThreadId thread) const { return cta_[thread]; }
  /// Smallest scope that includes both threads.
  Scope distance(ThreadId a, ThreadId b) const { return distance_[a][b]; }

  /// Moral strength of two accesses (PTX ISA 8.7; Lustig 2022, section 6.2): same
  /// virtual address and proxy, and related in program order or strong with
  /// mutually inclusive scopes.
  bool morally_strong(const Access& a, const Access& b) const {
    if (a.address != b.address || a.proxy != b.proxy) return false;
    if (a.thread == b.thread) return true;
    const Scope needed = distance_[a.thread][b.thread];
    return a.strong && b.strong && a.scope >= needed && b.scope >= needed;
  }

  /// Whether two accesses that conflict are in no race, whatever orders them (PTX ISA 8.7.1).
  /// Values are those of PTX in any reading.
  bool excused(const Access& a, const Access& b) const {
    const bool plain = reading_.volatile_races && a.thread != b.thread;
    return morally_strong(a, b) && !(plain && (a.is_volatile || b.is_volatile));
  }

  /// Whether the load may be worth postponing: some write it could read may follow
  /// (in program order and reads-from) from a store after it.
  bool may_postpone(ThreadId thread, InstructionId at) const { return postpone_[thread][at]; }

  /// Whether a shortest cycle of program order, reads-from and barriers may begin at the load
  /// (cycle_walk.hpp). False of the end of a thread.
  bool may_begin_cycle(ThreadId thread, InstructionId at) const {
    return at < begins_cycle_[thread].size() && begins_cycle_[thread][at] != 0;
  }

  /// Whether the instruction is a fence.sc that may lead to one which comes before it in Fence-SC
  /// (cycle_walk.hpp). False of the end of a thread.
  bool may_lead_unordered(ThreadId thread, InstructionId at) const {
    return at < leads_unordered_[thread].size() && leads_unordered_[thread][at] != 0;
  }

  /// Whether all accesses to the location are strong, mutually inclusive in
  /// scope, and through one address and proxy: then coherence is total there.
  bool uniform(LocationId location) const { return uniform_[location]; }

  /// Whether SC-per-Location must be checked at this virtual address.
  bool check_sc_per_location(AddressId address) const { return mixed_[address]; }

 private:
  void build_accesses();
  void build_stages();
  void build_lateness(const TimeGraph& graph);
  void find_cycles(const Test& test, const TimeGraph& graph);
  void expect_everything_late();
  void leave_fences_open();
  void find_uniform_locations();

  Program program_;
  Reading reading_;
  Stages stages_;
  Lateness lateness_;
  std::vector<std::vector<std::uint8_t>> rules_;
  std::vector<std::vector<Access>> accesses_;
  std::vector<std::uint8_t> cta_;
  std::array<std::array<Scope, max_threads>, max_threads> distance_{};
  std::vector<std::vector<char>> postpone_;
  std::vector<std::vector<char>> begins_cycle_;
  std::vector<std::vector<char>> leads_unordered_;
  std::vector<char> uniform_;
  std::vector<char> mixed_;
  bool leaves_fences_open_ = false;
};

/// \name Which patterns a fence ends and begins (ASPLOS 2019, figure 4; PTX ISA 8.8).
/// @{
bool acquires(const FenceFacts& fence, const Reading& reading);
bool releases(const FenceFacts& fence, const Reading& reading);
/// @}

/// The access of a load, store or atomic; nothing for other instructions.
std::optional<Access> access_of(const Program& program, const Reading& reading, ThreadId thread,
                                const Action& action);

}  // namespace opexplore::ptx_model
