// A test under every reading of what the ISA leaves open about asynchronous operations: whether it
// is right under all of them, wrong under all, or what that depends on. Of a kernel, whether it has
// a bug.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::readings {

/// What is asked under each reading.
enum class Asked : std::uint8_t {
  condition,  ///< whether an execution decides it
  bugs        ///< whether there is a data race, something undefined, or no end
};

/// What is found under one reading.
enum class Found : std::uint8_t {
  allowed,    ///< an execution decides the quantified condition: it has what `exists` asks for, or
              ///< breaks what `~exists` and `forall` promise
  forbidden,  ///< none does
  right,      ///< of bugs: there are none
  racy,       ///< there is a data race
  endless,    ///< an execution does not end
  undefined,  ///< an execution has no meaning, where the test does not ask for that
  unknown     ///< a limit ended the search before
};
/// The word for it.
std::string_view to_string(Found found);

/// One reading.
struct Row {
  std::string bundle;   ///< "isa", "strict" or "practice"
  std::string changed;  ///< "place=cta": beside the bundle; empty for a bundle
  Found found = Found::unknown;
  std::string why = {};  ///< of undefined and unknown
};

struct Table {
  std::string test;
  Asked asked = Asked::condition;
  std::vector<Row> rows;  ///< the bundles, then each switch on top of the first

  /// What all of them say; nothing if they differ, or one is unknown.
  std::optional<Found> agreed() const;
  /// The switches, without their values, that change the answer of the first bundle by themselves.
  std::vector<std::string> depends_on() const;
};

/// Asks all of them. `explore`: limits of each search. Precondition: ptx-async runs the test.
Table under_all(const Test& test, Asked asked, const ExploreOptions& explore);

/// The row of each bundle, those of switches that change the answer, and what follows.
std::string text_of(const Table& table);

}  // namespace opexplore::readings
