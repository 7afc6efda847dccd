#include "tests/litmus/spirv_twin.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "opmodel/instruction.hpp"
#include "tests/litmus/spirv_words.hpp"

namespace opexplore::testing {

namespace {

/// How threads are spread: as many in each subgroup, and so on, as in the largest one of the test.
struct Grid {
  std::size_t in_subgroup = 1, subgroups = 1, workgroups = 1;
  std::vector<std::size_t> number;  ///< of each thread of the test

  explicit Grid(const Program& program) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> members;
    std::vector<std::size_t> lanes;
    for (const Thread& thread : program.threads) {
      require(thread.gpu == program.threads.front().gpu);
      lanes.push_back(members[{thread.cta, thread.warp}]++);
      in_subgroup = std::max(in_subgroup, lanes.back() + 1);
      subgroups = std::max<std::size_t>(subgroups, thread.warp + 1);
      workgroups = std::max<std::size_t>(workgroups, thread.cta + 1);
    }
    require(in_subgroup * subgroups * workgroups <= 16);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const Thread& thread = program.threads[i];
      number.push_back((thread.cta * subgroups + thread.warp) * in_subgroup + lanes[i]);
    }
  }
  std::size_t threads() const { return in_subgroup * subgroups * workgroups; }
};

class TwinWriter {
 public:
  explicit TwinWriter(const Test& test) : test_(test), grid_(test.program) {}

  SpirvTwin write() {
    require(test_.program.system_synchronisations.empty());
    check_locations();
    for (std::size_t i = 0; i < threads().size(); ++i) write_thread(i);
    check_barriers();
    SpirvTwin twin;
    for (const Observable& observable : test_.observables) twin.names.push_back(name(observable));
    twin.text = header() + declarations() + body();
    if (grid_.subgroups == 1) twin.launch = launch();
    return twin;
  }

 private:
  const std::vector<Thread>& threads() const { return test_.program.threads; }

  /// Each location has one name and is of one class; one of class 1 is in one workgroup.
  void check_locations() {
    const Program& program = test_.program;
    require(program.addresses.size() == program.locations.size());
    for (const Thread& thread : threads()) {
      for (const Instruction& instruction : thread.instructions) {
        const MemoryAccess* const access = memory_access(instruction.action);
        if (access == nullptr) continue;
        require(!access->pointer && access->vulkan->storage_class != 2);
        const auto [known, added] =
            classes_.emplace(access->address, access->vulkan->storage_class);
        require(known->second == access->vulkan->storage_class);
        require(known->second != 1 || grid_.workgroups == 1);
      }
    }
  }

  /// A barrier waits for all threads of its workgroup, which all come once.
  void check_barriers() const {
    for (const auto& [key, comers] : barriers_) {
      for (std::size_t i = 0; i < grid_.threads(); ++i) {
        if (i / (grid_.in_subgroup * grid_.subgroups) != std::get<0>(key)) continue;
        require(std::ranges::count(comers, i) == 1);
      }
    }
  }

  std::string fresh() { return "%v" + std::to_string(fresh_++); }
  std::string number(Value value) {
    numbers_.insert(value);
    return value < 0 ? "%minus" + std::to_string(-value) : "%" + std::to_string(value);
  }
  std::string word(int value) {
    words_.insert(value);
    return "%w" + std::to_string(value);
  }
  std::string variable(AddressId address) const {
    return "%" + test_.program.addresses[address].name;
  }
  std::string register_name(std::size_t thread, RegisterId reg) const {
    return "P" + std::to_string(thread) + "_" + threads()[thread].registers[reg].name;
  }
  std::string name(const Observable& observable) const {
    if (const auto* const reg = std::get_if<RegisterTerm>(&observable)) {
      return "final_" + register_name(reg->thread, reg->reg);
    }
    return variable(std::get<LocationTerm>(observable).address).substr(1);
  }

  void line(const std::string& text) { code_ += text + '\n'; }
  std::string value(const Operand& operand) {
    if (const auto* const immediate = std::get_if<Value>(&operand)) return number(*immediate);
    const std::string result = fresh();
    line(result + " = OpLoad %long %" +
         register_name(thread_, std::get<RegisterOperand>(operand).id));
    return result;
  }
  void set(RegisterId reg, const std::string& value) {
    line("OpStore %" + register_name(thread_, reg) + ' ' + value);
  }
  std::string label(std::size_t thread, std::size_t instruction) const {
    const bool ends = instruction == threads()[thread].instructions.size();
    return "%T" + std::to_string(thread) + (ends ? "_end" : "_" + std::to_string(instruction));
  }

  /// `Private|MakePointerVisible …`, or nothing.
  std::string marks(const MemoryAccess& access) {
    const VulkanAttributes& attributes = *access.vulkan;
    if (!attributes.non_private) return "";
    if (!attributes.available && !attributes.visible) return " NonPrivatePointer";
    return (attributes.available ? " MakePointerAvailable" : " MakePointerVisible") +
           ("|NonPrivatePointer " + word(scope_number(attributes.scope)));
  }
  std::string ordering(const MemoryAccess& access) {
    return variable(access.address) + ' ' + word(scope_number(access.vulkan->scope)) + ' ' +
           word(semantics_number(access.order, *access.vulkan));
  }

  void write_action(const Load& load) {
    const std::string result = fresh();
    const bool plain = load.order == Order::weak;
    line(result + (plain ? " = OpLoad %long " + variable(load.address) + marks(load)
                         : " = OpAtomicLoad %long " + ordering(load)));
    set(load.destination, result);
  }
  void write_action(const Store& store) {
    const std::string stored = value(store.value);
    line(store.order == Order::weak
             ? "OpStore " + variable(store.address) + ' ' + stored + marks(store)
             : "OpAtomicStore " + ordering(store) + ' ' + stored);
  }
  void write_action(const Atomic& atomic) {
    const std::string operand = value(atomic.operand), result = fresh();
    line(result + " = " + std::string(operation_name(atomic.op)) + " %long " + ordering(atomic) +
         ' ' + operand);
    if (atomic.destination) set(*atomic.destination, result);
  }
  void write_action(const Fence& fence) {
    line("OpMemoryBarrier " + word(scope_number(fence.vulkan->scope)) + ' ' +
         word(semantics_number(fence.order, *fence.vulkan)));
  }
  void write_action(const ProxyFence&) { throw NoTwin{}; }
  void write_action(const DeviceOperation&) { throw NoTwin{}; }
  void write_action(const Asynchronous&) { throw NoTwin{}; }

  /// Threads come to one barrier in one function.
  void write_action(const Barrier& barrier) {
    require(!barrier.arrive && !barrier.id && !barrier.quorum);
    const bool plain = barrier.order == Order::weak;
    require(!plain || barrier.vulkan->scope == VulkanScope::workgroup);
    const std::string words = "OpControlBarrier " + word(2) + ' ' +
                              word(scope_number(barrier.vulkan->scope)) + ' ' +
                              word(semantics_number(barrier.order, *barrier.vulkan));
    const std::string function = "%barrier" + std::to_string(barrier.instance);
    const auto [known, added] = functions_.emplace(function, words);
    require(known->second == words);
    line(fresh() + " = OpFunctionCall %void " + function);
    barriers_[{threads()[thread_].cta, barrier.instance}].push_back(grid_.number[thread_]);
  }
  void write_action(const Arithmetic& arithmetic) {
    const std::string left = value(arithmetic.left);
    if (arithmetic.op == ArithmeticOp::move) return set(arithmetic.destination, left);
    const std::string right = value(arithmetic.right), result = fresh();
    line(result + " = " + std::string(operation_name(arithmetic.op)) + " %long " + left + ' ' +
         right);
    set(arithmetic.destination, result);
  }
  void write_action(const Branch& branch) {
    const std::string target = label(thread_, branch.target);
    if (!branch.comparison) return line("OpBranch " + target);
    const std::string left = value(branch.left), right = value(branch.right), holds = fresh();
    line(holds + " = " + std::string(operation_name(*branch.comparison)) + " %bool " + left + ' ' +
         right);
    line("OpBranchConditional " + holds + ' ' + target + ' ' + label(thread_, at_ + 1));
  }

  void write_thread(std::size_t thread) {
    thread_ = thread;
    const std::vector<Instruction>& instructions = threads()[thread].instructions;
    for (at_ = 0; at_ < instructions.size(); ++at_) {
      line(label(thread, at_) + " = OpLabel");
      std::visit([&](const auto& action) { write_action(action); }, instructions[at_].action);
      if (branch_of(instructions[at_].action) == nullptr) {
        line("OpBranch " + label(thread, at_ + 1));
      }
    }
    line(label(thread, at_) + " = OpLabel");
    for (const Observable& observable : test_.observables) {
      const auto* const reg = std::get_if<RegisterTerm>(&observable);
      if (reg == nullptr || reg->thread != thread) continue;
      line("OpStore %" + name(observable) + ' ' + value(RegisterOperand{reg->reg}));
    }
    line("OpReturn");
  }

  std::string term(const Term& term) const {
    if (const auto* const constant = std::get_if<Value>(&term)) return std::to_string(*constant);
    return "%" + name(test_.observables[std::get<ObservableIndex>(term).index]);
  }
  std::string statement(const Proposition& proposition) const {
    using Kind = Proposition::Kind;
    if (proposition.kind == Kind::truth) return "0 == 0";
    if (proposition.kind == Kind::negation) {
      return "not (" + statement(proposition.parts.front()) + ")";
    }
    if (proposition.kind == Kind::comparison) {
      constexpr std::array<const char*, 6> words{" == ", " != ", " < ", " <= ", " > ", " >= "};
      return term(proposition.left) + words[static_cast<std::size_t>(proposition.comparison)] +
             term(proposition.right);
    }
    std::string text;
    for (const Proposition& part : proposition.parts) {
      if (!text.empty()) text += proposition.kind == Kind::conjunction ? " and " : " or ";
      text += "(" + statement(part) + ")";
    }
    return text;
  }
  /// All observables are mentioned, also those that the condition does not look at.
  std::string question() const {
    std::string all = statement(test_.condition);
    const bool exists = test_.quantifier == Quantifier::exists;
    for (const Observable& observable : test_.observables) {
      const std::string side = "%" + name(observable);
      all = "(" + all + ") and " + side + " == " + side;
    }
    return (exists                                   ? "exists ("
            : test_.quantifier == Quantifier::forall ? "forall ("
                                                     : "not exists (") +
           all + ")";
  }

  std::string header() const {
    std::string text = "; @Config: " + std::to_string(grid_.in_subgroup) + ", " +
                       std::to_string(grid_.subgroups) + ", " + std::to_string(grid_.workgroups) +
                       "\n; @Output: " + question() + '\n';
    if (test_.filter) text += "; @Filter: " + statement(*test_.filter) + '\n';
    for (const Location& location : test_.program.locations) {
      text += "; @Input: %" + location.name + " = " + std::to_string(location.initial) + '\n';
    }
    return text;
  }

  kernel::Launch launch() const {
    kernel::Launch launch;
    launch.path = "launch.json";
    kernel::Grid grid;
    grid.blocks = {static_cast<std::uint32_t>(grid_.workgroups), 1, 1};
    grid.threads_per_block = {static_cast<std::uint32_t>(grid_.in_subgroup), 1, 1};
    launch.grids.push_back(grid);
    for (const Location& location : test_.program.locations) {
      launch.variables.push_back({location.name, location.initial});
    }
    launch.question = question();
    if (test_.filter) launch.question = "filter (" + statement(*test_.filter) + ") " + question();
    return launch;
  }

  std::string declarations() {
    std::string names, variables;
    const auto declare = [&](const std::string& name, const std::string& storage,
                             const std::string& initial) {
      names += "OpName %" + name + " \"" + name + "\"\n";
      variables += "%" + name + " = OpVariable %to_" + storage + ' ' + storage + initial + '\n';
    };
    constexpr std::array<const char*, 4> storage{"StorageBuffer", "Workgroup", "Image", "Output"};
    for (std::size_t i = 0; i < test_.program.addresses.size(); ++i) {
      const auto of = classes_.find(static_cast<AddressId>(i));
      declare(test_.program.addresses[i].name, storage[of == classes_.end() ? 0 : of->second], "");
    }
    for (const Observable& observable : test_.observables) {
      if (std::holds_alternative<RegisterTerm>(observable)) {
        declare(name(observable), "StorageBuffer", "");
      }
    }
    for (std::size_t i = 0; i < threads().size(); ++i) {
      for (std::size_t k = 0; k < threads()[i].registers.size(); ++k) {
        declare(register_name(i, static_cast<RegisterId>(k)), "Private",
                ' ' + number(threads()[i].registers[k].initial));
      }
    }
    std::string text =
        "OpCapability Shader\nOpCapability VulkanMemoryModel\nOpMemoryModel Logical Vulkan\n"
        "OpEntryPoint GLCompute %main \"main\" %id\n" +
        names +
        "OpDecorate %id BuiltIn GlobalInvocationId\n%void = OpTypeVoid\n%bool = OpTypeBool\n"
        "%uint = OpTypeInt 32 0\n%long = OpTypeInt 64 1\n%triple = OpTypeVector %uint 3\n"
        "%to_Input = OpTypePointer Input %triple\n%kernel = OpTypeFunction %void\n";
    for (const char* const each : {"StorageBuffer", "Workgroup", "Output", "Private"}) {
      text += std::string("%to_") + each + " = OpTypePointer " + each + " %long\n";
    }
    for (const int value : words_) {
      text += "%w" + std::to_string(value) + " = OpConstant %uint " + std::to_string(value) + '\n';
    }
    for (const Value value : numbers_) {
      text += number(value) + " = OpConstant %long " + std::to_string(value) + '\n';
    }
    return text + "%id = OpVariable %to_Input Input\n" + variables;
  }

  std::string body() const {
    std::string text;
    for (const auto& [name, words] : functions_) {
      text += name + " = OpFunction %void None %kernel\n" + name + "_begin = OpLabel\n" + words +
              "\nOpReturn\nOpFunctionEnd\n";
    }
    text +=
        "%main = OpFunction %void None %kernel\n%begin = OpLabel\n"
        "%triple_of = OpLoad %triple %id\n%me = OpCompositeExtract %uint %triple_of 0\n"
        "OpSwitch %me %none";
    for (std::size_t i = 0; i < threads().size(); ++i) {
      text += ' ' + std::to_string(grid_.number[i]) + ' ' + label(i, 0);
    }
    return text + "\n%none = OpLabel\nOpReturn\n" + code_ + "OpFunctionEnd\n";
  }

  const Test& test_;
  Grid grid_;
  std::map<AddressId, StorageClass> classes_;
  std::map<std::string, std::string> functions_;
  std::map<std::pair<std::uint32_t, Value>, std::vector<std::size_t>> barriers_;
  std::set<Value> numbers_;
  std::set<int> words_;
  std::string code_;
  std::size_t thread_ = 0, at_ = 0, fresh_ = 0;
};

}  // namespace

std::optional<SpirvTwin> spirv_twin(const Test& test) {
  try {
    return TwinWriter(test).write();
  } catch (const NoTwin&) {
    return std::nullopt;
  }
}

}  // namespace opexplore::testing
