// The options of a model.
#pragma once

#include "axioms/cat_syntax.hpp"
#include "axioms/compiled_model.hpp"

namespace opexplore::axioms {

/// Sets what an `option` statement says. Throws CatError for one that there is not.
void set_option(CompiledModel& model, const CatStatement& statement);

}  // namespace opexplore::axioms
