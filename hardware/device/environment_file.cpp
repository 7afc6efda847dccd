#include "hardware/device/environment_file.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "litmus/json_text.hpp"

namespace opexplore::hardware {
namespace {

using Json = nlohmann::ordered_json;

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  std::vector<Environment> environments(std::string_view text) const {
    const Json json = parse_json(text, path_);
    if (!json.is_object() || json.value("schema", Json()) != environments_schema) {
      fail("schema: expected \"" + std::string(environments_schema) + '"');
    }
    const auto list = json.find("environments");
    if (list == json.end() || !list->is_array() || list->empty()) {
      fail("environments: expected a list with at least one environment");
    }
    std::vector<Environment> result;
    for (std::size_t i = 0; i < list->size(); ++i) {
      result.push_back(environment((*list)[i], "environments[" + std::to_string(i) + ']'));
    }
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& message, const std::string& advice = "") const {
    throw InputError(path_, {1, 1}, message, advice);
  }

  Environment environment(const Json& json, const std::string& at) const {
    const auto parameters = json.is_object() ? json.find("params") : json.end();
    if (!json.is_object() || parameters == json.end() || !parameters->is_object()) {
      fail(at + ".params: expected an object with parameters");
    }
    Environment result = standard_environment();
    for (const auto& [name, value] : parameters->items()) {
      const std::string here = at + ".params." + name;
      const auto knob = knob_named(name);
      if (!knob) fail(at + ".params: there is no parameter '" + name + '\'', known_names());
      constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
      if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
        fail(here + ": expected a whole number from 0");
      }
      result[*knob] = value.get<std::uint32_t>();
    }
    if (const auto wrong = problem(result)) fail(at + ": " + *wrong);
    return result;
  }

  static std::string known_names() {
    std::string names;
    for (const Parameter& parameter : environment_parameters()) {
      names += (names.empty() ? "parameters are " : ", ") + std::string(parameter.name);
    }
    return names;
  }

  const std::string& path_;
};

}  // namespace

std::vector<Environment> parse_environments(std::string_view text, const std::string& path) {
  return Reader(path).environments(text);
}

std::vector<Environment> read_environments(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(path, {}, "the file cannot be opened", "check the path");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return parse_environments(text, path);
}

}  // namespace opexplore::hardware
