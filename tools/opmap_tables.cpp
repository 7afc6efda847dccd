// `opmap tables` and `opmap compile`: what mapping tables say, and the PTX test that one makes of a
// C++ test.
#include <array>
#include <filesystem>
#include <memory>
#include <optional>

#include "export/output_file.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "mappings/choice.hpp"
#include "mappings/compile.hpp"
#include "mappings/report.hpp"
#include "mappings/table.hpp"
#include "tools/opmap.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame tables_frame{
    "usage: opmap tables [TABLE...]\n"
    "\n"
    "Lists the built-in mapping tables, or prints tables: a line for each operation and order.\n"
    "A table is a name from the list or a file.\n",
    "\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error.\n"};

ExitCode print_tables(const std::vector<std::string>& names) {
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
          .frame = tables_frame,
          .declare = [](CommandLine& line) {
            const auto names = std::make_shared<std::vector<std::string>>();
            line.add_words(*names);
            return [names] { return print_tables(*names); };
          }};
}

namespace {

constexpr HelpFrame compile_frame{
    "usage: opmap compile TEST --table TABLE [--width BITS] [-o FILE]\n"
    "\n"
    "Prints the PTX litmus test that the table makes of a C++ litmus test; - is standard input.\n",
    "\n"
    "An operation that the table has no entry for is an error: nothing is guessed.\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error.\n"};

struct CompileOptions {
  std::string test;
  std::string table;
  std::string width = "32";
  std::optional<std::filesystem::path> file;
};

constexpr std::array compile_rows{
    OptionRow<CompileOptions>{{.names = "--table",
                               .value = "TABLE",
                               .group = "input",
                               .help = "A table by its name, or its file"},
                              keep<&CompileOptions::table>},
    OptionRow<CompileOptions>{{.names = "--width",
                               .value = "BITS",
                               .group = "input",
                               .help = "Of atomic objects: 8, 16, 32 or 64 (default: 32)"},
                              keep<&CompileOptions::width>},
    OptionRow<CompileOptions>{
        {.names = "-o", .value = "FILE", .group = "output", .help = "Write the test there"},
        keep<&CompileOptions::file>}};

ExitCode compile(const CompileOptions& options) {
  if (options.test.empty()) throw UsageError("which test?", "opmap compile TEST --table TABLE");
  if (options.table.empty()) {
    throw UsageError("which table?", "add --table NAME; opmap tables lists them");
  }
  const mappings::Width width = mappings::width_of(options.width);
  OutputGuard guard([&] { return OutputGuard::Paths{options.test, options.table}; });
  guard.add("-o", options.file, FileKind::test);
  const mappings::Table table = mappings::load_table(options.table);
  const Test source = read_file(options.test);
  const std::string text = write(mappings::compile(source, table, width).test);
  write_report(options.file, text);
  return ExitCode::complete;
}

}  // namespace

Subcommand compile_command() {
  return {.name = "compile",
          .summary = "Print the PTX test that a table makes of a C++ test",
          .frame = compile_frame,
          .declare = [](CommandLine& line) {
            const auto options = std::make_shared<CompileOptions>();
            line.add_words(options->test);
            line.add(compile_rows, *options);
            return [options] { return compile(*options); };
          }};
}

}  // namespace opexplore
