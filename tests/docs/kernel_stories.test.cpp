// docs/kernel-stories.md: what tests/kernels/corpus tells of its kernels, with what the program
// says of the first wrong one of each story.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/tools/cuda_table.hpp"

namespace opexplore::docs {
namespace {

using testing::JudgedKernel;
using testing::KernelStory;

constexpr const char* page = "docs/kernel-stories.md";
constexpr std::size_t most_columns = 100;

// Words with blanks between them, in lines as wide as a page.
std::string filled(const std::string& text) {
  std::string result;
  std::size_t column = 0;
  for (const std::string& word : testing::split(text, ' ')) {
    const bool fits = column + 1 + word.size() <= most_columns;
    if (column > 0) result += fits ? ' ' : '\n';
    column = column > 0 && fits ? column + 1 + word.size() : word.size();
    result += word;
  }
  return result + '\n';
}

std::string verdict_in_words(const std::string& verdict) {
  if (verdict == "race") return "data race";
  if (verdict == "unexpected") return "unexpected result";
  return verdict;
}

// A row of the table of a story: the kernel, what is wrong with it, and how it may end.
std::string row_of(const JudgedKernel& kernel) {
  const std::string source = kernel.file + ".cu";
  std::string verdicts;
  for (const std::string& verdict : kernel.verdicts) {
    verdicts += (verdicts.empty() ? "" : ", ") + verdict_in_words(verdict);
  }
  std::string values;
  for (const std::string& value : kernel.values)
    values += (values.empty() ? "`" : ", `") + value + '`';
  return "| [" + source + "](../" + kernel.folder + source + ") | " + verdicts + " | " + values +
         " |\n";
}

// A command as it is typed, with a line of its own for each option that the width leaves no room
// for.
std::string typed(const JudgedKernel& kernel) {
  std::string result = "$ opexplore " + kernel.file + ".cu";
  std::size_t column = result.size();
  for (std::size_t at = 0; at < kernel.options.size();) {
    const std::size_t next = std::min(kernel.options.find(" --", at), kernel.options.size());
    const std::string option = kernel.options.substr(at, next - at);
    const bool fits = column + 1 + option.size() + 2 <= most_columns;
    result += fits ? " " : " \\\n    ";
    column = fits ? column + 1 + option.size() : 4 + option.size();
    result += option;
    at = next + 1;
  }
  return result + '\n';
}

// What the program says of the first bug, with the steps to it.
std::string excerpt(const JudgedKernel& kernel) {
  const std::string command = "cd " + kernel.folder + "; opexplore " + kernel.file + ".sm_90.ptx " +
                              kernel.options + " --explain";
  const CommandResult result = run(command);
  const std::vector<std::string> bugs = testing::parts_of(result.output, "BUG");
  INFO(command << "\nprints\n" << result.output);
  REQUIRE_FALSE(bugs.empty());
  return "```text\n" + typed(kernel) + bugs.front() + "```\n\n";
}

std::string chapter(const KernelStory& story, const std::vector<JudgedKernel>& kernels) {
  std::string rows;
  const JudgedKernel* wrong = nullptr;
  for (const JudgedKernel& kernel : kernels) {
    if (kernel.story != story.name) continue;
    rows += row_of(kernel);
    if (wrong == nullptr && kernel.exit != 0) wrong = &kernel;
  }
  return "<a id=\"" + story.name + "\"></a>\n\n## " + story.title + "\n\n" +
         filled(story.does + ' ' + story.wrong + ' ' + story.mends) + '\n' +
         (wrong != nullptr ? excerpt(*wrong) : std::string()) +
         "| kernel | verdict | how it may end |\n|---|---|---|\n" + rows + '\n';
}

std::string whole_page() {
  const std::vector<JudgedKernel> kernels = testing::judged_kernels(testing::corpus_folder);
  std::string contents;
  std::string chapters;
  for (const KernelStory& story : testing::kernel_stories()) {
    contents += "* [" + story.title + "](#" + story.name + ")\n";
    chapters += chapter(story, kernels);
  }
  chapters.pop_back();
  return "# Stories of kernels that go wrong\n\n" +
         filled(
             "What the kernels of [tests/kernels/corpus](../tests/kernels/corpus/README.md) do, "
             "what goes wrong in them, and what mends it, with what `opexplore` says of the "
             "first wrong kernel of each story. The verdicts in the tables were derived by hand "
             "and are the program's. `opexplore_docs_tests \"[write-pages]\"` writes this page.") +
         '\n' + contents + '\n' + chapters;
}

}  // namespace

TEST_CASE("documentation: the page of kernel stories is up to date", "[docs]") {
  INFO(page << "; opexplore_docs_tests '[write-pages]' writes it");
  CHECK(read(page) == whole_page());
}

TEST_CASE("documentation: write the page of kernel stories", "[.][write-pages]") {
  std::ofstream(std::string(OPEXPLORE_SOURCE_DIR "/") + page) << whole_page();
}

}  // namespace opexplore::docs
