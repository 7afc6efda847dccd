#include "litmus/generate/generate.hpp"

#include "litmus/generate/families.hpp"
#include "litmus/generate/interleavings.hpp"
#include "litmus/generate/mutants.hpp"
#include "litmus/generate/sketch.hpp"
#include "litmus/generate/variants.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::generate {

namespace {

// The larger a random program, the more interleavings, and the longer a condition that excludes
// their outcomes. Larger ones keep the condition that they have.
constexpr std::size_t most_interleaved_instructions = 12, most_excluded_outcomes = 24;

// Whether the test asks for an outcome that no interleaving has now.
bool ask_if_small(Test& test) {
  std::size_t instructions = 0;
  for (const Thread& thread : test.program.threads) {
    instructions += thread.instructions.size();
    for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
      const Action& action = thread.instructions[i].action;
      if (barrier_of(action) != nullptr) return false;
      const Branch* const branch = branch_of(action);
      if (branch != nullptr && branch->target <= i) return false;
    }
  }
  if (instructions > most_interleaved_instructions) return false;
  if (interleaved_outcomes(test).size() > most_excluded_outcomes) return false;
  ask_for_others(test);
  return true;
}

std::uint64_t generate_random(const RandomTests& random, const UseMake& use) {
  for (std::uint64_t i = 0; i < random.count; ++i) {
    const bool more = use([&](Finish finish) {
      Test test = random_programs::generate_bare(random.profile, random.seed + i);
      test.comments.emplace_back("Generator=opgen");
      return finish == Finish::bare ? test : finished(std::move(test));
    });
    if (!more) return i + 1;
  }
  return random.count;
}

std::uint64_t generate_mutants(const Mutants& mutants, const UseMake& use) {
  std::uint64_t found = 0;
  bool more = true;
  for (const Test& test : mutants.tests) {
    found += for_each_mutant(test, [&](const Test& mutant) {
      more = use([&](Finish) { return mutant; });
      return more;
    });
    if (!more) break;
  }
  return found;
}

std::uint64_t generate_families(const FamilyTests& tests, const UseMake& use) {
  std::vector<Cycle> cycles;
  for (const std::string& name : tests.families) {
    cycles.push_back(parse_cycle(find_family(name).cycle, tests.alternatives.language));
  }
  std::uint64_t found = 0;
  bool more = true;
  for (const Cycle& cycle : cycles) {
    found += for_each_variant(cycle, tests.alternatives, [&](const Make& make) {
      more = use(make);
      return more;
    });
    if (!more) break;
  }
  return found;
}

struct Generator {
  const UseMake& use;

  std::uint64_t operator()(const CycleTests& tests) const {
    return for_each_variant(parse_cycle(tests.cycle, tests.alternatives.language),
                            tests.alternatives, use);
  }
  std::uint64_t operator()(const FamilyTests& tests) const { return generate_families(tests, use); }
  std::uint64_t operator()(const IdiomTests& tests) const { return for_each_idiom(tests, use); }
  std::uint64_t operator()(const ExhaustiveTests& tests) const {
    return for_each_program(tests.size, tests.alternatives, use);
  }
  std::uint64_t operator()(const RandomTests& tests) const { return generate_random(tests, use); }
  std::uint64_t operator()(const Mutants& tests) const { return generate_mutants(tests, use); }
  std::uint64_t operator()(const Unchanged& unchanged) const {
    std::uint64_t found = 0;
    for (const Test& test : unchanged.tests) {
      ++found;
      if (!use([&](Finish) { return test; })) break;
    }
    return found;
  }
};

struct LanguageOf {
  using Result = std::optional<Language>;
  Result operator()(const IdiomTests&) const { return Language::ptx; }
  Result operator()(const RandomTests&) const { return Language::ptx; }
  Result operator()(const Mutants& mutants) const { return of(mutants.tests); }
  Result operator()(const Unchanged& unchanged) const { return of(unchanged.tests); }
  Result operator()(const auto& tests) const { return tests.alternatives.language; }

  static Result of(const std::vector<Test>& tests) {
    return tests.empty() ? Result() : tests.front().program.language;
  }
};

}  // namespace

std::optional<Language> language_of(const Specification& specification) {
  return std::visit(LanguageOf(), specification);
}

std::uint64_t for_each_test(const Specification& specification, const Use& use) {
  return for_each_make(specification,
                       [&](const Make& make) { return use(make(Finish::complete)); });
}

std::uint64_t for_each_make(const Specification& specification, const UseMake& use) {
  return std::visit(Generator{use}, specification);
}

Test finished(Test bare) {
  const bool asks = bare.filter || bare.condition.kind != Proposition::Kind::truth;
  if (!asks && !ask_if_small(bare)) {
    bare.condition.kind = Proposition::Kind::comparison;
    bare.condition.left = ObservableIndex{0};
    bare.condition.right = Value{0};
  }
  settle(bare);
  return bare;
}

std::uint64_t count_tests(const Specification& specification) {
  const UseMake pass = [](const Make&) { return true; };
  return std::visit(Generator{pass}, specification);
}

bool is_selected(std::uint64_t index, std::uint64_t every) {
  if (every <= 1) return true;
  // Fibonacci hashing spreads the numbers of neighbouring groups; that of group 0 is 0.
  const std::uint64_t group = index / every;
  const std::uint64_t spread = (group * 0x9e3779b97f4a7c15U) >> 32U;
  return index % every == spread % every;
}

}  // namespace opexplore::generate
