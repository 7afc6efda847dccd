#include "studies/replay/trace_difference.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;
using documents::Node;

// Where two texts begin to differ, or 0 for values that are no texts.
std::size_t common_start(const Json& a, const Json& b) {
  if (!a.is_string() || !b.is_string()) return 0;
  const auto& first = a.get_ref<const std::string&>();
  const auto& second = b.get_ref<const std::string&>();
  const auto end = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  return static_cast<std::size_t>(end.first - first.begin());
}

// A value as JSON; of a long text what stands around `from`.
std::string shown(const Json& json, std::size_t from) {
  constexpr std::size_t most = 60;
  constexpr std::size_t before = 20;
  if (!json.is_string()) {
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= most ? text : text.substr(0, most) + "…";
  }
  const auto& text = json.get_ref<const std::string&>();
  if (text.size() <= most) return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::size_t start = from <= before ? 0 : from - before;
  const std::string part =
      Json(text.substr(start, most)).dump(-1, ' ', true, Json::error_handler_t::ignore);
  return (start == 0 ? "" : "…") + part + (start + most < text.size() ? "…" : "");
}

std::string elements(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " element" : " elements");
}

JsonDifference difference(const Node& at, std::string found, std::string expected) {
  return {at.pointer(), at.place(), std::move(found), std::move(expected)};
}

void require_type(const Node& found, const Json& json, const Json& expected) {
  const bool same =
      expected.is_number_integer() ? json.is_number_integer() : json.type() == expected.type();
  if (same) return;
  const std::string type =
      expected.is_number_integer() ? "whole number" : std::string(expected.type_name());
  found.fail("expected a " + type + ", found " + shown(json, 0));
}

// JSON's equality takes 1 for 1.0, and 2^64-1 for -1.
bool equal(const Json& found, const Json& expected) {
  if (!expected.is_number_integer() || !found.is_number_integer()) return found == expected;
  const bool found_negative = !found.is_number_unsigned() && found.get<Value>() < 0;
  const bool expected_negative = !expected.is_number_unsigned() && expected.get<Value>() < 0;
  return found_negative == expected_negative &&
         found.get<std::uint64_t>() == expected.get<std::uint64_t>();
}

std::optional<JsonDifference> members(const Node& found, const Json& expected) {
  for (const auto& [name, value] : expected.items()) {
    if (auto different = first_difference(found[name], value)) return different;
  }
  for (const Node member : found.members()) {
    const std::string name(member.name());
    if (expected.contains(name)) continue;
    member.fail("unknown member '" + name + "'",
                "everything in a trace is checked, so it has nothing else");
  }
  return std::nullopt;
}

std::optional<JsonDifference> list(const Node& found, const Json& expected) {
  const documents::Nodes elements_found = found.elements();
  auto next = expected.begin();
  for (const Node element : elements_found) {
    if (next == expected.end()) {
      return difference(element, shown(element.json(), 0), "the end of the list");
    }
    if (auto different = first_difference(element, *next++)) return different;
  }
  if (next == expected.end()) return std::nullopt;
  return difference(found, elements(elements_found.size()), elements(expected.size()));
}

}  // namespace

std::optional<JsonDifference> first_difference(const Node& found, const Json& expected) {
  if (expected.is_object() && found.is_object()) return members(found, expected);
  if (expected.is_array() && found.is_list()) return list(found, expected);
  const Json json = found.json();
  if (!json.is_null() && !expected.is_null()) require_type(found, json, expected);
  if (equal(json, expected)) return std::nullopt;
  const std::size_t start = common_start(json, expected);
  return difference(found, shown(json, start), shown(expected, start));
}

}  // namespace opexplore
