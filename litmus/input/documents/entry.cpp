#include "litmus/input/documents/entry.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "litmus/input/documents/cursor.hpp"
#include "litmus/input/input_error.hpp"

namespace opexplore::documents::detail {
namespace {

using Json = nlohmann::json;

// No file of ours is nested deeper than this, and what follows the nesting may recur.
constexpr std::size_t deepest = 16;

// "[json.exception.parse_error.101] parse error at line 1, column 2: TEXT" -> TEXT.
std::string parser_words(const std::string& what) {
  const auto column = what.find(", column ");
  const auto colon = what.find(": ", column == std::string::npos ? 0 : column);
  return colon == std::string::npos ? what : what.substr(colon + 2);
}

// Told by the library's parser what it reads.
class Builder {
 public:
  Builder(const Source& source, std::deque<std::string>& unescaped)
      : source_(source), unescaped_(unescaped), cursor_(source.text, source.first_line) {}

  std::vector<Entry> entries() && {
    // The parser takes a zero byte for the end.
    const SourcePlace place = cursor_.next();
    if (!cursor_.at_end()) {
      fail(place, "this is no JSON: there is a zero byte behind it", source_.advice);
    }
    return std::move(entries_);
  }

  bool null() { return word(nullptr); }
  bool boolean(bool value) { return word(value); }
  bool number_integer(std::int64_t value) { return word(value); }
  bool number_unsigned(std::uint64_t value) { return word(value); }
  bool number_float(double value, const std::string& /*text*/) { return word(value); }
  bool string(std::string& value) {
    const SourcePlace place = cursor_.next();
    add(place, kept(cursor_.pass_string(), value));
    return true;
  }
  bool binary(Json::binary_t& /*value*/) { return false; }  // JSON has none
  bool start_object(std::size_t /*elements*/) { return open(Object{}); }
  bool start_array(std::size_t /*elements*/) { return open(List{}); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& value) {
    const SourcePlace place = cursor_.next();
    name_ = kept(cursor_.pass_string(), value);
    if (!is_new(name_)) fail(place, "'" + std::string(name_) + "' is given twice", "");
    return true;
  }

  // `position` is how many bytes were read, the wrong one last.
  bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) {
    constexpr int number_overflow = 406;
    const auto place = [&](std::size_t back) {
      return place_of_byte(source_.text, position - std::min(position, back), source_.first_line);
    };
    if (error.id == number_overflow) {
      fail(place(token.size()), "the number " + token.substr(0, 40) + " is too large",
           "numbers go up to 1.8e308, whole ones to 18446744073709551615");
    }
    fail(place(1), "this is no JSON: " + parser_words(error.what()), source_.advice);
  }

 private:
  // An object or list that is being read.
  struct Open {
    std::uint32_t index = 0;
    std::unordered_set<std::string_view> names = {};  ///< of its members, once they are many
  };

  [[noreturn]] void fail(SourcePlace place, const std::string& message,
                         const std::string& advice) const {
    throw InputError(source_.path, place, message, advice);
  }

  // An escape is longer than what it stands for.
  std::string_view kept(std::string_view written, std::string& value) {
    if (written.size() == value.size()) return written;
    return unescaped_.emplace_back(std::move(value));
  }

  bool word(Content content) {
    const SourcePlace place = cursor_.next();
    cursor_.pass_word();
    add(place, content);
    return true;
  }

  void add(SourcePlace place, Content content) {
    if (!open_.empty()) {
      Content& outer = entries_[open_.back().index].content;
      if (auto* const object = std::get_if<Object>(&outer)) ++object->size;
      if (auto* const list = std::get_if<List>(&outer)) ++list->size;
    }
    const auto end = static_cast<std::uint32_t>(entries_.size() + 1);
    entries_.push_back({place, end, std::exchange(name_, {}), content});
  }

  bool open(Content content) {
    const SourcePlace place = cursor_.next();
    if (open_.size() == deepest) fail(place, "the file is nested too deeply", source_.advice);
    cursor_.pass_bracket();
    add(place, content);
    open_.push_back({static_cast<std::uint32_t>(entries_.size() - 1)});
    return true;
  }

  bool close() {
    cursor_.next();
    cursor_.pass_bracket();
    entries_[open_.back().index].end = static_cast<std::uint32_t>(entries_.size());
    open_.pop_back();
    return true;
  }

  // Whether no member of the object that is open has that name. Comparing with each of them is the
  // fastest for the few that objects have.
  bool is_new(std::string_view name) {
    constexpr std::uint32_t few = 32;
    Open& object = open_.back();
    const bool many = std::get<Object>(entries_[object.index].content).size >= few;
    if (!object.names.empty()) return object.names.insert(name).second;
    for (std::size_t i = object.index + 1; i < entries_.size(); i = entries_[i].end) {
      if (entries_[i].name == name) return false;
      if (many) object.names.insert(entries_[i].name);
    }
    if (many) object.names.insert(name);
    return true;
  }

  const Source& source_;
  std::deque<std::string>& unescaped_;
  Cursor cursor_;
  std::vector<Entry> entries_;
  std::vector<Open> open_;
  std::string_view name_;  ///< of the value that comes next
};

}  // namespace

std::vector<Entry> parse(const Source& source, std::deque<std::string>& unescaped) {
  if (source.text.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError(source.path, {}, "the file is too large", "a document has at most 4 GiB");
  }
  Builder builder(source, unescaped);
  Json::sax_parse(source.text.begin(), source.text.end(), &builder);
  return std::move(builder).entries();
}

}  // namespace opexplore::documents::detail
