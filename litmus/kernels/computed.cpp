#include "litmus/kernels/computed.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "litmus/kernels/unsigned_order.hpp"
#include "litmus/language/computed_access.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/pointers.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using detail::ComputedAccess;
using detail::ComputedTarget;
using detail::quote;
using detail::ValueSet;

// An index that grows in a loop has more values than that before it has any.
constexpr std::size_t most_unknown = 32;

constexpr const char* through_null = "the access is through a null pointer";

class Resolution {
 public:
  Resolution(Surroundings& around, std::vector<ThreadCode>& codes, Program& program)
      : around_(around), codes_(codes), program_(program) {}

  void run() {
    for (std::size_t thread = 0; thread < codes_.size(); ++thread) {
      for (const ComputedElements& access : codes_[thread].computed) {
        for (InstructionId i = access.begin; i < access.end; ++i) {
          made_by_.emplace(std::pair{static_cast<ThreadId>(thread), i}, &access);
        }
      }
    }
    if (made_by_.empty() && !orders_unsigned(codes_)) return;
    const detail::PointerValues values = follow_values();
    check_unsigned_orders(around_, codes_, &values);
    std::vector<ComputedAccess> accesses;
    for (std::size_t thread = 0; thread < codes_.size(); ++thread) {
      for (const ComputedElements& access : codes_[thread].computed) {
        accesses.push_back(
            resolved(static_cast<ThreadId>(thread), access, values_of(values, thread, access)));
      }
    }
    const auto places = detail::expand(program_, accesses);
    for (std::size_t thread = 0; thread < codes_.size(); ++thread) {
      check_length(thread);
      for (CodeStop& stop : codes_[thread].stops) {
        stop.instruction = places[thread].at(stop.instruction);
      }
    }
  }

 private:
  /// Elements come into being when something is seen to lead there; they are looked for until there
  /// are no more, for a value that can be anything leads to all of them.
  detail::PointerValues follow_values() {
    detail::PointerMemory memory;
    memory.initial = [this](std::size_t element) {
      return around_.memory.initial(static_cast<AddressId>(element));
    };
    memory.location = [](AddressId address) { return std::size_t{address}; };
    memory.locations = [this](ThreadId thread, InstructionId instruction, const ValueSet& values) {
      return elements(thread, instruction, values);
    };
    while (true) {
      around_.launch.deadline.check();
      const std::size_t known = around_.memory.elements();
      detail::PointerValues values = detail::pointer_values(program_, memory);
      if (values.gave_up) {
        check_unsigned_orders(around_, codes_, nullptr);
        around_.source.fail(made_by_.begin()->second->statement->place,
                            "which values addresses and atomics of this kernel can have is too "
                            "hard to find out",
                            "launch fewer threads, or smaller arrays");
      }
      if (around_.memory.elements() == known) return values;
    }
  }

  std::vector<std::size_t> elements(ThreadId thread, InstructionId instruction,
                                    const ValueSet& values) {
    const ComputedElements& access = *made_by_.at({thread, instruction});
    const AddressId index =
        memory_access(program_.threads[thread].instructions[instruction].action)->address;
    std::vector<std::size_t> result;
    const auto& object = access.pointer.object;
    if (object && !around_.memory.size_of(*object) && values.values().size() > most_unknown) {
      fail_on_size(*object, access);
    }
    for (const Value value : candidates(access, values)) {
      const std::vector<AddressId> at = addresses(around_, access, value);
      if (!at.empty()) result.push_back(at[index]);
    }
    return result;
  }

  static ValueSet values_of(const detail::PointerValues& values, std::size_t thread,
                            const ComputedElements& access) {
    for (InstructionId i = access.begin; i < access.end; ++i) {
      const auto known = values.at.find({static_cast<ThreadId>(thread), i});
      if (known != values.at.end()) return known->second;
    }
    return {};
  }

  /// The values that are worth a look. Where any can come, those that lead to an element: of the
  /// object that the address was computed from, or of all.
  std::vector<Value> candidates(const ComputedElements& access, const ValueSet& values) const {
    if (!values.is_any()) return values.values();
    if (access.pointer.object) return elements_of(*access.pointer.object, access);
    std::vector<Value> result;
    for (std::uint16_t object = 0; object < around_.memory.objects(); ++object) {
      const Object& of = around_.memory.at(object);
      const bool accessible = of.results.empty() && !of.hidden && !is_own(of.space);
      if (!accessible || !around_.memory.size_of(object)) continue;
      const std::vector<Value> more = elements_of(object, access);
      result.insert(result.end(), more.begin(), more.end());
    }
    return result;
  }

  [[noreturn]] void fail_on_size(std::uint16_t object, const ComputedElements& access) const {
    const std::string& name = around_.memory.at(object).name;
    around_.source.fail(access.statement->place,
                        "an index into " + quote(name) +
                            " can be any number, and how many elements it has is not said",
                        "say it: give it initial values (--input " + name +
                            "=0,0,0,0), or a \"count\" in the launch");
  }

  std::vector<Value> elements_of(std::uint16_t object, const ComputedElements& access) const {
    const std::optional<Value> size = around_.memory.size_of(object);
    if (!size) fail_on_size(object, access);
    std::vector<Value> result;
    for (Value at = 0; at < *size && result.size() <= max_addresses; at += access.width) {
      result.push_back(difference(around_.memory.number_of(object, at), access.pointer.offset));
    }
    return result;
  }

  ComputedAccess resolved(ThreadId thread, const ComputedElements& access, const ValueSet& values) {
    ComputedAccess result{thread, access.begin, access.end, access.pointer.reg, {}, {}};
    bool null = values.is_any(), stray = values.is_any() || values.empty();
    for (const Value value : candidates(access, values)) {
      std::vector<AddressId> at = addresses(around_, access, value);
      if (at.empty()) {
        (is_null(sum(value, access.pointer.offset)) ? null : stray) = true;
      } else {
        result.targets.push_back({value, std::move(at)});
      }
    }
    // What was computed from the address of an object is not null, but outside of it.
    if (access.pointer.object) stray = std::exchange(null, false) || stray;
    if (stray || null) result.otherwise = stop(thread, access, null, stray);
    return result;
  }

  /// The thread says that it accessed no element, through a null pointer or a stray one.
  std::vector<Instruction> stop(ThreadId thread, const ComputedElements& access, bool null,
                                bool stray) {
    ThreadCode& code = codes_[thread];
    if (!code.stopped) code.stopped = new_register(thread, access, {'s', 32}, NumberType::s32);
    Instruction result = program_.threads[thread].instructions[access.begin];
    std::vector<Instruction> all;
    const auto add = [&](ArithmeticOp op, RegisterId to, Operand left, Operand right,
                         NumberType type) {
      result.action = Arithmetic{op, to, std::move(left), std::move(right), type};
      all.push_back(result);
    };
    const Value number =
        stray ? stop_number(code, access, StopKind::misuse, outside(around_, access)) : 0;
    const Value of_null = null ? stop_number(code, access, StopKind::null, through_null) : number;
    if (!stray || !null) {
      add(ArithmeticOp::move, *code.stopped, std::max(number, of_null), Value{0}, NumberType::s32);
      return all;
    }
    // One of the two, by what the pointer is.
    const RegisterId is = new_register(thread, access, {'s', 64}, NumberType::s64);
    add(ArithmeticOp::add, is, RegisterOperand{access.pointer.reg}, access.pointer.offset,
        NumberType::s64);
    add(ArithmeticOp::less, is, RegisterOperand{is}, first_page, NumberType::u64);
    add(ArithmeticOp::mul, is, RegisterOperand{is}, of_null - number, NumberType::s64);
    add(ArithmeticOp::add, *code.stopped, RegisterOperand{is}, number, NumberType::s32);
    return all;
  }

  RegisterId new_register(ThreadId thread, const ComputedElements& access, Type type,
                          NumberType as) {
    ThreadCode& code = codes_[thread];
    if (code.registers.size() == max_registers) {
      around_.source.fail(
          access.statement->place,
          "too many registers: the limit is " + std::to_string(max_registers) + " in one thread",
          "take a smaller kernel");
    }
    code.registers.push_back({std::nullopt, "", type});
    program_.threads[thread].registers.push_back({"", 0, as});
    return static_cast<RegisterId>(code.registers.size() - 1);
  }

  /// What the thread's register says of such a stop there.
  static Value stop_number(ThreadCode& code, const ComputedElements& access, StopKind kind,
                           const std::string& text) {
    auto known = std::ranges::find_if(code.stops, [&](const CodeStop& stop) {
      return stop.statement == access.statement && stop.kind == kind;
    });
    if (known == code.stops.end()) {
      known = code.stops.insert(known, {access.statement, access.begin, kind, text});
    }
    return known - code.stops.begin() + 1;
  }

  void check_length(std::size_t thread) const {
    if (program_.threads[thread].instructions.size() <= most_instructions) return;
    around_.source.fail(codes_[thread].computed.front().statement->place,
                        "too many instructions: the limit is " + std::to_string(most_instructions) +
                            " in one thread, and each computed address takes some for each "
                            "element that it can be of",
                        "launch with smaller arrays");
  }

  Surroundings& around_;
  std::vector<ThreadCode>& codes_;
  Program& program_;
  std::map<std::pair<ThreadId, InstructionId>, const ComputedElements*> made_by_;
};

}  // namespace

std::vector<AddressId> addresses(Surroundings& around, const ComputedElements& access,
                                 Value value) {
  std::vector<AddressId> result;
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    const Value number = sum(sum(value, access.pointer.offset), Value{i} * access.width);
    const auto place = around.memory.place_with(number);
    if (!place || !around.memory.at(place->first).results.empty()) return {};
    if (is_own(around.memory.at(place->first).space)) {
      around.source.fail(access.statement->place,
                         "not modelled: an access to " +
                             quote(around.memory.at(place->first).name) +
                             " by an address that is known only when the program runs",
                         "keep what is chosen from at run time in shared or global memory");
    }
    // Vectors are aligned as a whole (PTX ISA 6.4.1 "Addresses as Operands").
    if (i == 0 && place->second % (access.elements * access.width) != 0) return {};
    const Element element{place->first, place->second, access.width};
    const auto found = computed_pieces(around, element, *access.statement, access.whole);
    const auto* const pieces = std::get_if<std::vector<AddressId>>(&found);
    if (pieces == nullptr) return {};
    for (const AddressId piece : *pieces) {
      if (access.float_bytes != 0) around.memory.note_float(piece, access.float_bytes);
    }
    result.insert(result.end(), pieces->begin(), pieces->end());
  }
  return result;
}

std::string outside(const Surroundings& around, const ComputedElements& access) {
  if (!access.pointer.object) return "the access is to no memory of the launch";
  const Object& of = around.memory.at(*access.pointer.object);
  std::string text = "the access is outside of " + quote(of.name);
  if (of.count) {
    text +=
        ", which has " + std::to_string(*of.count) + (*of.count == 1 ? " element" : " elements");
  }
  return text + ", or between two of its elements";
}

void resolve_computed(Surroundings& around, std::vector<ThreadCode>& codes, Program& program) {
  Resolution(around, codes, program).run();
}

}  // namespace opexplore::kernel
