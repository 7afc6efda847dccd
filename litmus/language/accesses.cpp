#include "litmus/language/accesses.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "litmus/language/pointers.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

/// "x", "x + 4" or "17".
std::string value_name(const Program& program, Value value) {
  if (const std::optional<AddressId> address = address_with(program, value)) {
    return quote(program.addresses[*address].name);
  }
  for (Value offset = 1; offset < numeric_address(1) - numeric_address(0); ++offset) {
    if (value < numeric_address(0)) break;
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
    const PointerValues values = pointer_values(program_);
    if (values.gave_up) {
      source_.fail(first->operand, "where the pointers of this test lead is too hard to find out",
                   "write the locations' names, as in '[x]'");
    }
    const AccessNote* unknown = nullptr;
    for (const AccessNote& note : notes) {
      if (!uses_pointer(note)) continue;
      const ValueSet& held = values.at.at({note.thread, note.instruction});
      if (!held.empty()) {
        resolve(note, held);
      } else if (unknown == nullptr) {
        unknown = &note;  // what it should hold comes through a pointer that leads nowhere
      }
    }
    if (unknown != nullptr) fail_on_pointer(*unknown, ValueSet::any());
  }

  void check(const AccessNote& note) {
    const AddressId address = *address_of(action_of(note));
    const Location& location = program_.locations[program_.addresses[address].location];
    check_width(note, program_.addresses[address].location);
    if (note.space && *note.space != location.region) {
      source_.fail(note.place,
                   "the location " + quote(location.name) + " is " +
                       std::string(to_string(location.region)) + ", the access says ." +
                       std::string(to_string(*note.space)),
                   "leave the state space out, or change the memory map");
    }
    if (location.region == Region::shared) {
      check_cta(note, program_.addresses[address].location);
    }
  }

 private:
  const Action& action_of(const AccessNote& note) const {
    return program_.threads[note.thread].instructions[note.instruction].action;
  }

  void resolve(const AccessNote& note, const ValueSet& values) {
    const std::optional<Value> single = values.single();
    const std::optional<AddressId> address =
        single ? address_with(program_, *single) : std::nullopt;
    if (!address) fail_on_pointer(note, values);
    Action& action = program_.threads[note.thread].instructions[note.instruction].action;
    memory_access(action)->address = *address;
  }

  [[noreturn]] void fail_on_pointer(const AccessNote& note, const ValueSet& values) const {
    const std::string advice =
        "an access must lead to one location: write its name, as in '[x]', or let the register "
        "hold one address only";
    const RegisterId pointer = *pointer_of(action_of(note));
    const std::string reg = quote(program_.threads[note.thread].registers[pointer].name);
    if (values.is_any()) {
      source_.fail(note.operand, "where " + reg + " points to is not known: it can hold any number",
                   advice);
    }
    const bool one = values.single().has_value();
    source_.fail(note.operand,
                 reg + (one ? " holds " : " can hold ") + value_names(program_, values.values()) +
                     (one ? ", which is the address of no location" : " here"),
                 one ? "initialise it with a location, as in '0: .reg .b64 r1 = x;'; offsets are "
                       "not modelled"
                     : advice);
  }

  void check_width(const AccessNote& note, LocationId location) {
    if (note.type.empty()) return;
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
};

}  // namespace

void check_accesses(Program& program, const std::vector<AccessNote>& notes, const Source& source,
                    const Dialect& dialect) {
  Checker checker(program, source, dialect);
  checker.resolve(notes);
  for (const AccessNote& note : notes) checker.check(note);
}

}  // namespace opexplore::detail
