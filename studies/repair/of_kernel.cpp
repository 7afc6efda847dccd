#include "studies/repair/of_kernel.hpp"

#include <algorithm>
#include <utility>

#include "answers/findings/code_words.hpp"
#include "answers/findings/failures.hpp"
#include "answers/places.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"
#include "studies/repair/ptx_text.hpp"

namespace opexplore::repair {
namespace {

Failure failure_of(const Test& test, std::string message, std::string suggestion) {
  return {std::move(message), test.path, 0, 0, std::move(suggestion)};
}

// How the fence that stands there is written, as far as the line shows it.
std::string fence_in(const CodePlace& place, Scope scope) {
  const std::string call = kernel_words::fence_statement(Fence{Order::sc, scope});
  return place.text.find(call) == std::string::npos ? "the fence" : call;
}

// What C++ writes as PTX; fences of all threads and of the asynchronous proxy have names in
// libcu++.
std::string statement_of(const Test& test, const Point& point, const Action& action) {
  const auto* const fence = asynchronous_as<AsynchronousFence>(action);
  if (fence == nullptr || fence->kind != AsynchronousFence::Kind::async) {
    return "asm volatile(\"" +
           instruction_text(test, {point.thread, point.instruction}, action, true) +
           ";\" ::: \"memory\");";
  }
  const std::string_view space = fence->space == Space::global       ? "cuda::ptx::space_global"
                                 : fence->space == Space::shared_cta ? "cuda::ptx::space_shared"
                                 : fence->space == Space::shared_cluster
                                     ? "cuda::ptx::space_cluster"
                                     : "";
  return "cuda::ptx::fence_proxy_async(" + std::string(space) + ");";
}

CodeEdit fence_edit(const Test& test, const kernel::Facts& facts, const Point& point,
                    const std::optional<Action>& fence) {
  const Action& now = instruction_of(test.program, point.thread, point.instruction).action;
  Edit edit{point.gap ? Edit::Where::before : Edit::Where::at,
            point.thread,
            point.instruction,
            fence ? *fence : now,
            {}};
  CodeEdit change = kernel_words::code_edit(test, facts, edit);
  const bool is_asynchronous = kind_of(now) == InstructionKind::asynchronous;
  if (!point.gap) {
    change.instead = is_asynchronous ? (point.kind == PointKind::wait ? "the wait" : "the fence")
                                     : fence_in(change.place, fence_of(now)->scope);
  }
  const std::optional<FenceFacts> between = fence ? fence_of(*fence) : std::nullopt;
  if (!fence) {
    change.text.clear();
  } else if (between && !between->proxy) {
    change.text = kernel_words::fence_statement(Fence{between->order, between->scope});
  } else if (!between) {
    change.text = statement_of(test, point, *fence);
  }
  return change;
}

// What C++ has no atomic for: as PTX.
std::string in_assembly(const Test& test, const Point& point, const Action& action) {
  const std::string text = instruction_text(test, {point.thread, point.instruction}, action, false);
  const std::size_t begin = text.starts_with('@') ? text.find(' ') + 1 : 0;
  return "asm volatile(\"" + text.substr(begin, text.find(' ', begin) - begin) + " …\")";
}

CodeEdit access_edit(const Test& test, const kernel::Facts& facts, const Point& point,
                     const Level& level) {
  const Instruction& there = instruction_of(test.program, point.thread, point.instruction);
  Action action = *at_level(there.action, point.kind, level);
  Atomic* const atomic = read_modify_write(action);
  // Machines know some updates as compare-and-swaps in a loop.
  if (atomic != nullptr && atomic->op == AtomicOp::cas && !point.others.empty()) {
    for (const AtomicOp op : {AtomicOp::add, AtomicOp::min, AtomicOp::max}) {
      if (there.text.find('.' + std::string(to_string(op)) + '.') != std::string::npos) {
        atomic->op = op;
      }
    }
  }
  CodeEdit change = kernel_words::code_edit(
      test, facts, {Edit::Where::at, point.thread, point.instruction, action, {}});
  if (memory_access(action) == nullptr) {
    change.text = in_assembly(test, point, action);
    return change;
  }
  const bool wraps =
      atomic != nullptr && (atomic->op == AtomicOp::inc || atomic->op == AtomicOp::dec);
  if (wraps) change.text = in_assembly(test, point, action);
  if (level.order == Order::weak) change.text = "a plain access";
  return change;
}

}  // namespace

std::optional<Failure> refusal_of_kernel(const Test& test, const FixQuestion& question) {
  const kernel::Facts& facts = *question.kernel;
  if (facts.whole) {
    return failure_of(
        test, "of a launch of that size one execution is looked at, and changes are changes of all",
        "launch fewer threads: --grid 2 --block 1");
  }
  const bool asks = test.condition.kind != Proposition::Kind::truth;
  if (asks && test.quantifier == Quantifier::exists) {
    return failure_of(test, "--exists asks whether it can end so, and not that it must not",
                      "say --never, or leave it out: data races are looked for anyway");
  }
  if (question.condition_only && !asks && facts.assertions.empty()) {
    return failure_of(test, "nothing is asked of the kernel but what --condition-only leaves out",
                      "say --never or --forall, or leave --condition-only out");
  }
  return std::nullopt;
}

std::vector<SourcePlace> in_other_sizes(const Test& test, const kernel::Facts& facts) {
  std::vector<SourcePlace> places;
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto& code = test.program.threads[t].instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (memory_access(code[i].action) == nullptr) continue;
      if (kernel_words::differs_in_size(test, facts, thread, static_cast<InstructionId>(i))) {
        places.push_back(code[i].place);
      }
    }
  }
  return places;
}

std::vector<std::string> remarks_of(const kernel::Facts& facts) {
  std::vector<std::string> remarks;
  if (!facts.launch_remark.empty()) remarks.push_back(facts.launch_remark);
  if (!facts.assumed.empty()) remarks.push_back(kernel::sentence_of(facts.assumed));
  return remarks;
}

bool is_compiled(const FixAnswer& answer) {
  return answer.kernel != nullptr && kernel::is_cuda_file(answer.kernel->file);
}

std::string title_of(const FixAnswer& answer, const BadEnd& end) {
  const Test& test = answer.property.asked;
  if (end.hang) return "it can go on for ever";
  if (end.race && end.race->kind == PairKind::divergence) return "threads come to barriers apart";
  if (end.race) {
    // Instructions of the program as it is: who asks has changed nothing.
    const Action& access = action_at(test.program, end.race->first_thread, end.race->first);
    const auto address = address_of(access);
    return "data race on `" +
           (address ? kernel_words::location(*answer.kernel, *address) : std::string("?")) + '`';
  }
  if (const auto* const stop = stop_in(test, *answer.kernel, end.outcome)) {
    return opexplore::title_of(*stop, place_of(test, stop->thread, stop->instruction));
  }
  const bool asked = answer.test.condition.kind != Proposition::Kind::truth;
  if (!asked) return "it can end otherwise";
  return "it can end against `" + condition_line(answer.test) + '`';
}

std::string nothing_wrong(const FixAnswer& answer) {
  std::string text = answer.property.races && answer.property.races->empty() ? "no data race" : "";
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (!answer.kernel->assertions.empty()) add("no thread stops at what is undefined or asserted");
  if (answer.test.condition.kind != Proposition::Kind::truth) {
    add('`' + condition_line(answer.test) + "` holds");
  }
  if (answer.property.ends) add("no hang");
  return text.empty() ? "nothing was asked" : text;
}

std::string launch_of(const kernel::Facts& facts) {
  std::string names;
  for (const std::string& name : facts.kernels) names += (names.empty() ? "" : ", ") + name;
  return (facts.kernels.size() > 1 ? "kernels " : "kernel ") + names + ", explored as " +
         facts.launch;
}

std::vector<CodeEdit> source_edits(const FixAnswer& answer, const Fix& fix) {
  std::vector<CodeEdit> edits;
  const Test& test = answer.test;
  for (std::size_t p = 0; p < fix.levels.size(); ++p) {
    const Point& point = answer.points[p];
    if (fix.levels[p] == point.now) continue;
    if (!instruction_of(test.program, point.thread, point.instruction).code) continue;
    const Level& level = point.levels[fix.levels[p]];
    CodeEdit edit = point.kind == PointKind::access
                        ? access_edit(test, *answer.kernel, point, level)
                        : fence_edit(test, *answer.kernel, point, fence_at(point.kind, level));
    if (std::ranges::find(edits, edit) == edits.end()) edits.push_back(std::move(edit));
  }
  return edits;
}

}  // namespace opexplore::repair
