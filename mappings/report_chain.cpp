// What a check of a chain found, as text and as JSON.
#include <nlohmann/json.hpp>

#include "mappings/report.hpp"
#include "mappings/report_parts.hpp"

namespace opexplore::mappings {
namespace {

std::string chain_name(const ChainReport& report) {
  std::string text;
  for (const TableReport& step : report.steps) {
    text += (text.empty() ? "" : " -> ") + titled(step.table);
  }
  return text;
}

std::string step_line(const ChainReport& report, std::size_t step) {
  const TableReport& own = report.steps[step];
  std::string text = "  step " + std::to_string(step + 1) + ", " + own.table.name + ": " +
                     std::to_string(own.count(Finding::sound)) + " sound, " +
                     std::to_string(own.count(Finding::unsound)) + " unsound by itself; ";
  if (report.blamed[step] == 0) return text + "not to blame\n";
  return text + "to blame for " + plural(report.blamed[step], "test") + ", the smallest " +
         report.first[step] + '\n';
}

std::string chain_text(const CheckedChain& chain) {
  const ChainReport& report = chain.report;
  std::string text = "Chain " + chain_name(report) + ", " + chain.title.tests + '\n';
  text += plural(chain.title.size, "test") + ": " + std::to_string(report.count(Finding::sound)) +
          " sound, " + std::to_string(report.count(Finding::unsound)) + " unsound, " +
          std::to_string(report.count(Finding::undefined)) + " undefined (data race), " +
          std::to_string(report.count(Finding::uncovered)) + " not covered\n";
  for (std::size_t step = 0; step < report.steps.size(); ++step) text += step_line(report, step);
  for (std::size_t step = 0; step < report.steps.size(); ++step) {
    text += '\n' + text_report(chain.steps.at(step), report.steps[step]);
  }
  return text;
}

}  // namespace

std::string text_report(const std::vector<CheckedChain>& all) {
  std::string text;
  for (const CheckedChain& chain : all) text += (text.empty() ? "" : "\n") + chain_text(chain);
  return text;
}

nlohmann::ordered_json json_report(const std::vector<CheckedChain>& all, int exit_code) {
  std::vector<ComparedTables> steps;
  for (const CheckedChain& chain : all) {
    for (std::size_t step = 0; step < chain.report.steps.size(); ++step) {
      steps.push_back({chain.steps.at(step), {chain.report.steps[step]}});
    }
  }
  nlohmann::ordered_json json = json_report(steps, exit_code);
  json["chains"] = nlohmann::ordered_json::array();
  for (const CheckedChain& chain : all) {
    nlohmann::ordered_json one;
    for (std::size_t f = 0; f < chain.report.findings.size(); ++f) {
      one["tests"][std::string(to_string(static_cast<Finding>(f)))] = chain.report.findings[f];
    }
    one["steps"] = nlohmann::ordered_json::array();
    for (std::size_t step = 0; step < chain.report.steps.size(); ++step) {
      one["steps"].push_back({{"table", chain.report.steps[step].table.name},
                              {"blamed", chain.report.blamed[step]},
                              {"first", chain.report.first[step]}});
    }
    json["chains"].push_back(std::move(one));
  }
  return json;
}

}  // namespace opexplore::mappings
