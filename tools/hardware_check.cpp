#include "tools/hardware_check.hpp"

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "answers/amounts.hpp"
#include "export/json.hpp"
#include "export/output_file.hpp"
#include "hardware/result_json.hpp"
#include "hardware/soundness_json.hpp"
#include "tools/allowed_outcomes.hpp"
#include "tools/arguments.hpp"
#include "tools/interrupt.hpp"
#include "tools/output_guard.hpp"

namespace opexplore {
namespace {

using hardware::Result;

// The results of all files. The same one given twice counts once: it is one run.
std::vector<Result> results_of(const std::vector<std::string>& files, bool quiet) {
  if (files.empty()) {
    throw UsageError("which results?", "name the files that oplitmus run wrote");
  }
  std::vector<Result> results;
  std::set<std::string> known;
  for (const std::string& file : files) {
    std::size_t again = 0;
    for (Result& result : hardware::read_results_file(file)) {
      if (known.insert(hardware::result_line(result)).second) {
        results.push_back(std::move(result));
      } else {
        ++again;
      }
    }
    if (again == 0 || quiet) continue;
    const std::string what = std::to_string(again) + (again == 1 ? " result was" : " results were");
    const std::string warning =
        "Warning: File \"" + file + "\": " + what + " given before and left out\n";
    std::fputs(warning.c_str(), stderr);
  }
  return results;
}

// The tests of the results that say anything, each once, and where the test of a result stands.
struct DistinctTests {
  std::vector<Test> tests;
  std::map<const Result*, std::size_t> place;
};

DistinctTests distinct_tests(const std::vector<Result>& results) {
  DistinctTests distinct;
  std::map<std::string_view, std::size_t> known;
  for (const Result& result : results) {
    if (!hardware::needs_machine(result)) continue;
    const auto [entry, is_new] = known.emplace(result.litmus, distinct.tests.size());
    if (is_new) distinct.tests.push_back(result.test);
    distinct.place[&result] = entry->second;
  }
  return distinct;
}

}  // namespace

void add_check_options(CLI::App& app, CheckTexts& texts) {
  app.add_option("files", texts.files)->group("");
  app.add_option("--machine", texts.machines,
                 "LIST\tThe machines, as opexplore knows them: NAME[:SETTING=VALUE,...],...")
      ->group("semantics");
  app.add_option("-j,--threads", texts.threads, "N\tThreads (default: one per core)")
      ->group("limits");
  app.add_option("--timeout", texts.timeout, "TIME\tFor each search: 90s, 5m")->group("limits");
  app.add_option("--max-states", texts.max_states, "N\tFor each search: 500k, 2M")->group("limits");
  const std::string group = "output";
  app.add_option("-o", texts.output, "FILE\tWrite the text there")->group(group);
  app.add_option("--json", texts.json, "FILE\tWrite one JSON document there, - is standard output")
      ->group(group);
  app.add_flag("-q", texts.quiet, "Say less")->group(group);
  app.add_flag("-v", texts.verbose, "Say more")->group(group);
}

ExploreOptions limits_of(const CheckTexts& texts) {
  ExploreOptions explore;
  explore.threads = texts.threads;
  if (!texts.timeout.empty()) {
    explore.timeout = parse_duration(texts.timeout);
    if (!explore.timeout) {
      throw UsageError("'" + texts.timeout + "' is no time", "write 90s, 5m, 500ms");
    }
  }
  if (!texts.max_states.empty()) {
    explore.max_states = parse_amount(texts.max_states, 1000);
    if (!explore.max_states) {
      throw UsageError("'" + texts.max_states + "' is no number", "write 5000, 500k, 2M");
    }
  }
  return explore;
}

CheckedResults check_files(const CheckTexts& texts, std::vector<ChosenMachine> machines) {
  const ExploreOptions explore = limits_of(texts);
  CheckedResults checked;
  checked.results = results_of(texts.files, texts.quiet);
  checked.machines = std::move(machines);
  const DistinctTests distinct = distinct_tests(checked.results);
  std::vector<ChosenMachine> asked = checked.machines;
  asked.push_back(chosen_machine("sc", {}));
  catch_interrupts();
  AllowedOutcomes allowed = allowed_outcomes(distinct.tests, asked, explore, !texts.quiet);
  checked.code = allowed.code;
  const std::vector<hardware::Allowed>& sc = allowed.by_machine.back();
  const hardware::Allowed nothing;
  for (const Result& result : checked.results) {
    const auto place = distinct.place.find(&result);
    const bool known = place != distinct.place.end();
    for (std::size_t machine = 0; machine < checked.machines.size(); ++machine) {
      const hardware::Allowed& says = known ? allowed.by_machine[machine][place->second] : nothing;
      checked.checks.push_back(
          {result, checked.machines[machine].name,
           hardware::check(result, says, known ? &sc[place->second] : nullptr, checked.results)});
    }
  }
  return checked;
}

void require_outputs(const CheckTexts& texts, const std::optional<std::filesystem::path>& tables) {
  OutputGuard guard([&] { return files_of_words(texts.files); });
  guard.add("--json", texts.json);
  guard.add("-o", texts.output);
  guard.add("--tables", tables);
}

void write_outputs(const CheckTexts& texts, const std::string& text,
                   nlohmann::ordered_json document, ExitCode code) {
  write_report(texts.output, text, texts.json == "-");
  if (!texts.json) return;
  document["exit_code"] = static_cast<int>(code);
  write_output(*texts.json, json_text(document));
}

nlohmann::ordered_json document_of(std::span<const ChosenMachine> machines) {
  auto list = nlohmann::ordered_json::array();
  for (const ChosenMachine& machine : machines) {
    list.push_back({{"name", machine.name},
                    {"version", machine.entry->version},
                    {"source", machine.entry->source}});
  }
  return {{"schema", hardware::check_schema}, {"machines", std::move(list)}};
}

}  // namespace opexplore
