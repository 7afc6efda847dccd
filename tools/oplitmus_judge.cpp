// `oplitmus check` and `oplitmus rank`: results of GPUs, judged by machines.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "answers/default_machine.hpp"
#include "export/formats.hpp"
#include "export/output_file.hpp"
#include "hardware/exit_code.hpp"
#include "hardware/result_tables.hpp"
#include "hardware/soundness_json.hpp"
#include "litmus/input/input_error.hpp"
#include "studies/ranking/contenders.hpp"
#include "tools/opexplore.hpp"
#include "tools/oplitmus.hpp"
#include "tools/options.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

using hardware::CheckDetail;

constexpr HelpFrame check_frame{
    "usage: oplitmus check [OPTIONS] RESULTS.jsonl...\n"
    "\n"
    "Holds what a GPU showed against what machines allow: each outcome that was seen must be one\n"
    "that the machine reaches. Says how much of what is allowed was seen, and how rare the rest\n"
    "must be; a negative counts only where the same test without fences was seen to be weak.\n",
    "\n"
    "Exit codes: 0 nothing forbidden was seen; 1 incomplete, or a run without a verdict; 2 wrong\n"
    "input; 10 something forbidden was seen; 30 internal error; 31 --timeout; 32 cancelled.\n"};

ExitCode check(const JudgeTexts& texts) {
  require_outputs(texts);
  const std::string names = texts.machines.empty() ? default_machine() : texts.machines;
  const JudgedResults judged = judge_files(texts, chosen_machines(names, {}));
  ExitCode code = judged.code;
  for (const hardware::CheckedResult& one : judged.checks) {
    code = worse(code, code_of(one.result, one.check));
  }
  std::ostringstream text;
  const CheckDetail detail = texts.verbose ? CheckDetail::full
                             : texts.quiet ? CheckDetail::violations
                                           : CheckDetail::unseen;
  hardware::write_checks(text, judged.checks, detail);
  write_outputs(texts, text.str(), hardware::json_checks(judged.machines, judged.checks, code));
  return code;
}

}  // namespace

Subcommand hardware_check_command() {
  return {.name = "check",
          .summary = "Hold results against what machines allow",
          .frame = check_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<JudgeTexts>();
            add_judge_options(line, *texts);
            return [texts] { return check(*texts); };
          }};
}

namespace {

constexpr HelpFrame rank_frame{
    "usage: oplitmus rank [OPTIONS] RESULTS.jsonl...\n"
    "       oplitmus rank [OPTIONS] OBSERVATIONS.json TESTS...\n"
    "\n"
    "Ranks machines by what GPUs showed: first who has fewest tests on which a chip showed what\n"
    "the machine forbids, then who allows least that no chip showed. OBSERVATIONS.json has tables\n"
    "of the literature, as opexplore rank reads them; TESTS are the tests that they name.\n",
    "\n"
    "Exit codes: 0 ranked; 1 incomplete; 2 wrong input; 30 internal error; 31 --timeout;\n"
    "32 cancelled.\n"};

struct RankTexts {
  JudgeTexts common;
  std::optional<std::filesystem::path> tables;
};

constexpr std::array rank_rows{
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
  if (common.json) options.writes.files[json_format.name] = common.json->string();
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

ExitCode rank(const RankTexts& texts) {
  const std::vector<std::string>& files = texts.common.files;
  return std::ranges::any_of(files, is_observations) ? rank_observations(texts)
                                                     : rank_results(texts);
}

}  // namespace

Subcommand hardware_rank_command() {
  return {.name = "rank",
          .summary = "Rank machines by what chips showed",
          .frame = rank_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<RankTexts>();
            add_judge_options(line, texts->common);
            line.add(rank_rows, *texts);
            return [texts] { return rank(*texts); };
          }};
}

}  // namespace opexplore
