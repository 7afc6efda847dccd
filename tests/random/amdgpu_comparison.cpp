#include "tests/random/amdgpu_comparison.hpp"

#include <algorithm>
#include <vector>

#include "opmodel/amdgpu.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/machines/amdgpu/machine.hpp"
#include "opmodel/machines/cxx/machine.hpp"

namespace opexplore::random_programs {

namespace {

AmdgpuAttributes* amdgpu_of(Action& action) {
  if (MemoryAccess* const access = memory_access(action)) return &*access->amdgpu;
  auto* const fence = std::get_if<Fence>(&action);
  return fence != nullptr ? &*fence->amdgpu : nullptr;
}

bool may_be_marked(const Action& action) {
  const Order* const order = order_of(action);
  const bool synchronises = order != nullptr && *order != Order::weak && *order != Order::relaxed;
  return synchronises && barrier_of(action) == nullptr;
}

// False if C++ has no such scope.
bool make_cxx(Action& action) {
  const AmdgpuAttributes* const attributes = amdgpu_of(action);
  if (attributes == nullptr) return true;
  if (attributes->scope < SyncScope::workgroup) return false;
  const auto scope = static_cast<Scope>(static_cast<unsigned>(attributes->scope) -
                                        static_cast<unsigned>(SyncScope::workgroup));
  if (MemoryAccess* const access = memory_access(action)) {
    access->scope = scope;
    access->annotation = Annotation::none;
    access->amdgpu.reset();
  } else {
    std::get<Fence>(action).scope = scope;
    std::get<Fence>(action).amdgpu.reset();
  }
  return true;
}

// All that the machine does; nothing if it gives up.
template <class M>
std::optional<AmdgpuAnswer> answer_of(const M& machine) {
  AmdgpuAnswer answer;
  bool complete = true;
  std::set<std::string> met;
  std::vector<typename M::State> open{machine.initial()};
  while (!open.empty()) {
    const typename M::State state = std::move(open.back());
    open.pop_back();
    if (!machine.exceeded(state).empty()) {
      complete = false;
    } else if (machine.has_raced(state)) {
      answer.undefined = true;
    } else if (machine.is_final(state)) {
      answer.outcomes.insert(machine.outcome(state));
    } else {
      machine.for_each_step(state, [&](Step, typename M::State&& next) {
        std::string bytes;
        machine.encode(next, bytes);
        if (met.insert(bytes).second) open.push_back(std::move(next));
      });
    }
  }
  return complete ? std::optional(answer) : std::nullopt;
}

}  // namespace

std::optional<AmdgpuAnswer> by_amdgpu_machine(const Test& test, bool reduced) {
  return answer_of(
      amdgpu::Machine(test, reduced ? MachineOptions{} : without_reductions(MachineOptions{})));
}

std::optional<AmdgpuAnswer> by_cxx_machine(const Test& test) {
  Test same = test;
  same.program.language = Language::cxx;
  for (Thread& thread : same.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      if (!make_cxx(instruction.action)) return std::nullopt;
    }
  }
  return answer_of(cxx::Machine(same, {}));
}

std::optional<AmdgpuAnswer> by_amdgpu_axioms(const axioms::Model& model, const Test& test) {
  axioms::EvaluateOptions options;
  options.witnesses = false;
  options.interrupted = axioms::after_candidates(2'000'000);
  try {
    const axioms::AxiomaticReport report = axioms::evaluate(model, test, options);
    if (!report.complete()) return std::nullopt;
    AmdgpuAnswer answer;
    for (const axioms::AxiomaticOutcome& outcome : report.outcomes) {
      answer.outcomes.insert(outcome.values);
    }
    answer.undefined = !report.flags.empty();
    return answer;
  } catch (const axioms::Unsupported&) {  // a barrier that waits for the end of a thread
    return std::nullopt;
  }
}

bool covers(const AmdgpuAnswer& first, const AmdgpuAnswer& second) {
  if (second.undefined) return true;
  if (first.undefined) return false;
  return std::ranges::all_of(first.outcomes, [&](const Outcome& outcome) {
    return std::ranges::any_of(second.outcomes, [&](const Outcome& other) {
      return std::ranges::equal(outcome, other,
                                [](Value a, Value b) { return a == b || b == undef; });
    });
  });
}

std::optional<Test> with_one_more_av_none(const Test& test, unsigned which) {
  Test changed = test;
  std::vector<AmdgpuAttributes*> open;
  for (Thread& thread : changed.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      if (!may_be_marked(instruction.action)) continue;
      AmdgpuAttributes* const attributes = amdgpu_of(instruction.action);
      if (!attributes->av_none) open.push_back(attributes);
    }
  }
  if (open.empty()) return std::nullopt;
  open[which % open.size()]->av_none = true;
  return changed;
}

std::string text_of(const Test& test, const AmdgpuAnswer& answer) {
  std::string text = answer.undefined ? "  undefined behaviour\n" : "";
  for (const Outcome& outcome : answer.outcomes) {
    text += " ";
    for (std::size_t i = 0; i < outcome.size(); ++i) {
      text += " " + to_string(test.observables[i], test.program) + "=" +
              (outcome[i] == undef ? "undef" : std::to_string(outcome[i]));
    }
    text += "\n";
  }
  return text;
}

}  // namespace opexplore::random_programs
