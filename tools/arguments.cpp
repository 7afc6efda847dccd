#include "tools/arguments.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "litmus/suggestion.hpp"

namespace opexplore {
namespace {

struct Refused {
  std::string_view names;  ///< separated and enclosed by blanks
  std::string_view reason;
};

constexpr std::array refused{
    Refused{" bounds-load-from bounds-save-to ",
            "machines need no bounds; --unroll is the one of models"},
    Refused{" random_traces random_seed random-traces random-seed ",
            "every search is exhaustive; use --max-states or --timeout to end it early"},
    Refused{" interactive cmds follow auto_follow ",
            "there is no interactive mode; use --trace to see runs step by step"},
    Refused{" variant variants ",
            "machines have no variants; --machines lists what there is, --ptx-reading chooses a "
            "reading"},
    Refused{" cat bell macros conf through skipcheck skipchecks strictskip optace archcheck ",
            "choose a machine or a cat file with --model"},
    Refused{" target method modeling.progress progress-model ",
            "the machine decides this; choose one with --machine"},
    Refused{" c11 cpp11 ", "C tests run on machine cxx by themselves; --cxx chooses the standard"},
    Refused{" nshow showone showlegend showkind graph gv evince dotmode unshow doshow squished "
            "oneinit fontsize fontname splines showevents dotcom view xscale yscale scale boxscale "
            "ptscale margin pad sep center shift edgemerge labelinit texmacros fixedsize nodesep "
            "ranksep showpo showinitrf showfinalrf showinitwrites showthread brackets tikz "
            "edgeattr arrowsize penwidth ",
            "drawings have one style; choose the executions with -show and the place with -o"},
    Refused{" rename conds rmkinds ",
            "conditions and names are those of the files; -kinds rewrites "
            "quantifiers"},
    Refused{" refs ", "compare logs with mcompare7: this program writes what it reads"},
    Refused{" candidates initwrites cos auto exit web badexecs badflag ",
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
  for (const Refused& entry : refused) {
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

}  // namespace opexplore
