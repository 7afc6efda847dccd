#include "hardware/suite.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "hardware/device_headers.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/built_suite.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::hardware {
namespace {

using testing::message_passing;

Test with_texture_fence() {
  return read(
      "PTX tex\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n fence.proxy.texture ;\n"
      " ld.weak r0, x ;\nexists (0:r0=0)",
      "tex");
}

std::set<std::string> names_of(const GeneratedSuite& generated) {
  std::set<std::string> names;
  for (const SuiteFile& file : generated.files) names.insert(file.name);
  return names;
}

}  // namespace

TEST_CASE("suite: each test once, with its sibling", "[hardware]") {
  const Test fenced = message_passing("MP+sc.gpus", "fence.sc.gpu");
  const Test bare = message_passing("MP", "");
  SECTION("the sibling is made") {
    const Suite suite = generate_suite({fenced, fenced}, {}).suite;
    REQUIRE(suite.entries.size() == 2);
    const Result& relaxed = suite.entries[1].result;
    CHECK(suite.entries[0].result.sibling == Sibling{"MP+sc.gpus+relaxed", relaxed.hash});
    CHECK(relaxed.hash == hash(bare));
    CHECK(relaxed.test.quantifier == Quantifier::exists);
    CHECK_FALSE(relaxed.sibling);
  }
  SECTION("the sibling is one of the tests, whichever comes first") {
    for (const std::vector<Test>& tests : {std::vector{fenced, bare}, std::vector{bare, fenced}}) {
      const Suite suite = generate_suite(tests, {}).suite;
      REQUIRE(suite.entries.size() == 2);
      const auto first =
          std::ranges::find(suite.entries, "MP+sc.gpus",
                            [](const SuiteEntry& entry) { return entry.result.test.name; });
      REQUIRE(first != suite.entries.end());
      CHECK(first->result.sibling == Sibling{"MP", hash(bare)});
    }
  }
  SECTION("without siblings") {
    SuiteOptions options;
    options.siblings = false;
    const Suite suite = generate_suite({fenced}, options).suite;
    REQUIRE(suite.entries.size() == 1);
    CHECK_FALSE(suite.entries[0].result.sibling);
  }
  SECTION("both profiles, and equal kernels once") {
    SuiteOptions options;
    options.profiles = {Profile::as_written, Profile::pinned};
    const GeneratedSuite generated = generate_suite({fenced}, options);
    CHECK(generated.suite.entries.size() == 4);
    std::set<std::string> kernels;
    for (const SuiteEntry& entry : generated.suite.entries) kernels.insert(entry.kernel_file);
    CHECK(kernels.size() == 1);
    // Roles, the kernel, and what it includes.
    CHECK(generated.files.size() == 4 + 1 + device_headers().size());
  }
}

TEST_CASE("suite: tests that are alike are not taken for each other", "[hardware]") {
  const auto test = [](const std::string& name, const std::string& registers,
                       const std::string& end) {
    return read("PTX " + name + "\n{ x = 0; y = 0; " + registers +
                    " }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                    " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, y ;\n"
                    " st.relaxed.gpu y, 1 | ld.relaxed.gpu r1, x ;\n" +
                    end,
                name);
  };
  const std::string question = "exists (1:r0=1 /\\ 1:r1=0)";
  SECTION("registers in another order: one hash, two programs") {
    const Test first = test("T", "", question);
    const Test second = test("T", "1:r1 = 0; 1:r0 = 0;", "~" + question);
    REQUIRE(hash(first) == hash(second));
    const GeneratedSuite generated = generate_suite({first, second}, {});
    REQUIRE(generated.suite.entries.size() == 2);
    for (const SuiteEntry& entry : generated.suite.entries) {
      const auto file = std::ranges::find(generated.files, entry.roles_file, &SuiteFile::name);
      REQUIRE(file != generated.files.end());
      CHECK(file->text == prepared(generated.suite, entry).roles_text);
    }
  }
  SECTION("another filter, or another name") {
    const std::vector<Test> tests{test("T", "", question),
                                  test("T", "", "filter (1:r0=1)\n" + question),
                                  test("U", "", question), test("U", "", question)};
    CHECK(generate_suite(tests, {}).suite.entries.size() == 3);
  }
}

TEST_CASE("suite: what no GPU can run is in it, with the reason", "[hardware]") {
  const GeneratedSuite generated = generate_suite({with_texture_fence()}, {});
  REQUIRE_FALSE(generated.suite.entries.empty());
  const SuiteEntry& entry = generated.suite.entries[0];
  CHECK(entry.result.status == Result::Status::unsupported);
  CHECK(entry.result.reason.find("unsupported: ") == 0);
  CHECK(entry.roles_file.empty());
}

TEST_CASE("suite: names of tests are no danger to the file system", "[hardware]") {
  for (const char* const name : {"../../etc/x", "-rf", ".hidden", "a b;c", "$(id)", "x\"y"}) {
    Test test = message_passing("MP", "");
    test.name = name;
    for (const std::string& file : names_of(generate_suite({test}, {}))) {
      INFO(name << ": " << file);
      CHECK(file.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789._+-") == std::string::npos);
      CHECK(file.front() != '.');
      CHECK(file.front() != '-');
    }
  }
}

TEST_CASE("suite: read as it was written", "[hardware]") {
  const testing::Folder folder;
  SuiteOptions options;
  options.sm = 80;
  options.profiles = {Profile::pinned};
  const std::vector<Test> tests{message_passing("MP+sc.gpus", "fence.sc.gpu"),
                                with_texture_fence()};
  Suite suite = generate_suite(tests, options).suite;
  suite.entries[0].cubin_file = "a.cubin";
  folder.add(suite_file, suite_text(suite));
  const Suite again = read_suite(folder.path(""));
  CHECK(again.sm == 80);
  CHECK(suite_text(again) == suite_text(suite));
  REQUIRE(again.entries.size() == suite.entries.size());
  CHECK(again.entries[0].cubin_file == "a.cubin");
  CHECK(prepared(again, again.entries[0]).roles_text ==
        prepare(tests[0], {80, Profile::pinned}).roles_text);
}

TEST_CASE("suite: a broken one is refused", "[hardware]") {
  const testing::Folder folder;
  CHECK_THROWS_AS(read_suite(folder.path("")), InputError);  // no suite.json
  const std::string good = suite_text(generate_suite({message_passing("MP", "")}, {}).suite);
  const auto broken = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    folder.add(suite_file, text.replace(at, from.size(), to));
    try {
      read_suite(folder.path(""));
    } catch (const InputError& error) {
      return error.message;
    }
    return std::string("read");
  };
  CHECK(broken("{", "[").starts_with("this is no JSON: "));
  CHECK(broken("\"sm_90\"", "1e999").starts_with("the number 1e999 is too large"));
  CHECK(broken("\"runtime\": \"", "\"runtime\": \"0") ==
        "the suite was generated by another version of oplitmus");
  CHECK(broken("opexplore-hw-suite/1", "opexplore-hw-suite/9") ==
        "this is no opexplore-hw-suite/1");
  CHECK(broken("\"sm_90\"", "90") == "arch: expected an architecture, such as \"sm_90\", found 90");
  CHECK(broken("\"sm_90\"", "\"sm_9x\"") ==
        "arch: expected an architecture, such as \"sm_90\", found \"sm_9x\"");
  CHECK(broken("\"roles\": \"", "\"roles\": \"../") != "read");
  CHECK(broken("\"result\"", "\"resolt\"") == "tests[0]: there is no member `resolt`");
  CHECK(broken("\"as-written\"", "\"as-read\"")
            .starts_with("tests[0].result.profile: expected \"as-written\" or"));
}

}  // namespace opexplore::hardware
