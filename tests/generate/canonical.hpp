// Programs up to the names of threads and locations, by brute force and without the generators.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::generate::testing {

/// An instruction as a word, and the location it is about; fences have none.
struct Word {
  std::string text;
  int location = -1;
};

struct Bare {
  std::vector<std::vector<Word>> threads;
  std::vector<std::array<unsigned, 2>> places;  // GPU and CTA of each thread
  std::vector<std::string> notes;               // of each location
};

/// The smallest text that some naming of threads and locations gives.
inline std::string canonical(const Bare& bare) {
  std::string best;
  std::vector<std::size_t> order(bare.threads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    std::vector<std::size_t> names(bare.notes.size());
    std::iota(names.begin(), names.end(), std::size_t{0});
    do {
      std::string text;
      for (const std::size_t t : order) {
        text += "|";
        for (const Word& word : bare.threads[t]) {
          text += word.text;
          if (word.location >= 0) {
            text += '@' + std::to_string(names[static_cast<std::size_t>(word.location)]);
          }
          text += ';';
        }
      }
      for (const std::size_t a : order) {
        for (const std::size_t b : order) {
          const bool gpu = bare.places[a][0] == bare.places[b][0];
          const bool cta = gpu && bare.places[a][1] == bare.places[b][1];
          text += cta ? 'c' : gpu ? 'g' : 's';
        }
      }
      std::vector<std::string> notes(bare.notes.size());
      for (std::size_t l = 0; l < notes.size(); ++l) notes[names[l]] = bare.notes[l];
      for (const std::string& note : notes) text += note + ",";
      if (best.empty() || text < best) best = text;
    } while (std::next_permutation(names.begin(), names.end()));
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

/// A generated program as words. With values, also what it stores and what its condition asks.
class Stripped {
 public:
  Stripped(const Test& test, bool values) : test_(test), values_(values) {
    if (values) note(test.condition);
  }

  Bare bare() const {
    const Program& program = test_.program;
    Bare result;
    for (const Location& location : program.locations) {
      result.notes.emplace_back(to_string(location.region));
    }
    for (std::size_t a = 0; values_ && a < program.addresses.size(); ++a) {
      const auto found = asked_.find(LocationTerm{static_cast<AddressId>(a)});
      if (found != asked_.end()) {
        result.notes[program.addresses[a].location] += std::to_string(found->second);
      }
    }
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      const Thread& thread = program.threads[t];
      result.places.push_back({thread.gpu, thread.cta});
      std::vector<Word>& words = result.threads.emplace_back();
      for (const Instruction& instruction : thread.instructions) {
        words.push_back(
            std::visit([&](const auto& what) { return word(what, t); }, instruction.action));
      }
    }
    return result;
  }

 private:
  static std::string strength(Order order, Scope scope) {
    const std::string text(to_string(order));
    return order == Order::weak ? text : text + "." + std::string(to_string(scope));
  }
  std::string read(std::size_t thread, RegisterId reg) const {
    const auto found = asked_.find(RegisterTerm{static_cast<ThreadId>(thread), reg});
    return found == asked_.end() ? "" : "=" + std::to_string(found->second);
  }
  std::string written(const Operand& value) const {
    return values_ ? ":" + std::to_string(std::get<Value>(value)) : "";
  }
  int location(AddressId address) const { return test_.program.addresses[address].location; }

  Word word(const Load& load, std::size_t t) const {
    return {"R " + strength(load.order, load.scope) + read(t, load.destination),
            location(load.address)};
  }
  Word word(const Store& store, std::size_t) const {
    return {"W " + strength(store.order, store.scope) + written(store.value),
            location(store.address)};
  }
  Word word(const Atomic& atomic, std::size_t t) const {
    return {std::string(to_string(atomic.op)) + " " + strength(atomic.order, atomic.scope) +
                written(atomic.operand) + read(t, atomic.destination.value_or(0)),
            location(atomic.address)};
  }
  Word word(const Fence& fence, std::size_t) const {
    return {"F " + strength(fence.order, fence.scope), -1};
  }
  template <class Other>
  Word word(const Other&, std::size_t) const {
    return {"?", -1};
  }

  void note(const Proposition& proposition) {
    if (proposition.kind == Proposition::Kind::comparison) {
      const auto index = std::get<ObservableIndex>(proposition.left).index;
      asked_[test_.observables[index]] = std::get<Value>(proposition.right);
    }
    for (const Proposition& part : proposition.parts) note(part);
  }

  const Test& test_;
  bool values_;
  std::map<Observable, Value> asked_;
};

inline std::string canonical(const Test& test, bool values) {
  return canonical(Stripped(test, values).bare());
}

}  // namespace opexplore::generate::testing
