#include "hardware/checked_results.hpp"

#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "hardware/result_json.hpp"

namespace opexplore::hardware {

std::vector<Result> read_results_files(std::span<const std::string> files,
                                       const std::function<void(const std::string&)>& warn) {
  std::vector<Result> results;
  std::set<std::string> known;
  for (const std::string& file : files) {
    std::size_t again = 0;
    for (Result& result : read_results_file(file)) {
      if (known.insert(result_line(result)).second) {
        results.push_back(std::move(result));
      } else {
        ++again;
      }
    }
    if (again == 0) continue;
    warn("File \"" + file + "\": " + std::to_string(again) +
         (again == 1 ? " result was" : " results were") + " given before and left out");
  }
  return results;
}

AskedTests asked_tests(std::span<const Result> results) {
  AskedTests asked;
  std::map<std::string_view, std::size_t> known;
  for (const Result& result : results) {
    std::optional<std::size_t>& place = asked.of_result.emplace_back();
    if (!needs_machine(result)) continue;
    const auto [entry, is_new] = known.emplace(result.litmus, asked.tests.size());
    if (is_new) asked.tests.push_back(result.test);
    place = entry->second;
  }
  return asked;
}

std::vector<CheckedResult> check_all(std::span<const Result> results, const AskedTests& asked,
                                     std::span<const std::string> machines,
                                     const AllowedByMachine& allowed) {
  const std::vector<Allowed>& sc = allowed.back();
  const Allowed nothing;
  std::vector<CheckedResult> checks;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::optional<std::size_t> test = asked.of_result[i];
    for (std::size_t machine = 0; machine < machines.size(); ++machine) {
      const Allowed& says = test ? allowed[machine][*test] : nothing;
      checks.push_back({results[i], machines[machine],
                        check(results[i], says, test ? &sc[*test] : nullptr, results)});
    }
  }
  return checks;
}

}  // namespace opexplore::hardware
