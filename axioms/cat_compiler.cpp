#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "axioms/cat_demands.hpp"
#include "axioms/cat_names.hpp"
#include "axioms/compiled_model.hpp"

namespace opexplore::axioms {

namespace {

using Kind = CatExpression::Kind;

// `0` is a set or a relation as its neighbour needs.
enum class Type : std::uint8_t { set, relation, either };

struct Typed {
  NodeId node = 0;
  Type type = Type::either;
};

// What a name stands for.
struct Definition {
  std::string name;
  Typed value;                           // unless it is a function
  const CatBinding* function = nullptr;  // with parameters
  std::size_t visible = 0;               // a function: how many definitions its body sees
  std::string path;
};

// Functions are expanded where they are used; this bounds what that can grow to.
constexpr std::size_t most_nodes = 20'000;
constexpr unsigned deepest_call = 64;

class Compiler {
 public:
  explicit Compiler(const CatFile& file) : file_(file) {}

  CompiledModel run() {
    model_.title = file_.title;
    define_base();
    for (const CatStatement& statement : file_.statements) {
      path_ = &statement.path;
      switch (statement.kind) {
        case CatStatement::Kind::let:
          let(statement);
          break;
        case CatStatement::Kind::let_rec:
          let_rec(statement);
          break;
        case CatStatement::Kind::check:
          check(statement);
          break;
        case CatStatement::Kind::option:
          option(statement);
          break;
        case CatStatement::Kind::include:
          break;
      }
    }
    find_demands(model_, places_);
    const auto use = [&](NodeId node) {
      const bool used = (formula()[node].variables & bit(Variable::fences)) != 0;
      model_.uses_sync_fence = model_.uses_sync_fence || used;
    };
    for (const Check& check : model_.checks) use(check.node);
    for (const auto& [name, node] : model_.relations) use(node);
    return std::move(model_);
  }

 private:
  Formula& formula() { return model_.formula; }

  void define_base() {
    for (const BaseName& base : base_names()) {
      const NodeId node = formula().add_base(base.base, base.is_set);
      definitions_.push_back({std::string(base.name),
                              {node, base.is_set ? Type::set : Type::relation},
                              nullptr,
                              0,
                              ""});
    }
    const NodeId rf = formula().add_base(Base::reads_from, false);
    const NodeId co = formula().add_base(Base::coherence, false);
    const NodeId fr = formula().add(Op::sequence, formula().add(Op::inverse, rf), co);
    definitions_.push_back({"fr", {fr, Type::relation}, nullptr, 0, ""});
    const NodeId nothing = formula().add(Op::empty_set);
    definitions_.push_back({"emptyset", {nothing, Type::set}, nullptr, 0, ""});
  }

  [[noreturn]] void refuse(SourcePlace place, const std::string& what,
                           const std::string& advice = "") const {
    throw CatError(*path_, place, what, advice);
  }

  // --- statements

  void let(const CatStatement& statement) {
    std::vector<Definition> added;  // `and` without `rec`: none sees the others
    for (const CatBinding& binding : statement.bindings) {
      if (!binding.parameters.empty()) {
        added.push_back({binding.name, {}, &binding, definitions_.size(), *path_});
        check_body(binding);
        continue;
      }
      added.push_back({binding.name, expression(binding.body), nullptr, 0, ""});
      show(binding.name, added.back().value);
    }
    for (Definition& definition : added) definitions_.push_back(std::move(definition));
  }

  // Names in a function's body are looked at where it is defined, used or not.
  void check_body(const CatBinding& binding) {
    const std::function<void(const CatExpression&)> look = [&](const CatExpression& body) {
      const auto& own = binding.parameters;
      const bool parameter = std::find(own.begin(), own.end(), body.name) != own.end();
      if ((body.kind == Kind::name || body.kind == Kind::call) && !parameter) {
        if (!is_primitive(body.name) && find(body.name) == nullptr) unknown(body);
      }
      for (const CatExpression& part : body.parts) look(part);
    };
    look(binding.body);
  }

  void let_rec(const CatStatement& statement) {
    if (formula().groups() == 64) refuse(statement.place, "more than 64 let rec statements");
    const std::size_t group = formula().begin_group(statement.bindings.size());
    const std::size_t before = definitions_.size();
    for (std::size_t i = 0; i < statement.bindings.size(); ++i) {
      const Typed name{formula().recursive(group, i), Type::relation};
      definitions_.push_back({statement.bindings[i].name, name, nullptr, 0, ""});
    }
    std::vector<NodeId> bodies;
    for (const CatBinding& binding : statement.bindings) {
      bodies.push_back(relation(expression(binding.body), binding.body));
      if (formula().polarity_of_recursion(bodies.back(), group).negative) {
        refuse(binding.place, "`" + binding.name + "` has no least fixpoint",
               "what let rec defines may not stand under ~ or to the right of \\");
      }
    }
    formula().end_group(group, std::move(bodies));
    definitions_.resize(before);
    for (std::size_t i = 0; i < statement.bindings.size(); ++i) {
      const Typed value{formula().fixpoint(group, i), Type::relation};
      definitions_.push_back({statement.bindings[i].name, value, nullptr, 0, ""});
      show(statement.bindings[i].name, value);
    }
  }

  void show(const std::string& name, Typed value) {
    if (value.type == Type::set) return;
    auto& shown = model_.relations;
    std::erase_if(shown, [&](const auto& entry) { return entry.first == name; });
    if (value.type == Type::relation) shown.emplace_back(name, value.node);
  }

  void check(const CatStatement& statement) {
    const Typed value = expression(statement.expression);
    Check result;
    result.kind = statement.check;
    result.negated = statement.negated;
    result.flag = statement.flag;
    result.name = statement.name;
    const bool any = statement.check == CheckKind::empty && value.type == Type::set;
    result.node = any ? value.node : relation(value, statement.expression);
    places_.push_back({statement.path, statement.place});
    model_.checks.push_back(std::move(result));
  }

  void option(const CatStatement& statement) {
    const auto choose = [&](std::string_view usual, std::string_view other) {
      if (statement.value == usual) return false;
      if (statement.value == other) return true;
      refuse(statement.value_place,
             "the option " + statement.name + " cannot be `" + statement.value + "`",
             "it is " + std::string(usual) + " or " + std::string(other));
    };
    if (statement.name == "coherence") {
      model_.partial_coherence = choose("total", "partial");
    } else if (statement.name == "failed-cas") {
      model_.failed_cas_writes = choose("reads", "writes");
    } else if (statement.name == "barriers") {
      model_.barriers = choose("generations", "instances") ? BarrierReading::instances
                                                           : BarrierReading::generations;
    } else {
      refuse(statement.place, "there is no option `" + statement.name + "`",
             did_you_mean(statement.name, {"coherence", "failed-cas", "barriers"}));
    }
  }

  // --- expressions

  Typed expression(const CatExpression& what) {
    if (formula().size() > most_nodes) refuse(what.place, "the model's functions grow too large");
    switch (what.kind) {
      case Kind::name:
        return named(what);
      case Kind::call:
        return call(what);
      case Kind::nothing:
        return {formula().add(Op::empty_relation), Type::either};
      case Kind::identity_on:
        return {formula().add(Op::identity_on, set(expression(what.parts[0]), what.parts[0])),
                Type::relation};
      case Kind::alternatives:
        return pair(what, Op::set_union, Op::relation_union);
      case Kind::both:
        return pair(what, Op::set_intersection, Op::relation_intersection);
      case Kind::difference:
        return pair(what, Op::set_difference, Op::relation_difference);
      case Kind::sequence:
        return on_relations(Op::sequence, what);
      case Kind::product: {
        const NodeId left = set(expression(what.parts[0]), what.parts[0]);
        return {formula().add(Op::product, left, set(expression(what.parts[1]), what.parts[1])),
                Type::relation};
      }
      case Kind::complement: {
        const Typed value = expression(what.parts[0]);
        if (value.type == Type::set)
          return {formula().add(Op::set_complement, value.node), Type::set};
        return {formula().add(Op::relation_complement, value.node), Type::relation};
      }
      case Kind::inverse:
        return on_relations(Op::inverse, what);
      case Kind::maybe:
        return on_relations(Op::maybe, what);
      case Kind::plus:
        return on_relations(Op::plus, what);
      case Kind::star:
        return on_relations(Op::star, what);
    }
    return {};
  }

  Typed on_relations(Op op, const CatExpression& what) {
    const NodeId first = relation(expression(what.parts[0]), what.parts[0]);
    if (what.parts.size() == 1) return {formula().add(op, first), Type::relation};
    const NodeId second = relation(expression(what.parts[1]), what.parts[1]);
    return {formula().add(op, first, second), Type::relation};
  }

  Typed pair(const CatExpression& what, Op on_sets, Op on_relations) {
    const Typed left = expression(what.parts[0]);
    const Typed right = expression(what.parts[1]);
    const bool sets = left.type == Type::set || right.type == Type::set;
    const bool relations = left.type == Type::relation || right.type == Type::relation;
    if (sets && relations) {
      const bool first = left.type == Type::set;
      refuse(what.place,
             "a set and a relation cannot be combined here (" +
                 std::string(first ? "left: set, right: relation)" : "left: relation, right: set)"),
             "[S] is a set as a relation, domain(r) and range(r) are the sets of a relation");
    }
    if (sets) {
      const NodeId first = set(left, what.parts[0]);
      return {formula().add(on_sets, first, set(right, what.parts[1])), Type::set};
    }
    return {formula().add(on_relations, left.node, right.node),
            relations ? Type::relation : Type::either};
  }

  NodeId set(const Typed& value, const CatExpression& written) {
    if (value.type == Type::either) return formula().add(Op::empty_set);
    if (value.type == Type::set) return value.node;
    refuse(written.place, "expected a set, found " + described(written, "a relation"),
           "domain(r) and range(r) are the sets of a relation");
  }

  NodeId relation(const Typed& value, const CatExpression& written) const {
    if (value.type != Type::set) return value.node;
    refuse(written.place, "expected a relation, found " + described(written, "a set"),
           "[S] is the identity on a set, S * T all pairs");
  }

  static std::string described(const CatExpression& written, const std::string& type) {
    if (written.kind != Kind::name) return type;
    return "`" + written.name + "`, which is " + type;
  }

  const Definition* find(const std::string& name) const {
    for (std::size_t i = visible_.value_or(definitions_.size()); i-- > 0;) {
      if (definitions_[i].name == name) return &definitions_[i];
    }
    return nullptr;
  }

  static bool is_primitive(const std::string& name) {
    return name == "domain" || name == "range" || name == "fencerel";
  }

  [[noreturn]] void unknown(const CatExpression& what) const {
    std::vector<std::string> names{"domain", "range", "fencerel"};
    for (const Definition& definition : definitions_) names.push_back(definition.name);
    refuse(what.place, "nothing is called `" + what.name + "`", did_you_mean(what.name, names));
  }

  Typed named(const CatExpression& what) {
    for (auto at = arguments_.rbegin(); at != arguments_.rend(); ++at) {
      if (at->first == what.name) return at->second;
    }
    const Definition* found = find(what.name);
    if (found == nullptr && !is_primitive(what.name)) unknown(what);
    if (found == nullptr || found->function != nullptr) {
      refuse(what.place, "`" + what.name + "` is a function",
             "give it arguments: " + what.name + "(…)");
    }
    return found->value;
  }

  Typed call(const CatExpression& what) {
    const Definition* found = find(what.name);
    if (found == nullptr && is_primitive(what.name)) return primitive(what);
    if (found == nullptr) unknown(what);
    if (found->function == nullptr) {
      refuse(what.place, "`" + what.name + "` is no function",
             "an operator may be missing behind it");
    }
    const CatBinding& function = *found->function;
    expect_arguments(what, function.parameters.size());
    std::vector<std::pair<std::string, Typed>> arguments;
    for (std::size_t i = 0; i < what.parts.size(); ++i) {
      arguments.emplace_back(function.parameters[i], expression(what.parts[i]));
    }
    if (++calls_ > deepest_call) refuse(what.place, "functions call each other too deeply");
    const std::string path = found->path;
    const auto* path_before = std::exchange(path_, &path);
    const auto visible_before = std::exchange(visible_, found->visible);
    std::swap(arguments_, arguments);
    const Typed result = expression(function.body);
    std::swap(arguments_, arguments);
    visible_ = visible_before;
    path_ = path_before;
    --calls_;
    return result;
  }

  void expect_arguments(const CatExpression& what, std::size_t expected) const {
    if (what.parts.size() == expected) return;
    refuse(what.place, "`" + what.name + "` takes " + std::to_string(expected) +
                           (expected == 1 ? " argument" : " arguments") + ", found " +
                           std::to_string(what.parts.size()));
  }

  // domain(r), range(r); fencerel(S) = (po & (_ * S)); po.
  Typed primitive(const CatExpression& what) {
    expect_arguments(what, 1);
    const Typed value = expression(what.parts[0]);
    if (what.name == "fencerel") {
      const NodeId fences = set(value, what.parts[0]);
      const NodeId po = formula().add_base(Base::program_order, false);
      const NodeId through = formula().add(Op::identity_on, fences);
      const NodeId up = formula().add(Op::sequence, po, through);
      return {formula().add(Op::sequence, up, po), Type::relation};
    }
    const NodeId of = relation(value, what.parts[0]);
    return {formula().add(what.name == "domain" ? Op::domain : Op::range, of), Type::set};
  }

  const CatFile& file_;
  CompiledModel model_;
  std::vector<Definition> definitions_;
  std::vector<CheckPlace> places_;  // of model_.checks
  // While a function's body is looked at.
  std::vector<std::pair<std::string, Typed>> arguments_;
  std::optional<std::size_t> visible_;
  const std::string* path_ = nullptr;
  unsigned calls_ = 0;
};

}  // namespace

CompiledModel compile(const CatFile& file) { return Compiler(file).run(); }

}  // namespace opexplore::axioms
