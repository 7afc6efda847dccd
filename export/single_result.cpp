#include "export/single_result.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

// nlohmann_json has no words for enumerations of other names than their numbers.
template <class Enumeration>
int number(Enumeration value) {
  return static_cast<int>(value);
}

template <class Enumeration>
Enumeration enumeration(const Json& json) {
  return static_cast<Enumeration>(json.get<int>());
}

Json files_json(const std::vector<OutputFile>& files) {
  Json list = Json::array();
  for (const OutputFile& file : files) list.push_back({file.path.string(), file.content});
  return list;
}

Json json_of(const kernel::InputCase& inputs) {
  Json values = Json::array();
  for (const kernel::InputValue& input : inputs.values) {
    values.push_back({input.name, input.value, input.shape});
  }
  return {{"values", std::move(values)}, {"number", inputs.number}, {"count", inputs.count}};
}

kernel::InputCase inputs_of(const Json& json) {
  kernel::InputCase inputs{{}, json.at("number"), json.at("count")};
  for (const Json& input : json.at("values")) {
    inputs.values.push_back(
        {input.at(0).get<std::string>(), input.at(1).get<std::string>(), input.at(2).get<bool>()});
  }
  return inputs;
}

Json json_of(const std::optional<ShortReport>& report) {
  if (!report) return nullptr;
  return {{"title", report->title},
          {"lines", report->lines},
          {"assumed", report->assumed},
          {"results", report->results}};
}

std::optional<ShortReport> report_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return ShortReport{json.at("title").get<std::string>(),
                     json.at("lines").get<std::vector<std::string>>(),
                     json.at("assumed").get<std::string>(), json.at("results").get<ShownResults>()};
}

Json json_of(const SingleResult& result) {
  return {{"ending", number(result.ending)},
          {"code", number(result.code)},
          {"unexpected", result.unexpected},
          {"reached_max_states", result.reached_max_states},
          {"agreement", result.agreement ? Json(number(*result.agreement)) : Json()},
          {"name", result.name},
          {"hash", result.hash},
          {"inputs", json_of(result.inputs)},
          {"report", json_of(result.report)},
          {"parts", Json(Json::object_t(result.parts.begin(), result.parts.end()))},
          {"diagnostics", result.diagnostics},
          {"remarks", result.remarks},
          {"files", files_json(result.files)}};
}

SingleResult result_of(Json json) {
  SingleResult result;
  result.ending = enumeration<Ending>(json.at("ending"));
  result.code = enumeration<ExitCode>(json.at("code"));
  result.unexpected = json.at("unexpected");
  result.reached_max_states = json.at("reached_max_states");
  if (!json.at("agreement").is_null()) {
    result.agreement = enumeration<Agreement>(json.at("agreement"));
  }
  result.name = json.at("name");
  result.hash = json.at("hash");
  result.inputs = inputs_of(json.at("inputs"));
  result.report = report_of(json.at("report"));
  for (auto& [name, part] : json.at("parts").items()) result.parts.emplace(name, std::move(part));
  result.diagnostics = json.at("diagnostics");
  result.remarks = json.at("remarks");
  for (const Json& file : json.at("files")) {
    result.files.push_back({file.at(0).get<std::string>(), file.at(1).get<std::string>()});
  }
  return result;
}

}  // namespace

// CBOR, for what files hold need not be UTF-8.
std::string text_of(const SingleResult& result) {
  std::string bytes;
  Json::to_cbor(json_of(result), bytes);
  return bytes;
}

SingleResult single_result(std::string_view text) {
  try {
    return result_of(Json::from_cbor(text));
  } catch (const Json::exception& error) {
    throw std::invalid_argument(error.what());
  }
}

}  // namespace opexplore
