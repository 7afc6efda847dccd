#include "axioms/cut_paths.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "axioms/compiled_model.hpp"
#include "axioms/orders.hpp"
#include "axioms/read_choices.hpp"

namespace opexplore::axioms {

namespace {

// What no cycle may have together with rf, of an axiom that says so: pairs, and whether every write
// comes after all that its thread did before, and not only after what it depends on by a branch.
struct AcyclicOrder {
  Relation pairs;
  bool of_program = false;
};

// An axiom without control dependencies and program order says nothing of what is behind a cut.
std::optional<AcyclicOrder> order_with_reads_from(const CompiledModel& model,
                                                  const Skeleton& skeleton) {
  for (const Check& check : model.checks) {
    if (check.kind != CheckKind::acyclic || check.negated || check.flag) continue;
    bool reads_from = false;
    bool control = false;
    AcyclicOrder result{Relation(skeleton.size()), false};
    for (const NodeId id : model.formula.alternatives(check.node)) {
      const Node& node = model.formula[id];
      if (node.op != Op::base_relation) continue;
      reads_from = reads_from || node.base == Base::reads_from;
      control = control || node.base == Base::control;
      result.of_program = result.of_program || node.base == Base::program_order;
      if (node.base == Base::program_order) result.pairs |= skeleton.program_order;
      if (node.base == Base::control) result.pairs |= skeleton.control_dependency;
      if (node.base == Base::data) result.pairs |= skeleton.data_dependency;
      if (node.base == Base::address) result.pairs |= skeleton.address_dependency;
    }
    if (reads_from && (control || result.of_program)) return result;
  }
  return std::nullopt;
}

class Beginnings {
 public:
  Beginnings(const Model& model, const Skeleton& skeleton, const Prefixes& prefixes,
             const std::function<bool()>& go_on)
      : skeleton_(skeleton),
        prefixes_(prefixes),
        go_on_(go_on),
        values_(skeleton),
        evaluation_(model.compiled(), model.plan(), skeleton),
        orders_(model.compiled(), model.plan(), skeleton, evaluation_),
        reads_(skeleton, evaluation_),
        order_(order_with_reads_from(model.compiled(), skeleton)) {}

  bool run() {
    values_.update(reads_.chosen());
    if (values_.contradict_paths() || !evaluation_.start()) return false;
    reads_.start();
    return choose(order_ ? order_->pairs : Relation(skeleton_.size()));
  }

 private:
  // True: something is consistent, or it was enough. `before`: the order, rf, and what stands for
  // both where a thread reads what is behind a cut.
  bool choose(const Relation& before) {
    if (!go_on_()) return true;
    if (order_ && !before.is_acyclic()) return false;
    if (!orders_.reset(bit(Variable::reads_from) | bit(Variable::barriers))) return false;
    const auto next = reads_.next(values_);
    if (!next) return !orders_.decide(go_on_, [] { return false; });
    const EventIndex read = *next;
    const Values::Known known = values_.known();
    for (EventSet left = reads_.sources(read); left != 0; left &= left - 1) {
      const auto write = static_cast<EventIndex>(std::countr_zero(left));
      reads_.choose(read, write);
      values_.extend(reads_.chosen());
      Relation now = before;
      now.add(write, read);
      const bool found = !values_.contradict_paths() && choose(now);
      reads_.forget(read);
      values_.restore(known);
      if (found) return true;
    }
    return reads_from_behind(read, before);
  }

  bool reads_from_behind(EventIndex read, const Relation& before) {
    for (std::size_t t = 0; t < prefixes_.cut.size(); ++t) {
      const CutPath* const cut = prefixes_.cut[t];
      if (cut == nullptr || !writes_behind(*cut, skeleton_.events[read].location)) continue;
      Relation now = before;
      for_each_event(before_writes_of(t), [&](EventIndex e) { now.add(e, read); });
      reads_.choose_none(read);
      const bool found = choose(now);
      reads_.forget(read);
      if (found) return true;
    }
    return false;
  }

  // What comes before all that the thread writes behind its cut.
  EventSet before_writes_of(std::size_t thread) const {
    const EventIndex first = skeleton_.first_event[thread];
    EventSet result = prefixes_.cut[thread]->control << first;
    if (!order_ || !order_->of_program) return result;
    for (std::size_t e = 0; e < prefixes_.paths[thread]->events.size(); ++e) {
      result |= event_bit(first + e);
    }
    return result;
  }

  bool writes_behind(const CutPath& cut, LocationId location) const {
    return std::ranges::any_of(cut.written, [&](AddressId address) {
      return skeleton_.program.addresses[address].location == location;
    });
  }

  const Skeleton& skeleton_;
  const Prefixes& prefixes_;
  const std::function<bool()>& go_on_;
  Values values_;
  Evaluation evaluation_;
  Orders orders_;
  ReadChoices reads_;
  std::optional<AcyclicOrder> order_;
};

}  // namespace

bool may_go_on(const Model& model, const Program& program, const Prefixes& prefixes,
               const std::function<bool()>& go_on) {
  const Skeleton skeleton(program, prefixes.paths);
  return Beginnings(model, skeleton, prefixes, go_on).run();
}

}  // namespace opexplore::axioms
