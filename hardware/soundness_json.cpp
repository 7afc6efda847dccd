#include "hardware/soundness_json.hpp"

#include "hardware/executions.hpp"
#include "hardware/result_json.hpp"
#include "hardware/statistics.hpp"

namespace opexplore::hardware {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json evidence_json(const Evidence& evidence) {
  if (evidence.sibling.empty()) return nullptr;
  return {{"test", evidence.sibling},       {"found", evidence.found},
          {"changed", evidence.changed},    {"seen", evidence.seen},
          {"per_s", evidence.per_second()}, {"executed", evidence.executed},
          {"env", or_null(evidence.best)},  {"counts", evidence.counts()}};
}

Json violation_json(const Result& result, const Violation& violation) {
  const SeenOutcome& outcome = result.outcomes[violation.outcome];
  const Interval rate = rate_interval(outcome.count, completed(result));
  Json environments = Json::array();
  for (const EnvironmentResult& run : result.environments) {
    if (run.counts[violation.outcome] == 0) continue;
    environments.push_back({{"id", run.id},
                            {"count", run.counts[violation.outcome]},
                            {"executed", run.executed},
                            {"params", json_parameters(run.environment)}});
  }
  return {{"state", json_state(result.test, outcome.values)},
          {"count", outcome.count},
          {"launches", outcome.launches},
          {"ci95", {rate.low, rate.high}},
          {"out_of_domain", text_or_null(violation.out_of_domain)},
          {"envs", std::move(environments)},
          {"samples", json_samples(outcome)}};
}

Json unseen_json(const Test& test, const Unseen& unseen) {
  return {{"state", json_state(test, unseen.values)},
          {"allowed", unseen.allowed},
          {"weak", or_null(unseen.weak)},
          {"p_upper95", or_null(unseen.bound)},
          {"best_env", or_null(unseen.best)},
          {"best_p_upper95", or_null(unseen.best_bound)},
          {"sibling", evidence_json(unseen.evidence)}};
}

Json sound_json(Soundness verdict) {
  if (verdict == Soundness::sound) return true;
  if (verdict == Soundness::unsound) return false;
  return nullptr;
}

Json document_of(std::span<const ChosenMachine> machines) {
  Json list = Json::array();
  for (const ChosenMachine& machine : machines) {
    list.push_back({{"name", machine.name},
                    {"version", machine.entry->version},
                    {"source", machine.entry->source}});
  }
  return {{"schema", check_schema}, {"machines", std::move(list)}};
}

}  // namespace

Json json_check(const CheckedResult& checked) {
  const Result& result = checked.result;
  const SoundnessCheck& check = checked.check;
  Json violations = Json::array();
  for (const Violation& one : check.violations) violations.push_back(violation_json(result, one));
  Json unseen = Json::array();
  for (const Unseen& one : check.unseen) unseen.push_back(unseen_json(result.test, one));
  Json coverage = nullptr;
  if (check.allowed > 0) {
    coverage = static_cast<double>(check.observed) / static_cast<double>(check.allowed);
  }
  return {{"test", result.test.name},
          {"hash", result.hash},
          {"profile", to_string(result.profile)},
          {"device", result.device ? Json(result.device->name) : Json(nullptr)},
          {"seed", result.seed},
          {"cubin_sha256", result.toolchain ? Json(result.toolchain->cubin_sha256) : Json(nullptr)},
          {"executed", result.executed},
          {"machine", checked.machine},
          {"verdict", to_string(check.verdict)},
          {"sound", sound_json(check.verdict)},
          {"reason", text_or_null(check.reason)},
          {"suspect", to_string(check.suspect)},
          {"suspicion", text_or_null(check.suspicion)},
          {"violations", std::move(violations)},
          {"allowed", check.allowed},
          {"observed", check.observed},
          {"coverage", std::move(coverage)},
          {"weak_allowed", or_null(check.weak_allowed)},
          {"weak_observed", or_null(check.weak_observed)},
          {"unlisted", check.unlisted},
          {"asked",
           {{"seen", check.asked.seen},
            {"allowed", or_null(check.asked.allowed)},
            {"sibling", evidence_json(check.asked.evidence)}}},
          {"unseen", std::move(unseen)}};
}

Json json_checks(std::span<const ChosenMachine> machines, std::span<const CheckedResult> checks,
                 ExitCode code) {
  Json document = document_of(machines);
  Json& list = document["checks"] = Json::array();
  for (const CheckedResult& one : checks) list.push_back(json_check(one));
  document["exit_code"] = static_cast<int>(code);
  return document;
}

Json json_ranking(std::span<const ChosenMachine> machines, const ResultRanking& ranking,
                  ExitCode code) {
  Json document = document_of(machines);
  document["ranking"] = json_ranking(ranking);
  document["exit_code"] = static_cast<int>(code);
  return document;
}

}  // namespace opexplore::hardware
