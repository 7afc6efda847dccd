// Which accesses of an execution race, and which ones leave open what comes of it, by what each
// byte of memory remembers of those that nothing later comes behind (Flanagan and Freund,
// "FastTrack", PLDI 2009).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "litmus/kernels/memory.hpp"
#include "litmus/kernels/whole/clocks.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// Who accesses memory: a thread; a copy that goes on by itself, by the generic proxy as threads;
/// one by the asynchronous proxy (PTX ISA 9.7.9.25.2), or a product of matrices, likewise.
enum class TouchedBy : std::uint8_t { thread, copy, bulk_copy, matrix };

constexpr bool is_by_asynchronous_proxy(TouchedBy by) { return by >= TouchedBy::bulk_copy; }

/// What an access does.
enum class TouchKind : std::uint8_t { load, store, update };

/// An access, as memory remembers it.
struct Touch {
  const Statement* statement = nullptr;
  Value offset = 0;  ///< of its first byte in the object
  std::uint32_t block = 0;
  std::uint32_t thread = 0;  ///< of the block: who does it, or has issued it
  Moment moment;
  std::uint8_t width = 4;
  TouchKind kind = TouchKind::load;
  bool strong = false;
  Scope scope = Scope::sys;
  /// Of an update: which one. All of one operation that commutes may come in any order, if nobody
  /// looks at what they return.
  AtomicOp op = AtomicOp::add;
  bool commutes = false;
  bool is_signed = false;  ///< which of two numbers is less
  Order order = Order::weak;
  Value operand = 0;   ///< of a store what it stores; of an update what `op` is given
  Value expected = 0;  ///< of a compare-and-swap
  TouchedBy by = TouchedBy::thread;
  bool in_shared = false;  ///< by the asynchronous proxy: it accesses shared memory
};

/// What two accesses do to each other that nothing orders.
enum class Clash : std::uint8_t {
  none,
  race,  ///< a data race (PTX ISA 8.7.1)
  open   ///< both are strong, and what comes of them depends on which is the first
};

/// Whether the two are updates of one kind, which may come in any order: each access that clashes
/// with one clashes with the other.
bool are_updates_in_any_order(const Touch& a, const Touch& b);

class Footprints {
 public:
  struct Found {
    Clash clash = Clash::none;
    Touch earlier;
  };

  /// Adds an access of the object, and says with which of those before it clashes: with one that it
  /// races with, if there is one. What is before it is what `known` says, if that is given, and
  /// what its thread knows else.
  Found add(std::uint16_t object, const Touch& touch, const Clocks& clocks,
            const Clocks::Known* known = nullptr);
  /// Whether who knows that knows the access, too.
  static bool is_known(const Touch& earlier, const Touch& later, const Clocks::Known& known);

  /// Whether there was an access to any of the bytes.
  bool knows(const Element& element) const;

  /// Whether there were updates that may come in any order.
  bool has_unordered_updates() const { return unordered_updates_; }

  /// The object is another one from now on: shared memory of the next block.
  void forget(std::uint16_t object);

 private:
  /// What is remembered of some bytes.
  struct Cell {
    Touch write;                 ///< the last one; without a statement there is none
    std::vector<Touch> reads;    ///< since then
    std::vector<Touch> updates;  ///< likewise
    bool alike = true;           ///< of the updates each commutes with each
  };
  struct Cells {
    std::uint32_t bytes = 8;  ///< of a cell
    std::vector<Cell> cells;
  };

  static void refine(Cells& cells, std::uint32_t bytes);
  static Found clash(const Cell& cell, const Touch& touch, const Clocks& clocks,
                     const Clocks::Known* known);
  void remember(Cell& cell, const Touch& touch);

  std::vector<Cells> objects_;
  bool unordered_updates_ = false;
};

}  // namespace opexplore::kernel
