#include "litmus/generate/minimise/places.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

namespace opexplore::minimise {

namespace {

/// A CTA: GPU and number.
using Cta = std::pair<std::uint32_t, std::uint32_t>;

Cta cta_of(const Thread& thread) { return {thread.gpu, thread.cta}; }

/// Gives out 0, 1, … in the order in which keys are first seen.
template <class Key>
class Numbers {
 public:
  std::uint32_t operator()(const Key& key) {
    return numbers_.emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<Key, std::uint32_t> numbers_;
};

void number_from_zero(Program& program) {
  Numbers<std::uint32_t> gpus;
  std::map<std::uint32_t, Numbers<std::uint32_t>> ctas;
  std::map<Cta, Numbers<std::uint32_t>> warps;
  for (Thread& thread : program.threads) {
    const std::uint32_t gpu = gpus(thread.gpu);
    const std::uint32_t cta = ctas[gpu](thread.cta);
    thread = {cta, gpu, warps[{gpu, cta}](thread.warp), std::move(thread.instructions),
              std::move(thread.registers)};
  }
}

bool same_places(const Program& a, const Program& b) {
  return std::equal(a.threads.begin(), a.threads.end(), b.threads.begin(),
                    [](const Thread& left, const Thread& right) {
                      return std::tuple(left.gpu, left.cta, left.warp) ==
                             std::tuple(right.gpu, right.cta, right.warp);
                    });
}

std::uint32_t free_warp(const Program& program, Cta cta) {
  std::uint32_t free = 0;
  for (const Thread& thread : program.threads) {
    if (cta_of(thread) == cta) free = std::max(free, thread.warp + 1);
  }
  return free;
}

/// All threads of GPU `from` on GPU 0, their CTAs beside those that are there.
Program with_gpu_merged(Program program, std::uint32_t from) {
  std::uint32_t free = 0;
  for (const Thread& thread : program.threads) {
    if (thread.gpu == 0) free = std::max(free, thread.cta + 1);
  }
  for (Thread& thread : program.threads) {
    if (thread.gpu == from) thread.gpu = 0, thread.cta += free;
  }
  return program;
}

/// All threads of one CTA in another, their warps beside those that are there.
Program with_cta_merged(Program program, Cta from, Cta to) {
  const std::uint32_t free = free_warp(program, to);
  for (Thread& thread : program.threads) {
    if (cta_of(thread) != from) continue;
    std::tie(thread.gpu, thread.cta) = to;
    thread.warp += free;
  }
  return program;
}

Program with_thread_moved(Program program, std::size_t moved, Cta to) {
  const std::uint32_t warp = free_warp(program, to);
  Thread& thread = program.threads[moved];
  std::tie(thread.gpu, thread.cta) = to;
  thread.warp = warp;
  return program;
}

bool shares_warp(const Program& program, std::size_t thread) {
  const Thread& mine = program.threads[thread];
  return std::any_of(program.threads.begin(),
                     program.threads.begin() + static_cast<std::ptrdiff_t>(thread),
                     [&](const Thread& other) {
                       return cta_of(other) == cta_of(mine) && other.warp == mine.warp;
                     });
}

}  // namespace

std::vector<Program> simpler_places(const Program& program) {
  Program numbered = program;
  number_from_zero(numbered);
  std::vector<Program> result;
  std::vector<Cta> ctas;  // in the order of their first threads
  for (const Thread& thread : numbered.threads) {
    const Cta cta = cta_of(thread);
    if (std::find(ctas.begin(), ctas.end(), cta) == ctas.end()) ctas.push_back(cta);
  }
  std::uint32_t gpus = 0;
  for (const Cta& cta : ctas) gpus = std::max(gpus, cta.first + 1);
  for (std::uint32_t gpu = 1; gpu < gpus; ++gpu) result.push_back(with_gpu_merged(numbered, gpu));
  for (std::size_t from = 1; from < ctas.size(); ++from) {
    for (std::size_t to = 0; to < from; ++to) {
      if (ctas[to].first != ctas[from].first) continue;
      result.push_back(with_cta_merged(numbered, ctas[from], ctas[to]));
    }
  }
  for (std::size_t moved = 0; moved < numbered.threads.size(); ++moved) {
    const Cta from = cta_of(numbered.threads[moved]);
    for (const Cta& to : ctas) {
      if (to < from) result.push_back(with_thread_moved(numbered, moved, to));
    }
  }
  for (std::size_t thread = 0; thread < numbered.threads.size(); ++thread) {
    if (!shares_warp(numbered, thread)) continue;
    result.push_back(with_thread_moved(numbered, thread, cta_of(numbered.threads[thread])));
  }
  for (Program& simpler : result) number_from_zero(simpler);
  if (!same_places(program, numbered)) result.insert(result.begin(), std::move(numbered));
  return result;
}

}  // namespace opexplore::minimise
