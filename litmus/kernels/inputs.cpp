#include "litmus/kernels/inputs.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "litmus/kernels/launch_word.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

constexpr const char* set_advice = "write --input n=4, n=0..3, n=0,1,7 or n=any";

/// An input of a word, with the values that it may have; or elements of one, each on its own.
struct Choice {
  std::string name;  ///< for reports: "n", "table[1]"
  std::vector<std::string> values;
};

/// The name, and what its values are made of: one choice, or one for each element.
struct Said {
  std::string name;
  std::vector<Choice> choices;

  bool has_several() const {
    return std::ranges::any_of(choices,
                               [](const Choice& choice) { return choice.values.size() > 1; });
  }
};

/// Where the two ends of a range are: "0..3".
std::size_t range_in(const std::string& text) { return text.find(".."); }

[[noreturn]] void refuse_number(const LaunchWord& word, const std::string& launches) {
  fail(word, launches + " launches are too many: the limit is " + std::to_string(most_cases),
       "give smaller ranges, or ask in several runs");
}

std::vector<std::string> range(const LaunchWord& word, const std::string& text) {
  const std::size_t dots = range_in(text);
  const auto first = number_in(std::string_view(text).substr(0, dots));
  const auto last = number_in(std::string_view(text).substr(dots + 2));
  if (!first || !last) {
    fail(word, detail::quote(text) + " is no range of integers", set_advice);
  }
  if (*last < *first) fail(word, "the range " + detail::quote(text) + " is empty", set_advice);
  const auto count = static_cast<std::uint64_t>(*last) - static_cast<std::uint64_t>(*first);
  if (count >= most_cases) refuse_number(word, count + 1 == 0 ? "2^64" : std::to_string(count + 1));
  std::vector<std::string> values;
  for (std::uint64_t i = 0; i <= count; ++i) {
    values.push_back(std::to_string(*first + static_cast<Value>(i)));
  }
  return values;
}

/// What stands between two commas.
std::vector<std::string> values_of(const LaunchWord& word, const std::string& name,
                                   const std::string& part, const InputNames& names) {
  if (range_in(part) != std::string::npos) return range(word, part);
  if (part != "any") return {part};
  std::vector<std::string> values;
  for (const Value value : names.any(word, name)) values.push_back(std::to_string(value));
  return values;
}

void add_new(std::vector<std::string> values, std::vector<std::string>& to) {
  for (std::string& value : values) {
    if (std::ranges::find(to, value) == to.end()) to.push_back(std::move(value));
  }
}

Said said_by(const LaunchWord& word, const InputNames& names) {
  const auto [name, text] = assignment(word);
  const std::vector<std::string> parts = listed(text, ',');
  Said said{name, {}};
  if (parts.size() > 1 && !names.is_number(name)) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string element = name + '[' + std::to_string(i) + ']';
      said.choices.push_back({element, values_of(word, element, parts[i], names)});
    }
    return said;
  }
  Choice choice{name, {}};
  for (const std::string& part : parts) add_new(values_of(word, name, part, names), choice.values);
  said.choices.push_back(std::move(choice));
  return said;
}

/// A later word replaces an earlier one of the same input, of which no value is left then. Elements
/// of arrays that a later list does not reach stay as they were.
void drop_replaced(std::vector<Said>& said, std::vector<LaunchWord>& words,
                   const InputNames& names) {
  for (std::size_t i = said.size(); i-- > 0;) {
    const auto later = std::next(said.begin(), static_cast<std::ptrdiff_t>(i) + 1);
    const bool again = std::any_of(later, said.end(), [&](const Said& other) {
      return other.name == said[i].name && (said[i].has_several() || names.is_number(other.name));
    });
    if (!again) continue;
    said.erase(std::prev(later));
    words.erase(std::next(words.begin(), static_cast<std::ptrdiff_t>(i)));
  }
}

/// Where a word that says several shapes goes on.
constexpr char between_shapes = ' ';

/// The shapes that are meant: `1..2,4` are two.
std::vector<std::string> shapes_in(const LaunchWord& word, std::string text) {
  std::ranges::replace(text, 'x', ',');
  std::vector<std::string> shapes = {""};
  for (const std::string& part : listed(text, ',')) {
    const bool several = range_in(part) != std::string::npos;
    const std::vector<std::string> numbers = several ? range(word, part) : std::vector{part};
    std::vector<std::string> longer;
    for (const std::string& shape : shapes) {
      for (const std::string& number : numbers) {
        longer.push_back(shape + (shape.empty() ? "" : ",") + number);
      }
    }
    if (longer.size() > most_cases) refuse_number(word, std::to_string(longer.size()));
    shapes = std::move(longer);
  }
  return shapes;
}

/// Nothing if the word says one, which stays as it is written.
std::optional<Choice> shapes_of(const std::optional<LaunchWord>& word, const std::string& name) {
  if (!word) return std::nullopt;
  const bool several = word->text.find(between_shapes) != std::string::npos ||
                       range_in(word->text) != std::string::npos;
  if (!several) return std::nullopt;
  Choice choice{name, {}};
  for (const std::string& text : listed(word->text, between_shapes)) {
    add_new(shapes_in(*word, text), choice.values);
  }
  return choice;
}

/// Of the grid and of its blocks, where there are several.
struct Shapes {
  std::optional<Choice> blocks, threads;

  bool has_several() const { return blocks || threads; }
};

/// Counts through all choices, the last one fastest.
class Odometer {
 public:
  Odometer(const Shapes& shapes, const std::vector<Said>& said) {
    for (const auto* const shape : {&shapes.blocks, &shapes.threads}) {
      if (*shape) turns_.push_back({0, (*shape)->values.size()});
    }
    for (const Said& one : said) {
      for (const Choice& choice : one.choices) turns_.push_back({0, choice.values.size()});
    }
  }

  std::size_t at(std::size_t choice) const { return turns_[choice].first; }

  /// False after the last.
  bool next() {
    for (std::size_t i = turns_.size(); i-- > 0;) {
      if (++turns_[i].first < turns_[i].second) return true;
      turns_[i].first = 0;
    }
    return false;
  }

 private:
  std::vector<std::pair<std::size_t, std::size_t>> turns_;
};

LaunchCase case_at(const LaunchWords& words, const Shapes& shapes, const std::vector<Said>& said,
                   const Odometer& odometer) {
  LaunchCase result{words, {}};
  std::size_t number = 0;
  const auto set_shape = [&](const std::optional<Choice>& choice, std::optional<LaunchWord>& word) {
    if (!choice) return;
    word->text = choice->values[odometer.at(number++)];
    if (choice->values.size() > 1) result.inputs.push_back({choice->name, word->text, true});
  };
  set_shape(shapes.blocks, result.words.blocks);
  set_shape(shapes.threads, result.words.threads);
  for (std::size_t i = 0; i < said.size(); ++i) {
    std::string text;
    for (const Choice& choice : said[i].choices) {
      const std::string& value = choice.values[odometer.at(number++)];
      text += (text.empty() ? "" : ",") + value;
      if (choice.values.size() > 1) result.inputs.push_back({choice.name, value});
    }
    result.words.inputs[i].text = said[i].name + '=' + text;
  }
  return result;
}

/// Of what is said: of a grid whose blocks are not, its blocks.
std::uint64_t threads_of(const LaunchWords& words) {
  std::uint64_t threads = 1;
  for (const auto* const word : {&words.blocks, &words.threads}) {
    if (!*word) continue;
    const Triple size = shape(**word);
    threads *= std::uint64_t{size.x} * size.y * size.z;
  }
  return threads;
}

/// Where one fails it is one of the smallest that is told of.
void put_smallest_first(std::vector<LaunchCase>& cases) {
  std::vector<std::pair<std::uint64_t, LaunchCase>> sized;
  for (LaunchCase& one : cases) {
    const std::uint64_t threads = threads_of(one.words);
    sized.emplace_back(threads, std::move(one));
  }
  std::ranges::stable_sort(sized, {}, &std::pair<std::uint64_t, LaunchCase>::first);
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i] = std::move(sized[i].second);
}

std::size_t times(std::size_t count, const Choice& choice, const LaunchWord& word) {
  count *= std::max<std::size_t>(choice.values.size(), 1);
  if (count > most_cases) refuse_number(word, std::to_string(count) + " or more");
  return count;
}

}  // namespace

void add_shape(std::optional<LaunchWord>& word, LaunchWord more) {
  if (word) {
    word->text += between_shapes + more.text;
  } else {
    word = std::move(more);
  }
}

bool has_shapes(const InputCase& inputs) {
  return std::ranges::any_of(inputs.values, &InputValue::shape);
}

std::pair<std::string, std::string> assignment(const LaunchWord& word) {
  const std::size_t at = word.text.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == word.text.size()) {
    fail(word, "expected NAME=VALUE", set_advice);
  }
  return {word.text.substr(0, at), word.text.substr(at + 1)};
}

std::vector<LaunchCase> cases_of(const LaunchWords& words, const InputNames& names) {
  LaunchWords kept = words;
  std::vector<Said> said;
  for (const LaunchWord& word : words.inputs) said.push_back(said_by(word, names));
  drop_replaced(said, kept.inputs, names);
  const Shapes shapes{shapes_of(words.blocks, "grid"), shapes_of(words.threads, "block")};
  std::size_t count = 1;
  if (shapes.blocks) count = times(count, *shapes.blocks, *words.blocks);
  if (shapes.threads) count = times(count, *shapes.threads, *words.threads);
  for (std::size_t i = 0; i < said.size(); ++i) {
    for (const Choice& choice : said[i].choices) count = times(count, choice, kept.inputs[i]);
  }
  std::vector<LaunchCase> cases;
  Odometer odometer(shapes, said);
  do {
    cases.push_back(case_at(kept, shapes, said, odometer));
  } while (odometer.next());
  if (shapes.has_several()) put_smallest_first(cases);
  return cases;
}

std::string text_of(const std::vector<InputValue>& inputs) {
  std::string text;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    text += i == 0 ? "" : i + 1 == inputs.size() ? " and " : ", ";
    text += inputs[i].name + " = " + inputs[i].value;
  }
  return text;
}

}  // namespace opexplore::kernel
