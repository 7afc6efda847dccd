// What became of a test gets from one process to another as it is.
#include "export/single_result.hpp"

#include <stdexcept>
#include <string>

#include "tests/catch.hpp"

namespace opexplore {

TEST_CASE("single text: a result comes back as it was", "[single_text]") {
  SingleResult result;
  result.ending = Ending::undefined;
  result.code = ExitCode::disagreement;
  result.unexpected = result.reached_max_states = true;
  result.agreement = Agreement::different;
  result.name = "MP";
  result.hash = "0123";
  result.parts["log"] = "Test MP\n";
  result.parts["json"] = {{"b", {1, -2, 0.1, 18446744073709551615U, nullptr}}, {"a", "\u20ac"}};
  result.diagnostics = "Warning\n";
  result.remarks = "Remark\n";
  result.files = {{"a/MP.litmus", std::string("\xff\0\n", 3)}, {"b", ""}};
  const SingleResult got = single_result(text_of(result));
  CHECK(got.ending == result.ending);
  CHECK(got.code == result.code);
  CHECK(got.unexpected);
  CHECK(got.reached_max_states);
  CHECK(got.agreement == result.agreement);
  CHECK(got.name == result.name);
  CHECK(got.hash == result.hash);
  REQUIRE(got.parts.size() == 2);
  for (const auto& [name, part] : result.parts) CHECK(got.parts.at(name).dump() == part.dump());
  CHECK(got.diagnostics == result.diagnostics);
  CHECK(got.remarks == result.remarks);
  REQUIRE(got.files.size() == 2);
  for (const std::size_t i : {0, 1}) {
    CHECK(got.files[i].path == result.files[i].path);
    CHECK(got.files[i].content == result.files[i].content);
  }
}

TEST_CASE("single text: one that says nothing comes back, too", "[single_text]") {
  const SingleResult got = single_result(text_of({}));
  CHECK(got.ending == Ending::not_run);
  CHECK_FALSE(got.agreement);
  CHECK(got.parts.empty());
  CHECK(got.files.empty());
}

TEST_CASE("single text: what is none is refused", "[single_text]") {
  const std::string whole = text_of({});
  CHECK_THROWS_AS(single_result(""), std::invalid_argument);
  CHECK_THROWS_AS(single_result(whole.substr(0, whole.size() / 2)), std::invalid_argument);
  CHECK_THROWS_AS(single_result("\x80"), std::invalid_argument);  // an empty list
}

}  // namespace opexplore
