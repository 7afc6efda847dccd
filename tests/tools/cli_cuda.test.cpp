// `opexplore kernel.ptx` without a launch file: the report for authors of kernels, held against
// what was derived by hand.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cuda_table.hpp"

namespace opexplore::testing {
namespace {

// How the title of a bug begins.
std::string title_of(const std::string& verdict) {
  if (verdict == "race") return "data race on";
  if (verdict == "hang") return "it can run for ever";
  if (verdict == "deadlock") return "threads wait at a barrier for ever";
  if (verdict == "unexpected") return "it can end with";
  if (verdict == "divergence") return "barrier divergence";
  if (verdict == "misuse") return "the mask ";
  if (verdict == "undefined") return "undefined behaviour";
  if (verdict == "misplaced") return "which is no multiple of";
  if (verdict == "null") return "the access is through a null pointer";
  return verdict;
}

bool some_part_has(const std::vector<std::string>& parts, const std::string& words) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const std::string& part) { return contains(part, words); });
}

// "out=0 42" as the report has it.
std::string possible(const std::string& values) {
  const std::size_t equals = values.find('=');
  std::string result = ' ' + values.substr(0, equals) + ": ";
  const std::vector<std::string> each = split(values.substr(equals + 1), ' ');
  for (std::size_t i = 0; i < each.size(); ++i) result += (i == 0 ? "" : ", ") + each[i];
  return result + ';';
}

// What the report says of values, in one line, with a `;` behind each location.
std::string values_in(const std::string& report) {
  const std::size_t at = report.find("possible ");
  std::string text = at == std::string::npos ? std::string() : report.substr(at);
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || (!result.empty() && result.back() != ' ')) result += blank ? ' ' : c;
  }
  while (result.ends_with(' ')) result.pop_back();
  return result + ';';
}

void check_bugs(const JudgedKernel& kernel, const std::string& report) {
  const std::vector<std::string> bugs = parts_of(report, "BUG");
  if (kernel.verdicts.front() == "refused") {
    CHECK(report.empty());
    return;
  }
  if (kernel.verdicts.front() == "fine") {
    CHECK(bugs.empty());
    return;
  }
  for (const std::string& verdict : kernel.verdicts) {
    INFO(verdict);
    CHECK(some_part_has(bugs, title_of(verdict)));
  }
  for (const std::string& lines : kernel.lines) {
    INFO("lines " << lines);
    CHECK(std::any_of(bugs.begin(), bugs.end(), [&](const std::string& bug) {
      return names_all_of(bug, kernel.file, lines);
    }));
  }
}

void check_fix(const JudgedKernel& kernel, const std::string& report) {
  const std::vector<std::string> fixes = parts_of(report, "FIX");
  for (const std::string& lines : kernel.fix) {
    INFO("change at " << lines);
    REQUIRE_FALSE(fixes.empty());
    CHECK(names_one_of(fixes.front(), kernel.file, lines));
  }
  for (std::size_t i = 1; i < fixes.size() && !kernel.fix.empty(); ++i) {
    CHECK(contains(fixes[i], "the same"));
  }
}

// What the program is to say: what was derived, or, where it is known to say something else, that.
// So a wart that is mended fails here until its row is taken out.
JudgedKernel told(JudgedKernel kernel) {
  if (!kernel.difference) return kernel;
  const KnownDifference& difference = *kernel.difference;
  CHECK((kernel.exit != difference.exit || kernel.values != difference.values));
  return {kernel.folder,     kernel.file, kernel.options, difference.exit,  difference.verdicts, {},
          difference.values, {},          kernel.story,   kernel.difference};
}

void check_kernel(const JudgedKernel& judged, const std::string& target) {
  const JudgedKernel kernel = told(judged);
  const std::string command = kernel.folder + kernel.file + "." + target + ".ptx " + kernel.options;
  const CommandResult result = program(command);
  INFO("opexplore " << command << "\nexit code " << result.status << "\nprints\n" << result.output);
  CHECK(result.status == kernel.exit);
  check_bugs(kernel, result.output);
  check_fix(kernel, result.output);
  for (const std::string& values : kernel.values) {
    INFO(possible(values));
    CHECK(contains(values_in(result.output), possible(values)));
  }
}

bool is_recorded(const JudgedKernel& kernel, const std::string& target) {
  const std::string path = kernel.folder + kernel.file + "." + target + ".ptx";
  return std::filesystem::exists(std::string(source_folder) + "/" + path);
}

void check_table(const std::string& folder, const std::string& target) {
  const std::vector<JudgedKernel> kernels = judged_kernels(folder);
  CHECK_FALSE(kernels.empty());
  for (const JudgedKernel& kernel : kernels) check_kernel(kernel, target);
}

}  // namespace

TEST_CASE("cuda: reports say what was derived by hand", "[cli][cuda]") {
  const std::string target = GENERATE("sm_90", "sm_75");
  check_table(cuda_folder, target);
}

// tests/kernels/corpus/look_back_vector.cu says why it is wrong; one word of status and value is
// not.
TEST_CASE("cuda: what vectors in one piece would mend is a note", "[cli][cuda]") {
  const std::string kernel = "tests/kernels/corpus/look_back_vector.sm_90.ptx --grid 3 --block 1 ";
  const std::string never = "--show out --never 'out[1] != 1 || out[2] != 3' ";
  const std::string note = "--vector 8";
  const CommandResult split = program(kernel + never);
  CHECK(split.status == 10);
  CHECK(contains(split.output, note));
  CHECK(contains(program(kernel + never + "--json -").output, note));
  CHECK(contains(program(kernel + never + "--sarif -").output, note));
  const CommandResult whole = program(kernel + never + note);
  CHECK(whole.status == 0);
  CHECK(parts_of(whole.output, "BUG").empty());
  CHECK_FALSE(contains(whole.output, note));
  // Nobody asks, so nothing is wrong; and what stays wrong gets no such advice.
  CHECK_FALSE(contains(program(kernel + "--show out").output, note));
  const CommandResult wrong = program(kernel + "--never 'out[1] == 1'");
  CHECK(wrong.status == 10);
  CHECK_FALSE(contains(wrong.output, note));
}

TEST_CASE("cuda: races of accesses of several sizes say so", "[cli][cuda]") {
  const std::vector<std::string> bugs = parts_of(
      program("tests/kernels/corpus/byte_flags.sm_90.ptx --grid 3 --block 1").output, "BUG");
  REQUIRE_FALSE(bugs.empty());
  CHECK(contains(bugs.front(), "volatile store of 1 byte"));
  CHECK(contains(bugs.front(), "load of 2 bytes"));
  CHECK(contains(bugs.front(), "mixed-size data race on `"));
  CHECK(contains(bugs.front(), "different sizes"));
}

TEST_CASE("cuda: the corpus of stories comes out as derived by hand, sm_90",
          "[cli][cuda][corpus]") {
  check_table(corpus_folder, "sm_90");
}

TEST_CASE("cuda: the corpus of stories comes out as derived by hand, sm_75",
          "[cli][cuda][corpus]") {
  check_table(corpus_folder, "sm_75");
}

TEST_CASE("cuda: asynchronous kernels come out as derived by hand, sm_90", "[cli][cuda]") {
  check_table(asynchronous_folder, "sm_90");
}

TEST_CASE("cuda: asynchronous kernels come out the same on other architectures", "[cli][cuda]") {
  const std::string target = GENERATE("sm_80", "sm_100");
  int checked = 0;
  for (const JudgedKernel& kernel : judged_kernels(asynchronous_folder)) {
    if (!is_recorded(kernel, target)) continue;
    check_kernel(kernel, target);
    ++checked;
  }
  CHECK(checked > 20);
}

TEST_CASE("cuda: a race with a copy is mended where exploring proves it", "[cli][cuda]") {
  const std::string folder = "tests/kernels/asynchronous/";
  const auto fix = [&](const std::string& kernel) {
    const std::vector<std::string> fixes = parts_of(program(folder + kernel).output, "FIX");
    REQUIRE(fixes.size() == 1);
    CHECK(contains(fixes[0], "proved by exploring it: the bug is gone"));
    return fixes[0];
  };
  CHECK(contains(fix("store_out.sm_90.ptx --grid 1 --block 4"), "fence_proxy_async();  after"));
  CHECK(
      contains(fix("tensor_store.sm_90.ptx --grid 1 --block 4 --input map=tensor:out:4x2:box=4x1"),
               "fence_proxy_async();  after"));
  CHECK(contains(fix("read_back.sm_90.ptx --grid 1 --block 1"),
                 "cp_async_bulk_wait_group(cuda::ptx::n32_t<0>());  after"));
  CHECK(contains(fix("prefetch.sm_90.ptx --grid 1 --block 2"), "__pipeline_wait_prior(0);"));
}

TEST_CASE("cuda: readings say whether a bug of a kernel is one under all", "[cli][cuda]") {
  const std::string folder = "tests/kernels/asynchronous/";
  const auto readings = [&](const std::string& kernel) {
    return program("readings " + folder + kernel).output;
  };
  CHECK(contains(readings("store_out.sm_90.ptx --grid 1 --block 2"),
                 "A bug under every reading: data race."));
  CHECK(
      contains(readings("store_out_by_issuer.sm_90.ptx --grid 1 --block 2"), "Depends on: place."));
  CHECK(contains(readings("exchange_fixed.sm_90.ptx --grid 1 --block 2"),
                 "Right under every reading."));
}

TEST_CASE("cuda: a grid has whole clusters", "[cli][cuda]") {
  const std::string kernel = "tests/kernels/asynchronous/exchange_fixed.sm_90.ptx --block 2 ";
  CHECK(contains(program(kernel + "--cluster 2 --show out").output, "<<<2, 2>>>"));
  CHECK(contains(complaint(kernel + "--grid 3 --cluster 2"), "not made of clusters of 2"));
}

TEST_CASE("cuda: each recorded kernel is in its table", "[cli][cuda]") {
  const std::string folder =
      GENERATE_COPY(values({cuda_folder, corpus_folder, asynchronous_folder}));
  std::set<std::string> in_table;
  for (const JudgedKernel& kernel : judged_kernels(folder)) in_table.insert(kernel.file);
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(source_folder) + "/" + folder)) {
    if (entry.path().extension() != ".cu") continue;
    INFO(entry.path().string());
    CHECK(in_table.count(entry.path().stem()) == 1);
  }
}

TEST_CASE("cuda: kernels that differ from what was derived are there, and name a wart",
          "[cli][cuda]") {
  std::set<std::string> files;
  for (const JudgedKernel& kernel : judged_kernels(corpus_folder)) files.insert(kernel.file);
  const std::string warts = docs::read("docs/warts.md");
  for (const auto& [file, difference] : known_differences(corpus_folder)) {
    INFO(file);
    CHECK(files.count(file) == 1);
    CHECK(contains(warts, '`' + difference.wart + '`'));
  }
}

TEST_CASE("cuda: kernels of the corpus have stories, and stories have kernels", "[cli][cuda]") {
  std::set<std::string> told;
  for (const KernelStory& story : kernel_stories()) CHECK(told.insert(story.name).second);
  std::set<std::string> named;
  for (const JudgedKernel& kernel : judged_kernels(corpus_folder)) named.insert(kernel.story);
  CHECK(told == named);
}

}  // namespace opexplore::testing
