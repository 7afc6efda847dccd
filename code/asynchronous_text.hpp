// Asynchronous actions in words.
#pragma once

#include <string>

#include "opmodel/asynchronous.hpp"

namespace opexplore::code {

/// What the action does, without addresses, registers and numbers: "mbarrier arrive release cta".
std::string asynchronous_text(const AsynchronousAction& action);

}  // namespace opexplore::code
