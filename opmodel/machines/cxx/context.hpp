// What the machine knows about a program before it runs.
#pragma once

#include <optional>
#include <vector>

#include "opmodel/amdgpu_attributes.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/liveness.hpp"
#include "opmodel/program.hpp"

namespace opexplore::cxx {

/// Which writes belong to a release sequence: RC11 and C++17 count what the same thread stores
/// later ([intro.races] of C++17); C++20 does not (P0982).
enum class ReleaseSequences : std::uint8_t { cxx20, rc11 };

/// What the order of sc operations has to agree with: that of C++20 (P0668), or RC11's psc.
enum class ScOrder : std::uint8_t { cxx20, rc11 };

/// Which values come out of thin air: those that depend on themselves, so that a load may take
/// effect behind a later store of its thread (ASPLOS 2019, 4.1), or all that program order and
/// reads-from put before themselves (RC11).
enum class ThinAir : std::uint8_t { dependencies, program_order };

struct Reading {
  ReleaseSequences release_sequences = ReleaseSequences::cxx20;
  ScOrder sc_order = ScOrder::cxx20;
  ThinAir thin_air = ThinAir::dependencies;
};

/// One instruction, with everything the rules ask of it.
struct Planned {
  enum class Kind : std::uint8_t { local, load, store, atomic, fence, barrier };
  Kind kind = Kind::local;
  LocationId location = 0;
  SyncScope scope = SyncScope::system;  ///< meaningless when non-atomic
  Order order = Order::weak;            ///< as written
  Order failure = Order::weak;          ///< of a compare-exchange
  Value resource = 0;                   ///< of a barrier
  ThreadMask members = 0;               ///< whom a barrier waits for
  bool postponable = false;             ///< see may_postpone in context.cpp
  RegisterSet operands;                 ///< the registers that it reads
  std::optional<RegisterId> destination;
};

/// Immutable facts about one program. Thread-safe.
class Context {
 public:
  /// Keeps a reference to the test.
  Context(const Test& test, const Reading& reading);

  const Program& program() const { return program_; }
  const Reading& reading() const { return reading_; }
  const Liveness& liveness() const { return liveness_; }
  const BarrierPlan& barriers() const { return barriers_; }
  const Planned& plan(ThreadId thread, InstructionId pc) const { return plans_[thread][pc]; }
  std::size_t threads() const { return program_.threads.size(); }
  std::size_t locations() const { return program_.locations.size(); }

  /// Whether the thread, standing there, may still read the location.
  bool may_read(ThreadId thread, InstructionId pc, LocationId location) const {
    return pc < plans_[thread].size() && may_read_[thread][pc][location];
  }

  /// Smallest scope that includes both.
  SyncScope distance(ThreadId a, ThreadId b) const { return distance_[a][b]; }

  /// Whether reads may give `undef`, and only atomic writes are in coherence: programs of AMDGPU.
  bool has_undef() const { return program_.language == Language::amdgpu; }

  /// Whether all accesses to the location are atomic, each at a scope that includes every thread
  /// that accesses it.
  bool uniform(LocationId location) const { return uniform_[location]; }

 private:
  void find_postponable();
  void find_reads();
  void find_uniform();

  const Program& program_;
  Reading reading_;
  Liveness liveness_;
  BarrierPlan barriers_;
  std::vector<std::vector<Planned>> plans_;
  std::vector<std::vector<SyncScope>> distance_;
  std::vector<std::vector<std::vector<bool>>> may_read_;  // by thread, pc and location
  std::vector<bool> uniform_;
};

}  // namespace opexplore::cxx
