// Asking a machine whether a program ends under a promise of progress.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// A test, and what was said of it under one promise.
struct Asked {
  Test test;
  Termination report;

  const EndJudgement& only() const { return report.judgements.front(); }
};

inline Asked ask(std::string_view text, const std::string& promise, const char* machine = "sc",
                 const ExploreOptions& options = {}) {
  Asked asked{read(std::string(text), "test.litmus"), {}};
  asked.report =
      find_machine(machine)->termination(asked.test, options, {{parse_promise(promise)}});
  return asked;
}

/// What is wrong with the words of a promise.
inline std::string refusal_of(std::string_view promise) {
  try {
    parse_promise(promise);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace opexplore
