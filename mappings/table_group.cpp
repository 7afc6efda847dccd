#include "mappings/table_group.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "litmus/input/documents/choice.hpp"
#include "mappings/llvm_template.hpp"
#include "mappings/table_words.hpp"
#include "mappings/template_check.hpp"
#include "mappings/template_lines.hpp"

namespace opexplore::mappings::detail {
namespace {

using documents::choice;
using documents::Node;

constexpr std::array all_operations{Operation::load,  Operation::store,  Operation::exchange,
                                    Operation::fetch, Operation::reduce, Operation::overwrite,
                                    Operation::rmw,   Operation::cas,    Operation::fence};
constexpr std::array failure_orders{Order::relaxed, Order::acquire, Order::sc};
constexpr std::array rmw_orders{Order::relaxed, Order::acquire, Order::release, Order::acq_rel,
                                Order::sc};

std::span<const Order> orders_of(Operation operation) {
  static constexpr std::array load{Order::weak, Order::relaxed, Order::acquire, Order::sc};
  static constexpr std::array store{Order::weak, Order::relaxed, Order::release, Order::sc};
  if (operation == Operation::load) return load;
  if (operation == Operation::store) return store;
  return rmw_orders;
}

// The order that a cas with two orders is emitted with.
using CasRule = Order (*)(Order success, Order failure);

// C++17: the weakest order that is at least as strong as both.
Order merged(Order success, Order failure) {
  if (success == Order::sc || failure == Order::sc) return Order::sc;
  const bool acquires =
      success == Order::acquire || success == Order::acq_rel || failure == Order::acquire;
  const bool releases = success == Order::release || success == Order::acq_rel;
  if (acquires && releases) return Order::acq_rel;
  return acquires ? Order::acquire : releases ? Order::release : Order::relaxed;
}

// The larger of the numbers that compilers give the orders.
Order maximum(Order success, Order failure) { return std::max(success, failure); }

Order of_success(Order success, Order /*failure*/) { return success; }

struct NamedRule {
  std::string_view name;
  CasRule rule;
};
constexpr std::array<NamedRule, 3> rules{
    {{"merged", merged}, {"max", maximum}, {"success", of_success}}};

// What a group says of all its entries.
struct Group {
  Operation operation = Operation::load;
  std::vector<Width> widths;
  std::optional<Scope> scope;
  CasRule rule = nullptr;
  GroupDefaults from;
  SourcePlace place;  ///< of the entry that is being read
};

// What stands for an order: a template, or that the compiler refuses it.
struct Meaning {
  Template code;
  std::string refused;
};

class GroupReader {
 public:
  explicit GroupReader(const GroupDefaults& defaults) : defaults_(defaults) {}

  std::vector<Entry> read(const Node& node) const {
    Group group = group_of(node);
    std::vector<Entry> own;
    for (const Node member : node["entries"].members("the entries")) {
      const std::string name(member.name());
      group.place = member.place();
      const Meaning meaning = meaning_of(member, group.operation);
      check_extents(member, group.widths, meaning.code);
      if (group.operation == Operation::cas) {
        add_cas(member, name, group, meaning, own);
      } else {
        const Order order = order_of(member, name, group.operation);
        check_scope(member, order, meaning.code);
        add(entry_of(group, order, Order::relaxed, meaning), own);
      }
    }
    std::vector<Entry> result;
    for (const Width width : group.widths) {
      for (Entry& entry : own) {
        entry.width = width;
        result.push_back(entry);
      }
    }
    return result;
  }

 private:
  Group group_of(const Node& node) const {
    node.allow_only({"operation", "widths", "scope", "rule", "source", "version", "entries"},
                    "a group of entries");
    Group group;
    const Node operation = node["operation"];
    group.operation = choice(operation, operation.nonempty_text("an operation"), all_operations,
                             spell_operation, "an operation");
    if (const auto scope = node.find("scope")) {
      group.scope = choice(*scope, scope->nonempty_text("a scope of C++"), all_scopes, spell_scope,
                           "a scope of C++");
    }
    group.widths = widths_of(node);
    group.rule = rule_of(node, group.operation);
    group.from = provenance_of(node, defaults_);
    return group;
  }

  std::vector<Width> widths_of(const Node& group) const {
    const auto node = group.find("widths");
    if (!node) return {Width::bits32};
    std::vector<Width> widths;
    for (const Node width : node->elements("the widths")) {
      const auto bits = width.whole<std::uint8_t>();
      if (bits != 8 && bits != 16 && bits != 32) {
        node->fail("expected widths of 8, 16 or 32 bits, found " + width.compact(),
                   "objects of 64 bits are accessed like those of 32");
      }
      widths.push_back(static_cast<Width>(*bits));
    }
    if (widths.empty()) node->fail("expected at least one width");
    return widths;
  }

  CasRule rule_of(const Node& group, Operation operation) const {
    const auto node = group.find("rule");
    if (!node) return nullptr;
    if (operation != Operation::cas) node->fail("only a cas has two orders to make one of");
    const auto spell = [](const NamedRule& rule) { return rule.name; };
    return choice(*node, node->nonempty_text("a rule"), rules, spell, "a rule").rule;
  }

  static Entry entry_of(const Group& group, Order order, Order failure, const Meaning& meaning) {
    Entry entry;
    entry.operation = group.operation;
    entry.order = order;
    entry.failure = failure;
    entry.scope = group.scope;
    entry.code = meaning.code;
    entry.refused = meaning.refused;
    entry.source = group.from.source;
    entry.version = group.from.version;
    entry.file = group.from.file;
    entry.place = group.place;
    return entry;
  }

  // Pairs of orders replace what a rule says, wherever they stand.
  static void add(const Entry& entry, std::vector<Entry>& entries) {
    const auto old = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& each) { return same_key(each, entry); });
    if (old == entries.end()) {
      entries.push_back(entry);
    } else {
      *old = entry;
    }
  }
  static void add_if_absent(const Entry& entry, std::vector<Entry>& entries) {
    const bool present = std::any_of(entries.begin(), entries.end(),
                                     [&](const Entry& each) { return same_key(each, entry); });
    if (!present) entries.push_back(entry);
  }

  Order order_of(const Node& node, const std::string& name, Operation operation) const {
    if (name == "consume") {
      node.fail("consume is acquire", "write the entry for acquire");
    }
    return choice(node, name, orders_of(operation), spell_order,
                  "an order of a " + std::string(to_string(operation)));
  }

  // `relaxed` with a rule: every pair of orders that the rule makes relaxed; else a pair.
  void add_cas(const Node& node, const std::string& name, const Group& group,
               const Meaning& meaning, std::vector<Entry>& entries) const {
    const std::size_t comma = name.find(", ");
    if (comma != name.npos) {
      const Order success = order_of(node, name.substr(0, comma), Operation::cas);
      const Order failure = choice(node, name.substr(comma + 2), failure_orders, spell_order,
                                   "an order of a cas that fails");
      add(entry_of(group, success, failure, meaning), entries);
      return;
    }
    const Order order = order_of(node, name, Operation::cas);
    if (group.rule == nullptr) {
      node.fail("a cas has two orders, found '" + name + "'",
                "write a pair such as 'acq_rel, acquire', or give the group a rule");
    }
    for (const Order success : rmw_orders) {
      for (const Order failure : failure_orders) {
        if (group.rule(success, failure) == order) {
          add_if_absent(entry_of(group, success, failure, meaning), entries);
        }
      }
    }
  }

  Meaning meaning_of(const Node& node, Operation operation) const {
    if (const auto refused = refusal_in(node)) return {{}, *refused};
    return {template_of(node, operation), {}};
  }

  Template template_of(const Node& node, Operation operation) const {
    const documents::Nodes instructions = node.elements("the instructions");
    std::vector<std::string> lines;
    for (const Node line : instructions) lines.push_back(line.nonempty_text("an instruction"));
    try {
      const bool llvm = defaults_.target == Language::cxx;
      Template code = llvm ? read_llvm_template(lines) : read_template(lines);
      check_use(node, operation, code);
      return code;
    } catch (const TemplateError& error) {
      const Node line =
          *std::ranges::next(instructions.begin(), static_cast<std::ptrdiff_t>(error.line));
      line.fail(error.message, error.suggestion, error.column);
    }
  }

  // What is around an object is wider than it.
  void check_extents(const Node& node, const std::vector<Width>& widths,
                     const Template& code) const {
    for (const Step& step : code.steps) {
      for (const Width width : widths) {
        const bool around = static_cast<unsigned>(step.extent) > static_cast<unsigned>(width);
        if (step.extent == Extent::object || around) continue;
        node.fail("an object of " + std::to_string(static_cast<int>(width)) + " bits has no {" +
                      std::string(hole_name(step.extent)) + "} around it",
                  "write {address}");
      }
    }
  }

  void check_scope(const Node& node, Order order, const Template& code) const {
    const bool scoped = std::any_of(code.steps.begin(), code.steps.end(),
                                    [](const Step& step) { return step.source_scope; });
    if (order == Order::weak && scoped) {
      node.fail("a non-atomic access has no {scope}", "name the scope: .cta, .gpu, .sys");
    }
  }

  // A template must do what its operation is asked for, with what the operation has.
  void check_use(const Node& node, Operation operation, const Template& code) const {
    const detail::Uses uses = detail::uses_of(code);
    const std::string name(to_string(operation));
    const auto require = [&](bool used, std::string_view hole) {
      if (!used) node.fail("the template of a " + name + " does not use " + std::string(hole));
    };
    const auto forbid = [&](bool used, std::string_view hole) {
      if (used) node.fail("a " + name + " has no " + std::string(hole));
    };
    const bool unused = operation == Operation::reduce || operation == Operation::overwrite;
    const bool exchanges = operation == Operation::exchange || operation == Operation::overwrite;
    const bool reads_and_writes =
        operation == Operation::rmw || exchanges || unused || operation == Operation::fetch;
    const bool cas = operation == Operation::cas;
    const bool stores = operation == Operation::store || reads_and_writes || cas;
    const bool returns = operation == Operation::load || (reads_and_writes && !unused) || cas;
    const bool computes = reads_and_writes && !exchanges;
    if (operation == Operation::fence) {
      forbid(uses.address, "{address}");
    } else {
      require(uses.address, "{address}");
    }
    stores ? require(uses.reads_value, "{value}") : forbid(uses.reads_value, "{value}");
    returns ? require(uses.writes_destination, "{destination}")
            : forbid(uses.writes_destination, "{destination}");
    cas ? require(uses.reads_expected, "{expected}") : forbid(uses.reads_expected, "{expected}");
    if (computes) require(uses.source_op, "{op}");
    if (!reads_and_writes) forbid(uses.source_op, "{op}");
  }

  const GroupDefaults& defaults_;
};

}  // namespace

std::vector<Entry> read_group(const Node& node, const GroupDefaults& defaults) {
  return GroupReader(defaults).read(node);
}

std::optional<std::string> refusal_in(const Node& node) {
  if (!node.is_object()) return std::nullopt;
  node.allow_only({"refused"}, "what a compiler refuses");
  return node["refused"].nonempty_text("what the compiler says");
}

GroupDefaults provenance_of(const Node& group, const GroupDefaults& defaults) {
  const auto text = [&](const std::string& name, const std::string& otherwise) {
    const auto member = group.find(name);
    return member ? member->nonempty_text(name) : otherwise;
  };
  return {text("source", defaults.source), text("version", defaults.version), defaults.file,
          defaults.target};
}

bool same_key(const Entry& a, const Entry& b) {
  if (!a.spelled.empty() || !b.spelled.empty()) return a.spelled == b.spelled;
  return a.operation == b.operation && a.order == b.order && a.failure == b.failure &&
         a.width == b.width && a.scope == b.scope;
}

}  // namespace opexplore::mappings::detail
