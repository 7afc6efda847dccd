#include "litmus/language/proposition_reader.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/amdgpu.hpp"

namespace opexplore::detail {

namespace {

std::optional<Comparison> comparison_of(const Token& token) {
  if (token.kind != TokenKind::symbol) return std::nullopt;
  if (token.text == "=" || token.text == "==") return Comparison::equal;
  if (token.text == "!=") return Comparison::not_equal;
  if (token.text == "<") return Comparison::less;
  if (token.text == "<=") return Comparison::less_equal;
  if (token.text == ">") return Comparison::greater;
  if (token.text == ">=") return Comparison::greater_equal;
  return std::nullopt;
}

/// The comparison with its sides exchanged.
Comparison mirrored(Comparison comparison) {
  switch (comparison) {
    case Comparison::less:
      return Comparison::greater;
    case Comparison::less_equal:
      return Comparison::greater_equal;
    case Comparison::greater:
      return Comparison::less;
    case Comparison::greater_equal:
      return Comparison::less_equal;
    case Comparison::equal:
    case Comparison::not_equal:
      break;
  }
  return comparison;
}

/// `not (x=1)` is how `x!=1` is printed, so they are the same.
Proposition negated(Proposition part) {
  if (part.kind == Proposition::Kind::comparison && part.comparison == Comparison::equal) {
    part.comparison = Comparison::not_equal;
    return part;
  }
  Proposition result;
  result.kind = Proposition::Kind::negation;
  result.parts.push_back(std::move(part));
  return result;
}

/// `first op second op …`; one part alone is itself.
template <class ReadPart>
Proposition chain(Tokens& tokens, Proposition::Kind kind,
                  std::initializer_list<std::string_view> connectives, const ReadPart& read_part) {
  Proposition first = read_part();
  if (!tokens.accept_any(connectives)) return first;
  Proposition result;
  result.kind = kind;
  result.parts.push_back(std::move(first));
  do {
    result.parts.push_back(read_part());
  } while (tokens.accept_any(connectives));
  return result;
}

}  // namespace

class PropositionReader::Nested {
 public:
  Nested(std::size_t& depth, const Tokens& tokens) : depth_(depth) {
    if (++depth_ > max_nesting) {
      tokens.fail(tokens.peek(), "too many nested parentheses and negations: the limit is " +
                                     std::to_string(max_nesting));
    }
  }
  ~Nested() { --depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  std::size_t& depth_;
};

Proposition PropositionReader::disjunction() {
  return chain(tokens_, Proposition::Kind::disjunction, {"\\/"}, [&] { return conjunction(); });
}

Proposition PropositionReader::conjunction() {
  return chain(tokens_, Proposition::Kind::conjunction, {"/\\", "&"}, [&] { return negation(); });
}

Proposition PropositionReader::negation() {
  const Nested nested(depth_, tokens_);
  if (tokens_.accept_any({"~", "not"})) return negated(negation());
  if (tokens_.accept("(")) {
    Proposition inner = disjunction();
    tokens_.expect(")", "')'", "'and' is written /\\ and 'or' is written \\/");
    return inner;
  }
  if (tokens_.accept("true")) return {};
  if (tokens_.accept("false")) return negated({});
  return comparison();
}

Proposition PropositionReader::comparison() {
  const bool asks_for_ending = at_ending();
  Side left = left_side();
  const std::optional<Comparison> comparison = comparison_of(tokens_.peek());
  if (asks_for_ending && !comparison) {
    return {Proposition::Kind::comparison, Comparison::not_equal, left.term, Value{0}, {}};
  }
  if (!comparison) tokens_.fail_expected("a comparison (=, !=, <, <=, >, >=)");
  tokens_.take();
  Side right = right_side();
  Proposition result;
  result.kind = Proposition::Kind::comparison;
  result.comparison = *comparison;
  const bool constant_left = std::holds_alternative<Value>(left.term);
  if (constant_left && right.is_address) {
    tokens_.fail(
        right.first,
        quote(right.first) + " on the right of a comparison means its address, not its value",
        "write " + quote("[" + std::string(right.first.text) + "]") + " for its value");
  }
  if (constant_left && std::holds_alternative<ObservableIndex>(right.term)) {
    std::swap(left.term, right.term);  // herd's spelling has the location first
    result.comparison = mirrored(*comparison);
  }
  result.left = left.term;
  result.right = right.term;
  return result;
}

PropositionReader::Side PropositionReader::left_side() {
  const Token first = tokens_.peek();
  if (tokens_.at_number() && !tokens_.at_thread_prefix()) {
    return {tokens_.expect_number("a number"), first};
  }
  return {observable(), first};
}

PropositionReader::Side PropositionReader::right_side() {
  const Token first = tokens_.peek();
  if (tokens_.at_number() && !tokens_.at_thread_prefix()) {
    return {tokens_.expect_number("a number"), first};
  }
  // A bare location is its address here, as in Dartagnan's dialect.
  if (at_ending()) return {ending(), first};
  const bool amdgpu = names_.dialect().language == Language::amdgpu;
  if (amdgpu && !names_.find_address("undef") && tokens_.accept("undef")) return {undef, first};
  const bool ampersand = tokens_.accept("&");
  const bool bare = tokens_.peek().kind == TokenKind::word && !tokens_.at_thread_prefix() &&
                    !is_register(tokens_.peek().text) && !tokens_.peek(1).is("[");
  if (ampersand || bare) {
    const Token name = tokens_.peek();
    const AddressId address = optional_index(known_location());
    return {numeric_address(names_.program(), address), name, true};
  }
  return {observable(), first};
}

ObservableIndex PropositionReader::observable() {
  const Token token = tokens_.peek();
  if (tokens_.at_thread_prefix()) return register_term(token, tokens_.expect_thread_prefix());
  if (token.kind == TokenKind::word && is_register(token.text)) {
    tokens_.fail(
        token, "expected the thread of the register " + quote(token),
        "write " + quote("0:" + std::string(token.text)) + " for that of " + names_.thread_name(0));
  }
  if (at_ending()) return ending();
  const bool bracketed = tokens_.accept("[");
  const AddressId address = optional_index(known_location());
  if (bracketed) tokens_.expect("]", "']'", "elements of arrays are written 'x[1]'");
  return intern(LocationTerm{address});
}

/// Of a test in PTX; a location of that name hides it.
bool PropositionReader::at_ending() const {
  const Token& token = tokens_.peek();
  return (token.is("undef") || token.is("deadlock")) &&
         names_.dialect().language == Language::ptx && !names_.find_address(token.text);
}

ObservableIndex PropositionReader::ending() {
  const Token token = tokens_.take();
  const std::size_t first = names_.program().addresses.size();
  auto known = std::ranges::find(endings_, token.text);
  if (known == endings_.end()) {
    if (first + endings_.size() == max_addresses) {
      tokens_.fail(token, "too many locations: the limit is " + std::to_string(max_addresses) +
                              ", of which " + quote(token) + " takes one");
    }
    endings_.push_back(token.text);
    known = std::prev(endings_.end());
  }
  const auto position = static_cast<std::size_t>(known - endings_.begin());
  return intern(LocationTerm{static_cast<AddressId>(first + position)});
}

/// `x[1]` is an element of x; `x[0]` is x, too, if that is no array.
AddressId PropositionReader::optional_index(AddressId first) {
  if (!tokens_.peek().is("[") || tokens_.peek(1).kind == TokenKind::word) return first;
  tokens_.take();
  const Token index = tokens_.peek();
  const Value number = tokens_.expect_number("an index");
  const auto element = names_.find_element(first, number);
  if (!element) {
    const bool is_array = names_.find_element(first, 1).has_value();
    tokens_.fail(index, "there is no element " + std::to_string(number),
                 is_array ? "elements are counted from 0"
                          : "declare an array, as in 'x[2];', in the initial state");
  }
  tokens_.expect("]", "']'");
  return *element;
}

ObservableIndex PropositionReader::register_term(const Token& thread, std::uint32_t number) {
  const Program& program = names_.program();
  if (number >= program.threads.size()) {
    tokens_.fail(thread, "unknown thread " + names_.thread_name(number), names_.known_threads());
  }
  const auto id = static_cast<ThreadId>(number);
  const Token name = tokens_.expect_word("a register (r0, r1, …)");
  const std::optional<RegisterId> reg = names_.find_register(id, name.text);
  if (!reg) {
    std::vector<std::string_view> known;
    for (const Register& candidate : program.threads[id].registers) known.push_back(candidate.name);
    tokens_.fail(name, "unknown register " + quote(name) + " of " + names_.thread_name(number),
                 did_you_mean(name.text, known, "neither the code nor the initial state uses it"));
  }
  return intern(RegisterTerm{id, *reg});
}

AddressId PropositionReader::known_location() {
  const Token name = tokens_.expect_word("a register (0:r1), a location or a number");
  std::optional<AddressId> address = names_.find_address(name.text);
  if (names_.dialect().language == Language::ptx && tokens_.accept("@")) {
    const std::uint32_t cta = tokens_.expect_index("the number of a CTA");
    const std::string instance = std::string(name.text) + "@" + std::to_string(cta);
    const bool global = address && !names_.find_address(instance);
    address = names_.find_address(instance);
    if (global || (!address && names_.has_instances(name.text))) {
      tokens_.fail(name, "there is no " + quote(instance),
                   global ? "it has one instance, " + quote(name) : "no thread is in that CTA");
    }
  }
  if (!address) fail_on_location(name);
  return *address;
}

void PropositionReader::fail_on_location(const Token& name) const {
  std::vector<std::string_view> known;
  for (const Address& candidate : names_.program().addresses) {
    known.push_back(candidate.name);
    if (names_.has_instances(name.text) && family_name(candidate.name) == name.text) {
      tokens_.fail(name, "which " + quote(name) + "? Each CTA has its own",
                   "write " + quote("[" + candidate.name + "]"));
    }
  }
  tokens_.fail(name, "unknown location " + quote(name),
               did_you_mean(name.text, known, "neither the code nor the initial state uses it"));
}

ObservableIndex PropositionReader::intern(const Observable& observable) {
  const auto next = static_cast<std::uint16_t>(observables_.size());
  const auto [entry, added] = indices_.emplace(observable, next);
  if (added) observables_.push_back(observable);
  return {entry->second};
}

}  // namespace opexplore::detail
