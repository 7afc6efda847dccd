#include "litmus/json_text.hpp"

#include <algorithm>
#include <optional>

#include "litmus/input_error.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

// No file of ours is nested deeper than this. The library's own callback could tell, but takes time
// quadratic in the number of elements; and it destroys and writes deep documents by recursion.
constexpr int deepest = 16;

// Where a list or object opens that is nested too deeply.
std::optional<std::size_t> too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest) return at;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return std::nullopt;
}

// "[json.exception.parse_error.101] parse error at line 1, column 2: TEXT" -> TEXT.
std::string parser_words(const std::string& what) {
  const auto column = what.find(", column ");
  const auto colon = what.find(": ", column == std::string::npos ? 0 : column);
  return colon == std::string::npos ? what : what.substr(colon + 2);
}

/// Reads as the library does and keeps nothing but where it stops: an exception for a number that
/// is too large does not say where that is.
class Stop : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*elements*/) override { return true; }
  bool key(string_t& /*value*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*elements*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& last_token,
                   const Json::exception& /*error*/) override {
    end = position;
    token = last_token;
    return false;
  }

  std::size_t end = 0;  ///< bytes read
  std::string token;    ///< the last of them
};

}  // namespace

SourcePlace place_of_byte(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
  const auto characters =
      std::ranges::count_if(before.substr(start), [](char c) {  // not bytes of UTF-8
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
      });
  return {static_cast<std::uint32_t>(std::ranges::count(before, '\n')) + 1,
          static_cast<std::uint32_t>(characters) + 1};
}

Json parse_json(std::string_view text, const std::string& path, const std::string& advice) {
  if (const auto at = too_deep(text)) {
    throw InputError(path, place_of_byte(text, *at), "the file is nested too deeply", advice);
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw InputError(path, place_of_byte(text, error.byte == 0 ? 0 : error.byte - 1),
                     "this is no JSON: " + parser_words(error.what()), advice);
  } catch (const Json::out_of_range&) {
    Stop stop;
    Json::sax_parse(text, &stop);
    throw InputError(path, place_of_byte(text, stop.end - std::min(stop.end, stop.token.size())),
                     "the number " + stop.token.substr(0, 40) + " is too large",
                     "numbers go up to 1.8e308, whole ones to 18446744073709551615");
  }
}

}  // namespace opexplore
