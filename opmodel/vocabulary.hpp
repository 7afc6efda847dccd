// The words that languages have for the same things: of litmus tests in their dialects, of kernels
// in CUDA C++, and of shaders in the language that they are written in.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "opmodel/phrase.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

struct Vocabulary {
  /// What is executed: "PTX", "SPIR-V".
  std::string_view module = {};
  /// Whether threads are called what the program labels them, "block 1, thread 0", not "P3".
  bool labels = false;
  std::string_view (*scope)(Scope) = &to_string;
  /// Groups of threads and the threads, each with an s where there are several: those of a CTA, in
  /// what is said of a model, and of progress.
  std::string_view cta = "CTA", block = "block", warp = "warp", thread = "thread";
  /// Promises about who is scheduled: that for all threads there, which decides whether it can
  /// hang, and what the platform promises.
  std::string_view all_there = {}, ordinary = {};
  /// What is said of a kernel that ends under the first of these alone.
  std::string_view needs_all = {};
  /// Barriers of a workgroup: one that orders its memory, one that orders buffers; and what orders
  /// buffers for all, without waiting. Empty where the language has none.
  std::string_view barrier = {}, buffer_barrier = {}, memory_barrier = {};
  /// Which of these orders what, in brackets.
  std::string_view orders = {};
  bool in_three = false;  ///< that for buffers is a barrier between two memory barriers
  /// What makes one thread of a workgroup do something; empty where it takes more than a line.
  std::string_view one_alone = {};
  /// How a buffer is declared whose accesses others see.
  std::string_view coherent = {};
};

/// Of litmus tests.
const Vocabulary& litmus_vocabulary(Language language);

/// The sentence in these words. `locations`: what addresses are called, by number; others as in the
/// program.
std::string told(const Phrase& phrase, const Vocabulary& words, const Program& program,
                 std::span<const std::string> locations = {});

/// The same in the words of litmus tests.
std::string told(const Phrase& phrase, const Program& program);

}  // namespace opexplore
