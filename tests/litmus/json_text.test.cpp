// What is no JSON is refused with its place.
#include "litmus/json_text.hpp"

#include <string>

#include "litmus/input_error.hpp"
#include "tests/catch.hpp"

namespace opexplore {
namespace {

std::string refusal(const std::string& text) {
  try {
    parse_json(text, "f.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("json: what is no JSON has a place", "[json]") {
  CHECK(refusal("{\"a\": [1, 2.5e3, true, null]}") == "read");
  CHECK(refusal("{\"a\":\n  1e999}") ==
        "f.json:2:3: the number 1e999 is too large; numbers go up to 1.8e308, whole ones to "
        "18446744073709551615");
  CHECK(refusal("[\"1e999\",\n-1e400 ]").starts_with("f.json:2:1: the number -1e400 is too large"));
  CHECK(refusal("1e999").starts_with("f.json:1:1: the number 1e999"));
  CHECK(refusal("[\"äö\", 1e999]").starts_with("f.json:1:8: "));
  CHECK(refusal(std::string(400, '9')).starts_with("f.json:1:1: the number 9999"));
  CHECK(refusal("18446744073709551616") == "read");  // a double
  CHECK(refusal("").starts_with("f.json:1:1: this is no JSON: "));
  CHECK(refusal("{\n \"a\": }").starts_with("f.json:2:7: this is no JSON: "));
  CHECK(refusal(std::string("[\0]", 3)).starts_with("f.json:1:2: this is no JSON: "));
  CHECK(refusal("[\"\xff\"]").starts_with("f.json:1:3: this is no JSON: "));
  CHECK(refusal("[\n" + std::string(100'000, '[')) == "f.json:2:16: the file is nested too deeply");
  CHECK(refusal("\"" + std::string(100'000, '[') + "\"") == "read");
}

}  // namespace opexplore
