// docs/reports/thesis-tables.md is what the program writes now.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"

namespace opexplore::docs {

// Without sc-naive and sc-typed, whose outcomes are those of sc.
const std::string machines = "gpu-queues,gpu-scoped,ptx,ptx-proxy,rmo,sc,tso";

TEST_CASE("documentation: the tables of the thesis are those of a run", "[docs]") {
  const std::filesystem::path made =
      std::filesystem::temp_directory_path() / "opexplore-thesis-tables.md";
  const std::string command = "opexplore -q --rank litmus/thesis/observed.json --machine " +
                              machines + " --tables " + made.string() + " litmus/thesis >/dev/null";
  INFO("to renew it: opexplore --rank litmus/thesis/observed.json --machine " + machines +
       " --tables docs/reports/thesis-tables.md litmus/thesis");
  CHECK(run(command).status == 0);
  std::ifstream file(made);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(text == read("docs/reports/thesis-tables.md"));
  std::filesystem::remove(made);
}

}  // namespace opexplore::docs
