// The options of a model.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "axioms/cat_syntax.hpp"
#include "axioms/compiled_model.hpp"

namespace opexplore::axioms {

/// What the text of the ISA leaves open about asynchronous operations, and how it can be read. Of
/// each value there is a relation, `place-path`: all pairs if it is the one that counts, else none.
struct Reading {
  std::string_view name;
  std::vector<std::string_view> values;  ///< the usual one first
};

/// All of them.
std::span<const Reading> readings();

/// Sets what an `option` statement says. Throws CatError for one that there is not.
void set_option(CompiledModel& model, const CatStatement& statement);

}  // namespace opexplore::axioms
