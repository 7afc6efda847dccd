#include "hardware/toolchain.hpp"

#include <algorithm>
#include <iterator>

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

void run_nvcc(const path& nvcc, const std::string& arch, const path& cuda, const path& ptx) {
  const Finished finished = run_process(
      {nvcc.string(), "-ptx", "-O3", "-arch=" + arch, cuda.string(), "-o", ptx.string()});
  if (finished.code == 0) return;
  throw ToolchainError("nvcc did not compile " + cuda.string() + " for " + arch + ": " +
                       finished.output.substr(0, finished.output.find('\n')));
}

}  // namespace opexplore::hardware
