// What users ask of the generator, in opgen's words: docs/opgen.md lists them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "litmus/generate/generate.hpp"
#include "litmus/language/dialect.hpp"

namespace opexplore::generate {

/// As written.
struct Request {
  std::vector<std::string> edges;             ///< of a cycle
  std::vector<std::string> mutants;           ///< sources of tests to weaken
  std::vector<std::string> rewrite;           ///< sources of tests to write in another dialect
  std::map<std::string, std::string> values;  ///< by option, without dashes; empty: not given
  bool exhaustive = false;
  bool one_location = false;
  bool barriers = false;
  bool filter = false;
};

/// Which tests that means. Reads those that are to be changed. Throws UsageError for words that
/// mean nothing, or nothing together, and InputError for tests that cannot be read.
Specification specification_of(const Request& request);

/// How the tests are to be written, if that was said. Throws UsageError.
const Dialect* dialect_of(const Request& request);

}  // namespace opexplore::generate
