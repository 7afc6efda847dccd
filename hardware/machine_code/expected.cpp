#include "hardware/machine_code/expected.hpp"

#include <variant>

#include "opmodel/instruction.hpp"

namespace opexplore::hardware {

namespace {

constexpr std::uint32_t hopper = 90;

/// Machine code spells scopes and operations as PTX does, in capitals.
std::string suffix(std::string_view word) {
  std::string text = ".";
  for (const char letter : word) text += static_cast<char>(letter - 'a' + 'A');
  return text;
}

std::string scope_suffix(Scope scope) { return suffix(to_string(scope)); }

/// For accesses the smallest scope is the multiprocessor.
std::string strong(Scope scope) {
  return scope == Scope::cta ? ".STRONG.SM" : ".STRONG" + scope_suffix(scope);
}

std::string operation_suffix(AtomicOp op) {
  // The negated operand is added.
  return suffix(to_string(op == AtomicOp::sub ? AtomicOp::add : op));
}

class Lowering {
 public:
  Lowering(const Program& program, std::uint32_t sm, std::uint32_t word_bytes)
      : program_(program), sm_(sm), width_(word_bytes == 8 ? ".64" : "") {}

  std::vector<Alternatives> operator()(const Load& load) const {
    const std::string name = is_shared(load.address) ? "LDS" : "LDG" + strength(load);
    std::vector<Alternatives> result{{name + width_ + at(load.address)}};
    if (acquires(load.order)) invalidate(result, load.scope, is_shared(load.address));
    return result;
  }

  std::vector<Alternatives> operator()(const Store& store) const {
    std::vector<Alternatives> result;
    if (releases(store.order)) result.push_back({"MEMBAR.ALL" + scope_suffix(store.scope)});
    const std::string name = is_shared(store.address) ? "STS" : "STG" + strength(store);
    result.push_back({name + width_ + at(store.address)});
    return result;
  }

  std::vector<Alternatives> operator()(const Atomic& atomic) const {
    std::vector<Alternatives> result;
    if (releases(atomic.order)) result.push_back({"MEMBAR.ALL" + scope_suffix(atomic.scope)});
    const bool shared = is_shared(atomic.address);
    const bool reduces =
        !atomic.destination && atomic.op != AtomicOp::exch && atomic.op != AtomicOp::cas;
    const std::string unit = shared ? "ATOMS" : reduces ? "REDG" : "ATOMG";
    result.push_back({unit + operation_suffix(atomic.op) + (shared ? "" : strong(atomic.scope)) +
                      at(atomic.address)});
    if (acquires(atomic.order)) invalidate(result, atomic.scope, shared);
    return result;
  }

  std::vector<Alternatives> operator()(const AnyFence auto& kind) const {
    const FenceFacts fence = facts_of(kind);
    if (fence.proxy) return between_proxies();
    std::vector<Alternatives> result;
    const std::string scope = scope_suffix(fence.scope);
    if (fence.order == Order::sc) result.push_back({"MEMBAR.SC" + scope});
    if (releases(fence.order)) result.push_back({"MEMBAR.ALL" + scope});
    if (fence.order != Order::release) invalidate(result, fence.scope, false);
    return result;
  }

  std::vector<Alternatives> operator()(const Barrier&) const { return {{"BAR"}}; }
  std::vector<Alternatives> operator()(const Arithmetic&) const { return {}; }
  std::vector<Alternatives> operator()(const Branch&) const { return {}; }
  std::vector<Alternatives> operator()(const Asynchronous&) const { return {}; }

 private:
  /// The driver says at run time how wide it has to be; sm_75 has one form.
  std::vector<Alternatives> between_proxies() const {
    Alternatives fences{"MEMBAR.SC.GPU"};
    if (sm_ >= 80) fences.emplace_back("MEMBAR.SC.SYS");
    return {fences, {"CCTL.IVALL"}};
  }

  bool is_shared(AddressId address) const {
    return program_.locations[program_.addresses[address].location].region == Region::shared;
  }

  std::string at(AddressId address) const { return " " + program_.addresses[address].name; }

  /// Cache operators become scopes (hardware with one L1 cache for each multiprocessor).
  static std::string strength(const MemoryAccess& access) {
    switch (access.annotation) {
      case Annotation::ca:
      case Annotation::wb:
        return ".STRONG.SM";
      case Annotation::cg:
        return ".STRONG.GPU";
      case Annotation::volatile_:
        return ".STRONG.SYS";
      case Annotation::none:
        break;
    }
    return access.order == Order::weak ? "" : strong(access.scope);
  }

  /// An acquire beyond the CTA drops what is in L1. Before sm_90 shared memory is taken not to need
  /// that, as it cannot synchronize beyond the CTA.
  void invalidate(std::vector<Alternatives>& result, Scope scope, bool shared) const {
    if (scope == Scope::cta || (shared && sm_ < hopper)) return;
    result.push_back({"CCTL.IVALL"});
  }

  const Program& program_;
  std::uint32_t sm_;
  std::string width_;
};

using Written = std::vector<std::optional<std::int64_t>>;

std::optional<std::int64_t> constant(const Operand& operand, std::uint32_t word_bytes,
                                     bool negated = false) {
  const auto* const value = std::get_if<Value>(&operand);
  if (value == nullptr) return std::nullopt;
  const auto bits = static_cast<std::uint64_t>(*value);
  const std::uint64_t result = negated ? 0 - bits : bits;
  if (word_bytes == 4) return static_cast<std::int32_t>(static_cast<std::uint32_t>(result));
  return static_cast<std::int64_t>(result);
}

/// What the action writes: see Flow::Step::written.
Written written(const Action& action, std::uint32_t word_bytes) {
  const Operand* const stored = stored_operand(action);
  if (stored == nullptr) return {};
  const Atomic* const atomic = read_modify_write(action);
  const bool negated = atomic != nullptr && atomic->op == AtomicOp::sub;
  const auto operand = constant(*stored, word_bytes, negated);
  const Operand* const compared = compared_operand(action);
  if (compared == nullptr) return {operand};
  return {constant(*compared, word_bytes), operand};
}

/// Whether this is the access, among the instructions of an action that writes.
bool is_access(const std::string& name) {
  return name.starts_with("ST") || name.starts_with("ATOM") || name.starts_with("RED");
}

}  // namespace

std::vector<Alternatives> expected_instructions(const Program& program, const Action& action,
                                                std::uint32_t sm, std::uint32_t word_bytes) {
  return std::visit(Lowering(program, sm, word_bytes), action);
}

std::vector<std::string> expected_list(const Program& program, ThreadId thread, std::uint32_t sm,
                                       std::uint32_t word_bytes) {
  std::vector<std::string> result;
  for (const Instruction& instruction : program.threads[thread].instructions) {
    for (const Alternatives& one :
         expected_instructions(program, instruction.action, sm, word_bytes)) {
      std::string text = one[0];
      for (std::size_t i = 1; i < one.size(); ++i) text += " or " + one[i];
      result.push_back(std::move(text));
    }
  }
  return result;
}

Flow expected_flow(const Program& program, ThreadId thread, std::uint32_t sm,
                   std::uint32_t word_bytes) {
  const std::vector<Instruction>& instructions = program.threads[thread].instructions;
  // Step i is where instruction i begins; the one after the last is the end.
  Flow flow;
  flow.steps.resize(instructions.size() + 1);
  std::uint64_t order = 0;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    std::size_t here = i;
    for (const Alternatives& one :
         expected_instructions(program, instructions[i].action, sm, word_bytes)) {
      const std::size_t joined = flow.steps.size();
      flow.steps.emplace_back();
      for (const std::string& name : one) {
        flow.steps[here].next.push_back(flow.steps.size());
        flow.steps.push_back({name, {joined}, order++});
        if (is_access(name))
          flow.steps.back().written = written(instructions[i].action, word_bytes);
      }
      here = joined;
    }
    const Branch* const branch = branch_of(instructions[i].action);
    if (branch == nullptr || branch->comparison) flow.steps[here].next.push_back(i + 1);
    if (branch == nullptr) continue;
    flow.steps[here].next.push_back(branch->target);
    if (branch->target <= i) flow.steps[here].next.push_back(instructions.size());
  }
  return flow;
}

}  // namespace opexplore::hardware
