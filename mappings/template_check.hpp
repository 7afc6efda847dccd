// What a template does with its holes.
#pragma once

#include <string>

#include "mappings/template.hpp"

namespace opexplore::mappings::detail {

/// Which holes a template has.
struct Uses {
  bool address = false;
  bool reads_value = false;
  bool reads_expected = false;
  bool writes_destination = false;
  bool source_op = false;
};
Uses uses_of(const Template& code);

/// Why the template can go wrong for some registers; empty when it cannot. The register of the
/// destination can be the same as that of the value, the expected value or the address, so none of
/// them may be needed once the destination is written. Temporaries must be written somewhere.
std::string register_fault(const Template& code);

}  // namespace opexplore::mappings::detail
