#include "litmus/spirv/launch.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/float_values.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::spirv {

namespace {

using kernel::LaunchWord;
using kernel::Triple;
using spv::Op;

std::uint64_t size_of(const Triple& shape) { return std::uint64_t{shape.x} * shape.y * shape.z; }

Triple index_in(const Triple& shape, std::uint32_t number) {
  return {number % shape.x, number / shape.x % shape.y, number / shape.x / shape.y};
}

/// The sizes that the module itself gives to a workgroup, if it does.
std::optional<Triple> declared_size(const Module& module) {
  for (const Instruction& instruction : module.instructions) {
    if (Op{instruction.opcode} == Op::OpExecutionMode &&
        spv::ExecutionMode{instruction.word(1)} == spv::ExecutionMode::LocalSize) {
      return Triple{instruction.word(2), instruction.word(3), instruction.word(4)};
    }
  }
  return std::nullopt;
}

/// Whether it asks for the number of its workgroup, or of the thread in the grid, or has atomics:
/// then several workgroups do something together.
bool is_for_several_workgroups(const Module& module) {
  return std::ranges::any_of(module.instructions, [](const Instruction& instruction) {
    if (instruction.name().starts_with("OpAtomic")) return true;
    if (Op{instruction.opcode} != Op::OpDecorate ||
        spv::Decoration{instruction.word(1)} != spv::Decoration::BuiltIn) {
      return false;
    }
    const spv::BuiltIn builtin{instruction.word(2)};
    return builtin == spv::BuiltIn::WorkgroupId || builtin == spv::BuiltIn::GlobalInvocationId;
  });
}

[[noreturn]] void refuse_threads(const Module& module) {
  throw InputError(module.path, {}, "too many threads: the limit is " + std::to_string(max_threads),
                   "say with --grid and --block how many workgroups and invocations run");
}

/// `name=1,2`; of a buffer also `name=buffer(4)`.
Input input_of(const LaunchWord& word) {
  const std::size_t equals = word.text.find('=');
  const std::string advice = "write " + word.option + " flag=1 or " + word.option + " table=1,2";
  if (equals == std::string::npos || equals == 0) fail(word, "expected NAME=VALUE", advice);
  Input input;
  input.name = word.text.substr(0, equals);
  if (input.name.front() == '%') input.name.erase(0, 1);
  const std::string value = word.text.substr(equals + 1);
  input.value.is_flat = true;
  if (const auto count = kernel::buffer_size_in(value)) {
    if (*count < 1 || *count > 4096) fail(word, "a buffer has 1 to 4096 elements", advice);
    input.value.parts.resize(static_cast<std::size_t>(*count), {.number = 0});
    return input;
  }
  for (const std::string& part : kernel::listed(value, ',')) {
    const std::optional<Value> number = kernel::number_in(part);
    const bool decimal = kernel::float_bits(part, 8).has_value();
    if (!number && !decimal) fail(word, "'" + part + "' is no number", advice);
    input.value.parts.push_back({.number = number, .written = part});
  }
  if (input.value.parts.size() == 1) {
    input.value.number = input.value.parts.front().number;
    input.value.written = input.value.parts.front().written;
  }
  return input;
}

/// What the launch says of a variable or a specialisation constant.
Input input_of(const kernel::Launch& launch, const kernel::Binding& binding) {
  Input input;
  input.name = binding.name.substr(binding.name.starts_with('%') ? 1 : 0);
  if (const auto* const value = std::get_if<Value>(&binding.argument)) {
    input.value.number = *value;
    return input;
  }
  const auto* const buffer = std::get_if<kernel::Buffer>(&binding.argument);
  if (buffer == nullptr || buffer->width) {
    throw InputError(launch.path, {},
                     "'" + binding.name + "' is a number or a list of initial values in SPIR-V");
  }
  input.value.is_flat = true;
  for (const Value value : buffer->initial) input.value.parts.push_back({.number = value});
  const std::size_t count = buffer->count.value_or(0);
  if (count > input.value.parts.size()) input.value.parts.resize(count, {.number = 0});
  return input;
}

void add_input(Input input, Annotations& annotations) {
  std::erase_if(annotations.inputs, [&](const Input& i) { return i.name == input.name; });
  annotations.inputs.push_back(std::move(input));
}

void ask(const std::string& question, const std::string& path, const Module& module,
         Annotations& annotations) {
  Module place = module;
  place.path = path;
  annotations.filter.reset();
  read_question(question, place, annotations);
}

/// The launch goes before what the module says.
void apply(const kernel::Launch& launch, const Module& module, Annotations& annotations,
           Layout& layout) {
  if (launch.grids.size() != 1 || !launch.grids.front().threads.empty()) {
    throw InputError(launch.path, {}, "not modelled: several kernels, or some threads of one",
                     "in SPIR-V all threads of one kernel run");
  }
  if (launch.setup) {
    throw InputError(launch.path, {}, "not modelled: code that runs before a launch of SPIR-V",
                     "give buffers \"initial\" values");
  }
  const kernel::Grid& grid = launch.grids.front();
  layout.shape = {grid.threads_per_block, grid.blocks};
  layout.subgroup_size = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(size_of(grid.threads_per_block), 1, max_threads));
  for (const auto* const bindings : {&grid.parameters, &launch.variables}) {
    for (const kernel::Binding& binding : *bindings) {
      add_input(input_of(launch, binding), annotations);
    }
  }
  if (!launch.question.empty()) ask(launch.question, launch.path, module, annotations);
}

/// So do options.
void apply(const kernel::LaunchWords& words, const Module& module, Annotations& annotations,
           Layout& layout) {
  for (const auto* const word : {&words.setup, &words.vector}) {
    if (*word) fail(**word, "this is for kernels of CUDA", "leave it out for a shader");
  }
  const auto refuse = [](const LaunchWord& word) {
    fail(word, "this is for kernels of CUDA", "leave it out for a shader");
  };
  if (!words.aliases.empty()) refuse(words.aliases.front());
  if (!words.watched.empty()) refuse(words.watched.front().lines);
  if (words.blocks) layout.shape.workgroups = kernel::shape(*words.blocks);
  if (words.threads) {
    layout.shape.threads_per_workgroup = kernel::shape(*words.threads);
    layout.subgroup_size = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(size_of(layout.shape.threads_per_workgroup), 1, max_threads));
  }
  for (const LaunchWord& word : words.inputs) add_input(input_of(word), annotations);
  if (!words.question) return;
  const LaunchWord& word = *words.question;
  const std::string quantifier = words.quantifier == Quantifier::exists   ? "exists"
                                 : words.quantifier == Quantifier::forall ? "forall"
                                                                          : "~exists";
  ask(quantifier + " (" + as_condition(word.text) + ')',
      word.path.empty() ? word.option : word.path, module, annotations);
}

/// What nobody says. A workgroup of a size that cannot be explored is cut down to two threads.
void choose(const Module& module, bool report, Layout& layout) {
  layout.chosen = true;
  Triple& size = layout.shape.threads_per_workgroup;
  if (report && size_of(size) > max_threads / 4) {
    layout.declared = std::exchange(size, {2, 1, 1});
  }
  if (report && is_for_several_workgroups(module)) layout.shape.workgroups = {2, 1, 1};
}

}  // namespace

Layout layout_of(const Module& module, const std::optional<kernel::Launch>& launch,
                 const kernel::LaunchWords& words, bool report, Annotations& annotations) {
  Layout layout;
  if (const auto size = declared_size(module)) layout.shape.threads_per_workgroup = *size;
  if (const auto& config = annotations.config) {
    const std::uint64_t threads =
        std::uint64_t{config->threads_per_subgroup} * config->subgroups_per_workgroup;
    if (threads > max_threads) refuse_threads(module);
    layout.shape = {{static_cast<std::uint32_t>(threads), 1, 1}, {config->workgroups, 1, 1}};
    layout.subgroup_size = config->threads_per_subgroup;
  } else if (!launch && !words.blocks && !words.threads) {
    choose(module, report, layout);
  }
  if (!annotations.config) {
    layout.subgroup_size = std::max(layout.shape.threads_per_workgroup.x, 1U);
  }
  if (launch) apply(*launch, module, annotations, layout);
  apply(words, module, annotations, layout);
  return layout;
}

std::vector<Invocation> invocations_of(const Module& module, const Layout& layout) {
  const Shape& shape = layout.shape;
  const std::uint64_t in_workgroup = size_of(shape.threads_per_workgroup);
  const std::uint64_t threads = in_workgroup * size_of(shape.workgroups);
  if (threads == 0 || layout.subgroup_size == 0) {
    throw InputError(module.path, {}, "no thread runs", "write @Config: 1, 1, 1 or more");
  }
  if (in_workgroup > max_threads || size_of(shape.workgroups) > max_threads ||
      threads > max_threads) {
    refuse_threads(module);
  }
  std::vector<Invocation> result;
  for (std::uint32_t i = 0; i < threads; ++i) {
    Invocation invocation;
    invocation.shape = shape;
    invocation.local_index = i % static_cast<std::uint32_t>(in_workgroup);
    invocation.workgroup_index = i / static_cast<std::uint32_t>(in_workgroup);
    invocation.local = index_in(shape.threads_per_workgroup, invocation.local_index);
    invocation.workgroup = index_in(shape.workgroups, invocation.workgroup_index);
    invocation.subgroup_size = layout.subgroup_size;
    invocation.subgroup = invocation.local_index / layout.subgroup_size;
    invocation.lane = invocation.local_index % layout.subgroup_size;
    invocation.subgroups = (static_cast<std::uint32_t>(in_workgroup) + layout.subgroup_size - 1) /
                           layout.subgroup_size;
    result.push_back(invocation);
  }
  return result;
}

namespace {

/// "2", or "(2,2,1)".
std::string triple_text(const Triple& triple, const Triple& shape) {
  if (shape.y == 1 && shape.z == 1) return std::to_string(triple.x);
  return '(' + std::to_string(triple.x) + ',' + std::to_string(triple.y) + ',' +
         std::to_string(triple.z) + ')';
}

std::string counted(const Triple& shape, const std::string& what) {
  return triple_text(shape, shape) + ' ' + what + (shape == Triple{1, 1, 1} ? "" : "s");
}

}  // namespace

std::string launch_text(const Shape& shape) {
  return counted(shape.workgroups, "workgroup") + " of " +
         counted(shape.threads_per_workgroup, "invocation");
}

std::string thread_label(const Invocation& invocation) {
  const Shape& shape = invocation.shape;
  std::string label = "workgroup " + triple_text(invocation.workgroup, shape.workgroups);
  if (shape.threads_per_workgroup != Triple{1, 1, 1}) {
    label += ", invocation " + triple_text(invocation.local, shape.threads_per_workgroup);
  }
  return label;
}

std::string as_condition(const std::string& expression) {
  std::string text;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const std::string_view two = std::string_view(expression).substr(i, 2);
    if (two == "&&" || two == "||") {
      text += two == "&&" ? "/\\" : "\\/";
      ++i;
    } else if (two == "!=") {
      text += two;
      ++i;
    } else {
      text += expression[i] == '!' ? '~' : expression[i];
    }
  }
  return text;
}

}  // namespace opexplore::spirv
