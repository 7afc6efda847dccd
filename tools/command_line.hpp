// Command lines, described by tables of options and read by them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/usage_error.hpp"
#include "tools/option_rows.hpp"

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

/// An option bound to what it sets.
struct BoundOption {
  OptionEntry entry;
  std::function<void(const Written&)> apply;
};

/// What may stand in a command line: options, and words between them.
class CommandLine {
 public:
  /// The rows of a table, which set members of `target`; it must outlive the reading.
  template <class Table, class Target>
  void add(const Table& table, Target& target) {
    for (const auto& row : table) {
      options.push_back({row.entry, {}});
      if (row.apply == nullptr) continue;
      options.back().apply = [apply = row.apply, &target](const Written& written) {
        apply(target, written);
      };
    }
  }
  /// The words that are no options go into `texts`: a list, or a single text or path.
  template <class Texts>
  void add_words(Texts& texts) {
    one_word = !requires { texts.emplace_back(); };
    word = [&texts](const std::string& text) { detail::keep_text(texts, {"", text}); };
  }

  /// What is said of the options.
  std::vector<OptionEntry> entries() const;

  std::vector<BoundOption> options;
  std::function<void(const std::string&)> word;  ///< empty: no words
  bool one_word = false;                         ///< not more
};

/// What was written of an option: its values in their order.
struct GivenOption {
  const BoundOption* option = nullptr;
  std::vector<std::string> values;
};

/// A command line, understood and not yet applied: options in the order of the tables.
struct GivenArguments {
  std::vector<GivenOption> options;
  std::vector<std::string> words;

  /// The values of the option of that name ("--help"), or nullptr when it was not given. A flag
  /// that was given as false was not given.
  const std::vector<std::string>* values(std::string_view name) const;
};

/// Finds options and words. Throws UsageError for unknown options, with the nearest known one, for
/// those that other programs know and these do not offer, with the reason, for missing values, and
/// for options that are given too often. The command line must outlive the result.
GivenArguments parse_arguments(std::span<const std::string> arguments, const CommandLine& line);

/// Does what the options say, in the order of the tables. Throws what they throw.
void apply(const GivenArguments& given, const CommandLine& line);

}  // namespace opexplore
