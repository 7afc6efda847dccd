#include "mappings/cuda_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "mappings/compile.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {

namespace {

bool has_64_bits(NumberType type) {
  return type == NumberType::s64 || type == NumberType::u64 || type == NumberType::b64;
}

bool is_signed(NumberType type) {
  return type == NumberType::s32 || type == NumberType::s64 || type == NumberType::pred;
}

std::string cuda_type(NumberType type) {
  const std::string sign = is_signed(type) ? "" : "unsigned ";
  return sign + (has_64_bits(type) ? "long long" : "int");
}

std::optional<RegisterId> register_of(const Operand& operand) {
  const auto* const reg = std::get_if<RegisterOperand>(&operand);
  return reg == nullptr ? std::nullopt : std::optional(reg->id);
}

/// The register that holds what an action reads, or else what it writes.
std::optional<RegisterId> exchanged(const Action& action) {
  if (const auto read = register_written(action)) return read;
  const Operand* const stored = stored_operand(action);
  return stored != nullptr ? register_of(*stored) : std::nullopt;
}

/// What a location holds: what the registers say that are loaded from it or stored to it.
std::vector<NumberType> types_of_locations(const Program& program) {
  std::vector<NumberType> types(program.locations.size(), NumberType::s32);
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const auto address = address_of(instruction.action);
      const auto reg = exchanged(instruction.action);
      if (!address || !reg) continue;
      const NumberType type = thread.registers[*reg].type;
      if (type != NumberType::pred) types[program.addresses[*address].location] = type;
    }
  }
  return types;
}

// As a location of that width holds the type.
std::string location_type(NumberType type, Width width) {
  if (width == Width::bits32) return cuda_type(type);
  const std::string sign = is_signed(type) ? "signed " : "unsigned ";
  return sign + (width == Width::bits8 ? "char" : "short");
}

/// The text of one thread.
class ThreadText {
 public:
  ThreadText(const Test& source, const Thread& thread, const std::vector<NumberType>& types,
             const CudaStyle& style)
      : source_(source), thread_(thread), types_(types), style_(style) {}

  std::string text() {
    std::vector<bool> labels(thread_.instructions.size() + 1);
    for (const Instruction& instruction : thread_.instructions) {
      if (const Branch* const branch = branch_of(instruction.action)) labels[branch->target] = true;
    }
    for (std::size_t i = 0; i <= thread_.instructions.size(); ++i) {
      if (labels[i]) text_ += "L" + std::to_string(i) + ":;\n";
      if (i == thread_.instructions.size()) break;
      place_ = thread_.instructions[i].place;
      std::visit([this](const auto& action) { add(action); }, thread_.instructions[i].action);
    }
    return std::move(text_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(source_.path, place_, message, "leave it out");
  }

  void line(const std::string& statement) { text_ += "  " + statement + ";\n"; }

  static std::string name(RegisterId reg) { return "v" + std::to_string(reg); }
  std::string value(const Operand& operand) const {
    if (const auto reg = register_of(operand)) return name(*reg);
    const Value number = std::get<Value>(operand);
    // There is no literal for the smallest number.
    return number == INT64_MIN ? "(-9223372036854775807ll - 1)"
           : number < 0        ? "(" + std::to_string(number) + ")"
                               : std::to_string(number);
  }

  NumberType type(AddressId address) const {
    return types_[source_.program.addresses[address].location];
  }
  std::string pointer(AddressId address, std::optional<RegisterId> from) const {
    if (from) fail("CUDA tests have no pointers in registers");
    return "x" + std::to_string(source_.program.addresses[address].location);
  }
  AtomicObject object(const MemoryAccess& access) const {
    return {location_type(type(access.address), style_.width),
            pointer(access.address, access.pointer)};
  }

  void add(const Load& load) {
    const std::string target = name(load.destination) + " = ";
    if (load.order == Order::weak) return line(target + "*" + pointer(load.address, load.pointer));
    line(target + load_text(style_.atomics, object(load), {load.order, load.scope}));
  }

  void add(const Store& store) {
    if (store.order == Order::weak) {
      return line("*" + pointer(store.address, store.pointer) + " = " + value(store.value));
    }
    line(store_text(style_.atomics, object(store), value(store.value), {store.order, store.scope}));
  }

  void add(const Atomic& atomic) {
    const AtomicObject accessed = object(atomic);
    const OrderAndScope how{atomic.order, atomic.scope};
    const std::string target = atomic.destination ? name(*atomic.destination) + " = " : "";
    if (atomic.op == AtomicOp::cas) {
      const std::string temporary = "old" + std::to_string(compared_++);
      line("{ " + accessed.type + " " + temporary + " = " + value(atomic.expected) + "; " +
           compare_exchange_text(style_.atomics, accessed, temporary, value(atomic.operand), how,
                                 atomic.failure) +
           "; " + (target.empty() ? "" : target + temporary + "; ") + "}");
      return;
    }
    const auto text = modify_text(style_.atomics, atomic.op, accessed, value(atomic.operand), how);
    if (!text) fail("C++ has no atomic operation '" + std::string(to_string(atomic.op)) + "'");
    line(target + *text);
  }

  void add(const AnyFence auto& fence) {
    const FenceFacts facts = facts_of(fence);
    if (facts.proxy) fail("C++ has no proxy fences");
    line(fence_statement(style_.atomics, {facts.order, facts.scope}));
  }

  [[noreturn]] void add(const Barrier&) { fail("C++ tests have no barriers"); }
  [[noreturn]] void add(const Asynchronous&) { fail("C++ tests have no asynchronous operations"); }

  /// Unsigned, for signed numbers must not overflow in C++; the bits are the same.
  void add(const Arithmetic& action) {
    const std::string target = cuda_type(thread_.registers[action.destination].type);
    const std::string result = name(action.destination) + " = (" + target + ")";
    const bool is_truth = action.type == NumberType::pred;
    const std::string own = is_truth ? "bool" : cuda_type(action.type);
    const std::string left = "(" + own + ")" + value(action.left);
    const std::string right = "(" + own + ")" + value(action.right);
    if (action.op == ArithmeticOp::move) return line(result + "(" + left + ")");
    if (is_truth || action.op >= ArithmeticOp::equal || action.op == ArithmeticOp::div) {
      return line(result + "(" + left + " " + std::string(cxx_name(action.op)) + " " + right + ")");
    }
    const std::string bits = has_64_bits(action.type) ? "(unsigned long long)" : "(unsigned)";
    line(result + "(" + own + ")(" + bits + value(action.left) + " " +
         std::string(cxx_name(action.op)) + " " + bits + value(action.right) + ")");
  }

  void add(const Branch& branch) {
    const std::string jump = "goto L" + std::to_string(branch.target);
    if (!branch.comparison) return line(jump);
    line("if ((long long)" + value(branch.left) + " " + std::string(to_string(*branch.comparison)) +
         " (long long)" + value(branch.right) + ") " + jump);
  }

  const Test& source_;
  const Thread& thread_;
  const std::vector<NumberType>& types_;
  const CudaStyle& style_;
  std::string text_;
  SourcePlace place_;
  std::size_t compared_ = 0;
};

std::string parameters(const Program& program, const std::vector<NumberType>& types, Width width,
                       const std::string& results) {
  std::string text;
  for (std::size_t i = 0; i < program.locations.size(); ++i) {
    text += location_type(types[i], width) + "* x" + std::to_string(i) + ", ";
  }
  return text + results + "* results";
}

}  // namespace

CudaText cuda_text(const Test& source, const CudaStyle& style) {
  const Program& program = source.program;
  if (program.language != Language::cxx) {
    throw InputError(source.path, {1, 1}, "this is a PTX test, and compilers take C++",
                     "a C++ test begins with the word C");
  }
  require_fits(source, style.width);
  const std::vector<NumberType> types = types_of_locations(program);
  CudaText result;
  for (const NumberType type : types) {
    const std::size_t small = static_cast<std::size_t>(style.width) / 8;
    result.width.push_back(style.width != Width::bits32 ? small : has_64_bits(type) ? 8 : 4);
  }
  result.text = "// " + source.name + "\n" + prologue_of(style.atomics);
  for (std::size_t i = 0; i < types.size(); ++i) {
    result.text += "// x" + std::to_string(i) + " is " + program.locations[i].name + "\n";
  }
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    const Thread& thread = program.threads[i];
    std::vector<RegisterId>& observed = result.results.emplace_back();
    bool wide = false;
    for (const Observable& observable : source.observables) {
      const auto* const term = std::get_if<RegisterTerm>(&observable);
      if (term == nullptr || term->thread != i) continue;
      observed.push_back(term->reg);
      wide = wide || has_64_bits(thread.registers[term->reg].type);
    }
    result.result_width.push_back(wide ? 8 : 4);
    const std::string word = wide ? "long long" : "int";
    result.text += "\nextern \"C\" __global__ void P" + std::to_string(i) + "(" +
                   parameters(program, types, style.width, word) + ") {\n";
    for (std::size_t reg = 0; reg < thread.registers.size(); ++reg) {
      const Register& declared = thread.registers[reg];
      result.text += "  " + cuda_type(declared.type) + " v" + std::to_string(reg) + " = " +
                     std::to_string(declared.initial) + ";  // " + declared.name + "\n";
    }
    result.text += ThreadText(source, thread, types, style).text();
    for (std::size_t k = 0; k < observed.size(); ++k) {
      result.text +=
          "  results[" + std::to_string(k) + "] = v" + std::to_string(observed[k]) + ";\n";
    }
    result.text += "}\n";
  }
  return result;
}

}  // namespace opexplore::mappings
