#include "export/program_json.hpp"

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "export/asynchronous_json.hpp"
#include "export/json.hpp"
#include "export/null_or.hpp"
#include "export/outcome_text.hpp"
#include "opmodel/asynchronous_use.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

Json operand_json(const std::optional<Operand>& operand) {
  return operand ? operand_json(*operand) : Json(nullptr);
}

// An access without a scope is weak, or Vulkan's, which has another kind of scope.
Json scope_json(const MemoryAccess& access) {
  const bool none = access.order == Order::weak || access.vulkan;
  return none ? Json(nullptr) : Json(to_string(access.scope));
}

Json classes_json(StorageClassSet set) {
  Json classes = Json::array();
  for (StorageClass i = 0; i < storage_classes; ++i) {
    if (has_class(set, i)) classes.push_back(i);
  }
  return classes;
}

// What Vulkan's instructions have beside; those of other languages have no such member.
void add_vulkan(const Instruction& instruction, Json& json) {
  const VulkanAttributes* const attributes = vulkan_of(instruction.action);
  if (attributes == nullptr) return;
  const MemoryAccess* const access = memory_access(instruction.action);
  const bool scoped = access == nullptr || access->order != Order::weak || attributes->available ||
                      attributes->visible;
  Json members = Json::object();
  members["scope"] = scoped ? Json(to_string(attributes->scope)) : Json(nullptr);
  members["semantics"] = classes_json(attributes->semantics);
  members["make_available"] = attributes->make_available;
  members["make_visible"] = attributes->make_visible;
  if (access != nullptr) {
    members["storage_class"] = attributes->storage_class;
    members["non_private"] = attributes->non_private;
    members["available"] = attributes->available;
    members["visible"] = attributes->visible;
  }
  json["vulkan"] = std::move(members);
}

Json annotation_json(Annotation annotation) {
  return annotation == Annotation::none ? Json(nullptr) : Json(to_string(annotation));
}

// The members of each kind of instruction, the kind first.
struct ActionJson {
  Json operator()(const Load& load) const {
    return {{"operation", "load"},
            {"destination", load.destination},
            {"address", load.address},
            {"pointer", null_or(load.pointer)},
            {"proxy", to_string(load.proxy)},
            {"order", to_string(load.order)},
            {"scope", scope_json(load)},
            {"cache", annotation_json(load.annotation)}};
  }
  Json operator()(const Store& store) const {
    return {{"operation", "store"},
            {"address", store.address},
            {"pointer", null_or(store.pointer)},
            {"value", operand_json(store.value)},
            {"proxy", to_string(store.proxy)},
            {"order", to_string(store.order)},
            {"scope", scope_json(store)},
            {"cache", annotation_json(store.annotation)}};
  }
  Json operator()(const Atomic& atomic) const {
    const bool cas = atomic.op == AtomicOp::cas;
    return {{"operation", "atomic"},
            {"function", to_string(atomic.op)},
            {"destination", null_or(atomic.destination)},
            {"address", atomic.address},
            {"pointer", null_or(atomic.pointer)},
            {"operand", operand_json(atomic.operand)},
            {"expected", cas ? operand_json(atomic.expected) : Json(nullptr)},
            {"proxy", to_string(atomic.proxy)},
            {"order", to_string(atomic.order)},
            {"failure", cas ? Json(to_string(atomic.failure)) : Json(nullptr)},
            {"scope", scope_json(atomic)}};
  }
  Json operator()(const Fence& fence) const {
    return {{"operation", "fence"},
            {"order", to_string(fence.order)},
            {"scope", fence.vulkan ? Json(nullptr) : Json(to_string(fence.scope))}};
  }
  Json operator()(const ProxyFence& fence) const {
    return {{"operation", "proxy_fence"}, {"proxy", to_string(fence.kind)}};
  }
  Json operator()(const DeviceOperation& operation) const {
    return {{"operation", "device_operation"}, {"function", to_string(operation.kind)}};
  }
  Json operator()(const Barrier& barrier) const {
    Json json{{"operation", "barrier"},
              {"arrive", barrier.arrive},
              {"instance", barrier.instance},
              {"id", operand_json(barrier.id)},
              {"quorum", operand_json(barrier.quorum)}};
    if (barrier.members) json["members"] = operand_json(barrier.members);
    if (barrier.passable) json["passable"] = true;
    if (barrier.aligned) json["aligned"] = true;
    if (barrier.vulkan) json["order"] = to_string(barrier.order);
    return json;
  }
  Json operator()(const Arithmetic& arithmetic) const {
    const bool unary = arithmetic.op == ArithmeticOp::move;
    return {{"operation", "arithmetic"},
            {"function", to_string(arithmetic.op)},
            {"type", to_string(arithmetic.type)},
            {"destination", arithmetic.destination},
            {"left", operand_json(arithmetic.left)},
            {"right", unary ? Json(nullptr) : operand_json(arithmetic.right)}};
  }
  Json operator()(const Branch& branch) const {
    const bool always = !branch.comparison;
    return {{"operation", "branch"},
            {"comparison", always ? Json(nullptr) : Json(to_string(*branch.comparison))},
            {"left", always ? Json(nullptr) : operand_json(branch.left)},
            {"right", always ? Json(nullptr) : operand_json(branch.right)},
            {"target", branch.target}};
  }
  Json operator()(const Asynchronous& other) const { return asynchronous_json(other.what); }
};

Json instruction_json(const Instruction& instruction) {
  Json json = std::visit(ActionJson(), instruction.action);
  add_vulkan(instruction, json);
  json["text"] = instruction.text;
  json["line"] = instruction.place.line;
  json["column"] = instruction.place.column;
  if (instruction.code) json["code"] = json_code(*instruction.code);
  return json;
}

Json threads_json(const Program& program) {
  Json threads = Json::array();
  for (const Thread& thread : program.threads) {
    Json registers = Json::array();
    for (const Register& reg : thread.registers) {
      registers.push_back(
          {{"name", reg.name}, {"type", to_string(reg.type)}, {"initial", reg.initial}});
    }
    Json instructions = Json::array();
    for (const Instruction& instruction : thread.instructions) {
      instructions.push_back(instruction_json(instruction));
    }
    threads.push_back({{"gpu", thread.gpu},
                       {"cta", thread.cta},
                       {"warp", thread.warp},
                       {"registers", std::move(registers)},
                       {"instructions", std::move(instructions)}});
    if (!thread.label.empty()) threads.back()["label"] = thread.label;
    if (thread.cluster) threads.back()["cluster"] = *thread.cluster;
    if (thread.grid != 0) threads.back()["grid"] = thread.grid;
  }
  return threads;
}

Json addresses_json(const Program& program) {
  Json addresses = Json::array();
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    const Address& address = program.addresses[id];
    addresses.push_back({{"name", address.name},
                         {"location", address.location},
                         {"generic", address.generic},
                         {"proxy", to_string(address.proxy)},
                         {"value", numeric_address(program, static_cast<AddressId>(id))}});
  }
  return addresses;
}

Json locations_json(const Program& program) {
  Json locations = Json::array();
  // Of other programs it is not known whose their shared memory is.
  const bool asynchronous = asynchronous_found(program).has_value();
  for (const Location& location : program.locations) {
    locations.push_back({{"name", location.name},
                         {"region", to_string(location.region)},
                         {"initial", location.initial}});
    if (location.object != ObjectKind::data) {
      locations.back()["object"] = object_name(location.object);
    }
    if (asynchronous && location.region == Region::shared) {
      locations.back()["cta"] = location.cta;
      locations.back()["gpu"] = location.gpu;
    }
  }
  return locations;
}

Json synchronisations_json(const Program& program) {
  Json pairs = Json::array();
  for (const SystemSynchronisation& pair : program.system_synchronisations) {
    pairs.push_back({{"before", pair.before}, {"after", pair.after}});
  }
  return pairs;
}

Json observables_json(const Test& test) {
  Json observables = Json::array();
  for (const Observable& observable : test.observables) {
    Json json;
    if (const auto* const reg = std::get_if<RegisterTerm>(&observable)) {
      json = {{"kind", "register"}, {"thread", reg->thread}, {"register", reg->reg}};
    } else {
      json = {{"kind", "location"}, {"address", std::get<LocationTerm>(observable).address}};
    }
    json["text"] = to_string(observable, test.program);
    observables.push_back(std::move(json));
  }
  return observables;
}

Json term_json(const Term& term) {
  if (const auto* const observable = std::get_if<ObservableIndex>(&term)) {
    return {{"kind", "observable"}, {"observable", observable->index}};
  }
  return {{"kind", "value"}, {"value", std::get<Value>(term)}};
}

// Adds the parts of a formula before the formula, and returns where that stands. A list, since
// formulas nest deeper than readers of JSON like.
std::size_t add_formula(const Proposition& formula, Json& list) {
  Json parts = Json::array();
  for (const Proposition& part : formula.parts) parts.push_back(add_formula(part, list));
  switch (formula.kind) {
    case Proposition::Kind::truth:
      list.push_back({{"kind", "true"}});
      break;
    case Proposition::Kind::comparison:
      list.push_back({{"kind", "comparison"},
                      {"comparison", to_string(formula.comparison)},
                      {"left", term_json(formula.left)},
                      {"right", term_json(formula.right)}});
      break;
    case Proposition::Kind::conjunction:
      list.push_back({{"kind", "and"}, {"parts", std::move(parts)}});
      break;
    case Proposition::Kind::disjunction:
      list.push_back({{"kind", "or"}, {"parts", std::move(parts)}});
      break;
    case Proposition::Kind::negation:
      list.push_back({{"kind", "not"}, {"parts", std::move(parts)}});
      break;
  }
  return list.size() - 1;
}

Json formula_json(const Proposition& formula, const Test& test) {
  Json list = Json::array();
  add_formula(formula, list);
  return {{"text", to_string(formula, test)}, {"formula", std::move(list)}};
}

}  // namespace

Json json_program(const Test& test, const std::string& litmus, const std::string& hash,
                  std::string_view translated_from) {
  Json json{{"name", test.name},
            {"language", to_string(test.program.language)},
            {"litmus", litmus},
            {"hash", hash},
            {"threads", threads_json(test.program)},
            {"addresses", addresses_json(test.program)},
            {"locations", locations_json(test.program)},
            {"observables", observables_json(test)},
            {"shown", test.shown},
            {"quantifier", keyword(test.quantifier)},
            {"condition", formula_json(test.condition, test)},
            {"filter", test.filter ? formula_json(*test.filter, test) : Json(nullptr)}};
  if (!translated_from.empty()) json["translated_from"] = translated_from;
  if (test.program.language == Language::vulkan) {
    json["system_synchronisations"] = synchronisations_json(test.program);
  }
  return json;
}

}  // namespace opexplore
