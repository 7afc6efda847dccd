#include "mappings/families_frame.hpp"

#include <algorithm>
#include <map>

#include "litmus/generate/cycle.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {

namespace {

using generate::Event;
using generate::Placement;
using generate::Sketch;

/// What a cas that is to fail compares with where the location is still 0.
constexpr Value never_written = 9;

Scope common(const Placement& at, std::size_t a, std::size_t b) {
  if (at.gpu[a] != at.gpu[b]) return Scope::sys;
  return at.cta[a] == at.cta[b] ? Scope::cta : Scope::gpu;
}

// The scope that includes all of these threads, seen from `thread`.
Scope needed_for(const Placement& at, std::size_t thread, const std::vector<bool>& others) {
  Scope scope = Scope::cta;
  for (std::size_t t = 0; t < others.size(); ++t) {
    if (others[t]) scope = std::max(scope, common(at, thread, t));
  }
  return scope;
}

// The smallest scope that includes one of the other threads.
Scope nearest(const Placement& at, std::size_t thread, const std::vector<bool>& others) {
  Scope scope = Scope::sys;
  for (std::size_t t = 0; t < others.size(); ++t) {
    if (others[t] && t != thread) scope = std::min(scope, common(at, thread, t));
  }
  return scope;
}

std::optional<Scope> scope_of(Reach reach, const Placement& at, std::size_t thread,
                              const std::vector<bool>& others) {
  const Scope needed = needed_for(at, thread, others);
  const Scope near = nearest(at, thread, others);
  switch (reach) {
    case Reach::needed:
      return needed;
    case Reach::near:
      if (near < needed) return near;
      return std::nullopt;
    case Reach::alone:
      if (near > Scope::cta) return Scope::cta;
      return std::nullopt;
  }
  return std::nullopt;
}

class Filling {
 public:
  Filling(const Frame& frame, const Placement& placement) : frame_(frame), sketch_(frame.base) {
    sketch_.placement = placement;
    users_.assign(sketch_.homes.size(), std::vector<bool>(sketch_.threads.size()));
    for (std::size_t t = 0; t < sketch_.threads.size(); ++t) {
      for (const Event& event : sketch_.threads[t]) users_[event.location][t] = true;
    }
  }

  bool apply(const SlotOption& option) {
    for (const AccessChoice& access : option.accesses) {
      if (!apply(access)) return false;
    }
    for (const FenceChoice& fence : option.fences) {
      const auto scope = scope_of(fence.reach, sketch_.placement, fence.thread,
                                  std::vector<bool>(sketch_.threads.size(), true));
      if (!scope) return false;
      sketch_.threads[fence.thread][fence.event].before.emplace_back(Fence{fence.order, *scope});
    }
    return true;
  }

  Sketch finish() {
    give_values();
    if (frame_.guarded) guard();
    return std::move(sketch_);
  }

 private:
  bool apply(const AccessChoice& access) {
    Event& event = sketch_.threads[access.thread][access.event];
    event.form = {};
    event.form.order = access.order;
    if (access.order == Order::weak) return true;
    event.form.atomic = access.op;
    event.failure = access.failure;
    event.unused = access.unused;
    const auto scope =
        scope_of(access.reach, sketch_.placement, access.thread, users_[event.location]);
    if (!scope) return false;
    event.form.scope = *scope;
    if (access.op != AtomicOp::cas) return true;
    const Value read = frame_.reads[access.thread][access.event];
    event.expected = read;
    if (access.fails) event.expected = read == 0 ? never_written : Value{0};
    return true;
  }

  // Reads that have become read-modify-writes need a value to write: one of their own.
  void give_values() {
    std::vector<Value> last(sketch_.homes.size());
    for (const auto& thread : sketch_.threads) {
      for (const Event& event : thread) {
        if (event.write) last[event.location] = std::max(last[event.location], event.value);
      }
    }
    for (auto& thread : sketch_.threads) {
      for (Event& event : thread) {
        if (event.form.atomic && !event.write) event.value = ++last[event.location];
        if (event.form.atomic == AtomicOp::add) event.value = 1;
      }
    }
  }

  void guard() {
    for (std::size_t t = 0; t < sketch_.threads.size(); ++t) {
      auto& thread = sketch_.threads[t];
      for (std::size_t i = 1; i < thread.size(); ++i) {
        const Event& before = thread[i - 1];
        if (thread[i].form.order != Order::weak || !before.reads()) continue;
        if (before.form.order == Order::weak || before.unused) continue;
        thread[i].dependency = {generate::DependencyKind::control, i - 1, frame_.reads[t][i - 1]};
      }
    }
  }

  const Frame& frame_;
  Sketch sketch_;
  std::vector<std::vector<bool>> users_;  ///< by location and thread
};

std::string word_of(const Event& event) {
  const auto& form = event.form;
  if (form.order == Order::weak) return "na";
  std::string text;
  if (form.atomic) {
    text = event.unused ? "red." : "";
    text += form.atomic == AtomicOp::cas ? "cas" : std::string(to_string(*form.atomic));
    if (form.atomic == AtomicOp::cas) text += std::to_string(event.expected);
    text += '.';
  }
  text += short_name(form.order);
  if (form.atomic == AtomicOp::cas) text += "." + std::string(short_name(event.failure));
  return text + "." + std::string(to_string(form.scope));
}

}  // namespace

std::uint32_t Frame::choices() const {
  auto count = static_cast<std::uint32_t>(placements.size());
  for (const Slot& slot : slots) count *= static_cast<std::uint32_t>(slot.size());
  return count;
}

Frame frame_of(std::string_view family, std::string name, std::string_view cycle) {
  const generate::Layout layout = generate::lay_out(generate::parse_cycle(cycle));
  Frame frame;
  frame.family = family;
  frame.name = std::move(name);
  frame.base = generate::sketch_of(layout);
  frame.base.language = Language::cxx;
  for (auto& thread : frame.base.threads) {
    frame.reads.emplace_back(thread.size());
    for (Event& event : thread) event.form = {{}, event.form.atomic, Order::relaxed, Scope::gpu};
  }
  std::map<std::pair<std::size_t, std::size_t>, bool> seen;
  for (std::size_t i = 0; i < layout.thread.size(); ++i) {
    // An update is two accesses of the cycle; the first one is its read.
    if (!seen.emplace(std::pair(layout.thread[i], layout.event[i]), true).second) continue;
    const bool write = layout.cycle.edges[i].source_writes;
    frame.reads[layout.thread[i]][layout.event[i]] = write ? layout.before[i] : layout.value[i];
  }
  return frame;
}

std::optional<Sketch> sketch_of(const Frame& frame, std::uint32_t choice) {
  const auto places = static_cast<std::uint32_t>(frame.placements.size());
  Filling filling(frame, frame.placements[choice % places]);
  choice /= places;
  for (const Slot& slot : frame.slots) {
    const auto options = static_cast<std::uint32_t>(slot.size());
    if (!filling.apply(slot[choice % options])) return std::nullopt;
    choice /= options;
  }
  return filling.finish();
}

std::string name_of(const Frame& frame, const Sketch& sketch) {
  std::string name = frame.name;
  for (const auto& thread : sketch.threads) {
    std::string text;
    const auto add = [&](const std::string& word) { text += (text.empty() ? "" : "-") + word; };
    for (const Event& event : thread) {
      for (const Action& action : event.before) {
        const FenceFacts fence = fence_of(action).value();
        add("F." + std::string(short_name(fence.order)) + "." +
            std::string(to_string(fence.scope)));
      }
      add(word_of(event));
    }
    name += "+" + text;
  }
  return name + "-" + to_string(sketch.placement);
}

std::size_t instructions_of(const Sketch& sketch) {
  std::size_t count = 0;
  for (const auto& thread : sketch.threads) {
    for (const Event& event : thread) {
      count += 1 + event.before.size() + (event.dependency ? 1 : 0);
    }
  }
  return count;
}

}  // namespace opexplore::mappings
