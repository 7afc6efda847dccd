#include "tools/runner.hpp"

#include <set>

#include "litmus/sources.hpp"

namespace opexplore {
namespace {

SingleResult run(const Context& context, const Source& source, const ExploreOptions& explore) {
  if (const auto* failure = std::get_if<Failure>(&source)) return failed(context, *failure);
  if (interrupted()) {
    SingleResult result;
    result.code = ExitCode::cancelled;
    return result;
  }
  return run_single(context, std::get<std::filesystem::path>(source), explore);
}

}  // namespace

std::vector<Source> sources_of(const Options& options) {
  std::vector<Source> sources;
  std::set<std::filesystem::path> seen;
  for (const std::string& argument : options.sources) {
    try {
      for (auto& file : expand_sources(std::span(&argument, 1), options.search)) {
        if (seen.insert(file).second) sources.emplace_back(std::move(file));
      }
    } catch (const InputError& error) {
      sources.emplace_back(to_failure(error));
    }
  }
  return sources;
}

Jobs<SingleResult> run_tests(const Context& context, const std::vector<Source>& sources) {
  std::vector<bool> alone;
  for (const Source& source : sources) {
    const auto* file = std::get_if<std::filesystem::path>(&source);
    alone.push_back(file != nullptr && *file == "-");  // can be read only once
  }
  return Jobs<SingleResult>(
      context.options.explore, !context.options.quiet, sources.size(),
      [&context, sources](std::size_t index, const ExploreOptions& explore) {
        return run(context, sources[index], explore);
      },
      std::move(alone));
}

}  // namespace opexplore
