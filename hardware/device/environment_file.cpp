#include "hardware/device/environment_file.hpp"

#include <fstream>
#include <iterator>

#include "litmus/input/documents/document.hpp"
#include "litmus/input/suggestion.hpp"

namespace opexplore::hardware {
namespace {

using documents::Document;
using documents::Node;
using documents::Wording;

// Of the parameters; for a misspelled one, the one that was meant.
std::string known_names(std::string_view misspelled) {
  std::vector<std::string_view> known;
  std::string names;
  for (const Parameter& parameter : environment_parameters()) {
    known.emplace_back(parameter.name);
    names += (names.empty() ? "parameters are " : ", ") + std::string(parameter.name);
  }
  return opexplore::detail::did_you_mean(misspelled, known, names);
}

Environment environment_of(const Node& node) {
  const Node parameters = node["params"];
  Environment result = standard_environment();
  for (const Node member : parameters.members("an object with parameters")) {
    const std::string name(member.name());
    const auto knob = knob_named(name);
    if (!knob) {
      parameters.fail_at(member, "there is no parameter '" + name + '\'', known_names(name));
    }
    result[*knob] = member.whole<std::uint32_t>("a whole number from 0");
  }
  if (const auto wrong = problem(result)) node.fail(*wrong);
  return result;
}

}  // namespace

std::vector<Environment> parse_environments(std::string_view text, const std::string& path) {
  const Document document(text, path, {Wording::path});
  const Node root = document.root();
  const Node schema = root["schema"];
  if (!schema.is_text() || schema.text() != environments_schema) {
    schema.fail_expected('"' + std::string(environments_schema) + '"');
  }
  constexpr std::string_view what = "a list with at least one environment";
  const Node list = root["environments"];
  std::vector<Environment> environments = list.list(environment_of, what);
  if (environments.empty()) list.fail_expected(what);
  return environments;
}

std::vector<Environment> read_environments(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(path, {}, "the file cannot be opened", "check the path");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return parse_environments(text, path);
}

}  // namespace opexplore::hardware
