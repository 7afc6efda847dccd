#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/ptx_code/initial_state_writer.hpp"
#include "litmus/language/ptx_code/memory_map.hpp"
#include "litmus/language/ptx_code/spelling.hpp"
#include "litmus/language/ptx_code/thread_table_writer.hpp"
#include "litmus/language/question_writer.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

namespace {

constexpr PtxStyle gpu_ptx_style = PtxStyle::full;

/// Where a thread runs, outermost level first.
std::array<std::uint32_t, 3> place(const Thread& thread) {
  return {thread.gpu, thread.cta, thread.warp};
}

/// The lists of one level among the threads, in the order of their first threads:
/// `(cta (warp T0)) (cta 7 (warp T1))`.
std::string scope_lists(const Program& program, const std::vector<std::size_t>& threads,
                        std::size_t level) {
  constexpr std::array<std::string_view, 3> words = {"device", "cta", "warp"};
  std::vector<std::uint32_t> numbers;
  for (const std::size_t thread : threads) {
    const std::uint32_t number = place(program.threads[thread]).at(level);
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) {
      numbers.push_back(number);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text += std::string(i == 0 ? "(" : " (") + std::string(words.at(level));
    if (numbers[i] != i) text += " " + std::to_string(numbers[i]);
    std::vector<std::size_t> inside;
    for (const std::size_t thread : threads) {
      if (place(program.threads[thread]).at(level) == numbers[i]) inside.push_back(thread);
    }
    if (level + 1 < words.size()) {
      text += " " + scope_lists(program, inside, level + 1);
    } else {
      for (const std::size_t thread : inside) text += " " + thread_name(gpu_ptx_dialect, thread);
    }
    text += ")";
  }
  return text;
}

std::string scope_tree(const Program& program) {
  std::vector<std::size_t> threads;
  for (std::size_t i = 0; i < program.threads.size(); ++i) threads.push_back(i);
  return "ScopeTree\n" + scope_lists(program, threads, 0) + "\n";
}

}  // namespace

std::string gpu_ptx_instruction_text(const Action& action, const Thread& thread,
                                     const Program& program) {
  return Spelling(gpu_ptx_style, program, thread).text(action);
}

std::string gpu_ptx_test_text(const Test& test) {
  const Program& program = test.program;
  const std::string map = memory_map_text(program, gpu_ptx_style);
  const auto heading = [](std::size_t number) { return thread_name(gpu_ptx_dialect, number); };
  return comments_text(test) + "{\n" + registers_text(program, gpu_ptx_style) +
         locations_text(program, gpu_ptx_style) + "}\n" +
         thread_table_text(program, gpu_ptx_style, heading) + "\n" + scope_tree(program) + "\n" +
         (map.empty() ? "" : map + "\n") + question_text(test);
}

}  // namespace opexplore::detail
