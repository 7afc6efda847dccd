#include "litmus/language/accesses.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "litmus/language/asynchronous_operands.hpp"
#include "litmus/language/computed_access.hpp"
#include "litmus/language/instances.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/pointers.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

/// "x", "x + 4" or "17".
std::string value_name(const Program& program, Value value) {
  if (const std::optional<AddressId> address = address_with(program, value)) {
    return quote(program.addresses[*address].name);
  }
  for (Value offset = 1; offset < usual_number(1) - usual_number(0); ++offset) {
    const std::optional<AddressId> address = address_with(program, value - offset);
    if (address) return quote(program.addresses[*address].name) + " + " + std::to_string(offset);
  }
  return "the number " + std::to_string(value);
}

/// "'x', 'y' or the number 0".
std::string value_names(const Program& program, std::span<const Value> values) {
  constexpr std::size_t most = 4;
  const std::size_t shown = std::min(values.size(), most);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == values.size();
    text += (i == 0 ? "" : last ? " or " : ", ") + value_name(program, values[i]);
  }
  return values.size() > most ? text + ", …" : text;
}

Value moved_pointer(Value pointer, Value offset) {
  return evaluate(ArithmeticOp::add, pointer, offset);
}

class Checker {
 public:
  Checker(Program& program, const Source& source, const Dialect& dialect)
      : program_(program), source_(source), dialect_(dialect) {}

  void resolve(const std::vector<AccessNote>& notes) {
    const auto uses_pointer = [&](const AccessNote& note) {
      return pointer_of(action_of(note)).has_value();
    };
    const auto first = std::find_if(notes.begin(), notes.end(), uses_pointer);
    if (first == notes.end()) return;
    const PointerValues values = follow_pointers(notes);
    if (values.gave_up) {
      source_.fail(first->operand, "where the pointers of this test lead is too hard to find out",
                   "write the locations' names, as in '[x]'");
    }
    const AccessNote* unknown = nullptr;
    for (const AccessNote& note : notes) {
      if (!uses_pointer(note)) continue;
      const ValueSet& held = values.at.at({note.thread, note.instruction});
      const bool never = values.unreached.contains({note.thread, note.instruction});
      if (!held.empty() || never) {
        resolve(note, held, never);
      } else if (unknown == nullptr) {
        unknown = &note;  // what it should hold comes through a pointer that leads nowhere
      }
    }
    if (unknown != nullptr) fail_on_pointer(*unknown, ValueSet::any());
  }

  // Puts jumps in the place of accesses that can lead to several locations.
  std::vector<FaultRegister> expand() {
    if (computed_.empty()) return {};
    std::ranges::sort(computed_, {}, [](const ComputedAccess& access) {
      return std::pair(access.thread, access.begin);
    });
    const std::vector<std::vector<InstructionId>> places = detail::expand(program_, computed_);
    for (const ComputedAccess& access : computed_) {
      if (places[access.thread].back() <= max_instructions) continue;
      const Instruction& last = program_.threads[access.thread].instructions.back();
      source_.fail(last.place,
                   "too many instructions: the limit is " + std::to_string(max_instructions) +
                       " in one thread, and an access through a pointer takes some for each "
                       "location that it can lead to");
    }
    return std::move(faults_);
  }

  void check(const AccessNote& note) {
    const auto computed = std::ranges::find_if(computed_, [&](const ComputedAccess& access) {
      return access.thread == note.thread && access.begin == note.instruction;
    });
    if (computed == computed_.end()) return check(note, *address_of(action_of(note)));
    for (const ComputedTarget& target : computed->targets) check(note, target.addresses.front());
  }

 private:
  // Whether the location is in the state space that the access says.
  bool in_space(const AccessNote& note, AddressId address) const {
    const Location& location = program_.locations[program_.addresses[address].location];
    return !note.space || lies_in(*note.space, location, program_.threads[note.thread], program_);
  }

  void check(const AccessNote& note, AddressId address) {
    const Location& location = program_.locations[program_.addresses[address].location];
    check_width(note, address);
    require_object(source_, note.operand, location, note.object);
    if (!in_space(note, address)) fail_on_space(note, location);
    if (is_instance_name(location.name)) {
      check_cluster(note, location);
    } else if (location.region == Region::shared) {
      check_cta(note, program_.addresses[address].location);
    }
  }

  const Action& action_of(const AccessNote& note) const {
    return program_.threads[note.thread].instructions[note.instruction].action;
  }

  PointerValues follow_pointers(const std::vector<AccessNote>& notes) const {
    std::map<std::pair<ThreadId, InstructionId>, Value> offsets;
    for (const AccessNote& note : notes) {
      offsets.emplace(std::pair{note.thread, note.instruction}, note.offset);
    }
    PointerMemory memory;
    memory.initial = [&](std::size_t location) { return program_.locations[location].initial; };
    memory.location = [&](AddressId address) { return program_.addresses[address].location; };
    memory.locations = [&](ThreadId thread, InstructionId at, const ValueSet& values) {
      std::vector<std::size_t> result;
      const Value offset = offsets.at({thread, at});
      for (const Value value : candidates(values, offset)) {
        const auto address = address_with(program_, moved_pointer(value, offset));
        if (address) result.push_back(program_.addresses[*address].location);
      }
      return result;
    };
    return pointer_values(program_, memory);
  }

  // The values that a pointer can hold, of any number those that lead somewhere.
  std::vector<Value> candidates(const ValueSet& values, Value offset) const {
    if (!values.is_any()) return values.values();
    std::vector<Value> result;
    for (std::size_t id = 0; id < program_.addresses.size(); ++id) {
      const Value number = numeric_address(program_, static_cast<AddressId>(id));
      result.push_back(evaluate(ArithmeticOp::sub, number, offset));
    }
    return result;
  }

  // An access that no execution comes to may lead nowhere.
  void resolve(const AccessNote& note, const ValueSet& values, bool never) {
    ComputedAccess access{note.thread, note.instruction, note.instruction, 0, {}, {}};
    access.end = static_cast<InstructionId>(note.instruction + 1);
    access.pointer = *pointer_of(action_of(note));
    bool always = !values.is_any() && !values.empty();
    for (const Value value : candidates(values, note.offset)) {
      std::optional<AddressId> address = address_with(program_, moved_pointer(value, note.offset));
      if (address && !values.single() && !in_space(note, *address)) address.reset();
      always = always && address;
      if (address) access.targets.push_back({value, {*address}});
    }
    const bool single = always && access.targets.size() == 1;
    const bool several = program_.language == Language::ptx && (!access.targets.empty() || never);
    if (!single && !several) fail_on_pointer(note, values);
    Action& action = program_.threads[note.thread].instructions[note.instruction].action;
    if (single) {
      memory_access(action)->address = access.targets.front().addresses.front();
      return;
    }
    memory_access(action)->address = 0;  // the first, and only, of each target
    if (!always) access.otherwise.push_back(fault(note));
    computed_.push_back(std::move(access));
  }

  // The thread says where it accessed no location.
  Instruction fault(const AccessNote& note) {
    Thread& thread = program_.threads[note.thread];
    auto known = std::ranges::find(faults_, note.thread, &FaultRegister::thread);
    if (known == faults_.end()) {
      known = faults_.insert(known, {note.thread, fault_register_of(thread, note)});
    }
    Instruction result = thread.instructions[note.instruction];
    result.action = Arithmetic{ArithmeticOp::move, known->reg, Value{note.place.line}, Value{0}};
    return result;
  }

  RegisterId fault_register_of(Thread& thread, const AccessNote& note) const {
    const auto declared = std::ranges::find(thread.registers, fault_register, &Register::name);
    const auto id = static_cast<RegisterId>(declared - thread.registers.begin());
    if (declared != thread.registers.end()) return id;
    if (thread.registers.size() == max_registers) {
      source_.fail(note.operand,
                   "this access may lead to no location, and there is no register left that could "
                   "say so: the limit is " +
                       std::to_string(max_registers));
    }
    thread.registers.push_back({std::string(fault_register), 0, NumberType::s64});
    return id;
  }

  [[noreturn]] void fail_on_pointer(const AccessNote& note, const ValueSet& values) const {
    const RegisterId pointer = *pointer_of(action_of(note));
    const std::string reg = quote(program_.threads[note.thread].registers[pointer].name);
    if (values.is_any()) {
      source_.fail(note.operand, "where " + reg + " points to is not known: it can hold any number",
                   "write the location's name, as in '[x]'");
    }
    const ValueSet reached =
        detail::evaluate(ArithmeticOp::add, values, ValueSet(note.offset), NumberType::s64);
    const bool one = reached.values().size() == 1;
    const bool behind = note.offset != 0;
    const std::string subject =
        behind ? reg + (note.offset > 0 ? " + " : " ") + std::to_string(note.offset) : reg;
    source_.fail(note.operand,
                 subject +
                     (behind ? one ? " is " : " can be "
                      : one  ? " holds "
                             : " can hold ") +
                     value_names(program_, reached.values()) +
                     (one ? ", which is the address of no location"
                          : ", none of which is the address of a location"),
                 "initialise the register with a location, as in '0: .reg .b64 r1 = x;', or "
                 "declare an array, as in 'x[4];'");
  }

  [[noreturn]] void fail_on_space(const AccessNote& note, const Location& location) const {
    const bool wanted_global = *note.space == Space::global;
    if (location.region == Region::shared && !wanted_global) {
      source_.fail(note.place,
                   "the location " + quote(location.name) + " is in another CTA, the access says " +
                       (*note.space == Space::shared_cta ? ".shared" : ".shared::cluster"),
                   *note.space == Space::shared_cta ? "write .shared::cluster"
                                                    : "place the CTAs in one cluster");
    }
    source_.fail(note.place,
                 "the location " + quote(location.name) + " is " +
                     std::string(to_string(location.region)) + ", the access says ." +
                     (wanted_global ? "global" : "shared"),
                 "leave the state space out, or change the memory map");
  }

  // A CTA reaches the shared memory of its cluster (PTX ISA 5.1.7).
  void check_cluster(const AccessNote& note, const Location& location) const {
    const Thread& thread = program_.threads[note.thread];
    if (lies_in(Space::shared_cluster, location, thread, program_)) return;
    source_.fail(note.operand, quote(location.name) + " is in the shared memory of another cluster",
                 "place the CTAs in one cluster, as in 'P0@cta 0,cluster 0,gpu 0'");
  }

  void check_width(const AccessNote& note, AddressId address) {
    if (note.type.empty()) return;
    const LocationId location = program_.addresses[address].location;
    const Value number = numeric_address(program_, address);
    if (note.type.ends_with("64") &&
        address_with(program_, evaluate(ArithmeticOp::add, number, 4))) {
      source_.fail(
          note.place,
          "an access of 8 bytes to " + quote(program_.locations[location].name) + ", which has 4",
          "declare the array with a type of 64 bits, or use a type of 32");
    }
    const auto [known, first] = typed_.emplace(location, &note);
    if (first || known->second->type.substr(1) == note.type.substr(1)) return;
    source_.fail(note.place,
                 "not modelled: accesses of different sizes (." + std::string(note.type) + ", ." +
                     std::string(known->second->type) + " in line " +
                     std::to_string(known->second->place.line) + ") to the same location",
                 "use one size for " + quote(program_.locations[location].name));
  }

  void check_cta(const AccessNote& note, LocationId location) {
    const auto [known, first] = sharing_.emplace(location, &note);
    const Thread& mine = program_.threads[note.thread];
    const Thread& other = program_.threads[known->second->thread];
    if (first || common_scope(mine, other) == Scope::cta) return;
    const std::string& shared = program_.locations[location].name;
    source_.fail(note.operand,
                 "the shared location " + quote(shared) + " is accessed from two CTAs: by " +
                     thread_name(dialect_, known->second->thread) + " in line " +
                     std::to_string(known->second->operand.line) + " and by " +
                     thread_name(dialect_, note.thread) + " here",
                 "shared memory belongs to one CTA: put " + quote(shared) +
                     " into global memory, or name one location per CTA");
  }

  Program& program_;
  const Source& source_;
  const Dialect& dialect_;
  std::map<LocationId, const AccessNote*> typed_;    ///< the first access that wrote a type
  std::map<LocationId, const AccessNote*> sharing_;  ///< the first access to a shared location
  std::vector<ComputedAccess> computed_;
  std::vector<FaultRegister> faults_;
};

}  // namespace

std::vector<FaultRegister> check_accesses(Program& program, const std::vector<AccessNote>& notes,
                                          const Source& source, const Dialect& dialect) {
  Checker checker(program, source, dialect);
  checker.resolve(notes);
  for (const AccessNote& note : notes) checker.check(note);
  return checker.expand();
}

}  // namespace opexplore::detail
