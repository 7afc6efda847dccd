// Finding and running a toolkit, and building with one: scripts play the programs.
#include "hardware/build.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#include "hardware/suite_build.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/built_suite.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::hardware;
using opexplore::testing::Folder;

namespace {

std::string script(const Folder& folder, const std::string& name, const std::string& commands) {
  const std::string path = folder.add(name, "#!/bin/sh\n" + commands);
  REQUIRE(chmod(path.c_str(), 0700) == 0);
  return path;
}

/// nvcc: the text after its options, and a line in the log. nvlink: its two inputs.
Toolkit playing(const Folder& folder) {
  const std::string log = folder.path("log");
  const std::string nvcc = script(folder, "nvcc",
                                  "case \"$1\" in --version) echo 'release 12.4, V12.4.131'; "
                                  "exit;; esac\n"
                                  "if grep -q wrong \"$5\"; then echo \"$5(1): error: wrong\" >&2; "
                                  "exit 2; fi\n"
                                  "echo \"$1 $2 $3 $4\" >> " +
                                      log + "\n(echo \"$2\"; cat \"$5\") > \"$7\"\n");
  script(folder, "nvlink",
         "if grep -q apart \"$3\"; then echo 'nvlink error: apart'; exit 1; fi\n"
         "(echo \"$1\"; cat \"$2\" \"$3\") > \"$5\"\n");
  return find_toolkit(nvcc);
}

}  // namespace

TEST_CASE("Toolchain: a toolkit is found with its version", "[hardware]") {
  const Folder folder;
  const Toolkit toolkit = playing(folder);
  CHECK(toolkit.version == "12.4.131");
  CHECK(toolkit.nvlink == folder.path("nvlink"));
  script(folder, "nvdisasm", "");
  CHECK(find_toolkit(folder.path("nvcc")).nvdisasm == folder.path("nvdisasm"));
  CHECK(version_in("Cuda compilation tools, release 13.0, V13.0.88\nBuild x") == "13.0.88");
  CHECK_FALSE(version_in("gcc 12"));
  CHECK_FALSE(version_in(", V"));
  const Folder other;
  const std::string silent = script(other, "nvcc", "exit 0\n");
  script(other, "nvlink", "");
  CHECK_THROWS_WITH(find_toolkit(silent), Catch::EndsWith("does not say its version"));
  CHECK_THROWS_AS(find_toolkit(folder.path("absent")), ToolchainError);
}

TEST_CASE("Toolchain: programs are run, with their words and their ends", "[hardware]") {
  const Folder folder;
  const std::string talking = script(folder, "talk", "echo \"$1\"; echo no >&2; exit 7\n");
  const Finished finished = run_process({talking, "a b;$HOME'"});
  CHECK(finished.code == 7);
  CHECK(finished.output == "a b;$HOME'\nno\n");
  CHECK(run_process({script(folder, "die", "kill -9 $$\n")}).code == 128 + 9);
  CHECK_THROWS_WITH(run_process({folder.path("absent")}), Catch::Contains("cannot be started"));
  // With all that it has started: who writes to the pipe keeps it open.
  const std::string driver = script(folder, "drive", "sleep 600 &\nsleep 600\n");
  CHECK(run_process({driver}, [] { return true; }).code == 128 + 9);
}

TEST_CASE("Build: each text is compiled once, and linked where it is needed", "[hardware]") {
  const Folder folder;
  const Toolkit toolkit = playing(folder);
  const std::string kernel = folder.add("kernel.cu", "kernel\n");
  std::vector<BuildEntry> entries;
  for (const std::string name : {"a", "b", "c", "d"}) {
    const std::string text = name == "d" ? "a" : name;
    entries.push_back({folder.add(name + ".roles.cu", "roles " + text + "\n"), kernel,
                       folder.path(name + ".cubin")});
  }
  std::mutex mutex;
  std::vector<std::size_t> seen;
  const auto progress = [&](std::size_t done, std::size_t all) {
    const std::lock_guard lock(mutex);
    CHECK(all == 8);
    seen.push_back(done);
  };
  const auto built = build(toolkit, entries, {90, 3, {}, progress});
  CHECK(seen == std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8});
  for (std::size_t i = 0; i < entries.size(); ++i) {
    CHECK(built[i].error.empty());
    CHECK(built[i].cubin_sha256 == sha256(file_bytes(entries[i].cubin)));
  }
  CHECK(folder.text("b.cubin") == "-arch=sm_90\n-arch=sm_90\nroles b\n-arch=sm_90\nkernel\n");
  CHECK(folder.text("d.cubin") == folder.text("a.cubin"));
  const std::string log = folder.text("log");
  CHECK(std::ranges::count(log, '\n') == 4);
  CHECK_THAT(log, Catch::StartsWith("-O3 -arch=sm_90 -rdc=true -cubin\n"));
}

TEST_CASE("Build: what fails is said, and nothing half done is left", "[hardware]") {
  const Folder folder;
  const Toolkit toolkit = playing(folder);
  const std::string kernel = folder.add("kernel.cu", "kernel\n");
  const auto entry = [&](const std::string& name, const std::string& text) {
    return BuildEntry{folder.add(name + ".roles.cu", text), kernel, folder.path(name + ".cubin")};
  };
  BuildEntry apart = entry("apart", "roles\n");
  apart.kernel = folder.add("apart.cu", "apart\n");
  BuildEntry absent = entry("absent", "roles\n");
  absent.roles = folder.path("no.cu");
  const std::vector<BuildEntry> entries{entry("good", "roles\n"), entry("bad", "wrong\n"), apart,
                                        absent};
  const auto built = build(toolkit, entries, {75, 2, {}, {}});
  CHECK(built[0].error.empty());
  CHECK_THAT(built[1].error, Catch::Contains("nvcc ended with 2") &&
                                 Catch::Contains("bad.roles.cu(1): error: wrong"));
  CHECK_THAT(built[2].error, Catch::Contains("nvlink error: apart"));
  CHECK_THAT(built[3].error, Catch::EndsWith("no.cu cannot be read"));
  CHECK(folder.has("good.cubin"));
  for (const std::string name : {"bad", "apart", "absent"}) {
    CHECK_FALSE(folder.has(name + ".cubin"));
  }
  for (const auto& left : std::filesystem::directory_iterator(folder.path(""))) {
    CHECK_FALSE(left.is_directory());
  }
  const auto stopped = build(toolkit, entries, {75, 1, [] { return true; }, {}});
  CHECK(stopped[0].error == "interrupted");
  CHECK(stopped[0].cubin_sha256.empty());
  CHECK(build(toolkit, {}, {75, 1, {}, {}}).empty());
}

TEST_CASE("Build: SHA-256 is that of FIPS 180-4", "[hardware]") {
  const std::string text = "abc";
  CHECK(sha256(std::as_bytes(std::span(text))) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("build: a temporary folder that a killed run left is removed, and one in use is not",
          "[hardware][files]") {
  const Folder folder;
  const auto make = [&](const std::string& name, std::chrono::minutes age) {
    std::filesystem::create_directory(folder.path(name));
    folder.add(name + "/a.ptx", "text");
    std::filesystem::last_write_time(folder.path(name),
                                     std::filesystem::file_time_type::clock::now() - age);
  };
  make("opexplore-run-left00", std::chrono::minutes(10));
  make("opexplore-run-young0", std::chrono::minutes(0));
  make("opexplore-run-used00", std::chrono::minutes(10));
  make("another", std::chrono::minutes(10));
  const int used = open(folder.path("opexplore-run-used00").c_str(), O_RDONLY);
  REQUIRE(flock(used, LOCK_EX) == 0);
  {
    const TemporaryFolder temporary(folder.path(""));
    CHECK(std::filesystem::is_directory(temporary.path()));
    CHECK_FALSE(folder.has("opexplore-run-left00"));
    CHECK(folder.has("opexplore-run-young0/a.ptx"));
    CHECK(folder.has("opexplore-run-used00/a.ptx"));
    CHECK(folder.has("another/a.ptx"));
  }
  const std::filesystem::directory_iterator left(folder.path(""));
  CHECK(std::distance(begin(left), end(left)) == 3);
  close(used);
}

TEST_CASE("build: a suite knows which of its tests could not be built", "[hardware]") {
  const Folder folder;
  const Toolkit toolkit = playing(folder);
  SuiteOptions one;
  one.siblings = false;
  Suite suite = generate_suite({opexplore::testing::message_passing("MP")}, one).suite;
  suite.folder = folder.path("");
  SuiteEntry& entry = suite.entries.front();
  folder.add(entry.roles_file, "wrong\n");
  folder.add(entry.kernel_file, "kernels\n");
  const std::vector<BuildFailure> failures = build_suite(suite, toolkit, {});
  REQUIRE(failures.size() == 1);
  CHECK(failures.front().test == "MP");
  CHECK(failures.front().error.find("error: wrong") != std::string::npos);
  CHECK(entry.result.reason == "it could not be built");
  // Interrupted, it keeps what it had.
  entry.cubin_file = "before.cubin";
  BuildOptions options;
  options.interrupted = [] { return true; };
  CHECK(build_suite(suite, toolkit, options).empty());
  CHECK(entry.cubin_file == "before.cubin");
}
