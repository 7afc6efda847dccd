#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

#include "opmodel/ptx/in_order/bytes.hpp"
#include "opmodel/ptx/in_order/members.hpp"
#include "opmodel/ptx/in_order/state_writer.ipp"

namespace opexplore::ptx_model {

namespace {

// A part begins with a bit for each member that may be absent, which says whether it follows, and
// with its numbers; then come the others. Elements have no bits.
template <class M>
constexpr bool is_number = false;
template <Is is, class T>
constexpr bool is_number<Member<is, T>> = is <= Is::address;

template <class M>
constexpr bool may_be_absent = false;
template <Is is, class T>
constexpr bool may_be_absent<Member<is, T>> = (is >= Is::flag) && (is <= Is::rare);

template <Is is, class T>
bool is_there(const Member<is, T>& member) {
  if constexpr (is == Is::flag || is == Is::locations) {
    return member.of != 0;
  } else if constexpr (is == Is::write) {
    return member.of != Write<1>::none;
  } else if constexpr (is == Is::view || is == Is::handed_on || is == Is::barriers) {
    return member.of != std::remove_const_t<T>();
  } else if constexpr (is == Is::scoped) {
    return !is_empty(member.of);
  } else {
    return !member.of.empty();
  }
}

std::size_t stages_of(const Context& context) {
  return static_cast<std::size_t>(context.semantics.stages().count);
}

template <class Size>
class Encoder {
 public:
  Encoder(const Context& context, std::size_t writes, std::string& bytes)
      : context_(context), out_(context, writes, bytes), stages_(stages_of(context)) {}

  template <class Part>
  void part(const Part& part) {
    with_members(part, [&](auto... member) { these(member...); });
  }

 private:
  template <class... M>
  void these(const M&... member) {
    std::uint64_t there = 0;
    [[maybe_unused]] unsigned bit = 0;
    (note(member, there, bit), ...);
    constexpr std::size_t head = (may_be_absent<M> || ...) ? 1 : 0;
    std::array<std::uint64_t, head + (std::size_t{is_number<M>} + ... + 0)> numbers{};
    if constexpr (head != 0) numbers[0] = there;
    [[maybe_unused]] std::size_t next = head;
    (number(member, numbers, next), ...);
    if constexpr (!numbers.empty()) out_.numbers(numbers);
    bit = 0;
    (rest(member, there, bit), ...);
  }

  template <class M>
  static void note(const M& member, std::uint64_t& there, unsigned& bit) {
    if constexpr (may_be_absent<M>) there |= std::uint64_t{is_there(member)} << bit++;
  }

  template <class M, class Numbers>
  void number(const M& member, Numbers& numbers, std::size_t& next) {
    if constexpr (is_number<M>) {
      if constexpr (M::is == Is::writes_there) {
        numbers[next++] = member.of.size();
      } else if constexpr (M::is == Is::value) {
        numbers[next++] = out_.zigzag(member.of);
      } else {
        numbers[next++] = member.of;
        if constexpr (M::is == Is::position) live_ = context_.liveness.live(thread_, member.of);
      }
    }
  }

  template <class M>
  void rest(const M& member, std::uint64_t there, unsigned& bit) {
    if constexpr (may_be_absent<M>) {
      if ((there >> bit++ & 1U) != 0) put(member);
    } else if constexpr (!is_number<M>) {
      put(member);
    }
  }

  template <Is is, class T>
  void put(const Member<is, T>& member) {
    if constexpr (is == Is::write || is == Is::locations) {
      out_.number(member.of);
    } else if constexpr (is == Is::writes) {
      out_.set(member.of);
    } else if constexpr (is == Is::accesses) {
      out_.slots(member.of);
    } else if constexpr (is == Is::fences) {
      out_.number(member.of.words().front());
    } else if constexpr (is == Is::view || is == Is::handed_on) {
      put_view(member.of);
    } else if constexpr (is == Is::scoped) {
      put_views(member.of);
    } else if constexpr (is == Is::barriers) {
      member.of.encode(out_.flushed());
    } else if constexpr (is == Is::part || is == Is::rare) {
      part(member.of);
    } else if constexpr (is == Is::registers) {
      for (const RegisterId reg : live_) out_.value(member.of[reg]);
    } else if constexpr (is == Is::pairs) {
      if (context_.keeps_races) put_pairs(span_of(member.of));
    } else if constexpr (is == Is::list || is == Is::values) {
      out_.number(member.of.size());
      for (const auto& one : member.of) {
        if constexpr (is == Is::values)
          out_.value(one);
        else
          part(one);
      }
    } else {
      static_assert(is == Is::flag);  // the bit says it all
    }
  }

  template <Per per, class... M>
  void put(const Elements<per, M...>& elements) {
    const std::size_t count = elements.first.of.size();
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (per == Per::thread) thread_ = static_cast<ThreadId>(i);
      with_members(elements, i, [&](auto... member) { these(member...); });
    }
  }

  // All of it, at the stages that the program uses.
  void put_view(const View<Size>& view) {
    const auto each = [&]<class M>(const M& member) {
      if constexpr (!requires { M::per; }) {
        put(member);
      } else {
        for (std::size_t s = 0; s < stages_; ++s)
          with_members(member, s, [&](auto one) { put(one); });
      }
    };
    with_members(view, [&](auto... member) { (each(member), ...); });
  }

  // Most scoped views are empty, or the same as at the scope before.
  void put_views(const ScopedViews<Size>& views) {
    const View<Size> empty{};
    std::array<bool, 3> written{};
    unsigned kinds = 0;
    for (const Scope s : all_scopes) {
      const std::size_t l = level(s);
      const bool same = l > 0 && views[l] == views[l - 1];
      written[l] = !same && views[l] != empty;
      if (written[l]) kinds |= 1U << l;
      if (same) kinds |= 8U << l;
    }
    out_.number(kinds);
    for (std::size_t l = 0; l < written.size(); ++l) {
      if (written[l]) put_view(views[l]);
    }
  }

  void put_pairs(std::span<const RacingPair> pairs) {
    out_.number(pairs.size());
    for (const RacingPair& pair : pairs) {
      out_.numbers(std::array<std::uint64_t, 4>{pair.first_thread, pair.first, pair.second_thread,
                                                pair.second});
    }
  }

  const Context& context_;
  StateWriter<Size> out_;
  std::size_t stages_;
  ThreadId thread_ = 0;
  std::span<const RegisterId> live_;  // where it stands
};

// Reads into a state that may be another one: its vectors keep their memory.
template <class Size>
class Decoder {
 public:
  Decoder(const Context& context, std::string_view bytes)
      : context_(context), in_(context, bytes), stages_(stages_of(context)) {}

  template <class Part>
  void part(Part& part) {
    with_members(part, [&](auto... member) { these(member...); });
  }

 private:
  template <class... M>
  void these(const M&... member) {
    [[maybe_unused]] const std::uint64_t there = (may_be_absent<M> || ...) ? in_.number() : 0;
    (number(member), ...);
    [[maybe_unused]] unsigned bit = 0;
    (rest(member, there, bit), ...);
  }

  template <class M>
  void number(const M& member) {
    if constexpr (is_number<M>) get_number(member);
  }

  template <class M>
  void rest(const M& member, std::uint64_t there, unsigned& bit) {
    if constexpr (!may_be_absent<M>) {
      if constexpr (!is_number<M>) get(member);
    } else if ((there >> bit++ & 1U) != 0) {
      get(member);
    } else {
      make_absent(member);
    }
  }

  template <Is is, class T>
  void get_number(const Member<is, T>& member) {
    if constexpr (is == Is::writes_there) {
      writes_ = in_.number();
      in_.expect_writes(writes_);
    } else if constexpr (is == Is::value) {
      member.of = in_.value();
    } else {
      member.of = static_cast<T>(in_.number());
      if constexpr (is == Is::position) live_ = context_.liveness.live(thread_, member.of);
    }
  }

  template <Is is, class T>
  static void make_absent(const Member<is, T>& member) {
    if constexpr (is == Is::write) {
      member.of = Write<1>::none;
    } else if constexpr (requires { member.of.clear(); }) {
      member.of.clear();
    } else {
      const T none{};
      member.of = none;
    }
  }

  template <Is is, class T>
  void get(const Member<is, T>& member) {
    if constexpr (is == Is::flag) {
      member.of = true;
    } else if constexpr (is == Is::write || is == Is::locations) {
      member.of = static_cast<T>(in_.number());
    } else if constexpr (is == Is::writes) {
      member.of = in_.set();
    } else if constexpr (is == Is::accesses) {
      member.of = in_.slots();
    } else if constexpr (is == Is::fences) {
      member.of.words().front() = in_.number();
    } else if constexpr (is == Is::view || is == Is::handed_on) {
      get_view(member.of);
    } else if constexpr (is == Is::scoped) {
      get_views(member.of);
    } else if constexpr (is == Is::barriers) {
      member.of.decode(in_.bytes());
    } else if constexpr (is == Is::part || is == Is::rare) {
      part(member.of);
    } else if constexpr (is == Is::registers) {
      member.of.assign(context_.test.program.threads[thread_].registers.size(), Value{0});
      for (const RegisterId reg : live_) member.of[reg] = in_.value();
    } else if constexpr (is == Is::pairs) {
      get_pairs(member.of);
    } else {
      static_assert(is == Is::list || is == Is::values);
      member.of.resize(in_.number());
      for (auto& one : member.of) {
        if constexpr (is == Is::values) {
          one = in_.value();
        } else {
          part(one);
        }
      }
    }
  }

  template <Per per, class... M>
  void get(const Elements<per, M...>& elements) {
    const std::size_t count = how_many(per);
    elements.first.of.resize(count);
    std::apply([&](const auto&... vector) { (vector.of.resize(count), ...); }, elements.others);
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (per == Per::thread) thread_ = static_cast<ThreadId>(i);
      with_members(elements, i, [&](auto... member) { these(member...); });
    }
  }

  std::size_t how_many(Per per) const {
    switch (per) {
      case Per::thread:
        return context_.test.program.threads.size();
      case Per::write:
        return writes_;
      case Per::cluster:
        return context_.fence_clusters.count();
      case Per::fence:
        return context_.fence_slots.count();
      case Per::place:
        return context_.ordered_addresses.places();
      case Per::stage:
        break;  // of views alone (state_writer.ipp)
    }
    return 0;
  }

  void get_view(View<Size>& view) {
    view = {};
    const auto each = [&]<class M>(const M& member) {
      if constexpr (!requires { M::per; }) {
        get(member);
      } else {
        for (std::size_t s = 0; s < stages_; ++s)
          with_members(member, s, [&](auto one) { get(one); });
      }
    };
    with_members(view, [&](auto... member) { (each(member), ...); });
  }

  void get_views(ScopedViews<Size>& views) {
    const auto kinds = in_.number();
    for (std::size_t l = 0; l < views.size(); ++l) {
      if ((kinds >> l & 1U) != 0) {
        get_view(views[l]);
      } else if ((kinds >> (l + 3) & 1U) != 0) {
        views[l] = views[l - 1];
      } else {
        views[l] = {};
      }
    }
  }

  template <class Pairs>
  void get_pairs(Pairs& pairs) {
    pairs.clear();
    if (!context_.keeps_races) return;
    pairs.resize(in_.number());
    for (RacingPair& pair : pairs) {
      pair.first_thread = static_cast<ThreadId>(in_.number());
      pair.first = static_cast<InstructionId>(in_.number());
      pair.second_thread = static_cast<ThreadId>(in_.number());
      pair.second = static_cast<InstructionId>(in_.number());
    }
  }

  const Context& context_;
  StateReader<Size> in_;
  std::size_t stages_;
  ThreadId thread_ = 0;
  std::size_t writes_ = 0;
  std::span<const RegisterId> live_;  // where it stands
};

}  // namespace

template <class Size>
void encode(const Context& context, const InOrderState<Size>& state, std::string& bytes) {
  Encoder<Size>(context, state.memory.writes.size(), bytes).part(state);
}

template <class Size>
void decode(const Context& context, std::string_view bytes, InOrderState<Size>& state) {
  Decoder<Size>(context, bytes).part(state);
}

}  // namespace opexplore::ptx_model
