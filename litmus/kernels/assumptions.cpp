#include "litmus/kernels/assumptions.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::kernel {

namespace {

/// The barriers of a CTA that threads have in common: GPU, CTA, number.
using Resource = std::tuple<std::uint32_t, std::uint32_t, Value>;

/// How often a thread has waited at a barrier when it comes to an instruction. Loops may come by
/// more often than `most` says.
struct Passes {
  unsigned least = 0, most = 0;
  bool operator==(const Passes&) const = default;
};
constexpr unsigned many = 16;

/// What a thread has done before an instruction, whichever way it came.
struct Before {
  bool reached = false;
  bool waited = false;  ///< for what goes on by itself
  std::set<LocationId> written;
  std::map<Resource, Passes> passed;

  Passes passes(const Resource& resource) const {
    const auto known = passed.find(resource);
    return known == passed.end() ? Passes{} : known->second;
  }
};

bool keep_common(std::set<LocationId>& all, const std::set<LocationId>& others) {
  return std::erase_if(all, [&](LocationId one) { return !others.contains(one); }) != 0;
}

/// Whether the other way there makes less certain.
bool join(Before& known, const Before& other) {
  bool changed = keep_common(known.written, other.written) || (known.waited && !other.waited);
  known.waited = known.waited && other.waited;
  std::set<Resource> resources;
  for (const Before* const one : {&std::as_const(known), &other}) {
    for (const auto& [resource, passes] : one->passed) resources.insert(resource);
  }
  for (const Resource& resource : resources) {
    const Passes mine = known.passes(resource), its = other.passes(resource);
    const Passes both{std::min(mine.least, its.least), std::max(mine.most, its.most)};
    changed = changed || both != mine;
    known.passed[resource] = both;
  }
  return changed;
}

/// Follows the ways of one thread.
class ThreadPast {
 public:
  ThreadPast(const Program& program, const Thread& thread)
      : program_(program), thread_(thread), before_(thread.instructions.size() + 1) {
    std::vector<InstructionId> open;
    const auto reach = [&](InstructionId at, const Before& with) {
      Before& known = before_[at];
      const bool first = !known.reached;
      if (first) known = with;
      if (first || join(known, with)) open.push_back(at);
    };
    reach(0, {true, false, {}, {}});
    while (!open.empty()) {
      const InstructionId at = open.back();
      open.pop_back();
      if (at == thread.instructions.size()) continue;
      const Before then = after(at);
      for (const InstructionId next : successors_of(thread, at)) reach(next, then);
    }
  }

  const Before& before(std::size_t at) const { return before_[at]; }

  LocationId location(AddressId address) const { return program_.addresses[address].location; }

  /// What it has written, on every way there, when it comes to an mbarrier or to that of a cluster.
  std::set<LocationId> written_before_arrivals() const {
    std::set<LocationId> found;
    for (std::size_t at = 0; at < thread_.instructions.size(); ++at) {
      const auto* const other = std::get_if<Asynchronous>(&thread_.instructions[at].action);
      if (other == nullptr || !before_[at].reached || !arrives(other->what)) continue;
      found.insert(before_[at].written.begin(), before_[at].written.end());
    }
    return found;
  }

  /// What the instruction reads of memory, by itself or by what it starts.
  std::vector<LocationId> read_by(std::size_t at) const {
    const Action& action = thread_.instructions[at].action;
    std::vector<LocationId> found;
    if (reads_memory(action)) found.push_back(location(memory_access(action)->address));
    if (const auto* const other = std::get_if<Asynchronous>(&action)) {
      for (const AddressId address : addresses_read(other->what))
        found.push_back(location(address));
    }
    return found;
  }

  /// The barrier of that instruction, for all threads that have it; nothing for others.
  std::optional<Resource> barrier(std::size_t at) const {
    const Barrier* const barrier = barrier_of(thread_.instructions[at].action);
    if (barrier == nullptr || barrier->quorum) return std::nullopt;
    if (!barrier->id) return Resource{thread_.gpu, thread_.cta, barrier->instance};
    const auto* const number = std::get_if<Value>(&*barrier->id);
    if (number == nullptr) return std::nullopt;
    return Resource{thread_.gpu, thread_.cta, *number};
  }

  /// What it has written before it waits there for the time of that number, from 1, or, if it may
  /// not, to its end; nothing if it never comes.
  std::optional<std::set<LocationId>> written_before(const Resource& resource,
                                                     unsigned number) const {
    std::optional<std::set<LocationId>> all;
    const auto add = [&](const Before& past, bool at_end) {
      const Passes passes = past.passes(resource);
      const bool later = passes.least >= number;
      const bool earlier = !at_end && passes.most + 1 < number && passes.most < many;
      if (!past.reached || later || earlier) return;
      if (all) {
        keep_common(*all, past.written);
      } else {
        all = past.written;
      }
    };
    bool comes = false;
    for (std::size_t at = 0; at < thread_.instructions.size(); ++at) {
      if (barrier(at) != resource) continue;
      comes = true;
      add(before_[at], false);
    }
    if (!comes) return std::nullopt;
    add(before_.back(), true);
    return all;
  }

 private:
  Before after(InstructionId at) const {
    Before then = before_[at];
    const Action& action = thread_.instructions[at].action;
    const MemoryAccess* const access = memory_access(action);
    if (access != nullptr && writes_memory(action)) then.written.insert(location(access->address));
    if (const auto* const other = std::get_if<Asynchronous>(&action)) {
      for (const AddressId address : addresses_written(other->what)) {
        then.written.insert(location(address));
      }
      then.waited = then.waited || waits(other->what);
    }
    const Barrier* const waits = barrier_of(action);
    if (waits == nullptr || waits->arrive) return then;
    const auto resource = barrier(at);
    if (!resource) return then;
    Passes& passes = then.passed[*resource];
    passes = {std::min(passes.least + 1, many), std::min(passes.most + 1, many)};
    return then;
  }

  const Program& program_;
  const Thread& thread_;
  std::vector<Before> before_;  // by instruction, and the end
};

// Of each barrier and time, what somebody has written in front of it.
using InFront = std::map<std::pair<Resource, unsigned>, std::set<LocationId>>;

InFront written_in_front(const std::vector<ThreadPast>& pasts,
                         const std::set<Resource>& resources) {
  InFront in_front;
  for (const Resource& resource : resources) {
    for (unsigned number = 1; number <= many; ++number) {
      for (const ThreadPast& past : pasts) {
        const auto written = past.written_before(resource, number);
        if (written) in_front[{resource, number}].insert(written->begin(), written->end());
      }
    }
  }
  return in_front;
}

/// Who has waited for copies finds what they have written, wherever they were started.
std::set<LocationId> written_by_copies(const Program& program) {
  std::set<LocationId> found;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const auto* const other = std::get_if<Asynchronous>(&instruction.action);
      if (other == nullptr) continue;
      for (const AddressId address : addresses_written(other->what)) {
        found.insert(program.addresses[address].location);
      }
    }
  }
  return found;
}

}  // namespace

std::vector<bool> read_at_start(const Program& program) {
  std::vector<ThreadPast> pasts;
  std::set<Resource> resources;
  for (const Thread& thread : program.threads) {
    pasts.emplace_back(program, thread);
    for (std::size_t at = 0; at < thread.instructions.size(); ++at) {
      if (const auto resource = pasts.back().barrier(at)) resources.insert(*resource);
    }
  }
  const auto in_front = written_in_front(pasts, resources);
  std::vector<bool> result(program.locations.size());
  std::set<LocationId> handed_on = written_by_copies(program);
  for (const ThreadPast& past : pasts) {
    const std::set<LocationId> own = past.written_before_arrivals();
    handed_on.insert(own.begin(), own.end());
  }
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const auto& code = program.threads[t].instructions;
    for (std::size_t at = 0; at < code.size(); ++at) {
      const Before& past = pasts[t].before(at);
      if (!past.reached) continue;
      for (const LocationId location : pasts[t].read_by(at)) {
        bool known =
            past.written.contains(location) || (past.waited && handed_on.contains(location));
        for (const auto& [resource, passes] : past.passed) {
          for (unsigned number = 1; number <= passes.least; ++number) {
            const auto front = in_front.find({resource, number});
            known = known || (front != in_front.end() && front->second.contains(location));
          }
        }
        if (!known) result[location] = true;
      }
    }
  }
  return result;
}

bool is_unknown(const Object& object) {
  const bool given =
      !object.initial.empty() || !object.written.empty() || !object.tensormaps.empty();
  return !given && !object.hidden && object.results.empty() &&
         (object.of_parameter || object.space == Space::shared);
}

std::string_view name_of(Assumption::What what) {
  switch (what) {
    case Assumption::What::number:
      return "number";
    case Assumption::What::zeros:
      return "zeros";
    case Assumption::What::size:
      return "size";
    case Assumption::What::length:
      return "length";
    case Assumption::What::uninitialised:
      return "uninitialised";
  }
  return {};
}

namespace {

// The first few say what is meant.
std::string listed_in_quotes(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == most && names.size() > most + 1) return text + ", …";
    text += (i == 0 ? "`" : i + 1 == names.size() ? " and `" : ", `") + names[i] + '`';
  }
  return text;
}

std::string clause(Assumption::What what, Value value, const std::vector<std::string>& names) {
  const bool several = names.size() > 1;
  const std::string all = listed_in_quotes(names);
  switch (what) {
    case Assumption::What::number: {
      std::string text;
      for (const std::string& name : names) text += name + " = ";
      return text + std::to_string(value);
    }
    case Assumption::What::zeros:
      return "that " + all + (several ? " start as zeros" : " starts as zeros");
    case Assumption::What::size:
      return "that " + all +
             (several ? " are as large as they are used" : " is as large as it is used");
    case Assumption::What::length:
      return "that " + all + (several ? " have " : " has ") + std::to_string(value) +
             (value == 1 ? " element" : " elements");
    case Assumption::What::uninitialised:
      return "that " + all + (several ? " are" : " is") + " 0, as nobody initialises " +
             (several ? "them" : "it");
  }
  return {};
}

}  // namespace

std::string sentence_of(const std::vector<Assumption>& assumptions) {
  std::map<std::pair<Assumption::What, Value>, std::vector<std::string>> names;
  for (const Assumption& assumption : assumptions) {
    names[{assumption.what, assumption.value}].push_back(assumption.name);
  }
  std::string text;
  for (const auto& [what, of] : names) {
    text += (text.empty() ? "assumed " : ", ") + clause(what.first, what.second, of);
  }
  if (text.empty()) return text;
  return text + ": nobody gave " + (assumptions.size() == 1 ? "it" : "them") + " (--input)";
}

std::vector<Assumption> assumptions_on_memory(const Surroundings& around,
                                              std::span<const ThreadCode> codes,
                                              const Program& program) {
  const Memory& memory = around.memory;
  std::set<std::uint16_t> read, indexed;
  const std::vector<bool> at_start = read_at_start(program);
  const std::vector<Element> elements = memory.elements_of_addresses();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::uint16_t object = elements[i].object;
    if (at_start[program.addresses[i].location] && is_unknown(memory.at(object))) {
      read.insert(object);
    }
  }
  // Loads that are known have left no location.
  for (std::uint16_t object = 0; object < memory.objects(); ++object) {
    const bool known = around.known_reads.contains(memory.key_of(object));
    if (known && is_unknown(memory.at(object))) read.insert(object);
  }
  for (const ThreadCode& code : codes) {
    for (const ComputedElements& access : code.computed) {
      if (access.pointer.object) indexed.insert(*access.pointer.object);
    }
  }
  std::vector<Assumption> result;
  const auto add = [&](Assumption::What what, const Object& of) {
    Assumption assumed{what, of.source_name.empty() ? of.name : of.source_name};
    // A shared variable is an object for each CTA.
    if (std::ranges::find(result, assumed) == result.end()) result.push_back(std::move(assumed));
  };
  for (std::uint16_t object = 0; object < memory.objects(); ++object) {
    const Object& of = memory.at(object);
    if (read.contains(object)) add(Assumption::What::zeros, of);
    const bool depends = read.contains(object) || indexed.contains(object);
    if (depends && of.of_parameter && !memory.size_of(object)) add(Assumption::What::size, of);
  }
  return result;
}

}  // namespace opexplore::kernel
