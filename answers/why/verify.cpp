#include "answers/why/verify.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "answers/side_search.hpp"
#include "answers/why/checklist.hpp"
#include "answers/why/edit.hpp"
#include "explorer/search/goal_directed.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::why_parts {
namespace {

// Ways to an outcome that are looked at one after the other.
constexpr std::size_t most_ways = 8;

Test negated(Test test) {
  Proposition negation;
  negation.kind = Proposition::Kind::negation;
  negation.parts = {std::move(test.condition)};
  test.condition = std::move(negation);
  return test;
}

// What is asked about.
Test asked_about(const Test& test) {
  Test asked = test.quantifier == Quantifier::forall ? negated(test) : test;
  asked.quantifier = Quantifier::exists;
  return asked;
}

// The same, if the outcome is one of that: others of the kind are as bad.
Test asked_about(const Test& test, const Outcome& outcome) {
  if (test.condition.kind == Proposition::Kind::truth) return asking_for(test, outcome);
  Test asked = asked_about(test);
  return holds(asked.condition, outcome) ? asked : asking_for(test, outcome);
}

// What a search found.
struct Reached {
  std::optional<bool> reached;  ///< nothing: a limit ended it
  std::optional<Trace> trace;
};

// Whether the condition of the test is reached.
Reached searched(const Test& test, const WhyQuestion& question, bool trace) {
  if (question.machine.refusal(test, question.explore.machine)) return {};
  ExploreOptions options = side_search(question.explore, most_states_per_row);
  options.verdict_only = true;
  if (trace) options.traces = Traces::witness;
  Answer report = question.machine.explore(test, options);
  for (AnsweredOutcome& outcome : report.outcomes) {
    if (holds(test.condition, outcome.values) && (outcome.trace || !trace)) {
      return {true, std::move(outcome.trace)};
    }
  }
  if (!report.coverage.complete() || report.coverage.untraced != Incomplete::none) return {};
  return {false, {}};
}

class Verification {
 public:
  Verification(const Test& test, const Rules& rules, const WhyQuestion& question,
               Violation& violation)
      : test_(test),
        rules_(rules),
        question_(question),
        violation_(violation),
        target_(asked_about(test, question.outcome)) {}

  void run() {
    if (missing().empty()) {
      const bool any = std::ranges::find(violation_.rows, RowStatus::missing, &WhyRow::status) !=
                       violation_.rows.end();
      violation_.unverified = any ? "nothing in this language adds what is missing"
                                  : "no row is missing that this checklist knows";
      return;
    }
    const std::vector<WhyRow> rows = violation_.rows;
    if (!complete() && interleaved_) {
      // What was asked about has other, harmless ways: this outcome then.
      interleaved_ = false;
      violation_.rows = rows;
      target_ = asking_for(test_, question_.outcome);
      violation_.unverified.clear();
      complete();
    }
    if (!violation_.unverified.empty()) return;
    leave_out_needless();
    name_lone_row();
    try_others();
    violation_.verified = violation_.unverified.empty();
  }

 private:
  std::vector<std::size_t> missing() const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < violation_.rows.size(); ++i) {
      const WhyRow& row = violation_.rows[i];
      if (row.status == RowStatus::missing && !row.remedies.empty()) result.push_back(i);
    }
    return result;
  }

  std::vector<Edit> edits(const std::vector<std::size_t>& rows) const {
    std::vector<Edit> result;
    for (const std::size_t i : rows) {
      const Remedy& remedy = violation_.rows[i].remedies.front();
      result.insert(result.end(), remedy.begin(), remedy.end());
    }
    return result;
  }

  Reached ask(const Test& program, bool trace) const {
    Test asked = program;
    asked.quantifier = target_.quantifier;
    asked.condition = target_.condition;
    asked.filter = target_.filter;
    return searched(asked, question_, trace);
  }

  std::optional<bool> reached(const std::vector<Edit>& changes) const {
    return ask(edited(test_, changes).test, false).reached;
  }

  void give_up(std::string why) { violation_.unverified = std::move(why); }

  // Adds rows until the outcome is gone. False where that does not come to an end.
  bool complete() {
    for (std::size_t way = 0; way < most_ways; ++way) {
      const Edited program = edited(test_, edits(missing()));
      const Reached found = ask(program.test, true);
      if (!found.reached) {
        give_up("the search for it reached its limit of states");
        return false;
      }
      if (!*found.reached) return true;
      if (!add_rows_of(program, *found.trace)) return false;
    }
    give_up("there are more ways to the outcome than were looked at");
    return false;
  }

  bool add_rows_of(const Edited& program, const Trace& trace) {
    Happening happening = happening_of(program.test, trace, rules_);
    if (!happening.knows_sources) {
      give_up("of another way to it the trace does not say whose writes its reads take");
      return false;
    }
    order_as_seen(happening);
    std::vector<WhyRow> rows = first_rows(happening, rules_);
    if (rows.empty()) {
      interleaved_ = true;
      give_up("an interleaving gives it as well");
      return false;
    }
    bool added = false;
    for (WhyRow& row : rows) {
      if (row.status != RowStatus::missing || !moved_back(program, row)) continue;
      const bool known = std::ranges::any_of(violation_.rows, [&](const WhyRow& other) {
        return other.kind == row.kind && other.thread == row.thread &&
               other.instruction == row.instruction && other.status == row.status &&
               same_text(other, row);
      });
      if (known) continue;
      row.elsewhere = true;
      violation_.rows.push_back(std::move(row));
      added = true;
    }
    if (!added) give_up("with all of these it is still possible");
    return added;
  }

  static bool same_text(const WhyRow& a, const WhyRow& b) {
    if (a.remedies.empty() || b.remedies.empty()) return a.remedies.empty() == b.remedies.empty();
    return a.remedies.front().front().text == b.remedies.front().front().text;
  }

  // To the instructions of the test as it is; false for a row about what was inserted.
  static bool moved_back(const Edited& program, WhyRow& row) {
    const auto origin = [&](ThreadId thread, InstructionId& instruction) {
      const auto& from = program.origins[thread][instruction];
      if (from) instruction = *from;
      return from.has_value();
    };
    bool all = origin(row.thread, row.instruction);
    for (Remedy& remedy : row.remedies) {
      for (Edit& edit : remedy) all = origin(edit.thread, edit.instruction) && all;
    }
    return all;
  }

  void leave_out_needless() {
    std::vector<std::size_t> rows = missing();
    for (std::size_t i = rows.size(); i-- > 0 && rows.size() > 1;) {
      std::vector<std::size_t> others = rows;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      const std::optional<bool> still = reached(edits(others));
      if (!still) give_up("whether each is needed is not known: a search reached its limit");
      if (still.value_or(true)) continue;
      violation_.rows[rows[i]].status = RowStatus::not_needed;
      rows = std::move(others);
    }
    std::erase_if(violation_.rows, [](const WhyRow& row) {
      return row.elsewhere && row.status == RowStatus::not_needed;
    });
  }

  // Each is needed, so none is enough where there are several.
  void name_lone_row() {
    const std::vector<std::size_t> rows = missing();
    if (rows.size() == 1) violation_.rows[rows.front()].enough_alone = true;
  }

  // Other remedies are kept if they do in the place of the first.
  void try_others() {
    const std::vector<std::size_t> rows = missing();
    for (const std::size_t i : rows) {
      std::vector<Remedy>& remedies = violation_.rows[i].remedies;
      std::vector<Remedy> enough{remedies.front()};
      for (std::size_t r = 1; r < remedies.size(); ++r) {
        std::vector<std::size_t> others = rows;
        std::erase(others, i);
        std::vector<Edit> changes = edits(others);
        changes.insert(changes.end(), remedies[r].begin(), remedies[r].end());
        if (reached(changes) == false) enough.push_back(remedies[r]);
      }
      remedies = std::move(enough);
    }
  }

  const Test& test_;
  const Rules& rules_;
  const WhyQuestion& question_;
  Violation& violation_;
  Test target_;
  bool interleaved_ = false;
};

}  // namespace

std::optional<Trace> trace_to_condition(const Test& test, const WhyQuestion& question) {
  return searched(asked_about(test), question, true).trace;
}

std::vector<WhyRow> first_rows(const Happening& happening, const Rules& rules) {
  const std::vector<Fallacy> found = fallacies(happening);
  if (found.empty()) return {};
  return checklist(happening, rules, found.front().cycle);
}

void verify(const Test& test, const Rules& rules, const WhyQuestion& question,
            Violation& violation) {
  Verification(test, rules, question, violation).run();
}

}  // namespace opexplore::why_parts
