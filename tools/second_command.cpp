// `opexplore second FILE`: what other tools have found, explored.
#include <array>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "export/json.hpp"
#include "export/output_file.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "studies/second/json.hpp"
#include "studies/second/second.hpp"
#include "studies/second/text.hpp"
#include "tools/commands.hpp"
#include "tools/outputs.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame second_frame{
    "usage: opexplore second [OPTIONS] FILE|-\n"
    "\n"
    "FILE is what compute-sanitizer has printed or written with --xml, with the tool racecheck or\n"
    "synccheck, or findings of other tools (docs/findings.schema.json). Each finding is explored "
    "as\n"
    "a small program: whether it can happen, what a load may read, and what mends it.\n",
    "\nExit codes: 0 nothing of it can happen; 1 hangs on more, or not answered; 2 wrong input;\n"
    "10 barrier divergence or misuse; 11 data race; 12 hang; 13 deadlock; 30 internal error;\n"
    "31 timeout; 32 cancelled.\n"};

struct SecondOptions {
  std::vector<std::string> files;
  std::optional<std::string> json;
  std::optional<std::chrono::milliseconds> timeout;
  bool explain = false;
};

void set_format(SecondOptions& options, const Written& written) {
  const std::size_t equals = written.text.find('=');
  if (written.text.substr(0, equals) != "json") {
    throw UsageError("--write " + written.text + ": second writes json alone",
                     "write --write json=FILE");
  }
  options.json = equals == written.text.npos ? "-" : written.text.substr(equals + 1);
}

void set_timeout(SecondOptions& options, const Written& written) {
  options.timeout = duration_of(written);
}

constexpr std::array second_rows{
    OptionRow<SecondOptions>{{.names = "--explain",
                              .group = "output",
                              .help = "Step through the run that shows each bug"},
                             keep<&SecondOptions::explain>},
    OptionRow<SecondOptions>{{.names = "--write",
                              .value = "json[=FILE]",
                              .group = "output",
                              .help = "A document in place of the report, or in a file beside it"},
                             set_format},
    OptionRow<SecondOptions>{
        {.names = "--timeout", .value = "T", .group = "search", .help = "Of each search: 90s, 5m"},
        set_timeout}};

ExitCode run_second(const SecondOptions& options, const ToolInfo& tool) {
  if (options.files.size() != 1) {
    throw UsageError(options.files.empty() ? "no report given" : "second takes one file",
                     "name what compute-sanitizer wrote, or - for standard input");
  }
  catch_interrupts();
  const std::string& path = options.files.front();
  const second::Report report = second::read_report(detail::file_text(path), path);
  ExploreOptions explore;
  explore.timeout = options.timeout;
  explore = watched(std::move(explore), true);
  const std::vector<second::Opinion> opinions = second::second_opinions(report, explore);
  const ExitCode code = second::code_of(opinions);
  if (options.json != "-") {
    std::ostringstream text;
    second::write_opinions(text, report, opinions, options.explain);
    write_standard_output(text.str());
  }
  if (options.json) {
    nlohmann::ordered_json document = json_document(tool);
    document["second"] = second::json_opinions(report, opinions);
    document["exit_code"] = static_cast<int>(code);
    write_json(*options.json, document);
  }
  return code;
}

}  // namespace

Subcommand second_command(const ToolInfo& tool) {
  return {.name = "second",
          .summary = "Explore what other tools have found",
          .frame = second_frame,
          .declare = [tool](CommandLine& line) {
            const auto options = std::make_shared<SecondOptions>();
            line.add_words(options->files);
            line.add(second_rows, *options);
            return [options, tool] { return run_second(*options, tool); };
          }};
}

}  // namespace opexplore
