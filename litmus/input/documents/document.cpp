#include "litmus/input/documents/document.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "litmus/input/input_error.hpp"
#include "litmus/input/suggestion.hpp"

namespace opexplore::documents {
namespace {

using OrderedJson = nlohmann::ordered_json;
using detail::Content;
using detail::List;
using detail::Object;

std::string_view kind_of(const Content& content) {
  constexpr std::array<std::string_view, std::variant_size_v<Content>> kinds{
      "null", "boolean", "number", "number", "number", "string", "array", "object"};
  return kinds.at(content.index());
}

// A member's name as a part of a JSON pointer.
std::string escaped(std::string_view name) {
  std::string result;
  for (const char c : name) {
    result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  }
  return result;
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

// A step from a value to one that is in it: to a member of that name, or to an element.
struct Part {
  bool member;
  std::string_view name;
  std::size_t index;
};

std::vector<Part> way_to(std::uint32_t index, const std::vector<detail::Entry>& entries) {
  std::vector<Part> way;
  for (std::uint32_t at = 0; at != index;) {
    const bool member = std::holds_alternative<Object>(entries[at].content);
    std::size_t sibling = 0;
    for (++at; entries[at].end <= index; at = entries[at].end) ++sibling;
    way.push_back({member, entries[at].name, sibling});
  }
  return way;
}

}  // namespace

Document::Document(std::string_view text, std::string path, Reading reading)
    : path_(std::move(path)),
      wording_(reading.wording),
      text_(text),
      entries_(detail::parse({text_, path_, reading.first_line, reading.advice}, unescaped_)) {}

Node Document::root() const { return {*this, 0}; }

Nodes Node::children(std::size_t size) const {
  Nodes nodes;
  nodes.document_ = document_;
  nodes.entries_ = document_->entries_.data();
  nodes.begin_ = index_ + 1;
  nodes.end_ = entry().end;
  nodes.size_ = size;
  return nodes;
}

void Node::require_object(std::string_view what) const {
  if (!is_object()) fail_expected(what, " as an object");
}

Nodes Node::members(std::string_view what) const {
  const auto* const object = std::get_if<Object>(&entry().content);
  if (object == nullptr) fail_expected(what, " as an object");
  return children(object->size);
}

Nodes Node::elements(std::string_view what) const {
  const auto* const list = std::get_if<List>(&entry().content);
  if (list == nullptr) fail_expected(what, " as an array");
  return children(list->size);
}

std::optional<Node> Node::find(std::string_view name) const {
  const auto* const object = std::get_if<Object>(&entry().content);
  if (object == nullptr) return std::nullopt;
  for (const Node member : children(object->size)) {
    if (member.name() == name) return member;
  }
  return std::nullopt;
}

Node Node::operator[](std::string_view name) const {
  if (!is_object()) fail_expected("an object");
  if (const std::optional<Node> member = find(name)) return *member;
  const std::string missing(name);
  if (document_->wording_ == Wording::path) fail("`" + missing + "` is missing");
  fail("expected a member '" + missing + "'");
}

void Node::allow_only(std::initializer_list<std::string_view> names, std::string_view what) const {
  const std::vector<std::string_view> known(names);
  for (const Node member : members(what)) {
    if (std::ranges::find(known, member.name()) != known.end()) continue;
    const std::string name(member.name());
    if (document_->wording_ == Wording::path) {
      fail_at(member, "there is no member `" + name + '`',
              opexplore::detail::did_you_mean(name, known, "members are " + listed(known)));
    }
    member.fail(
        "unknown member '" + name + "'",
        opexplore::detail::did_you_mean(name, known, "the members here are " + listed(known)));
  }
}

std::string Node::text(std::string_view what) const {
  const auto* const text = std::get_if<std::string_view>(&entry().content);
  if (text == nullptr) fail_expected(what, " as a string");
  return std::string(*text);
}

std::string Node::nonempty_text(std::string_view what) const {
  std::string result = text(what);
  if (!result.empty()) return result;
  if (document_->wording_ == Wording::path) fail_expected(what);
  fail("expected " + std::string(what) + ", found an empty string");
}

bool Node::boolean(std::string_view what) const {
  const auto* const value = std::get_if<bool>(&entry().content);
  if (value == nullptr) fail_expected(what);
  return *value;
}

double Node::number_from_0(std::string_view what) const {
  if (const auto natural = whole<std::uint64_t>()) return static_cast<double>(*natural);
  const auto* const value = std::get_if<double>(&entry().content);
  if (value == nullptr || *value < 0) fail_expected(what);
  return *value;
}

OrderedJson Node::json() const {
  if (is_object()) {
    OrderedJson result = OrderedJson::object();
    // Names are different, so that none has to be looked for.
    auto& all = result.get_ref<OrderedJson::object_t&>();
    for (const Node member : members()) all.emplace_back(std::string(member.name()), member.json());
    return result;
  }
  if (is_list()) {
    OrderedJson result = OrderedJson::array();
    for (const Node element : elements()) result.push_back(element.json());
    return result;
  }
  return std::visit(
      [](const auto& value) -> OrderedJson {
        if constexpr (std::constructible_from<OrderedJson, decltype(value)>) return value;
        return nullptr;
      },
      entry().content);
}

std::string Node::compact() const { return json().dump(); }

std::string Node::pointer() const {
  std::string result;
  for (const Part& part : way_to(index_, document_->entries_)) {
    result += '/' + (part.member ? escaped(part.name) : std::to_string(part.index));
  }
  return result;
}

std::string Node::dotted_path() const {
  std::string result;
  for (const Part& part : way_to(index_, document_->entries_)) {
    if (!part.member) {
      result += '[' + std::to_string(part.index) + ']';
    } else {
      result += (result.empty() ? "" : ".") + std::string(part.name);
    }
  }
  return result;
}

std::string Node::shown() const {
  constexpr std::size_t longest = 40;
  const std::string kind(kind_of(entry().content));
  const bool full = entry().end > index_ + 1;
  if (full) return "an " + kind;
  const std::string value = compact();
  return value.size() <= longest ? value : "a long " + kind;
}

void Node::fail_at(SourcePlace place, const std::string& message, const std::string& advice) const {
  const std::string at = document_->wording_ == Wording::path ? dotted_path() : "";
  throw InputError(document_->path_, place, (at.empty() ? "" : at + ": ") + message, advice);
}

void Node::fail(const std::string& message, const std::string& advice, std::uint32_t column) const {
  const auto [line, begin] = place();
  fail_at(SourcePlace{line, begin + column}, message, advice);
}

void Node::fail_at(const Node& inner, const std::string& message, const std::string& advice) const {
  fail_at(inner.place(), message, advice);
}

void Node::fail_expected(std::string_view what, std::string_view as) const {
  const std::string expected = "expected " + std::string(what);
  if (document_->wording_ == Wording::path) fail(expected + ", found " + shown());
  fail(expected + std::string(as) + ", found " + std::string(kind_of(entry().content)));
}

}  // namespace opexplore::documents
