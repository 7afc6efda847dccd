// What the manual pages, the completion for bash and docs/reports/options.md say of options.
#include <algorithm>
#include <cctype>

#include "tools/programs.hpp"

namespace opexplore {
namespace {

// The text with `mark` around each long option in it and each dash as `dash`.
std::string marked(std::string_view text, std::string_view begin, std::string_view end,
                   std::string_view dash) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool option = text.substr(at).starts_with("--") && at + 2 < text.size() &&
                        std::isalpha(static_cast<unsigned char>(text[at + 2])) != 0;
    std::size_t length = 1;
    while (option && at + length < text.size() &&
           (text[at + length] == '-' ||
            std::isalpha(static_cast<unsigned char>(text[at + length])) != 0)) {
      ++length;
    }
    if (option) result += begin;
    for (const char c : text.substr(at, length)) {
      if (c == '-') {
        result += dash;
      } else {
        result += c;
      }
    }
    if (option) result += end;
    at += length;
  }
  return result;
}

std::string roff(std::string_view text) { return marked(text, "\\f[B]", "\\f[R]", "\\-"); }

// Help and manual are sentences; the first has no full stop.
std::string whole_text(const OptionEntry& entry) {
  std::string text = std::string(entry.help) + '.';
  if (!entry.manual.empty()) text += ' ' + std::string(entry.manual);
  return text;
}

std::string roff_entry(const OptionEntry& entry) {
  std::string text = ".TP\n";
  if (const std::string letter(entry.letter()); !letter.empty()) {
    text += "\\f[B]" + roff(letter) + "\\f[R]";
    if (!entry.long_names().empty()) text += ", ";
  }
  for (const std::string_view name : entry.long_names()) {
    text += (name == entry.long_names().front() ? "" : ", ") + roff("--" + std::string(name));
  }
  if (!entry.is_flag()) text += " \\f[I]" + roff(entry.value) + "\\f[R]";
  return text + '\n' + roff(whole_text(entry)) + '\n';
}

// A bar ends a cell, even between backquotes.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

// Those of the words that are names of commands which are listed.
std::string with_commas(std::string_view words, std::span<const CommandEntry> commands) {
  std::string text;
  for (const std::string_view word : blank_separated(words)) {
    if (std::ranges::find(commands, word, &CommandEntry::name) == commands.end()) continue;
    text += (text.empty() ? "" : ", ") + std::string(word);
  }
  return text.empty() ? "all" : text;
}

// What bash offers for the value, as assignments of its `words` and `files`.
std::string offered(const OptionEntry& entry) {
  const std::string_view value = entry.value;
  std::string words;
  for (const std::string_view word : blank_separated(entry.words)) {
    if (word == "@machines") {
      words = "$(_opexplore_machines \"$program\")";
    } else if (std::isalnum(static_cast<unsigned char>(word.front())) != 0) {
      words += (words.empty() ? "" : " ") + std::string(word);
    }
  }
  const bool file = value.find("FILE") != std::string_view::npos || value.starts_with("DATA") ||
                    value == "NAME" || value == "A B" || value == "[MODEL]";
  std::string text = words.empty() ? "" : "words=\"" + words + '"';
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : " ") + more; };
  if (value == "DIR") add("files=directories");
  if (file || entry.may_lack_value()) add("files=plain");
  if (entry.may_lack_value()) add("lone=yes");
  return text.empty() ? "return" : text;
}

std::string bash_case(const OptionEntry& entry) {
  std::string names(entry.letter());
  for (const std::string_view name : entry.long_names()) {
    names += (names.empty() ? "--" : " | --") + std::string(name);
  }
  return "    " + names + ") " + offered(entry) + " ;;\n";
}

std::string long_names_with(std::span<const OptionEntry> entries, std::string_view command) {
  std::string text;
  for (const OptionEntry& entry : entries) {
    const bool again = entry.alias_of == command && !command.empty();
    if (again || (!command.empty() && !entry.goes_with(command))) continue;
    if (!entry.letter().empty()) text += (text.empty() ? "" : " ") + std::string(entry.letter());
    for (const std::string_view name : entry.long_names()) {
      text += (text.empty() ? "--" : " --") + std::string(name);
    }
  }
  return text;
}

// How many of the first words are the command and names of machines.
std::string sides_of(const CommandEntry& command) {
  if (command.words.starts_with("A B")) return " sides=3";
  return command.words == "[MACHINE]" || command.words == "[NAME...]" ? " sides=2" : "";
}

constexpr const char* completion_head =
    R"(# Completion of opexplore for bash. Written from the tables of options.

_opexplore_machines() {
  { "$1" machines; "$1" models; } 2>/dev/null | sed -n 's/^\([^ ]\{1,\}\).*/\1/p' | sort -u
}

_opexplore() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
  # Bash splits --machine=ptx at the equals sign.
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $option == '=' ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  fi
  # One dash is as good as two.
  if [[ $option == -[a-z]?* ]]; then option=-$option; fi
  local words='' files='' lone='' options='' sides=1 commands=')";

constexpr const char* completion_options = R"('
  case ${COMP_WORDS[1]} in
)";

constexpr const char* completion_values = R"(  esac
  case $option in
)";

constexpr const char* completion_end = R"(    *) lone=yes files=plain
      if ((COMP_CWORD == 1)); then
        words=$commands
      elif ((COMP_CWORD <= sides)); then
        words=$(_opexplore_machines "$program")
      fi ;;
  esac
  # What needs no value may be followed by an option.
  if [[ $word == -* && -n $lone ]]; then
    files='' words=$options
  fi
  mapfile -t COMPREPLY < <(
    if [[ -n $words ]]; then compgen -W "$words" -- "$word"; fi
    if [[ $files == directories ]]; then compgen -d -- "$word"; fi
    if [[ $files == plain ]]; then compgen -f -- "$word"; fi
  )
}

complete -o filenames -F _opexplore opexplore
)";

}  // namespace

std::string manual_text(const std::string& program, std::span<const CommandEntry> commands,
                        std::span<const OptionSection> sections) {
  std::string text = ".SH COMMANDS\n";
  for (const CommandEntry& command : commands) {
    text += ".TP\n\\f[B]" + roff(program + ' ' + std::string(command.name)) +
            "\\f[R] [\\f[I]OPTIONS\\f[R]] \\f[I]" + roff(command.words) + "\\f[R]\n" +
            roff(command.summary) + ".\n" + roff(command.about);
  }
  text += ".SH OPTIONS\n";
  for (const OptionSection& section : sections) {
    std::string title = section.title;
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    text += ".SS " + title + '\n';
    for (const OptionEntry& entry : section.entries) text += roff_entry(entry);
  }
  return text;
}

std::string markdown_text(const std::string& program, std::span<const CommandEntry> commands,
                          std::span<const OptionSection> sections) {
  std::string text = "# Commands and options of " + program +
                     "\n\nWritten from the tables that the program reads its command line by.\n"
                     "\n| command | what it says |\n|---|---|\n";
  for (const CommandEntry& command : commands) {
    text += "| `" + program + ' ' + std::string(command.name) +
            (command.words.empty() ? "" : " " + cell(command.words)) + "` | " +
            cell(command.summary) + " |\n";
  }
  for (const OptionSection& section : sections) {
    text += "\n## " + section.title + "\n\n| option | goes with | what it does |\n|---|---|---|\n";
    for (const OptionEntry& entry : section.entries) {
      text += "| `" + cell(spelling(entry)) + "` | " + with_commas(entry.commands, commands) +
              " | " + cell(whole_text(entry)) + " |\n";
    }
  }
  return text;
}

std::string markdown_of_older(std::span<const CommandEntry> commands,
                              std::span<const OptionEntry> entries) {
  std::string text =
      "\n## Older spellings\n\nStill read, and no longer listed by the program.\n"
      "\n| older | today |\n|---|---|\n";
  for (const CommandEntry& command : commands) {
    if (command.instead.empty()) continue;
    text += "| `opexplore " + std::string(command.name) + "` | `opexplore " +
            cell(command.instead) + "` |\n";
  }
  for (const OptionEntry& entry : entries) {
    if (entry.names.empty()) continue;
    text += "| `" + cell(spelling(entry)) + "` | `" + cell(current_spelling(entry)) + "` |\n";
  }
  return text;
}

std::string completion_text(std::span<const CommandEntry> commands,
                            std::span<const OptionEntry> entries) {
  std::string names;
  std::string options;
  for (const CommandEntry& command : commands) {
    const std::string name(command.name);
    names += (names.empty() ? "" : " ") + name;
    options += "    " + name + ") options='" + long_names_with(entries, name) + '\'' +
               sides_of(command) + " ;;\n";
  }
  options += "    *) options='" + long_names_with(entries, "") + "' ;;\n";
  std::string values;
  for (const OptionEntry& entry : entries) {
    if (!entry.is_flag()) values += bash_case(entry);
  }
  return completion_head + names + completion_options + options + completion_values + values +
         completion_end;
}

}  // namespace opexplore
