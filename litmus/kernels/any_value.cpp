#include "litmus/kernels/any_value.hpp"

#include <algorithm>

#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

RegisterId any_value(Step& step, std::uint32_t bits) {
  Surroundings& around = step.around();
  const std::string number = std::to_string(around.choices.size());
  Object object;
  object.name = "choice" + number;
  object.hidden = true;
  object.width = bits / 8;
  const Element element{around.memory.object("choice " + number, object), 0, bits / 8};
  const FoundElement found =
      around.memory.element(element, true, {around.source, step.statement().place});
  Load load;
  load.address = std::get<AddressId>(found);
  load.order = Order::relaxed;
  load.scope = Scope::sys;
  load.destination = step.temporary({'b', bits});
  step.emit(load);
  Instruction choice = step.code().instructions.back();
  Store store;
  store.address = load.address;
  store.order = Order::relaxed;
  store.scope = Scope::sys;
  store.value = Value{1};
  choice.action = store;
  around.choices.push_back(std::move(choice));
  return load.destination;
}

void add_chooser(const Surroundings& around, Program& program) {
  if (around.choices.empty()) return;
  if (program.threads.size() == max_threads) {
    around.source.fail(around.choices.front().place,
                       "what a function without a body gives takes a thread more than the " +
                           std::to_string(max_threads) + " that there can be",
                       "launch fewer threads");
  }
  Thread chooser;
  for (const Thread& thread : program.threads) chooser.cta = std::max(chooser.cta, thread.cta + 1);
  chooser.instructions = around.choices;
  chooser.label = "functions without a body";
  program.threads.push_back(std::move(chooser));
}

}  // namespace opexplore::kernel
