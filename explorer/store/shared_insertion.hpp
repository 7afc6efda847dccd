// How several threads insert into the visited set at once, with a result that does not depend on
// how they run: as in the lockless hash table of Laarman, van de Pol and Weber (FMCAD 2010), with
// numbers that are given at the end.
//
// Threads offer candidates in lists, which have an order. A candidate that is not in the set puts a
// number behind those of the stored states into its slot, by compare-and-swap; if a candidate of a
// later list is there with the same state it takes its place. When all have come, those that are
// in the table are new: of each state the first in order. They are stored in this order, so that
// the set is what insertion one by one would have made it, memory included.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "explorer/store/parallel.hpp"
#include "explorer/store/store.hpp"

namespace opexplore {

class SharedInsertion {
 public:
  explicit SharedInsertion(VisitedSet& visited) : visited_(visited) {}

  /// How many candidates can be in the table at once.
  std::uint32_t room() const;

  /// Begins with so many empty lists. discard() or commit() must follow.
  void begin(std::size_t lists);

  /// Adds a candidate to a list, unless its state is known. Lists can be added to at once.
  void offer(std::size_t list, std::string_view bytes, std::uint64_t hash, Position predecessor,
             Step step);

  /// Leaves what is new in the lists; gives how many these are, or nothing if insertion one by one
  /// has to find out whether a limit of memory strikes, or if there was no room.
  std::optional<std::uint64_t> count(Team& team);

  /// Stores what is new. Precondition: count() gave a number.
  void commit(Team& team);

  /// Leaves the set as it was.
  void discard();

 private:
  struct Candidate {
    const char* bytes = nullptr;
    std::uint32_t length = 0;
    std::uint32_t list = 0;
    std::uint32_t place = 0;  // of its slot; `none` once another has it
    Position predecessor = 0;
    Step step;
  };
  // Where bytes stay while the list grows.
  struct Blocks {
    std::vector<std::unique_ptr<char[]>> blocks;
    std::size_t current = 0;
    std::size_t used = 0;
    const char* keep(std::string_view bytes);
  };
  struct alignas(64) List {
    std::vector<std::uint32_t> numbers;  // of its candidates, in order
    std::uint32_t next = 0;              // numbers it has taken, not used yet
    std::uint32_t end = 0;
    Blocks blocks;
    Position first = 0;          // where they are stored
    std::uint64_t length = 0;    // of all states
    bool of_one_length = false;  // each has that of the first
  };

  static constexpr std::uint32_t numbers_at_once = 64;
  static constexpr std::uint32_t none = ~std::uint32_t{0};  // no table has so many slots

  std::uint32_t add(std::uint32_t list, std::string_view bytes, Position predecessor, Step step);
  void forget_last(List& list);
  void fetch_ahead(const List& list, std::size_t index) const;
  void keep_new(List& list) const;
  bool surely_fits(std::uint64_t states, std::uint64_t length) const;
  void reserve(std::uint64_t states, std::uint32_t length);
  void write(const List& list);

  VisitedSet& visited_;
  std::vector<List> lists_;
  std::size_t count_ = 0;  // of lists in use
  std::unique_ptr<Candidate[]> candidates_;
  std::uint32_t capacity_ = 0;
  std::uint32_t room_ = 0;
  std::atomic<std::uint32_t> taken_{0};
  std::atomic<bool> overflowed_{false};
  bool grows_ = false;  // the table, once all are stored
};

}  // namespace opexplore
