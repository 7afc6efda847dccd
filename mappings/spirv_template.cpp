// The lines become the body of a module with one invocation, and the module becomes a test: what
// of that accesses the variable, or orders memory, is the template.
#include "mappings/spirv_template.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <sstream>
#include <string_view>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "litmus/spirv/kernel.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings {
namespace {

constexpr std::string_view variable_name = "x";

template <class Enum>
using Names = std::initializer_list<std::pair<std::string_view, Enum>>;

const Names<spv::Scope> scope_names{{"Device", spv::Scope::Device},
                                    {"Workgroup", spv::Scope::Workgroup},
                                    {"Subgroup", spv::Scope::Subgroup},
                                    {"QueueFamily", spv::Scope::QueueFamily}};

using Mask = spv::MemorySemanticsMask;
const Names<Mask> semantics_names{{"None", Mask::MaskNone},
                                  {"Acquire", Mask::Acquire},
                                  {"Release", Mask::Release},
                                  {"AcquireRelease", Mask::AcquireRelease},
                                  {"SequentiallyConsistent", Mask::SequentiallyConsistent},
                                  {"UniformMemory", Mask::UniformMemory},
                                  {"WorkgroupMemory", Mask::WorkgroupMemory},
                                  {"AtomicCounterMemory", Mask::AtomicCounterMemory},
                                  {"ImageMemory", Mask::ImageMemory},
                                  {"OutputMemory", Mask::OutputMemory},
                                  {"MakeAvailable", Mask::MakeAvailable},
                                  {"MakeVisible", Mask::MakeVisible},
                                  {"Volatile", Mask::Volatile}};

template <class Enum>
std::optional<std::uint32_t> number_of(const Names<Enum>& names, std::string_view word) {
  const auto found = std::ranges::find(names, word, [](const auto& each) { return each.first; });
  if (found == names.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found->second);
}

// The number of `A|B|C`.
std::optional<std::uint32_t> mask_of(std::string_view words) {
  std::uint32_t mask = 0;
  while (true) {
    const std::size_t bar = std::min(words.find('|'), words.size());
    const auto bit = number_of(semantics_names, words.substr(0, bar));
    if (!bit) return std::nullopt;
    mask |= *bit;
    if (bar == words.size()) return mask;
    words.remove_prefix(bar + 1);
  }
}

std::vector<std::string> words_in(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

class ModuleText {
 public:
  explicit ModuleText(const SpirvModule& module, const SpirvVariable& variable)
      : module_(module), variable_(variable) {}

  /// Throws TemplateError.
  void add(std::size_t number, const std::string& line) {
    std::vector<std::string> words = words_in(line);
    std::string result;
    if (words.size() > 1 && words[0] == "{destination}" && words[1] == "=") {
      result = "%r" + std::to_string(number);
      words.erase(words.begin(), words.begin() + 2);
    }
    if (words.empty() || !words.front().starts_with("Op")) {
      throw TemplateError{number, 0, "expected an instruction of SPIR-V, found '" + line + "'",
                          "write OpMemoryBarrier Device AcquireRelease|UniformMemory"};
    }
    // Any operation will do.
    const std::string name = words.front() == "OpAtomic{op}" ? "OpAtomicIAdd" : words.front();
    body_ += (result.empty() ? "" : result + " = ") + name + (result.empty() ? "" : " %uint");
    for (std::size_t i = 1; i < words.size(); ++i) body_ += " " + operand(number, name, words[i]);
    body_ += '\n';
    // A result that nobody uses could be left out.
    if (!result.empty()) body_ += "OpStore %kept " + result + '\n';
  }

  std::string text() const {
    const std::string storage = variable_.workgroup ? "Workgroup" : "StorageBuffer";
    std::string text = "OpCapability Shader\n";
    if (module_.vulkan) {
      text += "OpCapability VulkanMemoryModel\nOpCapability VulkanMemoryModelDeviceScope\n";
    }
    text += std::string("OpMemoryModel Logical ") + (module_.vulkan ? "Vulkan" : "GLSL450") +
            "\nOpEntryPoint GLCompute %main \"main\"\n";
    if (!module_.language.empty()) text += "OpSource " + module_.language + " 450\n";
    if (variable_.coherent) text += "OpDecorate %x Coherent\n";
    text +=
        "%void = OpTypeVoid\n%kernel = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n"
        "%to_x = OpTypePointer " +
        storage +
        " %uint\n"
        "%to_kept = OpTypePointer Private %uint\n"
        "%value = OpConstant %uint " +
        std::to_string(spirv_value) + "\n%expected = OpConstant %uint " +
        std::to_string(spirv_expected) + '\n';
    for (const std::uint32_t number : numbers_) {
      text +=
          "%n" + std::to_string(number) + " = OpConstant %uint " + std::to_string(number) + '\n';
    }
    return text + "%x = OpVariable %to_x " + storage +
           "\n%kept = OpVariable %to_kept Private\n"
           "%main = OpFunction %void None %kernel\n%begin = OpLabel\n" +
           body_ + "OpReturn\nOpFunctionEnd\n";
  }

 private:
  std::string operand(std::size_t number, const std::string& instruction, const std::string& word) {
    if (word == "{address}") return "%x";
    if (word == "{value}" || word == "{expected}") return "%" + word.substr(1, word.size() - 2);
    if (const auto scope = number_of(scope_names, word)) return constant(*scope);
    const bool plain = instruction == "OpLoad" || instruction == "OpStore";
    // Memory operands are written where they stand.
    if (plain && (word.find("Pointer") != word.npos || word == "Volatile")) return word;
    if (const auto mask = mask_of(word)) return constant(*mask);
    throw TemplateError{number, 0, "'" + word + "' is no operand of a template",
                        "holes are {address}, {value}, {expected}; scopes are Device, QueueFamily, "
                        "Workgroup, Subgroup; semantics are None or AcquireRelease|UniformMemory"};
  }
  std::string constant(std::uint32_t number) {
    if (std::ranges::find(numbers_, number) == numbers_.end()) numbers_.push_back(number);
    return "%n" + std::to_string(number);
  }

  const SpirvModule& module_;
  const SpirvVariable& variable_;
  std::string body_;
  std::vector<std::uint32_t> numbers_;
};

Operand with_hole(const Operand& operand) {
  if (operand == Operand{spirv_value}) return RegisterOperand{value_hole};
  if (operand == Operand{spirv_expected}) return RegisterOperand{expected_hole};
  return operand;
}

// The action with holes; nothing for what is none of the template.
std::optional<Action> step_of(Action action, const Program& program) {
  if (const MemoryAccess* const access = memory_access(action)) {
    if (program.addresses[access->address].name != variable_name) return std::nullopt;
    // The only register is that of the result: operands are numbers here.
    for_each_register(action, [](RegisterId& reg) { reg = destination_hole; });
    for_each_operand(action, [](Operand& operand) { operand = with_hole(operand); });
    memory_access(action)->address = 0;
    return action;
  }
  if (Barrier* const barrier = barrier_of(action)) barrier->instance = 0;
  if (barrier_of(action) == nullptr && !fence_of(action)) return std::nullopt;
  return action;
}

}  // namespace

std::string spirv_module_text(const std::vector<std::string>& lines, const SpirvModule& module,
                              const SpirvVariable& variable) {
  ModuleText text(module, variable);
  for (std::size_t i = 0; i < lines.size(); ++i) text.add(i, lines[i]);
  return text.text();
}

Template read_spirv_template(const std::vector<std::string>& lines, const SpirvModule& module,
                             const SpirvVariable& variable) {
  Template result;
  if (lines.empty()) return result;
  const std::string text = spirv_module_text(lines, module, variable);
  try {
    const Test test = spirv::read_kernel(text, "template.spvasm");
    for (const Instruction& instruction : test.program.threads.front().instructions) {
      auto action = step_of(instruction.action, test.program);
      if (action) result.steps.push_back({std::move(*action)});
    }
  } catch (const InputError& error) {
    throw TemplateError{0, 0, error.message, error.suggestion};
  }
  if (result.steps.size() != lines.size()) {
    throw TemplateError{0, 0, "some instruction neither accesses {address} nor orders memory", ""};
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    result.steps[i].source_op = lines[i].find("OpAtomic{op}") != std::string::npos;
  }
  result.written = lines;
  return result;
}

}  // namespace opexplore::mappings
