#include "litmus/corpus/sources.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "litmus/input/files.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace fs = std::filesystem;

namespace {

/// A directory of its own for one test case.
class Playground {
 public:
  Playground()
      : root_(fs::temp_directory_path() / ("opexplore-sources-" + std::to_string(::getpid()))) {
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  ~Playground() { fs::remove_all(root_); }
  Playground(const Playground&) = delete;
  Playground& operator=(const Playground&) = delete;

  fs::path put(const std::string& path, const std::string& text = "") const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
    return root_ / path;
  }
  std::string at(const std::string& path) const { return (root_ / path).string(); }

  /// The expansion, relative to the playground.
  std::vector<std::string> expand(const std::vector<std::string>& arguments) const {
    std::vector<std::string> result;
    for (const fs::path& path : expand_sources(arguments)) {
      result.push_back(path == "-" ? "-" : fs::relative(path, root_).generic_string());
    }
    return result;
  }

 private:
  fs::path root_;
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("files, directories and standard input", "[sources]") {
  const Playground ground;
  for (const char* const name :
       {"b.litmus", "a.litmus", "sub/c.litmus", "sub/notes.txt", "x.lit"}) {
    ground.put(name);
  }
  CHECK(ground.expand({ground.at("x.lit")}) == Names{"x.lit"});
  CHECK(ground.expand({ground.at("")}) == Names{"a.litmus", "b.litmus", "sub/c.litmus"});
  CHECK(ground.expand({ground.at("sub"), "-", ground.at("b.litmus")}) ==
        Names{"sub/c.litmus", "-", "b.litmus"});
  CHECK(ground.expand({ground.at("sub/../b.litmus"), ground.at(".")}) ==
        Names{"b.litmus", "a.litmus", "sub/c.litmus"});
}

TEST_CASE("a file counts once, under whatever name", "[sources]") {
  const Playground ground;
  ground.put("a.litmus");
  ground.put("sub/b.litmus");
  fs::create_symlink(ground.at("a.litmus"), ground.at("soft.litmus"));
  fs::create_directory_symlink(ground.at("sub"), ground.at("way"));
  fs::create_hard_link(ground.at("a.litmus"), ground.at("hard.litmus"));
  CHECK(ground.expand({ground.at("soft.litmus"), ground.at("a.litmus")}) == Names{"a.litmus"});
  CHECK(ground.expand({ground.at("way/b.litmus"), ground.at("sub/b.litmus")}) ==
        Names{"sub/b.litmus"});
  CHECK(ground.expand({"-", ground.at("a.litmus"), "-"}) == Names{"-", "a.litmus"});
  // A name of its own: whoever gives both wants both.
  CHECK(ground.expand({ground.at("a.litmus"), ground.at("hard.litmus"),
                       ground.at("soft.litmus")}) == Names{"a.litmus", "hard.litmus"});
}

TEST_CASE("index files nest", "[sources]") {
  const Playground ground;
  for (const char* const name : {"a.litmus", "b.litmus", "sub/c.litmus", "sub/d.litmus"}) {
    ground.put(name);
  }
  ground.put("@all", "# everything\n\n  b.litmus  # first\nsub/@some\r\n../" +
                         fs::path(ground.at("")).parent_path().filename().string() +
                         "/a.litmus\nsub");
  ground.put("sub/@some", "d.litmus\nd.litmus\n");
  CHECK(ground.expand({ground.at("@all")}) ==
        Names{"b.litmus", "sub/d.litmus", "a.litmus", "sub/c.litmus"});
}

TEST_CASE("what is missing, empty or circular is an error with a place", "[sources]") {
  const Playground ground;
  ground.put("sub/readme.txt");
  ground.put("@missing", "\n  nothing.litmus # here\n");
  ground.put("@one", "sub/@two\n");
  ground.put("sub/@two", "# back\n../@one\n");
  ground.put("@binary", "a\x01\n");
  const auto error = [&](const std::string& name) -> std::string {
    try {
      ground.expand({ground.at(name)});
    } catch (const InputError& caught) {
      return caught.what();
    }
    return "no error";
  };
  CHECK(error("gone.litmus") ==
        ground.at("gone.litmus") +
            ": no such file or directory; check the path, or add -I DIRECTORY");
  CHECK(error("sub").find("holds no *.litmus or *.test file") != std::string::npos);
  CHECK(error("@missing").find("@missing:2:3: no such file or directory") != std::string::npos);
  CHECK(error("@one").find("@two:2:1: the index file") != std::string::npos);
  CHECK(error("@one").find("includes itself") != std::string::npos);
  CHECK(error("@binary").find("@binary:1:2: expected UTF-8 text") != std::string::npos);
}

TEST_CASE("search directories are tried in order, after the path itself", "[sources]") {
  const Playground ground;
  ground.put("one/x.litmus");
  ground.put("two/x.litmus");
  ground.put("two/y.litmus");
  const std::vector<fs::path> search = {ground.at("one"), ground.at("two")};
  const std::vector<std::string> arguments = {"x.litmus", "y.litmus"};
  CHECK(expand_sources(arguments, search) ==
        std::vector<fs::path>{search[0] / "x.litmus", search[1] / "y.litmus"});
  CHECK_THROWS_AS(expand_sources(arguments), InputError);
}

TEST_CASE("a file is read whole, however long", "[sources]") {
  const Playground ground;
  constexpr std::size_t most = 40000;
  std::string text;
  for (std::size_t i = 0; i <= most; ++i) text += static_cast<char>('a' + i % 26);
  for (const std::size_t size : {0, 1, 4095, 4096, 4097, 8192, 8193, 32768, 39999, 40000}) {
    CAPTURE(size);
    const fs::path path = ground.put("file", text.substr(0, size));
    CHECK(detail::file_text(path, most) == text.substr(0, size));
  }
  CHECK_THROWS_WITH(detail::file_text(ground.put("file", text), most),
                    Catch::Contains("the file is too large: the limit is 40000 bytes"));
  CHECK_THROWS_WITH(detail::file_text("/dev/zero", most), Catch::Contains("too large"));
}

TEST_CASE("files that cannot be read are errors", "[sources]") {
  const Playground ground;
  ground.put("t.litmus", "PTX t\n{}\nP0@cta 0,gpu 0;\nst x, 1;\nexists (x=1)");
  CHECK(read_file(ground.at("t.litmus")).path == ground.at("t.litmus"));
  CHECK_THROWS_WITH(read_file(ground.at("u.litmus")), Catch::Contains("u.litmus: no such file"));
  CHECK_THROWS_WITH(read_file(ground.at("")), Catch::Contains("found a directory"));
}
