// `opmap compile`: a C++ test as the PTX test that a table makes of it.
#include <filesystem>
#include <memory>
#include <optional>

#include "export/output_file.hpp"
#include "litmus/reader.hpp"
#include "litmus/writer.hpp"
#include "mappings/choice.hpp"
#include "mappings/compile.hpp"
#include "tools/opmap.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame frame{
    "usage: opmap compile TEST --table TABLE [--width BITS] [-o FILE]\n"
    "\n"
    "Prints the PTX litmus test that the table makes of a C++ litmus test; - is standard input.\n",
    "\n"
    "An operation that the table has no entry for is an error: nothing is guessed.\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error.\n"};

struct CompileOptions {
  std::string test;
  std::string table;
  int width = 32;
  std::optional<std::filesystem::path> file;
};

ExitCode run(const CompileOptions& options) {
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
  return {"compile",
          "Print the PTX test that a table makes of a C++ test",
          frame,
          {.with_value = "o", .flags = ""},
          {},
          [](CLI::App& app) {
            const auto options = std::make_shared<CompileOptions>();
            app.add_option("test", options->test)->group("");
            app.add_option("--table", options->table, "TABLE\tA table by its name, or its file")
                ->group("input");
            app.add_option("--width", options->width,
                           "BITS\tOf atomic objects: 8, 16, 32 or 64 (default: 32)")
                ->group("input");
            app.add_option("-o", options->file, "FILE\tWrite the test there")->group("output");
            return [options] { return run(*options); };
          }};
}

}  // namespace opexplore
