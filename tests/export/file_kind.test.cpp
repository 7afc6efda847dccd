// What a file is, as far as its beginning shows.
#include "export/file_kind.hpp"

#include <sys/stat.h>

#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

const std::string mapping_table = R"json({"name": "mine", "extends": "lustig19", "summary": "s",
  "groups": []})json";
const std::string launch =
    R"json({"kernel": "k", "parameters": ["x"], "condition": "exists (x=1)"})json";

}  // namespace

TEST_CASE("what a file is shows in its name or beginning", "[files]") {
  const Folder folder;
  const auto kind = [&](const std::string& name, const std::string& text) {
    return kind_of_file(folder.add(name, text));
  };
  CHECK(kind("a", store_buffering()) == FileKind::test);
  CHECK(kind("a", "  (* x *)\n" + store_buffering()) == FileKind::test);
  CHECK(kind("a", "GPU_PTX x\n\"about\"\n{}\n") == FileKind::test);
  CHECK(kind("a", "C x\n{}\n") == FileKind::test);
  CHECK(kind("a", "C is a language.\n") == FileKind::other);
  CHECK(kind("a.litmus", "X86 SB\n") == FileKind::test);
  CHECK(kind("a.litmus", "") == FileKind::other);
  CHECK(kind("a", "//\n// nvcc\n//\n\n.version 8.0\n") == FileKind::kernels);
  CHECK(kind("a.cu", "__global__ void f() {}\n") == FileKind::cuda);
  CHECK(kind("a", "\"SC\"\ninclude \"stdlib.cat\"\n") == FileKind::model);
  CHECK(kind("a.cat", "anything") == FileKind::model);
  CHECK(kind("a", "let there be light") == FileKind::model);
  CHECK(kind("@all", "a.litmus\n") == FileKind::index);
  CHECK(kind("@mine", "# Made by opgen.\na.litmus\n") == FileKind::other);
  CHECK(kind("a", mapping_table) == FileKind::table);
  CHECK(kind("a", launch) == FileKind::launch);
  CHECK(kind("a", "{\"source\": \"x\", \"hardware\": [") == FileKind::observed);
  CHECK(kind("a", "{\"schema\": \"opexplore-hw/1\", ") == FileKind::results);
  CHECK(kind("a", "{\"schema\": \"opexplore-environments/1\", ") == FileKind::environments);
  CHECK(kind("a", "{\"schema_version\": 7, \"tool\": {}, \"hardware\": 1, \"source\": 2}") ==
        FileKind::other);
  CHECK(kind("a", "Test SB Allowed\nStates 3\n") == FileKind::other);
  CHECK(kind_of_file(folder.path("")) == FileKind::other);
  CHECK(kind_of_file(folder.path("missing.litmus")) == FileKind::other);
  const std::string pipe = folder.path("pipe.litmus");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(kind_of_file(pipe) == FileKind::other);  // and does not wait for a writer
}

}  // namespace opexplore::testing
