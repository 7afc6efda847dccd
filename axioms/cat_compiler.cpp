#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "axioms/cat_demands.hpp"
#include "axioms/cat_names.hpp"
#include "axioms/cat_options.hpp"
#include "axioms/cat_scope.hpp"
#include "axioms/compiled_model.hpp"
#include "axioms/standard_names.hpp"

namespace opexplore::axioms {

namespace {

using Kind = CatExpression::Kind;

// Expressions looked at, and functions are expanded where they are used. This bounds what a model
// can grow to, the time to read it and the stack: formulas are walked through recursively.
constexpr std::size_t most_steps = 6000;

class Compiler {
 public:
  explicit Compiler(const CatFile& file) : file_(file) {}

  CompiledModel run() {
    model_.title = file_.title;
    define_base();
    set_options();
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
          break;
        case CatStatement::Kind::show:
          show(statement);
          break;
        case CatStatement::Kind::unshow:
          unshow(statement);
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
      scope_.define({std::string(base.name),
                     {node, base.is_set ? Type::set : Type::relation},
                     nullptr,
                     0,
                     ""});
    }
    for (const CatStatement& statement : standard_.statements) {
      const CatBinding& binding = statement.bindings.front();
      scope_.define({binding.name, {}, &binding, scope_.size(), std::string(standard_path)});
    }
  }

  // Wherever they stand, options are of the whole model.
  void set_options() {
    for (const auto* const statements : {&file_.statements, &file_.overriding}) {
      for (const CatStatement& statement : *statements) {
        if (statement.kind == CatStatement::Kind::option) set_option(model_, statement);
      }
    }
    if (!model_.asynchronous) return;
    const NodeId everything = formula().add_base(Base::everything, true);
    const NodeId all = formula().add(Op::product, everything, everything);
    const NodeId none = formula().add(Op::empty_relation);
    for (const Reading& reading : readings()) {
      const std::string name(reading.name);
      std::string& value = model_.readings[name];
      if (value.empty()) value = reading.values.front();
      for (const std::string_view other : reading.values) {
        const Typed meaning{value == other ? all : none, Type::relation};
        scope_.define({name + '-' + std::string(other), meaning});
      }
    }
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
        added.push_back({binding.name, {}, &binding, scope_.size(), *path_});
        check_body(binding);
        continue;
      }
      added.push_back({binding.name, expression(binding.body)});
      add_relation(binding.name, added.back().value);
    }
    for (Definition& definition : added) scope_.define(std::move(definition));
  }

  void count_steps(SourcePlace place, std::size_t more = 1) {
    steps_ += more;
    if (steps_ > most_steps) refuse(place, "the model is too large, functions written out");
  }

  // Names in a function's body are looked at where it is defined, used or not.
  void check_body(const CatBinding& binding) {
    std::vector<std::string> own = binding.parameters;
    const std::function<void(const CatExpression&)> look = [&](const CatExpression& body) {
      count_steps(body.place);
      const bool parameter = std::find(own.begin(), own.end(), body.name) != own.end();
      if ((body.kind == Kind::name || body.kind == Kind::call) && !parameter) {
        if (!is_primitive(body.name) && scope_.find(body.name) == nullptr) unknown(body);
      }
      const std::size_t before = own.size();
      for (const CatExpression& part : body.parts) {
        look(part);
        if (body.kind == Kind::local) own.push_back(body.name);
      }
      own.resize(before);
    };
    look(binding.body);
  }

  void let_rec(const CatStatement& statement) {
    if (formula().groups() == 64) refuse(statement.place, "more than 64 let rec statements");
    const std::size_t group = formula().begin_group(statement.bindings.size());
    const std::size_t before = scope_.size();
    count_steps(statement.place, statement.bindings.size());
    for (std::size_t i = 0; i < statement.bindings.size(); ++i) {
      const Typed name{formula().recursive(group, i), Type::relation};
      scope_.define({statement.bindings[i].name, name});
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
    scope_.keep(before);
    for (std::size_t i = 0; i < statement.bindings.size(); ++i) {
      const Typed value{formula().fixpoint(group, i), Type::relation};
      scope_.define({statement.bindings[i].name, value});
      add_relation(statement.bindings[i].name, value);
    }
  }

  // An execution has the relation under that name; of two with one name the later.
  void add_relation(const std::string& name, Typed value) {
    if (value.type == Type::set) return;
    auto& named = model_.relations;
    std::erase_if(named, [&](const auto& entry) { return entry.first == name; });
    if (value.type == Type::relation) named.emplace_back(name, value.node);
  }

  void show(const CatStatement& statement) {
    for (const CatBinding& shown : statement.bindings) {
      const NodeId node = relation(expression(shown.body), shown.body);
      add_relation(shown.name, {node, Type::relation});
      std::erase(model_.shown, shown.name);
      model_.shown.push_back(shown.name);
    }
  }

  void unshow(const CatStatement& statement) {
    for (const CatBinding& hidden : statement.bindings) {
      count_steps(hidden.place);
      if (std::erase(model_.shown, hidden.name) > 0 || scope_.find(hidden.name) != nullptr)
        continue;
      refuse(hidden.place, "nothing is called `" + hidden.name + "`",
             did_you_mean(hidden.name, model_.shown));
    }
  }

  void check(const CatStatement& statement) {
    const Typed value = expression(statement.expression);
    Check result;
    result.kind = statement.check;
    result.negated = statement.negated;
    result.flag = statement.flag;
    result.name = statement.name.empty() ? described(statement) : statement.name;
    const bool any = statement.check == CheckKind::empty && value.type == Type::set;
    result.node = any ? value.node : relation(value, statement.expression);
    places_.push_back({statement.path, statement.place});
    model_.checks.push_back(std::move(result));
  }

  // What an axiom without a name is called.
  static std::string described(const CatStatement& check) {
    constexpr std::array<const char*, 3> words{"acyclic", "irreflexive", "empty"};
    return std::string(check.negated ? "~" : "") + words[static_cast<std::size_t>(check.check)] +
           " at " + check.path + ':' + std::to_string(check.place.line);
  }

  // --- expressions

  Typed expression(const CatExpression& what) {
    count_steps(what.place);
    switch (what.kind) {
      case Kind::name:
        return named(what);
      case Kind::call:
        return call(what);
      case Kind::local:
        return local(what);
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

  [[noreturn]] void unknown(const CatExpression& what) const {
    const std::string advice = foreign_name_advice(what.name);
    refuse(what.place, "nothing is called `" + what.name + "`",
           advice.empty() ? did_you_mean(what.name, scope_.names()) : advice);
  }

  Typed local(const CatExpression& what) {
    const Typed bound = expression(what.parts[0]);
    scope_.push_local(what.name, bound);
    const Typed result = expression(what.parts[1]);
    scope_.pop_local();
    return result;
  }

  Typed named(const CatExpression& what) {
    if (const Typed* const own = scope_.find_local(what.name)) return *own;
    const Definition* found = scope_.find(what.name);
    if (found == nullptr && !is_primitive(what.name)) unknown(what);
    if (found == nullptr || found->is_function()) {
      refuse(what.place, "`" + what.name + "` is a function",
             "give it arguments: " + what.name + "(…)");
    }
    return found->function == nullptr ? found->value : written_out(*found, {}, what.place);
  }

  Typed call(const CatExpression& what) {
    const bool own = scope_.find_local(what.name) != nullptr;
    const Definition* const found = own ? nullptr : scope_.find(what.name);
    if (found == nullptr && !own) {
      if (is_primitive(what.name)) return primitive(what);
      unknown(what);
    }
    if (found == nullptr || !found->is_function()) {
      refuse(what.place, "`" + what.name + "` is no function",
             "an operator may be missing behind it");
    }
    const CatBinding& function = *found->function;
    expect_arguments(what, function.parameters.size());
    Locals arguments;
    for (std::size_t i = 0; i < what.parts.size(); ++i) {
      arguments.emplace_back(function.parameters[i], expression(what.parts[i]));
    }
    return written_out(*found, std::move(arguments), what.place);
  }

  // The body of the definition, used here.
  Typed written_out(const Definition& definition, Locals arguments, SourcePlace place) {
    CatScope::View inside{std::move(arguments), definition.visible};
    const std::string path = definition.path;
    const auto* const path_before = std::exchange(path_, &path);
    scope_.exchange(inside);
    try {
      const Typed result = expression(definition.function->body);
      scope_.exchange(inside);
      path_ = path_before;
      return result;
    } catch (const CatError& error) {
      if (path != standard_path) throw;
      throw CatError(*path_before, place, "in `" + definition.name + "`: " + error.message,
                     error.suggestion);
    }
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
  const CatFile standard_ =
      parse_cat(standard_definitions(), std::string(standard_path));  // scope_ points into it
  CompiledModel model_;
  CatScope scope_;
  std::vector<CheckPlace> places_;  // of model_.checks
  const std::string* path_ = nullptr;
  std::size_t steps_ = 0;
};

}  // namespace

CompiledModel compile(const CatFile& file) { return Compiler(file).run(); }

}  // namespace opexplore::axioms
