// A tally that outlives the numbers of states: those that it names it keeps, with their levels.
// "First" is the least by level and then by bytes, in whatever order states are met.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/store/tally.hpp"
#include "opmodel/parts/encoding.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

/// A state, by where it lies.
struct NamedState {
  std::uint32_t level = 0;
  std::string bytes;
  auto operator<=>(const NamedState&) const = default;
};

struct NamedTally {
  /// Gives the bytes of a state by its position in the tally that is added, valid until the next
  /// call.
  using BytesOf = FunctionRef<std::string_view(Position)>;

  Tally tally;                     ///< its positions are indices of `states`
  std::vector<NamedState> states;  ///< some may be named no more
  std::uint32_t exceeded_level = 0;

  /// Adds what the expansion of states of that level has found.
  void add(Tally&& found, std::uint32_t level, BytesOf bytes_of);

  /// Adds what another rank has found.
  void add(const NamedTally& other);

  /// The same tally with positions of another kind. Not all of `states` are asked for.
  Tally with_positions(FunctionRef<Position(const NamedState&)> position_of) const;

 private:
  struct View {
    std::uint32_t level;
    std::string_view bytes;
    auto operator<=>(const View&) const = default;
  };
  using ViewOf = FunctionRef<View(Position)>;

  void combine(Tally&& found, ViewOf view_of);
  View view(Position index) const { return {states[index].level, states[index].bytes}; }
  Position name(const View& state);
  void add_idle(const View& state);
  void keep_least(Position& mine, Position other, ViewOf view_of);
  void add_races(std::map<RacingPair, RaceMet>& mine, const std::map<RacingPair, RaceMet>& other,
                 ViewOf view_of);
};

/// Appends all of it.
void put_named(std::string& bytes, const NamedTally& named);

/// Reads what put_named wrote. Precondition: the bytes are its.
NamedTally get_named(ByteReader& bytes);

}  // namespace opexplore
