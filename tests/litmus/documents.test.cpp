// JSON documents: every value has its place, and what is wrong is complained about in one way.
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "litmus/input/documents/choice.hpp"
#include "litmus/input/documents/document.hpp"
#include "litmus/input/documents/outline.hpp"
#include "litmus/input/input_error.hpp"
#include "tests/catch.hpp"

namespace opexplore::documents {
namespace {

std::string refusal(
    const std::string& text, const std::function<void(const Node&)>& read = [](const Node&) {},
    Wording wording = Wording::kind) {
  try {
    const Document document(text, "f.json", {wording, 1, "write JSON"});
    read(document.root());
  } catch (const InputError& error) {
    return error.what();
  }
  return "read";
}

std::string refusal_by_path(const std::string& text, const std::function<void(const Node&)>& read) {
  return refusal(text, read, Wording::path);
}

// The byte of the text at which the place is, in a text of ASCII.
std::size_t byte_at(const std::string& text, SourcePlace place) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < place.line; ++line) begin = text.find('\n', begin) + 1;
  return begin + place.column - 1;
}

// Every value begins where its own text does: behind its place stands, but for blanks, what the
// library writes for it.
void check_places(const std::string& text, const Node& node) {
  using Json = nlohmann::ordered_json;
  INFO(node.pointer());
  CHECK(Json::parse(text).at(Json::json_pointer(node.pointer())) == node.json());
  const std::string rest = text.substr(byte_at(text, node.place()));
  if (node.is_object()) {
    CHECK(rest.front() == '{');
    for (const Node member : node.members()) check_places(text, member);
  } else if (node.is_list()) {
    CHECK(rest.front() == '[');
    for (const Node element : node.elements()) check_places(text, element);
  } else {
    CHECK(rest.starts_with(node.compact()));
  }
}

}  // namespace

TEST_CASE("documents: what is no JSON has a place", "[documents]") {
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
  CHECK(refusal("{\n \"a\": }").ends_with("; write JSON"));
  CHECK(refusal("{} {}").starts_with("f.json:1:4: this is no JSON: "));
  CHECK(refusal(std::string("[\0]", 3)).starts_with("f.json:1:2: this is no JSON: "));
  CHECK(refusal(std::string("{} \0{}", 6)).starts_with("f.json:1:4: this is no JSON: "));
  CHECK(refusal("[\"\xff\"]").starts_with("f.json:1:3: this is no JSON: "));
  CHECK(refusal("[\n" + std::string(100'000, '[')) ==
        "f.json:2:16: the file is nested too deeply; write JSON");
  CHECK(refusal("\"" + std::string(100'000, '[') + "\"") == "read");
  CHECK(refusal(std::string(16, '[') + std::string(16, ']')) == "read");
}

TEST_CASE("documents: a member is given once", "[documents]") {
  CHECK(refusal("{\"a\": 1,\n \"a\": 2}") == "f.json:2:2: 'a' is given twice");
  CHECK(refusal("[{\"b\": {}, \"a\": 1, \"\\u0061\": 2}]") == "f.json:1:20: 'a' is given twice");
  CHECK(refusal("{\"\": 1, \"\": 2}") == "f.json:1:9: '' is given twice");
  CHECK(refusal("[{\"a\": {\"a\": 1}}, {\"a\": 1}]") == "read");
  // Objects of many members are looked through in another way.
  for (const std::size_t count : {31U, 32U, 33U, 34U, 35U, 1000U}) {
    std::string text = "{\"x0\": 0";
    for (std::size_t i = 1; i < count; ++i) text += ", \"x" + std::to_string(i) + "\": 0";
    CHECK(refusal(text + "}") == "read");
    for (const std::size_t twice : {std::size_t{0}, count / 2, count - 1}) {
      const std::string name = "x" + std::to_string(twice);
      CHECK(refusal(text + ",\n\"" + name + "\": 0}") ==
            "f.json:2:1: '" + name + "' is given twice");
    }
  }
}

TEST_CASE("documents: every value knows where it begins", "[documents]") {
  const std::string text =
      "{\"a\": [1, -2.5 ,true,\n\t\"t\\\"ext\\u0041\", null , []],\r\n"
      " \"b~/\" :{\"\":{}, \"c\":\"\",\"d\":[{\"e\":0}]}\n}\n";
  const Document document(text, "f.json");
  CHECK(document.path() == "f.json");
  const Node d = document.root()["b~/"]["d"];
  CHECK(d.name() == "d");
  CHECK(d.place() == SourcePlace{3, 28});
  const Node e = (*d.elements().begin())["e"];
  CHECK(e.pointer() == "/b~0~1/d/0/e");
  CHECK(document.root()["b~/"][""].pointer() == "/b~0~1/");
  CHECK(document.root()["a"].elements().size() == 6);
  std::vector<std::uint32_t> columns;
  for (const Node element : document.root()["a"].elements()) {
    columns.push_back(element.place().column);
    if (!element.is_text()) check_places(text, element);
  }
  CHECK(columns == std::vector<std::uint32_t>{8, 11, 17, 2, 18, 25});
  check_places(text, document.root()["b~/"]);
}

TEST_CASE("documents: columns count characters, lines go on from the first", "[documents]") {
  const Document document("\xEF\xBB\xBF[\"äöü\", 5]", "f.json", {Wording::kind, 7, ""});
  const Nodes elements = document.root().elements();
  CHECK(elements.begin().operator*().text() == "äöü");
  CHECK((*std::next(elements.begin())).place() == SourcePlace{7, 10});
  const auto late = [](const std::string& text) -> std::string {
    try {
      const Document wrong(text, "f.json", {Wording::kind, 7, ""});
    } catch (const InputError& error) {
      return error.what();
    }
    return "read";
  };
  CHECK(late("[1 2]").starts_with("f.json:7:4: this is no JSON"));
  CHECK(late("[[1e999]]").starts_with("f.json:7:3: the number"));
  CHECK(late("{\"a\": 1, \"a\": 1}").starts_with("f.json:7:10: 'a'"));
}

TEST_CASE("documents: texts outlive what they were read from", "[documents]") {
  std::string text =
      R"(["short", "with \"escapes\" \u00e4", "a text that is longer than short ones"])";
  const Document document(text, "f.json");
  text.assign(text.size(), 'x');
  CHECK(document.root().compact() ==
        R"(["short","with \"escapes\" ä","a text that is longer than short ones"])");
}

TEST_CASE("documents: whole numbers are those that fit", "[documents]") {
  const Document document(
      "[0, -0, 255, 256, -1, -128, 18446744073709551615, -9223372036854775808, 1.0, 1e2, \"1\"]",
      "f.json");
  std::vector<std::string> found;
  for (const Node node : document.root().elements()) {
    std::string fits;
    if (node.whole<std::uint8_t>()) fits += 'u';
    if (node.whole<std::int8_t>()) fits += 's';
    if (node.whole<std::uint64_t>()) fits += 'U';
    if (node.whole<std::int64_t>()) fits += 'S';
    found.push_back(fits + (node.is_whole() ? "w" : "") + (node.is_number() ? "n" : ""));
  }
  CHECK(found == std::vector<std::string>{"usUSwn", "usUSwn", "uUSwn", "USwn", "sSwn", "sSwn",
                                          "Uwn", "Swn", "n", "n", ""});
  CHECK(refusal("256", [](const Node& node) { node.whole<std::uint8_t>("a byte"); }) ==
        "f.json:1:1: expected a byte, found number");
  CHECK(Document("18446744073709551615", "").root().whole<std::uint64_t>() ==
        std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("documents: complaints name the kind of what they found", "[documents]") {
  CHECK(refusal("[]", [](const Node& node) { node.members("a launch"); }) ==
        "f.json:1:1: expected a launch as an object, found array");
  CHECK(refusal(" {}", [](const Node& node) { node.elements("the grids"); }) ==
        "f.json:1:2: expected the grids as an array, found object");
  CHECK(refusal("true", [](const Node& node) { node.text("a name"); }) ==
        "f.json:1:1: expected a name as a string, found boolean");
  CHECK(refusal("null", [](const Node& node) { node.number_from_0("a rate"); }) ==
        "f.json:1:1: expected a rate, found null");
  CHECK(refusal("1.5", [](const Node& node) { node.boolean(); }) ==
        "f.json:1:1: expected true or false, found number");
  CHECK(refusal("\"\"", [](const Node& node) { node.nonempty_text("a name"); }) ==
        "f.json:1:1: expected a name, found an empty string");
  CHECK(refusal("{}", [](const Node& node) { node["a"]; }) == "f.json:1:1: expected a member 'a'");
  const auto allow = [](const Node& node) { node.allow_only({"width", "count"}); };
  CHECK(refusal("{\"count\": 1,\n\"widht\": 2}", allow) ==
        "f.json:2:10: unknown member 'widht'; did you mean 'width'?");
  CHECK(refusal("{\"else\": 2}", allow) ==
        "f.json:1:10: unknown member 'else'; the members here are width, count");
  CHECK(refusal("{\"width\": 2}", allow) == "read");
  CHECK(refusal("\"abc\"", [](const Node& node) { node.fail("wrong", "right", 2); }) ==
        "f.json:1:3: wrong; right");
}

TEST_CASE("documents: complaints by path name the value and what they found", "[documents]") {
  const std::string text = "{\"a\": [{\"b\": -1}, {\"b\": [1]}]}";
  const auto b_of = [](std::ptrdiff_t index) {
    return [index](const Node& root) {
      const Node element = *std::next(root["a"].elements().begin(), index);
      element["b"].whole<std::uint64_t>("a count");
    };
  };
  CHECK(refusal_by_path(text, b_of(0)) == "f.json:1:14: a[0].b: expected a count, found -1");
  CHECK(refusal_by_path(text, b_of(1)) == "f.json:1:25: a[1].b: expected a count, found an array");
  CHECK(refusal_by_path(text, [](const Node& root) { root["b"]; }) == "f.json:1:1: `b` is missing");
  CHECK(refusal_by_path(text, [](const Node& root) { (*root["a"].elements().begin())["c"]; }) ==
        "f.json:1:8: a[0]: `c` is missing");
  CHECK(refusal_by_path(text, [](const Node& root) { root["a"]["c"]; }) ==
        "f.json:1:7: a: expected an object, found an array");
  CHECK(refusal_by_path(text, [](const Node& root) { root.allow_only({"other"}); }) ==
        "f.json:1:7: there is no member `a`; members are other");
  CHECK(refusal_by_path("\"" + std::string(100, 'x') + "\"", [](const Node& root) {
          root.elements();
        }) == "f.json:1:1: expected a list, found a long string");
  CHECK(refusal_by_path("\"\"", [](const Node& root) { root.nonempty_text(); }) ==
        "f.json:1:1: expected a text that is not empty, found \"\"");
}

TEST_CASE("documents: a word is one of a list", "[documents]") {
  constexpr std::array<std::string_view, 2> words{"global", "shared"};
  const auto choose = [&](const Node& node) {
    choice(
        node, node.text(), words, [](std::string_view word) { return word; }, "a region");
  };
  CHECK(refusal("\"shared\"", choose) == "read");
  CHECK(refusal("\"shard\"", choose) ==
        "f.json:1:1: expected a region, found 'shard'; did you mean 'shared'?");
  CHECK(refusal("\"x\"", choose) ==
        "f.json:1:1: expected a region, found 'x'; choose from global, shared");
  const auto digit = [](std::string_view word) {
    return word == "one" ? std::optional(1) : std::nullopt;
  };
  CHECK(Document("\"one\"", "").root().word(digit, "a digit") == 1);
  for (const char* const text : {"\"two\"", "1"}) {
    CHECK(refusal(text, [&](const Node& node) {
            node.word(digit, "a digit");
          }).starts_with("f.json:1:1: expected a digit, found "));
  }
}

TEST_CASE("documents: an outline is as long as its text", "[documents]") {
  const std::string text = R"({"a": {"schema": "x", "b": 1}, "schema": "y/1", "c": ["schema"]})";
  const Outline whole = outline_of(text);
  CHECK(whole.schema == "y/1");
  CHECK(whole.members == std::set<std::string, std::less<>>{"a", "schema", "c"});
  for (std::size_t length = 0; length < text.size(); ++length) {
    const Outline cut = outline_of(text.substr(0, length));
    CHECK(cut.schema == (length > text.find("/1\"") + 2 ? "y/1" : ""));
    for (const std::string& name : cut.members) CHECK(whole.members.contains(name));
  }
  CHECK(outline_of("[1, 2]").members.empty());
  CHECK(outline_of(std::string(200'000, '[')).members.empty());
}

TEST_CASE("documents: whatever the bytes are, reading ends as the library's does", "[documents]") {
  using Json = nlohmann::ordered_json;
  const std::string good = R"({"a": [1, -2.5e3, "t\u00e9\n", {"b": null, "c": true}], "d": {}})";
  const std::string bytes = "0123456789\"{}[],:\\ntrue-.eE x\n\xff\xc3\xa9";
  std::mt19937 random(3);
  const auto below = [&](std::size_t count) { return random() % count; };
  std::size_t read = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = good;
    for (std::size_t changes = 1 + below(3); changes != 0; --changes) {
      const std::size_t at = below(text.size());
      if (below(2) == 0) {
        text[at] = bytes[below(bytes.size())];
      } else {
        text.erase(at, 1 + below(3));
      }
    }
    INFO(text);
    const bool accepted = Json::accept(text);
    try {
      const Document document(text, "f.json");
      REQUIRE(accepted);
      CHECK(document.root().json() == Json::parse(text));
      ++read;
    } catch (const InputError& error) {
      CHECK(error.line > 0);
      CHECK(error.column > 0);
      if (accepted) CHECK(error.message.ends_with(" is given twice"));
    }
  }
  CHECK(read > 500);
}

}  // namespace opexplore::documents
