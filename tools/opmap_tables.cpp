#include "tools/opmap_tables.hpp"

#include <algorithm>
#include <memory>

#include "export/output_file.hpp"
#include "mappings/table.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame frame{
    "usage: opmap tables [TABLE...]\n"
    "\n"
    "Lists the built-in mapping tables, or prints tables: a line for each operation and order.\n"
    "A table is a name from the list or a file.\n",
    "\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error.\n"};

std::string list() {
  const std::vector<std::string> names = mappings::built_in_tables();
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  std::string text;
  for (const std::string& name : names) {
    std::string padded = name;
    padded.resize(width + 2, ' ');
    text += padded + mappings::load_table(name).summary + '\n';
  }
  return text;
}

ExitCode run(const std::vector<std::string>& names) {
  std::string text = names.empty() ? list() : "";
  for (const std::string& name : names) {
    if (!text.empty()) text += '\n';
    text += mappings::grid(mappings::load_table(name));
  }
  write_standard_output(text);
  return ExitCode::complete;
}

}  // namespace

Subcommand tables_command() {
  return {"tables", "List the mapping tables, or print them", frame, {}, {}, [](CLI::App& app) {
            const auto names = std::make_shared<std::vector<std::string>>();
            app.add_option("tables", *names)->group("");
            return [names] { return run(*names); };
          }};
}

}  // namespace opexplore
