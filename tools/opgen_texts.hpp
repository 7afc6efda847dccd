// Values of opgen's options that are written as text and mean more than text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "litmus/dialect.hpp"
#include "litmus/generate/generate.hpp"

namespace opexplore {

struct GenerateTexts {
  std::vector<std::string> edges;
  std::vector<std::string> mutants;
  std::vector<std::string> rewrite;
  std::map<std::string, std::string> values;  ///< by option, without dashes; empty: not given
  bool exhaustive = false;
  bool one_location = false;
  bool barriers = false;
  bool version = false;
  std::string help;
};

/// Which tests they ask for. Throws UsageError, and InputError for tests that cannot be read.
generate::Specification read_specification(const GenerateTexts& texts);

/// How tests are written. Throws UsageError.
Dialect read_dialect(const GenerateTexts& texts);

}  // namespace opexplore
