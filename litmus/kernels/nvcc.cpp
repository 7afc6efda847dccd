#include "litmus/kernels/nvcc.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "litmus/input/files.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/kernels/code_places.hpp"

namespace opexplore::kernel {

namespace {

using std::filesystem::path;

/// Where CMake found the compiler; empty if it did not.
constexpr std::string_view configured_nvcc = OPEXPLORE_NVCC;

/// `kernel.cu(7): error: identifier "x" is undefined`, as nvcc writes it.
struct CompilerError {
  std::string file;
  std::uint32_t line = 0;
  std::string message;
};

std::optional<CompilerError> error_in(std::string_view line) {
  constexpr std::string_view word = ": error";
  const std::size_t at = line.find(word);
  if (at == std::string_view::npos || at == 0 || line[at - 1] != ')') return std::nullopt;
  const std::size_t open = line.rfind('(', at);
  const std::size_t message = line.find(": ", at + word.size());
  if (open == std::string_view::npos || message == std::string_view::npos) {
    const std::size_t colon = line.find(": ", at + 2);
    if (open == std::string_view::npos || colon == std::string_view::npos) return std::nullopt;
  }
  CompilerError error;
  error.file = line.substr(0, open);
  const char* const digits = line.data() + open + 1;
  const auto [stop, failed] = std::from_chars(digits, line.data() + at - 1, error.line);
  if (failed != std::errc{} || stop != line.data() + at - 1) return std::nullopt;
  const std::size_t colon = line.find(':', at + word.size());
  error.message = line.substr(std::min(line.size(), line.find_first_not_of(' ', colon + 1)));
  return error;
}

// The first error, or else the last words.
[[noreturn]] void fail(const path& source, const std::string& said, const Compilation& how) {
  const std::vector<std::string> lines = lines_of(said);
  for (const std::string& line : lines) {
    const std::optional<CompilerError> error = error_in(line);
    if (!error) continue;
    throw InputError(error->file, {error->line, 1}, "nvcc: " + error->message,
                     "mend it, or give nvcc what it needs with --nvcc-flags");
  }
  const auto word =
      std::ranges::find_if(lines, [](const std::string& line) { return !line.empty(); });
  throw InputError(
      source.string(), {},
      "nvcc does not compile it for " + how.arch + (word == lines.end() ? "" : ": " + *word),
      "choose the architecture with --arch, and give nvcc what it needs with "
      "--nvcc-flags");
}

// Headers of the host are in what nvcc writes.
constexpr std::size_t most_bytes = 256U << 20U;

/// Calls nvcc with these words, so that it writes the file.
void run_nvcc(const path& source, const Compilation& how, std::vector<std::string> words,
              const path& file) {
  words.insert(words.begin(), how.nvcc.string());
  words.insert(words.end(), {"-o", file.string()});
  const Finished finished = run_process(words, [&] { return how.deadline.has_come(); });
  if (finished.code != 0) how.deadline.check();
  if (finished.code != 0) fail(source, finished.output, how);
  if (std::error_code error; !std::filesystem::is_regular_file(file, error)) {
    throw InputError(source.string(), {}, how.nvcc.string() + " made nothing of it",
                     "name the nvcc of a CUDA toolkit with --nvcc");
  }
}

/// What nvcc writes to a file of its own, called with these words.
std::string output_of(const path& source, const Compilation& how, std::vector<std::string> words,
                      const std::string& name) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path());
  run_nvcc(source, how, std::move(words), folder.path() / name);
  return detail::file_text(folder.path() / name, most_bytes);
}

std::vector<std::string> with_flags(std::vector<std::string> words, const path& source,
                                    const Compilation& how) {
  words.insert(words.end(), how.flags.begin(), how.flags.end());
  words.push_back(source.string());
  return words;
}

}  // namespace

path find_nvcc(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return name;
    throw ProcessError("there is no program " + name, "name the nvcc of a CUDA toolkit");
  }
  for (const path& folder : folders_in_path()) {
    if (is_program(folder / name)) return folder / name;
  }
  if (name == "nvcc" && is_program(configured_nvcc)) return configured_nvcc;
  if (const path usual = path("/usr/local/cuda/bin") / name; is_program(usual)) return usual;
  throw ProcessError(name + " is not found",
                     "install the CUDA toolkit, or name nvcc with --nvcc PATH");
}

std::string compiled(const path& source, const Compilation& how) {
  return output_of(source, how,
                   with_flags({"-ptx", "-O3", "-lineinfo", "-arch=" + how.arch}, source, how),
                   "kernel.ptx");
}

CompiledSource compiled_with_host(const path& source, const Compilation& how) {
  // PTX is embedded, not code of a GPU: ptxas would take its time.
  const std::string arch =
      "compute" + how.arch.substr(std::min(how.arch.size(), how.arch.find('_')));
  const TemporaryFolder folder(std::filesystem::temp_directory_path());
  const path host = folder.path() / "host.ii";
  run_nvcc(source, how,
           with_flags({"-cuda", "-lineinfo", "-gencode", "arch=" + arch + ",code=" + arch, "-keep",
                       "-keep-dir", folder.path().string()},
                      source, how),
           host);
  CompiledSource result{"", detail::file_text(host, most_bytes)};
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (entry.path().extension() == ".ptx")
      result.ptx = detail::file_text(entry.path(), most_bytes);
  }
  return result;
}

std::string host_assembly(const std::string& code, const path& source, const Compilation& how) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path());
  const path file = folder.path() / "host.cpp";
  std::ofstream(file, std::ios::binary) << code;
  // Everything is inlined, and no thread or pointer of another type interferes: the numbers of one
  // run are looked for, and nothing is ever run.
  std::string words =
      "-Xcompiler=-S,-w,-fno-pic,-fno-strict-aliasing,-fno-threadsafe-statics,-fno-tree-vectorize,"
      "-fno-reorder-blocks,-fno-reorder-blocks-and-partition";
  // Loops that fill as many elements as are looked at are unrolled.
  words +=
      ",-fpeel-loops,--param=max-completely-peel-times=64,--param=max-completely-peeled-insns=4000";
  for (const char* const limit :
       {"max-inline-insns-auto", "max-inline-insns-single", "early-inlining-insns",
        "inline-unit-growth", "large-function-growth", "sccvn-max-alias-queries-per-access"}) {
    words += std::string(",--param=") + limit + "=10000";
  }
  return output_of(source, how, with_flags({"-x", "c++", "-O2", "-c", words}, file, how), "host.s");
}

}  // namespace opexplore::kernel
