// `opmap tables`: which mapping tables there are, and what they say.
#include <memory>

#include "export/output_file.hpp"
#include "mappings/report.hpp"
#include "mappings/table.hpp"
#include "tools/opmap.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame frame{
    "usage: opmap tables [TABLE...]\n"
    "\n"
    "Lists the built-in mapping tables, or prints tables: a line for each operation and order.\n"
    "A table is a name from the list or a file.\n",
    "\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error.\n"};

ExitCode run(const std::vector<std::string>& names) {
  std::string text = names.empty() ? mappings::tables_text() : "";
  for (const std::string& name : names) {
    if (!text.empty()) text += '\n';
    text += mappings::grid(mappings::load_table(name));
  }
  write_standard_output(text);
  return ExitCode::complete;
}

}  // namespace

Subcommand tables_command() {
  return {.name = "tables",
          .summary = "List the mapping tables, or print them",
          .frame = frame,
          .declare = [](CommandLine& line) {
            const auto names = std::make_shared<std::vector<std::string>>();
            line.add_words(*names);
            return [names] { return run(*names); };
          }};
}

}  // namespace opexplore
