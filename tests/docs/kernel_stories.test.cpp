// docs/reports/kernel-stories.md: what tests/kernels/corpus tells of its kernels, with what the
// program says of the first wrong one of each story.
#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/docs/pages.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cuda_table.hpp"

namespace opexplore::docs {
namespace {

using testing::JudgedKernel;
using testing::KernelStory;

constexpr const char* stories_page = "docs/reports/kernel-stories.md";

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
  if (verdict == "divergence") return "barrier divergence";
  return verdict;
}

// The values that each location may end with, as code.
std::string values_in_words(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "`" : ", `") + value + '`';
  return text;
}

std::string verdicts_in_words(const std::vector<std::string>& verdicts) {
  std::string text;
  for (const std::string& verdict : verdicts) {
    text += (text.empty() ? "" : ", ") + verdict_in_words(verdict);
  }
  return text;
}

// What the program says of a kernel instead.
std::string difference_of(const JudgedKernel& kernel) {
  return filled("Of `" + kernel.file +
                ".cu` the program says: " + verdicts_in_words(kernel.difference->verdicts) + ", " +
                values_in_words(kernel.difference->values) +
                "; [warts.md](../warts.md) says why: `" + kernel.difference->wart + "`.") +
         '\n';
}

// A row of the table of a story: the kernel, what is wrong with it, and how it may end.
std::string row_of(const JudgedKernel& kernel) {
  const std::string source = kernel.file + ".cu";
  return "| [" + source + "](../../" + kernel.folder + source + ") | " +
         verdicts_in_words(kernel.verdicts) + " | " + values_in_words(kernel.values) + " |\n";
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

// Lines of a report that are columns, made as narrow as a page: without what stands in the PTX, and
// with as much of the source as there is room for.
class Columns {
 public:
  static bool is_in(const std::string& line) { return line.starts_with(std::string(9, ' ')); }

  void add(std::string line) {
    line = line.substr(0, line.find("  PTX "));
    line.resize(line.find_last_not_of(' ') + 1);
    lines_.push_back(std::move(line));
  }

  std::string text() const {
    std::size_t code = 0, last = 0, longest = 0;
    for (const std::string& line : lines_) {
      code = std::max(code, code_in(line));
      last = std::max(last, line.rfind("  ") + 2);
    }
    for (const std::string& line : lines_) longest = std::max(longest, line.size());
    const std::size_t wide = last - std::min(last, code + 2);
    const std::size_t room = wide - std::min(wide, longest - std::min(longest, most_columns));
    std::string result;
    for (const std::string& line : lines_) {
      const std::string source = shortened(line, code, std::min(last, line.size()), wide, room);
      result += cut(source) + '\n';
    }
    return result;
  }

 private:
  // Where the column of the source begins: behind "handoff.cu:7".
  static std::size_t code_in(const std::string& line) {
    const std::size_t colon = line.find(':');
    const std::size_t end = line.find("  ", colon == std::string::npos ? 0 : colon);
    return end == std::string::npos ? 0 : line.find_first_not_of(' ', end);
  }

  static std::string shortened(const std::string& line, std::size_t code, std::size_t last,
                               std::size_t wide, std::size_t room) {
    if (room == wide || last < code) return line;
    std::string source = line.substr(code, last - code);
    source.resize(source.find_last_not_of(' ') + 1);
    const bool fits = source.size() <= room;
    const std::size_t kept = fits ? source.size() : room - std::min<std::size_t>(room, 1);
    const std::string blanks(room - kept - (fits ? 0 : 1) + 2, ' ');
    return line.substr(0, code) + source.substr(0, kept) + (fits ? "" : "…") + blanks +
           line.substr(last);
  }

  static std::string cut(const std::string& line) {
    std::size_t columns = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool begins = (static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U;
      if (begins && ++columns == most_columns && i + 1 < line.size()) {
        return line.substr(0, i) + "…";
      }
    }
    return line;
  }

  std::vector<std::string> lines_;
};

std::string narrowed(const std::string& report) {
  std::string result;
  Columns columns;
  for (const std::string& line : testing::split(report, '\n')) {
    if (Columns::is_in(line)) {
      columns.add(line);
      continue;
    }
    result += std::exchange(columns, {}).text() + line + '\n';
  }
  return result + columns.text();
}

// What the program says of the first bug, with the steps to it.
std::string excerpt(const JudgedKernel& kernel) {
  const std::string command = "cd " + kernel.folder + "; opexplore " + kernel.file + ".sm_90.ptx " +
                              kernel.options + " --explain";
  const CommandResult result = run(command);
  const std::vector<std::string> bugs = testing::parts_of(result.output, "BUG");
  INFO(command << "\nprints\n" << result.output);
  REQUIRE_FALSE(bugs.empty());
  return "```text\n" + typed(kernel) + narrowed(bugs.front()) + "```\n\n";
}

std::string chapter(const KernelStory& story, const std::vector<JudgedKernel>& kernels) {
  std::string rows;
  std::string differences;
  const JudgedKernel* wrong = nullptr;
  for (const JudgedKernel& kernel : kernels) {
    if (kernel.story != story.name) continue;
    rows += row_of(kernel);
    if (kernel.difference) differences += difference_of(kernel);
    if (wrong == nullptr && kernel.exit != 0 && !kernel.difference) wrong = &kernel;
  }
  return "<a id=\"" + story.name + "\"></a>\n\n## " + story.title + "\n\n" +
         filled(story.does + ' ' + story.wrong + ' ' + story.mends) + '\n' +
         (wrong != nullptr ? excerpt(*wrong) : std::string()) +
         "| kernel | verdict | how it may end |\n|---|---|---|\n" + rows + '\n' + differences;
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
             "What the kernels of [tests/kernels/corpus](../../tests/kernels/corpus/README.md) do, "
             "what goes wrong in them, and what mends it, with what `opexplore` says of the "
             "first wrong kernel of each story. What the tables say was derived by hand, and is "
             "what "
             "the program says where nothing else is said. `opexplore_docs_tests "
             "\"[write-pages]\"` writes this page.") +
         '\n' + contents + '\n' + chapters;
}

}  // namespace

TEST_CASE("documentation: the page of kernel stories is up to date", "[docs]") {
  INFO(stories_page << "; opexplore_docs_tests '[write-pages]' writes it");
  CHECK(read(stories_page) == whole_page());
}

TEST_CASE("documentation: write the page of kernel stories", "[.][write-pages]") {
  std::ofstream(std::string(testing::source_folder) + "/" + stories_page) << whole_page();
}

}  // namespace opexplore::docs
