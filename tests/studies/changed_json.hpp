// Every value of a document, and another one in its place: what a reader has to notice.
#pragma once

#include <functional>
#include <string>

#include "tests/studies/traced.hpp"

namespace opexplore::testing {

/// Calls visit(pointer) for every value in the document, objects and lists included.
inline void for_each_pointer(const Json& json, const std::string& pointer,
                             const std::function<void(const Json::json_pointer&)>& visit) {
  if (!pointer.empty()) visit(Json::json_pointer(pointer));
  for (const auto& [name, value] : json.items()) {
    if (json.is_structured()) for_each_pointer(value, pointer + '/' + name, visit);
  }
}

/// Another value of the same type.
inline Json changed(const Json& json) {
  if (json.is_string()) return json.get<std::string>() + "x";
  if (json.is_boolean()) return !json.get<bool>();
  if (json.is_number()) return json.get<Value>() + 1;
  if (json.is_null()) return "x";
  return json.is_array() ? Json::array({Json::object()}) : Json{{"x", 1}};
}

/// The document without that value.
inline Json without(Json document, const Json::json_pointer& pointer) {
  Json& parent = document.at(pointer.parent_pointer());
  if (parent.is_array()) {
    parent.erase(std::stoul(pointer.back()));
  } else {
    parent.erase(pointer.back());
  }
  return document;
}

}  // namespace opexplore::testing
