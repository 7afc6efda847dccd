#include "answers/findings/asynchronous_changes.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "answers/findings/changes.hpp"
#include "answers/places.hpp"
#include "answers/why/edit.hpp"

namespace opexplore::kernel_changes {

namespace {

using Kind = AsynchronousOperation::Kind;

const AsynchronousAction* asynchronous_at(const Program& program, ThreadId thread,
                                          InstructionId at) {
  const auto* const other = std::get_if<Asynchronous>(&action_at(program, thread, at));
  return other == nullptr ? nullptr : &other->what;
}

const AsynchronousOperation* operation_at(const Program& program, const BugPlace& at) {
  const auto* const action = asynchronous_at(program, at.thread, at.instruction);
  return action == nullptr ? nullptr : std::get_if<AsynchronousOperation>(action);
}

bool is_by_other_proxy(const AsynchronousOperation& operation) {
  return operation.kind == Kind::bulk || operation.kind == Kind::bulk_reduce ||
         operation.kind == Kind::matrix;
}

// Beside what the line of the instruction starts, in each thread that comes there: the parts of one
// copy are one.
Remedy beside(const Test& test, const BugPlace& at, Edit::Where where, const Action& added) {
  const SourcePlace place = instruction_of(test.program, at.thread, at.instruction).place;
  Remedy edits;
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const auto& code = test.program.threads[t].instructions;
    const auto is_it = [&](std::size_t i) { return i < code.size() && code[i].place == place; };
    for (std::size_t i = 0; i < code.size(); ++i) {
      const bool edge = where == Edit::Where::before ? i == 0 || !is_it(i - 1) : !is_it(i + 1);
      if (!is_it(i) || !edge) continue;
      edits.push_back(why_parts::inserted(
          test, {static_cast<ThreadId>(t), static_cast<InstructionId>(i)}, where, added));
      edits.back().alone = true;
    }
  }
  return edits;
}

Remedy joined(Remedy first, const Remedy& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

class Changing {
 public:
  Changing(const Test& test, const BugPlace& operation, const BugPlace& other)
      : test_(test),
        at_(operation),
        other_(other),
        operation_(*operation_at(test.program, operation)) {}

  std::vector<Remedy> singles() const {
    std::vector<Remedy> found;
    const bool apart = operation_at(test_.program, other_) == nullptr;
    if (apart && is_by_other_proxy(operation_)) {
      const Action fence = Asynchronous{AsynchronousFence{}};
      found.push_back({why_parts::inserted(test_, {other_.thread, other_.instruction},
                                           Edit::Where::after, fence)});
      found.push_back(beside(test_, at_, Edit::Where::before, fence));
    }
    add_waits(found);
    return found;
  }

 private:
  void add_waits(std::vector<Remedy>& found) const {
    if (!operation_.mbarriers.empty()) return;
    if (operation_.kind == Kind::copy) {
      const WaitGroup all{OperationGroup::copies, 0, false, true};
      found.push_back(beside(test_, at_, Edit::Where::after, Asynchronous{all}));
      return;
    }
    const WaitGroup full{OperationGroup::bulk, 0, false, false};
    const auto& code = test_.program.threads[at_.thread].instructions;
    for (std::size_t i = at_.instruction; i < code.size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      const auto* const action = asynchronous_at(test_.program, at_.thread, at);
      const auto* const wait = action == nullptr ? nullptr : std::get_if<WaitGroup>(action);
      if (wait == nullptr || wait->group != OperationGroup::bulk) continue;
      if (!wait->reads_only && wait->pending == 0) continue;
      found.push_back(
          {why_parts::inserted(test_, {at_.thread, at}, Edit::Where::after, Asynchronous{full})});
    }
    found.push_back(joined(
        beside(test_, at_, Edit::Where::after, Asynchronous{CommitGroup{OperationGroup::bulk}}),
        beside(test_, at_, Edit::Where::after, Asynchronous{full})));
  }

  const Test& test_;
  const BugPlace& at_;
  const BugPlace& other_;
  const AsynchronousOperation& operation_;
};

}  // namespace

std::vector<Remedy> by_completion(const AnsweredTest& run, const BugPlace& first,
                                  const BugPlace& second) {
  const Test& test = run.asked.test;
  std::vector<Remedy> changes;
  const bool starts = operation_at(test.program, first) != nullptr;
  if (starts) changes = Changing(test, first, second).singles();
  if (operation_at(test.program, second) != nullptr) {
    std::ranges::move(Changing(test, second, first).singles(), std::back_inserter(changes));
  } else if (!starts) {
    return {};
  }
  const std::size_t singles = changes.size();
  const std::vector<Remedy> barriers = by_barrier(run, first, second);
  changes.insert(changes.end(), barriers.begin(), barriers.end());
  for (std::size_t i = 0; i < singles; ++i) {
    for (const Remedy& barrier : barriers) changes.push_back(joined(changes[i], barrier));
  }
  return changes;
}

std::string call_of(const AsynchronousAction& action) {
  if (const auto* const fence = std::get_if<AsynchronousFence>(&action)) {
    return fence->kind == AsynchronousFence::Kind::async ? "cuda::ptx::fence_proxy_async();" : "";
  }
  if (std::holds_alternative<CommitGroup>(action)) {
    return "cuda::ptx::cp_async_bulk_commit_group();";
  }
  const auto* const wait = std::get_if<WaitGroup>(&action);
  if (wait == nullptr) return "";
  return wait->group == OperationGroup::copies
             ? "__pipeline_commit(); __pipeline_wait_prior(0);"
             : "cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>());";
}

}  // namespace opexplore::kernel_changes
