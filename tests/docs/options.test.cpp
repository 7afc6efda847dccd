// What docs/ says of options is what the tables say that the program reads its command line by.
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/locations.hpp"

namespace opexplore::docs {
namespace {

constexpr const char* manual = "docs/opexplore.1";
constexpr const char* completion = "docs/opexplore.bash-completion";
constexpr const char* table = "docs/reports/options.md";

std::string help_page(const std::string& topic) { return run("opexplore --help " + topic).output; }

// The manual page with its part about commands and options written anew.
std::string whole_manual() {
  const std::string text = read(manual);
  const std::size_t begin = text.find(".SH COMMANDS\n");
  const std::size_t end = text.find(".SH OUTPUT\n");
  REQUIRE(begin < end);
  REQUIRE(end != std::string::npos);
  return text.substr(0, begin) + help_page("manual") + text.substr(end);
}

void write(const std::string& path, const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(testing::source_folder) / path;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("documentation: manual page, completion and table of options are up to date", "[docs]") {
  const std::string advice = "; opexplore_docs_tests '[write-pages]' writes them";
  INFO(manual << advice);
  CHECK(read(manual) == whole_manual());
  CHECK(read(completion) == help_page("completion"));
  CHECK(read(table) == help_page("markdown"));
}

TEST_CASE("documentation: write manual page, completion and table of options", "[.][write-pages]") {
  write(manual, whole_manual());
  write(completion, help_page("completion"));
  write(table, help_page("markdown"));
}

}  // namespace opexplore::docs
