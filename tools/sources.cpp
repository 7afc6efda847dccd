#include "tools/sources.hpp"

#include <cstdio>
#include <optional>
#include <set>
#include <utility>

#include "litmus/files.hpp"
#include "litmus/kernel/kernel.hpp"
#include "litmus/kernel/launch_reader.hpp"
#include "litmus/sources.hpp"
#include "litmus/usage_error.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/campaign/tests.hpp"
#include "tools/interrupt.hpp"
#include "tools/opgen.hpp"
#include "tools/progress.hpp"

namespace opexplore {
namespace {

SingleResult run(const Context& context, const Source& source, const ExploreOptions& explore) {
  if (const auto* failure = std::get_if<Failure>(&source)) return failed(context.options, *failure);
  if (interrupted()) {
    SingleResult result;
    result.code = ExitCode::cancelled;
    return result;
  }
  return run_single(context, std::get<TestSource>(source), explore);
}

// More than this is a campaign: it would fill the memory with logs that nobody reads.
constexpr std::uint64_t most_generated = 100'000;

void add_generated(const Options& options, std::vector<Source>& sources) {
  for (const CampaignTests& tests : campaign_tests(options.generate, parse_specification)) {
    const std::uint64_t count = generate::count_tests(tests.specification) / options.every;
    if (sources.size() + count > most_generated) {
      throw UsageError(
          "--generate: " + std::to_string(count) + " tests are too many for a log each",
          "compare two with --check-axioms, --compare-with or --within, or take one of N with "
          "--every N");
    }
    std::uint64_t index = 0;
    generate::for_each_test(tests.specification, [&](Test test) {
      if (generate::is_selected(index++, options.every))
        sources.emplace_back(TestSource(std::move(test)));
      return !interrupted();
    });
  }
}

// A kernel becomes a test here; other files are read when their turn comes.
Source source_of(std::filesystem::path file, const std::optional<kernel::Launch>& launch) {
  if (!kernel::is_kernel_file(file)) return TestSource(std::move(file));
  try {
    if (!launch) {
      throw InputError(file.string(), {}, "this is a module of kernels",
                       "say with --launch FILE.json which of them runs, and on what");
    }
    return TestSource(kernel::read_kernel(detail::file_text(file), file.string(), *launch));
  } catch (const InputError& error) {
    return to_failure(error);
  }
}

// What can be read only once.
bool is_standard_input(const Source& source) {
  const auto* const test = std::get_if<TestSource>(&source);
  const auto* const file = test != nullptr ? std::get_if<std::filesystem::path>(test) : nullptr;
  return file != nullptr && *file == "-";
}

}  // namespace

SelectionFiles selection_files(const Options& options) {
  return {options.names, options.excluded_names, options.kinds, options.expect};
}

std::vector<Source> sources_of(const Options& options) {
  std::optional<kernel::Launch> launch;
  if (options.launch) launch = kernel::read_launch_file(*options.launch);
  bool launched = false;
  std::vector<Source> sources;
  std::set<std::filesystem::path> seen;
  for (const std::string& argument : options.sources) {
    try {
      for (auto& file : expand_sources(std::span(&argument, 1), options.search)) {
        if (!seen.insert(file).second) continue;
        launched = launched || kernel::is_kernel_file(file);
        sources.push_back(source_of(std::move(file), launch));
      }
    } catch (const InputError& error) {
      sources.emplace_back(to_failure(error));
    }
  }
  if (launch && !launched) {
    throw UsageError("--launch launches kernels, and none is given", "name a .ptx file");
  }
  add_generated(options, sources);
  return sources;
}

ReadTests read_tests(const Options& options) {
  const Selection selection(selection_files(options));
  ReadTests result;
  for (const Source& source : sources_of(options)) {
    try {
      if (const auto* failure = std::get_if<Failure>(&source)) {
        result.failures.push_back(*failure);
        continue;
      }
      Test test = read_test(std::get<TestSource>(source)).test;
      if (selection.includes(test.name)) result.tests.push_back(std::move(test));
    } catch (const InputError& error) {
      result.failures.push_back(to_failure(error));
    }
  }
  for (const Failure& failure : result.failures) {
    std::fputs(("Error: " + describe(failure) + '\n').c_str(), stderr);
  }
  return result;
}

Jobs<SingleResult> run_tests(const Context& context, const std::vector<Source>& sources) {
  std::vector<bool> alone;
  for (const Source& source : sources) {
    alone.push_back(is_standard_input(source));
  }
  return Jobs<SingleResult>(
      watched(context.options.explore, context.options.quiet), sources.size(),
      [&context, sources](std::size_t index, const ExploreOptions& explore) {
        return run(context, sources[index], explore);
      },
      std::move(alone));
}

}  // namespace opexplore
