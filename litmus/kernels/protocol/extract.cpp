#include "litmus/kernels/protocol/extract.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// Loads and stores that are weak, or one of them and what is done with it in registers: nothing in
/// it jumps.
bool is_plain(const Position& position) {
  const auto computes = [](const Instruction& instruction) {
    return memory_access(instruction.action) == nullptr;
  };
  const auto computing = std::ranges::count_if(position.instructions, computes);
  if (computing > 0 && std::ssize(position.instructions) - computing > 1) return false;
  return std::ranges::all_of(position.instructions, [](const Instruction& instruction) {
    const InstructionKind kind = kind_of(instruction.action);
    if (kind == InstructionKind::arithmetic) return true;
    const MemoryAccess* const access = memory_access(instruction.action);
    const bool plain = kind == InstructionKind::load || kind == InstructionKind::store;
    return plain && access != nullptr && access->order == Order::weak &&
           access->proxy == Proxy::generic;
  });
}

/// The act whose register a choice is about.
const Position& act_of(const std::vector<Position>& positions, const Position& choice) {
  const Position* act = &choice;
  while (act->turn != Turn::act) act = &positions[act->before];
  return *act;
}

/// The load that the register has its value from, if a load alone says it.
const MemoryAccess* load_of(const Position& act, RegisterId reg) {
  const MemoryAccess* found = nullptr;
  for (const Instruction& instruction : act.instructions) {
    if (register_written(instruction.action) != reg) continue;
    const MemoryAccess* const access = memory_access(instruction.action);
    if (access != nullptr) found = access;
  }
  return found;
}

}  // namespace

std::set<AddressId> separable_locations(const std::vector<Behaviour>& blocks) {
  std::set<AddressId> all, others;
  for (const Behaviour& block : blocks) {
    for (std::uint32_t thread = 0; thread < block.threads(); ++thread) {
      const std::vector<Position>& positions = block.positions(thread);
      for_each_reached(positions, [&](PositionId now) {
        const Position& position = positions[now];
        if (position.turn == Turn::act) {
          for (const Instruction& instruction : position.instructions) {
            const auto address = address_of(instruction.action);
            if (!address) continue;
            all.insert(*address);
            if (!is_plain(position)) others.insert(*address);
          }
        } else if (position.turn == Turn::choose) {
          const Position& act = act_of(positions, position);
          const MemoryAccess* const load = load_of(act, position.reg);
          if (load != nullptr && position.next.size() < 2) return;
          for (const Instruction& instruction : act.instructions) {
            const auto address = address_of(instruction.action);
            if (address && (load == nullptr || *address == load->address)) others.insert(*address);
          }
        }
      });
    }
  }
  std::erase_if(all, [&](AddressId one) { return others.contains(one); });
  return all;
}

Extract::Extract(const std::vector<Behaviour>& blocks, std::set<AddressId> left_out)
    : blocks_(blocks), left_out_(std::move(left_out)) {
  for (const Behaviour& block : blocks) {
    behind_meetings_.emplace_back(block.meetings());
    auto& of_block = ahead_.emplace_back();
    for (std::uint32_t thread = 0; thread < block.threads(); ++thread) {
      of_block.emplace_back(block.positions(thread).size());
    }
  }
  mark_accesses_ahead();
}

bool Extract::keeps(const Instruction& instruction) const {
  const auto address = address_of(instruction.action);
  return !address || !left_out_.contains(*address);
}

bool Extract::accesses(const Position& position) const {
  return std::ranges::any_of(position.instructions, [&](const Instruction& instruction) {
    return memory_access(instruction.action) != nullptr && keeps(instruction);
  });
}

bool Extract::may_access(const Speaker& speaker, const Position& position) const {
  const auto& ahead = ahead_[speaker.block];
  switch (position.turn) {
    case Turn::unknown:
      return true;
    case Turn::end:
    case Turn::stop:
      return false;
    case Turn::act:
      if (accesses(position)) return true;
      break;
    case Turn::choose:
      if (position.next.empty()) return true;
      break;
    case Turn::meet:
      return std::ranges::any_of(position.next, [&](const auto& way) {
        return bool{behind_meetings_[speaker.block][static_cast<std::size_t>(way.first)]};
      });
  }
  return std::ranges::any_of(
      position.next, [&](const auto& way) { return bool{ahead[speaker.thread][way.second]}; });
}

void Extract::mark_accesses_ahead() {
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t thread = 0; thread < blocks_[block].threads(); ++thread) {
        const Speaker speaker{block, thread};
        const std::vector<Position>& all = positions(speaker);
        std::vector<bool>& ahead = ahead_[block][thread];
        for (std::size_t now = all.size(); now-- > 0;) {
          if (ahead[now] || !may_access(speaker, all[now])) continue;
          ahead[now] = more = true;
          if (now != 0 && all[all[now].before].turn == Turn::meet) {
            behind_meetings_[block][static_cast<std::size_t>(all[now].by)] = true;
          }
        }
      }
    }
  }
}

bool Extract::is_left_out(const Speaker& speaker, const Position& position) const {
  if (position.turn != Turn::choose) return false;
  const MemoryAccess* const load = load_of(act_of(positions(speaker), position), position.reg);
  return load != nullptr && left_out_.contains(load->address);
}

bool Extract::skips(const Speaker& speaker, PositionId number) const {
  const Position& position = positions(speaker)[number];
  if (position.next.size() != 1) return false;
  if (position.turn == Turn::choose) return is_left_out(speaker, position);
  if (position.turn != Turn::act || accesses(position)) return false;
  const bool fences = std::ranges::any_of(position.instructions, [](const Instruction& one) {
    return fence_of(one.action).has_value();
  });
  return !fences || !ahead_[speaker.block][speaker.thread][position.next.begin()->second];
}

PositionId Extract::from(const Speaker& speaker, PositionId position) const {
  while (skips(speaker, position)) position = positions(speaker)[position].next.begin()->second;
  return position;
}

bool Extract::speaks(const Speaker& speaker) const {
  bool found = false;
  const std::vector<Position>& all = positions(speaker);
  for_each_reached(all, [&](PositionId now) {
    found =
        found || all[now].turn == Turn::stop || (all[now].turn == Turn::act && accesses(all[now]));
  });
  return found;
}

}  // namespace opexplore::kernel
