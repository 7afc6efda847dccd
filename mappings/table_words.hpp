// How values are spelled in a table file.
#pragma once

#include <array>

#include "mappings/table.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings::detail {

inline constexpr std::array all_scopes{Scope::cta, Scope::cluster, Scope::gpu, Scope::sys};

/// \name The word for a value
/// @{
inline constexpr auto spell_order = [](Order order) { return cxx_name(order); };
inline constexpr auto spell_scope = [](Scope scope) { return cxx_name(scope); };
inline constexpr auto spell_ptx_scope = [](Scope scope) { return to_string(scope); };
inline constexpr auto spell_operation = [](Operation operation) { return to_string(operation); };
/// @}

}  // namespace opexplore::mappings::detail
