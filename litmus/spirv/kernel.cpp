#include "litmus/spirv/kernel.hpp"

#include <algorithm>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/input/files.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/spirv/thread.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::spirv {

namespace {

using kernel::Triple;

std::uint64_t size_of(const Triple& shape) { return std::uint64_t{shape.x} * shape.y * shape.z; }

Triple index_in(const Triple& shape, std::uint32_t number) {
  return {number % shape.x, number / shape.x % shape.y, number / shape.x / shape.y};
}

/// How threads are spread.
struct Layout {
  Shape shape;
  std::uint32_t subgroup_size = 1;
};

/// The sizes that the module itself gives to a workgroup, if it does.
std::optional<kernel::Triple> declared_size(const Module& module) {
  for (const Instruction& instruction : module.instructions) {
    if (spv::Op{instruction.opcode} == spv::Op::OpExecutionMode &&
        spv::ExecutionMode{instruction.word(1)} == spv::ExecutionMode::LocalSize) {
      return kernel::Triple{instruction.word(2), instruction.word(3), instruction.word(4)};
    }
  }
  return std::nullopt;
}

[[noreturn]] void refuse_threads(const Module& module) {
  throw InputError(module.path, {},
                   "too many threads: the limit is " + std::to_string(max_threads));
}

Layout layout_of(const Module& module, const Annotations& annotations) {
  Layout layout;
  if (const auto& config = annotations.config) {
    layout.subgroup_size = config->threads_per_subgroup;
    const std::uint64_t threads =
        std::uint64_t{config->threads_per_subgroup} * config->subgroups_per_workgroup;
    if (threads > max_threads) refuse_threads(module);
    layout.shape = {{static_cast<std::uint32_t>(threads), 1, 1}, {config->workgroups, 1, 1}};
    return layout;
  }
  if (const auto size = declared_size(module)) layout.shape.threads_per_workgroup = *size;
  layout.subgroup_size = std::max(layout.shape.threads_per_workgroup.x, 1U);
  return layout;
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
  for (const Value value : buffer->initial) input.value.parts.push_back({value, {}, false, {}});
  const std::size_t count = buffer->count.value_or(0);
  if (count > input.value.parts.size()) input.value.parts.resize(count, {0, {}, false, {}});
  return input;
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
      Input input = input_of(launch, binding);
      std::erase_if(annotations.inputs, [&](const Input& i) { return i.name == input.name; });
      annotations.inputs.push_back(std::move(input));
    }
  }
  Module place = module;
  place.path = launch.path;
  annotations.filter.reset();
  read_question(launch.question, place, annotations);
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

/// All threads of a workgroup, or subgroup, belong to a barrier that one of them comes to (SPIR-V
/// specification, OpControlBarrier). Who does not come to it has it behind the end of its code.
void complete_barriers(const std::vector<Invocation>& threads, std::vector<ThreadCode>& codes) {
  const auto barriers_of = [](const ThreadCode& code) {
    std::map<std::pair<Value, std::optional<Value>>, const opexplore::Instruction*> result;
    for (const opexplore::Instruction& instruction : code.instructions) {
      const Barrier* const barrier = barrier_of(instruction.action);
      if (barrier == nullptr) continue;
      std::optional<Value> id;
      if (barrier->id) id = std::get<Value>(*barrier->id);
      result.emplace(std::pair{barrier->instance, id}, &instruction);
    }
    return result;
  };
  std::vector<std::vector<opexplore::Instruction>> missing(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    auto own = barriers_of(codes[i]);
    for (std::size_t k = 0; k < codes.size(); ++k) {
      if (threads[k].workgroup_index != threads[i].workgroup_index) continue;
      for (const auto& [key, instruction] : barriers_of(codes[k])) {
        if (key.second && *key.second != Value{threads[i].subgroup}) continue;
        if (own.emplace(key, instruction).second) missing[i].push_back(*instruction);
      }
    }
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    auto& code = codes[i].instructions;
    code.insert(code.end(), missing[i].begin(), missing[i].end());
    if (missing[i].empty() && !codes[i].ends.empty() && codes[i].ends.back() + 1 == code.size()) {
      code.pop_back();  // the end is there anyway
      codes[i].ends.pop_back();
    }
    for (const std::size_t end : codes[i].ends) {
      branch_of(code[end].action)->target = static_cast<InstructionId>(code.size());
    }
  }
}

/// The question, once locations have addresses.
class Asking {
 public:
  using Addresses = std::map<std::pair<std::uint32_t, std::uint32_t>, AddressId>;

  Asking(const Declarations& declarations, Memory& memory)
      : declarations_(declarations), memory_(memory) {}

  /// Makes what the statement mentions part of the program.
  void mention(const Statement& statement) {
    for (const Statement& part : statement.parts) mention(part);
    for (const Side* const side : {&statement.left, &statement.right}) {
      if (!side->name.empty()) memory_.mention(*side);
    }
  }

  Proposition proposition(const Statement& statement, const Addresses& addresses, Test& test) {
    Proposition result;
    result.kind = statement.kind;
    result.comparison = statement.comparison;
    for (const Statement& part : statement.parts) {
      result.parts.push_back(proposition(part, addresses, test));
    }
    if (statement.kind != Proposition::Kind::comparison) return result;
    result.left = term(statement.left, statement.right, addresses, test);
    result.right = term(statement.right, statement.left, addresses, test);
    return result;
  }

 private:
  /// A number is one of the type of what it is compared with.
  Term term(const Side& side, const Side& other, const Addresses& addresses, Test& test) {
    if (side.name.empty()) {
      if (other.name.empty()) return side.number;
      return held(declarations_.type(memory_.mention(other).type), side.number);
    }
    const Memory::Mentioned mentioned = memory_.mention(side);
    const Observable observable = LocationTerm{addresses.at({mentioned.object, mentioned.offset})};
    const auto known = std::ranges::find(test.observables, observable);
    const auto index = static_cast<std::uint16_t>(known - test.observables.begin());
    if (known == test.observables.end()) test.observables.push_back(observable);
    return ObservableIndex{index};
  }

  const Declarations& declarations_;
  Memory& memory_;
};

class Translator {
 public:
  Translator(Module module, Annotations annotations, const std::optional<kernel::Launch>& launch)
      : module_(std::move(module)), annotations_(std::move(annotations)), launch_(launch) {}

  Test run() {
    Layout layout = layout_of(module_, annotations_);
    if (launch_) apply(*launch_, module_, annotations_, layout);
    const std::vector<Invocation> threads = invocations_of(module_, layout);
    const Declarations declarations = read_declarations(module_, annotations_.inputs, layout.shape);
    const Instruction& entry_point = this->entry_point(declarations);
    const Body body = read_body(module_, declarations, entry_point);
    Memory memory(module_, declarations, annotations_, size_of(layout.shape.workgroups) > 1);
    Surroundings around{module_, declarations, body, memory};
    std::vector<ThreadCode> codes;
    for (const Invocation& thread : threads) codes.push_back(thread_code(around, thread));
    complete_barriers(threads, codes);
    return finish(threads, std::move(codes), declarations, memory);
  }

 private:
  const Instruction& entry_point(const Declarations& declarations) const {
    const std::string wanted = launch_ ? launch_->grids.front().entry : "";
    std::vector<const Instruction*> found;
    for (const Instruction* const entry : declarations.entry_points) {
      if (wanted.empty() || text_of(entry->operands[2]) == wanted) found.push_back(entry);
    }
    if (found.size() == 1) return *found.front();
    const std::string advice = "say in the launch which \"kernel\" runs";
    if (found.size() > 1) module_.fail(*found[1], "the module has several entry points", advice);
    if (!declarations.entry_points.empty()) {
      module_.fail(*declarations.entry_points.front(),
                   "the module has no entry point '" + wanted + "'", advice);
    }
    const std::string cut_off = "the module may have been cut off";
    if (module_.instructions.empty()) {
      module_.fail(module_.binary ? Place{0, 0, 5} : Place{1, 1, 0}, "no instruction comes",
                   cut_off);
    }
    module_.fail(module_.instructions.back(), "no entry point comes before the end", cut_off);
  }

  Test finish(const std::vector<Invocation>& threads, std::vector<ThreadCode> codes,
              const Declarations& declarations, Memory& memory) {
    Test test;
    test.path = module_.path;
    test.name = launch_ && !launch_->name.empty() ? launch_->name : stem();
    test.program.language = Language::vulkan;
    Asking asking(declarations, memory);
    asking.mention(annotations_.output);
    if (annotations_.filter) asking.mention(*annotations_.filter);
    memory.check_undefined(read(codes));
    const auto addresses = memory.finish(test.program);
    const std::vector<AddressId> final = memory.addresses(addresses);
    for (std::size_t i = 0; i < threads.size(); ++i) {
      for (opexplore::Instruction& instruction : codes[i].instructions) {
        if (MemoryAccess* const access = memory_access(instruction.action)) {
          access->address = final[access->address];
        }
      }
      test.program.threads.push_back({threads[i].workgroup_index, 0, threads[i].subgroup,
                                      std::move(codes[i].instructions),
                                      std::move(codes[i].registers)});
    }
    test.quantifier = annotations_.quantifier;
    test.condition = asking.proposition(annotations_.output, addresses, test);
    test.shown = test.observables.size();
    if (annotations_.filter) {
      test.filter = asking.proposition(*annotations_.filter, addresses, test);
    }
    return test;
  }

  /// The provisional addresses that somebody reads.
  static std::set<AddressId> read(const std::vector<ThreadCode>& codes) {
    std::set<AddressId> result;
    for (const ThreadCode& code : codes) {
      for (const opexplore::Instruction& instruction : code.instructions) {
        const MemoryAccess* const access = memory_access(instruction.action);
        if (access != nullptr && reads_memory(instruction.action)) result.insert(access->address);
      }
    }
    return result;
  }

  /// "mp" of "suite/mp.spv.dis".
  std::string stem() const {
    const std::string name = std::filesystem::path(module_.path).filename().string();
    for (const char* const ending : {".spv.dis", ".spvasm", ".spv", ".comp"}) {
      if (name.ends_with(ending)) return name.substr(0, name.size() - std::string(ending).size());
    }
    return name;
  }

  Module module_;
  Annotations annotations_;
  const std::optional<kernel::Launch>& launch_;
};

/// Says where instructions stand in the source, in place of in the module.
void use_source_lines(Module& module) {
  Place line;
  for (Instruction& instruction : module.instructions) {
    switch (spv::Op{instruction.opcode}) {
      case spv::Op::OpLine:
        line = {instruction.word(1), std::max(instruction.word(2), 1U), 0};
        break;
      case spv::Op::OpNoLine:
      case spv::Op::OpFunctionEnd:
        line = {};
        break;
      default:  // two instructions of a line are still two
        instruction.place.line = line.line;
        instruction.place.column = line.column;
    }
  }
}

}  // namespace

Test read_kernel(std::string_view bytes, std::string path,
                 const std::optional<kernel::Launch>& launch) {
  Module module = read_module(bytes, path);
  Annotations annotations = read_annotations(module.binary ? "" : bytes, module);
  return Translator(std::move(module), std::move(annotations), launch).run();
}

Test read_shader(std::string_view bytes, std::string_view source, std::string path,
                 const std::optional<kernel::Launch>& launch) {
  Module module = read_binary(bytes, path);
  use_source_lines(module);
  std::string comments(source);  // as those of a module
  for (std::size_t at = 0; (at = comments.find("//", at)) != std::string::npos;) {
    comments.replace(at, 2, " ;");
  }
  Annotations annotations = read_annotations(comments, module);
  return Translator(std::move(module), std::move(annotations), launch).run();
}

bool is_kernel_file(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".spv") || name.ends_with(".spvasm") || name.ends_with(".spv.dis");
}

}  // namespace opexplore::spirv
