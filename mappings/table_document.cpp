#include "mappings/table_document.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "litmus/json_text.hpp"
#include "litmus/tokens.hpp"

namespace opexplore::mappings::detail {
namespace {

std::string kind_of(const Json& json) { return std::string("found ") + json.type_name(); }

}  // namespace

Document::Document(std::string_view text, std::string path) : path_(std::move(path)) {
  try {
    json_ = parse_json(text, path_);
    places_ = places_of_values(text);
  } catch (const InputError& error) {
    throw TableError(path_, {error.line, error.column}, error.message, error.suggestion);
  } catch (const DuplicateMember& duplicate) {
    throw TableError(path_, duplicate.place, "'" + duplicate.name + "' is given twice");
  }
}

SourcePlace Document::place_of(const Node& node) const { return places_.of(node.pointer); }

void Document::fail(const Node& node, const std::string& message, const std::string& suggestion,
                    std::uint32_t column) const {
  SourcePlace at = place_of(node);
  if (at.line != 0) at.column += column;
  throw TableError(path_, at, message, suggestion);
}

std::string Document::text(const Node& node, std::string_view what) const {
  if (!node.json.is_string()) {
    fail(node, "expected " + std::string(what) + " as a string, " + kind_of(node.json));
  }
  auto result = node.json.get<std::string>();
  if (result.empty()) fail(node, "expected " + std::string(what) + ", found an empty string");
  return result;
}

void Document::require_object(const Node& node, std::string_view what) const {
  if (!node.json.is_object()) {
    fail(node, "expected " + std::string(what) + " as an object, " + kind_of(node.json));
  }
}

void Document::require_array(const Node& node, std::string_view what) const {
  if (!node.json.is_array()) {
    fail(node, "expected " + std::string(what) + " as an array, " + kind_of(node.json));
  }
}

void Document::check_names(const Node& object,
                           std::initializer_list<std::string_view> names) const {
  const std::vector<std::string_view> known(names);
  for (const auto& [name, value] : object.json.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string all;
    for (const std::string_view each : known) all += (all.empty() ? "" : ", ") + std::string(each);
    fail(member(object, name), "unknown member '" + name + "'",
         opexplore::detail::did_you_mean(name, known, "the members here are " + all));
  }
}

Node Document::required(const Node& object, const std::string& name) const {
  if (!has(object, name)) fail(object, "expected a member '" + name + "'");
  return member(object, name);
}

bool Document::has(const Node& object, std::string_view name) { return object.json.contains(name); }

Node Document::member(const Node& object, const std::string& name) {
  std::string escaped;
  for (const char c : name) {
    escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  }
  return {object.json.at(name), object.pointer + '/' + escaped};
}

Node Document::element(const Node& array, std::size_t index) {
  return {array.json.at(index), array.pointer + '/' + std::to_string(index)};
}

}  // namespace opexplore::mappings::detail
