#include "litmus/spirv/kernel.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/kernels/float_values.hpp"
#include "litmus/spirv/choices.hpp"
#include "litmus/spirv/launch.hpp"
#include "litmus/spirv/notes.hpp"
#include "litmus/spirv/thread.hpp"
#include "litmus/spirv/turns.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::spirv {

namespace {

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
      const Type& type = declarations_.type(memory_.mention(other).type);
      if (type.kind != Type::Kind::floating) return held(type, side.number);
      const auto bits = kernel::float_bits(std::to_string(side.number), type.bits / 8);
      return held(type, bits.value_or(0));
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

/// What becomes a test.
struct Reading {
  Module module;
  Annotations annotations;
  const std::optional<kernel::Launch>& launch;
  const kernel::LaunchWords& words;
  bool report = false;  ///< it is told of in its own words
};

class Translator {
 public:
  explicit Translator(Reading reading)
      : module_(std::move(reading.module)),
        annotations_(std::move(reading.annotations)),
        launch_(reading.launch),
        words_(reading.words),
        report_(reading.report) {}

  kernel::LaunchedKernel run() {
    const Layout layout = layout_of(module_, launch_, words_, report_, annotations_);
    const std::vector<Invocation> threads = invocations_of(module_, layout);
    const Declarations declarations = read_declarations(module_, annotations_.inputs, layout.shape);
    const Instruction& entry_point = this->entry_point(declarations);
    Body body = read_body(module_, declarations, entry_point);
    const std::size_t counters = remove_turn_counters(body, declarations);
    std::optional<Translated> read(translated(declarations, body, threads, false));
    const Instruction* const undefined = read->undefined;
    if (undefined != nullptr) read.emplace(translated(declarations, body, threads, true));
    kernel::LaunchedKernel result;
    result.test = std::move(read->test);
    if (!report_) return result;
    kernel::Facts& facts = result.facts;
    facts.file = module_.path;
    facts.kernels = {text_of(entry_point.operands[2])};
    facts.launch = launch_text(layout.shape);
    facts.chosen_launch = layout.chosen;
    facts.language = language_of(module_);
    read->memory.add_facts(facts);
    const Noted noted{module_, declarations, layout, counters, undefined, read->memory.choices()};
    facts.notes = notes_on(noted, result.test.program);
    facts.assumed = assumptions_of(noted, result.test.program, read->memory);
    return result;
  }

 private:
  struct Translated {
    Memory memory;
    Test test = {};
    const Instruction* undefined = nullptr;  ///< what stores an undefined value that matters
  };

  /// Once more with choices of what is stored, if somebody looks at a value that is undefined.
  Translated translated(const Declarations& declarations, const Body& body,
                        const std::vector<Invocation>& threads, bool chooses_stored) {
    Translated result{Memory(module_, declarations, annotations_, layout_is_of_several(threads))};
    Surroundings around{module_, declarations, body, result.memory, report_, chooses_stored};
    std::vector<ThreadCode> codes;
    for (const Invocation& thread : threads) codes.push_back(thread_code(around, thread));
    complete_barriers(threads, codes);
    Asking asking(declarations, result.memory);
    asking.mention(annotations_.output);
    if (annotations_.filter) asking.mention(*annotations_.filter);
    const std::set<AddressId> read = this->read(codes);
    if (!report_) result.memory.check_undefined(read);
    result.undefined = result.memory.undefined_that_matters(read);
    if (result.undefined == nullptr)
      result.test = finish(around, threads, std::move(codes), asking);
    return result;
  }

  static bool layout_is_of_several(const std::vector<Invocation>& threads) {
    return threads.front().shape.workgroups != kernel::Triple{1, 1, 1};
  }

  const Instruction& entry_point(const Declarations& declarations) const {
    std::string wanted = launch_ ? launch_->grids.front().entry : "";
    if (words_.kernel) wanted = words_.kernel->text;
    std::vector<const Instruction*> found;
    std::string names;
    for (const Instruction* const entry : declarations.entry_points) {
      const std::string name = text_of(entry->operands[2]);
      if (wanted.empty() || name == wanted) found.push_back(entry);
      names += (names.empty() ? "'" : ", '") + name + '\'';
    }
    if (found.size() == 1) return *found.front();
    const std::string advice = "say which one runs: there is " + names;
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

  Test finish(const Surroundings& around, const std::vector<Invocation>& threads,
              std::vector<ThreadCode> codes, Asking& asking) {
    Memory& memory = around.memory;
    Test test;
    test.path = module_.path;
    test.name = launch_ && !launch_->name.empty() ? launch_->name : stem();
    test.program.language = Language::vulkan;
    const auto addresses = memory.finish(test.program);
    const std::vector<AddressId> final = memory.addresses(addresses);
    for (std::size_t i = 0; i < threads.size(); ++i) {
      for (opexplore::Instruction& instruction : codes[i].instructions) {
        if (MemoryAccess* const access = memory_access(instruction.action)) {
          access->address = final[access->address];
        }
      }
      test.program.threads.push_back(
          {threads[i].workgroup_index, 0, threads[i].subgroup, std::move(codes[i].instructions),
           std::move(codes[i].registers), report_ ? thread_label(threads[i]) : ""});
    }
    const std::size_t made = test.program.addresses.size() - memory.choices();
    add_chooser(around, static_cast<AddressId>(made), test.program);
    test.quantifier = annotations_.quantifier;
    test.condition = asking.proposition(annotations_.output, addresses, test);
    if (report_ && test.observables.empty()) observe_results(memory, test);
    test.shown = test.observables.size();
    if (annotations_.filter) {
      test.filter = asking.proposition(*annotations_.filter, addresses, test);
    }
    return test;
  }

  /// What the kernel leaves in buffers.
  void observe_results(const Memory& memory, Test& test) const {
    std::set<AddressId> written;
    for (const Thread& thread : test.program.threads) {
      for (const opexplore::Instruction& instruction : thread.instructions) {
        if (!writes_memory(instruction.action)) continue;
        written.insert(*address_of(instruction.action));
      }
    }
    for (std::size_t i = 0; i < memory.locations(); ++i) {
      const auto address = static_cast<AddressId>(i);
      if (!written.contains(address) || memory.object_of(address).is_of_workgroup()) continue;
      if (is_shown(memory.source_name(address))) {
        test.observables.emplace_back(LocationTerm{address});
      }
    }
  }

  /// By --show, if it is given.
  bool is_shown(const std::string& location) const {
    return words_.shown.empty() ||
           std::ranges::any_of(words_.shown, [&](const kernel::LaunchWord& word) {
             return location == word.text || location.starts_with(word.text + '[') ||
                    location.starts_with(word.text + '.');
           });
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
    for (const char* const ending : {".spv.dis", ".spvasm", ".spv", ".comp", ".wgsl"}) {
      if (name.ends_with(ending)) return name.substr(0, name.size() - std::string(ending).size());
    }
    return name;
  }

  Module module_;
  Annotations annotations_;
  const std::optional<kernel::Launch>& launch_;
  const kernel::LaunchWords& words_;
  bool report_;
};

/// Says where instructions stand in the source, in place of in the module.
void use_source_lines(Module& module) {
  for (Instruction& instruction : module.instructions) {  // two of a line are still two
    const SourceLine& at = instruction.place.source;
    instruction.place.line = at.line;
    instruction.place.column = at.column;
  }
}

/// Comments of a shader as those of a module.
std::string with_comments_of_a_module(std::string source) {
  for (std::size_t at = 0; (at = source.find("//", at)) != std::string::npos;) {
    source.replace(at, 2, " ;");
  }
  return source;
}

/// `reports`: it may be told of in its own words.
std::variant<Test, kernel::LaunchedKernel> read(const ModuleFile& given,
                                                const std::optional<kernel::Launch>& launch,
                                                const kernel::LaunchWords& words, bool reports) {
  Module module = read_module(given.bytes, given.path);
  note_sources(module, given.shader);
  if (given.shader) {
    use_source_lines(module);
    if (given.shader->language == "WGSL") module.origin = Origin::wgsl;
  }
  Annotations annotations =
      read_annotations(given.shader    ? with_comments_of_a_module(given.shader->text)
                       : module.binary ? ""
                                       : given.bytes,
                       module);
  const bool report = reports && (!annotations.asks || !words.empty());
  module.tells_sources = report;
  kernel::LaunchedKernel read =
      Translator({std::move(module), std::move(annotations), launch, words, report}).run();
  if (!report) return std::move(read.test);
  if (given.shader) {
    read.facts.sources.push_back(*given.shader);
  } else {
    read.facts.sources.push_back({"SPIR-V", given.path, given.bytes});
  }
  read.facts.compiler = given.compiler;
  return read;
}

}  // namespace

std::variant<Test, kernel::LaunchedKernel> read_launched(
    const ModuleFile& module, const std::optional<kernel::Launch>& launch,
    const kernel::LaunchWords& words) {
  return read(module, launch, words, true);
}

Test read_kernel(std::string_view bytes, std::string path,
                 const std::optional<kernel::Launch>& launch) {
  return std::get<Test>(read({std::string(bytes), std::move(path)}, launch, {}, false));
}

bool is_kernel_file(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".spv") || name.ends_with(".spvasm") || name.ends_with(".spv.dis");
}

}  // namespace opexplore::spirv
