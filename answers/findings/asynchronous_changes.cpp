#include "answers/findings/asynchronous_changes.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "answers/findings/changes.hpp"
#include "answers/places.hpp"
#include "answers/why/edit.hpp"
#include "opmodel/asynchronous_accesses.hpp"

namespace opexplore::kernel_changes {

namespace {

using Kind = AsynchronousOperation::Kind;

const AsynchronousOperation* operation_at(const Program& program, const BugPlace& at) {
  return asynchronous_as<AsynchronousOperation>(action_at(program, at.thread, at.instruction));
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

// A wait for the operation: behind it, or behind a wait of its thread for less.
std::vector<Remedy> waits_for(const Test& test, const BugPlace& at,
                              const AsynchronousOperation& operation) {
  if (!operation.mbarriers.empty()) return {};
  if (operation.kind == Kind::copy) {
    const WaitGroup all{OperationGroup::copies, 0, false, true};
    return {beside(test, at, Edit::Where::after, Asynchronous{all})};
  }
  std::vector<Remedy> found;
  const Action full = Asynchronous{WaitGroup{OperationGroup::bulk, 0, false, false}};
  const auto& code = test.program.threads[at.thread].instructions;
  for (std::size_t i = at.instruction; i < code.size(); ++i) {
    const auto* const wait = asynchronous_as<WaitGroup>(code[i].action);
    if (wait == nullptr || wait->group != OperationGroup::bulk) continue;
    if (!wait->reads_only && wait->pending == 0) continue;
    found.push_back({why_parts::inserted(test, {at.thread, static_cast<InstructionId>(i)},
                                         Edit::Where::after, full)});
  }
  const Action commit = Asynchronous{CommitGroup{OperationGroup::bulk}};
  found.push_back(joined(beside(test, at, Edit::Where::after, commit),
                         beside(test, at, Edit::Where::after, full)));
  return found;
}

// What may order the operation and the other access without a barrier.
std::vector<Remedy> singles(const Test& test, const BugPlace& at, const BugPlace& other) {
  const AsynchronousOperation* const operation = operation_at(test.program, at);
  if (operation == nullptr) return {};
  std::vector<Remedy> found;
  if (operation_at(test.program, other) == nullptr && is_by_other_proxy(*operation)) {
    const Action fence = Asynchronous{AsynchronousFence{}};
    found.push_back(
        {why_parts::inserted(test, {other.thread, other.instruction}, Edit::Where::after, fence)});
    found.push_back(beside(test, at, Edit::Where::before, fence));
  }
  std::ranges::move(waits_for(test, at, *operation), std::back_inserter(found));
  return found;
}

}  // namespace

std::vector<Remedy> by_completion(const AnsweredTest& run, const BugPlace& first,
                                  const BugPlace& second) {
  const Test& test = run.asked.test;
  std::vector<Remedy> changes = singles(test, first, second);
  std::ranges::move(singles(test, second, first), std::back_inserter(changes));
  const std::size_t without_barrier = changes.size();
  const std::vector<Remedy> barriers = by_barrier(run, first, second);
  changes.insert(changes.end(), barriers.begin(), barriers.end());
  for (std::size_t i = 0; i < without_barrier; ++i) {
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
