// The options that drivers of long runs share.
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/random/driver/options.hpp"

namespace opexplore::random_programs {

namespace {

struct Given : CommonOptions {
  std::string machine = "sc";
  std::vector<std::string> promises;
};

Given given(const std::vector<std::string>& words) {
  Given result;
  const auto promise = [&](const std::string& value) { result.promises.push_back(value); };
  read_options(words,
               with_common(result, {{"--machine", &result.machine}, {"--promise", promise}}));
  return result;
}

}  // namespace

TEST_CASE("drivers read their options and the common ones", "[drivers]") {
  const Given nothing = given({});
  CHECK(nothing.seed == 1);
  CHECK(nothing.count == 1000);
  CHECK_FALSE(nothing.show);
  const Given all = given({"--promise", "a", "--show", "--seed", "7", "--machine", "ptx", "--count",
                           "18446744073709551615", "--promise", "b"});
  CHECK(all.seed == 7);
  CHECK(all.count == 18446744073709551615U);
  CHECK(all.show);
  CHECK(all.machine == "ptx");
  CHECK(all.promises == std::vector<std::string>{"a", "b"});
}

TEST_CASE("drivers refuse what they do not understand", "[drivers]") {
  CHECK_THROWS_WITH(given({"--sed", "1"}), "unknown option --sed");
  CHECK_THROWS_WITH(given({"--seed"}), "--seed needs a value");
  for (const char* const wrong : {"", "x", "10x", "-1", "1.5", "18446744073709551616", " 1"}) {
    CAPTURE(wrong);
    CHECK_THROWS_WITH(given({"--count", wrong}), std::string("--count ") + wrong + ": no number");
  }
}

TEST_CASE("drivers end with the code of what they found", "[drivers]") {
  const auto code = [](std::uint64_t different) {
    return run_driver("driver", {}, [&](std::span<const std::string>) { return different; });
  };
  CHECK(code(0) == 0);
  CHECK(code(3) == 10);
  CHECK(run_driver("driver", {}, [](std::span<const std::string>) -> std::uint64_t {
          throw std::runtime_error("wrong");
        }) == 2);
}

}  // namespace opexplore::random_programs
