#include "tools/option_texts.hpp"

#include <algorithm>
#include <utility>

#include "answers/settings.hpp"
#include "litmus/amounts.hpp"
#include "tools/option_checks.hpp"

namespace opexplore {
namespace {

template <class T>
T chosen(const std::string& option, const std::string& value,
         const std::vector<std::pair<std::string, T>>& choices) {
  std::string known;
  for (const auto& [name, choice] : choices) {
    if (name == value) return choice;
    known += (known.empty() ? "" : ", ") + name;
  }
  throw UsageError(option + " knows no " + value, "choose one of " + known);
}

// More threads than any computer has cores are a mistake, and cannot all be started.
constexpr std::uint64_t most_threads = 1024;

void read_limits(const OptionTexts& texts, ExploreOptions& explore) {
  if (!texts.threads.empty()) {
    const auto threads = parse_amount(texts.threads, 1000);
    if (!threads || *threads > most_threads) {
      throw UsageError("--threads: " + texts.threads + " is no number of threads",
                       "write 1 to " + std::to_string(most_threads) + ", or 0 for one per core");
    }
    explore.threads = static_cast<unsigned>(*threads);
  }
  if (!texts.timeout.empty()) {
    explore.timeout = parse_duration(texts.timeout);
    if (!explore.timeout) {
      throw UsageError("--timeout: " + texts.timeout + " is no time", "write 90s, 500ms, 2m or 1h");
    }
  }
  const auto amount = [](const std::string& option, const std::string& text, std::uint64_t unit) {
    const auto value = parse_amount(text, unit);
    if (!value) throw UsageError(option + ": " + text + " is no amount", "write 5000, 200K or 4G");
    return value;
  };
  if (!texts.max_states.empty()) {
    explore.max_states = amount("--max-states", texts.max_states, 1000);
  }
  if (!texts.max_memory.empty()) {
    explore.max_memory = amount("--max-memory", texts.max_memory, 1024);
  }
}

std::uint64_t number(const std::string& option, const std::string& text, std::uint64_t least,
                     std::uint64_t most) {
  const auto value = parse_amount(text, 1000);
  if (!value || *value < least || *value > most) {
    throw UsageError(option + ": " + text + " is not what it takes",
                     "write " + std::to_string(least) + " to " + std::to_string(most));
  }
  return *value;
}

void read_models(const OptionTexts& texts, Options& options) {
  constexpr std::uint64_t most_jumps = 64;
  if (!texts.unroll.empty()) {
    options.loop_bound = static_cast<unsigned>(number("--unroll", texts.unroll, 0, most_jumps));
  }
  constexpr std::uint64_t most_apart = 1'000'000'000;
  if (!texts.every.empty()) options.every = number("--every", texts.every, 1, most_apart);
  if (!texts.check_axioms.empty()) {
    options.check_axioms = texts.check_axioms == OptionTexts::own_axioms ? "" : texts.check_axioms;
  }
}

void read_properties(const OptionTexts& texts, Options& options) {
  for (const std::string& name : texts.check) {
    if (name == "deadlock") {
      options.check_deadlock = true;
    } else if (name == "races") {
      options.check_races = true;
    } else {
      throw UsageError("--check knows no " + name, "what can be checked is deadlock and races");
    }
  }
  for (const std::string& name : texts.property) {
    if (name == "deadlock") {
      options.check_deadlock = true;
    } else if (name == "data-race") {
      options.check_races = true;
    } else if (name != "program_spec") {
      throw UsageError("property " + name + " is not offered",
                       "properties are program_spec, deadlock and data-race");
    }
  }
}

void read_results(const OptionTexts& texts, Options& options) {
  if (!texts.trace.empty()) {
    options.trace = chosen<TraceDetail>(
        "--trace", texts.trace, {{"changes", TraceDetail::changes}, {"full", TraceDetail::full}});
  }
  if (!texts.dot.empty()) options.dot = texts.dot == OptionTexts::dot_per_test ? "" : texts.dot;
  if (!texts.coq.empty()) options.coq = texts.coq == OptionTexts::coq_per_test ? "" : texts.coq;
  if (!texts.witness.empty()) {
    options.witness = chosen<WitnessFile>(
        "--witness", texts.witness,
        {{"none", WitnessFile::none}, {"dot", WitnessFile::dot}, {"json", WitnessFile::json}});
  }
  if (!texts.show.empty()) {
    options.show = chosen<Show>("-show", texts.show,
                                {{"prop", Show::proposition},
                                 {"neg", Show::negated},
                                 {"cond", Show::condition},
                                 {"wit", Show::witness},
                                 {"all", Show::all},
                                 {"none", Show::none}});
  }
  if (texts.hexadecimal) options.radix = Radix::hexadecimal;
  if (!texts.speedcheck.empty()) {
    options.explore.verdict_only = chosen<bool>("-speedcheck", texts.speedcheck,
                                                {{"true", true}, {"fast", true}, {"false", false}});
  }
}

// Several values may be separated by commas too, where no list of machines is in the way.
void read_settings(const OptionTexts& texts, MachineOptions& machine) {
  for (const OfferedSetting& offered : offered_settings()) {
    const auto written = texts.settings.find(offered.name);
    if (written == texts.settings.end() || written->second.empty()) continue;
    std::string value = written->second;
    if (offered.several) {
      std::ranges::replace_if(
          value, [](char c) { return c == ',' || c == '\n'; }, '+');
    }
    machine.settings.emplace(offered.name, std::move(value));
  }
}

}  // namespace

void read_texts(const OptionTexts& texts, Options& options) {
  read_limits(texts, options.explore);
  read_properties(texts, options);
  read_results(texts, options);
  read_models(texts, options);
  MachineOptions& machine = options.explore.machine;
  machine.fuse_local = !texts.no_reduce && !texts.no_fuse_local;
  machine.prune_spins = !texts.no_reduce && !texts.no_prune_spins;
  machine.split_components = !texts.no_reduce && !texts.no_split_components;
  machine.forget_dead = !texts.no_reduce && !texts.no_forget_dead;
  machine.look_ahead = !texts.no_look_ahead;
  read_settings(texts, machine);
  check_together(texts, options);
  const bool pictured = options.compares() || options.trace || options.trace_json || options.dot ||
                        options.witness != WitnessFile::none;
  if (pictured && options.shown() != Show::none) {
    const bool one = options.shown() == Show::witness && !options.compares();
    options.explore.traces = one ? Traces::witness : Traces::every_outcome;
  }
}

}  // namespace opexplore
