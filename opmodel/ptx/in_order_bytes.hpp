// The canonical bytes of in-order states. Included by in_order.hpp.
//
// Sets of writes take one bit per write that memory holds, so the number of
// writes comes first; parts that are usually empty take one bit of a byte.
#pragma once

#include <cstring>

#include "opmodel/parts/encoding.hpp"
#include "opmodel/ptx/in_order.hpp"

namespace opexplore::ptx_model {

/// Which parts of a thread or write follow.
inline constexpr std::uint64_t has_view = 1;
inline constexpr std::uint64_t has_released = 2;
inline constexpr std::uint64_t has_fenced = 4;
inline constexpr std::uint64_t has_observed = 8;
inline constexpr std::uint64_t has_address_released = 16;
inline constexpr std::uint64_t has_after = 1;
inline constexpr std::uint64_t has_not_after = 2;
inline constexpr std::uint64_t has_message = 4;
inline constexpr std::uint64_t has_source = 8;

/// Appends parts of a state; StateReader reads them back in the same order.
template <unsigned Width>
class StateWriter {
 public:
  StateWriter(const Context& context, std::size_t writes, std::string& bytes)
      : stages_(static_cast<std::size_t>(context.semantics.stages().count)),
        set_bytes_((writes + 7) / 8),
        bytes_(bytes) {}

  void number(std::uint64_t value) { put_unsigned(bytes_, value); }
  void value(Value value) { put_value(bytes_, value); }
  // Little-endian machines alone: the bytes never leave the process.
  void set(ItemSet set) { bytes_.append(reinterpret_cast<const char*>(&set), set_bytes_); }

  void view(const View<Width>& view) {
    for (std::size_t s = 0; s < stages_; ++s) set(view.stage[s]);
  }

  // Most scoped views are empty, or the same as at the scope before.
  void views(const ScopedViews<Width>& views) {
    const View<Width> empty{};
    std::array<bool, 3> written{};
    unsigned kinds = 0;
    for (const Scope s : all_scopes) {
      const std::size_t l = level(s);
      const bool same = l > 0 && views[l] == views[l - 1];
      written[l] = !same && views[l] != empty;
      if (written[l]) kinds |= 1U << l;
      if (same) kinds |= 8U << l;
    }
    number(kinds);
    for (std::size_t l = 0; l < written.size(); ++l) {
      if (written[l]) view(views[l]);
    }
  }

 private:
  std::size_t stages_;
  std::size_t set_bytes_;
  std::string& bytes_;
};

template <unsigned Width>
class StateReader {
 public:
  StateReader(const Context& context, std::string_view bytes)
      : stages_(static_cast<std::size_t>(context.semantics.stages().count)), reader_(bytes) {}

  void expect_writes(std::size_t writes) { set_bytes_ = (writes + 7) / 8; }
  std::uint64_t number() { return reader_.get_unsigned(); }
  Value value() { return reader_.get_value(); }
  ByteReader& bytes() { return reader_; }

  ItemSet set() {
    ItemSet result = 0;
    std::memcpy(&result, reader_.take(set_bytes_), set_bytes_);
    return result;
  }

  void view(View<Width>& view) {
    for (std::size_t s = 0; s < stages_; ++s) view.stage[s] = set();
  }

  void views(ScopedViews<Width>& views) {
    const auto kinds = number();
    for (std::size_t l = 0; l < views.size(); ++l) {
      if ((kinds >> l & 1U) != 0) {
        view(views[l]);
      } else if ((kinds >> (l + 3) & 1U) != 0) {
        views[l] = views[l - 1];
      }
    }
  }

 private:
  std::size_t stages_;
  std::size_t set_bytes_ = 0;
  ByteReader reader_;
};

template <unsigned Width>
void InOrderRules<Width>::encode(const State& state, std::string& bytes) const {
  StateWriter<Width> out(context_, state.memory.writes.size(), bytes);
  const View<Width> no_view{};
  const ScopedViews<Width> no_views{};
  out.number(state.memory.writes.size() << 1U | (state.too_many_writes ? 1U : 0U));
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto& thread = state.threads[t];
    const Knowledge<Width>& knowledge = thread.knowledge;
    out.number(thread.pc);
    for (const RegisterId reg : context_.liveness.live(static_cast<ThreadId>(t), thread.pc)) {
      out.value(thread.registers[reg]);
    }
    const auto part = [](bool present, std::uint64_t bit) { return present ? bit : 0; };
    const std::uint64_t parts = part(knowledge.view != no_view, has_view) |
                                part(knowledge.released != no_views, has_released) |
                                part(knowledge.fenced != no_views, has_fenced) |
                                part(knowledge.observed != 0, has_observed) |
                                part(!knowledge.address_released.empty(), has_address_released);
    out.number(parts);
    if ((parts & has_view) != 0) out.view(knowledge.view);
    if ((parts & has_released) != 0) out.views(knowledge.released);
    if ((parts & has_fenced) != 0) out.views(knowledge.fenced);
    if ((parts & has_observed) != 0) out.set(knowledge.observed);
    if ((parts & has_address_released) == 0) continue;
    out.number(knowledge.address_released.size());
    for (const auto& waiting : knowledge.address_released) {
      out.number(waiting.address);
      out.number(waiting.surface_headed ? 1 : 0);
      out.views(waiting.views);
    }
  }
  for (std::size_t w = 0; w < state.memory.writes.size(); ++w) {
    const Write& write = state.memory.writes[w];
    const auto part = [](bool present, std::uint64_t bit) { return present ? bit : 0; };
    const std::uint64_t parts = part(write.after != 0, has_after) |
                                part(write.not_after != 0, has_not_after) |
                                part(!state.messages[w].empty(), has_message) |
                                part(write.rmw_source != Write::none, has_source);
    out.number(parts);
    if (w >= context_.semantics.locations()) {
      out.number(write.thread);
      out.number(write.instruction);
      out.value(write.value);
    }
    if ((parts & has_after) != 0) out.set(write.after);
    if ((parts & has_not_after) != 0) out.set(write.not_after);
    if ((parts & has_source) != 0) out.number(write.rmw_source);
    if ((parts & has_message) == 0) continue;
    out.number(state.messages[w].size());
    for (const auto& source : state.messages[w]) {
      out.number(source.thread);
      out.number(source.surface_headed ? 1 : 0);
      out.views(source.views);
    }
  }
  if (context_.barriers.has_barriers()) {
    state.barriers.encode(bytes);
    out.number(state.gatherings.size());
    for (const auto& gathering : state.gatherings) {
      out.number(gathering.cta);
      out.value(gathering.resource);
      out.view(gathering.view);
      out.number(gathering.complete ? 1 : 0);
    }
  }
  out.number(state.settled.size());
  for (const Value value : state.settled) out.value(value);
}

template <unsigned Width>
void InOrderRules<Width>::decode(std::string_view bytes, State& state) const {
  state = State{};
  StateReader<Width> in(context_, bytes);
  const std::uint64_t head = in.number();
  const std::size_t writes = head >> 1U;
  state.too_many_writes = (head & 1U) != 0;
  in.expect_writes(writes);
  state.threads.resize(context_.test.program.threads.size());
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    auto& thread = state.threads[t];
    Knowledge<Width>& knowledge = thread.knowledge;
    thread.pc = static_cast<InstructionId>(in.number());
    thread.registers.resize(context_.test.program.threads[t].registers.size(), Value{0});
    for (const RegisterId reg : context_.liveness.live(static_cast<ThreadId>(t), thread.pc)) {
      thread.registers[reg] = in.value();
    }
    const std::uint64_t parts = in.number();
    if ((parts & has_view) != 0) in.view(knowledge.view);
    if ((parts & has_released) != 0) in.views(knowledge.released);
    if ((parts & has_fenced) != 0) in.views(knowledge.fenced);
    if ((parts & has_observed) != 0) knowledge.observed = in.set();
    if ((parts & has_address_released) == 0) continue;
    knowledge.address_released.resize(in.number());
    for (auto& waiting : knowledge.address_released) {
      waiting.address = static_cast<AddressId>(in.number());
      waiting.surface_headed = in.number() != 0;
      in.views(waiting.views);
    }
  }
  state.memory.writes.resize(writes);
  state.messages.resize(writes);
  for (std::size_t w = 0; w < writes; ++w) {
    Write& write = state.memory.writes[w];
    const std::uint64_t parts = in.number();
    if (w < context_.semantics.locations()) {
      write.instruction = static_cast<InstructionId>(w);
      write.value = context_.test.program.locations[w].initial;
    } else {
      write.thread = static_cast<ThreadId>(in.number());
      write.instruction = static_cast<InstructionId>(in.number());
      write.value = in.value();
    }
    if ((parts & has_after) != 0) write.after = in.set();
    if ((parts & has_not_after) != 0) write.not_after = in.set();
    if ((parts & has_source) != 0) write.rmw_source = static_cast<std::uint8_t>(in.number());
    if ((parts & has_message) == 0) continue;
    state.messages[w].resize(in.number());
    for (auto& source : state.messages[w]) {
      source.thread = static_cast<ThreadId>(in.number());
      source.surface_headed = in.number() != 0;
      in.views(source.views);
    }
  }
  if (context_.barriers.has_barriers()) {
    state.barriers.decode(in.bytes());
    state.gatherings.resize(in.number());
    for (auto& gathering : state.gatherings) {
      gathering.cta = in.number();
      gathering.resource = in.value();
      in.view(gathering.view);
      gathering.complete = in.number() != 0;
    }
  }
  state.settled.resize(in.number());
  for (Value& value : state.settled) value = in.value();
}

}  // namespace opexplore::ptx_model
