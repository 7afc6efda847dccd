// Files that appear whole or not at all.
#include "export/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

std::vector<std::string> names_in(const Folder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

}  // namespace

TEST_CASE("a file appears whole, and replaces what is there at once", "[files]") {
  const Folder folder;
  const std::string path = folder.path("a");
  {
    PendingFile file(path);
    file.append("half");
    CHECK_FALSE(folder.has("a"));
  }
  CHECK(names_in(folder).empty());
  PendingFile file(path);
  file.append("one");
  file.append("two");
  file.finish();
  CHECK(folder.text("a") == "onetwo");
  const Folder elsewhere;
  std::filesystem::create_symlink(path, elsewhere.path("link"));
  write_file(elsewhere.path("link"), "new");
  CHECK(folder.text("a") == "new");
  CHECK(std::filesystem::is_symlink(elsewhere.path("link")));
  CHECK(names_in(folder) == std::vector<std::string>{"a"});
}

TEST_CASE("a file that a killed run left is removed, and one in use is not", "[files]") {
  const Folder folder;
  const std::string left = folder.add("a.opexplore-tmp0", "half");
  SECTION("a new file") {}
  SECTION("an old one") { folder.add("a", "old"); }
  write_file(folder.path("a"), "new");
  CHECK(folder.text("a") == "new");
  CHECK(names_in(folder) == std::vector<std::string>{"a"});
  folder.add("a.opexplore-tmp0", "another run's");
  const int used = open(left.c_str(), O_RDONLY);
  REQUIRE(flock(used, LOCK_EX) == 0);
  write_file(folder.path("a"), "newer");
  CHECK(folder.text("a") == "newer");
  CHECK(folder.text("a.opexplore-tmp0") == "another run's");
  CHECK(names_in(folder).size() == 2);
  close(used);
}

}  // namespace opexplore::testing
