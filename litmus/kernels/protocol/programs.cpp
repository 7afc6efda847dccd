#include "litmus/kernels/protocol/programs.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "litmus/kernels/protocol/hearing.hpp"
#include "litmus/kernels/protocol/idle_meetings.hpp"
#include "litmus/kernels/whole/left_open.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::size_t most_combinations = 64;
constexpr Value first_lane_barrier = 64;  // no instruction of PTX names these

/// What the programs of all threads have in common.
struct AllPrograms {
  Surroundings& around;
  const Extract& extract;
  const Classes& classes;
  bool probes = false;
  std::optional<AddressId> probe = {};
  Hearing hearing = {};
  std::set<ClassId> idle = {};  ///< see idle_meetings()
  std::map<std::pair<std::uint32_t, std::set<std::uint32_t>>, Value> lane_barriers = {};
  std::vector<Frontier> frontier = {};

  const Speaker& speaker(std::uint32_t number) const { return classes.speakers[number]; }
  const Position& position(const Class& of) const { return position_of(extract, classes, of); }
};

class ThreadProgram {
 public:
  ThreadProgram(AllPrograms& all, std::uint32_t speaker) : all_(all), speaker_(speaker) {}

  /// The register that says whether it has come to a frontier.
  std::optional<RegisterId> comes() const { return comes_; }

  ThreadCode run() {
    go(all_.classes.first[speaker_]);
    for (const InstructionId jump : to_end_) land(jump);
    if (code_.instructions.size() > most_instructions) {
      throw LeftOpen{"a thread does too many different things"};
    }
    return std::move(code_);
  }

 private:
  InstructionId here() const { return static_cast<InstructionId>(code_.instructions.size()); }

  void emit(const Statement* statement, Action action) {
    Instruction instruction{std::move(action), {}, "", {}};
    if (statement != nullptr) {
      instruction.place = statement->place;
      instruction.text = statement->text;
      instruction.code = all_.around.places.of(*statement);
    }
    code_.instructions.push_back(std::move(instruction));
  }

  InstructionId emit_jump(const Statement* statement, std::optional<Comparison> comparison = {},
                          Operand left = Value{0}, Operand right = Value{0}) {
    Branch branch;
    branch.comparison = comparison;
    branch.left = left;
    branch.right = right;
    emit(statement, branch);
    return static_cast<InstructionId>(here() - 1);
  }

  void land(InstructionId jump) { branch_of(code_.instructions[jump].action)->target = here(); }

  RegisterId reg(Type type, RegisterId number) {
    const auto [known, added] = registers_.emplace(std::tuple(type.kind, type.bits, number),
                                                   static_cast<RegisterId>(code_.registers.size()));
    if (added) code_.registers.push_back({std::nullopt, "", type});
    return known->second;
  }

  /// Emits what the thread does from there, or a jump to where it stands.
  void go(ClassId id) {
    const Class& of = all_.classes.classes[id];
    const Position& position = all_.position(of);
    if (const auto known = placed_.find(id); known != placed_.end()) {
      if (all_.probes && open_.contains(id)) return end(position.statement);
      emit_jump(position.statement);
      branch_of(code_.instructions.back().action)->target = known->second;
      return;
    }
    placed_.emplace(id, here());
    open_.insert(id);
    switch (position.turn) {
      case Turn::act:
        act(position);
        go(of.next.begin()->second);
        break;
      case Turn::choose:
        choose(of, position);
        break;
      case Turn::meet:
        meet(id, of, position);
        break;
      case Turn::stop:
        stop(position);
        break;
      case Turn::unknown:
        come_to({all_.speaker(speaker_).block, false, places_of(of)}, std::nullopt, position);
        break;
      case Turn::end:
        end(position.statement);
        break;
    }
    open_.erase(id);
  }

  void end(const Statement* statement) { to_end_.push_back(emit_jump(statement)); }

  std::vector<ThreadPosition> places_of(const Class& of) const {
    std::vector<ThreadPosition> places;
    for (const PositionId position : of.positions) {
      places.push_back({all_.speaker(of.speaker).thread, position});
    }
    return places;
  }

  void act(const Position& position) {
    const InstructionId begin = here();
    const auto renamed = [&](RegisterId& one) { one = reg(position.registers[one].type, one); };
    const bool whole = std::ranges::all_of(
        position.instructions, [&](const Instruction& one) { return all_.extract.keeps(one); });
    for (Instruction instruction : position.instructions) {
      if (!whole && memory_access(instruction.action) == nullptr) continue;
      if (!all_.extract.keeps(instruction)) continue;
      for_each_register(instruction.action, renamed);
      if (Branch* const branch = branch_of(instruction.action)) {
        branch->target = static_cast<InstructionId>(branch->target + begin);
      }
      code_.instructions.push_back(std::move(instruction));
    }
    for (const InstructionId one : position.unsigned_orders) {
      code_.unsigned_orders.push_back(
          {position.statement, static_cast<InstructionId>(one + begin)});
    }
  }

  /// The register of the act that the choice is about.
  RegisterId chosen_by(const Class& of, const Position& position) {
    const Position* act = &position;
    while (act->turn != Turn::act) act = &position_of(all_.extract, all_.classes, of, act->before);
    return reg(act->registers[position.reg].type, position.reg);
  }

  void choose(const Class& of, const Position& position) {
    // Nobody knows yet what is read there; who looks at that location finds out.
    if (all_.extract.is_left_out(all_.speaker(of.speaker), position)) {
      return end(position.statement);
    }
    const RegisterOperand read{chosen_by(of, position)};
    std::map<ClassId, std::vector<Value>> ways;
    for (const auto& [value, next] : of.next) ways[next].push_back(value);
    // Where nothing else can be read, the way of most values is left over.
    std::optional<ClassId> rest;
    if (!all_.probes) {
      for (const auto& [next, values] : ways) {
        if (!rest || values.size() > ways.at(*rest).size()) rest = next;
      }
    }
    std::vector<std::pair<ClassId, InstructionId>> jumps;
    for (const auto& [next, values] : ways) {
      if (rest == next) continue;
      for (const Value value : values) {
        jumps.emplace_back(next, emit_jump(position.statement, Comparison::equal, read, value));
      }
    }
    if (rest) {
      go(*rest);
    } else {
      come_to({all_.speaker(speaker_).block, true, places_of(of)}, read, position);
    }
    for (const auto& [next, values] : ways) {
      if (rest == next) continue;
      for (const auto& [to, jump] : jumps) {
        if (to == next) land(jump);
      }
      go(next);
    }
  }

  /// Says in the probe that the thread has come here, and ends. In programs without one nobody
  /// comes here.
  void come_to(Frontier frontier, std::optional<RegisterOperand> read, const Position& position) {
    if (!all_.probes) return end(position.statement);
    all_.frontier.push_back(std::move(frontier));
    if (all_.frontier.size() >= static_cast<std::size_t>(most_frontiers)) {
      throw LeftOpen{"threads do too many different things"};
    }
    if (!all_.probe) {
      if (!comes_) {
        comes_ = static_cast<RegisterId>(code_.registers.size());
        code_.registers.push_back({std::nullopt, "", {'s', 32}});
      }
      emit(position.statement,
           Arithmetic{ArithmeticOp::move, *comes_, Value{1}, Value{0}, NumberType::s32});
      return end(position.statement);
    }
    const auto number = static_cast<Value>(all_.frontier.size());
    Operand told = number;
    if (read) {
      const RegisterId both = reg({'s', 64}, 0);
      emit(position.statement,
           Arithmetic{ArithmeticOp::mul, both, *read, most_frontiers, NumberType::s64});
      emit(position.statement,
           Arithmetic{ArithmeticOp::add, both, RegisterOperand{both}, number, NumberType::s64});
      told = RegisterOperand{both};
    }
    Atomic says;
    says.address = *all_.probe;
    says.order = Order::relaxed;
    says.scope = Scope::sys;
    says.op = AtomicOp::exch;
    says.operand = told;
    emit(position.statement, says);
    end(position.statement);
  }

  // ---- meetings

  AddressId mailbox(std::uint32_t speaker, std::uint32_t meetings) {
    const Speaker& of = all_.speaker(speaker);
    Object object;
    object.name = "told_cta" + std::to_string(of.block) + "_" + std::to_string(of.thread) + "_" +
                  std::to_string(meetings);
    object.space = Space::shared;
    object.width = 4;
    object.count = 1;
    object.hidden = true;
    Memory& memory = all_.around.memory;
    const std::uint16_t number = memory.object(object.name, object);
    return std::get<AddressId>(memory.element({number, 0, 4}, true, {all_.around.source, {}}));
  }

  void meet(ClassId id, const Class& of, const Position& position) {
    std::set<std::uint32_t> others;
    for (const auto& [told, next] : of.met) {
      for (const auto& [speaker, number] : told) others.insert(speaker);
    }
    if (all_.hearing.telling.contains({speaker_, of.meetings})) {
      Store tells;
      tells.address = mailbox(speaker_, of.meetings);
      tells.value = Value{of.tells};
      emit(position.statement, tells);
    }
    if (!others.empty() && !all_.idle.contains(id))
      emit(position.statement, barrier(position, others));
    hear(id, of, position);
  }

  Barrier barrier(const Position& position, std::set<std::uint32_t> who) {
    Barrier result = *position.barrier;
    result.aligned = false;  // who has come here has not come apart
    if (position.whole_block) return result;
    who.insert(speaker_);
    Value members = 0;
    for (const std::uint32_t one : who) members |= static_cast<Value>(std::uint64_t{1} << one);
    const Value next = first_lane_barrier + static_cast<Value>(all_.lane_barriers.size());
    const auto number =
        all_.lane_barriers.emplace(std::pair(all_.speaker(speaker_).block, who), next).first;
    result.instance = number->second;
    result.id = Operand{number->second};
    result.members = Operand{members};
    return result;
  }

  void hear(ClassId id, const Class& of, const Position& position) {
    const std::vector<Teller>& tellers = all_.hearing.heard.at(id);
    std::size_t combinations = 1;
    for (const Teller& one : tellers) combinations *= one.tells.size();
    if (combinations > most_combinations) {
      throw LeftOpen{"too much depends on what threads of a block have read", position.statement};
    }
    for (std::size_t i = 0; i < tellers.size(); ++i) {
      Load load;
      load.address = mailbox(tellers[i].speaker, tellers[i].meetings);
      load.destination = reg({'s', 32}, static_cast<RegisterId>(i));
      emit(position.statement, load);
    }
    if (tellers.empty()) return go(of.met.begin()->second);
    std::vector<std::pair<ClassId, InstructionId>> jumps;
    hear_from(0, {}, of, tellers, position, jumps);
    // Each way stands once.
    while (!jumps.empty()) {
      const ClassId next = jumps.front().first;
      for (const auto& [to, jump] : jumps) {
        if (to == next) land(jump);
      }
      std::erase_if(jumps, [&](const auto& one) { return one.first == next; });
      go(next);
    }
  }

  /// Jumps for all that the tellers from there on may tell, beside what the others have told.
  void hear_from(std::size_t at, const Told& told, const Class& of,
                 const std::vector<Teller>& tellers, const Position& position,
                 std::vector<std::pair<ClassId, InstructionId>>& jumps) {
    if (at == tellers.size()) {
      if (const auto next = way_of(told, of)) {
        jumps.emplace_back(*next, emit_jump(position.statement));
      } else if (std::ranges::any_of(told, [](const auto& one) { return one.second == 0; })) {
        end(position.statement);  // it has ended at a frontier
      } else {
        come_to({all_.speaker(speaker_).block, false, met_places(told, of)}, std::nullopt,
                position);
      }
      return;
    }
    for (const std::uint32_t number : tellers[at].tells) {
      const InstructionId other =
          emit_jump(position.statement, Comparison::not_equal,
                    RegisterOperand{reg({'s', 32}, static_cast<RegisterId>(at))}, Value{number});
      Told more = told;
      more.emplace(tellers[at].speaker, number);
      hear_from(at + 1, more, of, tellers, position, jumps);
      land(other);
    }
    end(position.statement);  // it has ended at a frontier, or nobody tells that
  }

  /// Where the thread goes if it hears that; 0: somebody has not come.
  static std::optional<ClassId> way_of(const Told& told, const Class& of) {
    for (const auto& [met, next] : of.met) {
      const bool is_it = std::ranges::all_of(told, [&](const auto& one) {
        const auto found = met.find(one.first);
        return (found == met.end() ? 0 : found->second) == one.second;
      });
      if (is_it) return next;
    }
    return std::nullopt;
  }

  /// Where threads come from that tell that.
  std::vector<ThreadPosition> met_places(const Told& told, const Class& of) const {
    std::vector<ThreadPosition> places{places_of(of).front()};
    for (const auto& [speaker, number] : told) {
      const Class& its = all_.classes.classes[all_.hearing.by_tells.at({speaker, number})];
      places.push_back({all_.speaker(speaker).thread, its.positions.front()});
    }
    return places;
  }

  void stop(const Position& position) {
    if (!code_.stopped) {
      code_.stopped = static_cast<RegisterId>(code_.registers.size());
      code_.registers.push_back({std::nullopt, "", {'s', 32}});
    }
    CodeStop stop = position.stops.front();
    stop.instruction = here();
    code_.stops.push_back(std::move(stop));
    emit(position.statement,
         Arithmetic{ArithmeticOp::move, *code_.stopped, static_cast<Value>(code_.stops.size()),
                    Value{0}, NumberType::s32});
    end(position.statement);
  }

  AllPrograms& all_;
  std::uint32_t speaker_;
  ThreadCode code_;
  std::map<std::tuple<char, std::uint32_t, RegisterId>, RegisterId> registers_;
  std::map<ClassId, InstructionId> placed_;
  std::set<ClassId> open_;
  std::vector<InstructionId> to_end_;
  std::optional<RegisterId> comes_;
};

Programs programs(AllPrograms all) {
  all.hearing = hearing_of(all.extract, all.classes, all.probes);
  std::set<ClassId> needed;
  for (const auto& [id, tellers] : all.hearing.heard) {
    if (!tellers.empty()) needed.insert(id);
  }
  all.idle = idle_meetings(all.extract, all.classes, needed);
  Programs result;
  for (std::uint32_t i = 0; i < all.classes.speakers.size(); ++i) {
    ThreadProgram program(all, i);
    result.codes.push_back(program.run());
    if (program.comes()) result.comes.push_back({static_cast<ThreadId>(i), *program.comes()});
  }
  result.frontier = std::move(all.frontier);
  return result;
}

}  // namespace

Programs programs_of(Surroundings& around, const Extract& extract, const Classes& classes) {
  return programs({around, extract, classes});
}

Programs probing_programs(Surroundings& around, const Extract& extract, const Classes& classes,
                          std::optional<AddressId> probe) {
  return programs({around, extract, classes, true, probe});
}

}  // namespace opexplore::kernel
