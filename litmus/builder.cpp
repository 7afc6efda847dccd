#include "litmus/builder.hpp"

#include <algorithm>
#include <utility>

#include "litmus/limits.hpp"

namespace opexplore::detail {

namespace {

constexpr std::string_view reserved_words[] = {"exists", "forall", "filter", "locations", "final",
                                               "with",   "not",    "true",   "false"};

std::string limit(std::string_view what, std::size_t number) {
  return "too many " + std::string(what) + ": the limit is " + std::to_string(number);
}

}  // namespace

std::string thread_name(std::size_t number) { return "P" + std::to_string(number); }

std::string known_threads(const Program& program) {
  if (program.threads.size() == 1) return "the only thread is P0";
  return "the threads are P0 to " + thread_name(program.threads.size() - 1);
}

void ProgramBuilder::require_new_name(const Token& name) const {
  if (is_register(name.text)) {
    source_.fail(name.place, "expected a location, found the register " + quote(name),
                 "write " + quote("P0:" + std::string(name.text)) + " for a register of a thread");
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
  require_new_name(name);
  Address address;
  address.location = static_cast<LocationId>(program_.locations.size());
  add_address(name, std::move(address));
  program_.locations.push_back({std::string(name.text), initial});
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
  if (!id) {
    source_.fail(name.place, "unknown location " + quote(name),
                 "the initial value of a location can be a number or a location declared before");
  }
  return program_.locations[program_.addresses[*id].location].initial;
}

void ProgramBuilder::initialize_register(const Token& thread, std::uint32_t number,
                                         const Token& name, std::variant<Value, Token> value) {
  register_inits_.push_back({thread, number, name, value});
}

void ProgramBuilder::add_thread(const Token& token, std::uint32_t cta, std::uint32_t gpu) {
  if (program_.threads.size() == max_threads) {
    source_.fail(token.place, limit("threads", max_threads));
  }
  std::uint32_t warp = 0;  // of its own, unless the test says otherwise
  for (const Thread& other : program_.threads) {
    if (other.gpu == gpu && other.cta == cta) ++warp;
  }
  program_.threads.push_back({cta, gpu, warp, {}, {}});
  names_.emplace_back();
}

void ProgramBuilder::start_code() {
  for (const RegisterInit& init : register_inits_) {
    if (init.number >= program_.threads.size()) {
      source_.fail(init.thread.place, "unknown thread " + thread_name(init.number),
                   known_threads(program_));
    }
    const auto thread = static_cast<ThreadId>(init.number);
    if (find_register(thread, init.name.text)) {
      source_.fail(init.name.place, "the register " + thread_name(init.number) + ":" +
                                        std::string(init.name.text) + " is initialised twice");
    }
    const Token* const location = std::get_if<Token>(&init.value);
    add_register(thread, init.name,
                 location ? numeric_address(address(*location)) : std::get<Value>(init.value));
  }
}

AddressId ProgramBuilder::address(const Token& name) {
  if (const std::optional<AddressId> id = find_address(name.text)) return *id;
  declare_location(name, 0);
  return *find_address(name.text);
}

RegisterId ProgramBuilder::add_register(ThreadId thread, const Token& name, Value initial) {
  std::vector<Register>& registers = program_.threads[thread].registers;
  if (registers.size() == max_registers) {
    source_.fail(name.place, limit("registers in one thread", max_registers));
  }
  const auto id = static_cast<RegisterId>(registers.size());
  registers.push_back({std::string(name.text), initial});
  names_[thread].registers.emplace(name.text, id);
  return id;
}

RegisterId ProgramBuilder::reg(ThreadId thread, const Token& name) {
  if (const std::optional<RegisterId> id = find_register(thread, name.text)) return *id;
  return add_register(thread, name, 0);
}

void ProgramBuilder::note_type(AddressId address, std::string_view type, SourcePlace place) {
  if (type.empty()) return;
  const LocationId location = program_.addresses[address].location;
  const auto [known, first] = typed_.emplace(location, TypedAccess{type, place});
  if (first || known->second.type.substr(1) == type.substr(1)) return;
  source_.fail(place,
               "not modelled: accesses of different sizes (." + std::string(type) + ", ." +
                   std::string(known->second.type) + " in line " +
                   std::to_string(known->second.place.line) + ") to the same location",
               "use one size for " + quote(program_.locations[location].name));
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
  instructions.push_back(std::move(instruction));
}

void ProgramBuilder::finish() {
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
      std::get<Branch>(action).target = target->second.first;
    }
  }
}

std::optional<AddressId> ProgramBuilder::find_address(std::string_view name) const {
  const auto known = addresses_.find(name);
  return known == addresses_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<RegisterId> ProgramBuilder::find_register(ThreadId thread,
                                                        std::string_view name) const {
  const auto known = names_[thread].registers.find(name);
  return known == names_[thread].registers.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace opexplore::detail
