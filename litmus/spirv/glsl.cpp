#include "litmus/spirv/glsl.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "litmus/input/files.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/input/process.hpp"
#include "litmus/spirv/kernel.hpp"

namespace opexplore::spirv {

namespace {

using std::filesystem::path;

/// A program that makes a module of a shader. In its words `IN` and `OUT` are files.
struct Compiler {
  std::string_view name;
  std::array<std::string_view, 8> words;
};

constexpr std::array glsl_compilers{Compiler{
    "glslangValidator", {"-V", "-g", "--target-env", "vulkan1.2", "-S", "comp", "IN", "-oOUT"}}};
constexpr std::array wgsl_compilers{Compiler{"naga", {"-g", "IN", "OUT"}},
                                    Compiler{"tint", {"--format", "spirv", "-oOUT", "IN"}}};

std::optional<path> program_called(std::string_view name) {
  for (const path& folder : folders_in_path()) {
    if (is_program(folder / name)) return folder / name;
  }
  return std::nullopt;
}

const Compiler& find_compiler(const path& shader, std::span<const Compiler> compilers) {
  for (const Compiler& compiler : compilers) {
    if (program_called(compiler.name)) return compiler;
  }
  if (compilers.data() == wgsl_compilers.data()) {
    throw InputError(shader.string(), {}, "no compiler of WGSL is found: naga and tint are known",
                     "install naga ('cargo install naga-cli'), or compile the shader elsewhere, "
                     "'naga -g shader.wgsl shader.spv', and give the .spv file");
  }
  throw InputError(shader.string(), {}, "no compiler of GLSL is found",
                   "install glslangValidator (Debian package glslang-tools), or compile the shader "
                   "elsewhere and give the .spv file");
}

/// The first place in that file that the compiler names.
SourcePlace place_in(std::string_view output, const std::string& file) {
  const auto number = [](std::string_view& text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
  };
  for (std::size_t at = output.find(file + ':'); at != std::string_view::npos;
       at = output.find(file + ':', at + 1)) {
    std::string_view rest = output.substr(at + file.size() + 1);
    SourcePlace place{number(rest), 1};  // some say no column
    if (place.line == 0) continue;
    if (rest.starts_with(':')) {
      rest.remove_prefix(1);
      place.column = std::max(number(rest), 1U);
    }
    return place;
  }
  return {};
}

/// What the compiler says first, `ERROR: FILE:LINE: what` or `error: what`, about that file.
[[noreturn]] void refuse(const path& shader, const Compiler& compiler, std::string_view output) {
  const std::string file = shader.filename().string();
  const SourcePlace place = place_in(output, file);
  std::string_view message = output;
  for (const std::string_view mark : {"ERROR: ", "error: "}) {
    const std::size_t begin = output.find(mark);
    if (begin == std::string_view::npos) continue;
    message = output.substr(begin + mark.size());
    break;
  }
  message = message.substr(0, message.find('\n'));
  const std::size_t name = message.find(file + ':' + std::to_string(place.line) + ": ");
  if (place.line != 0 && name != std::string_view::npos) {
    message = message.substr(message.find(": ", name) + 2);
  }
  message = message.substr(0, message.find_last_not_of(" \r") + 1);
  throw InputError(shader.string(), place,
                   std::string(compiler.name) + ": " + std::string(message));
}

/// The binary module. Its name in the command begins with a slash, so that it is no option.
std::string compile(const path& shader, const Compiler& compiler) {
  std::error_code error;
  const path parent = std::filesystem::temp_directory_path(error);
  try {
    const TemporaryFolder folder(error ? path("/tmp") : parent);
    const path module = folder.path() / "shader.spv";
    std::vector<std::string> command{program_called(compiler.name)->string()};
    for (const std::string_view word : compiler.words) {
      if (word.empty()) continue;
      if (word == "-oOUT") command.emplace_back("-o");
      command.push_back(word == "IN"            ? std::filesystem::absolute(shader).string()
                        : word.ends_with("OUT") ? module.string()
                                                : std::string(word));
    }
    const Finished finished = run_process(command);
    if (finished.code != 0) refuse(shader, compiler, finished.output);
    return opexplore::detail::file_text(module);
  } catch (const ProcessError& failed) {
    throw InputError(shader.string(), {}, failed.what(), failed.suggestion);
  }
}

}  // namespace

bool is_shader_file(const path& path) {
  return path.extension() == ".comp" || path.extension() == ".wgsl";
}

ModuleFile compiled_shader(const path& path) {
  const bool wgsl = path.extension() == ".wgsl";
  const std::span<const Compiler> known =
      wgsl ? std::span<const Compiler>(wgsl_compilers) : std::span<const Compiler>(glsl_compilers);
  SourceText text{wgsl ? "WGSL" : "GLSL", path.string(), opexplore::detail::file_text(path)};
  const Compiler& compiler = find_compiler(path, known);
  return {compile(path, compiler), path.string(), std::move(text), std::string(compiler.name)};
}

}  // namespace opexplore::spirv
