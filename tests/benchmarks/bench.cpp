// How fast the search is, in one table per question; compare ratios within one run,
// never figures of two runs on a busy machine.
//
//   opexplore_bench [--smoke] [--seconds N] [machine …] [axioms] [endings] [vulkan-suite]
//
// `axioms` is the evaluator of axiomatic models, `endings` the question whether programs end, and
// `vulkan-suite` the conformance tests of Vulkan, each with the question that it is listed with.
// --smoke runs the smallest sizes only; N (default 5) bounds each exploration.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "litmus/language/reader.hpp"
#include "tests/benchmarks/endings.hpp"
#include "tests/benchmarks/evaluator.hpp"
#include "tests/benchmarks/measure.hpp"
#include "tests/benchmarks/vulkan.hpp"
#include "tests/explorer/families.hpp"

using namespace opexplore;

namespace {

struct Settings {
  bool smoke = false;
  double seconds = 5;
  std::vector<std::string> machines;

  bool wants(std::string_view machine) const {
    return machines.empty() || std::ranges::find(machines, machine) != machines.end();
  }
};

void print_header(const std::string& title) {
  std::cout << '\n' << title << '\n';
  print_row({"test", "states", "trans.", "outcomes", "cpu s", "states/s", "trans./s", "bytes/st.",
             "memory/st."});
}

void print_measurement(const std::string& name, const Measurement& measured) {
  const Statistics& numbers = measured.report.statistics;
  const auto states = static_cast<double>(numbers.states);
  print_row({name + (measured.report.coverage.complete() ? "" : " (cut)"),
             std::to_string(numbers.states), std::to_string(numbers.transitions),
             std::to_string(measured.report.outcomes.size()), number(measured.cpu),
             number(states / measured.cpu),
             number(static_cast<double>(numbers.transitions) / measured.cpu),
             number(static_cast<double>(numbers.state_bytes) / states),
             number(static_cast<double>(numbers.memory_bytes) / states)});
}

bool runs(const MachineEntry& machine, const Test& test) {
  return !machine.refusal(test, MachineOptions{}).has_value();
}

void bench_families(const MachineEntry& machine, const Settings& settings) {
  print_header("litmus families on " + std::string(machine.name) + ", one thread");
  const unsigned most = settings.smoke ? 3 : 8;
  for (const std::string family_name : {"MP", "SB", "LB", "IRIW"}) {
    for (const bool fences : {false, true}) {
      for (unsigned threads = family_name == "IRIW" ? 4 : 2; threads <= most; ++threads) {
        if (family_name == "IRIW" && threads % 2 != 0) continue;
        const Test test = family(family_name, threads, fences);
        if (!runs(machine, test)) break;
        const Measurement measured = measure(machine, test, 1, settings.seconds);
        print_measurement(test.name, measured);
        if (!measured.report.coverage.complete()) break;
      }
    }
  }
}

void bench_locks(const MachineEntry& machine, const Settings& settings) {
  print_header("spin locks on " + std::string(machine.name) + ", one thread");
  for (unsigned threads = 2; threads <= (settings.smoke ? 2U : 4U); ++threads) {
    const Test test = spin_lock(threads);
    if (!runs(machine, test)) break;
    print_measurement(test.name, measure(machine, test, 1, settings.seconds));
  }
}

// The same test with membar.cta where it has fences.
Test with_cta_fences(Test test) {
  test.name += ".cta";
  for (Thread& thread : test.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      if (auto* const fence = std::get_if<Fence>(&instruction.action)) fence->scope = Scope::cta;
    }
  }
  return test;
}

// What each reduction is worth where the thesis machines have most states: between CTAs, with
// fences that are too narrow. IRIW without reductions has about 380,000 states on gpu-scoped.
void bench_reductions(const MachineEntry& machine, const Settings& settings) {
  print_header("reductions on " + std::string(machine.name) + ", one thread");
  struct Variant {
    std::string name;
    MachineOptions options;
  };
  std::vector<Variant> variants{{"", {}}};
  for (const Reduction& reduction : all_reductions) {
    variants.push_back({" -" + std::string(reduction.name), {}});
    variants.back().options.*reduction.enabled = false;
  }
  variants.push_back({" none", without_reductions({})});
  std::vector<Test> tests{with_cta_fences(family("LB", 3, true))};
  if (!settings.smoke) {
    tests.push_back(with_cta_fences(family("LB", 4, true)));
    tests.push_back(with_cta_fences(family("SB", 4, true)));
    tests.push_back(with_cta_fences(family("IRIW", 4, true)));
  }
  for (const Test& test : tests) {
    if (!runs(machine, test)) continue;
    for (const Variant& variant : variants) {
      print_measurement(test.name + variant.name,
                        measure(machine, test, 1, settings.seconds, variant.options));
    }
  }
}

// The largest store buffering ring that one thread explores in time, again with two.
void bench_threads(const MachineEntry& machine, const Settings& settings) {
  Measurement one;
  Test largest;
  for (unsigned threads = 2; threads <= (settings.smoke ? 3U : 12U); ++threads) {
    Test test = family("SB", threads);
    if (!runs(machine, test)) break;
    Measurement measured = measure(machine, test, 1, settings.seconds);
    if (!measured.report.coverage.complete()) break;
    one = std::move(measured);
    largest = std::move(test);
  }
  if (largest.name.empty()) return;
  const Measurement two = measure(machine, largest, 2, 10 * settings.seconds);
  print_row({std::string(machine.name), largest.name, std::to_string(one.report.statistics.states),
             number(one.wall), number(two.wall), number(one.wall / two.wall),
             number(two.cpu / one.cpu)});
}

// Every test of the conformance suite beside the source tree, if there is one.
void bench_suite(const MachineEntry& machine, const Settings& settings) {
  const std::filesystem::path folder = OPEXPLORE_SOURCE_DIR "/../shared/suites/ptx";
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "\nno conformance suite beside the source tree: skipped\n";
    return;
  }
  std::vector<double> times;
  std::string slowest;
  std::uint64_t cut = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".litmus") continue;
    if (settings.smoke && times.size() == 5) break;
    try {
      const Test test = read_file(entry.path());
      if (!runs(machine, test)) continue;
      const Measurement measured = measure(machine, test, 1, settings.seconds);
      if (!measured.report.coverage.complete()) ++cut;
      if (times.empty() || measured.cpu > *std::ranges::max_element(times)) slowest = test.name;
      times.push_back(measured.cpu);
    } catch (const InputError& error) {
      std::cout << "not read: " << error.what() << '\n';
    }
  }
  std::ranges::sort(times);
  double sum = 0;
  for (const double time : times) sum += time;
  std::cout << "\nconformance suite on " << machine.name << ": " << times.size() << " tests, "
            << cut << " cut at " << settings.seconds << " s; cpu seconds: sum " << number(sum)
            << ", median " << number(quantile(times, 0.5)) << ", 99 % "
            << number(quantile(times, 0.99)) << ", most " << number(quantile(times, 1)) << " ("
            << slowest << ")\n";
}

Settings settings_from(int count, char** arguments) {
  Settings settings;
  for (int index = 1; index < count; ++index) {
    const std::string argument = arguments[index];
    if (argument == "--smoke") {
      settings.smoke = true;
    } else if (argument == "--seconds" && index + 1 < count) {
      settings.seconds = std::strtod(arguments[++index], nullptr);
    } else {
      settings.machines.push_back(argument);
    }
  }
  return settings;
}

}  // namespace

int main(int count, char** arguments) {
  const Settings settings = settings_from(count, arguments);
  for (const MachineEntry& machine : machines()) {
    if (!settings.wants(machine.name)) continue;
    bench_families(machine, settings);
    bench_locks(machine, settings);
    bench_reductions(machine, settings);
    bench_suite(machine, settings);
  }
  if (settings.wants("endings")) bench_endings(settings.smoke);
  if (settings.machines == std::vector<std::string>{"endings"}) return 0;
  if (settings.wants("vulkan-suite")) bench_vulkan(settings.smoke);
  if (settings.machines == std::vector<std::string>{"vulkan-suite"}) return 0;
  if (settings.wants("axioms")) bench_evaluator({settings.smoke, settings.seconds});
  if (settings.machines == std::vector<std::string>{"axioms"}) return 0;
  std::cout << "\none thread against two, store buffering\n";
  print_row({"machine", "test", "states", "1 thread s", "2 threads s", "speed-up", "cpu ratio"});
  for (const MachineEntry& machine : machines()) {
    if (settings.wants(machine.name)) bench_threads(machine, settings);
  }
}
