#include "studies/campaign/tests.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "litmus/input/amounts.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/input/usage_error.hpp"

namespace opexplore {
namespace {

bool is_blank(char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; }

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  bool quoted = false;
  for (const char letter : text) {
    if (letter == '"') {
      quoted = !quoted;
      if (!word) word.emplace();
    } else if (!quoted && is_blank(letter)) {
      if (word) words.push_back(std::move(*word));
      word.reset();
    } else {
      if (!word) word.emplace();
      *word += letter;
    }
  }
  if (quoted) throw UsageError("a quotation mark has no partner", "write \"my file.litmus\"");
  if (word) words.push_back(std::move(*word));
  return words;
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

// The line up to a # that begins a word outside quotation marks.
std::string without_comment(const std::string& line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == '#' && !quoted && (i == 0 || is_blank(line[i - 1]))) return line.substr(0, i);
  }
  return line;
}

// Takes `LABEL:` off the beginning of the line. No word of opgen's ends with a colon.
std::string take_label(std::string& line) {
  const std::size_t end = line.find_first_of(" \t\"");
  const std::string word = line.substr(0, end);
  if (word.size() < 2 || word.back() != ':' || word.front() == '-') return "";
  line = end == std::string::npos ? "" : trimmed(line.substr(end));
  return word.substr(0, word.size() - 1);
}

// Takes `--every N` out of the words: opgen has no use for it.
std::uint64_t take_every(std::vector<std::string>& words) {
  const auto option = std::find(words.begin(), words.end(), "--every");
  if (option == words.end()) return 1;
  const auto value = std::next(option);
  const auto every = value == words.end() ? std::nullopt : parse_amount(*value, 1000);
  if (!every || *every == 0) {
    throw UsageError("option --every needs a number from 1", "--every 100 takes one test of 100");
  }
  words.erase(option, std::next(value));
  return *every;
}

std::string kind_name(const generate::Specification& specification) {
  constexpr std::array<const char*, 7> names{"cycle",  "family",  "idiom", "exhaustive",
                                             "random", "mutants", "tests"};
  static_assert(names.size() == std::variant_size_v<generate::Specification>);
  return names.at(specification.index());
}

CampaignTests read_line(std::string line, const ReadWords& read,
                        const std::filesystem::path& folder) {
  CampaignTests tests;
  tests.name = take_label(line);
  tests.arguments = line;
  std::vector<std::string> words = words_of(line);
  tests.every = take_every(words);
  tests.specification = read(words, folder);
  // A cycle or a size that is wrong is found out when the first test is looked for.
  generate::for_each_make(tests.specification, [](const generate::Make&) { return false; });
  if (tests.name.empty()) tests.name = kind_name(tests.specification);
  return tests;
}

// Names that are there more than once get the first number that no other has.
void number_names(std::vector<CampaignTests>& all) {
  std::map<std::string, unsigned> used;
  for (CampaignTests& tests : all) {
    const std::string name = tests.name;
    unsigned number = 1;
    while (++used[tests.name] > 1) tests.name = name + '-' + std::to_string(++number);
  }
}

}  // namespace

CampaignPart part_of(CampaignTests tests, const std::string& pairing, const Check& check) {
  return {std::move(tests.name),
          std::move(tests.arguments),
          std::move(tests.specification),
          pairing,
          check,
          tests.every};
}

generate::Specification specification_of(const std::string& arguments, const ReadWords& read,
                                         const std::filesystem::path& folder) {
  return read(words_of(arguments), folder);
}

std::vector<CampaignTests> read_campaign_file(const std::filesystem::path& path,
                                              const ReadWords& read) {
  std::ifstream file(path);
  if (!file) throw UsageError("cannot read " + path.string(), "a campaign file has opgen's words");
  std::vector<CampaignTests> all;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    const std::string text = trimmed(without_comment(line));
    if (text.empty()) continue;
    const std::string place = path.string() + ':' + std::to_string(number) + ": ";
    try {
      all.push_back(read_line(text, read, path.parent_path()));
    } catch (const UsageError& error) {
      throw UsageError(place + error.what(), error.suggestion);
    } catch (const InputError& error) {
      throw UsageError(place + error.what());
    }
  }
  if (file.bad()) throw UsageError("cannot read " + path.string());
  if (all.empty()) throw UsageError(path.string() + " asks for no tests");
  number_names(all);
  return all;
}

std::vector<CampaignTests> campaign_tests(std::span<const std::string> values,
                                          const ReadWords& read) {
  std::vector<CampaignTests> all;
  for (const std::string& value : values) {
    if (!value.starts_with('@')) {
      all.push_back(read_line(trimmed(value), read, {}));
      continue;
    }
    for (CampaignTests& tests : read_campaign_file(value.substr(1), read)) {
      all.push_back(std::move(tests));
    }
  }
  number_names(all);
  return all;
}

Language language_of(std::span<const CampaignTests> tests) {
  for (const CampaignTests& group : tests) {
    if (const auto language = generate::language_of(group.specification)) return *language;
  }
  return Language::ptx;
}

}  // namespace opexplore
