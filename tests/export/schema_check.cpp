#include "tests/export/schema_check.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "tests/locations.hpp"

namespace opexplore::testing {

std::string schema_fault(const std::string& document, const std::string& schema_name) {
  std::ifstream file(std::string(source_folder) + "/docs/" + schema_name);
  const nlohmann::json schema_json = nlohmann::json::parse(file);
  valijson::Schema schema;
  valijson::SchemaParser parser;
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_json), schema);
  const nlohmann::json json = nlohmann::json::parse(document, nullptr, false);
  if (json.is_discarded()) return "not one JSON document";
  valijson::Validator validator;
  valijson::ValidationResults results;
  if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(json), &results)) {
    return {};
  }
  std::string fault;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const std::string& part : error.context) fault += part;
    fault += ": " + error.description + '\n';
  }
  return fault.empty() ? "invalid" : fault;
}

}  // namespace opexplore::testing
