#include "litmus/kernels/kernel.hpp"

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/translator.hpp"
#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

namespace {

/// The complaint, at the line of the source that the line of the module comes from.
InputError at_source(const InputError& error, const Module& module, const CodePlaces& places) {
  for (const std::vector<Entry>* const bodies : {&module.entries, &module.functions}) {
    for (const Entry& entry : *bodies) {
      for (const Statement& statement : entry.statements) {
        if (statement.place.line != error.line) continue;
        const std::optional<CodePlace> code = places.of(statement);
        if (!code) continue;
        return {code->file, code->place,
                error.message + " (" + std::string(name_of_text(module)) + " line " +
                    std::to_string(error.line) + ": " + statement.text + ')',
                error.suggestion};
      }
    }
  }
  return error;
}

/// `what` does not say what all executions do.
InputError with_reason(const InputError& error, const std::string& what, const LeftOpen& open) {
  const std::string where =
      open.at == nullptr
          ? ""
          : " (PTX line " + std::to_string(open.at->place.line) + ": " + open.at->text + ')';
  return {error.path,
          {error.line, error.column},
          error.message + "; and " + what + " not say what all do: " + open.why + where,
          error.suggestion};
}

/// Whether the blocks of the launch can be run by themselves: all threads of one grid, and what
/// they do is judged by the rules of PTX.
bool runs_blocks(const Module& module, const Launch& launch) {
  return module.language == Language::ptx && launch.grids.size() == 1 &&
         launch.grids.front().threads.empty() && launch.watched.empty();
}

/// What one execution of the launch says, if that is enough. Else why it is not, or what it comes
/// to that is not modelled, and nothing where there is none: of several kernels, of threads that
/// are listed.
using Once = std::variant<std::monostate, LaunchedKernel, LeftOpen, InputError>;

Once run_once(const Source& source, const Module& module, const Launch& launch) {
  if (!runs_blocks(module, launch)) return {};
  try {
    return translated_run(source, module, launch);
  } catch (const LeftOpen& open) {
    return open;
  } catch (const InputError& error) {
    return error;
  }
}

/// Whether so many threads run that one execution is looked at first.
bool has_many_threads(const Launch& launch) {
  constexpr std::uint64_t few = 8;
  if (launch.grids.empty()) return false;
  const Grid& grid = launch.grids.front();
  return size(grid.blocks) * size(grid.threads_per_block) > few;
}

/// See Facts::in_one_piece.
std::shared_ptr<const LaunchedKernel> in_one_piece(const Source& source, const Module& module,
                                                   Launch launch) {
  launch.one_piece = 8;
  Sizes sizes;
  try {
    return std::make_shared<LaunchedKernel>(translated(source, module, launch, sizes));
  } catch (const InputError&) {
    return nullptr;
  }
}

/// The same launch by the threads that matter, if somebody explores programs for it; or why that is
/// not enough.
Once by_blocks(const Source& source, const Module& module, const Launch& launch) {
  if (!launch.ends_of || !runs_blocks(module, launch)) return {};
  try {
    return translated_blocks(source, module, launch);
  } catch (const LeftOpen& open) {
    return open;
  } catch (const InputError&) {  // told where all executions are looked at
    return {};
  }
}

/// All executions.
LaunchedKernel explored(const Source& source, const Module& module, const Launch& launch) {
  Sizes sizes;
  LaunchedKernel result = translated(source, module, launch, sizes);
  if (launch.one_piece == 0 && sizes.short_vectors) {
    result.facts.in_one_piece = in_one_piece(source, module, launch);
  }
  return result;
}

/// One execution if that says what all do; else all, and if these are too many one that has a bug,
/// or all of the threads that matter.
LaunchedKernel looked_at(const Source& source, const Module& module, const Launch& launch) {
  if (launch.looked == Looked::all_executions) return explored(source, module, launch);
  if (launch.looked == Looked::some_threads) {
    Once blocks = by_blocks(source, module, launch);
    if (auto* const found = std::get_if<LaunchedKernel>(&blocks)) return std::move(*found);
    const auto* const open = std::get_if<LeftOpen>(&blocks);
    const InputError error(source.path, {}, "what threads do does not follow from some of them");
    throw open == nullptr ? error : with_reason(error, "its blocks do", *open);
  }
  Once once;
  const bool first = launch.looked == Looked::one_execution || has_many_threads(launch);
  if (first) once = run_once(source, module, launch);
  if (auto* const found = std::get_if<LaunchedKernel>(&once)) {
    if (found->facts.whole->decides || launch.looked == Looked::one_execution) {
      return std::move(*found);
    }
  }
  try {
    if (launch.looked == Looked::as_needed) return explored(source, module, launch);
    source.fail({}, "the launch is not run once");
  } catch (const InputError& error) {
    if (!first) once = run_once(source, module, launch);
    if (auto* const found = std::get_if<LaunchedKernel>(&once)) return std::move(*found);
    const auto* const left = std::get_if<LeftOpen>(&once);
    if (launch.looked == Looked::as_needed && left != nullptr && !left->of_blocks) {
      Once blocks = by_blocks(source, module, launch);
      if (auto* const found = std::get_if<LaunchedKernel>(&blocks)) return std::move(*found);
      if (const auto* const open = std::get_if<LeftOpen>(&blocks)) {
        throw with_reason(error, "its blocks by themselves do", *open);
      }
    }
    if (const auto* const open = std::get_if<LeftOpen>(&once)) {
      throw with_reason(error, "one execution does", *open);
    }
    // Some thread comes to it, whatever else there is to say against the launch.
    const auto* const refused = std::get_if<InputError>(&once);
    if (refused != nullptr && refused->line != 0) throw *refused;
    throw;
  }
}

}  // namespace

LaunchedKernel read_launched(const ModuleFile& file, const Launch& launch) {
  const Source& source = file.source();
  const Module& module = file.module();
  try {
    return looked_at(source, module, launch);
  } catch (const InputError& error) {
    if (error.path != source.path || error.line == 0) throw;
    throw at_source(error, module, CodePlaces(module, source.path, launch.reads_source_files));
  }
}

LaunchedKernel read_launched(std::string text, std::string path, const Launch& launch) {
  return read_launched(ModuleFile(std::move(text), std::move(path)), launch);
}

void require_all_executions(const LaunchedKernel& kernel) {
  if (!kernel.facts.whole || kernel.facts.whole->decides) return;
  throw InputError(kernel.facts.file, {},
                   "of a launch of that size one execution is run, and it has a bug: what all "
                   "executions do is not known",
                   "opexplore with the file alone says which bug");
}

Test read_kernel(std::string text, std::string path, const Launch& launch) {
  LaunchedKernel kernel = read_launched(std::move(text), std::move(path), launch);
  require_all_executions(kernel);
  return std::move(kernel.test);
}

}  // namespace opexplore::kernel
