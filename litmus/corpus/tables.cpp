#include "litmus/corpus/tables.hpp"

#include <array>
#include <utility>

#include "litmus/input/files.hpp"
#include "litmus/input/lines.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/language/lexer.hpp"

namespace opexplore {

namespace {

using detail::quote;
using detail::trimmed;

struct KindWord {
  std::string_view text;
  Quantifier quantifier;
};

constexpr std::array<KindWord, 6> kind_words = {{{"Allowed", Quantifier::exists},
                                                 {"Allow", Quantifier::exists},
                                                 {"Forbidden", Quantifier::not_exists},
                                                 {"Forbid", Quantifier::not_exists},
                                                 {"Required", Quantifier::forall},
                                                 {"Require", Quantifier::forall}}};

SourcePlace shifted(SourcePlace place, std::string_view line, std::string_view part) {
  return {place.line, detail::place_in(line, part, 0).column + place.column - 1};
}

Quantifier quantifier_of(std::string_view word, const detail::Source& source, SourcePlace place) {
  std::vector<std::string_view> known;
  for (const KindWord& candidate : kind_words) {
    if (candidate.text == word) return candidate.quantifier;
    known.push_back(candidate.text);
  }
  source.fail(place, "unknown kind " + quote(word),
              detail::did_you_mean(word, known, "the kinds are Allowed, Forbidden and Required"));
}

}  // namespace

Kinds read_kinds(std::string_view text, const std::string& path) {
  const detail::Source source{text, path};
  detail::require_text(source);
  Kinds kinds;
  detail::for_each_line(text, [&](std::string_view line, SourcePlace place) {
    const std::size_t end = line.find_first_of(" \t");
    const std::string_view name = line.substr(0, end);
    if (end == line.npos) {
      source.fail(place, "expected a test and its kind, found only " + quote(name),
                  "write 'name Allowed', 'name Forbidden' or 'name Required'");
    }
    const std::string_view word = trimmed(line.substr(end));
    const Quantifier quantifier = quantifier_of(word, source, shifted(place, line, word));
    const auto [known, added] = kinds.emplace(name, quantifier);
    if (!added && known->second != quantifier) {
      source.fail(place, "the test " + quote(name) + " has two kinds", "leave out one of them");
    }
  });
  return kinds;
}

Kinds read_kinds_file(const std::filesystem::path& path) {
  return read_kinds(detail::file_text(path), path.string());
}

std::vector<Expectation> read_expected(std::string_view text, const std::filesystem::path& path) {
  const detail::Source source{text, path.string()};
  detail::require_text(source);
  std::vector<Expectation> result;
  detail::for_each_line(text, [&](std::string_view line, SourcePlace place) {
    const std::size_t comma = line.find(',');
    const std::string_view test = trimmed(line.substr(0, comma));
    if (comma == line.npos || test.empty()) {
      source.fail(place, "expected 'path,0' or 'path,1', found " + quote(line),
                  "1 means that the test's own quantifier holds, 0 that it does not");
    }
    const std::string_view rest = line.substr(comma + 1);
    const std::string_view answer = trimmed(rest.substr(0, rest.find(',')));
    if (answer != "0" && answer != "1") {
      const SourcePlace at =
          answer.empty() ? shifted(place, line, rest) : shifted(place, line, answer);
      source.fail(at, "expected 0 or 1, found " + (answer.empty() ? "nothing" : quote(answer)),
                  "1 means that the test's own quantifier holds, 0 that it does not");
    }
    result.push_back({(path.parent_path() / test).lexically_normal(), answer == "1", place});
  });
  return result;
}

std::vector<Expectation> read_expected_file(const std::filesystem::path& path) {
  return read_expected(detail::file_text(path), path);
}

}  // namespace opexplore
