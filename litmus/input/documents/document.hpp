// JSON documents of every kind, read in one way: each value knows its line and column, and there is
// one way to complain about it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/input/documents/entry.hpp"
#include "opmodel/program.hpp"

namespace opexplore::documents {

/// What a complaint about a value says behind its line and column.
enum class Wording : std::uint8_t {
  /// For documents that people write: "expected the grid as an array, found number".
  kind,
  /// For documents that programs write, often in one long line: which value it is and what it is,
  /// "envs[2].id: expected a whole number from 0, found -1".
  path,
};

struct Reading {
  Wording wording = Wording::kind;
  std::uint32_t first_line = 1;  ///< of the text, in its file
  std::string advice = {};       ///< about what is no JSON
};

class Node;

/// A document and all its values. Stays where it is: nodes refer to it.
class Document {
 public:
  /// Throws InputError, with the place, for what is no JSON, for lists nested more deeply than any
  /// file of ours, for a member that is given twice, and for a number that no double holds.
  Document(std::string_view text, std::string path, Reading reading = {});
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  Node root() const;
  /// The file, as the caller named it.
  const std::string& path() const { return path_; }

 private:
  friend class Node;

  std::string path_;
  Wording wording_;
  std::string text_;
  std::deque<std::string> unescaped_;
  std::vector<detail::Entry> entries_;
};

/// The members of an object or the elements of a list, in their order.
class Nodes {
 public:
  class Iterator {
   public:
    using value_type = Node;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Node operator*() const;
    Iterator& operator++();
    Iterator operator++(int);
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    friend class Nodes;
    Iterator(const Document& document, const detail::Entry* entries, std::uint32_t index)
        : document_(&document), entries_(entries), index_(index) {}

    const Document* document_ = nullptr;
    const detail::Entry* entries_ = nullptr;
    std::uint32_t index_ = 0;
  };

  Iterator begin() const { return {*document_, entries_, begin_}; }
  Iterator end() const { return {*document_, entries_, end_}; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  friend class Node;
  Nodes() = default;

  const Document* document_ = nullptr;
  const detail::Entry* entries_ = nullptr;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  std::size_t size_ = 0;
};

/// A value of a document, which must outlive it. Functions that take `what` complain of another
/// value than they ask for: they throw InputError with its place, and `what` is what was expected,
/// "the name of the table" (Wording::kind) or "a text" (Wording::path).
class Node {
 public:
  bool is_null() const { return is<std::nullptr_t>(); }
  bool is_boolean() const { return is<bool>(); }
  bool is_text() const { return is<std::string_view>(); }
  /// Without a fraction or an exponent, and of 64 bits with or without a sign.
  bool is_whole() const { return is<std::int64_t>() || is<std::uint64_t>(); }
  bool is_number() const { return is_whole() || is<double>(); }
  bool is_list() const { return is<detail::List>(); }
  bool is_object() const { return is<detail::Object>(); }

  /// Of a member; of other values nothing.
  std::string_view name() const { return entry().name; }
  /// Where the value begins.
  SourcePlace place() const { return entry().place; }
  /// JSON pointer (RFC 6901), /outcomes/2/count.
  std::string pointer() const;

  /// \name Complaints about this value
  /// @{
  /// `column` is added to where it begins.
  [[noreturn]] void fail(const std::string& message, const std::string& advice = "",
                         std::uint32_t column = 0) const;
  /// The same, with the place of a value in this one.
  [[noreturn]] void fail_at(const Node& inner, const std::string& message,
                            const std::string& advice = "") const;
  /// "expected `what`, found …"; Wording::kind puts `as` behind `what`, " as a string".
  [[noreturn]] void fail_expected(std::string_view what, std::string_view as = "") const;
  /// @}

  /// \name Objects and lists
  /// @{
  void require_object(std::string_view what = "an object") const;
  Nodes members(std::string_view what = "an object") const;
  Nodes elements(std::string_view what = "a list") const;
  /// The member of that name; nothing where there is none, or no object.
  std::optional<Node> find(std::string_view name) const;
  /// The member of that name, or a complaint about the object.
  Node operator[](std::string_view name) const;
  /// Refuses other members, for a misspelled one would be lost without a word.
  void allow_only(std::initializer_list<std::string_view> names,
                  std::string_view what = "an object") const;
  /// What `read` makes of each element.
  template <std::invocable<Node> Read>
  auto list(Read read, std::string_view what = "a list") const;
  /// @}

  /// \name Values
  /// @{
  std::string text(std::string_view what = "a text") const;
  std::string nonempty_text(std::string_view what = "a text that is not empty") const;
  bool boolean(std::string_view what = "true or false") const;
  double number_from_0(std::string_view what = "a number from 0") const;
  /// A whole number that `Integer` has; nothing otherwise.
  template <std::integral Integer>
  std::optional<Integer> whole() const;
  template <std::integral Integer>
  Integer whole(std::string_view what) const;
  /// What `meaning_of` finds for the text.
  template <std::invocable<std::string_view> Meaning>
  auto word(Meaning meaning_of, std::string_view what) const;
  /// The value and all that is in it.
  nlohmann::ordered_json json() const;
  /// The same in one line.
  std::string compact() const;
  /// @}

 private:
  friend class Document;
  friend class Nodes::Iterator;
  Node(const Document& document, std::uint32_t index) : document_(&document), index_(index) {}

  const detail::Entry& entry() const { return document_->entries_[index_]; }
  template <class Alternative>
  bool is() const {
    return std::holds_alternative<Alternative>(entry().content);
  }
  Nodes children(std::size_t size) const;
  std::string dotted_path() const;
  std::string shown() const;
  [[noreturn]] void fail_at(SourcePlace place, const std::string& message,
                            const std::string& advice) const;

  const Document* document_;
  std::uint32_t index_;
};

inline Node Nodes::Iterator::operator*() const { return {*document_, index_}; }

inline Nodes::Iterator& Nodes::Iterator::operator++() {
  index_ = entries_[index_].end;
  return *this;
}

inline Nodes::Iterator Nodes::Iterator::operator++(int) {
  const Iterator before = *this;
  ++*this;
  return before;
}

template <std::invocable<Node> Read>
auto Node::list(Read read, std::string_view what) const {
  const Nodes nodes = elements(what);
  std::vector<decltype(read(*this))> result;
  result.reserve(nodes.size());
  for (const Node node : nodes) result.push_back(read(node));
  return result;
}

template <std::integral Integer>
std::optional<Integer> Node::whole() const {
  if (const auto* const natural = std::get_if<std::uint64_t>(&entry().content)) {
    if (std::in_range<Integer>(*natural)) return static_cast<Integer>(*natural);
  } else if (const auto* const negative = std::get_if<std::int64_t>(&entry().content)) {
    if (std::in_range<Integer>(*negative)) return static_cast<Integer>(*negative);
  }
  return std::nullopt;
}

template <std::integral Integer>
Integer Node::whole(std::string_view what) const {
  const std::optional<Integer> number = whole<Integer>();
  if (!number) fail_expected(what);
  return *number;
}

template <std::invocable<std::string_view> Meaning>
auto Node::word(Meaning meaning_of, std::string_view what) const {
  const auto* const written = std::get_if<std::string_view>(&entry().content);
  const auto meaning = written == nullptr ? std::nullopt : meaning_of(*written);
  if (!meaning) fail_expected(what);
  return *meaning;
}

}  // namespace opexplore::documents
