// Prints states of random programs and what the machine's rules make of them, for Coq to compare
// with its own rules: Agreement.v. Mutated machines are built from this file too.
//
//   rules_to_coq MACHINE FIRST COUNT STATES PROFILE ...
//
// COUNT programs of each profile, numbered from FIRST; of each, STATES states on a random walk.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/generate/random_program.hpp"
#include "opmodel/machines/gpu_scoped/machine.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "opmodel/machines/sc/machine.hpp"
#include "tests/export/coq/program_terms.hpp"
#include "tests/export/coq/state_terms.hpp"

namespace opexplore {
namespace {

using coq_terms::Subject;
using random_programs::Random;

// How the machines in Coq run.
MachineOptions in_full() {
  MachineOptions options = without_reductions({});
  options.look_ahead = false;
  return options;
}

template <class M>
std::vector<std::pair<Step, typename M::State>> successors(const M& machine,
                                                           const typename M::State& state) {
  std::vector<std::pair<Step, typename M::State>> found;
  if (machine.is_final(state)) return found;
  machine.for_each_step(state, [&](Step step, typename M::State&& next) {
    found.emplace_back(step, std::move(next));
  });
  return found;
}

// `(Build_Step 3 0 1 0`: the rule, the thread, and the fields of the argument, of which Coq has
// two.
template <class M>
std::string step_of(Step step) {
  std::vector<unsigned> fields = argument_values(M::rules[step.rule], step);
  fields.resize(2);
  std::string text = "(Build_Step " + coq_terms::number(step.rule);
  for (const unsigned number : {unsigned{step.thread}, fields[0], fields[1]}) {
    text += ' ' + coq_terms::number(number);
  }
  return text;
}

template <class M>
std::string case_of(const Subject& subject, const M& machine, const typename M::State& state) {
  const auto moves = coq_terms::list(successors(machine, state), [&](const auto& move) {
    const auto& [step, next] = move;
    return step_of<M>(step) + ", " + coq_terms::dead(subject, next) + ",\n    " +
           coq_terms::term(subject, next) + ')';
  });
  const std::string ends = machine.is_final(state)
                               ? "(Some " + coq_terms::integers(machine.outcome(state)) + ')'
                               : "None";
  return "Build_Case (" + coq_terms::term(subject, state) + ")\n  " + moves + ' ' + ends;
}

// States of a random walk, at most `count` of them and the last one among them.
template <class M>
std::vector<typename M::State> walk(const M& machine, Random& random, std::size_t count) {
  std::vector<typename M::State> path{machine.initial()};
  constexpr std::size_t most_steps = 60;  // loops need not end
  while (path.size() < most_steps) {
    auto next = successors(machine, path.back());
    if (next.empty()) break;
    path.push_back(std::move(next[random.below(static_cast<unsigned>(next.size()))].second));
  }
  std::vector<typename M::State> chosen{path.back()};
  while (chosen.size() < count && chosen.size() < path.size()) {
    chosen.push_back(path[random.below(static_cast<unsigned>(path.size()))]);
  }
  return chosen;
}

// One theorem per program: nothing differs.
template <class M>
void print(const std::string& module, const std::string& name, const Test& test, Random& random,
           std::size_t states) {
  const M machine(test, in_full());
  const Subject subject(test);
  std::cout << "Definition " << name << " : Test := " << coq_terms::term(test) << ".\n"
            << "Lemma " << name << "_runs : " << module << "_runs " << name
            << " = true.\nProof. reflexivity. Qed.\nDefinition " << name << "_cases : list (Case "
            << module << "_State) :=\n [ ";
  bool first = true;
  for (const auto& state : walk(machine, random, states)) {
    std::cout << (first ? "" : " ;\n   ") << case_of(subject, machine, state);
    first = false;
  }
  std::cout << " ].\nLemma " << name << "_agrees : differences (" << module << ".machine " << name
            << ") clear_" << module << " (observables " << name << ") 0 " << name
            << "_cases = [].\nProof. vm_compute. reflexivity. Qed.\n\n";
}

template <class M>
void print_all(const std::string& module, std::span<char*> arguments) {
  const auto number = [&](std::size_t at) { return std::strtoull(arguments[at], nullptr, 10); };
  const std::uint64_t first = number(0);
  const std::uint64_t count = number(1);
  std::cout
      << "From Coq Require Import ZArith NArith List String.\n"
         "From Agree Require Import Agreement.\nImport ListNotations.\nOpen Scope nat_scope.\n\n";
  std::size_t printed = 0;
  for (const char* const chosen : arguments.subspan(3)) {
    const auto* const profile = random_programs::find_profile(chosen);
    if (profile == nullptr) throw std::invalid_argument("no profile " + std::string(chosen));
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      const Test test = random_programs::generate(*profile, seed);
      if (M::refusal(test, in_full())) continue;
      Random random(seed);
      print<M>(module, "program_" + std::to_string(printed), test, random, number(2));
      ++printed;
    }
  }
  if (printed == 0) throw std::invalid_argument("the machine runs none of the programs");
}

}  // namespace
}  // namespace opexplore

int main(int count, char** values) {
  try {
    const std::span<char*> arguments(values, static_cast<std::size_t>(count));
    const std::string machine = arguments.size() > 5 ? arguments[1] : "";
    const auto rest = arguments.subspan(machine.empty() ? arguments.size() : 2);
    if (machine == "sc") {
      opexplore::print_all<opexplore::sc::Machine>("Sc", rest);
    } else if (machine == "gpu-scoped") {
      opexplore::print_all<opexplore::gpu_scoped::Machine>("GpuScoped", rest);
    } else if (machine == "ptx-proxy") {
      opexplore::print_all<opexplore::ptx_proxy::Machine>("PtxProxy", rest);
    } else {
      std::cerr << "usage: rules_to_coq sc|gpu-scoped|ptx-proxy FIRST COUNT STATES PROFILE ...\n";
      return 2;
    }
  } catch (const std::exception& error) {
    std::cerr << "rules_to_coq: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
