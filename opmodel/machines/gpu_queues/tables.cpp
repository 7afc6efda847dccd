#include "opmodel/machines/gpu_queues/tables.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace opexplore::gpu_queues {

namespace {

// What is worth a table: one of this size takes about as long as a search of some ten thousand
// states.
constexpr std::size_t most_states = 4096;
constexpr std::size_t most_values = 64;

using Column = std::vector<Cell>;

std::string bytes_of(const Column& column) {
  std::string bytes;
  for (const Cell& cell : column) {
    put_value(bytes, cell.value);
    put_unsigned(bytes, (cell.lm ? 1U : 0U) | (cell.gm ? 2U : 0U));
    put_unsigned(bytes, cell.reached);
  }
  return bytes;
}

}  // namespace

class TableBuilder {
 public:
  TableBuilder(const Test& test, const Context& context) : context_(context) {
    for (std::size_t t = 0; t < context.plan().threads(); ++t) {
      start_.threads.push_back(context.queues.initial(static_cast<ThreadId>(t)));
      for (const Location& location : test.program.locations) {
        start_.views.push_back({location.initial, false, false, 0});
      }
    }
    for (const Location& location : test.program.locations) {
      values_.push_back({location.initial});
    }
    stores_.resize(values_.size());
  }

  // Nothing if there are too many states of a part.
  std::shared_ptr<const Tables> build() {
    if (!meet_threads()) return nullptr;
    for (std::size_t a = 0; a < context_.locations(); ++a) {
      if (!meet_columns(static_cast<LocationId>(a))) return nullptr;
    }
    if (!place_fields() || most_moves_together() > Tables::most_moves) return nullptr;
    write();
    return tables_;
  }

 private:
  // States of a part, numbered as they are met.
  template <class PartState>
  struct Numbered {
    std::vector<PartState> states;
    std::unordered_map<std::string, PartNumber> numbers;  // by bytes

    PartNumber number_of(const PartState& state, std::string bytes) {
      const auto next = static_cast<PartNumber>(states.size());
      const auto [place, is_new] = numbers.try_emplace(std::move(bytes), next);
      if (is_new) states.push_back(state);
      return place->second;
    }
  };

  // A thread's state that can take the step.
  struct Example {
    ThreadId thread = 0;
    ThreadState state;
    Step step;
  };

  struct Draft {
    Move move;
    std::vector<PartNumber> next;  // of a load, by the value it sees
    std::size_t effect = 0;        // of a store or a fence
  };

  struct ThreadTable {
    Numbered<ThreadState> met;
    std::vector<std::vector<Draft>> moves;
    std::vector<char> rests, diverges;
  };

  struct ColumnTable {
    Numbered<Column> met;
    std::vector<std::vector<Draft>> moves;
    std::vector<std::vector<PartNumber>> after_store;  // by effect, then number
    std::vector<std::vector<PartNumber>> after_fence;
    std::vector<char> rests;
    std::vector<std::uint8_t> seen;
  };

  std::size_t threads() const { return start_.threads.size(); }

  // What a load may see depends on what stores may store, and that on what loads see.
  bool meet_threads() {
    for (new_values_ = true; new_values_;) {
      new_values_ = false;
      threads_.clear();
      for (std::size_t t = 0; t < threads(); ++t) {
        if (!meet_thread(static_cast<ThreadId>(t))) return false;
      }
    }
    return true;
  }

  bool meet_thread(ThreadId thread) {
    ThreadTable& table = threads_.emplace_back();
    State state = start_;
    number_of(thread, table, state);
    for (std::size_t number = 0; number < table.met.states.size(); ++number) {
      if (table.met.states.size() > most_states) return false;
      state.threads[thread] = table.met.states[number];
      const ThreadState& mine = state.threads[thread];
      if (!context_.queues.exceeded(span_of(state.threads)).empty()) return false;
      table.rests.push_back(context_.queues.done(thread, mine));
      table.diverges.push_back(context_.queues.runs_forever(thread, mine));
      auto& moves = table.moves.emplace_back();
      Steps steps;
      add_thread_steps(context_, state, thread, steps);
      for (const Step step : steps) moves.push_back(draft(thread, table, state, step));
    }
    return std::ranges::all_of(values_, [](const auto& all) { return all.size() <= most_values; });
  }

  PartNumber number_of(ThreadId thread, ThreadTable& table, const State& state) {
    std::string bytes;
    context_.queues.encode(thread, state.threads[thread], bytes);
    return table.met.number_of(state.threads[thread], std::move(bytes));
  }

  PartNumber after(ThreadId thread, ThreadTable& table, State state, Step step) {
    rule_list.take(step, context_, state);
    return number_of(thread, table, state);
  }

  Draft draft(ThreadId thread, ThreadTable& table, const State& state, Step step) {
    Draft result;
    Move& move = result.move;
    move.step = step;
    move.part = thread;
    const bool is_fence = rule_list.is<membar_cta>(step) || rule_list.is<membar_gl>(step);
    if (is_fence) {
      move.touches = Move::Touches::memory;
      result.effect =
          effect_of(fences_, {thread, step.rule}, {thread, state.threads[thread], step});
    } else if (rule_list.is<load>(step) || rule_list.is<store>(step)) {
      const Pending& entry = state.threads[thread].pending[rule_list.argument<load>(step).entry];
      const LocationId location = context_.queues.planned(thread, entry).location;
      move.location = static_cast<std::uint8_t>(threads() + location);
      if (rule_list.is<load>(step)) {
        move.touches = Move::Touches::view;
        for (const Value value : values_[location]) {
          State seeing = state;
          context_.cell(seeing, thread, location).value = value;
          result.next.push_back(after(thread, table, std::move(seeing), step));
        }
        return result;
      }
      move.touches = Move::Touches::location;
      result.effect = effect_of(stores_[location], {thread, entry.value},
                                {thread, state.threads[thread], step});
      note_value(location, entry.value);
    }
    move.next = after(thread, table, state, step);
    return result;
  }

  void note_value(LocationId location, Value value) {
    if (std::ranges::find(values_[location], value) != values_[location].end()) return;
    values_[location].push_back(value);
    new_values_ = true;
  }

  // What steps that are alike do to a location.
  struct Effects {
    std::map<std::pair<ThreadId, Value>, std::size_t> numbers;
    std::vector<Example> examples;
  };

  static std::size_t effect_of(Effects& effects, const std::pair<ThreadId, Value>& what,
                               const Example& example) {
    const auto [place, is_new] = effects.numbers.try_emplace(what, effects.examples.size());
    if (is_new) effects.examples.push_back(example);
    return place->second;
  }

  Column column_of(const State& state, LocationId location) const {
    Column column;
    for (std::size_t t = 0; t < threads(); ++t) {
      column.push_back(context_.cell(state, static_cast<ThreadId>(t), location));
    }
    return column;
  }

  PartNumber after(LocationId location, ColumnTable& table, State state, Step step) const {
    rule_list.take(step, context_, state);
    const Column column = column_of(state, location);
    return table.met.number_of(column, bytes_of(column));
  }

  bool meet_columns(LocationId location) {
    ColumnTable& table = columns_.emplace_back();
    const Effects& stores = stores_[location];
    table.after_store.resize(stores.examples.size());
    table.after_fence.resize(fences_.examples.size());
    State state = start_;
    const Column initial = column_of(state, location);
    table.met.number_of(initial, bytes_of(initial));
    for (std::size_t number = 0; number < table.met.states.size(); ++number) {
      if (table.met.states.size() > most_states) return false;
      const Column column = table.met.states[number];
      for (std::size_t t = 0; t < threads(); ++t) {
        context_.cell(state, static_cast<ThreadId>(t), location) = column[t];
      }
      if (!look_at(location, column, table)) return false;
      add_effects(location, state, stores, table, table.after_store);
      add_effects(location, state, fences_, table, table.after_fence);
      auto& moves = table.moves.emplace_back();
      Steps steps;
      for (std::size_t t = 0; t < threads(); ++t) {
        add_deliveries(context_, state, static_cast<ThreadId>(t), steps);
      }
      for (const Step step : steps) {
        Draft& draft = moves.emplace_back();
        draft.move.step = step;
        draft.move.part = static_cast<std::uint8_t>(threads() + location);
        draft.move.next = after(location, table, state, step);
      }
    }
    return true;
  }

  // Gives false where views that are at rest differ.
  bool look_at(LocationId location, const Column& column, ColumnTable& table) const {
    const bool rests =
        std::ranges::none_of(column, [](const Cell& cell) { return cell.lm || cell.gm; });
    table.rests.push_back(rests);
    for (const Cell& cell : column) {
      const auto place = std::ranges::find(values_[location], cell.value);
      table.seen.push_back(static_cast<std::uint8_t>(place - values_[location].begin()));
    }
    bool differs = false;
    const ThreadMask readers = context_.who_sees(location);
    for_each_thread(readers, [&](ThreadId thread) {
      differs = differs || column[thread].value !=
                               column[static_cast<std::size_t>(std::countr_zero(readers))].value;
    });
    return !(rests && differs && context_.plan().observed(location));
  }

  void add_effects(LocationId location, const State& state, const Effects& effects,
                   ColumnTable& table, std::vector<std::vector<PartNumber>>& next) const {
    for (std::size_t effect = 0; effect < effects.examples.size(); ++effect) {
      const Example& example = effects.examples[effect];
      State before = state;
      before.threads[example.thread] = example.state;
      next[effect].push_back(after(location, table, std::move(before), example.step));
    }
  }

  std::size_t most_moves_together() const {
    std::size_t together = 0;
    const auto add_most = [&](const auto& table) {
      std::size_t most = 0;
      for (const auto& moves : table.moves) most = std::max(most, moves.size());
      together += most;
    };
    std::ranges::for_each(threads_, add_most);
    std::ranges::for_each(columns_, add_most);
    return together;
  }

  // Side by side, none in two words.
  bool place_fields() {
    std::size_t word = 0;
    unsigned used = 0;
    const auto place = [&](std::size_t states) {
      const auto width = static_cast<unsigned>(std::bit_width(states - 1));
      if (used + width > 64) {
        ++word;
        used = 0;
      }
      PartField& field = tables_->parts_.emplace_back().field;
      field.mask = (std::uint64_t{1} << width) - 1;
      field.word = static_cast<std::uint8_t>(word);
      field.shift = static_cast<std::uint8_t>(used % 64);
      used += width;
    };
    for (const ThreadTable& table : threads_) place(table.met.states.size());
    for (const ColumnTable& table : columns_) place(table.met.states.size());
    tables_->bytes_ = 8 * word + (used + 7) / 8;
    return word < Tables::most_words;
  }

  void write() {
    tables_->threads_ = threads();
    for (std::size_t t = 0; t < threads(); ++t) {
      Tables::Part& part = tables_->parts_[t];
      part.rests = std::move(threads_[t].rests);
      part.diverges = std::move(threads_[t].diverges);
      tables_->thread_states_.push_back(std::move(threads_[t].met.states));
      tables_->may_diverge_ =
          tables_->may_diverge_ || std::ranges::find(part.diverges, 1) != part.diverges.end();
    }
    for (std::size_t a = 0; a < columns_.size(); ++a) write_column(a);
    for (std::size_t t = 0; t < threads(); ++t) {
      write_moves(tables_->parts_[t], threads_[t].moves);
    }
    for (std::size_t a = 0; a < columns_.size(); ++a) {
      write_moves(tables_->parts_[threads() + a], columns_[a].moves);
    }
  }

  void write_column(std::size_t location) {
    ColumnTable& table = columns_[location];
    Tables::Part& part = tables_->parts_[threads() + location];
    part.rests = std::move(table.rests);
    part.seen = std::move(table.seen);
    for (const auto& next : table.after_fence) {
      part.after_fence.insert(part.after_fence.end(), next.begin(), next.end());
    }
    std::vector<std::uint32_t>& begins = after_store_.emplace_back();
    for (const auto& next : table.after_store) begins.push_back(append(next));
    tables_->columns_.push_back(std::move(table.met.states));
  }

  std::uint32_t append(const std::vector<PartNumber>& next) {
    const auto begin = static_cast<std::uint32_t>(tables_->next_.size());
    tables_->next_.insert(tables_->next_.end(), next.begin(), next.end());
    return begin;
  }

  void write_moves(Tables::Part& part, std::vector<std::vector<Draft>>& moves) {
    for (std::vector<Draft>& of_state : moves) {
      part.moves.push_back(static_cast<std::uint32_t>(tables_->moves_.size()));
      for (Draft& draft : of_state) {
        Move move = draft.move;
        if (move.touches == Move::Touches::view) move.table = append(draft.next);
        if (move.touches == Move::Touches::location) {
          move.table = after_store_[move.location - threads()][draft.effect];
        }
        if (move.touches == Move::Touches::memory) {
          move.table = static_cast<std::uint32_t>(draft.effect);
        }
        tables_->keys_.push_back(Tables::key_of(move.step, tables_->moves_.size()));
        tables_->moves_.push_back(move);
      }
    }
    part.moves.push_back(static_cast<std::uint32_t>(tables_->moves_.size()));
  }

  const Context& context_;
  State start_;
  std::vector<std::vector<Value>> values_;  // that a location may have
  bool new_values_ = false;
  std::vector<Effects> stores_;  // by location
  Effects fences_;
  std::vector<ThreadTable> threads_;
  std::vector<ColumnTable> columns_;
  std::vector<std::vector<std::uint32_t>> after_store_;  // by location, then effect
  std::shared_ptr<Tables> tables_ = std::make_shared<Tables>();
};

std::shared_ptr<const Tables> Tables::of(const Test& test, const MachineOptions& options,
                                         const Context& context) {
  if (options.forget_dead || options.goal || options.liveness) return nullptr;
  return TableBuilder(test, context).build();
}

State Tables::unpacked(const Packed<most_words>& packed) const {
  State state;
  for (std::size_t t = 0; t < threads_; ++t) {
    state.threads.push_back(thread_states_[t][parts_[t].field.of(packed)]);
  }
  for (std::size_t t = 0; t < threads_; ++t) {
    for (std::size_t a = 0; a < columns_.size(); ++a) {
      state.views.push_back(columns_[a][parts_[threads_ + a].field.of(packed)][t]);
    }
  }
  return state;
}

}  // namespace opexplore::gpu_queues
