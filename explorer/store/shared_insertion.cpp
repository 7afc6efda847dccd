#include "explorer/store/shared_insertion.hpp"

#include <algorithm>
#include <cstring>

namespace opexplore {

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 17;  // more than the longest state
constexpr std::uint32_t most_candidates = std::uint32_t{1} << 17;

}  // namespace

const char* SharedInsertion::Blocks::keep(std::string_view bytes) {
  if (!blocks.empty() && used + bytes.size() > block_bytes) {
    ++current;
    used = 0;
  }
  if (current == blocks.size()) {
    blocks.push_back(std::make_unique_for_overwrite<char[]>(block_bytes));
  }
  char* const place = blocks[current].get() + used;
  std::memcpy(place, bytes.data(), bytes.size());
  used += bytes.size();
  return place;
}

// The table has empty slots left, without which no search in it would end.
std::uint32_t SharedInsertion::room() const {
  const std::uint64_t most = visited_.slots_.size() / 32 * 31;
  if (visited_.size_ >= most) return 0;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(most - visited_.size_, most_candidates));
}

void SharedInsertion::begin(std::size_t lists) {
  if (lists_.size() < lists) lists_.resize(lists);
  count_ = lists;
  for (List& list : lists_) {
    list.numbers.clear();
    list.next = list.end = 0;
    list.blocks.current = list.blocks.used = 0;
  }
  room_ = room();
  if (room_ > capacity_) {
    capacity_ = room_;
    candidates_ = std::make_unique_for_overwrite<Candidate[]>(capacity_);
  }
  taken_ = 0;
  overflowed_ = false;
}

// A new candidate at the end of the list; `none` if there is no room.
std::uint32_t SharedInsertion::add(std::uint32_t list, std::string_view bytes, Position predecessor,
                                   Step step) {
  List& mine = lists_[list];
  if (mine.next == mine.end) {
    mine.next = taken_.fetch_add(numbers_at_once, std::memory_order_relaxed);
    mine.end = mine.next + numbers_at_once;
  }
  if (mine.end > room_ || bytes.size() > VisitedSet::longest_state) {
    overflowed_.store(true, std::memory_order_relaxed);
    return none;
  }
  const std::uint32_t number = mine.next++;
  candidates_[number] = {mine.blocks.keep(bytes),
                         static_cast<std::uint32_t>(bytes.size()),
                         list,
                         0,
                         predecessor,
                         step};
  mine.numbers.push_back(number);
  return number;
}

void SharedInsertion::forget_last(List& list) {
  --list.next;
  list.numbers.pop_back();
}

void SharedInsertion::offer(std::size_t to, std::string_view bytes, std::uint64_t hash,
                            Position predecessor, Step step) {
  const auto list = static_cast<std::uint32_t>(to);
  const std::size_t mask = visited_.slots_.size() - 1;
  std::uint32_t mine = none;
  std::size_t place = visited_.home(hash);
  for (;;) {
    const std::atomic_ref<std::uint32_t> slot(visited_.slots_[place]);
    std::uint32_t content = slot.load(std::memory_order_acquire);
    while (content == 0 || visited_.is_tagged(content, hash)) {
      Candidate* other = nullptr;
      if (content != 0) {
        const Position held = visited_.held_in(content);
        if (held >= visited_.size_) other = &candidates_[held - visited_.size_];
        const std::string_view theirs = other == nullptr
                                            ? visited_.bytes_at(held)
                                            : std::string_view(other->bytes, other->length);
        if (!same_bytes(theirs, bytes)) break;
        if (other == nullptr || other->list <= list) {
          if (mine != none) forget_last(lists_[list]);
          return;
        }
      }
      if (mine == none) mine = add(list, bytes, predecessor, step);
      if (mine == none) return;
      candidates_[mine].place = static_cast<std::uint32_t>(place);
      const auto number = static_cast<Position>(visited_.size_ + mine);
      if (slot.compare_exchange_strong(content, visited_.slot_of(hash, number),
                                       std::memory_order_acq_rel, std::memory_order_acquire)) {
        if (other != nullptr) other->place = none;
        return;
      }
    }
    place = (place + 1) & mask;
  }
}

void SharedInsertion::keep_new(List& list) const {
  std::size_t kept = 0;
  list.length = 0;
  list.of_one_length = true;
  for (std::size_t index = 0; index < list.numbers.size(); ++index) {
    const std::uint32_t number = list.numbers[index];
    if (candidates_[number].place == none) continue;
    list.numbers[kept++] = number;
    const std::uint32_t length = candidates_[number].length;
    list.length += length;
    list.of_one_length = list.of_one_length && length == candidates_[list.numbers[0]].length;
  }
  list.numbers.resize(kept);
}

std::optional<std::uint64_t> SharedInsertion::count(Team& team) {
  if (overflowed_) return std::nullopt;
  team.run(count_, [&](std::size_t list) { keep_new(lists_[list]); });
  std::uint64_t states = 0, length = 0;
  for (std::size_t list = 0; list < count_; ++list) {
    states += lists_[list].numbers.size();
    length += lists_[list].length;
  }
  if (!surely_fits(states, length)) return std::nullopt;
  return states;
}

// Whether no limit of memory can strike, whatever arrays have to grow.
bool SharedInsertion::surely_fits(std::uint64_t states, std::uint64_t length) const {
  constexpr std::uint64_t per_chunk = VisitedSet::chunk_states * 12;
  const std::uint64_t chunks = states / VisitedSet::chunk_states + 2;
  const std::uint64_t bytes = 2 * (chunks + 1) * (visited_.capacity_ + length);
  const std::uint64_t table = visited_.slots_.size() * sizeof(std::uint32_t);
  const std::uint64_t most = visited_.memory_ + chunks * per_chunk + bytes + table;
  return most <= visited_.memory_limit_ && visited_.table_bits_ < 31;
}

// What insertion one by one would allocate, when it would.
void SharedInsertion::reserve(std::uint64_t states, std::uint32_t length) {
  while (states != 0) {
    const std::uint64_t before_growth = visited_.most_states() - visited_.size_;
    if (!grows_ && before_growth == 0) grows_ = visited_.allocate_larger_table();
    visited_.reserve_state(length);
    states -= visited_.extend(grows_ ? states : std::min(states, before_growth), length);
  }
}

// The slot of a candidate that comes later in the list is on its way from memory.
void SharedInsertion::fetch_ahead(const List& list, std::size_t index) const {
  constexpr std::size_t ahead = 8;
  if (index + ahead >= list.numbers.size()) return;
  __builtin_prefetch(&visited_.slots_[candidates_[list.numbers[index + ahead]].place]);
}

// A table that grows is filled later.
void SharedInsertion::write(const List& list) {
  Position position = list.first;
  for (std::size_t index = 0; index < list.numbers.size(); ++index, ++position) {
    if (!grows_) fetch_ahead(list, index);
    const Candidate& candidate = candidates_[list.numbers[index]];
    visited_.write(position, candidate.bytes, candidate.predecessor, candidate.step);
    if (grows_) continue;
    std::uint32_t& slot = visited_.slots_[candidate.place];
    slot = (slot & ~visited_.number_mask()) | (position + 1);
  }
}

void SharedInsertion::commit(Team& team) {
  grows_ = false;
  for (std::size_t index = 0; index < count_; ++index) {
    List& list = lists_[index];
    list.first = visited_.end();
    if (list.numbers.empty()) continue;
    if (list.of_one_length) {
      reserve(list.numbers.size(), candidates_[list.numbers.front()].length);
      continue;
    }
    for (const std::uint32_t number : list.numbers) reserve(1, candidates_[number].length);
  }
  team.run(count_, [&](std::size_t index) { write(lists_[index]); });
  if (!grows_) return;
  visited_.enlarge_table();
  const std::uint64_t parts = team.threads();
  team.run(parts, [&](std::size_t part) {
    const auto first = static_cast<Position>(visited_.size_ * part / parts);
    const auto last = static_cast<Position>(visited_.size_ * (part + 1) / parts);
    visited_.fill_table(first, last);
  });
}

void SharedInsertion::discard() {
  for (std::size_t list = 0; list < count_; ++list) {
    for (const std::uint32_t number : lists_[list].numbers) {
      const std::uint32_t place = candidates_[number].place;
      if (place != none) visited_.slots_[place] = 0;
    }
  }
}

}  // namespace opexplore
