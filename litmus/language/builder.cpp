#include "litmus/language/builder.hpp"

#include <algorithm>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/placement.hpp"
#include "litmus/language/pointers.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

constexpr std::string_view reserved_words[] = {"exists", "forall", "filter", "locations", "final",
                                               "with",   "not",    "true",   "false"};

std::string limit(std::string_view what, std::size_t number) {
  return "too many " + std::string(what) + ": the limit is " + std::to_string(number);
}

}  // namespace

std::string ProgramBuilder::thread_name(std::size_t number) const {
  return opexplore::thread_name(dialect_, number);
}

std::string ProgramBuilder::known_threads() const {
  if (program_.threads.size() == 1) return "the only thread is " + thread_name(0);
  return "the threads are " + thread_name(0) + " to " + thread_name(program_.threads.size() - 1);
}

void ProgramBuilder::require_new_name(const Token& name) const {
  if (is_register(name.text)) {
    source_.fail(name.place, "expected a location, found the register " + quote(name),
                 "write " +
                     quote((dialect_.declares_registers ? "0: .reg .s32 " : thread_name(0) + ":") +
                           std::string(name.text)) +
                     " for a register of a thread");
  }
  const auto reserved = std::find(std::begin(reserved_words), std::end(reserved_words), name.text);
  if (reserved != std::end(reserved_words) || thread_number(name.text)) {
    source_.fail(name.place, quote(name) + " is a reserved word and cannot name a location");
  }
  if (const auto known = declared_.find(name.text); known != declared_.end()) {
    source_.fail(name.place, quote(name) + " is declared twice",
                 "the first time was in line " + std::to_string(known->second.line));
  }
}

AddressId ProgramBuilder::add_address(const Token& name, Address address) {
  if (program_.addresses.size() == max_addresses) {
    source_.fail(name.place, limit("locations", max_addresses));
  }
  const auto id = static_cast<AddressId>(program_.addresses.size());
  address.name = name.text;
  if (address.proxy == Proxy::generic) address.generic = id;
  program_.addresses.push_back(std::move(address));
  addresses_.emplace(name.text, id);
  declared_.emplace(name.text, name.place);
  return id;
}

void ProgramBuilder::declare_location(const Token& name, Value initial) {
  if (is_instance_name(name.text)) return declare_instance(name, ObjectKind::data, initial);
  if (declare_implied(name, ObjectKind::data, initial)) return;
  require_new_name(name);
  Address address;
  address.location = static_cast<LocationId>(program_.locations.size());
  add_address(name, std::move(address));
  program_.locations.push_back({std::string(name.text), initial});
}

void ProgramBuilder::declare_location(const Token& name, Value initial,
                                      const PlacedNumber& number) {
  const Value end = usual_number(0) + 16 * static_cast<Value>(max_addresses);
  const bool usual = number.number >= usual_number(0) && number.number < end;
  if (number.number <= 0 || usual || address_with(program_, number.number)) {
    source_.fail(number.place,
                 quote(name) + " cannot have the address " + std::to_string(number.number),
                 "addresses are positive, differ, and lie outside of " +
                     std::to_string(usual_number(0)) + " to " + std::to_string(end - 1));
  }
  declare_location(name, initial);
  program_.addresses.back().number = number.number;
  instances_.placed.insert(*find_address(name.text));
}

void ProgramBuilder::declare_array(const ArrayDeclaration& declaration) {
  require_new_name(declaration.name);
  const Value first = number_of_array(arrays_.size());
  const auto id = static_cast<AddressId>(program_.addresses.size());
  arrays_.emplace(id, static_cast<std::size_t>(declaration.count));
  for (Value i = 0; i < declaration.count; ++i) {
    add_element(declaration, i, first + i * declaration.width);
  }
  addresses_.emplace(declaration.name.text, id);
  declared_.emplace(declaration.name.text, declaration.name.place);
}

void ProgramBuilder::add_element(const ArrayDeclaration& declaration, Value index, Value number) {
  Token name = declaration.name;
  name.text =
      element_names_.emplace_back(std::string(declaration.name.text) + '_' + std::to_string(index));
  Value initial = 0;
  if (static_cast<std::size_t>(index) < declaration.initial.size()) {
    const auto& given = declaration.initial[static_cast<std::size_t>(index)];
    const auto* const pointed_at = std::get_if<Token>(&given);
    if (pointed_at != nullptr) address(*pointed_at);  // is declared before the element
    initial = pointed_at == nullptr
                  ? std::get<Value>(given)
                  : address_number(*pointed_at, {.where = AddressNumber::Where::location,
                                                 .index = program_.locations.size()});
  }
  require_new_name(name);
  if (const auto known = address_with(program_, number)) {
    source_.fail(name.place, quote(name) + " has the address that was given to " +
                                 quote(program_.addresses[*known].name));
  }
  Address address;
  address.location = static_cast<LocationId>(program_.locations.size());
  address.number = number;
  instances_.placed.insert(add_address(name, std::move(address)));
  program_.locations.push_back({std::string(name.text), initial});
}

AddressId ProgramBuilder::address(const Token& name, Value offset) {
  const AddressId base = address(name);
  if (offset == 0) return base;
  const auto array = arrays_.find(base);
  if (array == arrays_.end()) {
    source_.fail(name.place, quote(name) + " is no array: nothing lies behind it",
                 "declare it as one, as in " + quote(std::string(name.text) + "[4];"));
  }
  const Value number = numeric_address(program_, base) + offset;
  for (std::size_t i = base; i < base + array->second; ++i) {
    const auto element = static_cast<AddressId>(i);
    if (numeric_address(program_, element) == number) return element;
  }
  source_.fail(name.place,
               "no element of " + quote(name) + " begins at byte " + std::to_string(offset),
               "it has " + std::to_string(array->second) + ", counted from 0");
}

void ProgramBuilder::declare_alias(const Token& name, Proxy proxy, const Token& target) {
  require_new_name(name);
  const std::optional<AddressId> id = find_address(target.text);
  if (!id) {
    source_.fail(target.place, quote(name) + " aliases the unknown location " + quote(target),
                 "declare it before, as in " + quote(std::string(target.text) + " = 0;"));
  }
  const Address& bound = program_.addresses[*id];
  if (bound.proxy != Proxy::generic) {
    source_.fail(target.place,
                 quote(name) + " aliases the " + std::string(to_string(bound.proxy)) + " name " +
                     quote(target),
                 "alias the generic name " + quote(program_.addresses[bound.generic].name));
  }
  Address address;
  address.location = bound.location;
  address.generic = *id;
  address.proxy = proxy;
  add_address(name, std::move(address));
}

Value ProgramBuilder::initial_value(const Token& name) const {
  const std::optional<AddressId> id = find_address(name.text);
  if (!id || is_instance_name(name.text)) {
    source_.fail(name.place, "unknown location " + quote(name),
                 "the initial value of a location can be a number or a location declared before");
  }
  return program_.locations[program_.addresses[*id].location].initial;
}

void ProgramBuilder::declare_register(const RegisterDeclaration& declaration) {
  register_declarations_.push_back(declaration);
}

void ProgramBuilder::add_thread(const Token& token) {
  if (program_.threads.size() == max_threads) {
    source_.fail(token.place, limit("threads", max_threads));
  }
  program_.threads.emplace_back();
  names_.emplace_back();
  placed_.push_back(false);
}

void ProgramBuilder::place_thread(ThreadId thread, const ThreadPlace& place, const Token& written) {
  Thread& placed = program_.threads[thread];
  placed.cta = place.cta;
  placed.gpu = place.gpu;
  placed.warp = place.warp.value_or(default_warp(program_, thread));
  placed.cluster = place.cluster;
  placed.grid = place.grid.value_or(0);
  if (place.cluster || place.grid) {
    names_clusters_ = true;
    note_asynchronous();
  }
  placed_[thread] = true;
  require_consistent(thread, written);
}

void ProgramBuilder::set_region(LocationId location, Region region) {
  program_.locations[location].region = region;
  for (const auto& [address, count] : arrays_) {
    const std::size_t first = program_.addresses[address].location;
    for (std::size_t i = 1; i < count && first == location; ++i) {
      program_.locations[first + i].region = region;
    }
  }
}

void ProgramBuilder::synchronise(SystemSynchronisation pair) {
  program_.system_synchronisations.push_back(pair);
}

Value ProgramBuilder::initial_value(const RegisterDeclaration& declaration, NumberType type) {
  if (const Token* const location = std::get_if<Token>(&declaration.initial)) {
    const auto thread = static_cast<ThreadId>(declaration.number);
    return address_number(*location,
                          {.thread = thread, .index = program_.threads[thread].registers.size()});
  }
  return as_type(type, std::get<Value>(declaration.initial));
}

void ProgramBuilder::start_code() {
  for (const RegisterDeclaration& declaration : register_declarations_) {
    if (declaration.number >= program_.threads.size()) {
      source_.fail(declaration.thread.place, "unknown thread " + thread_name(declaration.number),
                   known_threads());
    }
    const auto thread = static_cast<ThreadId>(declaration.number);
    if (find_register(thread, declaration.name.text)) {
      source_.fail(declaration.name.place, "the register " + thread_name(declaration.number) + ":" +
                                               std::string(declaration.name.text) + " is " +
                                               (declaration.type ? "declared" : "initialised") +
                                               " twice");
    }
    const NumberType type = declaration.type.value_or(usual_type(declaration.name.text));
    add_register(thread, declaration.name, initial_value(declaration, type), type);
  }
}

AddressId ProgramBuilder::address(const Token& name) {
  if (const std::optional<AddressId> id = find_address(name.text)) return *id;
  if (InstanceName* const instance = instance_named(name)) {
    return static_cast<AddressId>(first_instance + (instance - instances_.named.data()));
  }
  declare_location(name, 0);
  return *find_address(name.text);
}

RegisterId ProgramBuilder::add_register(ThreadId thread, const Token& name, Value initial,
                                        NumberType type) {
  return define_register(thread, name, {std::string(name.text), initial, type}, true);
}

RegisterId ProgramBuilder::reg(ThreadId thread, const Token& name, NumberType type_if_new) {
  if (const std::optional<RegisterId> id = find_register(thread, name.text)) return *id;
  const NumberType type = is_predicate(name.text) ? NumberType::pred : type_if_new;
  if (dialect_.declares_registers) {
    const std::string_view shown = type == NumberType::s64 ? "s32" : to_string(type);
    source_.fail(name.place,
                 "the register " + quote(name) + " of " + thread_name(thread) + " is not declared",
                 "write " +
                     quote(std::to_string(thread) + ": .reg ." + std::string(shown) + " " +
                           std::string(name.text) + ";") +
                     " in the initial state");
  }
  return add_register(thread, name, 0, type);
}

RegisterId ProgramBuilder::define_register(ThreadId thread, const Token& name, const Register& reg,
                                           bool known) {
  std::vector<Register>& registers = program_.threads[thread].registers;
  if (registers.size() == max_registers) {
    source_.fail(name.place, limit("registers in one thread", max_registers));
  }
  const auto id = static_cast<RegisterId>(registers.size());
  registers.push_back(reg);
  if (known) names_[thread].registers.emplace(name.text, id);
  return id;
}

void ProgramBuilder::note_access(AccessNote note) {
  note.instruction = static_cast<InstructionId>(program_.threads[note.thread].instructions.size());
  accesses_.push_back(note);
}

void ProgramBuilder::check_accesses() {
  if (instances_.asynchronous) place_instances();
  faults_ = detail::check_accesses(program_, accesses_, source_, dialect_);
  for (const FaultRegister& fault : faults_) {
    names_[fault.thread].registers.emplace(fault_register, fault.reg);
  }
}

void ProgramBuilder::label(ThreadId thread, const Token& name) {
  const auto position = static_cast<InstructionId>(program_.threads[thread].instructions.size());
  const auto [known, added] =
      names_[thread].labels.emplace(name.text, std::pair{position, name.place});
  if (!added) {
    source_.fail(name.place,
                 "the label " + quote(name) + " is defined twice in " + thread_name(thread),
                 "the first time was in line " + std::to_string(known->second.second.line));
  }
}

void ProgramBuilder::jump(ThreadId thread, const Token& name) {
  names_[thread].jumps.push_back({program_.threads[thread].instructions.size(), name});
}

void ProgramBuilder::add_instruction(ThreadId thread, Instruction instruction) {
  std::vector<Instruction>& instructions = program_.threads[thread].instructions;
  if (instructions.size() == max_instructions) {
    source_.fail(instruction.place, limit("instructions in one thread", max_instructions));
  }
  const Barrier* const barrier = barrier_of(instruction.action);
  const auto* const members =
      barrier != nullptr && barrier->members ? std::get_if<Value>(&*barrier->members) : nullptr;
  if (members != nullptr && (static_cast<std::uint64_t>(*members) >> thread & 1U) == 0) {
    source_.fail(instruction.place,
                 "the barrier does not count " + thread_name(thread) + ", which comes to it",
                 "of the number behind 'of' bit " + std::to_string(thread) + " stands for " +
                     thread_name(thread));
  }
  instructions.push_back(std::move(instruction));
}

void ProgramBuilder::finish_code() {
  for (std::size_t thread = 0; thread < names_.size(); ++thread) {
    const Names& names = names_[thread];
    for (const Jump& jump : names.jumps) {
      const auto target = names.labels.find(jump.label.text);
      if (target == names.labels.end()) {
        std::vector<std::string_view> known;
        for (const auto& [label, position] : names.labels) known.push_back(label);
        if (known.size() > 32) known.resize(32);  // keeps the whole reader linear
        source_.fail(jump.label.place,
                     "unknown label " + quote(jump.label) + " in " + thread_name(thread),
                     did_you_mean(jump.label.text, known,
                                  "labels are written 'LC00:' and belong to one thread"));
      }
      Action& action = program_.threads[thread].instructions[jump.instruction].action;
      branch_of(action)->target = target->second.first;
    }
  }
}

std::optional<AddressId> ProgramBuilder::find_address(std::string_view name) const {
  const auto known = addresses_.find(name);
  return known == addresses_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<AddressId> ProgramBuilder::find_element(AddressId first, Value index) const {
  const auto array = arrays_.find(first);
  const std::size_t count = array == arrays_.end() ? 1 : array->second;
  if (index < 0 || static_cast<std::size_t>(index) >= count) return std::nullopt;
  return static_cast<AddressId>(first + index);
}

SourcePlace ProgramBuilder::first_mention(std::string_view address) const {
  return declared_.at(address);
}

std::optional<RegisterId> ProgramBuilder::find_register(ThreadId thread,
                                                        std::string_view name) const {
  const auto known = names_[thread].registers.find(name);
  return known == names_[thread].registers.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace opexplore::detail
