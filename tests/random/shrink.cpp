#include "tests/random/shrink.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input_error.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

namespace {

using Candidates = std::vector<Program>;

void drop_threads(const Program& program, Candidates& out) {
  if (program.threads.size() < 2) return;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    Program smaller = program;
    smaller.threads.erase(smaller.threads.begin() + static_cast<std::ptrdiff_t>(t));
    out.push_back(std::move(smaller));
  }
}

void drop_instruction(Thread& thread, std::size_t at) {
  thread.instructions.erase(thread.instructions.begin() + static_cast<std::ptrdiff_t>(at));
  for (Instruction& instruction : thread.instructions) {
    auto* branch = std::get_if<Branch>(&instruction.action);
    if (branch != nullptr && branch->target > at) --branch->target;
  }
}

void drop_instructions(const Program& program, Candidates& out) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t i = 0; i < program.threads[t].instructions.size(); ++i) {
      Program smaller = program;
      drop_instruction(smaller.threads[t], i);
      out.push_back(std::move(smaller));
    }
  }
}

// Registers that no instruction names any more.
void drop_registers(const Program& program, Candidates& out) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (!program.threads[t].instructions.empty()) continue;
    if (program.threads[t].registers.empty()) continue;
    Program smaller = program;
    smaller.threads[t].registers.clear();
    out.push_back(std::move(smaller));
  }
}

void drop_last_address(const Program& program, Candidates& out) {
  if (program.addresses.size() < 2) return;
  Program smaller = program;
  const auto last = static_cast<AddressId>(smaller.addresses.size() - 1);
  const bool whole =
      smaller.addresses[last].name == smaller.locations[smaller.addresses[last].location].name;
  if (whole) smaller.locations.pop_back();
  smaller.addresses.pop_back();
  const auto uses = [&](const Action& action) {
    return std::visit(
        [&](const auto& what) {
          if constexpr (requires { what.address; }) return what.address == last;
          return false;
        },
        action);
  };
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (uses(instruction.action)) return;
    }
  }
  out.push_back(std::move(smaller));
}

// Simpler forms of one instruction, simplest first.
struct Simplify {
  const Program& program;
  std::vector<Action> forms;

  template <class Change, class What>
  void with(const What& what, Change&& change) {
    What changed = what;
    change(changed);
    if (!(changed == what)) forms.emplace_back(changed);
  }
  template <class What>
  void address(const What& what) {
    const AddressId generic = program.addresses[what.address].generic;
    // With a pointer, the address follows from the register.
    with(what,
         [&](What& it) { it.address = generic, it.proxy = Proxy::generic, it.pointer.reset(); });
    with(what, [&](What& it) { it.address = 0, it.proxy = Proxy::generic, it.pointer.reset(); });
  }
  void value(const Store& store) {
    with(store, [](Store& it) { it.value = Value{1}; });
  }
  template <class What>
  void plain(const What& what) {
    with(what, [](What& it) { it.pointer.reset(); });
    with(what, [](What& it) { it.annotation = Annotation::none; });
  }

  void operator()(const Load& load) {
    plain(load);
    address(load);
    with(load, [](Load& it) {
      it.order = Order::weak, it.scope = Scope::sys, it.annotation = Annotation::none;
    });
    if (load.order == Order::acquire) with(load, [](Load& it) { it.order = Order::relaxed; });
    if (load.order != Order::weak) with(load, [](Load& it) { it.scope = Scope::sys; });
  }
  void operator()(const Store& store) {
    plain(store);
    address(store);
    value(store);
    with(store, [](Store& it) {
      it.order = Order::weak, it.scope = Scope::sys, it.annotation = Annotation::none;
    });
    if (store.order == Order::release) with(store, [](Store& it) { it.order = Order::relaxed; });
    if (store.order != Order::weak) with(store, [](Store& it) { it.scope = Scope::sys; });
  }
  void operator()(const Atomic& atomic) {
    Store store;
    store.address = atomic.address;
    store.proxy = atomic.proxy;
    store.order = Order::relaxed;
    store.scope = atomic.scope;
    store.value = atomic.operand;
    forms.emplace_back(store);
    if (atomic.destination) {
      Load load;
      load.destination = *atomic.destination;
      load.address = atomic.address;
      load.proxy = atomic.proxy;
      load.order = Order::relaxed;
      load.scope = atomic.scope;
      forms.emplace_back(load);
    }
    with(atomic, [](Atomic& it) { it.pointer.reset(); });
    address(atomic);
    with(atomic, [](Atomic& it) { it.order = Order::relaxed; });
    with(atomic, [](Atomic& it) { it.scope = Scope::sys; });
    with(atomic, [](Atomic& it) { it.operand = Value{1}; });
    if (atomic.op == AtomicOp::cas) with(atomic, [](Atomic& it) { it.expected = Value{0}; });
    if (atomic.destination) with(atomic, [](Atomic& it) { it.op = AtomicOp::exch; });
  }
  void operator()(const Fence& fence) {
    with(fence, [](Fence& it) { it.order = Order::acq_rel; });
    with(fence, [](Fence& it) { it.scope = Scope::sys; });
  }
  void operator()(const ProxyFence&) {}
  void operator()(const Barrier& barrier) {
    with(barrier, [](Barrier& it) { it.quorum.reset(); });
    with(barrier, [](Barrier& it) { it.id.reset(), it.quorum.reset(); });
    with(barrier, [](Barrier& it) { it.arrive = false; });
  }
  void operator()(const Arithmetic& what) {
    with(what, [](Arithmetic& it) { it.op = ArithmeticOp::move, it.right = Value{0}; });
    with(what, [](Arithmetic& it) { it.type = NumberType::s64; });
  }
  void operator()(const Branch& branch) {
    with(branch, [](Branch& it) { it.comparison = Comparison::equal; });
    with(branch, [](Branch& it) { it.right = Value{0}; });
  }
};

void simplify_instructions(const Program& program, Candidates& out) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t i = 0; i < program.threads[t].instructions.size(); ++i) {
      Simplify simplify{program, {}};
      std::visit(simplify, program.threads[t].instructions[i].action);
      for (const Action& form : simplify.forms) {
        Program simpler = program;
        simpler.threads[t].instructions[i].action = form;
        out.push_back(std::move(simpler));
      }
    }
  }
}

void simplify_places(const Program& program, Candidates& out) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (program.threads[t].gpu != 0) {
      Program simpler = program;
      simpler.threads[t].gpu = 0;
      out.push_back(std::move(simpler));
    }
    if (program.threads[t].cta != 0) {
      Program simpler = program;
      simpler.threads[t].cta = 0;
      out.push_back(std::move(simpler));
    }
  }
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    if (program.locations[l].region == Region::shared) {
      Program simpler = program;
      simpler.locations[l].region = Region::global;
      out.push_back(std::move(simpler));
    }
    if (program.locations[l].initial == 0) continue;
    Program simpler = program;
    simpler.locations[l].initial = 0;
    out.push_back(std::move(simpler));
  }
}

// Without an instruction a pointer may lead nowhere, in another place a thread may not access
// a shared location: such programs are no tests.
std::optional<Test> completed_if_readable(const Program& program, const std::string& name) {
  try {
    return completed(program, name);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

Test shrink(Test test, const std::function<bool(const Test&)>& fails) {
  for (bool progress = true; progress;) {
    progress = false;
    Candidates candidates;
    drop_threads(test.program, candidates);
    drop_instructions(test.program, candidates);
    drop_registers(test.program, candidates);
    drop_last_address(test.program, candidates);
    simplify_instructions(test.program, candidates);
    simplify_places(test.program, candidates);
    for (const Program& candidate : candidates) {
      std::optional<Test> simpler = completed_if_readable(candidate, test.name);
      if (!simpler || !fails(*simpler)) continue;
      test = std::move(*simpler);
      progress = true;
      break;
    }
  }
  return test;
}

}  // namespace opexplore::random_programs
