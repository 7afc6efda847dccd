#include "mappings/table_group.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "mappings/table_choice.hpp"
#include "mappings/template_check.hpp"

namespace opexplore::mappings::detail {
namespace {

constexpr std::array all_operations{Operation::load,  Operation::store,  Operation::exchange,
                                    Operation::fetch, Operation::reduce, Operation::rmw,
                                    Operation::cas,   Operation::fence};
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
  std::string source;
  std::string version;
  std::string file;
  SourcePlace place;  ///< of the entry that is being read
};

class GroupReader {
 public:
  GroupReader(const Document& document, const GroupDefaults& defaults)
      : document_(document), defaults_(defaults) {}

  std::vector<Entry> read(const Node& node) const {
    Group group = group_of(node);
    const Node entries = document_.required(node, "entries");
    document_.require_object(entries, "the entries");
    std::vector<Entry> own;
    for (const auto& [name, ignored] : entries.json.items()) {
      const Node member = Document::member(entries, name);
      group.place = document_.place_of(member);
      const Template code = template_of(member, group.operation);
      if (group.operation == Operation::cas) {
        add_cas(member, name, group, code, own);
      } else {
        const Order order = order_of(member, name, group.operation);
        check_scope(member, order, code);
        add(entry_of(group, order, Order::relaxed, code), own);
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
    document_.require_object(node, "a group of entries");
    document_.check_names(node,
                          {"operation", "widths", "scope", "rule", "source", "version", "entries"});
    Group group;
    const Node operation = document_.required(node, "operation");
    group.operation = choice(document_, operation, document_.text(operation, "an operation"),
                             all_operations, spell_operation, "an operation");
    if (Document::has(node, "scope")) {
      const Node scope = Document::member(node, "scope");
      group.scope = choice(document_, scope, document_.text(scope, "a scope of C++"), all_scopes,
                           spell_scope, "a scope of C++");
    }
    group.widths = widths_of(node);
    group.rule = rule_of(node, group.operation);
    const auto text = [&](const std::string& name, const std::string& otherwise) {
      return Document::has(node, name) ? document_.text(Document::member(node, name), name)
                                       : otherwise;
    };
    group.source = text("source", defaults_.source);
    group.version = text("version", defaults_.version);
    group.file = document_.path();
    return group;
  }

  std::vector<Width> widths_of(const Node& group) const {
    if (!Document::has(group, "widths")) return {Width::bits32};
    const Node node = Document::member(group, "widths");
    document_.require_array(node, "the widths");
    std::vector<Width> widths;
    for (const detail::Json& width : node.json) {
      if (width != 8 && width != 16 && width != 32) {
        document_.fail(node, "expected widths of 8, 16 or 32 bits, found " + width.dump(),
                       "objects of 64 bits are accessed like those of 32");
      }
      widths.push_back(static_cast<Width>(width.get<int>()));
    }
    if (widths.empty()) document_.fail(node, "expected at least one width");
    return widths;
  }

  CasRule rule_of(const Node& group, Operation operation) const {
    if (!Document::has(group, "rule")) return nullptr;
    const Node node = Document::member(group, "rule");
    if (operation != Operation::cas) {
      document_.fail(node, "only a cas has two orders to make one of");
    }
    const auto spell = [](const NamedRule& rule) { return rule.name; };
    return choice(document_, node, document_.text(node, "a rule"), rules, spell, "a rule").rule;
  }

  static Entry entry_of(const Group& group, Order order, Order failure, const Template& code) {
    Entry entry;
    entry.operation = group.operation;
    entry.order = order;
    entry.failure = failure;
    entry.scope = group.scope;
    entry.code = code;
    entry.source = group.source;
    entry.version = group.version;
    entry.file = group.file;
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
      document_.fail(node, "consume is acquire", "write the entry for acquire");
    }
    return choice(document_, node, name, orders_of(operation), spell_order,
                  "an order of a " + std::string(to_string(operation)));
  }

  // `relaxed` with a rule: every pair of orders that the rule makes relaxed; else a pair.
  void add_cas(const Node& node, const std::string& name, const Group& group, const Template& code,
               std::vector<Entry>& entries) const {
    const std::size_t comma = name.find(", ");
    if (comma != name.npos) {
      const Order success = order_of(node, name.substr(0, comma), Operation::cas);
      const Order failure = choice(document_, node, name.substr(comma + 2), failure_orders,
                                   spell_order, "an order of a cas that fails");
      add(entry_of(group, success, failure, code), entries);
      return;
    }
    const Order order = order_of(node, name, Operation::cas);
    if (group.rule == nullptr) {
      document_.fail(node, "a cas has two orders, found '" + name + "'",
                     "write a pair such as 'acq_rel, acquire', or give the group a rule");
    }
    for (const Order success : rmw_orders) {
      for (const Order failure : failure_orders) {
        if (group.rule(success, failure) == order) {
          add_if_absent(entry_of(group, success, failure, code), entries);
        }
      }
    }
  }

  Template template_of(const Node& node, Operation operation) const {
    document_.require_array(node, "the instructions");
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < node.json.size(); ++i) {
      lines.push_back(document_.text(Document::element(node, i), "an instruction"));
    }
    try {
      Template code = read_template(lines);
      check_use(node, operation, code);
      return code;
    } catch (const TemplateError& error) {
      const Node line = Document::element(node, error.line);
      document_.fail(line, error.message, error.suggestion, error.column);
    }
  }

  void check_scope(const Node& node, Order order, const Template& code) const {
    const bool scoped = std::any_of(code.steps.begin(), code.steps.end(),
                                    [](const Step& step) { return step.source_scope; });
    if (order == Order::weak && scoped) {
      document_.fail(node, "a non-atomic access has no {scope}",
                     "name the scope: .cta, .gpu, .sys");
    }
  }

  // A template must do what its operation is asked for, with what the operation has.
  void check_use(const Node& node, Operation operation, const Template& code) const {
    const detail::Uses uses = detail::uses_of(code);
    const std::string name(to_string(operation));
    const auto require = [&](bool used, std::string_view hole) {
      if (!used)
        document_.fail(node, "the template of a " + name + " does not use " + std::string(hole));
    };
    const auto forbid = [&](bool used, std::string_view hole) {
      if (used) document_.fail(node, "a " + name + " has no " + std::string(hole));
    };
    const bool reads_and_writes = operation == Operation::rmw || operation == Operation::exchange ||
                                  operation == Operation::fetch || operation == Operation::reduce;
    const bool cas = operation == Operation::cas;
    const bool stores = operation == Operation::store || reads_and_writes || cas;
    const bool returns =
        operation == Operation::load || (reads_and_writes && operation != Operation::reduce) || cas;
    const bool computes = reads_and_writes && operation != Operation::exchange;
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

  const Document& document_;
  const GroupDefaults& defaults_;
};

}  // namespace

std::vector<Entry> read_group(const Document& document, const Node& node,
                              const GroupDefaults& defaults) {
  return GroupReader(document, defaults).read(node);
}

bool same_key(const Entry& a, const Entry& b) {
  return a.operation == b.operation && a.order == b.order && a.failure == b.failure &&
         a.width == b.width && a.scope == b.scope;
}

}  // namespace opexplore::mappings::detail
