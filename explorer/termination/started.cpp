#include "explorer/termination/started.hpp"

#include <algorithm>
#include <utility>

namespace opexplore {

std::optional<GoingOn> going_on(const Promise& promise, const Program& program) {
  if (promise.resident || promise.stack || program.threads.empty()) return std::nullopt;
  const auto is = [&](ScopeLevel level, ProgressModel model) {
    return promise.model(level) == model;
  };
  const bool within =
      is(ScopeLevel::cta, ProgressModel::fair) && is(ScopeLevel::warp, ProgressModel::fair);
  const bool one_gpu = std::ranges::all_of(program.threads, [&](const Thread& thread) {
    return thread.gpu == program.threads.front().gpu;
  });
  const bool gpus = is(ScopeLevel::sys, ProgressModel::fair) ||
                    (one_gpu && is(ScopeLevel::sys, ProgressModel::obe));
  if (!within || !gpus) return std::nullopt;
  if (is(ScopeLevel::gpu, ProgressModel::fair)) return GoingOn::all;
  if (one_gpu && is(ScopeLevel::gpu, ProgressModel::obe)) return GoingOn::started_ctas;
  return std::nullopt;
}

std::optional<std::vector<Test>> with_some_ctas(const Test& test, std::size_t most) {
  std::vector<std::uint32_t> ctas;
  for (const Thread& thread : test.program.threads) {
    if (std::ranges::find(ctas, thread.cta) == ctas.end()) ctas.push_back(thread.cta);
  }
  std::vector<Test> tests;
  if (ctas.size() >= 64 || (std::size_t{1} << ctas.size()) > most + 2) return std::nullopt;
  for (std::size_t set = 1; set + 1 < std::size_t{1} << ctas.size(); ++set) {
    Test some = test;
    for (Thread& thread : some.program.threads) {
      const auto number = std::ranges::find(ctas, thread.cta) - ctas.begin();
      if ((set >> number & 1U) == 0) thread.instructions.clear();
    }
    tests.push_back(std::move(some));
  }
  return tests;
}

}  // namespace opexplore
