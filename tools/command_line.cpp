#include "tools/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>

#include "answers/settings.hpp"
#include "litmus/input/amounts.hpp"
#include "litmus/input/suggestion.hpp"

namespace opexplore {
namespace {

struct Refused {
  std::string_view names;  ///< separated and enclosed by blanks
  std::string_view reason;
};

constexpr std::array refused_options{
    Refused{" bounds-load-from bounds-save-to ",
            "machines need no bounds; --unroll is the one of models"},
    Refused{" random_traces random_seed random-traces random-seed ",
            "every search is exhaustive; use --max-states or --timeout to end it early"},
    Refused{" interactive cmds follow auto_follow ",
            "there is no interactive mode; use --trace to see runs step by step"},
    Refused{" variant variants ",
            "machines have no variants; opexplore machines lists what there is, --machine "
            "ptx:ptx-reading=dat3m chooses a reading"},
    Refused{" cat bell macros conf through skipcheck skipchecks strictskip optace archcheck ",
            "choose a machine or a cat file with --model"},
    Refused{" target method modeling.progress progress-model ",
            "the machine decides this; choose one with --machine"},
    Refused{
        " c11 cpp11 ",
        "C tests run on machine cxx by themselves; --machine cxx:cxx=rc11 chooses the standard"},
    Refused{" nshow showone showlegend showkind graph gv evince dotmode squished "
            "oneinit fontsize fontname splines showevents dotcom view xscale yscale scale boxscale "
            "ptscale margin pad sep center shift edgemerge labelinit texmacros fixedsize nodesep "
            "ranksep showpo showinitrf showfinalrf showinitwrites showthread brackets tikz "
            "edgeattr arrowsize penwidth ",
            "drawings have one style; choose the executions with -show and the place with -o"},
    Refused{" rename conds rmkinds ",
            "conditions and names are those of the files; -kinds rewrites "
            "quantifiers"},
    Refused{" refs ", "compare logs with mcompare7: this program writes what it reads"},
    Refused{" candidates cos auto exit web badexecs badflag ",
            "what a model enumerates is in docs/axioms.md; -show chooses executions"},
};

[[noreturn]] void unknown(const std::string& written, std::string_view name,
                          std::span<const OptionShape> options) {
  std::vector<std::string> names;
  for (const OptionShape& option : options) names.push_back(option.name);
  const auto close = nearest(name, names);
  throw UsageError("unknown option " + written,
                   close ? "did you mean --" + *close + "?" : "--help lists the options");
}

// A word that is never the value of the option before it. No option has a blank before its value.
bool looks_like_option(const std::string& text) {
  return text.size() > 1 && text[0] == '-' &&
         text.substr(0, text.find('=')).find(' ') == std::string::npos &&
         std::isdigit(static_cast<unsigned char>(text[1])) == 0;
}

bool belongs(const OptionShape& option, const std::string& next) {
  if (next.empty() || looks_like_option(next)) return false;
  return std::any_of(option.words.begin(), option.words.end(), [&](const std::string& word) {
    if (word.front() != '*') return next == word;
    const std::string_view end = std::string_view(word).substr(1);
    return std::string_view(next).ends_with(end);
  });
}

// "--name=value" for an option written without '='; `next` is what follows, if anything.
// Sets `taken` when that belongs to the option.
std::string with_argument(const OptionShape& option, const std::string* next, bool& taken) {
  const std::string name = "--" + option.name;
  if (option.argument == OptionShape::Argument::required) {
    if (next == nullptr || next->empty() || looks_like_option(*next)) {
      throw UsageError("option " + name + " needs a value");
    }
    taken = true;
    return name + '=' + *next;
  }
  taken = next != nullptr && belongs(option, *next);
  if (taken) return name + '=' + *next;
  return option.argument == OptionShape::Argument::none ? name : name + '=' + option.otherwise;
}

// Whether a word with one dash is made of one-letter options: -v, -vv, -o, -Idir, -j4.
bool is_short(const std::string& word, const ShortOptions& letters) {
  const char letter = word[1];
  if (word.size() == 2) {
    return letters.with_value.find(letter) != std::string::npos ||
           letters.flags.find(letter) != std::string::npos;
  }
  if (letter == 'I') return true;
  const auto rest = std::string_view(word).substr(2);
  if (letter == 'j') return rest.find_first_not_of("0123456789") == std::string_view::npos;
  return letter == 'v' && rest.find_first_not_of('v') == std::string_view::npos;
}

}  // namespace

std::optional<std::string> refused_option(std::string_view name) {
  if (name.empty()) return std::nullopt;
  const std::string enclosed = ' ' + std::string(name) + ' ';
  for (const Refused& entry : refused_options) {
    if (entry.names.find(enclosed) != std::string_view::npos) return std::string(entry.reason);
  }
  return std::nullopt;
}

std::vector<std::string> normalise_arguments(std::span<const std::string> arguments,
                                             std::span<const OptionShape> options,
                                             const ShortOptions& letters) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--") {
      result.insert(result.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i),
                    arguments.end());
      break;
    }
    if (word.size() < 2 || word[0] != '-') {
      result.push_back(word);
      continue;
    }
    const std::size_t dashes = word[1] == '-' ? 2 : 1;
    const std::string name = word == "-h" ? "help" : word.substr(dashes, word.find('=') - dashes);
    const auto option = std::find_if(options.begin(), options.end(),
                                     [&](const OptionShape& o) { return o.name == name; });
    if (option == options.end()) {
      if (const auto reason = refused_option(name)) {
        throw UsageError("option " + word + " is not offered: " + *reason);
      }
      if (dashes == 2 || !is_short(word, letters)) unknown(word, name, options);
      result.push_back(word);
      if (word.size() == 2 && letters.with_value.find(word[1]) != std::string::npos) {
        if (i + 1 == arguments.size() || looks_like_option(arguments[i + 1])) {
          throw UsageError("option " + word + " needs a value");
        }
        result.push_back(arguments[++i]);
      }
    } else if (word.back() == '=') {
      throw UsageError("option " + word + " needs a value after the =");
    } else if (word.find('=') != std::string::npos) {
      result.push_back("--" + word.substr(dashes));
    } else {
      bool taken = false;
      const std::string* next = i + 1 < arguments.size() ? &arguments[i + 1] : nullptr;
      result.push_back(with_argument(*option, next, taken));
      if (taken) ++i;
    }
  }
  return result;
}

namespace {

std::vector<std::string_view> separated(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::vector<OptionShape> shapes_of(const CommandLine& line) {
  std::vector<OptionShape> shapes;
  for (const BoundOption& option : line.options) {
    for (const std::string_view name : option.entry.long_names()) {
      OptionShape shape{std::string(name), OptionShape::Argument::required, {}, {}};
      if (option.entry.may_lack_value()) shape.argument = OptionShape::Argument::optional;
      if (option.entry.is_flag()) shape.argument = OptionShape::Argument::none;
      for (const std::string_view word : blank_separated(option.entry.words)) {
        shape.words.emplace_back(word);
      }
      if (option.entry.is_flag() && option.entry.times == Times::once) {
        shape.words = {"true", "false"};
      }
      shape.otherwise = option.entry.otherwise;
      shapes.push_back(std::move(shape));
    }
  }
  return shapes;
}

ShortOptions letters_of(const CommandLine& line) {
  ShortOptions letters;
  for (const BoundOption& option : line.options) {
    const bool alone = option.entry.is_flag() || option.entry.may_lack_value();
    (alone ? letters.flags : letters.with_value) +=
        option.entry.letter().substr(std::min<std::size_t>(1, option.entry.letter().size()));
  }
  return letters;
}

// Where CLI11 puts what it finds; which of them depends on the option.
struct Slot {
  CLI::Option* option = nullptr;
  bool flag = false;
  int count = 0;
  std::string text;
  std::vector<std::string> texts;

  void bind(CLI::App& app, const OptionEntry& entry) {
    const std::string names(entry.names);
    if (names.empty()) return;  // read by what another option says
    if (entry.is_flag()) {
      option = entry.times == Times::once ? app.add_flag(names, flag) : app.add_flag(names, count);
    } else if (entry.times == Times::once) {
      option = app.add_option(names, text);
    } else {
      option = app.add_option(names, texts)->allow_extra_args(false);  // a test may follow
      if (entry.times == Times::list) option->delimiter(',');
    }
  }

  std::vector<std::string> values(const OptionEntry& entry) const {
    if (option == nullptr || option->count() == 0) return {};
    if (!entry.is_flag()) return entry.times == Times::once ? std::vector{text} : texts;
    const int times = entry.times == Times::once ? int{flag} : std::max(count, 0);
    return std::vector<std::string>(static_cast<std::size_t>(times), "true");
  }
};

void parse(CLI::App& app, std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // CLI11 takes the last first
  try {
    app.parse(std::move(words));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    throw UsageError("option " + text.substr(0, text.find(':')) + " is given twice");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what(), "--help lists the options");
  }
}

// The row for the first word of the value of another: --json for "json=FILE" of --write.
const BoundOption* row_of(const CommandLine& line, const OptionEntry& entry,
                          const std::string& value) {
  const std::string meant = entry.name() + ' ' + value.substr(0, value.find('='));
  const auto found = std::ranges::find_if(
      line.options, [&](const BoundOption& option) { return option.entry.instead == meant; });
  return found == line.options.end() ? nullptr : &*found;
}

// What stands behind the `=`, or what stands for it.
std::string value_behind(const OptionEntry& meant, const std::string& value) {
  const std::size_t equals = value.find('=');
  if (equals != std::string::npos) {
    if (meant.is_flag() || equals + 1 == value.size()) {
      throw UsageError("option " + std::string(meant.instead) +
                           (meant.is_flag() ? " takes no value" : " needs a value after the ="),
                       "write " + current_spelling(meant));
    }
    return value.substr(equals + 1);
  }
  if (meant.is_flag()) return "true";
  if (meant.may_lack_value()) return std::string(meant.otherwise);
  throw UsageError("option " + std::string(meant.instead) + " needs a value",
                   "write " + current_spelling(meant));
}

void add_value(std::vector<GivenOption>& options, const BoundOption& row, std::string value) {
  const auto known = std::ranges::find(options, &row, &GivenOption::option);
  if (known == options.end()) {
    options.push_back({&row, {std::move(value)}});
    return;
  }
  if (row.entry.times == Times::once && !row.entry.is_flag()) {
    throw UsageError("option " + std::string(row.entry.instead) + " is given twice");
  }
  known->values.push_back(std::move(value));
}

// Values that other rows read go there.
void hand_on(GivenArguments& given, const CommandLine& line) {
  std::vector<GivenOption> options;
  for (const GivenOption& option : given.options) {
    for (const std::string& value : option.values) {
      const OptionEntry& entry = option.option->entry;
      const BoundOption* const row = entry.is_flag() ? nullptr : row_of(line, entry, value);
      add_value(options, row == nullptr ? *option.option : *row,
                row == nullptr ? value : value_behind(row->entry, value));
    }
  }
  std::ranges::sort(options, {}, &GivenOption::option);
  given.options = std::move(options);
}

}  // namespace

std::vector<std::string_view> blank_separated(std::string_view text) {
  return separated(text, ' ');
}

std::string OptionEntry::name() const {
  const std::vector<std::string_view> all = long_names();
  return all.empty() ? std::string(letter()) : "--" + std::string(all.front());
}

std::string_view OptionEntry::letter() const {
  return names.starts_with("--") ? std::string_view() : names.substr(0, 2);
}

std::vector<std::string_view> OptionEntry::long_names() const {
  std::vector<std::string_view> result;
  for (const std::string_view name : separated(names, ',')) {
    if (name.starts_with("--")) result.push_back(name.substr(2));
  }
  return result;
}

bool OptionEntry::goes_with(std::string_view command) const {
  const std::vector<std::string_view> all = blank_separated(commands);
  return all.empty() || std::ranges::find(all, command) != all.end();
}

std::string written_today(const OptionEntry& entry) {
  const bool is_format = entry.instead.starts_with("--write ");
  return is_format ? std::string(entry.instead) : entry.name();
}

std::string current_spelling(const OptionEntry& entry) {
  const std::string_view reduce = "--no-reduce ";
  std::string text(entry.instead);
  if (text.empty()) return entry.name();
  if (!text.starts_with("--")) return "opexplore " + text;
  if (text.starts_with(reduce)) return text.replace(reduce.size() - 1, 1, "=");
  const bool takes = text.starts_with("--write ") || text.starts_with("--machine ");
  if (!takes || entry.is_flag()) return text;
  const std::string value(entry.value);
  return entry.may_lack_value() ? text + "[=" + value.substr(1) : text + '=' + value;
}

std::vector<std::string> words_today(const std::vector<OptionEntry>& entries,
                                     const std::string& option) {
  std::vector<std::string> words;
  for (const OptionEntry& entry : entries) {
    if (!entry.instead.starts_with(option + ' ')) continue;
    words.emplace_back(entry.instead.substr(option.size() + 1));
  }
  return words;
}

std::vector<OptionEntry> CommandLine::entries() const {
  std::vector<OptionEntry> result;
  for (const BoundOption& option : options) result.push_back(option.entry);
  return result;
}

const std::vector<std::string>* GivenArguments::values(std::string_view name) const {
  const auto found = std::ranges::find_if(
      options, [&](const GivenOption& given) { return given.option->entry.name() == name; });
  return found == options.end() ? nullptr : &found->values;
}

std::uint64_t number_of(const Written& written, std::uint64_t least, std::uint64_t most) {
  const auto value = parse_amount(written.text, 1000);
  if (!value || *value < least || *value > most) {
    throw UsageError(written.option + ": " + written.text + " is not what it takes",
                     "write " + std::to_string(least) + " to " + std::to_string(most));
  }
  return *value;
}

std::uint64_t amount_of(const Written& written, std::uint64_t unit) {
  const auto value = parse_amount(written.text, unit);
  if (value) return *value;
  throw UsageError(written.option + ": " + written.text + " is no amount",
                   "write 5000, 200K or 4G");
}

std::chrono::milliseconds duration_of(const Written& written) {
  const auto value = parse_duration(written.text);
  if (value) return *value;
  throw UsageError(written.option + ": " + written.text + " is no time",
                   "write 90s, 500ms, 2m or 1h");
}

UsageError no_such_word(const Written& written, const std::vector<std::string>& words) {
  const auto close = nearest(written.text, words);
  return UsageError(written.option + " knows no " + written.text,
                    close ? "did you mean " + *close + "?" : "choose one of " + joined(words));
}

GivenArguments parse_arguments(std::span<const std::string> arguments, const CommandLine& line) {
  CLI::App app;
  app.set_help_flag("");
  std::vector<Slot> slots(line.options.size());  // CLI11 keeps their addresses
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i].bind(app, line.options[i].entry);
  Slot words;
  if (line.word && line.one_word) words.option = app.add_option("word", words.text);
  if (line.word && !line.one_word) words.option = app.add_option("words", words.texts);
  parse(app, normalise_arguments(arguments, shapes_of(line), letters_of(line)));
  GivenArguments given;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    std::vector<std::string> values = slots[i].values(line.options[i].entry);
    if (!values.empty()) given.options.push_back({&line.options[i], std::move(values)});
  }
  hand_on(given, line);
  given.words = std::move(words.texts);
  if (line.one_word && words.option->count() != 0) given.words.push_back(std::move(words.text));
  return given;
}

void apply(const GivenArguments& given, const CommandLine& line) {
  for (const GivenOption& option : given.options) {
    if (!option.option->apply) continue;
    for (const std::string& value : option.values) {
      option.option->apply({option.option->entry.name(), value});
    }
  }
  for (const std::string& word : given.words) line.word(word);
}

}  // namespace opexplore
