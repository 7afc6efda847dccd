// `oplitmus rank`: machines judged by what chips showed.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "export/output_file.hpp"
#include "hardware/result_tables.hpp"
#include "hardware/soundness_json.hpp"
#include "litmus/input_error.hpp"
#include "studies/ranking/contenders.hpp"
#include "tools/interrupt.hpp"
#include "tools/oplitmus.hpp"
#include "tools/study_commands.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame frame{
    "usage: oplitmus rank [OPTIONS] RESULTS.jsonl...\n"
    "       oplitmus rank [OPTIONS] OBSERVATIONS.json TESTS...\n"
    "\n"
    "Ranks machines by what GPUs showed: first who has fewest tests on which a chip showed what\n"
    "the machine forbids, then who allows least that no chip showed. OBSERVATIONS.json has tables\n"
    "of the literature, as opexplore --rank reads them; TESTS are the tests that they name.\n",
    "\n"
    "Exit codes: 0 ranked; 1 incomplete; 2 wrong input; 30 internal error; 31 --timeout;\n"
    "32 cancelled.\n"};

struct RankTexts {
  JudgeTexts common;
  std::optional<std::filesystem::path> tables;
};

constexpr std::array rows{
    OptionRow<RankTexts>{{.names = "--tables",
                          .value = "FILE.md",
                          .group = "output",
                          .help = "Write the tables and the ranking there, as Markdown"},
                         keep<&RankTexts::tables>}};

bool is_observations(const std::string& file) {
  return std::filesystem::path(file).extension() == ".json";
}

std::optional<std::string> machines_of(const JudgeTexts& texts) {
  return texts.machines.empty() ? std::nullopt : std::optional(texts.machines);
}

ExitCode rank_observations(const RankTexts& texts) {
  const JudgeTexts& common = texts.common;
  if (common.output) {
    throw UsageError("-o is for results; a ranking by observations goes to standard output",
                     "--tables FILE.md writes the tables");
  }
  Options options;
  for (const std::string& file : common.files) {
    if (!is_observations(file)) {
      options.sources.push_back(file);
    } else if (options.rank) {
      throw UsageError("there is more than one file of observations", "rank by one at a time");
    } else {
      options.rank = file;
    }
  }
  if (options.sources.empty()) {
    throw UsageError("which tests?", "name the tests that the observations are of");
  }
  options.machine = machines_of(common);
  options.explore = limits_of(common);
  options.tables = texts.tables;
  if (common.json) options.json = common.json->string();
  options.quiet = common.quiet;
  options.verbosity = common.verbose ? 1 : 0;
  catch_interrupts();
  return run_ranking(options, {"oplitmus", "unknown", "unknown"});
}

ExitCode rank_results(const RankTexts& texts) {
  const JudgeTexts& common = texts.common;
  require_outputs(common, texts.tables);
  const JudgedResults judged = judge_files(common, ranked_machines(machines_of(common), {}));
  const hardware::ResultRanking ranking = hardware::ranking_of(judged.checks);
  if (ranking.rows.empty()) {
    throw InputError(common.files.front(), {}, "no result says anything",
                     "oplitmus check says why");
  }
  std::ostringstream text;
  hardware::write_ranking(text, ranking);
  if (texts.tables) {
    std::ostringstream page;
    hardware::write_tables(page, ranking);
    write_file(*texts.tables, page.str());
  }
  write_outputs(common, text.str(), hardware::json_ranking(judged.machines, ranking, judged.code));
  return judged.code;
}

ExitCode run(const RankTexts& texts) {
  const std::vector<std::string>& files = texts.common.files;
  return std::ranges::any_of(files, is_observations) ? rank_observations(texts)
                                                     : rank_results(texts);
}

}  // namespace

Subcommand hardware_rank_command() {
  return {.name = "rank",
          .summary = "Rank machines by what chips showed",
          .frame = frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<RankTexts>();
            add_judge_options(line, texts->common);
            line.add(rows, *texts);
            return [texts] { return run(*texts); };
          }};
}

}  // namespace opexplore
