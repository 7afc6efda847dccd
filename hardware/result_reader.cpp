// The reader of result_json.hpp. Everything is checked: a file may have been written by an older
// program, or by hand, and a claim about a chip must not rest on a slip.
#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <numeric>
#include <system_error>
#include <utility>

#include "hardware/result_json.hpp"
#include "litmus/input/documents/document.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"

namespace opexplore::hardware {
namespace {

using documents::Document;
using documents::Node;
using documents::Wording;

std::uint64_t count(const Node& node) { return node.whole<std::uint64_t>("a whole number from 0"); }

std::uint32_t small_count(const Node& node) {
  return node.whole<std::uint32_t>("a whole number from 0 to 4294967295");
}

Value value(const Node& node) {
  return node.whole<Value>("a whole number of 64 bits, with a sign");
}

std::vector<std::string> texts(const Node& node) {
  return node.list([](const Node& element) { return element.text(); });
}

// Nothing where null is written.
template <class Read>
auto unless_null(const Node& node, Read read) -> std::optional<decltype(read(node))> {
  if (node.is_null()) return std::nullopt;
  return read(node);
}

Device device(const Node& node) {
  node.allow_only({"name", "cc", "sms", "l2_bytes", "driver", "uuid"});
  Device result{node["name"].text(),     node["cc"].text(),     small_count(node["sms"]),
                count(node["l2_bytes"]), node["driver"].text(), node["uuid"].text()};
  if (result.name.empty()) node["name"].fail_expected("the name of a device");
  return result;
}

Survival survival(const Node& node) {
  node.allow_only({"verdict", "expected", "found", "reason"});
  return {node["verdict"].word(survival_verdict_named, "a verdict, such as \"exact\""),
          texts(node["expected"]), texts(node["found"]), node["reason"].text()};
}

std::vector<Survival> survivals(const Node& node, const Test& test) {
  std::vector<Survival> result;
  const std::size_t roles = node.members("an object with a member for each thread").size();
  if (roles == 0) return result;
  for (std::size_t thread = 0; thread < test.program.threads.size(); ++thread) {
    result.push_back(survival(node["P" + std::to_string(thread)]));
  }
  if (roles > result.size()) node.fail("there are more roles than threads in the test");
  return result;
}

Toolchain toolchain(const Node& node, const Test& test) {
  node.allow_only({"nvcc", "arch", "flags", "cubin_sha256", "sass", "second_opinion"});
  return {node["nvcc"].text(),           node["arch"].text(),
          texts(node["flags"]),          node["cubin_sha256"].text(),
          survivals(node["sass"], test), node["second_opinion"].text()};
}

Sample sample(const Node& node, const Test& test) {
  node.allow_only({"env", "launch", "instance", "smid"});
  Sample result{small_count(node["env"]), count(node["launch"]), count(node["instance"]),
                node["smid"].list(small_count)};
  if (result.multiprocessor.size() != test.program.threads.size()) {
    node["smid"].fail_expected("a number for each of " +
                               std::to_string(test.program.threads.size()) + " threads");
  }
  return result;
}

SeenOutcome outcome(const Node& node, const Test& test) {
  node.allow_only({"state", "count", "launches", "rate", "ci95", "samples"});
  SeenOutcome result;
  const Node state = node["state"];
  for (const Observable& observable : test.observables) {
    result.values.push_back(value(state[to_string(observable, test.program)]));
  }
  if (state.members().size() > result.values.size()) {
    state.fail("there are values that the test does not observe");
  }
  result.count = count(node["count"]);
  result.launches = count(node["launches"]);
  static_cast<void>(node["rate"].number_from_0());
  const auto interval = node["ci95"].list([](const Node& end) { return end.number_from_0(); });
  if (interval.size() != 2) node["ci95"].fail_expected("two rates");
  result.samples = node["samples"].list([&](const Node& one) { return sample(one, test); });
  return result;
}

std::vector<SeenOutcome> outcomes(const Node& node, const Test& test) {
  std::vector<SeenOutcome> result;
  for (const Node element : node.elements()) {
    result.push_back(outcome(element, test));
    const std::size_t last = result.size() - 1;
    if (last > 0 && !(result[last - 1].values < result[last].values)) {
      element.fail("outcomes are not in increasing order of their values");
    }
  }
  return result;
}

Environment environment(const Node& node) {
  Environment result;
  for (const Node member : node.members("an object with the parameters")) {
    const std::string name(member.name());
    if (!knob_named(name)) node.fail_at(member, "there is no parameter `" + name + '`');
  }
  for (std::size_t knob = 0; knob < knobs; ++knob) {
    result.values[knob] = small_count(node[environment_parameters()[knob].name]);
  }
  if (const auto wrong = problem(result)) node.fail(*wrong);
  return result;
}

EnvironmentResult environment_result(const Node& node) {
  node.allow_only({"id", "params", "launches", "executed", "seconds", "counts"});
  return {small_count(node["id"]), environment(node["params"]),     count(node["launches"]),
          count(node["executed"]), node["seconds"].number_from_0(), node["counts"].list(count)};
}

// Sums that cannot wrap around: every term is compared with what is left.
void subtract(std::uint64_t& left, std::uint64_t amount, const Node& at) {
  if (amount > left) at.fail("more is counted than totals.executed says");
  left -= amount;
}

void check_counts(const Node& node, const EnvironmentResult& run,
                  const std::vector<SeenOutcome>& outcomes) {
  if (run.counts.size() != outcomes.size()) {
    node.fail("expected a count for each of the outcomes");
  }
  std::uint64_t left = run.executed;
  std::size_t outcome = 0;
  for (const Node element : node.elements()) {
    subtract(left, run.counts[outcome], element);
    if (run.counts[outcome] > outcomes[outcome].count)
      element.fail("more than in all environments");
    ++outcome;
  }
}

void check_sums(const Node& line, const Result& result) {
  std::uint64_t left = result.executed;
  auto outcome = result.outcomes.begin();
  for (const Node node : line["outcomes"].elements()) {
    subtract(left, (outcome++)->count, node["count"]);
  }
  subtract(left, result.out_of_bound, line["totals"]["out_of_bound"]);
  subtract(left, result.overflow, line["totals"]["overflow"]);
  left = result.executed;
  auto run = result.environments.begin();
  for (const Node node : line["envs"].elements()) {
    subtract(left, run->executed, node["executed"]);
    check_counts(node["counts"], *run, result.outcomes);
    const auto same = [&](const EnvironmentResult& other) { return other.id == run->id; };
    if (std::any_of(result.environments.begin(), run, same)) {
      node["id"].fail("another environment has this number");
    }
    ++run;
  }
}

Test embedded_test(const Node& line) {
  const std::string litmus = line["litmus"].text();
  const std::string name = line["test"].text();
  Test test;
  try {
    test = read(litmus, name);
  } catch (const InputError& error) {
    line["litmus"].fail("line " + std::to_string(error.line) + ", column " +
                            std::to_string(error.column) + " of the test: " + error.message,
                        error.suggestion);
  }
  if (test.name != name) line["test"].fail("the test is called " + test.name + ", not " + name);
  const std::string own = hash(test);
  if (own != line["hash"].text()) {
    line["hash"].fail(
        "the test has the hash " + own + ", not " + line["hash"].text(),
        "the text of the test was changed, or another version of the program wrote this");
  }
  return test;
}

void read_totals(const Node& node, Result& result) {
  node.allow_only(
      {"launches", "executed", "not_run", "out_of_bound", "overflow", "seconds", "rate_per_s"});
  result.launches = count(node["launches"]);
  result.executed = count(node["executed"]);
  result.not_run = count(node["not_run"]);
  result.out_of_bound = count(node["out_of_bound"]);
  result.overflow = count(node["overflow"]);
  result.seconds = node["seconds"].number_from_0();
  static_cast<void>(node["rate_per_s"].number_from_0());
}

}  // namespace

Result read_result(const Node& line) {
  const Node schema = line["schema"];
  if (!schema.is_text() || schema.text() != result_schema) {
    schema.fail_expected('"' + std::string(result_schema) + '"');
  }
  line.allow_only({"schema", "test", "hash", "litmus", "profile", "status", "reason", "sibling",
                   "device", "toolchain", "seed", "started", "command", "totals", "outcomes",
                   "envs", "stationarity"});
  Result result;
  result.test = embedded_test(line);
  result.litmus = line["litmus"].text();
  result.hash = line["hash"].text();
  result.profile = line["profile"].word(profile_named, "\"as-written\" or \"pinned\"");
  result.status = line["status"].word(status_named, "a status, such as \"ok\"");
  result.reason = line["reason"].text();
  result.sibling = unless_null(line["sibling"], [](const Node& node) {
    node.allow_only({"test", "hash"});
    return Sibling{node["test"].text(), node["hash"].text()};
  });
  result.device = unless_null(line["device"], device);
  result.toolchain = unless_null(line["toolchain"],
                                 [&](const Node& node) { return toolchain(node, result.test); });
  result.seed = count(line["seed"]);
  result.started = line["started"].text();
  result.command = line["command"].text();
  read_totals(line["totals"], result);
  result.outcomes = outcomes(line["outcomes"], result.test);
  result.environments = line["envs"].list(environment_result);
  result.stationarity = unless_null(line["stationarity"], [](const Node& node) {
    node.allow_only({"ks_p"});
    return node["ks_p"].number_from_0();
  });
  if (result.executed > 0 && !result.device) {
    line["device"].fail("something was executed, so there was a device");
  }
  check_sums(line, result);
  return result;
}

std::vector<Result> read_results(std::string_view text, const std::string& path) {
  std::vector<Result> results;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const Document document(line, path, {Wording::path, number, "each line is one result"});
    results.push_back(read_result(document.root()));
  }
  if (results.empty()) throw InputError(path, {}, "there is no result in the file");
  return results;
}

std::vector<Result> read_results_file(const std::string& path) {
  if (path == "-") {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    return read_results(text, path);
  }
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(path, {}, "expected a file, found a directory");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(path, {}, "the file cannot be opened", "check the path");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return read_results(text, path);
}

}  // namespace opexplore::hardware
