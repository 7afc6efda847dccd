#include "hardware/result_json.hpp"

#include "hardware/statistics.hpp"

namespace opexplore::hardware {
namespace {

using Json = nlohmann::ordered_json;

Json device_json(const std::optional<Device>& device) {
  if (!device) return nullptr;
  return {{"name", device->name},           {"cc", device->compute_capability},
          {"sms", device->multiprocessors}, {"l2_bytes", device->l2_bytes},
          {"driver", device->driver},       {"uuid", device->uuid}};
}

Json sass_json(const std::vector<Survival>& roles) {
  Json result = Json::object();
  for (std::size_t thread = 0; thread < roles.size(); ++thread) {
    const Survival& role = roles[thread];
    result["P" + std::to_string(thread)] = {{"verdict", to_string(role.verdict)},
                                            {"expected", role.expected},
                                            {"found", role.found},
                                            {"reason", role.reason}};
  }
  return result;
}

Json toolchain_json(const std::optional<Toolchain>& toolchain) {
  if (!toolchain) return nullptr;
  return {{"nvcc", toolchain->nvcc},
          {"arch", toolchain->arch},
          {"flags", toolchain->flags},
          {"cubin_sha256", toolchain->cubin_sha256},
          {"sass", sass_json(toolchain->roles)},
          {"second_opinion", toolchain->second_opinion}};
}

Json totals_json(const Result& result) {
  const double rate =
      result.seconds > 0 ? static_cast<double>(result.executed) / result.seconds : 0;
  return {{"launches", result.launches}, {"executed", result.executed},
          {"not_run", result.not_run},   {"out_of_bound", result.out_of_bound},
          {"overflow", result.overflow}, {"seconds", result.seconds},
          {"rate_per_s", rate}};
}

Json outcome_json(const Result& result, const SeenOutcome& outcome) {
  const double rate = result.executed == 0 ? 0
                                           : static_cast<double>(outcome.count) /
                                                 static_cast<double>(result.executed);
  const Interval interval = rate_interval(outcome.count, result.executed);
  return {{"state", json_state(result.test, outcome.values)},
          {"count", outcome.count},
          {"launches", outcome.launches},
          {"rate", rate},
          {"ci95", {interval.low, interval.high}},
          {"samples", json_samples(outcome)}};
}

Json environment_json(const EnvironmentResult& run) {
  return {{"id", run.id},
          {"params", json_parameters(run.environment)},
          {"launches", run.launches},
          {"executed", run.executed},
          {"seconds", run.seconds},
          {"counts", run.counts}};
}

}  // namespace

Json json_state(const Test& test, const Outcome& outcome) {
  Json state = Json::object();
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    state[to_string(test.observables[i], test.program)] = outcome[i];
  }
  return state;
}

Json json_samples(const SeenOutcome& outcome) {
  Json samples = Json::array();
  for (const Sample& sample : outcome.samples) {
    samples.push_back({{"env", sample.environment},
                       {"launch", sample.launch},
                       {"instance", sample.instance},
                       {"smid", sample.multiprocessor}});
  }
  return samples;
}

Json json_parameters(const Environment& environment) {
  Json parameters = Json::object();
  for (std::size_t knob = 0; knob < knobs; ++knob) {
    parameters[std::string(environment_parameters()[knob].name)] = environment.values[knob];
  }
  return parameters;
}

Json json_result(const Result& result) {
  Json outcomes = Json::array();
  for (const SeenOutcome& outcome : result.outcomes) {
    outcomes.push_back(outcome_json(result, outcome));
  }
  Json environments = Json::array();
  for (const EnvironmentResult& run : result.environments) {
    environments.push_back(environment_json(run));
  }
  Json sibling = nullptr;
  if (result.sibling) sibling = {{"test", result.sibling->name}, {"hash", result.sibling->hash}};
  Json stationarity = nullptr;
  if (result.stationarity) stationarity = {{"ks_p", *result.stationarity}};
  return {{"schema", result_schema},
          {"test", result.test.name},
          {"hash", result.hash},
          {"litmus", result.litmus},
          {"profile", to_string(result.profile)},
          {"status", to_string(result.status)},
          {"reason", result.reason},
          {"sibling", std::move(sibling)},
          {"device", device_json(result.device)},
          {"toolchain", toolchain_json(result.toolchain)},
          {"seed", result.seed},
          {"started", result.started},
          {"command", result.command},
          {"totals", totals_json(result)},
          {"outcomes", std::move(outcomes)},
          {"envs", std::move(environments)},
          {"stationarity", std::move(stationarity)}};
}

std::string result_line(const Result& result) {
  return json_result(result).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace opexplore::hardware
