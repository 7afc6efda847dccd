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
#include "litmus/hash.hpp"
#include "litmus/json_text.hpp"
#include "litmus/reader.hpp"

namespace opexplore::hardware {
namespace {

using Json = nlohmann::ordered_json;

// What is wrong with a line; gets the name of the file and the number of the line later.
struct Wrong {
  std::string at;
  std::string message;
  std::string advice = {};
};

// A value and its place in the line.
struct Node {
  const Json& json;
  std::string at;

  [[noreturn]] void fail(const std::string& expected) const {
    const bool short_enough = json.is_primitive() || json.empty();
    std::string found = short_enough ? json.dump(-1, ' ', false, Json::error_handler_t::replace)
                                     : std::string("an ") + json.type_name();
    if (found.size() > 40) found = std::string("a long ") + json.type_name();
    throw Wrong{at, "expected " + expected + ", found " + found};
  }

  Node operator[](const std::string& name) const {
    if (!json.is_object()) fail("an object");
    const auto found = json.find(name);
    if (found == json.end()) throw Wrong{at, "`" + name + "` is missing"};
    return {*found, at.empty() ? name : at + '.' + name};
  }

  // No others but these: a misspelled member would be lost without a word.
  void only(std::initializer_list<std::string_view> names) const {
    if (!json.is_object()) fail("an object");
    for (const auto& [name, value] : json.items()) {
      if (std::ranges::find(names, name) != names.end()) continue;
      std::string known;
      for (const std::string_view one : names) {
        known += (known.empty() ? "" : ", ") + std::string(one);
      }
      throw Wrong{at, "there is no member `" + name + '`', "members are " + known};
    }
  }

  std::vector<Node> elements() const {
    if (!json.is_array()) fail("a list");
    std::vector<Node> result;
    for (std::size_t i = 0; i < json.size(); ++i) {
      result.push_back({json[i], at + '[' + std::to_string(i) + ']'});
    }
    return result;
  }

  std::string text() const {
    if (!json.is_string()) fail("a text");
    return json.get<std::string>();
  }

  std::uint64_t count() const {
    if (!json.is_number_unsigned()) fail("a whole number from 0");
    return json.get<std::uint64_t>();
  }

  std::uint32_t small_count() const {
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > 0xffffffffU) {
      fail("a whole number from 0 to 4294967295");
    }
    return json.get<std::uint32_t>();
  }

  double number() const {
    if (!json.is_number() || json.get<double>() < 0) fail("a number from 0");
    return json.get<double>();
  }

  Value value() const {
    const bool fits = json.is_number_integer() &&
                      (!json.is_number_unsigned() ||
                       json.get<std::uint64_t>() <= std::uint64_t{0x7fffffffffffffff});
    if (!fits) fail("a whole number of 64 bits, with a sign");
    return json.get<Value>();
  }

  template <class Read>
  auto optional(Read read) const -> std::optional<decltype(read(*this))> {
    if (json.is_null()) return std::nullopt;
    return read(*this);
  }

  template <class Read>
  auto list(Read read) const -> std::vector<decltype(read(*this))> {
    std::vector<decltype(read(*this))> result;
    for (const Node& element : elements()) result.push_back(read(element));
    return result;
  }

  // A word that `meaning_of` knows.
  template <class Meaning>
  auto word(Meaning meaning_of, const char* expected) const {
    const auto meaning = json.is_string() ? meaning_of(json.get<std::string>()) : std::nullopt;
    if (!meaning) fail(expected);
    return *meaning;
  }
};

Device device(const Node& node) {
  node.only({"name", "cc", "sms", "l2_bytes", "driver", "uuid"});
  Device result{node["name"].text(),      node["cc"].text(),     node["sms"].small_count(),
                node["l2_bytes"].count(), node["driver"].text(), node["uuid"].text()};
  if (result.name.empty()) node["name"].fail("the name of a device");
  return result;
}

Survival survival(const Node& node) {
  node.only({"verdict", "expected", "found", "reason"});
  const auto text = [](const Node& element) { return element.text(); };
  return {node["verdict"].word(survival_verdict_named, "a verdict, such as \"exact\""),
          node["expected"].list(text), node["found"].list(text), node["reason"].text()};
}

std::vector<Survival> survivals(const Node& node, const Test& test) {
  std::vector<Survival> result;
  if (!node.json.is_object()) node.fail("an object with a member for each thread");
  if (node.json.empty()) return result;
  for (std::size_t thread = 0; thread < test.program.threads.size(); ++thread) {
    result.push_back(survival(node["P" + std::to_string(thread)]));
  }
  if (node.json.size() > result.size()) {
    throw Wrong{node.at, "there are more roles than threads in the test"};
  }
  return result;
}

Toolchain toolchain(const Node& node, const Test& test) {
  node.only({"nvcc", "arch", "flags", "cubin_sha256", "sass", "second_opinion"});
  return {node["nvcc"].text(),
          node["arch"].text(),
          node["flags"].list([](const Node& flag) { return flag.text(); }),
          node["cubin_sha256"].text(),
          survivals(node["sass"], test),
          node["second_opinion"].text()};
}

Sample sample(const Node& node, const Test& test) {
  node.only({"env", "launch", "instance", "smid"});
  Sample result{node["env"].small_count(), node["launch"].count(), node["instance"].count(),
                node["smid"].list([](const Node& smid) { return smid.small_count(); })};
  if (result.multiprocessor.size() != test.program.threads.size()) {
    node["smid"].fail("a number for each of " + std::to_string(test.program.threads.size()) +
                      " threads");
  }
  return result;
}

SeenOutcome outcome(const Node& node, const Test& test) {
  node.only({"state", "count", "launches", "rate", "ci95", "samples"});
  SeenOutcome result;
  const Node state = node["state"];
  for (const Observable& observable : test.observables) {
    result.values.push_back(state[to_string(observable, test.program)].value());
  }
  if (state.json.size() > result.values.size()) {
    throw Wrong{state.at, "there are values that the test does not observe"};
  }
  result.count = node["count"].count();
  result.launches = node["launches"].count();
  static_cast<void>(node["rate"].number());
  const auto interval = node["ci95"].list([](const Node& end) { return end.number(); });
  if (interval.size() != 2) node["ci95"].fail("two rates");
  result.samples = node["samples"].list([&](const Node& one) { return sample(one, test); });
  return result;
}

std::vector<SeenOutcome> outcomes(const Node& node, const Test& test) {
  std::vector<SeenOutcome> result;
  for (const Node& element : node.elements()) {
    result.push_back(outcome(element, test));
    const std::size_t last = result.size() - 1;
    if (last > 0 && !(result[last - 1].values < result[last].values)) {
      throw Wrong{element.at, "outcomes are not in increasing order of their values"};
    }
  }
  return result;
}

Environment environment(const Node& node) {
  if (!node.json.is_object()) node.fail("an object with the parameters");
  Environment result;
  for (const auto& [name, value] : node.json.items()) {
    if (!knob_named(name)) throw Wrong{node.at, "there is no parameter `" + name + '`'};
  }
  for (std::size_t knob = 0; knob < knobs; ++knob) {
    result.values[knob] = node[std::string(environment_parameters()[knob].name)].small_count();
  }
  if (const auto wrong = problem(result)) throw Wrong{node.at, *wrong};
  return result;
}

EnvironmentResult environment_result(const Node& node) {
  node.only({"id", "params", "launches", "executed", "seconds", "counts"});
  return {node["id"].small_count(), environment(node["params"]),
          node["launches"].count(), node["executed"].count(),
          node["seconds"].number(), node["counts"].list([](const Node& c) { return c.count(); })};
}

// Sums that cannot wrap around: every term is compared with what is left.
void subtract(std::uint64_t& left, std::uint64_t amount, const std::string& at) {
  if (amount > left) throw Wrong{at, "more is counted than totals.executed says"};
  left -= amount;
}

void check_sums(const Result& result) {
  std::uint64_t left = result.executed;
  for (std::size_t i = 0; i < result.outcomes.size(); ++i) {
    subtract(left, result.outcomes[i].count, "outcomes[" + std::to_string(i) + "].count");
  }
  subtract(left, result.out_of_bound, "totals.out_of_bound");
  subtract(left, result.overflow, "totals.overflow");
  left = result.executed;
  for (std::size_t i = 0; i < result.environments.size(); ++i) {
    const EnvironmentResult& run = result.environments[i];
    const std::string at = "envs[" + std::to_string(i) + ']';
    subtract(left, run.executed, at + ".executed");
    if (run.counts.size() != result.outcomes.size()) {
      throw Wrong{at + ".counts", "expected a count for each of the outcomes"};
    }
    std::uint64_t here = run.executed;
    for (std::size_t c = 0; c < run.counts.size(); ++c) {
      subtract(here, run.counts[c], at + ".counts[" + std::to_string(c) + ']');
      if (run.counts[c] > result.outcomes[c].count) {
        throw Wrong{at + ".counts[" + std::to_string(c) + ']', "more than in all environments"};
      }
    }
    const auto same = [&](const EnvironmentResult& other) { return other.id == run.id; };
    const auto end = result.environments.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(result.environments.begin(), end, same)) {
      throw Wrong{at + ".id", "another environment has this number"};
    }
  }
}

Test embedded_test(const Node& line) {
  Test test;
  try {
    test = read(line["litmus"].text(), line["test"].text());
  } catch (const InputError& error) {
    throw Wrong{"litmus",
                "line " + std::to_string(error.line) + ", column " + std::to_string(error.column) +
                    " of the test: " + error.message,
                error.suggestion};
  }
  const std::string name = line["test"].text();
  if (test.name != name) {
    throw Wrong{"test", "the test is called " + test.name + ", not " + name};
  }
  const std::string own = hash(test);
  if (own != line["hash"].text()) {
    throw Wrong{"hash", "the test has the hash " + own + ", not " + line["hash"].text(),
                "the text of the test was changed, or another version of the program wrote this"};
  }
  return test;
}

void read_totals(const Node& node, Result& result) {
  node.only(
      {"launches", "executed", "not_run", "out_of_bound", "overflow", "seconds", "rate_per_s"});
  result.launches = node["launches"].count();
  result.executed = node["executed"].count();
  result.not_run = node["not_run"].count();
  result.out_of_bound = node["out_of_bound"].count();
  result.overflow = node["overflow"].count();
  result.seconds = node["seconds"].number();
  static_cast<void>(node["rate_per_s"].number());
}

Result result_of(const Node& line) {
  if (!line.json.is_object() || line["schema"].json != result_schema) {
    line["schema"].fail('"' + std::string(result_schema) + '"');
  }
  line.only({"schema", "test", "hash", "litmus", "profile", "status", "reason", "sibling", "device",
             "toolchain", "seed", "started", "command", "totals", "outcomes", "envs",
             "stationarity"});
  Result result;
  result.test = embedded_test(line);
  result.litmus = line["litmus"].text();
  result.hash = line["hash"].text();
  result.profile = line["profile"].word(profile_named, "\"as-written\" or \"pinned\"");
  result.status = line["status"].word(status_named, "a status, such as \"ok\"");
  result.reason = line["reason"].text();
  result.sibling = line["sibling"].optional([](const Node& node) {
    node.only({"test", "hash"});
    return Sibling{node["test"].text(), node["hash"].text()};
  });
  result.device = line["device"].optional(device);
  result.toolchain =
      line["toolchain"].optional([&](const Node& node) { return toolchain(node, result.test); });
  result.seed = line["seed"].count();
  result.started = line["started"].text();
  result.command = line["command"].text();
  read_totals(line["totals"], result);
  result.outcomes = outcomes(line["outcomes"], result.test);
  result.environments = line["envs"].list(environment_result);
  result.stationarity = line["stationarity"].optional([](const Node& node) {
    node.only({"ks_p"});
    return node["ks_p"].number();
  });
  if (result.executed > 0 && !result.device) {
    throw Wrong{"device", "something was executed, so there was a device"};
  }
  check_sums(result);
  return result;
}

Json json_of(std::string_view text, const std::string& path, std::uint32_t number) {
  try {
    return parse_json(text, path, "each line is one result");
  } catch (const InputError& error) {
    throw InputError(path, {number, error.column}, error.message, error.suggestion);
  }
}

Result read_line(std::string_view text, const std::string& path, std::uint32_t number) {
  try {
    const Json json = json_of(text, path, number);
    return result_of({json, ""});
  } catch (const Wrong& wrong) {
    throw InputError(path, {number, 1}, (wrong.at.empty() ? "" : wrong.at + ": ") + wrong.message,
                     wrong.advice);
  }
}

}  // namespace

std::vector<Result> read_results(std::string_view text, const std::string& path) {
  std::vector<Result> results;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    results.push_back(read_line(line, path, number));
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
