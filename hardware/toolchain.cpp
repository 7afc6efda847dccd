#include "hardware/toolchain.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace opexplore::hardware {

namespace {

using std::filesystem::path;

/// The program beside nvcc, also where nvcc is a link to, or in PATH.
std::optional<path> beside(const path& nvcc, const std::string& name) {
  std::error_code ignored;
  std::vector<path> folders{nvcc.parent_path(),
                            std::filesystem::canonical(nvcc, ignored).parent_path()};
  std::ranges::copy(folders_in_path(), std::back_inserter(folders));
  for (const path& folder : folders) {
    if (is_program(folder / name)) return folder / name;
  }
  return std::nullopt;
}

/// LLVM shows nodes of its graph by where they are: "Cannot select: 0x55d6: ch = AtomicFence
/// 0x55e0".
std::string without_addresses(std::string text) {
  const std::string begin = " 0x";
  for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at)) {
    std::size_t end = text.find_first_not_of("0123456789abcdef", at + begin.size());
    if (end < text.size() && (text[end] == ':' || text[end] == ',')) ++end;
    text.erase(at, end - at);
  }
  return text;
}

std::string first_error(const std::string& output) {
  std::istringstream lines(output);
  std::string first, line;
  while (std::getline(lines, line)) {
    if (line.find("error: ") != std::string::npos) return without_addresses(std::move(line));
    if (first.empty()) first = line;
  }
  return without_addresses(std::move(first));
}

}  // namespace

std::optional<std::string> version_in(std::string_view text) {
  constexpr std::string_view before = ", V";
  const std::size_t at = text.rfind(before);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + before.size());
  text = text.substr(0, text.find_first_not_of("0123456789."));
  if (text.empty()) return std::nullopt;
  return std::string(text);
}

Toolkit find_toolkit(const std::string& nvcc) {
  Toolkit toolkit;
  toolkit.nvcc = find_nvcc(nvcc);
  const auto nvlink = beside(toolkit.nvcc, "nvlink");
  if (!nvlink) {
    throw ToolchainError("there is no nvlink beside " + toolkit.nvcc.string(),
                         "install the whole CUDA toolkit");
  }
  toolkit.nvlink = *nvlink;
  const Finished finished = run_process({toolkit.nvcc.string(), "--version"});
  const auto version = version_in(finished.output);
  if (finished.code != 0 || !version) {
    throw ToolchainError(toolkit.nvcc.string() + " does not say its version",
                         "name the nvcc of a CUDA toolkit with --nvcc PATH");
  }
  toolkit.version = *version;
  toolkit.nvdisasm = beside(toolkit.nvcc, "nvdisasm");
  toolkit.cuobjdump = beside(toolkit.nvcc, "cuobjdump");
  return toolkit;
}

PtxCompiler find_ptx_compiler(PtxCompiler::Kind kind, const std::string& name) {
  if (kind == PtxCompiler::Kind::nvcc) return {kind, find_nvcc(name)};
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return {kind, name};
    throw ToolchainError("there is no program " + name, "name the clang to run");
  }
  for (const path& folder : folders_in_path()) {
    if (is_program(folder / name)) return {kind, folder / name};
  }
  throw ToolchainError(name + " is not found", "install clang, or name it with --clang PATH");
}

std::optional<std::string> make_ptx(const PtxCompiler& compiler, const std::string& arch,
                                    const path& cuda, const path& ptx) {
  std::vector<std::string> words{compiler.program.string()};
  if (compiler.kind == PtxCompiler::Kind::nvcc) {
    words.insert(words.end(), {"-ptx", "-O3", "-arch=" + arch});
  } else {
    // No header and no library of CUDA is needed, and no report of what it cannot do.
    words.insert(words.end(), {"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=" + arch,
                               "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version",
                               "-fno-crash-diagnostics", "-O3", "-S"});
  }
  words.insert(words.end(), {cuda.string(), "-o", ptx.string()});
  const Finished finished = run_process(words);
  if (finished.code == 0) return std::nullopt;
  return first_error(finished.output);
}

}  // namespace opexplore::hardware
