// `oplitmus tune`: looks for environments in which a GPU shows weak behaviour often.
#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "export/output_file.hpp"
#include "export/output_guard.hpp"
#include "hardware/device/tuning.hpp"
#include "tools/oplitmus.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame tune_frame{
    "usage: oplitmus tune DIR -o FILE [OPTIONS]\n"
    "\n"
    "Looks for environments in which the GPU of this machine shows weak behaviour often, over all\n"
    "tests of the suite in DIR: random ones first, then the neighbours of the best, then the best\n"
    "for longer. Writes them, best first, for run --env.\n",
    "\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled, the best so far are\n"
    "written; 77 no GPU.\n"};

struct TuneTexts {
  GpuTexts gpu;
  hardware::TuneOptions options;
  std::string seconds = "0.1";
  std::string final = "1";
  std::optional<std::filesystem::path> output;
};

constexpr std::array tune_rows{
    OptionRow<TuneTexts>{{.names = "--envs",
                          .value = "N",
                          .group = "environments",
                          .help = "Random environments to begin with (default 60)"},
                         [](TuneTexts& texts, const Written& written) {
                           texts.options.random = static_cast<std::uint32_t>(
                               number_of(written, 0, std::numeric_limits<std::uint32_t>::max()));
                         }},
    OptionRow<TuneTexts>{{.names = "--best",
                          .value = "N",
                          .group = "environments",
                          .help = "How many are kept, and written (default 6)"},
                         [](TuneTexts& texts, const Written& written) {
                           texts.options.best = static_cast<std::uint32_t>(
                               number_of(written, 0, std::numeric_limits<std::uint32_t>::max()));
                         }},
    OptionRow<TuneTexts>{{.names = "--neighbours",
                          .value = "N",
                          .group = "environments",
                          .help = "Of each of the best, to try (default 6)"},
                         [](TuneTexts& texts, const Written& written) {
                           texts.options.neighbours = static_cast<std::uint32_t>(
                               number_of(written, 0, std::numeric_limits<std::uint32_t>::max()));
                         }},
    OptionRow<TuneTexts>{{.names = "--seconds",
                          .value = "TIME",
                          .group = "environments",
                          .help = "Of a test in an environment (default 0.1)"},
                         keep<&TuneTexts::seconds>},
    OptionRow<TuneTexts>{{.names = "--final",
                          .value = "TIME",
                          .group = "environments",
                          .help = "Of a test in each of the best (default 1)"},
                         keep<&TuneTexts::final>},
    OptionRow<TuneTexts>{
        {.names = "-o", .value = "FILE", .group = "output", .help = "Write the environments there"},
        keep<&TuneTexts::output>}};

ExitCode tune_environments(const TuneTexts& texts) {
  const hardware::Suite suite = runnable_suite(texts.gpu);
  hardware::TuneOptions options = texts.options;
  const std::size_t tests = run_order(telling_tests(suite)).size();
  if (options.random == 0) throw UsageError("--envs must be at least 1");
  if (options.best == 0) throw UsageError("--best must be at least 1");
  options.seconds = seconds_of(texts.seconds, "--seconds", 0.001);
  options.final_seconds = seconds_of(texts.final, "--final", 0);
  const std::size_t stages =
      1U + (options.neighbours > 0 ? 1U : 0U) + (options.final_seconds > 0 ? 1U : 0U);
  options.run = run_options(texts.gpu, stages * tests);
  OutputGuard guard([] { return OutputGuard::Paths(); });
  guard.add("-o", texts.output, FileKind::environments);
  return with_gpu(texts.gpu, tests, estimated_seconds(suite, options), [&] {
    const std::string text = environments_text(tune(suite, options));
    write_report(texts.output, text);
    return interrupted() ? ExitCode::cancelled : ExitCode::complete;
  });
}

}  // namespace

Subcommand hardware_tune_command() {
  return {.name = "tune",
          .summary = "Look for environments that show weak behaviour",
          .frame = tune_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<TuneTexts>();
            add_gpu_options(line, texts->gpu);
            line.add(tune_rows, *texts);
            return [texts] { return tune_environments(*texts); };
          }};
}

}  // namespace opexplore
