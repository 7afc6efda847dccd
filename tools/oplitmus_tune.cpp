#include "tools/oplitmus_tune.hpp"

#include <memory>
#include <optional>

#include "export/output_file.hpp"
#include "hardware/device/tuning.hpp"
#include "tools/hardware_run.hpp"
#include "tools/interrupt.hpp"
#include "tools/output_guard.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame frame{
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

ExitCode run(const TuneTexts& texts) {
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
  announce(texts.gpu, tests, estimated_seconds(suite, options));
  return with_gpu(texts.gpu, [&] {
    const std::string text = environments_text(tune(suite, options));
    write_report(texts.output, text);
    return interrupted() ? ExitCode::cancelled : ExitCode::complete;
  });
}

}  // namespace

Subcommand hardware_tune_command() {
  return {
      "tune",
      "Look for environments that show weak behaviour",
      frame,
      {.with_value = "o", .flags = "q"},
      {},
      [](CLI::App& app) {
        const auto texts = std::make_shared<TuneTexts>();
        add_gpu_options(app, texts->gpu);
        const std::string group = "environments";
        app.add_option("--envs", texts->options.random,
                       "N\tRandom environments to begin with (default 60)")
            ->group(group);
        app.add_option("--best", texts->options.best,
                       "N\tHow many are kept, and written (default 6)")
            ->group(group);
        app.add_option("--neighbours", texts->options.neighbours,
                       "N\tOf each of the best, to try (default 6)")
            ->group(group);
        app.add_option("--seconds", texts->seconds,
                       "TIME\tOf a test in an environment (default 0.1)")
            ->group(group);
        app.add_option("--final", texts->final, "TIME\tOf a test in each of the best (default 1)")
            ->group(group);
        app.add_option("-o", texts->output, "FILE\tWrite the environments there")->group("output");
        return [texts] { return run(*texts); };
      }};
}

}  // namespace opexplore
