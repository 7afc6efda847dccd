// `oplitmus run` and `oplitmus tune` as far as they come without a GPU.
#include "tests/catch.hpp"
#include "tests/hardware/built_suite.hpp"

using namespace opexplore;
using testing::built_suite;
using testing::Folder;
using testing::message_passing;

namespace {

// A suite with cubins that no GPU would take; none sees them.
std::string suite_in(const Folder& folder) {
  const hardware::Suite suite = built_suite(folder, {message_passing("MP")});
  folder.add(hardware::suite_file, suite_text(suite));
  return "'" + folder.path("") + "'";
}

struct Ended {
  int status = -1;
  std::string errors;
};

Ended oplitmus_without_gpu(const std::string& arguments) {
  const auto result =
      testing::run("CUDA_VISIBLE_DEVICES= oplitmus " + arguments + " 2>&1 1>/dev/null");
  return {result.status, result.output};
}

}  // namespace

TEST_CASE("oplitmus run: without a GPU it says so in a sentence, and writes nothing",
          "[hardware]") {
  const Folder folder;
  const std::string suite = suite_in(folder);
  for (const std::string command : {"run ", "tune "}) {
    const Ended ended =
        oplitmus_without_gpu(command + suite + " -q -o '" + folder.path("out") + "'");
    CHECK(ended.status == 77);
    CHECK(ended.errors.find("oplitmus: no GPU: ") == 0);
    CHECK(ended.errors.find('\n') == ended.errors.size() - 1);
    CHECK_FALSE(folder.has("out"));
  }
}

TEST_CASE("oplitmus run: says how long it will take", "[hardware]") {
  const Folder folder;
  const std::string suite = suite_in(folder);
  CHECK(oplitmus_without_gpu("run " + suite).errors.find("1 test, about 0 min 11 s\n") == 0);
  CHECK(oplitmus_without_gpu("run " + suite + " --envs 480 --final 0")
            .errors.find("1 test, about 2 min 1 s\n") == 0);
  CHECK(oplitmus_without_gpu("tune " + suite).errors.find("1 test, about 0 min 18 s\n") == 0);
}

TEST_CASE("oplitmus run: wrong options are refused before there is need of a GPU", "[hardware]") {
  const Folder folder;
  const std::string suite = suite_in(folder);
  const std::string environments = folder.add("envs.json", R"({"schema": "other"})");
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    const Ended ended = oplitmus_without_gpu(arguments);
    INFO(arguments << ": " << ended.errors);
    CHECK(ended.status == 2);
    CHECK(ended.errors.find(message) != std::string::npos);
  };
  refused("run", "which suite?");
  refused("run /nonexistent", "/nonexistent");
  refused("run " + suite + " --envs 0", "--envs must be at least 1");
  refused("run " + suite + " --seconds 0", "'0' is no time for --seconds");
  refused("run " + suite + " --final soon", "'soon' is no time for --final");
  refused("run " + suite + " --timeout never", "'never' is no time for --timeout");
  refused("run " + suite + " --incantations bank+magic", "'bank+magic' are no incantations");
  refused("run " + suite + " --env '" + environments + "'", "schema: expected");
  refused("run " + suite + " --env x --incantations all", "exclude each other");
  refused("run " + suite + " --json /nonexistent/out.jsonl", "/nonexistent");
  refused("tune " + suite + " --best 0", "--best must be at least 1");
  refused("tune " + suite + " --envs 0", "--envs must be at least 1");
  refused("tune " + suite + " -o /nonexistent/envs.json", "/nonexistent");
}

TEST_CASE("oplitmus run: a suite that is not built is refused", "[hardware]") {
  const Folder folder;
  hardware::Suite suite = built_suite(folder, {message_passing("MP")});
  for (hardware::SuiteEntry& entry : suite.entries) entry.cubin_file.clear();
  folder.add(hardware::suite_file, suite_text(suite));
  const Ended ended = oplitmus_without_gpu("run '" + folder.path("") + "'");
  CHECK(ended.status == 2);
  CHECK(ended.errors.find("no test of this suite is built; oplitmus build ") != std::string::npos);
}
