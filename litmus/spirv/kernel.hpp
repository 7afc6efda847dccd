// SPIR-V kernels as litmus tests of Vulkan. docs/spirv.md says what is understood.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "litmus/input/source_text.hpp"
#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/inputs.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/launch_words.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::spirv {

/// Reads the module `bytes`, in binary or as text, whose name in messages is `path`, and makes a
/// test of its kernel: for each thread what it executes, for each number in memory that it accesses
/// a location. Which threads run, on what, and which question is asked is said by comments of the
/// module (annotations.hpp), and by the launch, which goes first. Without either there is one
/// workgroup, of the size that the module declares. Throws InputError, with a place in the module
/// where there is one, for what is no module, and for what is not modelled.
Test read_kernel(std::string_view bytes, std::string path,
                 const std::optional<kernel::Launch>& launch = std::nullopt);

/// A module, and what is known of where it is from.
struct ModuleFile {
  std::string bytes;
  std::string path;                       ///< in messages
  std::optional<SourceText> shader = {};  ///< that a compiler has just made it of
  std::string compiler = {};              ///< what that was
};

/// The same of a module whose launch options may say, too. Messages, races and traces name lines of
/// the shader, as far as the module knows them (OpLine), and comments of that are read. It is a
/// kernel that is told of in its own words, unless its comments ask a question (`@Output` or
/// `@Filter`) and options say nothing: then it is a litmus test.
std::variant<Test, kernel::LaunchedKernel> read_launched(
    const ModuleFile& module, const std::optional<kernel::Launch>& launch,
    const kernel::LaunchWords& words);

/// The launches that the words mean: one for each choice of values of its inputs. Throws UsageError
/// for words, and InputError.
std::vector<kernel::LaunchCase> cases_of(const ModuleFile& module,
                                         const kernel::LaunchWords& words);

/// Whether the file is such a module, by its name: .spv, .spvasm, .spv.dis.
bool is_kernel_file(const std::filesystem::path& path);

}  // namespace opexplore::spirv
