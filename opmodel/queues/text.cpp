// The words of the address queues in traces and messages.
#include "opmodel/queues/queues.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::queue_model {

namespace {

void append(std::string& list, const std::string& item) {
  if (!list.empty()) list += "; ";
  list += item;
}

}  // namespace

void Queues::describe(ThreadId thread, const ThreadState& state,
                      std::vector<Component>& out) const {
  const std::string owner = thread_name(thread);
  const auto& code = program_.threads[thread].instructions;
  out.push_back({owner + " next", state.pc < code.size() ? code[state.pc].text : "end"});
  // WART: reduced-traces. What is shown is the state after reductions.
  std::vector<std::string> queues(plan_.locations());
  std::string array;
  for (const Pending& entry : state.pending) {
    const Planned& what = planned(thread, entry);
    std::string text = code[entry.instruction].text;
    if (entry.crossed) text += " (crossed, holds " + std::to_string(entry.value) + ")";
    if (entry.out) {
      append(array, text);
    } else if (what.kind == Kind::membar_cta || what.kind == Kind::membar_gl) {
      for (std::string& queue : queues) append(queue, text);
    } else {
      append(queues[what.location], text);
    }
  }
  for (std::size_t location = 0; location < queues.size(); ++location) {
    out.push_back({owner + " queue " + location_name(static_cast<LocationId>(location)),
                   queues[location].empty() ? "-" : queues[location]});
  }
  if (!coherent_loads_) out.push_back({owner + " load array", array.empty() ? "-" : array});
  for (const RegisterId reg : liveness_.live(thread, state.pc)) {
    bool awaited = false;
    for (const Pending& entry : state.pending) {
      awaited = awaited || (entry.awaited && *planned(thread, entry).destination == reg);
    }
    out.push_back({owner + " " + program_.threads[thread].registers[reg].name,
                   awaited ? "?" : std::to_string(state.registers[reg])});
  }
}

Phrase Queues::stuck_reason(std::span<const ThreadState> threads) const {
  Phrase reason;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const ThreadState& state = threads[t];
    if (done(static_cast<ThreadId>(t), state)) continue;
    const auto& code = program_.threads[t].instructions;
    const bool pending = !state.pending.empty();
    const InstructionId at = pending ? state.pending.front().instruction : state.pc;
    append_part(reason, Phrase(Phrase::OfThread{static_cast<ThreadId>(t)}) + " cannot " +
                            (pending ? "perform" : "issue") + " `" + code[at].text + "`");
  }
  return reason;
}

}  // namespace opexplore::queue_model
