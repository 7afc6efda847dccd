// What a step adds to the code of its thread: registers, instructions, jumps, stops.
#include <algorithm>
#include <utility>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/step.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// Why what is used is no value.
std::string reason_of(Abstract::Lack why) {
  if (why == Abstract::Lack::never_written) return "was never written";
  if (why == Abstract::Lack::elsewhere) return "comes from a lane outside of the exchange";
  return "is none: an operation did what its compiler was promised it never does";
}

}  // namespace

RegisterId Step::set_run_time(const code::Operand& destination) {
  environment_[destination.reg] = {};
  return program_register(destination.reg);
}

void Step::note_object(const code::Operand& destination, const Abstract& known) {
  if (known.inside) environment_[destination.reg] = inside(known.object);
}

RegisterId Step::add_register(NewRegister reg) {
  if (code_.registers.size() == max_registers) {
    fail("too many registers: the limit is " + std::to_string(max_registers) + " in one thread",
         state_.frame.depth == 0 ? "take a smaller kernel"
                                 : "functions that call each other need registers of their own: "
                                   "call less deeply, or compile with -O3");
  }
  code_.registers.push_back(std::move(reg));
  return static_cast<RegisterId>(code_.registers.size() - 1);
}

RegisterId Step::program_register(std::uint16_t ptx) {
  if (const auto known = code_.shared.find(&entry_); known != code_.shared.end()) {
    ptx = known->second[ptx];
  }
  const Type type = entry_.registers[ptx].type;
  const Frame& frame = state_.frame;
  if (frame.depth != 0) return home({frame.depth, &entry_, false, ptx, 0, 0}, type);
  if (const auto known = code_.by_ptx.find(ptx); known != code_.by_ptx.end()) return known->second;
  const RegisterId id = add_register({ptx, "", type});
  code_.by_ptx.emplace(ptx, id);
  return id;
}

RegisterId Step::home(const Home& home, Type type) {
  const NumberType held = number_type({type.kind == 'p' ? 'p' : 's', type.bits});
  if (const auto known = code_.homes.find(home, held)) return *known;
  const RegisterId id = add_register({std::nullopt, "", type});
  code_.homes.add(home, held, id);
  return id;
}

RegisterId Step::home(const PrivateByte& byte, std::uint32_t width) {
  const PrivateObject& object = code_.privates.at(byte.object);
  return home({byte.depth, object.function, true, byte.object, byte.offset, width},
              {'s', 8 * width});
}

RegisterId Step::temporary(Type type) {
  auto& [registers, used] = code_.borrowed[{type.kind == 'p' ? 'p' : 's', type.bits}];
  if (used == registers.size()) registers.push_back(add_register({std::nullopt, "", type}));
  return registers[used++];
}

RegisterId Step::scratch(std::size_t number) {
  while (code_.scratch.size() <= number) {
    code_.scratch.push_back(add_register({std::nullopt, "", {'s', 64}}));
  }
  return code_.scratch[number];
}

RegisterId Step::result(const std::string& name, Type type) {
  if (const auto known = code_.by_result.find(name); known != code_.by_result.end()) {
    return known->second;
  }
  const RegisterId id = add_register({std::nullopt, name, type});
  code_.by_result.emplace(name, id);
  return id;
}

void Step::emit(Action action) {
  if (code_.instructions.size() == most_instructions) {
    fail("too many instructions: the limit is " + std::to_string(most_instructions) +
             " in one thread, loops unrolled",
         "launch with smaller numbers, so that loops have fewer turns");
  }
  // Without clusters each CTA is one, so that both scopes are the same threads.
  Scope* const scope = scope_of(action);
  const bool alone = executor_.cluster == Triple{1, 1, 1};
  if (scope != nullptr && *scope == Scope::cluster && alone) *scope = Scope::cta;
  code_.instructions.push_back(
      {std::move(action), statement_.place, statement_.text, code_place()});
}

// A function of the toolkit is not what its author wrote: the line that called it is.
std::optional<CodePlace> Step::code_place() const {
  if (around_.places.is_users(statement_)) return around_.places.of(statement_);
  for (const Frame* frame = state_.frame.caller.get(); frame != nullptr;
       frame = frame->caller.get()) {
    const Statement& call = frame->function->statements[frame->statement];
    if (around_.places.is_users(call)) return around_.places.of(call);
  }
  return around_.places.of(statement_);
}

void Step::emit(ArithmeticOp op, RegisterId destination, Operand left, Operand right,
                NumberType type) {
  emit(Arithmetic{op, destination, left, right, type});
}

InstructionId Step::emit_branch(Comparison comparison, Operand left, Operand right) {
  emit(Branch{comparison, left, right, 0});
  return static_cast<InstructionId>(code_.instructions.size() - 1);
}

InstructionId Step::emit_jump() {
  emit(Branch{});
  return static_cast<InstructionId>(code_.instructions.size() - 1);
}

void Step::land(InstructionId branch) {
  branch_of(code_.instructions[branch].action)->target =
      static_cast<InstructionId>(code_.instructions.size());
}

void Step::meet(Value meeting) {
  const Meeting& known = around_.meetings.at(meeting);
  ThreadMask cta = 0;
  for (const Mate& mate : executor_.cta_mates) cta |= thread_bit(mate.number);
  Barrier barrier;
  barrier.instance = meeting;
  barrier.id = Operand{meeting};
  switch (known.awaited) {
    case Awaited::expected:
      if (known.expected != cta) barrier.members = static_cast<Value>(known.expected);
      break;
    case Awaited::coming:
      barrier.passable = true;
      break;
    case Awaited::named:
      barrier.id = RegisterOperand{scratch(Scratch::meeting)};
      barrier.members = RegisterOperand{scratch(Scratch::members)};
      break;
  }
  meet(meeting, barrier);
}

void Step::meet(Value meeting, const Barrier& barrier) {
  code_.arrivals.emplace(static_cast<InstructionId>(code_.instructions.size()), meeting);
  emit(barrier);
}

void Step::pass(Value meeting) {
  code_.arrivals.emplace(static_cast<InstructionId>(code_.instructions.size()), meeting);
  emit(ArithmeticOp::move, scratch(Scratch::index), Value{0}, Value{0}, NumberType::s64);
}

void Step::stop(const NoValue& value) {
  // The kernel is no worse for a launch that its author does not know of.
  const bool is_chosen = around_.launch.chosen && size(executor_.threads_per_block) < warp_size;
  if (value.why == Abstract::Lack::elsewhere && is_chosen) {
    fail("a value is used that comes from a lane which is not launched (" + value.reg + ')',
         "say with --grid and --block how the kernel is launched: a warp has " +
             std::to_string(warp_size) + " lanes");
  }
  stop(StopKind::misuse, "a value is used that " + reason_of(value.why) + " (" + value.reg + ')');
}

void Step::stop(StopKind kind, std::string text) {
  stops_ = true;
  emit_stop(kind, std::move(text));
}

void Step::stop_unless(Comparison comparison, Operand left, Operand right, StopKind kind,
                       std::string text) {
  const InstructionId goes_on = emit_branch(comparison, left, right);
  emit_stop(kind, std::move(text));
  code_.leaves.push_back(emit_jump());
  land(goes_on);
}

void Step::emit_stop(StopKind kind, std::string text) {
  if (!code_.stopped) code_.stopped = add_register({std::nullopt, "", {'s', 32}});
  auto known = std::ranges::find_if(code_.stops, [&](const CodeStop& stop) {
    return stop.statement == &statement_ && stop.text == text;
  });
  if (known == code_.stops.end()) {
    const auto here = static_cast<InstructionId>(code_.instructions.size());
    known = code_.stops.insert(known, {&statement_, here, kind, std::move(text)});
  }
  emit(ArithmeticOp::move, *code_.stopped, Value{known - code_.stops.begin() + 1}, Value{0},
       NumberType::s32);
}

}  // namespace opexplore::kernel
