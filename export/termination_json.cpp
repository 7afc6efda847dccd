#include "export/termination_json.hpp"

#include <utility>

#include "export/json.hpp"
#include "export/log.hpp"
#include "export/null_or.hpp"
#include "export/termination_words.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

Json lasso_json(const Test& test, const EndJudgement& judgement) {
  if (!judgement.lasso) return nullptr;
  const Lasso& lasso = *judgement.lasso;
  return {{"model", spelled(judgement.promise)},
          {"stem", json_trace(test, lasso.stem)},
          {"loop", json_loop(test, lasso)},
          {"boundary",
           lasso.boundary ? Json(spelled(*lasso.boundary, judgement.promise)) : Json(nullptr)},
          {"reasons", json_threads(test, lasso.threads)},
          {"reads", json_reads(test, lasso.reads)},
          {"remark", null_or(told(lasso.remark, test.program))}};
}

Json trap_json(const Test& test, const std::optional<Trap>& trap) {
  if (!trap) return nullptr;
  return {{"path", json_trace(test, trap->path)},
          {"states", trap->states},
          {"reasons", json_threads(test, trap->threads)}};
}

Json judgement_json(const Test& test, const Termination& report, const EndJudgement& judgement) {
  return {{"promise", judgement.promise.name},
          {"model", spelled(judgement.promise)},
          {"weak", name_of(judgement.weak)},
          {"strong", name_of(judgement.strong)},
          {"deadlock", is_deadlocked(report, judgement)},
          {"lasso", lasso_json(test, judgement)},
          {"trap", trap_json(test, judgement.trap)}};
}

Json deadlock_json(const Test& test, const std::optional<Deadlock>& deadlock) {
  if (!deadlock) return nullptr;
  return {{"reason", told(deadlock->reason, test.program)},
          {"trace", json_trace(test, deadlock->path)},
          {"reasons", json_threads(test, deadlock->threads)}};
}

Json machine_json(const Answer& answer) {
  Json settings = Json::object();
  for (const auto& [name, value] : answer.settings) settings[std::string(name)] = value;
  return {{"name", answer.answered_by},
          {"version", answer.machine_version},
          {"settings", std::move(settings)}};
}

Json incomplete_json(const Termination& report) {
  if (report.coverage.complete()) return nullptr;
  return {{"limit", to_string(report.coverage.incomplete)}, {"reason", report.coverage.reason}};
}

}  // namespace

Json json_threads(const Test& test, const std::vector<LassoThread>& threads) {
  Json list = Json::array();
  for (const LassoThread& thread : threads) {
    list.push_back({{"thread", list.size()},
                    {"role", name_of(thread.role)},
                    {"reason", null_or(told(thread.reason, test.program))}});
  }
  return list;
}

Json json_reads(const Test& test, const std::vector<SpinRead>& reads) {
  Json list = Json::array();
  for (const SpinRead& read : reads) {
    const auto& addresses = test.program.addresses;
    list.push_back(
        {{"thread", read.thread},
         {"instruction", read.instruction},
         {"address",
          read.address < addresses.size() ? Json(addresses[read.address].name) : Json(nullptr)},
         {"value", read.value},
         {"reads_from", read.write ? Json(write_name(test.program, *read.write)) : Json(nullptr)}});
  }
  return list;
}

Json json_loop(const Test& test, const Lasso& lasso) {
  return json_steps(test, lasso.loop, lasso.stem.steps.size());
}

Json json_termination(const Test& test, const Answer& answer) {
  const Termination& report = *answer.termination;
  Json judgements = Json::array();
  for (const EndJudgement& judgement : report.judgements) {
    judgements.push_back(judgement_json(test, report, judgement));
  }
  return {{"machine", machine_json(answer)},
          {"judgements", std::move(judgements)},
          {"deadlock", deadlock_json(test, report.deadlock)},
          {"race", null_or(report.race)},
          {"bound", null_or(report.bound)},
          {"incomplete", incomplete_json(report)},
          {"states", report.states},
          {"transitions", report.transitions},
          {"components", report.components},
          {"seconds", report.seconds}};
}

}  // namespace opexplore
