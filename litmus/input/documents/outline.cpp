#include "litmus/input/documents/outline.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace opexplore::documents {
namespace {

using Json = nlohmann::json;

// Told by the library's parser what it reads.
class Listener {
 public:
  explicit Listener(Outline& outline) : outline_(outline) {}

  bool null() { return true; }
  bool boolean(bool /*value*/) { return true; }
  bool number_integer(std::int64_t /*value*/) { return true; }
  bool number_unsigned(std::uint64_t /*value*/) { return true; }
  bool number_float(double /*value*/, const std::string& /*text*/) { return true; }
  bool string(const std::string& value) {
    if (depth_ == 1 && last_ == "schema") outline_.schema = value;
    return true;
  }
  bool binary(Json::binary_t& /*value*/) { return true; }
  bool key(const std::string& name) {
    if (depth_ == 1) outline_.members.insert(last_ = name);
    return true;
  }
  bool start_object(std::size_t /*elements*/) { return enter(); }
  bool start_array(std::size_t /*elements*/) { return enter(); }
  bool end_object() { return leave(); }
  bool end_array() { return leave(); }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const Json::exception& /*error*/) {
    return false;
  }

 private:
  bool enter() {
    ++depth_;
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

  Outline& outline_;
  std::string last_;  ///< member of the outermost object
  std::size_t depth_ = 0;
};

}  // namespace

Outline outline_of(std::string_view text) {
  Outline outline;
  Listener listener(outline);
  Json::sax_parse(text.begin(), text.end(), &listener);
  return outline;
}

}  // namespace opexplore::documents
