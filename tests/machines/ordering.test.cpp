// The machines of Singh 2015, section 3, against each other and against `sc`: which allows what
// another does, on the corpora and on generated tests; and that no reduction matters.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "axioms/thread_paths.hpp"
#include "litmus/generate/generate.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"

namespace opexplore {

namespace {

/// A machine with settings.
struct Variant {
  std::string machine;
  std::map<std::string, std::string, std::less<>> settings;

  std::string name() const {
    std::string text = machine;
    for (const auto& [setting, value] : settings) text += "," + setting + "=" + value;
    return text;
  }
};

const Variant sc_machine{"sc", {}};
const Variant sc_naive_machine{"sc-naive", {}};
const Variant naive_tso{"tso", {{"store-buffer", "none"}}};
const Variant tso_machine{"tso", {}};
const Variant x86{"tso", {{"path", "warp"}}};
const Variant rmo_machine{"rmo", {}};
const Variant cuda{"rmo", {{"table", "cuda"}}};

Variant with(Variant variant, const std::string& setting, const std::string& value) {
  variant.settings[setting] = value;
  return variant;
}

/// Both corpora, and generated tests.
const std::vector<Test>& tests() {
  static const std::vector<Test> all = [] {
    std::vector<Test> result;
    for (const std::string folder : {"thesis", "ptx"}) {
      for (const auto& [path, test] : corpus::read_corpus(folder).tests) result.push_back(test);
    }
    const auto take = [&](Test test) {
      result.push_back(std::move(test));
      return true;
    };
    for (const std::string profile : {"basic", "three-threads", "barriers", "caches", "thesis"}) {
      generate::for_each_test(generate::RandomTests{*random_programs::find_profile(profile), 1, 60},
                              take);
    }
    generate::Alternatives alternatives;
    alternatives.fences = {Order::sc, Order::acq_rel};
    alternatives.placements = {"cta", "gpu"};
    generate::for_each_test(
        generate::FamilyTests{{"MP", "SB", "LB", "S", "R", "2+2W", "WRC", "IRIW"}, alternatives},
        take);
    // Store buffering over a further store, and over a load of the own store.
    for (const std::string cycle :
         {"PodWW PodWR Fre PodWW PodWR Fre", "Rfi PodRR Fre Rfi PodRR Fre"}) {
      generate::for_each_test(generate::CycleTests{cycle, alternatives}, take);
    }
    for (Test& test : result) test.filter.reset();
    return result;
  }();
  return all;
}

constexpr std::uint64_t most_states = 30000;

/// The outcomes, or nothing when the machine refuses the test or needs too many states.
std::optional<std::set<Outcome>> outcomes(const Variant& variant, const Test& test,
                                          bool reduced = true) {
  ExploreOptions options;
  options.threads = 1;
  options.max_states = most_states;
  options.machine.settings = variant.settings;
  options.machine.fuse_local = options.machine.split_components = reduced;
  options.machine.ample_threads = reduced;
  const MachineEntry* const entry = find_machine(variant.machine);
  if (entry->refusal(test, options.machine)) return std::nullopt;
  const Answer report = entry->explore(test, options);
  if (!report.coverage.complete()) return std::nullopt;
  std::set<Outcome> result;
  for (const AnsweredOutcome& outcome : report.outcomes) result.insert(outcome.values);
  return result;
}

bool everywhere(const Test&) { return true; }

bool any_instruction(const Test& test, const std::function<bool(const Action&)>& is) {
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (is(instruction.action)) return true;
    }
  }
  return false;
}

bool one_cta(const Test& test) {
  return std::ranges::all_of(test.program.threads, [&](const Thread& thread) {
    return thread.cta == test.program.threads.front().cta &&
           thread.gpu == test.program.threads.front().gpu;
  });
}
bool one_gpu(const Test& test) {
  return std::ranges::all_of(test.program.threads, [&](const Thread& thread) {
    return thread.gpu == test.program.threads.front().gpu;
  });
}
bool warps_of_one(const Test& test) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> warps;
  for (const Thread& thread : test.program.threads) {
    if (!warps.emplace(thread.gpu, thread.cta, thread.warp).second) return false;
  }
  return true;
}
/// A thread may also have to wait for a generation in which it takes no part, to know that it takes
/// no part or before it arrives again. The models do not see that, sc.cat neither.
bool plain_barriers(const Test& test) {
  return !any_instruction(test, [](const Action& action) {
    const auto* const barrier = std::get_if<Barrier>(&action);
    if (barrier == nullptr) return false;
    return barrier->arrive ||
           (barrier->id && std::holds_alternative<RegisterOperand>(*barrier->id));
  });
}

/// Whether all threads of a CTA have as many barriers, so that none waits for the end of another: a
/// thread may end before its last access is done, which sc-naive does not wait for.
bool ends_open_nothing(const Test& test) {
  const auto barriers = [](const Thread& thread) {
    return std::ranges::count_if(thread.instructions, [](const Instruction& instruction) {
      return std::holds_alternative<Barrier>(instruction.action);
    });
  };
  const auto& threads = test.program.threads;
  return std::ranges::all_of(threads, [&](const Thread& one) {
    return std::ranges::all_of(threads, [&](const Thread& other) {
      return common_scope(one, other) != Scope::cta || barriers(one) == barriers(other);
    });
  });
}

struct Counts {
  std::size_t compared = 0;
  std::size_t weaker = 0;  ///< tests on which the second allows more
};

/// Checks that the first machine allows nothing that the second does not, where that is claimed.
Counts check_within(const Variant& first, const Variant& second,
                    const std::function<bool(const Test&)>& where = everywhere) {
  Counts counts;
  for (const Test& test : tests()) {
    if (!where(test)) continue;
    const auto few = outcomes(first, test);
    const auto many = outcomes(second, test);
    if (!few || !many) continue;
    INFO(test.name << " (" << test.path << "): " << first.name() << " in " << second.name());
    CHECK(std::ranges::includes(*many, *few));
    ++counts.compared;
    if (*many != *few) ++counts.weaker;
  }
  return counts;
}

}  // namespace

TEST_CASE("ordering: sc-naive has the outcomes of sc", "[ordering]") {
  for (const Variant& variant :
       {sc_naive_machine, with(sc_naive_machine, "path", "warp"),
        with(sc_naive_machine, "sms", "1"), with(sc_naive_machine, "sms", "2")}) {
    const Counts counts = check_within(sc_machine, variant, ends_open_nothing);
    CHECK(counts.weaker == 0);
    CHECK(counts.compared > 500);
  }
}

TEST_CASE("ordering: sc, naive tso, tso, x86-TSO and rmo, each within the next", "[ordering]") {
  const auto strictly = [](const Counts& counts) {
    CHECK(counts.compared > 100);
    CHECK(counts.weaker > 10);
  };
  strictly(check_within(sc_machine, naive_tso));
  strictly(check_within(naive_tso, tso_machine));
  strictly(check_within(tso_machine, x86));
  strictly(check_within(naive_tso, rmo_machine));
  strictly(check_within(tso_machine, rmo_machine));
  strictly(check_within(tso_machine, cuda));
  strictly(check_within(x86, with(rmo_machine, "path", "warp")));
  strictly(check_within(sc_machine, rmo_machine));
  strictly(check_within(sc_machine, cuda));
}

TEST_CASE("ordering: on one SM everything is sequentially consistent (3.2)", "[ordering]") {
  for (const Variant& variant : {naive_tso, tso_machine, rmo_machine, cuda}) {
    const Counts in_cta = check_within(variant, sc_machine, one_cta);
    CHECK(in_cta.compared > 50);
    CHECK(in_cta.weaker == 0);
    const Counts on_sm = check_within(with(variant, "sms", "1"), sc_machine, one_gpu);
    CHECK(on_sm.compared > 100);
    CHECK(on_sm.weaker == 0);
    // The path does it.
    CHECK(check_within(sc_machine, with(variant, "path", "warp"), one_cta).weaker > 10);
  }
}

TEST_CASE("ordering: tso is what its models say", "[ordering]") {
  for (const Variant& variant : {tso_machine, x86, with(x86, "sms", "1")}) {
    MachineOptions options;
    options.settings = variant.settings;
    const std::string name(find_machine("tso")->axioms(options));
    const axioms::Model model = axioms::load_model(name);
    std::size_t compared = 0;
    for (const Test& test : tests()) {
      if (!warps_of_one(test) || !plain_barriers(test)) continue;
      const auto reached = outcomes(variant, test);
      if (!reached) continue;
      INFO(test.name << " (" << test.path << ")");
      try {
        const axioms::AxiomaticReport report = axioms::evaluate(model, test);
        if (!report.complete()) continue;
        CHECK(axioms::values_of(report) == *reached);
        ++compared;
      } catch (const axioms::Unsupported&) {
        continue;
      }
    }
    CHECK(compared > 400);
  }
}

TEST_CASE("ordering: reductions keep the outcomes", "[ordering]") {
  std::size_t compared = 0;
  for (const Variant& variant : {sc_naive_machine, naive_tso, tso_machine, x86, rmo_machine, cuda,
                                 with(rmo_machine, "path", "warp"), with(rmo_machine, "sms", "2"),
                                 with(cuda, "path", "warp"), with(tso_machine, "sms", "1")}) {
    for (const Test& test : tests()) {
      const auto full = outcomes(variant, test, false);
      if (!full) continue;
      INFO(test.name << " (" << test.path << "): " << variant.name());
      CHECK(outcomes(variant, test) == full);
      ++compared;
    }
  }
  CHECK(compared > 3000);
}

}  // namespace opexplore
