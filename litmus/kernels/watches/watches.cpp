#include <algorithm>
#include <array>

#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/watches/exclusion.hpp"
#include "litmus/kernels/watches/watch.hpp"

namespace opexplore::kernel {

namespace {

constexpr Watch exclusive{
    .name = "exclusive",
    .manual =
        "one thread at a time is in these lines of a kernel, and the next one knows what it "
        "did there",
    .fine = "one thread at a time in ",
    .stopped = "is there when another one is, too",
    .races = {.what = said_of_pass,
              .sentence = "Nothing orders the way out of one before the way in of the other.",
              .advice = "let one in at a time: a lock that is taken with acquire and given back "
                        "with release, at a scope that reaches both"},
    .rule = {.id = "mutual-exclusion",
             .title = "Threads that are in a critical section at a time",
             .text = "Two threads can be at a time in lines that only one shall be in, or nothing "
                     "says that one has come out before the other comes in.",
             .help = "Let who comes in acquire what who goes out has released: a "
                     "compare-and-swap with acquire order, and a release store, both at a scope "
                     "that includes all threads; or __threadfence() behind the way in and before "
                     "the way out."},
    .watch = watch_exclusion};

constexpr std::array all_watches{&exclusive};

}  // namespace

std::span<const Watch* const> watches() { return all_watches; }

void watch_places(const Launch& launch, LaunchedKernel& kernel) {
  for (const WatchedLines& asked : launch.watched) {
    kernel.facts.watched.push_back(asked.question->watch(asked, launch, kernel));
  }
}

const Watched* watched_at(std::span<const Watched> watched, std::optional<AddressId> address) {
  const auto found = std::ranges::find_if(
      watched, [&](const Watched& one) { return one.location && one.location == address; });
  return found == watched.end() ? nullptr : &*found;
}

}  // namespace opexplore::kernel
