#include "litmus/language/condition_reader.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/proposition_reader.hpp"

namespace opexplore::detail {

namespace {

/// Splits r12 into "r" and 12 so that r2 comes before r12.
bool register_before(std::string_view a, std::string_view b) {
  const auto key = [](std::string_view name) {
    const std::size_t digits = std::min(name.find_first_not_of('0', 1), name.size());
    return std::tuple(name.size() - digits, name.substr(digits), name);
  };
  return key(a) < key(b);
}

/// herd's order: registers by thread and name, then locations by name.
bool observable_before(const Observable& a, const Observable& b, const Program& program) {
  if (a.index() != b.index()) return a.index() < b.index();
  if (const auto* const left = std::get_if<RegisterTerm>(&a)) {
    const auto& right = std::get<RegisterTerm>(b);
    if (left->thread != right.thread) return left->thread < right.thread;
    const std::vector<Register>& registers = program.threads[left->thread].registers;
    return register_before(registers[left->reg].name, registers[right.reg].name);
  }
  return program.addresses[std::get<LocationTerm>(a).address].name <
         program.addresses[std::get<LocationTerm>(b).address].name;
}

void renumber(Term& term, const std::vector<std::uint16_t>& new_index) {
  if (auto* const observable = std::get_if<ObservableIndex>(&term)) {
    observable->index = new_index[observable->index];
  }
}

void renumber(Proposition& proposition, const std::vector<std::uint16_t>& new_index) {
  renumber(proposition.left, new_index);
  renumber(proposition.right, new_index);
  for (Proposition& part : proposition.parts) renumber(part, new_index);
}

class QuestionReader {
 public:
  QuestionReader(Tokens& tokens, const ProgramBuilder& names, Test& test)
      : tokens_(tokens),
        names_(names),
        test_(test),
        asked_(tokens, names),
        asks_for_races_(names.dialect().language == Language::vulkan) {}

  void read() {
    while (tokens_.peek().kind != TokenKind::end) read_part();
    if (!has_condition_ && !has_locations_ && test_.filter && asks_for_races_) {
      mark(*test_.filter);
    } else if (!has_condition_ && !has_locations_) {
      tokens_.fail_expected("exists, ~exists, forall or locations", "a test needs a question");
    }
    add_endings();
    for (const FaultRegister& fault : names_.faults()) {
      mark_shown(asked_.observe(RegisterTerm{fault.thread, fault.reg}));
    }
    order_observables();
  }

 private:
  // What is asked of an execution beside its registers and locations has a name like those.
  void add_endings() {
    Program& program = test_.program;
    for (const std::string_view name : asked_.endings()) {
      const auto address = static_cast<AddressId>(program.addresses.size());
      program.addresses.push_back({std::string(name),
                                   static_cast<LocationId>(program.locations.size()), address,
                                   Proxy::generic, std::nullopt});
      Location location{.name = std::string(name)};
      location.hidden = true;
      location.object = ObjectKind::ending;
      program.locations.push_back(std::move(location));
    }
  }

  void read_part() {
    const Token start = tokens_.peek();
    if (tokens_.accept("filter")) {
      require_first(start, test_.filter.has_value());
      test_.filter = asked_.read();
    } else if (tokens_.accept("locations")) {
      require_first(start, has_locations_);
      has_locations_ = true;
      read_locations();
    } else {
      read_quantified(start);
    }
    tokens_.accept(";");
  }

  void read_quantified(const Token& start) {
    const bool negated = tokens_.accept_any({"~", "not"});
    const bool exists = tokens_.accept("exists");
    const bool final_state = !exists && !negated && tokens_.accept("final");
    if (!exists && !final_state && (negated || !tokens_.accept("forall"))) {
      const Token found = tokens_.peek();
      tokens_.fail_expected(
          "exists, ~exists, forall, filter, locations or the end",
          did_you_mean(found.text, {"exists", "forall", "filter", "locations"},
                       has_condition_ ? "'and' is written /\\ and 'or' is written \\/" : ""));
    }
    require_first(start, has_condition_);
    has_condition_ = true;
    test_.quantifier = negated                 ? Quantifier::not_exists
                       : exists || final_state ? Quantifier::exists
                                               : Quantifier::forall;
    test_.condition = shown_proposition();
    if (final_state) skip_expectations();
  }

  /// `with tso: ~exists; power: exists;`: expectations for other models.
  void skip_expectations() {
    tokens_.accept(";");
    if (!tokens_.accept("with")) return;
    do {
      tokens_.expect_word("the name of a model");
      tokens_.expect(":", "':'");
      tokens_.accept_any({"~", "not"});
      if (!tokens_.accept_any({"exists", "forall"})) tokens_.fail_expected("exists or ~exists");
      tokens_.expect(";", "';'");
    } while (tokens_.peek().kind == TokenKind::word && tokens_.peek(1).is(":"));
  }

  void read_locations() {
    tokens_.expect("[", "'['", "write locations [ x; 0:r1; ]");
    while (!tokens_.accept("]")) {
      mark_shown(asked_.observable());
      if (!tokens_.peek().is("]")) tokens_.expect(";", "';' or ']'");
    }
  }

  void require_first(const Token& start, bool again) const {
    if (again) {
      tokens_.fail(start, "there is a second " + quote(start) + " part",
                   "a test asks one question; combine them");
    }
  }

  Proposition shown_proposition() {
    Proposition result = asked_.read();
    mark(result);
    return result;
  }

  void mark(const Proposition& proposition) {
    if (proposition.kind == Proposition::Kind::comparison) {
      for (const Term* term : {&proposition.left, &proposition.right}) {
        if (const auto* const index = std::get_if<ObservableIndex>(term)) mark_shown(*index);
      }
    }
    for (const Proposition& part : proposition.parts) mark(part);
  }

  void mark_shown(ObservableIndex observable) {
    if (shown_.size() <= observable.index) shown_.resize(observable.index + 1U);
    shown_[observable.index] = true;
  }

  /// Shown observables first, each half in herd's order; terms follow.
  void order_observables() {
    const std::vector<Observable>& asked = asked_.observables();
    shown_.resize(asked.size());
    std::vector<std::uint16_t> order(asked.size());
    std::iota(order.begin(), order.end(), std::uint16_t{0});
    std::sort(order.begin(), order.end(), [&](std::uint16_t a, std::uint16_t b) {
      if (shown_[a] != shown_[b]) return static_cast<bool>(shown_[a]);
      return observable_before(asked[a], asked[b], test_.program);
    });
    std::vector<std::uint16_t> new_index(asked.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      new_index[order[i]] = static_cast<std::uint16_t>(i);
      test_.observables.push_back(asked[order[i]]);
    }
    test_.shown = static_cast<std::size_t>(std::count(shown_.begin(), shown_.end(), true));
    renumber(test_.condition, new_index);
    if (test_.filter) renumber(*test_.filter, new_index);
  }

  Tokens& tokens_;
  const ProgramBuilder& names_;
  Test& test_;
  PropositionReader asked_;
  std::vector<bool> shown_;      ///< by index in asked_.observables()
  bool asks_for_races_ = false;  ///< a filter alone is a question: is there a race behind it?
  bool has_condition_ = false;
  bool has_locations_ = false;
};

}  // namespace

bool at_question(const Tokens& tokens) {
  const Token& token = tokens.peek();
  if (token.is("not")) return tokens.peek(1).is("exists");
  return token.is("~") || token.is("exists") || token.is("forall") || token.is("filter") ||
         token.is("locations") || token.is("final");
}

void read_question(Tokens& tokens, const ProgramBuilder& names, Test& test) {
  QuestionReader(tokens, names, test).read();
}

}  // namespace opexplore::detail
