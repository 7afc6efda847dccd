#include "litmus/spirv/glsl.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include "litmus/input/files.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/input/process.hpp"
#include "litmus/spirv/kernel.hpp"

namespace opexplore::spirv {

namespace {

using std::filesystem::path;

path find_compiler(const path& shader) {
  for (const path& folder : folders_in_path()) {
    if (is_program(folder / "glslangValidator")) return folder / "glslangValidator";
  }
  throw InputError(shader.string(), {}, "no compiler of GLSL is found",
                   "install glslangValidator (Debian package glslang-tools), or compile the shader "
                   "elsewhere and give the .spv file");
}

/// A message of the compiler, `ERROR: FILE:LINE: what`, about that file.
[[noreturn]] void refuse(const path& shader, std::string_view output) {
  constexpr std::string_view mark = "ERROR: ";
  const std::size_t begin = output.find(mark);
  std::string_view message =
      begin == std::string_view::npos ? output : output.substr(begin + mark.size());
  message = message.substr(0, message.find('\n'));
  SourcePlace place;
  const std::size_t name = message.find(shader.filename().string() + ':');
  if (name != std::string_view::npos) {
    std::string_view rest = message.substr(name + shader.filename().string().size() + 1);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), place.line);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (error == std::errc{} && rest.starts_with(": ")) {
      place.column = 1;  // the compiler says none
      message = rest.substr(2);
    } else {
      place = {};
    }
  }
  message = message.substr(0, message.find_last_not_of(" \r") + 1);
  throw InputError(shader.string(), place, "glslangValidator: " + std::string(message));
}

/// The binary module. Its name in the command begins with a slash, so that it is no option.
std::string compile(const path& shader) {
  const path compiler = find_compiler(shader);
  std::error_code error;
  const path parent = std::filesystem::temp_directory_path(error);
  try {
    const TemporaryFolder folder(error ? path("/tmp") : parent);
    const path module = folder.path() / "shader.spv";
    const Finished finished =
        run_process({compiler.string(), "-V", "-g", "--target-env", "vulkan1.2", "-S", "comp",
                     std::filesystem::absolute(shader).string(), "-o", module.string()});
    if (finished.code != 0) refuse(shader, finished.output);
    return detail::file_text(module);
  } catch (const ProcessError& failed) {
    throw InputError(shader.string(), {}, failed.what(), failed.suggestion);
  }
}

}  // namespace

bool is_shader_file(const path& path) { return path.extension() == ".comp"; }

Test read_shader_file(const path& path, const std::optional<kernel::Launch>& launch) {
  const std::string source = detail::file_text(path);
  return read_shader(compile(path), source, path.string(), launch);
}

}  // namespace opexplore::spirv
