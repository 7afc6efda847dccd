// Options as rows of tables. What a row says is all that there is about an option: the command line
// is parsed by it, and --help, the manual page, the completion for bash and docs/reports/options.md
// are written from it.
//
//   constexpr std::array test_rows{
//       OptionRow<Texts>{{.names = "--every", .value = "N", .group = "tests",
//                         .help = "Of the generated tests, one of so many"},
//                        keep<&Texts::every>},
//       …};
//
// A table belongs to a struct, whose members its rows set, so that programs can share tables:
// CommandLine::add(test_rows, texts.tests).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "litmus/input/usage_error.hpp"

namespace opexplore {

/// How often an option may be given, and what a further time means.
enum class Times : std::uint8_t {
  once,  ///< a second one is an error; a flag may be repeated, which means nothing
  many,  ///< each time adds a value; a flag counts
  list   ///< as many, and a comma separates values too
};

/// What a journal says of an option that was given, for another question needs another journal.
enum class Noted : std::uint8_t {
  value,   ///< what is found depends on it
  name,    ///< what is written depends on whether it is given
  nothing  ///< neither does
};

/// What is said of an option.
struct OptionEntry {
  std::string_view names;  ///< "-j,--threads": a letter first; the first long name is the option's
  std::string_view value = {};  ///< its placeholder: "FILE"; "[full]" may be left out; a flag: none
  std::string_view group;       ///< the heading in the help
  std::string_view help;        ///< a sentence without its full stop
  std::string_view manual = {};  ///< what the manual page says beyond that: whole sentences
  Times times = Times::once;
  /// The words that the value may be, separated by blanks. Where the value may be left out, what
  /// follows the option belongs to it only if it is one of these, or ends like one that begins with
  /// '*' ("*" alone: any word that is no option). Offered by the completion.
  std::string_view words = {};
  std::string_view otherwise = {};  ///< the value when it is left out
  /// The commands that it goes with, separated by blanks; nothing: all of its program.
  std::string_view commands = {};
  /// Where it stands on the first screen of the help, if it does.
  std::string_view screen = {};
  /// The command that it is another spelling of, if it is.
  std::string_view alias_of = {};
  /// What is written in its place today, of an older spelling that is still read and no longer
  /// listed: a command, or an option, perhaps with the word that its value begins with. "--write
  /// json" with what stands behind `=` is read by the row that has this, which needs no names.
  std::string_view instead = {};
  Noted noted = Noted::value;

  bool is_flag() const { return value.empty(); }
  bool may_lack_value() const { return value.starts_with('['); }
  /// "--threads"; "-o" of an option that has a letter alone.
  std::string name() const;
  /// "-j", or nothing.
  std::string_view letter() const;
  /// "threads": all names but the letter, without dashes.
  std::vector<std::string_view> long_names() const;
  bool goes_with(std::string_view command) const;
};

/// What messages call it: "--write json" for a format, "--grid".
std::string written_today(const OptionEntry& entry);

/// "--write json=FILE" for an older spelling; "--grid" for one that is not.
std::string current_spelling(const OptionEntry& entry);

/// The words of the entries that are written behind the option today: "json" for "--write json".
std::vector<std::string> words_today(const std::vector<OptionEntry>& entries,
                                     const std::string& option);

/// A first word of a command line, which says what is asked.
struct CommandEntry {
  std::string_view name;
  std::string_view words;         ///< what stands between the options, as in a usage line
  std::string_view summary;       ///< for the list of commands
  std::string_view about;         ///< for its own help: whole lines
  std::string_view instead = {};  ///< what is written today, of one that is no longer listed
};

/// The parts of a text between blanks.
std::vector<std::string_view> blank_separated(std::string_view text);

/// An option with its value, as written: "--every", "5". The value of a flag is "true".
struct Written {
  std::string option;
  std::string text;
};

/// More threads than any computer has cores are a mistake, and cannot all be started.
inline constexpr std::uint64_t most_threads = 1024;

/// The number that an option has, from `least` to `most`. Throws UsageError.
std::uint64_t number_of(const Written& written, std::uint64_t least, std::uint64_t most);

/// The count that an option has, with suffixes K, M, G and T, powers of `unit`. Throws UsageError.
std::uint64_t amount_of(const Written& written, std::uint64_t unit);

/// The time that an option has. Throws UsageError.
std::chrono::milliseconds duration_of(const Written& written);

/// What each word that an option may have means.
template <class T>
using Choices = std::vector<std::pair<std::string_view, T>>;

/// What to throw for a word that an option does not know: names the nearest, or all.
UsageError no_such_word(const Written& written, const std::vector<std::string>& words);

/// The meaning of the word that an option has. Throws UsageError.
template <class T>
T one_of(const Written& written, const Choices<T>& choices) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : choices) {
    if (word == written.text) return meaning;
    words.emplace_back(word);
  }
  throw no_such_word(written, words);
}

/// An option, and what it does to a Target; nothing if it is asked for by other means.
template <class Target>
struct OptionRow {
  OptionEntry entry;
  void (*apply)(Target&, const Written&) = nullptr;
};

namespace detail {

template <class Member>
void keep_text(Member& member, const Written& written) {
  if constexpr (std::is_same_v<Member, bool>) {
    member = true;
  } else if constexpr (std::is_integral_v<Member>) {
    static_assert(std::is_same_v<Member, int>, "numbers have a reader that checks them");
    ++member;
  } else if constexpr (requires { member.emplace_back(written.text); }) {
    member.emplace_back(written.text);
  } else {
    member = written.text;
  }
}

template <class Target>
Target& member_of(Target& target) {
  return target;
}
template <class Target, class Member, class... Members>
auto& member_of(Target& target, Member member, Members... members) {
  return member_of(target.*member, members...);
}

template <class Member>
struct OwnerOf;
template <class Owner, class Member>
struct OwnerOf<Member Owner::*> {
  using Type = Owner;
};

}  // namespace detail

/// The most usual of what options do: text to a member that is a text, a path, a list of these, or
/// optional; a flag sets a bool and counts in an int. keep<&A::b, &B::c> is the member c of b.
template <auto Member, auto... Members>
void keep(typename detail::OwnerOf<decltype(Member)>::Type& target, const Written& written) {
  detail::keep_text(detail::member_of(target, Member, Members...), written);
}

}  // namespace opexplore
