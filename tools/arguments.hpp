// The spellings of this field made one: -opt v, --opt v and --opt=v all become --opt=v.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/usage_error.hpp"

namespace opexplore {

/// A long option as the rewriting sees it.
struct OptionShape {
  enum class Argument { none, optional, required };
  std::string name;  ///< without dashes
  Argument argument = Argument::required;
  /// optional: what follows the option belongs to it only if it is one of these words,
  /// or ends like one that begins with '*' ("*" alone: any word that is no option). none: always
  /// "true" and "false".
  std::vector<std::string> words;
  std::string otherwise;  ///< optional: the value when none is given
};

/// Options of one letter: which take a value (`I`, `o`, `j`) and which do not (`v`, `q`).
struct ShortOptions {
  std::string with_value;
  std::string flags;
};

/// Rewrites the arguments (without the program's name). Throws UsageError for unknown options,
/// with the nearest known one, for those that others know and this program does
/// not offer, with the reason, and for missing values.
std::vector<std::string> normalise_arguments(std::span<const std::string> arguments,
                                             std::span<const OptionShape> options,
                                             const ShortOptions& letters);

/// Why an option of herd7, rmem, isla or Dartagnan is not offered; nothing for other names.
std::optional<std::string> refused_option(std::string_view name);

}  // namespace opexplore
