#include "litmus/kernels/llvm/metadata.hpp"

#include <charconv>
#include <string>
#include <utility>

#include "litmus/kernels/llvm/lexer.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel::llvm {

using detail::TokenKind;
using detail::Tokens;

// `key: value`, or elements; of what stands in brackets inside nothing is kept.
void Metadata::read_fields(Node& node, Tokens& tokens) {
  std::string_view key;
  std::size_t depth = 1;
  while (depth != 0) {
    const Token token = tokens.take();
    if (token.kind == TokenKind::end) tokens.fail(token, "metadata is never closed");
    if (token.is("(") || token.is("{")) ++depth;
    if (token.is(")") || token.is("}")) --depth;
    if (depth != 1 || token.is(")") || token.is("}")) continue;
    if (token.is(",")) {
      key = {};
    } else if (tokens.peek().is(":")) {
      key = token.text;
      tokens.take();
    } else if (!key.empty()) {
      node.fields.emplace(key, token.text);
    } else if (token.kind == TokenKind::word) {
      node.elements.push_back(token.text);
    }
  }
}

void Metadata::read(std::string_view name, Tokens& tokens) {
  tokens.accept("distinct");
  Node node;
  if (tokens.accept("!")) {
    tokens.expect("{", "'{'");
  } else {
    node.kind = bare(tokens.expect_word("metadata").text);
    tokens.expect("(", "'('");
  }
  read_fields(node, tokens);
  nodes_.insert_or_assign(name, std::move(node));
}

const Metadata::Node* Metadata::node(std::string_view name) const {
  const auto known = nodes_.find(name);
  return known == nodes_.end() ? nullptr : &known->second;
}

const std::vector<std::string_view>& Metadata::elements(std::string_view name) const {
  static const std::vector<std::string_view> none;
  const Node* const known = node(name);
  return known == nullptr ? none : known->elements;
}

std::string_view Metadata::field(std::string_view name, std::string_view field) const {
  const Node* const known = node(name);
  if (known == nullptr) return {};
  const auto value = known->fields.find(field);
  return value == known->fields.end() ? std::string_view() : value->second;
}

std::uint32_t Metadata::number(std::string_view name, std::string_view field) const {
  const std::string_view text = this->field(name, field);
  std::uint32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Scopes are nested, and the innermost that names a file has it.
std::uint32_t Metadata::file_of(std::string_view scope, Module& module) {
  std::string_view file;
  for (std::size_t depth = 0; file.empty() && depth < max_nesting && node(scope); ++depth) {
    file = field(scope, "file");
    scope = field(scope, "scope");
  }
  const auto next = static_cast<std::uint32_t>(files_.size() + 1);
  const auto [known, is_new] = files_.emplace(file, next);
  if (is_new) module.files.emplace(next, std::string(bare(field(file, "filename"))));
  return known->second;
}

std::optional<std::size_t> Metadata::mark(std::string_view location, Module& module) {
  if (const auto known = marks_.find(location); known != marks_.end()) return known->second;
  const Node* const at = node(location);
  if (at == nullptr || at->kind != "DILocation") return std::nullopt;
  if (number(location, "line") == 0) return std::nullopt;  // of no line in particular
  LineMark mark{file_of(field(location, "scope"), module),
                {number(location, "line"), number(location, "column")},
                std::nullopt};
  const std::string_view outside = field(location, "inlinedAt");
  if (node(outside) != nullptr) {
    mark.inlined_at = {file_of(field(outside, "scope"), module),
                       {number(outside, "line"), number(outside, "column")}};
  }
  module.marks.push_back(mark);
  return marks_.emplace(location, module.marks.size() - 1).first->second;
}

std::string_view Metadata::parameter_name(std::string_view function, std::uint32_t number) const {
  for (const auto& [name, variable] : nodes_) {
    if (variable.kind != "DILocalVariable" || field(name, "scope") != function) continue;
    if (this->number(name, "arg") == number) return bare(field(name, "name"));
  }
  return {};
}

}  // namespace opexplore::kernel::llvm
