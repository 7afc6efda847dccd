// One question to one machine, as the check of mappings asks it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mappings/check.hpp"

namespace opexplore::mappings {

/// What a machine says of a test.
struct SideAnswer {
  enum class Kind : std::uint8_t {
    outcomes,    ///< these and no others
    undefined,   ///< the test has a data race
    refused,     ///< the machine cannot run it
    incomplete,  ///< these, and perhaps others
  };
  Kind kind = Kind::outcomes;
  std::vector<Outcome> outcomes;  ///< in increasing order
  std::string reason;             ///< of the last three kinds
  auto operator<=>(const SideAnswer&) const = default;
};

/// Asks the machine, on this thread.
SideAnswer ask(const Side& side, const Test& test, const CheckOptions& options);

/// The first outcome that only `target` has; nothing if there is none.
std::optional<Outcome> first_extra(const SideAnswer& source, const SideAnswer& target);

}  // namespace opexplore::mappings
