#include "tools/kernel_sources.hpp"

#include <algorithm>
#include <future>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include "answers/failure.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/found_launch.hpp"
#include "litmus/kernels/host_launches.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/launch_inputs.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/nvcc.hpp"
#include "litmus/kernels/source_variables.hpp"
#include "litmus/kernels/taken_away.hpp"
#include "litmus/kernels/whole/mend.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore {
namespace {

namespace fs = std::filesystem;

// What is there in sm_90a alone is written in assembly.
std::string usual_arch(const std::string& source) {
  const auto has = [&](const char* word) { return source.find(word) != std::string::npos; };
  return has("wgmma.") || has("setmaxnreg.") ? "sm_90a" : "sm_90";
}

// A module, and the source that it was compiled from, as far as it is there.
struct Compiled {
  std::shared_ptr<const kernel::ModuleFile> file;
  std::string source_path;  ///< empty: there is none
  std::string arch;         ///< of several
  bool alone = false;       ///< no file is looked at
  kernel::Compilation how = {};
  /// compiled_with_host(), if the source launches something.
  std::shared_future<kernel::CompiledSource> host = {};
  std::shared_future<std::string> plain = {};  ///< PTX that is not optimised, likewise

  const kernel::Module& module() const { return file->module(); }
  const std::string& path() const { return file->source().path; }  ///< for messages
};

// The file that the module was compiled from: the first one that it names and that is there.
std::string source_path_of(const kernel::Module& module, const fs::path& file) {
  for (const auto& [number, name] : module.files) {
    const fs::path path = fs::path(name).is_relative() ? file.parent_path() / name : fs::path(name);
    std::error_code error;
    if (kernel::is_cuda_file(path) && fs::is_regular_file(path, error)) return path.string();
  }
  return {};
}

// Kernels of files that the source includes, for the names of their parameters.
void add_included_kernels(const Compiled& compiled, kernel::CudaSource& source) {
  if (compiled.alone) return;
  const fs::path folder = fs::path(compiled.source_path).parent_path();
  for (const auto& [number, name] : compiled.module().files) {
    const fs::path path = fs::path(name).is_relative() ? folder / name : fs::path(name);
    std::error_code error;
    if (kernel::is_of_toolkit(name) || !fs::is_regular_file(path, error)) continue;
    if (fs::equivalent(path, compiled.source_path, error)) continue;
    if (fs::file_size(path, error) > max_file_size) continue;
    std::ranges::move(kernel::look_through(detail::file_text(path)).kernels,
                      std::back_inserter(source.kernels));
  }
}

// Launches as the compiler of the host works them out, in the place of those that are written. What
// cannot be worked out stays unread, and says why.
void read_host(const Compiled& compiled, const kernel::NamedEntry& entry,
               kernel::CudaSource& source) {
  try {
    const kernel::MarkedCode marked = kernel::with_marks(compiled.host.get().host, entry);
    const std::string assembly =
        kernel::host_assembly(marked.code, compiled.source_path, compiled.how);
    kernel::use_host_launches(kernel::marked_launches(assembly, marked, entry), entry, source);
  } catch (const std::runtime_error& error) {  // of the input, or of the compiler
    const auto* const input = dynamic_cast<const InputError*>(&error);
    const std::string why = input != nullptr ? input->message : error.what();
    for (kernel::CudaLaunch& launch : source.launches) {
      launch.unread = std::string("is not written in numbers, and the code of the host does not ") +
                      "compile (" + why + ')';
    }
  }
}

// The same launch of PTX that has all accesses of the source, if the optimised one lacks some.
void add_as_written(const Compiled& compiled, const kernel::Launch& launch, kernel::Facts& facts) {
  if (!compiled.plain.valid()) return;
  try {
    const kernel::ModuleFile plain(compiled.plain.get(), compiled.path());
    facts.taken_away = kernel::taken_away(compiled.module(), plain.module(),
                                          launch.grids.front().entry, compiled.path());
    if (facts.taken_away.empty()) return;
    facts.as_written =
        std::make_shared<const kernel::LaunchedKernel>(kernel::read_launched(plain, launch));
  } catch (const GivenUp&) {  // what is known is told
    facts.taken_away.clear();
  } catch (const std::runtime_error& error) {  // of the module, or of the compiler
    if (facts.taken_away.empty()) return;
    const auto* const input = dynamic_cast<const InputError*>(&error);
    const bool of_users = input == nullptr || !kernel::is_of_toolkit(input->path);
    facts.notes.push_back(
        {"the compiler took accesses away or merged some, and what they do in the "
         "source was not explored" +
             (of_users ? " (" + std::string(error.what()) + ')' : std::string()),
         facts.taken_away.front()});
  }
}

void add_sources(const Compiled& compiled, const std::string& source_text, kernel::Facts& facts) {
  facts.sources.push_back({std::string(kernel::name_of_text(compiled.module())), compiled.path(),
                           compiled.file->text()});
  if (source_text.empty()) return;
  facts.sources.push_back({"CUDA", kernel::shown_name(compiled.source_path), source_text});
}

// What is the same in all launches of a module.
struct Launched {
  const Compiled& compiled;
  const KernelOptions& options;
  const std::string& source_text;
  const fs::path& file;
  const Deadline& deadline;
  kernel::CudaSource source;
};

Launched launched(const Compiled& compiled, const KernelOptions& options,
                  const std::string& source_text, const fs::path& file, const Deadline& deadline) {
  Launched result{compiled, options,  source_text,
                  file,     deadline, kernel::look_through(source_text)};
  add_included_kernels(compiled, result.source);
  for (kernel::CudaLaunch& one : result.source.launches) one.file = compiled.source_path;
  return result;
}

// The launches that words of the command line and comments of the source mean: one, or one for each
// choice of values. Launches of the source become what the host code says.
std::vector<kernel::LaunchCase> cases_of(const KernelOptions& options, Launched& of) {
  const kernel::Module& module = of.compiled.module();
  const std::string path = of.file.string();
  const kernel::LaunchWords words =
      kernel::joined(options.words, options_in(of.source, of.compiled.source_path).words);
  if (of.compiled.host.valid()) {
    const auto read = [&](const kernel::LaunchWords& meant) {
      read_host(of.compiled, kernel::launched_entry(meant, module, of.source, path), of.source);
    };
    read(words);
    kernel::LaunchWords setup;
    setup.kernel = words.setup;
    if (setup.kernel) read(setup);
  }
  return kernel::cases_of(words, module, of.source, path);
}

// The kernel as it is launched; where the source launches it with more threads than can be
// explored, and one execution does not say what all do, with a few.
kernel::LaunchedKernel read_launched(const Launched& of, kernel::LaunchWords words,
                                     kernel::Launch& launch) {
  try {
    return kernel::read_launched(*of.compiled.file, launch);
  } catch (const InputError& error) {
    words.most_threads = max_threads;
    kernel::Launch smaller =
        kernel::launch_of(words, of.compiled.module(), of.source, of.file.string());
    if (smaller.remark.empty() || smaller.remark == launch.remark) throw;
    smaller.notes.push_back(error.message);
    smaller.reads_source_files = launch.reads_source_files;
    smaller.deadline = launch.deadline;
    smaller.ends_of = launch.ends_of;
    smaller.usual_reading = launch.usual_reading;
    launch = std::move(smaller);
    return kernel::read_launched(*of.compiled.file, launch);
  }
}

// With the words that the launch is of; nothing where a file says it.
kernel::LaunchedKernel read_one(const Launched& of, kernel::Launch launch,
                                const kernel::LaunchWords* words) {
  launch.reads_source_files = !of.compiled.alone;
  launch.deadline = of.deadline;
  launch.ends_of = of.options.ends_of;
  launch.usual_reading = of.options.usual_reading;
  kernel::LaunchedKernel result = words == nullptr
                                      ? kernel::read_launched(*of.compiled.file, launch)
                                      : read_launched(of, *words, launch);
  result.test.path = result.facts.file = of.file.string();
  if (words != nullptr) add_as_written(of.compiled, launch, result.facts);
  if (result.facts.whole && kernel::is_cuda_file(of.file)) {
    result.facts.whole->mended_by = kernel::mending_lines(
        of.source_text, of.compiled.source_path, of.compiled.how, launch, *result.facts.whole);
  }
  add_sources(of.compiled, of.source_text, result.facts);
  std::ranges::move(kernel::removed_variables(of.compiled.module(), result.facts.kernels,
                                              of.source_text, of.compiled.source_path),
                    std::back_inserter(result.facts.notes));
  if (!of.compiled.arch.empty()) result.test.name += '-' + of.compiled.arch;
  result.reading = of.deadline.spent();
  return result;
}

// What is wrong with one launch does not hide the others.
Source source_of(const Launched& of, const kernel::LaunchCase& one,
                 const kernel::InputCase& inputs) {
  try {
    const kernel::Launch launch =
        kernel::launch_of(one.words, of.compiled.module(), of.source, of.file.string());
    return with_inputs(TestSource(read_one(of, launch, &one.words)), inputs);
  } catch (const InputError& error) {
    return with_inputs(to_failure(error), inputs);
  } catch (const GivenUp& end) {
    return with_inputs(to_failure(end, of.file.string()), inputs);
  }
}

void add_launches(Launched of, const KernelOptions& options,
                  const std::optional<kernel::Launch>& given, std::vector<Source>& sources) {
  if (given) {
    sources.emplace_back(TestSource(read_one(of, *given, nullptr)));
    return;
  }
  const std::vector<kernel::LaunchCase> cases = cases_of(options, of);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    sources.push_back(source_of(of, cases[i], {cases[i].inputs, i, cases.size()}));
  }
}

Compiled module(const fs::path& file, std::string ptx) {
  auto read = std::make_shared<const kernel::ModuleFile>(std::move(ptx), file.string());
  std::string source = source_path_of(read->module(), file);
  return {std::move(read), std::move(source), ""};
}

// Begins to compile the source together with its host, if it launches something.
std::shared_future<kernel::CompiledSource> with_host(const fs::path& file,
                                                     const kernel::Compilation& how) {
  const std::string text = detail::file_text(file);
  if (text.find("<<<") == std::string::npos && text.find("cudaLaunch") == std::string::npos) {
    return {};
  }
  return std::async(std::launch::async,
                    [file, how] { return kernel::compiled_with_host(file, how); });
}

// The PTX that comes with the host; compiled alone if there is none, or the host is wrong.
std::string ptx_of(const fs::path& file, const kernel::Compilation& how,
                   const std::shared_future<kernel::CompiledSource>& both) {
  if (both.valid()) {
    try {
      if (!both.get().ptx.empty()) return both.get().ptx;
    } catch (const InputError&) {  // read_host() says what is wrong with the host
    }
  }
  return kernel::compiled(file, how);
}

// A source of CUDA for one architecture; `arch` is empty where there is no other. `has_its_ptx`:
// the host was compiled for it.
Compiled compiled(const fs::path& file, const kernel::Compilation& how, std::string arch,
                  bool as_written, std::shared_future<kernel::CompiledSource> host,
                  bool has_its_ptx) {
  std::shared_future<std::string> plain;
  if (as_written) {
    plain = std::async(std::launch::async, [file, all = kernel::Compilation(how)]() mutable {
      all.flags.insert(all.flags.end(), {"-Xcicc", "-O0"});
      return kernel::compiled(file, all);
    });
  }
  auto read = std::make_shared<const kernel::ModuleFile>(
      has_its_ptx ? ptx_of(file, how, host) : kernel::compiled(file, how),
      file.string() + " (PTX for " + how.arch + ")");
  return {std::move(read), file.string(),   std::move(arch), false, how,
          std::move(host), std::move(plain)};
}

// Which kernels run, as options; one that says nothing where the usual one is meant.
std::vector<KernelOptions> chosen_kernels(const Compiled& compiled, const KernelOptions& options) {
  const bool said = options.words.kernel || options.words.setup || !options.each;
  std::vector<KernelOptions> result;
  if (!said) {
    result.reserve(compiled.module().entries.size());
    for (const kernel::Entry& entry : compiled.module().entries) {
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
      add_launches(launched(one, chosen, text, file, deadline), chosen, launch, sources);
    } catch (const InputError& error) {
      sources.emplace_back(to_failure(error));
    } catch (const GivenUp& end) {
      sources.emplace_back(to_failure(end, file.string()));
    }
  }
}

}  // namespace

std::vector<Source> kernel_sources(const KernelOptions& options, const SourceText& module,
                                   const Deadline& deadline) {
  std::vector<Source> sources;
  try {
    const Compiled compiled{std::make_shared<const kernel::ModuleFile>(module.text, module.file),
                            "", "", true};
    const fs::path file(module.file);
    add_launches(launched(compiled, options, "", file, deadline), options, std::nullopt, sources);
  } catch (const InputError& error) {
    sources.emplace_back(to_failure(error));
  } catch (const GivenUp& end) {
    sources.emplace_back(to_failure(end, module.file));
  }
  return sources;
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

std::vector<Source> cuda_sources(const KernelOptions& options, const fs::path& file,
                                 const std::optional<kernel::Launch>& launch,
                                 const Deadline& deadline) {
  std::vector<Source> sources;
  try {
    std::vector<std::string> archs = options.arch;
    const std::string text = detail::file_text(file);
    if (archs.empty()) archs = options_in(kernel::look_through(text), file.string()).arch;
    if (archs.empty()) archs.push_back(usual_arch(text));
    const fs::path nvcc = kernel::find_nvcc(options.nvcc.value_or("nvcc"));
    const auto host = with_host(file, {nvcc, archs.front(), options.flags, deadline});
    for (const std::string& arch : archs) {
      try {
        add_sources(
            compiled(file, {nvcc, arch, options.flags, deadline}, archs.size() > 1 ? arch : "",
                     !options.log, host, &arch == &archs.front()),
            options, file, launch, deadline, sources);
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
