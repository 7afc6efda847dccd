// What a read may see, and what value that gives (LLVM, AMDGPUMemoryModel).
#pragma once

#include <optional>
#include <vector>

#include "opmodel/machines/amdgpu/location_order.hpp"

namespace opexplore::amdgpu {

/// The writes that a read may see, and what it makes of them.
struct Seen {
  enum class Gives : std::uint8_t {
    any,   ///< all are atomics that include each other: one of them
    one,   ///< there is one, and it comes before the read
    undef  ///< a data race, or something was not made available or visible
  };
  cxx::NodeSet writes = 0;
  bool initial = false;  ///< the initial value, too
  Gives gives = Gives::undef;
};

/// How a graph stands, in which nothing is postponed.
enum class Judgement : std::uint8_t {
  refuted,  ///< a read has a value that it cannot have, whatever the graph grows to
  open,     ///< a read has got `undef`, and what would be the reason has not come
  justified
};

class Values {
 public:
  /// Keeps references.
  Values(const cxx::Context& context, const EffectsTable& effects, const cxx::State& state,
         const cxx::Relations& relations);

  const std::vector<cxx::Node>& nodes() const { return relations_.nodes(); }
  const LocationOrder& location_order() const { return order_; }

  // seen — M, "value of a read".
  Seen seen(std::size_t read) const;

  Judgement judgement() const;

  /// Whether the read has got `undef` for a reason that has not come.
  bool is_open(cxx::EventName read) const;

  /// What the location holds at the end: the last write, if there is one that all others come
  /// before, in location order or in modification order; else `undef`.
  Value last_value(LocationId location) const;

 private:
  enum class OfRead : std::uint8_t { wrong, unexplained, right };
  OfRead judge(std::size_t read) const;
  bool ordered() const;

  const cxx::Context& context_;
  const cxx::State& state_;
  const cxx::Relations& relations_;
  LocationOrder order_;
};

}  // namespace opexplore::amdgpu
