// Metadata of a module, of which places in the source and names are read (LLVM LangRef,
// "Metadata").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "litmus/kernels/module.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel::llvm {

class Metadata {
 public:
  /// Reads `!4 = …`, of which the name has been read.
  void read(std::string_view name, detail::Tokens& tokens);

  /// What nodes that list others have, as written: `!4` or `@kernel`.
  const std::vector<std::string_view>& elements(std::string_view name) const;

  /// The mark of the module for a place in the source, `!DILocation(…)`; nothing for what is none.
  std::optional<std::size_t> mark(std::string_view location, Module& module);

  /// The name of parameter `number` of the function that `!dbg` of its definition names, counted
  /// from 1; empty if nothing says it.
  std::string_view parameter_name(std::string_view function, std::uint32_t number) const;

 private:
  struct Node {
    std::string_view kind;                                ///< "DILocation"; empty for a list
    std::map<std::string_view, std::string_view> fields;  ///< "line": "4"
    std::vector<std::string_view> elements;
  };

  const Node* node(std::string_view name) const;
  std::string_view field(std::string_view name, std::string_view field) const;
  std::uint32_t number(std::string_view name, std::string_view field) const;
  std::uint32_t file_of(std::string_view scope, Module& module);
  void read_fields(Node& node, detail::Tokens& tokens);

  std::map<std::string_view, Node> nodes_;
  std::map<std::string_view, std::uint32_t> files_;  ///< numbers in the module
  std::map<std::string_view, std::size_t> marks_;    ///< by location
};

}  // namespace opexplore::kernel::llvm
