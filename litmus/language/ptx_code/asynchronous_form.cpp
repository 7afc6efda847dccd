#include "litmus/language/ptx_code/asynchronous_form.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

struct FormElement {
  std::vector<std::string_view> words;
  bool optional = false;
};

std::vector<std::string_view> split_form(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

struct WordKind {
  std::string_view name;
  std::string_view words;
};

constexpr std::array<WordKind, 5> word_kinds{{{"OP", "add|min|max|inc|dec|and|or|xor"},
                                              {"SCOPE", "cta|cluster|gpu|sys"},
                                              {"TYPE", "u32|s32|b32|u64|s64|b64"},
                                              {"CTA", "shared::cta|shared"},
                                              {"SHARED", "shared::cta|shared::cluster|shared"}}};

std::vector<FormElement> elements_of(std::string_view pattern) {
  std::vector<FormElement> elements;
  for (std::string_view part : split_form(pattern, '.')) {
    FormElement element;
    element.optional = part.ends_with('?');
    if (element.optional) part.remove_suffix(1);
    const auto kind = std::ranges::find(word_kinds, part, &WordKind::name);
    element.words = split_form(kind == word_kinds.end() ? part : kind->words, '|');
    elements.push_back(std::move(element));
  }
  return elements;
}

/// How the modifiers fit a pattern.
struct FormFit {
  std::vector<Modifier> left_over;
  std::vector<FormElement> missing;

  std::size_t right = 0;  ///< how many modifiers fit before the first that does not

  std::size_t problems() const { return left_over.size() + missing.size(); }
  /// The first modifier says which instruction of the name is meant.
  bool is_nearer_than(const FormFit& other) const {
    if ((right == 0) != (other.right == 0)) return right > 0;
    return problems() != other.problems() ? problems() < other.problems() : right > other.right;
  }
};

/// Eviction and prefetching hints are about speed alone (PTX ISA 9.7.9.2).
bool is_ignored_hint(std::string_view word) {
  return word == "L2::64B" || word == "L2::128B" || word == "L2::256B";
}

FormFit fit_form(const Mnemonic& mnemonic, std::string_view pattern) {
  const std::vector<FormElement> elements = elements_of(pattern);
  std::vector<bool> filled(elements.size());
  filled[0] = true;  // the name
  std::size_t first_space = 0;
  FormFit result;
  for (const Modifier& modifier : mnemonic.modifiers) {
    if (is_ignored_hint(modifier.text)) continue;
    const bool space = find_space(modifier.text).has_value();
    std::size_t at = space ? first_space : 0;
    const auto takes = [&](std::size_t i) {
      return !filled[i] &&
             std::ranges::find(elements[i].words, modifier.text) != elements[i].words.end();
    };
    while (at < elements.size() && !takes(at)) ++at;
    if (at == elements.size()) {
      result.left_over.push_back(modifier);
      continue;
    }
    filled[at] = true;
    if (result.left_over.empty()) ++result.right;
    if (space) first_space = at + 1;
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!filled[i] && !elements[i].optional) result.missing.push_back(elements[i]);
  }
  return result;
}

std::string joined_words(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words)
    text += (text.empty() ? "." : " or .") + std::string(word);
  return text;
}

/// "cp.async.(ca|cg).shared::cta.global", what may be left out in braces.
std::string readable_form(std::string_view pattern) {
  std::string text;
  for (const FormElement& element : elements_of(pattern)) {
    std::string words;
    for (const std::string_view word : element.words) {
      words += (words.empty() ? "" : "|") + std::string(word);
    }
    if (element.words.size() > 1) words = "(" + words + ")";
    const std::string dotted = (text.empty() ? "" : ".") + words;
    text += element.optional ? "{" + dotted + "}" : dotted;
  }
  return text;
}

[[noreturn]] void refuse_form(const Source& source, const Mnemonic& mnemonic,
                              std::string_view nearest) {
  const FormFit problems = fit_form(mnemonic, nearest);
  const std::string form = "the form is " + readable_form(nearest);
  if (!problems.left_over.empty()) {
    refuse_modifier(source, mnemonic, problems.left_over.front(), {}, form);
  }
  source.fail(mnemonic.name.place,
              quote(mnemonic.text()) + " lacks " + joined_words(problems.missing[0].words), form);
}

}  // namespace

std::size_t find_pattern(const Source& source, const Mnemonic& mnemonic,
                         std::span<const std::string_view> patterns) {
  std::optional<std::size_t> nearest;
  FormFit best;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (split_form(patterns[i], '.').front() != mnemonic.name.text) continue;
    FormFit found = fit_form(mnemonic, patterns[i]);
    if (found.problems() == 0) return i;
    if (nearest && !found.is_nearer_than(best)) continue;
    nearest = i;
    best = std::move(found);
  }
  if (!nearest) refuse_instruction(source, mnemonic, {});
  refuse_form(source, mnemonic, patterns[*nearest]);
}

std::optional<Order> order_in(const Mnemonic& mnemonic) {
  for (const Modifier& modifier : mnemonic.modifiers) {
    if (const auto order = find_word<Order>(modifier.text)) return order;
  }
  return std::nullopt;
}

std::optional<Scope> scope_in(const Mnemonic& mnemonic) {
  for (const Modifier& modifier : mnemonic.modifiers) {
    if (const auto scope = find_word<Scope>(modifier.text)) return scope;
  }
  return std::nullopt;
}

AtomicOp operation_in(const Mnemonic& mnemonic) {
  for (const Modifier& modifier : mnemonic.modifiers) {
    if (const auto operation = find_word<AtomicOp>(modifier.text)) return *operation;
  }
  return AtomicOp::add;
}

Value bytes_in(const Mnemonic& mnemonic) {
  for (const Modifier& modifier : mnemonic.modifiers) {
    const auto type = find_word<NumberType>(modifier.text);
    if (type) return has_64_bits(*type) ? 8 : 4;
  }
  return 4;
}

std::vector<Space> spaces_in(const Mnemonic& mnemonic) {
  std::vector<Space> spaces;
  for (const Modifier& modifier : mnemonic.modifiers) {
    if (const auto space = find_space(modifier.text)) spaces.push_back(*space);
  }
  return spaces;
}

}  // namespace opexplore::detail
