#include "tests/benchmarks/evaluator.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "axioms/axioms.hpp"
#include "litmus/generate/generate.hpp"
#include "litmus/language/reader.hpp"
#include "tests/benchmarks/measure.hpp"

namespace opexplore {

namespace {

namespace fs = std::filesystem;

struct Suite {
  std::string name;
  std::vector<Test> tests;
};

// A model and the machine that implements it.
constexpr std::array<std::pair<const char*, const char*>, 2> pairs{
    {{"ptx60", "ptx"}, {"ptx75", "ptx-proxy"}}};

bool has_loop(const Test& test) {
  for (const Thread& thread : test.program.threads) {
    for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
      const auto* const branch = std::get_if<Branch>(&thread.instructions[i].action);
      if (branch != nullptr && branch->target <= i) return true;
    }
  }
  return false;
}

// Loops and straight-line tests apart: what is asked of the evaluator's speed is asked of these.
std::array<Suite, 2> read_suites(const fs::path& folder, const std::string& name, bool smoke) {
  std::array<Suite, 2> suites{Suite{name, {}}, Suite{name + ", loops", {}}};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".litmus") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    try {
      Test test = read_file(file);
      Suite& suite = suites[has_loop(test) ? 1 : 0];
      if (!smoke || suite.tests.size() < 3) suite.tests.push_back(std::move(test));
    } catch (const InputError& error) {
      std::cout << "not read: " << error.what() << '\n';
    }
  }
  return suites;
}

// One way to answer a test. The function says whether the answer is complete; throws Unsupported.
struct Way {
  std::string name;
  std::function<bool(const Test&)> answer;
};

Way evaluator(const axioms::Model& model, bool witnesses, double seconds) {
  axioms::EvaluateOptions options;
  options.witnesses = witnesses;
  options.timeout = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  return {model.name() + (witnesses ? " +wit." : ""), [model, options](const Test& test) {
            return axioms::evaluate(model, test, options).complete();
          }};
}

Way explorer(const MachineEntry& machine, double seconds) {
  return {std::string(machine.name), [&machine, seconds](const Test& test) {
            if (const auto refusal = machine.refusal(test, {}))
              throw axioms::Unsupported(refusal->why);
            return measure(machine, test, 1, seconds).report.coverage.complete();
          }};
}

// Evaluator without and with witnesses, then the machine.
std::vector<Way> ways(const std::pair<const char*, const char*>& pair, double seconds) {
  const axioms::Model model = axioms::load_model(pair.first);
  const MachineEntry* const machine = find_machine(pair.second);
  std::vector<Way> result{evaluator(model, false, seconds), evaluator(model, true, seconds)};
  if (machine != nullptr) result.push_back(explorer(*machine, seconds));
  return result;
}

struct Timed {
  std::string test;
  double seconds = 0;
};

struct Answers {
  std::vector<Timed> times;  // of tests that were not refused, slowest first
  std::size_t cut = 0, refused = 0;
};

// Processor time; of what is short the least of three.
Answers answer_all(const Way& way, const Suite& suite) {
  Answers result;
  for (const Test& test : suite.tests) {
    try {
      Timed timed{test.name, 0};
      bool complete = true;
      for (int round = 0; round < 3; ++round) {
        const double cpu = cpu_seconds();
        complete = way.answer(test);
        const double spent = cpu_seconds() - cpu;
        timed.seconds = round == 0 ? spent : std::min(timed.seconds, spent);
        if (spent > 0.2) break;
      }
      if (!complete) ++result.cut;
      result.times.push_back(std::move(timed));
    } catch (const axioms::Unsupported&) {
      ++result.refused;
    }
  }
  std::ranges::stable_sort(result.times, std::greater{}, &Timed::seconds);
  return result;
}

double sum_of(const Answers& answers) {
  double sum = 0;
  for (const Timed& timed : answers.times) sum += timed.seconds;
  return sum;
}

std::string milliseconds(double seconds) { return number(seconds * 1000); }

void print_answers(const Way& way, const Answers& answers, double sum_of_machine) {
  std::vector<double> sorted;
  for (const Timed& timed : answers.times) sorted.insert(sorted.begin(), timed.seconds);
  const auto above = [&](double limit) {
    return std::to_string(std::ranges::count_if(sorted, [&](double s) { return s > limit; }));
  };
  print_row({way.name, std::to_string(sorted.size()), std::to_string(answers.refused),
             std::to_string(answers.cut), milliseconds(quantile(sorted, 0.5)),
             milliseconds(quantile(sorted, 0.99)), milliseconds(quantile(sorted, 1)), above(0.005),
             above(0.05), number(sum_of(answers)),
             sum_of_machine > 0 ? number(sum_of(answers) / sum_of_machine) : "-"},
            10);
}

void bench_suite(const Suite& suite, double seconds) {
  std::cout << "\nevaluator and machine: " << suite.name << ", one thread\n";
  print_row({"", "tests", "refused", "cut", "median ms", "99 % ms", "most ms", "> 5 ms", "> 50 ms",
             "sum s", "/machine"},
            10);
  std::string slowest;
  for (const auto& pair : pairs) {
    const std::vector<Way> all = ways(pair, seconds);
    std::vector<Answers> answers;
    for (const Way& way : all) answers.push_back(answer_all(way, suite));
    const double of_machine = all.size() == 3 ? sum_of(answers.back()) : 0;
    for (std::size_t i = 0; i < all.size(); ++i) print_answers(all[i], answers[i], of_machine);
    slowest += "  " + all[0].name + ':';
    for (std::size_t i = 0; i < std::min<std::size_t>(answers[0].times.size(), 4); ++i) {
      const Timed& timed = answers[0].times[i];
      slowest += (i == 0 ? " " : ", ") + timed.test + ' ' + milliseconds(timed.seconds);
    }
    slowest += '\n';
  }
  std::cout << "slowest, ms\n" << slowest;
}

// Programs of two threads with at most two accesses each, evenly spread over all of them.
Suite small_programs(bool smoke) {
  generate::ExhaustiveTests small;
  small.size.threads = 2;
  small.size.fences = 1;
  small.alternatives.orders = {Order::weak, Order::relaxed, Order::acquire, Order::release};
  small.alternatives.atomics = {AtomicOp::exch};
  small.alternatives.fences = {Order::sc};
  const std::size_t wanted = smoke ? 20 : 5000;
  const std::uint64_t all = generate::count_tests(small);
  const std::uint64_t stride = std::max<std::uint64_t>(all / wanted, 1);
  Suite result{"small programs", {}};
  std::uint64_t at = 0;
  generate::for_each_make(small, [&](const generate::Make& make) {
    if (at++ % stride == 0) result.tests.push_back(make(generate::Finish::bare));
    return result.tests.size() < wanted;
  });
  return result;
}

void bench_rates(const Suite& suite, double seconds) {
  std::cout << "\nevaluator and machine: " << suite.tests.size() << ' ' << suite.name
            << ", two threads of at most two accesses and a fence\n";
  print_row({"", "cpu s", "tests/s", "/machine"});
  for (const auto& pair : pairs) {
    const std::vector<Way> all = ways(pair, seconds);
    std::vector<double> times;
    for (const Way& way : all) {
      const double cpu = cpu_seconds();
      for (const Test& test : suite.tests) way.answer(test);
      times.push_back(cpu_seconds() - cpu);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      print_row({all[i].name, number(times[i]),
                 number(static_cast<double>(suite.tests.size()) / times[i]),
                 all.size() == 3 ? number(times[i] / times[2]) : "-"});
    }
  }
}

}  // namespace

void bench_evaluator(const EvaluatorBench& settings) {
  const fs::path source = OPEXPLORE_SOURCE_DIR;
  const fs::path conformance = source / "../shared/suites/ptx";
  std::vector<std::pair<fs::path, std::string>> folders{
      {source / "litmus/ptx", "litmus/ptx"}, {source / "litmus/thesis", "litmus/thesis"}};
  if (fs::is_directory(conformance)) folders.emplace_back(conformance, "conformance suite");
  for (const auto& [folder, name] : folders) {
    for (const Suite& suite : read_suites(folder, name, settings.smoke)) {
      if (!suite.tests.empty()) bench_suite(suite, settings.seconds);
    }
  }
  bench_rates(small_programs(settings.smoke), settings.seconds);
}

}  // namespace opexplore
