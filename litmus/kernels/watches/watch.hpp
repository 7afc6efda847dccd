// Questions about places of a kernel. For each something goes into its program that watches the
// places, and what machines say of any program is then the answer: a thread comes to a stop, or two
// accesses to a location of the question's own race.
//
// A question is a pair of files here, and a row in watches.cpp. Its word of --property, its bug in
// reports, JSON, SARIF and annotations, its exit code and the line that says that all is well
// follow from the row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/instruction.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

struct Launch;
struct LaunchedKernel;
struct Watch;

/// Lines of a source, the last one included.
struct Lines {
  std::string file;  ///< its name; empty: the one that has the kernels
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// A question that is asked of lines.
struct WatchedLines {
  const Watch* question = nullptr;  ///< one of watches()
  std::vector<Lines> lines = {};
};

/// The same of a program that has what watches them.
struct Watched {
  const Watch* question = nullptr;
  std::string lines = {};                  ///< "lines 12 to 15"
  std::string title = {};                  ///< of the bug
  std::optional<AddressId> location = {};  ///< races there are the bug
};

/// What is wrong where it fails, as a rule of SARIF.
struct WatchRule {
  std::string_view id = {};  ///< "mutual-exclusion"; also the kind of the bug
  std::string_view title = {}, text = {}, help = {};
};

/// How races on the location of a question are told.
struct WatchedRaces {
  std::string_view (*what)(const Action& action) = nullptr;  ///< of an access: "comes in"
  std::string_view sentence = {};  ///< why they race, where nothing more is known
  std::string_view advice = {};    ///< where no change is found
};

struct Watch {
  std::string_view name = {};     ///< "exclusive", of --property exclusive:LINES
  std::string_view manual = {};   ///< "one thread at a time is in these lines of a kernel"
  std::string_view fine = {};     ///< "one thread at a time in ", and then the lines
  std::string_view stopped = {};  ///< of who comes to its stop: "is there when another one is, too"
  WatchedRaces races = {};
  WatchRule rule = {};
  /// Puts what watches the lines into the program. Throws InputError.
  Watched (*watch)(const WatchedLines& asked, const Launch& launch,
                   LaunchedKernel& kernel) = nullptr;
};

/// All of them, in the order in which they are listed.
std::span<const Watch* const> watches();

/// Adds what watches Launch::watched, and Facts::watched. Throws InputError where no thread
/// executes anything there.
void watch_places(const Launch& launch, LaunchedKernel& kernel);

/// What a race of two accesses to the address is the bug of; nullptr of other addresses.
const Watched* watched_at(std::span<const Watched> watched, std::optional<AddressId> address);

}  // namespace opexplore::kernel
