// A table file as JSON, with one way to complain about it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "mappings/json_places.hpp"
#include "mappings/table.hpp"

namespace opexplore::mappings::detail {

using Json = nlohmann::ordered_json;  // entries keep their order

/// A value of the document and the JSON pointer to it.
struct Node {
  const Json& json;
  std::string pointer;
};

class Document {
 public:
  /// Throws TableError for what is no JSON.
  Document(std::string_view text, std::string path);

  Node root() const { return {json_, ""}; }
  const std::string& path() const { return path_; }
  /// Where the value begins; 0:0 if that is not known.
  SourcePlace place_of(const Node& node) const;

  /// Complains about a value; `column` is added to where it begins.
  [[noreturn]] void fail(const Node& node, const std::string& message,
                         const std::string& suggestion = "", std::uint32_t column = 0) const;

  /// \name Values of a kind, or complaints. `what` is "the name of the table".
  /// @{
  std::string text(const Node& node, std::string_view what) const;
  void require_object(const Node& node, std::string_view what) const;
  void require_array(const Node& node, std::string_view what) const;
  /// @}

  /// Refuses members that are not among `names`.
  void check_names(const Node& object, std::initializer_list<std::string_view> names) const;

  /// The member, or a complaint about the object.
  Node required(const Node& object, const std::string& name) const;
  static bool has(const Node& object, std::string_view name);
  static Node member(const Node& object, const std::string& name);
  static Node element(const Node& array, std::size_t index);

 private:
  std::string path_;
  Json json_;
  JsonPlaces places_;
};

}  // namespace opexplore::mappings::detail
