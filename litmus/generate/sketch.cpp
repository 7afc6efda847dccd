#include "litmus/generate/sketch.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "litmus/input/input_error.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::generate {

namespace {

Proxy proxy_of(Path path) {
  switch (path) {
    case Path::texture:
      return Proxy::texture;
    case Path::surface:
      return Proxy::surface;
    case Path::constant:
      return Proxy::constant;
    case Path::generic:
    case Path::alias:
      break;
  }
  return Proxy::generic;
}

std::string suffix_of(Path path) {
  constexpr std::array<const char*, 5> suffixes{"", "a", "t", "s", "c"};
  return suffixes.at(static_cast<std::size_t>(path));
}

/// Builds the threads one after the other.
class Builder {
 public:
  explicit Builder(const Sketch& sketch) : sketch_(sketch) {}

  Built run() {
    built_.program.language = sketch_.language;
    make_addresses();
    for (std::size_t t = 0; t < sketch_.threads.size(); ++t) make_thread(t);
    return std::move(built_);
  }

 private:
  // Each location under its own name, then under the other names that some access uses.
  void make_addresses() {
    for (std::size_t l = 0; l < sketch_.homes.size(); ++l) {
      std::array<bool, 5> used{true};
      for (const std::vector<Event>& thread : sketch_.threads) {
        for (const Event& event : thread) {
          if (event.location == l) used.at(static_cast<std::size_t>(event.form.path)) = true;
        }
      }
      const auto own = static_cast<AddressId>(built_.program.addresses.size());
      built_.addresses.push_back(own);
      built_.program.locations.push_back({location_name(l), 0, sketch_.homes[l].region});
      for (std::size_t p = 0; p < used.size(); ++p) {
        if (!used.at(p)) continue;
        const auto path = static_cast<Path>(p);
        const auto id = static_cast<AddressId>(built_.program.addresses.size());
        if (id == max_addresses) {
          throw InputError("test", {},
                           "more than " + std::to_string(max_addresses) + " names of locations",
                           "use fewer locations, or fewer proxies of them");
        }
        names_[{l, path}] = id;
        built_.program.addresses.push_back({location_name(l) + suffix_of(path),
                                            static_cast<LocationId>(l),
                                            path == Path::alias ? id : own, proxy_of(path)});
      }
    }
  }

  bool in_cxx() const { return sketch_.language == Language::cxx; }

  bool in_vulkan() const { return sketch_.language == Language::vulkan; }

  // What accesses read and write: in C++ an int.
  NumberType number_type() const { return in_cxx() ? NumberType::s32 : NumberType::s64; }
  // What addresses and bits are computed in: Vulkan's dialect writes no types.
  NumberType bits_type() const { return in_vulkan() ? NumberType::s64 : NumberType::b64; }
  NumberType address_type() const { return in_vulkan() ? NumberType::s64 : NumberType::u64; }

  RegisterId new_register(char letter, NumberType type, Value initial = 0) {
    const auto id = static_cast<RegisterId>(thread_.registers.size());
    thread_.registers.push_back({letter + std::to_string(id), initial, type});
    return id;
  }

  void add(const Action& action) { thread_.instructions.push_back({action, {}, {}}); }

  void make_thread(std::size_t number) {
    const std::vector<Event>& events = sketch_.threads[number];
    thread_ = {};
    thread_.gpu = sketch_.placement.gpu[number];
    thread_.cta = sketch_.placement.cta[number];
    thread_.warp = sketch_.placement.warp[number];
    destinations_.assign(events.size(), std::nullopt);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (events[i].reads() && !events[i].unused)
        destinations_[i] = new_register('r', number_type());
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
      for (const Action& action : events[i].before) add_before(action);
      make_access(events[i], destinations_[i]);
    }
    built_.program.threads.push_back(std::move(thread_));
    built_.destinations.push_back(destinations_);
  }

  // In Vulkan a barrier of an instance is met once; threads meet at theirs in program order.
  void add_before(Action action) {
    Barrier* const barrier = barrier_of(action);
    if (barrier != nullptr && in_vulkan()) {
      for (const Instruction& earlier : thread_.instructions) {
        if (barrier_of(earlier.action) != nullptr) ++barrier->instance;
      }
    }
    add(action);
  }

  // A register that is 0 and depends on `source`.
  RegisterId zero_from(RegisterId source) {
    const RegisterId zero = new_register('r', bits_type());
    add(Arithmetic{ArithmeticOp::bit_xor, zero, RegisterOperand{source}, RegisterOperand{source},
                   bits_type()});
    return zero;
  }

  void make_access(const Event& event, std::optional<RegisterId> destination) {
    const AddressId address = names_.at({event.location, event.form.path});
    std::optional<RegisterId> pointer;
    Operand value = event.value;
    std::optional<InstructionId> guard;
    if (event.dependency) {
      const RegisterId source = *destinations_[event.dependency->source];
      switch (event.dependency->kind) {
        case DependencyKind::address:
          pointer = pointer_from(source, address);
          break;
        case DependencyKind::data:
          value = value_from(source, event.value);
          break;
        case DependencyKind::control:
          guard = guard_from(source, event.dependency->expected);
          break;
      }
    }
    add(access(event, destination, address, pointer, value));
    if (guard) {
      const auto next = static_cast<InstructionId>(thread_.instructions.size());
      branch_of(thread_.instructions[*guard].action)->target = next;
    }
  }

  RegisterId pointer_from(RegisterId source, AddressId address) {
    const RegisterId zero = zero_from(source);
    const RegisterId pointer = new_register('r', bits_type(), usual_number(address));
    add(Arithmetic{ArithmeticOp::add, pointer, RegisterOperand{pointer}, RegisterOperand{zero},
                   address_type()});
    return pointer;
  }

  Operand value_from(RegisterId source, Value value) {
    const RegisterId zero = zero_from(source);
    const RegisterId sum = new_register('r', number_type());
    add(Arithmetic{ArithmeticOp::add, sum, RegisterOperand{zero}, value, number_type()});
    return RegisterOperand{sum};
  }

  // Jumps over the access unless the register has the value. The target comes later.
  InstructionId guard_from(RegisterId source, std::optional<Value> expected) {
    if (in_cxx() || in_vulkan()) return branch_from(source, expected);
    const RegisterId predicate = new_register('p', NumberType::pred);
    const Operand right = expected ? Operand{*expected} : Operand{RegisterOperand{source}};
    add(Arithmetic{ArithmeticOp::equal, predicate, RegisterOperand{source}, right,
                   NumberType::s64});
    add(Branch{Comparison::equal, RegisterOperand{predicate}, Value{0}, 0});
    return static_cast<InstructionId>(thread_.instructions.size() - 1);
  }

  InstructionId branch_from(RegisterId source, std::optional<Value> expected) {
    const Operand right = expected ? Operand{*expected} : Operand{RegisterOperand{source}};
    add(Branch{Comparison::not_equal, RegisterOperand{source}, right, 0});
    return static_cast<InstructionId>(thread_.instructions.size() - 1);
  }

  Action access(const Event& event, std::optional<RegisterId> destination, AddressId address,
                std::optional<RegisterId> pointer, const Operand& value) const {
    const AccessForm& form = event.form;
    MemoryAccess access{address,    proxy_of(form.path), form.order,
                        form.scope, Annotation::none,    pointer};
    if (in_vulkan()) {
      access.vulkan = vulkan_attributes(form, event.reads(), event.writes(),
                                        sketch_.homes[event.location].storage_class);
    }
    if (form.atomic) {
      return Atomic{access, *form.atomic, destination, value, event.expected, event.failure};
    }
    if (event.write) return Store{access, value};
    return Load{access, *destination};
  }

  const Sketch& sketch_;
  Built built_;
  Thread thread_;
  std::vector<std::optional<RegisterId>> destinations_;
  std::map<std::pair<std::size_t, Path>, AddressId> names_;
};

}  // namespace

std::string_view short_name(DependencyKind kind) {
  constexpr std::array<std::string_view, 3> names{"addr", "data", "ctrl"};
  return names.at(static_cast<std::size_t>(kind));
}

Built build(const Sketch& sketch) { return Builder(sketch).run(); }

bool regions_fit(const Sketch& sketch) {
  const Placement& at = sketch.placement;
  for (std::size_t l = 0; l < sketch.homes.size(); ++l) {
    if (sketch.homes[l].region == Region::global) continue;
    std::optional<std::size_t> owner;
    for (std::size_t t = 0; t < sketch.threads.size(); ++t) {
      const auto& events = sketch.threads[t];
      const bool uses = std::any_of(events.begin(), events.end(),
                                    [&](const Event& event) { return event.location == l; });
      if (!uses) continue;
      if (owner && (at.gpu[*owner] != at.gpu[t] || at.cta[*owner] != at.cta[t])) return false;
      owner = t;
    }
  }
  return true;
}

void sort_observables(std::vector<Observable>& observables, const Program& program) {
  // Generated registers have their number in their name.
  const auto key = [&](const Observable& observable) {
    if (const auto* const reg = std::get_if<RegisterTerm>(&observable)) {
      return std::tuple(0, unsigned{reg->thread}, unsigned{reg->reg}, std::string());
    }
    const AddressId address = std::get<LocationTerm>(observable).address;
    return std::tuple(1, 0U, 0U, program.addresses[address].name);
  };
  std::sort(observables.begin(), observables.end(),
            [&](const Observable& a, const Observable& b) { return key(a) < key(b); });
}

Proposition all_of(const Test& test, const std::vector<Expected>& values) {
  Proposition all{Proposition::Kind::conjunction, Comparison::equal, Value{0}, Value{0}, {}};
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    const auto expected = std::find_if(values.begin(), values.end(), [&](const Expected& value) {
      return value.first == test.observables[i];
    });
    if (expected == values.end()) continue;
    all.parts.push_back({Proposition::Kind::comparison,
                         Comparison::equal,
                         ObservableIndex{static_cast<std::uint16_t>(i)},
                         expected->second,
                         {}});
  }
  if (all.parts.empty()) return Proposition{};
  return all.parts.size() == 1 ? all.parts.front() : all;
}

void ask(Test& test, std::vector<Expected> values) {
  test.observables.clear();
  for (const Expected& expected : values) test.observables.push_back(expected.first);
  sort_observables(test.observables, test.program);
  test.shown = test.observables.size();
  test.quantifier = Quantifier::exists;
  test.condition = all_of(test, values);
}

Test observed(Built built) {
  Test test;
  for (std::size_t t = 0; t < built.destinations.size(); ++t) {
    for (const std::optional<RegisterId>& reg : built.destinations[t]) {
      if (reg) test.observables.emplace_back(RegisterTerm{static_cast<ThreadId>(t), *reg});
    }
  }
  for (const AddressId address : built.addresses) {
    test.observables.emplace_back(LocationTerm{address});
  }
  sort_observables(test.observables, built.program);
  test.shown = test.observables.size();
  test.program = std::move(built.program);
  return test;
}

void settle(Test& test) { test = read(write(test), test.name); }

}  // namespace opexplore::generate
