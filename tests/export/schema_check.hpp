// Documents against the schemas in docs/, with valijson (libvalijson-dev), which only the
// tests use. Its templates are compiled once, in schema_check.cpp.
#pragma once

#include <string>

namespace opexplore::testing {

/// The first thing in the document that the schema, a file in docs/, does not allow; empty when
/// none.
std::string schema_fault(const std::string& document,
                         const std::string& schema_name = "report.schema.json");

}  // namespace opexplore::testing
