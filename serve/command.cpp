// `opexplore serve`: the playground, until Ctrl-C.
#include <array>
#include <charconv>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "export/output_file.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/input/amounts.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "serve/http.hpp"
#include "serve/playground.hpp"
#include "tools/commands.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame serve_frame{
    "usage: opexplore serve [OPTIONS] [FILE...]\n"
    "\n"
    "A page to write tests on, at this machine: the verdict as you type, and executions\n"
    "to step through. Prints the link to it, and runs until Ctrl-C. The page reads no\n"
    "files; those that are named here it offers to begin with.\n"
    "\n",
    "\nExit codes: 0 ended by Ctrl-C; 2 wrong input.\n"};

struct ServeOptions {
  std::vector<std::string> files;
  std::uint16_t port = 0;
  serve::Bounds bounds;
  bool quiet = false;
};

constexpr std::uint64_t longest_time = 600;  // seconds

constexpr std::array serve_rows{
    OptionRow<ServeOptions>{{.names = "--port",
                             .value = "N",
                             .group = "serve",
                             .help = "The port (default: one that is free)"},
                            [](ServeOptions& options, const Written& written) {
                              options.port =
                                  static_cast<std::uint16_t>(number_of(written, 1, 65'535));
                            }},
    OptionRow<ServeOptions>{{.names = "--timeout",
                             .value = "SECONDS",
                             .group = "serve",
                             .help = "Of each exploration (default: 5)"},
                            [](ServeOptions& options, const Written& written) {
                              options.bounds.time =
                                  std::chrono::seconds(number_of(written, 1, longest_time));
                            }},
    OptionRow<ServeOptions>{{.names = "--max-states",
                             .value = "N",
                             .group = "serve",
                             .help = "Of each exploration; suffixes K, M, G (default: 1M)"},
                            [](ServeOptions& options, const Written& written) {
                              options.bounds.states = amount_of(written, 1000);
                            }},
    OptionRow<ServeOptions>{{.names = "--max-memory",
                             .value = "BYTES",
                             .group = "serve",
                             .help = "Of each exploration; suffixes K, M, G (default: 512M)"},
                            [](ServeOptions& options, const Written& written) {
                              options.bounds.memory_bytes = amount_of(written, 1024);
                            }},
    OptionRow<ServeOptions>{
        {.names = "-q,--quiet", .group = "serve", .help = "Print the link and nothing else"},
        keep<&ServeOptions::quiet>}};

std::vector<SourceText> texts_of(const ServeOptions& options) {
  std::vector<SourceText> texts;
  for (const std::filesystem::path& file : expand_sources(options.files, {})) {
    std::string text = detail::file_text(file);
    if (text.size() > options.bounds.text_bytes) {
      throw UsageError(file.string() + " is too long for the playground",
                       "the limit is " + std::to_string(options.bounds.text_bytes) +
                           " bytes; --write html=FILE.html writes a page of a test of any length");
    }
    texts.push_back({"", file.filename().string(), std::move(text)});
  }
  return texts;
}

ExitCode run_server(const ServeOptions& options, const ToolInfo& tool) {
  catch_interrupts();
  const std::string token = serve::random_token();
  serve::Playground playground({.token = token,
                                .files = texts_of(options),
                                .bounds = options.bounds,
                                .tool = tool,
                                .interrupted = interrupted});
  std::uint16_t port = options.port;
  serve::HttpLimits limits;
  limits.body_bytes = 4 * options.bounds.text_bytes + limits.header_bytes;  // as JSON it is longer
  serve::HttpServer server(port, limits,
                           [&](const serve::HttpRequest& request, const std::atomic<bool>& gone) {
                             return playground.answer(request, port, gone);
                           });
  port = server.port();
  write_standard_output("http://127.0.0.1:" + std::to_string(port) + "/?token=" + token + '\n');
  if (!options.quiet) std::fputs("Open the link in a browser. Ctrl-C ends the server.\n", stderr);
  server.run(interrupted);
  return ExitCode::complete;
}

// A port that somebody else has is chosen by the user, too.
ExitCode serve_until_interrupted(const ServeOptions& options, const ToolInfo& tool) {
  try {
    return run_server(options, tool);
  } catch (const std::system_error& error) {
    throw UsageError(
        "port " + std::to_string(options.port) + " cannot be had: " + error.code().message(),
        "choose another, or leave --port out");
  }
}

}  // namespace

Subcommand serve_command(const ToolInfo& tool) {
  return {.name = "serve",
          .summary = "A page to write tests on, with the verdict as you type",
          .frame = serve_frame,
          .declare = [tool](CommandLine& line) {
            const auto options = std::make_shared<ServeOptions>();
            line.add_words(options->files);
            line.add(serve_rows, *options);
            return [options, tool] { return serve_until_interrupted(*options, tool); };
          }};
}

}  // namespace opexplore
