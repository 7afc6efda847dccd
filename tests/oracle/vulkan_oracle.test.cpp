// The oracle of Vulkan against what others say: Dartagnan's and Khronos' verdicts on their tests,
// and the programs that tell the rules apart.
#include "tests/oracle/vulkan_oracle.hpp"

#include <fstream>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/vulkan_text.hpp"
#include "tests/oracle/vulkan_verdicts.hpp"
#include "tests/skip.hpp"

namespace opexplore::oracle::vulkan {

namespace {

Question with(Chains chains) {
  Question question;
  question.reading.chains = chains;
  return question;
}

bool racy(const std::string& text, const Question& question = {}) {
  const Test test = read(text, "test");
  return is_racy(test, enumerate(test, question));
}

struct Row {
  std::string file;
  bool expected = false;
};

// The rows FILE,0 and FILE,1 of a list.
std::vector<Row> rows_of(const std::filesystem::path& list) {
  std::ifstream in(list);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    const std::size_t comma = line.find(',');
    if (line.empty() || line[0] == '#' || comma == std::string::npos) continue;
    rows.push_back({line.substr(0, comma), line.substr(comma + 1, 1) == "1"});
  }
  return rows;
}

// One row is one verdict. Dartagnan unrolls loops once.
template <class Enough, class Holds>
void check_list(const std::string& name, Chains chains, std::size_t least, Enough enough,
                Holds holds) {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  std::size_t answered = 0;
  for (const Row& row : rows_of(*suite / name)) {
    INFO(name << ": " << row.file);
    const Test test = read_file(*suite / row.file);
    Limits limits;
    limits.backward_jumps = 1;
    limits.enough = enough(test);
    const Result result = enumerate(test, with(chains), limits);
    CHECK(holds(test, result) == row.expected);
    ++answered;
  }
  CHECK(answered >= least);
}

}  // namespace

TEST_CASE("Programs that tell rules of Vulkan apart show what they should") {
  for (const Verdict& verdict : distinguishing()) {
    INFO(text_of(verdict));
    const Test test = read(text_of(verdict), std::string(verdict.id));
    const Result result = enumerate(test);
    const Result without_chains = enumerate(test, with(Chains::none));
    CHECK(is_racy(test, result) == verdict.racy);
    CHECK(is_racy(test, without_chains) == verdict.racy_without_chains);
    if (verdict.allowed) {
      CHECK(condition_holds(test, result) == verdict.allowed);
      CHECK(condition_holds(test, without_chains) == verdict.allowed);
    }
  }
}

TEST_CASE("Fences continue a chain of availability in the words of the specification alone") {
  for (const Verdict& verdict : distinguishing()) {
    if (verdict.id != "V17" && verdict.id != "V18") continue;
    INFO(verdict.id);
    CHECK(racy(text_of(verdict)) == (verdict.id == "V18"));
    CHECK_FALSE(racy(text_of(verdict), with(Chains::specification)));
  }
}

TEST_CASE("Dartagnan's Vulkan tests: conditions") {
  check_list("expected-vulkan.csv", Chains::model, 87, decides_condition, condition_holds);
}

TEST_CASE("Dartagnan's Vulkan tests: races") {
  check_list("expected-vulkan-dr.csv", Chains::model, 74, decides_race,
             [](const Test& test, const Result& result) { return !is_racy(test, result); });
}

TEST_CASE("Dartagnan's Vulkan tests: conditions without chains") {
  check_list("expected-vulkan-nochains.csv", Chains::none, 3, decides_condition, condition_holds);
}

TEST_CASE("Dartagnan's Vulkan tests: races without chains") {
  check_list("expected-vulkan-dr-nochains.csv", Chains::none, 3, decides_race,
             [](const Test& test, const Result& result) { return !is_racy(test, result); });
}

}  // namespace opexplore::oracle::vulkan
