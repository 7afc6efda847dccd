#include "litmus/generate/minimise/draft.hpp"

#include <algorithm>
#include <utility>

#include "litmus/generate/minimise/references.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/language/instances.hpp"
#include "litmus/language/pointers.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::minimise {

namespace {

/// Registers by thread and number, then the locations under their own names.
void observe_everything(Test& test) {
  const Program& program = test.program;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t r = 0; r < program.threads[t].registers.size(); ++r) {
      test.observables.emplace_back(
          RegisterTerm{static_cast<ThreadId>(t), static_cast<RegisterId>(r)});
    }
  }
  for (std::size_t a = 0; a < program.addresses.size(); ++a) {
    const Address& address = program.addresses[a];
    if (address.name == program.locations[address.location].name) {
      test.observables.emplace_back(LocationTerm{static_cast<AddressId>(a)});
    }
  }
  test.shown = test.observables.size();
}

void forget_question(Test& test) {
  test.observables.clear();
  test.shown = 0;
  test.quantifier = Quantifier::exists;
  test.condition = {};
  test.filter.reset();
}

bool asks_about_thread(const Test& test, std::size_t thread) {
  return std::any_of(test.observables.begin(), test.observables.end(),
                     [&](const Observable& observable) {
                       const auto* const term = std::get_if<RegisterTerm>(&observable);
                       return term != nullptr && term->thread == thread;
                     });
}

void drop_register(Draft& draft, std::size_t thread, std::size_t reg) {
  Thread& changed = draft.test.program.threads[thread];
  changed.registers.erase(changed.registers.begin() + static_cast<std::ptrdiff_t>(reg));
  const auto renumber = [&](RegisterId& id) {
    if (id > reg) --id;
  };
  for (Instruction& instruction : changed.instructions) {
    for_each_register(instruction.action, renumber);
  }
  for (Observable& observable : draft.test.observables) {
    auto* const term = std::get_if<RegisterTerm>(&observable);
    if (term != nullptr && term->thread == thread) renumber(term->reg);
  }
}

bool uses_register(const Thread& thread, RegisterId reg) {
  return std::any_of(thread.instructions.begin(), thread.instructions.end(),
                     [&](const Instruction& instruction) {
                       return registers_read(instruction.action).test(reg) ||
                              register_written(instruction.action) == reg;
                     });
}

// Those of a thread that goes; others have new numbers then.
void forget_synchronisations(Program& program, std::size_t thread) {
  std::vector<SystemSynchronisation>& pairs = program.system_synchronisations;
  std::erase_if(pairs, [&](const SystemSynchronisation& pair) {
    return pair.before == thread || pair.after == thread;
  });
  for (SystemSynchronisation& pair : pairs) {
    if (pair.before > thread) --pair.before;
    if (pair.after > thread) --pair.after;
  }
}

// Whether all barriers that say who is counted do so in numbers.
bool knows_members(const Program& program) {
  return std::ranges::all_of(program.threads, [](const Thread& thread) {
    return std::ranges::none_of(thread.instructions, [](const Instruction& instruction) {
      const Barrier* const barrier = barrier_of(instruction.action);
      return barrier != nullptr && barrier->members &&
             std::holds_alternative<RegisterOperand>(*barrier->members);
    });
  });
}

// The same for sets of threads.
void forget_member(Program& program, std::size_t thread) {
  const ThreadMask below = (ThreadMask{1} << thread) - 1;
  for (Thread& other : program.threads) {
    for (Instruction& instruction : other.instructions) {
      Barrier* const barrier = barrier_of(instruction.action);
      if (barrier == nullptr || !barrier->members) continue;
      const auto members = static_cast<ThreadMask>(std::get<Value>(*barrier->members));
      barrier->members = static_cast<Value>((members & below) | (members >> 1U & ~below));
    }
  }
}

bool names_address(const Action& action, AddressId address) {
  bool named = address_of(action) == address;
  if (const auto* const other = std::get_if<Asynchronous>(&action)) {
    for_each_address(other->what, [&](AddressId one) { named = named || one == address; });
  }
  return named;
}

void move_addresses_behind(Action& action, AddressId dropped) {
  MemoryAccess* const access = memory_access(action);
  if (access != nullptr && access->address > dropped) --access->address;
  if (auto* const other = std::get_if<Asynchronous>(&action)) {
    for_each_address(other->what, [&](AddressId& one) {
      if (one > dropped) --one;
    });
  }
}

bool uses_address(const Program& program, AddressId address) {
  // Each CTA has its instance of what is shared, or none has.
  if (opexplore::detail::is_instance_name(program.addresses[address].name)) return true;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (names_address(instruction.action, address)) return true;
    }
  }
  for (std::size_t i = 0; i < program.addresses.size(); ++i) {
    if (i != address && program.addresses[i].generic == address) return true;
  }
  return false;
}

// The location is known by its first name.
void rename_or_drop_location(Program& program, LocationId location) {
  const auto heir = std::find_if(program.addresses.begin(), program.addresses.end(),
                                 [&](const Address& other) { return other.location == location; });
  if (heir != program.addresses.end()) {
    program.locations[location].name = heir->name;
    return;
  }
  program.locations.erase(program.locations.begin() + location);
  for (Address& other : program.addresses) {
    if (other.location > location) --other.location;
  }
}

// Of tests of which one is read from the text of the other: reading adds instructions at most.
bool same_instructions(const Program& written, const Program& read) {
  const auto size = [](const Thread& thread) { return thread.instructions.size(); };
  return std::ranges::equal(written.threads, read.threads, {}, size, size);
}

}  // namespace

Draft draft_of(const Test& test, Keep keep, bool may_weaken) {
  Draft draft{test, {}, keep, may_weaken};
  draft.test.name += "-min";
  // What the comments say of the original need not be true of what is left.
  draft.test.comments = {"Minimised from " + test.name};
  if (keep == Keep::outcomes) forget_question(draft.test);
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    draft.origins.emplace_back();
    for (std::size_t i = 0; i < test.program.threads[t].instructions.size(); ++i) {
      draft.origins.back().push_back({static_cast<ThreadId>(t), static_cast<InstructionId>(i)});
    }
  }
  return draft;
}

std::optional<Settled> settled(const Draft& draft) {
  Test raw = draft.test;
  if (draft.keep == Keep::outcomes) observe_everything(raw);
  try {
    Settled result;
    result.text = write(raw);
    result.test = read(result.text, raw.path);
    if (!same_instructions(raw.program, result.test.program)) return std::nullopt;
    return result;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

Draft adopted(const Draft& draft, Test test) {
  Draft result{std::move(test), draft.origins, draft.keep, draft.may_weaken};
  if (result.keep == Keep::outcomes) forget_question(result.test);
  return result;
}

Draft with_instructions(const Draft& draft, const std::vector<bool>& kept) {
  Draft result = draft;
  std::size_t at = 0;
  for (std::size_t t = 0; t < draft.origins.size(); ++t) {
    Thread& thread = result.test.program.threads[t];
    std::vector<Instruction> all = std::move(thread.instructions);
    thread.instructions.clear();
    result.origins[t].clear();
    std::vector<InstructionId> moved;  // by old index: the first one left from there on
    for (std::size_t i = 0; i < all.size(); ++i, ++at) {
      moved.push_back(static_cast<InstructionId>(thread.instructions.size()));
      if (!kept[at]) continue;
      thread.instructions.push_back(std::move(all[i]));
      result.origins[t].push_back(draft.origins[t][i]);
    }
    moved.push_back(static_cast<InstructionId>(thread.instructions.size()));
    for (Instruction& instruction : thread.instructions) {
      Branch* const branch = branch_of(instruction.action);
      if (branch != nullptr) branch->target = moved[branch->target];
    }
  }
  for (std::size_t t = draft.origins.size(); t-- > 0;) {
    if (!draft.origins[t].empty()) drop_thread(result, t);
  }
  return result;
}

bool asks_about(const Test& test, const Observable& observable) {
  return std::find(test.observables.begin(), test.observables.end(), observable) !=
         test.observables.end();
}

bool drop_thread(Draft& draft, std::size_t thread) {
  std::vector<Thread>& threads = draft.test.program.threads;
  if (threads.size() == 1 || !threads[thread].instructions.empty()) return false;
  if (asks_about_thread(draft.test, thread) || !knows_members(draft.test.program)) return false;
  threads.erase(threads.begin() + static_cast<std::ptrdiff_t>(thread));
  forget_synchronisations(draft.test.program, thread);
  forget_member(draft.test.program, thread);
  draft.origins.erase(draft.origins.begin() + static_cast<std::ptrdiff_t>(thread));
  for (Observable& observable : draft.test.observables) {
    auto* const term = std::get_if<RegisterTerm>(&observable);
    if (term != nullptr && term->thread > thread) --term->thread;
  }
  return true;
}

bool drop_unused_registers(Draft& draft) {
  bool dropped = false;
  const std::vector<Thread>& threads = draft.test.program.threads;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    for (std::size_t r = threads[t].registers.size(); r-- > 0;) {
      const auto reg = static_cast<RegisterId>(r);
      if (uses_register(threads[t], reg)) continue;
      if (asks_about(draft.test, RegisterTerm{static_cast<ThreadId>(t), reg})) continue;
      drop_register(draft, t, r);
      dropped = true;
    }
  }
  return dropped;
}

bool drop_address(Draft& draft, AddressId address) {
  Program& program = draft.test.program;
  if (uses_address(program, address)) return false;
  if (asks_about(draft.test, LocationTerm{address})) return false;
  bool number_used = false;
  for_each_value(draft.test, [&](Value value) {
    if (value == numeric_address(program, address)) number_used = true;
  });
  if (number_used) return false;

  for_each_value(draft.test, [&](Value& value) {
    const std::optional<AddressId> known = opexplore::detail::address_with(program, value);
    if (known && *known > address && !program.addresses[*known].number) {
      value = usual_number(static_cast<AddressId>(*known - 1));
    }
  });
  const LocationId location = program.addresses[address].location;
  program.addresses.erase(program.addresses.begin() + address);
  for (Address& other : program.addresses) {
    if (other.generic > address) --other.generic;
  }
  rename_or_drop_location(program, location);
  for (Thread& thread : program.threads) {
    for (Instruction& instruction : thread.instructions) {
      move_addresses_behind(instruction.action, address);
    }
  }
  for (Observable& observable : draft.test.observables) {
    auto* const term = std::get_if<LocationTerm>(&observable);
    if (term != nullptr && term->address > address) --term->address;
  }
  return true;
}

}  // namespace opexplore::minimise
