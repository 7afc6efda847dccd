// A litmus test of Vulkan and the kernel that does the same have the same outcomes and races: as a
// text and as a binary module.
#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/generate/generate.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/spirv/kernel.hpp"
#include "litmus/spirv/module.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/spirv_twin.hpp"
#include "tests/skip.hpp"

using namespace opexplore;
using testing::spirv_twin;
using testing::SpirvTwin;

namespace {

/// What is found of the observables, in the order of `columns`.
struct PairFindings {
  std::set<Outcome> outcomes;
  bool races = false;
  bool ok = false;  ///< the verdict
  bool operator==(const PairFindings&) const = default;
};

std::optional<PairFindings> pair_findings(const Test& test,
                                          const std::vector<std::size_t>& columns) {
  ExploreOptions options;
  options.threads = 1;
  options.max_states = 20'000;
  options.machine.settings = {{"races", "follow"}};
  const Answer report = find_machine("vulkan")->explore(test, options);
  if (!report.coverage.complete()) return {};
  PairFindings found;
  found.races = report.statistics.racy_states != 0;
  found.ok = verdict(test, report).ok;
  for (const AnsweredOutcome& outcome : report.outcomes) {
    Outcome values;
    for (const std::size_t column : columns) values.push_back(outcome.values.at(column));
    found.outcomes.insert(std::move(values));
  }
  return found;
}

std::vector<std::size_t> all_columns(const Test& test) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < test.observables.size(); ++i) columns.push_back(i);
  return columns;
}

/// Where the kernel observes what the test does.
std::vector<std::size_t> columns_of(const Test& kernel, const SpirvTwin& twin) {
  std::vector<std::size_t> columns;
  for (const std::string& name : twin.names) {
    const auto column = std::ranges::find_if(kernel.observables, [&](const Observable& of) {
      return to_string(of, kernel.program) == "[" + name + "]";
    });
    CAPTURE(name);
    REQUIRE(column != kernel.observables.end());
    columns.push_back(static_cast<std::size_t>(column - kernel.observables.begin()));
  }
  return columns;
}

std::string binary_of(const std::string& text) {
  std::string bytes;
  for (const std::uint32_t word : spirv::binary_of(spirv::read_text(text, "t.spvasm"))) {
    for (std::uint32_t i = 0; i < 4; ++i) bytes += static_cast<char>(word >> 8 * i & 0xFFU);
  }
  return bytes;
}

struct Count {
  std::size_t pairs = 0, binaries = 0, racy = 0;
};

/// Nothing is compared of tests without a twin, and of those with too many states.
void compare(const Test& test, Count& count) {
  const auto twin = spirv_twin(test);
  if (!twin) return;
  INFO(test.name << '\n' << twin->text);
  const auto expected = pair_findings(test, all_columns(test));
  if (!expected) return;
  const Test kernel = spirv::read_kernel(twin->text, "t.spvasm");
  const auto found = pair_findings(kernel, columns_of(kernel, *twin));
  if (!found) return;
  CHECK(found->outcomes == expected->outcomes);
  CHECK(found->races == expected->races);
  CHECK(found->ok == expected->ok);
  ++count.pairs;
  count.racy += expected->races ? 1 : 0;
  if (!twin->launch) return;
  const Test binary = spirv::read_kernel(binary_of(twin->text), "t.spv", twin->launch);
  CHECK(pair_findings(binary, columns_of(binary, *twin)) == expected);
  ++count.binaries;
}

}  // namespace

TEST_CASE("SPIR-V: generated litmus tests and their kernels agree", "[spirv]") {
  generate::Alternatives alternatives;
  alternatives.language = Language::vulkan;
  alternatives.orders = {Order::weak, Order::acquire, Order::release};
  alternatives.placements = {"p0::p1", "p0:p1", "p0.p1"};
  alternatives.vulkan.scopes = {VulkanScope::workgroup, VulkanScope::device};
  alternatives.vulkan.privacies = {generate::Privacy::private_access, generate::Privacy::available};
  alternatives.vulkan.barriers = {Order::acq_rel};
  alternatives.fences = {Order::acq_rel};
  Count count;
  std::uint64_t index = 0;
  for (const char* const family : {"MP", "SB", "LB", "CoRR", "2+2W"}) {
    generate::for_each_make(generate::FamilyTests{{family}, alternatives},
                            [&](const generate::Make& make) {
                              if (generate::is_selected(index++, 400))
                                compare(make(generate::Finish::complete), count);
                              return true;
                            });
  }
  CHECK(count.pairs == 193);
  CHECK(count.binaries == 147);
  CHECK(count.racy == 182);
}

TEST_CASE("SPIR-V: litmus tests of the suite and their kernels agree", "[spirv]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  Count count;
  for (const char* const folder : {"Kronos-Group", "Data-Race", "Manual", "Barrier"}) {
    for (const auto& entry : std::filesystem::directory_iterator(*suite / folder)) {
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      compare(read(text.str(), entry.path().string()), count);
    }
  }
  CHECK(count.pairs == 85);
  CHECK(count.binaries == 45);
  CHECK(count.racy == 41);
}
