#include "export/inputs_results.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace opexplore {
namespace {

void drop(SingleResult& result, std::string_view format) {
  const auto part = result.parts.find(format);
  if (part != result.parts.end()) result.parts.erase(part);
}

}  // namespace

bool InputsResults::takes(const SingleResult& result) const {
  if (!result.inputs.is_one_of_several()) return false;
  if (results_.empty()) return true;
  const kernel::InputCase& last = results_.back().inputs;
  return last.count == result.inputs.count && last.number < result.inputs.number;
}

bool InputsResults::complete() const {
  return !results_.empty() && results_.back().inputs.number + 1 == results_.back().inputs.count;
}

std::vector<SingleResult> InputsResults::take() {
  std::vector<SingleResult> all = std::exchange(results_, {});
  const bool reported = std::ranges::all_of(
      all, [](const SingleResult& result) { return result.report.has_value(); });
  if (all.empty() || !reported) return all;
  std::vector<ReportedCase> cases;
  for (const SingleResult& result : all) {
    cases.push_back({result.inputs, *result.report, result.code});
  }
  const InputsReport report = inputs_report(cases);
  std::string text = report.text;
  const auto told = all[report.told].parts.find(log_format.name);
  if (told != all[report.told].parts.end()) text += told->second.get_ref<const std::string&>();
  const bool prints = std::ranges::any_of(
      all, [](const SingleResult& result) { return result.parts.contains(log_format.name); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    drop(all[i], log_format.name);
    if (report.tells[i]) continue;
    for (const Format* const format : formats()) {  // a bug that several launches show is one
      if (format->of_bugs) drop(all[i], format->name);
    }
    if (all[i].ending == Ending::failed) all[i].diagnostics.clear();
  }
  if (prints) all.front().parts.emplace(log_format.name, std::move(text));
  return all;
}

}  // namespace opexplore
