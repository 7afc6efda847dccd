#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
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

/// A level of the scope tree, and the number of a thread's list in it; a level of which a thread
/// has none is left out around it.
struct TreeLevel {
  std::string_view word;
  std::optional<std::uint32_t> (*number)(const Thread& thread);
  /// Lists without a number have their position, counted from 0.
  bool counted = true;
};

using ListNumber = std::optional<std::uint32_t>;

constexpr std::array<TreeLevel, 5> tree_levels{{
    {"device", [](const Thread& thread) { return ListNumber(thread.gpu); }},
    {"grid",
     [](const Thread& thread) { return thread.grid == 0 ? ListNumber() : ListNumber(thread.grid); },
     false},
    {"cluster", [](const Thread& thread) { return thread.cluster; }, false},
    {"cta", [](const Thread& thread) { return ListNumber(thread.cta); }},
    {"warp", [](const Thread& thread) { return ListNumber(thread.warp); }},
}};

class ScopeLists {
 public:
  explicit ScopeLists(const Program& program) : program_(program) {}

  /// The lists of one level among the threads, in the order of their first threads:
  /// `(cta (warp T0)) (cta 7 (warp T1))`.
  std::string lists(const std::vector<std::size_t>& threads, std::size_t level) {
    if (level == tree_levels.size()) return names(threads);
    if (level == 1) ctas_ = 0;
    const bool in_groups = tree_levels.at(level).word == "cta";
    std::uint32_t own = 0;
    std::uint32_t& position = in_groups ? ctas_ : own;
    std::string text;
    for (const ListNumber& number : numbers(threads, level)) {
      std::vector<std::size_t> inside;
      for (const std::size_t thread : threads) {
        if (number_of(thread, level) == number) inside.push_back(thread);
      }
      if (!text.empty()) text += " ";
      text += number ? list(*number, inside, level, position) : lists(inside, level + 1);
    }
    return text;
  }

 private:
  std::string list(std::uint32_t number, const std::vector<std::size_t>& inside, std::size_t level,
                   std::uint32_t& position) {
    std::string text = "(" + std::string(tree_levels.at(level).word);
    if (!tree_levels.at(level).counted || number != position) text += " " + std::to_string(number);
    ++position;
    return text + " " + lists(inside, level + 1) + ")";
  }

  ListNumber number_of(std::size_t thread, std::size_t level) const {
    return tree_levels.at(level).number(program_.threads[thread]);
  }

  std::vector<ListNumber> numbers(const std::vector<std::size_t>& threads,
                                  std::size_t level) const {
    std::vector<ListNumber> result;
    for (const std::size_t thread : threads) {
      const ListNumber number = number_of(thread, level);
      if (std::ranges::find(result, number) == result.end()) result.push_back(number);
    }
    return result;
  }

  static std::string names(const std::vector<std::size_t>& threads) {
    std::string text;
    for (const std::size_t thread : threads) {
      text += (text.empty() ? "" : " ") + thread_name(gpu_ptx_dialect, thread);
    }
    return text;
  }

  const Program& program_;
  std::uint32_t ctas_ = 0;  ///< of the open device, in all its groups
};

std::string scope_tree(const Program& program) {
  std::vector<std::size_t> threads;
  for (std::size_t i = 0; i < program.threads.size(); ++i) threads.push_back(i);
  return "ScopeTree\n" + ScopeLists(program).lists(threads, 0) + "\n";
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
