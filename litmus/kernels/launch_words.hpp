// A launch as words: options of a command line, or of comments in the source. What they leave open
// has defaults (docs/cuda.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/default_launch.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/launch_word.hpp"
#include "litmus/kernels/module.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::kernel {

/// Lines that a question is asked of, `12-15+20`.
struct WatchWord {
  const Watch* question = nullptr;  ///< one of watches()
  LaunchWord lines;
};

struct LaunchWords {
  std::optional<LaunchWord> kernel, blocks, threads, cluster, setup;
  std::optional<LaunchWord> vector;  ///< `split`, `8` or `16`: see Launch::one_piece
  std::vector<LaunchWord> inputs;    ///< `n=4`, `out=buffer(2)`, `flag=1`, `table=1,2,3`
  std::vector<LaunchWord> aliases;   ///< `a,b`, `a,b+4`: b points to the memory of a
  std::vector<LaunchWord> shown;     ///< names
  std::vector<WatchWord> watched;
  std::optional<LaunchWord> question;  ///< an expression of C: `out==0 && flag==1`
  Quantifier quantifier = Quantifier::exists;
  /// A launch of the source that has more threads gives way to a small one.
  std::uint64_t most_threads = most_threads_run;

  bool empty() const { return first_option().empty(); }
  /// The option of one of the words; empty if there are none.
  std::string first_option() const;
};

/// The words of `first`, and where it has none those of `second`.
LaunchWords joined(LaunchWords first, const LaunchWords& second);

/// The kernel that the words mean. Throws as launch_of().
NamedEntry launched_entry(const LaunchWords& words, const Module& module, const CudaSource& source,
                          const std::string& path);

/// The launch of the module that the words mean. `source` may be empty: names of parameters and the
/// shape of the grid come from it where it has them. Throws UsageError for words of the command
/// line, and InputError for those of comments.
Launch launch_of(const LaunchWords& words, const Module& module, const CudaSource& source,
                 const std::string& path);

}  // namespace opexplore::kernel
