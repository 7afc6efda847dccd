#include "studies/second/json.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "export/kernel_json.hpp"
#include "export/null_or.hpp"

namespace opexplore::second {
namespace {

using Json = nlohmann::ordered_json;

Json place_json(const Place& place) {
  return {{"function", null_or(place.function)},
          {"offset", null_or(place.offset)},
          {"file", null_or(place.file)},
          {"line", null_or(place.line)}};
}

Json index_json(const std::optional<kernel::Triple>& index) {
  if (!index) return nullptr;
  return {index->x, index->y, index->z};
}

Json access_json(const Finding& finding, const Access& access) {
  const bool race = finding.kind == Finding::Kind::race;
  return {{"kind", race ? Json(name_of(access.kind)) : Json("barrier")},
          {"at", place_json(access.at)},
          {"block", index_json(access.block)},
          {"thread", index_json(access.thread)}};
}

Json reading_json(const Explored& explored) {
  const kernel::LaunchedKernel& program = explored.program;
  return {{"if", null_or(explored.reading.taken)},
          {"refusal", null_or(explored.refusal)},
          {"complete", explored.run && explored.run->answer.coverage.complete()},
          {"loads", explored.loads},
          {"kernel", explored.run
                         ? json_kernel(program.test, program.facts, *explored.run->answer.findings)
                         : Json(nullptr)}};
}

Json opinion_json(const Opinion& opinion) {
  const Finding& finding = *opinion.finding;
  Json accesses = Json::array();
  const std::size_t told = finding.kind == Finding::Kind::race ? 2 : 1;
  for (std::size_t i = 0; i < told; ++i) {
    accesses.push_back(access_json(finding, finding.accesses[i]));
  }
  Json readings = Json::array();
  for (const auto& reading : opinion.readings) readings.push_back(reading_json(*reading));
  return {{"line", finding.place.line},
          {"tool", finding.tool},
          {"severity", null_or(finding.severity)},
          {"told", finding.told},
          {"count", finding.count},
          {"kernel", null_or(finding.kernel)},
          {"location", null_or(finding.location)},
          {"accesses", std::move(accesses)},
          {"verdict", name_of(opinion.verdict)},
          {"why_not", null_or(opinion.why_not)},
          {"exit_code", static_cast<int>(opinion.code)},
          {"readings", std::move(readings)}};
}

}  // namespace

Json json_opinions(const Report& report, const std::vector<Opinion>& opinions) {
  Json all = Json::array();
  for (const Opinion& opinion : opinions) all.push_back(opinion_json(opinion));
  return {{"report", report.path}, {"format", report.format}, {"findings", std::move(all)}};
}

}  // namespace opexplore::second
