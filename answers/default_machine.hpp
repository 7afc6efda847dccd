// Who answers where nobody is named.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "explorer/explore.hpp"

namespace opexplore {

/// A language, and the machine that runs its programs if nobody chooses one.
struct DefaultMachine {
  Language language;
  std::string_view machine;
  bool asynchronous = false;  ///< those of its programs that have something of PTX 8 and later
};

/// One of each language and kind. That of tests of which nothing is known yet comes first.
std::span<const DefaultMachine> machines_of_languages();

/// The machine for programs in that language.
std::string default_machine(Language language = machines_of_languages().front().language);

/// The machine for that program.
std::string default_machine(const Program& program);

/// The machine that the settings ask for: the default of a language whose machine alone has them
/// all, otherwise the first one.
std::string default_machine(const MachineOptions& options);

}  // namespace opexplore
