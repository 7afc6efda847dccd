#include "tools/kernel_sources.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "answers/failure.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/nvcc.hpp"
#include "litmus/kernels/source_variables.hpp"

namespace opexplore {
namespace {

namespace fs = std::filesystem;

constexpr const char* usual_arch = "sm_90";

// A module, and the source that it was compiled from, as far as it is there.
struct Compiled {
  std::string path;  ///< of the module, for messages
  std::string ptx;
  std::string source_path;  ///< empty: there is none
  std::string arch;         ///< of several
  bool alone = false;       ///< no file is looked at
};

// The file that the module was compiled from: the first one that it names and that is there.
std::string source_path_of(const std::string& ptx, const fs::path& file) {
  const kernel::Module module = kernel::read_module({ptx, file.string()});
  for (const auto& [number, name] : module.files) {
    const fs::path path = fs::path(name).is_relative() ? file.parent_path() / name : fs::path(name);
    std::error_code error;
    if (kernel::is_cuda_file(path) && fs::is_regular_file(path, error)) return path.string();
  }
  return {};
}

kernel::LaunchedKernel launched(const Compiled& compiled, const std::string& source_text,
                                const KernelOptions& options, const fs::path& file,
                                const std::optional<kernel::Launch>& given,
                                const Deadline& deadline) {
  const kernel::Module module = kernel::read_module({compiled.ptx, compiled.path});
  const kernel::CudaSource source = kernel::look_through(source_text);
  kernel::Launch launch;
  if (given) {
    launch = *given;
  } else {
    const KernelOptions comments = options_in(source, compiled.source_path);
    launch = kernel::launch_of(kernel::joined(options.words, comments.words), module, source,
                               file.string());
  }
  launch.reads_source_files = !compiled.alone;
  launch.deadline = deadline;
  kernel::LaunchedKernel result = kernel::read_launched(compiled.ptx, compiled.path, launch);
  result.test.path = result.facts.file = file.string();
  result.facts.sources.push_back({"PTX", compiled.path, compiled.ptx});
  if (!source_text.empty()) {
    result.facts.sources.push_back({"CUDA", compiled.source_path, source_text});
  }
  std::ranges::move(kernel::removed_variables(compiled.ptx, result.facts.kernels, source_text,
                                              compiled.source_path),
                    std::back_inserter(result.facts.notes));
  if (!compiled.arch.empty()) result.test.name += '-' + compiled.arch;
  result.reading = deadline.spent();
  return result;
}

Compiled module(const fs::path& file, std::string ptx) {
  std::string source = source_path_of(ptx, file);
  return {file.string(), std::move(ptx), std::move(source), ""};
}

// The module for each architecture.
std::vector<Compiled> compiled(const KernelOptions& options, const fs::path& file,
                               const Deadline& deadline) {
  if (!kernel::is_cuda_file(file)) return {module(file, detail::file_text(file))};
  std::vector<Compiled> result;
  const fs::path nvcc = kernel::find_nvcc(options.nvcc.value_or("nvcc"));
  std::vector<std::string> archs = options.arch;
  if (archs.empty()) archs.emplace_back(usual_arch);
  for (const std::string& arch : archs) {
    result.push_back({file.string() + " (PTX for " + arch + ")",
                      kernel::compiled(file, {nvcc, arch, options.flags, deadline}), file.string(),
                      archs.size() > 1 ? arch : ""});
  }
  return result;
}

// Which kernels run, as options; one that says nothing where the usual one is meant.
std::vector<KernelOptions> chosen_kernels(const Compiled& compiled, const KernelOptions& options) {
  const bool said = options.words.kernel || options.words.setup || !options.each;
  std::vector<KernelOptions> result;
  if (!said) {
    const kernel::Module module = kernel::read_module({compiled.ptx, compiled.path});
    result.reserve(module.entries.size());
    for (const kernel::Entry& entry : module.entries) {
      result.push_back(options);
      result.back().words.kernel = {"--kernel", std::string(entry.name.text), "", {}};
    }
  }
  return result.size() > 1 ? result : std::vector{options};
}

void add_sources(const Compiled& one, const KernelOptions& options, const fs::path& file,
                 const std::optional<kernel::Launch>& launch, const Deadline& deadline,
                 std::vector<Source>& sources) {
  const std::string text =
      one.source_path.empty() ? std::string() : detail::file_text(one.source_path);
  for (const KernelOptions& chosen : chosen_kernels(one, options)) {
    try {
      sources.emplace_back(TestSource(launched(one, text, chosen, file, launch, deadline)));
    } catch (const InputError& error) {
      sources.emplace_back(to_failure(error));
    } catch (const GivenUp& end) {
      sources.emplace_back(to_failure(end, file.string()));
    }
  }
}

}  // namespace

Source kernel_source(const KernelOptions& options, const SourceText& module,
                     const Deadline& deadline) {
  try {
    const Compiled compiled{module.file, module.text, "", "", true};
    return TestSource(launched(compiled, "", options, module.file, std::nullopt, deadline));
  } catch (const InputError& error) {
    return to_failure(error);
  } catch (const GivenUp& end) {
    return to_failure(end, module.file);
  }
}

std::vector<Source> module_sources(const KernelOptions& options, const fs::path& file,
                                   std::string ptx, const std::optional<kernel::Launch>& launch,
                                   const Deadline& deadline) {
  std::vector<Source> sources;
  try {
    add_sources(module(file, std::move(ptx)), options, file, launch, deadline, sources);
  } catch (const InputError& error) {
    sources.emplace_back(to_failure(error));
  }
  return sources;
}

std::vector<Source> kernel_sources(const KernelOptions& options, const fs::path& file,
                                   const std::optional<kernel::Launch>& launch,
                                   const Deadline& deadline) {
  std::vector<Source> sources;
  try {
    KernelOptions all = options;
    if (kernel::is_cuda_file(file) && all.arch.empty()) {
      const std::string text = detail::file_text(file);
      all.arch = options_in(kernel::look_through(text), file.string()).arch;
    }
    for (const Compiled& one : compiled(all, file, deadline)) {
      try {
        add_sources(one, options, file, launch, deadline, sources);
      } catch (const InputError& error) {
        sources.emplace_back(to_failure(error));
      }
    }
  } catch (const InputError& error) {
    sources.emplace_back(to_failure(error));
  } catch (const GivenUp& end) {
    sources.emplace_back(to_failure(end, file.string()));
  } catch (const ProcessError& error) {
    sources.emplace_back(to_failure(InputError(file.string(), {}, error.what(), error.suggestion)));
  }
  return sources;
}

}  // namespace opexplore
