// The canonical bytes of in-order states. Included by in_order.hpp.
#pragma once

#include "opmodel/parts/encoding.hpp"
#include "opmodel/ptx/in_order.hpp"

namespace opexplore::ptx_model {

/// Appends the state to bytes; the other direction is StateReader, member by member.
template <unsigned Width>
class StateWriter {
 public:
  StateWriter(const Context& context, std::string& bytes) : context_(context), bytes_(bytes) {}

  void number(std::uint64_t value) { put_unsigned(bytes_, value); }
  void value(Value value) { put_value(bytes_, value); }

  void view(const View<Width>& view) {
    const auto stages = static_cast<std::size_t>(context_.semantics.stages().count);
    for (std::size_t s = 0; s < stages; ++s) number(view.stage[s]);
  }

  // Most scoped views are empty, or the same at all scopes.
  void views(const ScopedViews<Width>& views) {
    const View<Width> empty{};
    unsigned filled = 0;
    for (const Scope s : all_scopes) {
      const std::size_t l = level(s);
      const bool same = l > 0 && views[l] == views[l - 1];
      if (!same && views[l] != empty) filled |= 1U << l;
      if (same) filled |= 8U << l;
    }
    number(filled);
    for (const Scope s : all_scopes) {
      if ((filled >> level(s) & 1U) != 0) view(views[level(s)]);
    }
  }

  void write(const Write& write) {
    number(write.thread);
    if (write.thread != Write::initial) {
      number(write.instruction);
      value(write.value);
      number(write.rmw_source);
    }
    number(write.after);
    number(write.not_after);
  }

 private:
  const Context& context_;
  std::string& bytes_;
};

template <unsigned Width>
class StateReader {
 public:
  StateReader(const Context& context, std::string_view bytes)
      : context_(context), reader_(bytes) {}

  std::uint64_t number() { return reader_.get_unsigned(); }
  Value value() { return reader_.get_value(); }
  ByteReader& bytes() { return reader_; }

  void view(View<Width>& view) {
    const auto stages = static_cast<std::size_t>(context_.semantics.stages().count);
    for (std::size_t s = 0; s < stages; ++s) view.stage[s] = number();
  }

  void views(ScopedViews<Width>& views) {
    const auto filled = number();
    for (const Scope s : all_scopes) {
      const std::size_t l = level(s);
      if ((filled >> l & 1U) != 0) {
        view(views[l]);
      } else if ((filled >> (l + 3) & 1U) != 0) {
        views[l] = views[l - 1];
      } else {
        views[l] = {};
      }
    }
  }

  void write(Write& write, std::size_t index) {
    write.thread = static_cast<ThreadId>(number());
    if (write.thread == Write::initial) {
      write.instruction = static_cast<InstructionId>(index);
      write.value = context_.test.program.locations[index].initial;
    } else {
      write.instruction = static_cast<InstructionId>(number());
      write.value = value();
      write.rmw_source = static_cast<std::uint8_t>(number());
    }
    write.after = number();
    write.not_after = number();
  }

 private:
  const Context& context_;
  ByteReader reader_;
};

template <unsigned Width>
void InOrderRules<Width>::encode(const State& state, std::string& bytes) const {
  StateWriter<Width> out(context_, bytes);
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto& thread = state.threads[t];
    const Knowledge<Width>& knowledge = thread.knowledge;
    out.number(thread.pc);
    for (const RegisterId reg : context_.liveness.live(static_cast<ThreadId>(t), thread.pc)) {
      out.value(thread.registers[reg]);
    }
    out.view(knowledge.view);
    out.views(knowledge.released);
    out.views(knowledge.fenced);
    out.number(knowledge.observed);
    out.number(knowledge.address_released.size());
    for (const auto& waiting : knowledge.address_released) {
      out.number(waiting.address);
      out.number(waiting.surface_headed ? 1 : 0);
      out.views(waiting.views);
    }
  }
  out.number(state.memory.writes.size());
  for (std::size_t w = 0; w < state.memory.writes.size(); ++w) {
    out.write(state.memory.writes[w]);
    out.number(state.messages[w].size());
    for (const auto& source : state.messages[w]) {
      out.number(source.thread);
      out.number(source.surface_headed ? 1 : 0);
      out.views(source.views);
    }
  }
  state.barriers.encode(bytes);
  out.number(state.gatherings.size());
  for (const auto& gathering : state.gatherings) {
    out.number(gathering.cta);
    out.value(gathering.resource);
    out.view(gathering.view);
    out.number(gathering.complete ? 1 : 0);
  }
  out.number(state.settled.size());
  for (const Value value : state.settled) out.value(value);
  out.number(state.too_many_writes ? 1 : 0);
}

template <unsigned Width>
void InOrderRules<Width>::decode(std::string_view bytes, State& state) const {
  state = State{};
  StateReader<Width> in(context_, bytes);
  state.threads.resize(context_.test.program.threads.size());
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    auto& thread = state.threads[t];
    Knowledge<Width>& knowledge = thread.knowledge;
    thread.pc = static_cast<InstructionId>(in.number());
    thread.registers.resize(context_.test.program.threads[t].registers.size(), Value{0});
    for (const RegisterId reg : context_.liveness.live(static_cast<ThreadId>(t), thread.pc)) {
      thread.registers[reg] = in.value();
    }
    in.view(knowledge.view);
    in.views(knowledge.released);
    in.views(knowledge.fenced);
    knowledge.observed = in.number();
    knowledge.address_released.resize(in.number());
    for (auto& waiting : knowledge.address_released) {
      waiting.address = static_cast<AddressId>(in.number());
      waiting.surface_headed = in.number() != 0;
      in.views(waiting.views);
    }
  }
  state.memory.writes.resize(in.number());
  state.messages.resize(state.memory.writes.size());
  for (std::size_t w = 0; w < state.memory.writes.size(); ++w) {
    in.write(state.memory.writes[w], w);
    state.messages[w].resize(in.number());
    for (auto& source : state.messages[w]) {
      source.thread = static_cast<ThreadId>(in.number());
      source.surface_headed = in.number() != 0;
      in.views(source.views);
    }
  }
  state.barriers.decode(in.bytes());
  state.gatherings.resize(in.number());
  for (auto& gathering : state.gatherings) {
    gathering.cta = in.number();
    gathering.resource = in.value();
    in.view(gathering.view);
    gathering.complete = in.number() != 0;
  }
  state.settled.resize(in.number());
  for (Value& value : state.settled) value = in.value();
  state.too_many_writes = in.number() != 0;
}

}  // namespace opexplore::ptx_model
