// Every kind of JSON document with every kind of damage: refused with a place, and never a crash.
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "answers/machine_choice.hpp"
#include "litmus/language/reader.hpp"
#include "studies/repair/document.hpp"
#include "studies/repair/fix.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/results.hpp"
#include "tests/studies/traced.hpp"
#include "tests/tools/document_kinds.hpp"

namespace opexplore::testing {
namespace {

struct Sample {
  DocumentKind kind;
  Json good;
  /// Pointers to members that may be missing; the elements of lists are /0.
  std::set<std::string> optional;
  /// What may hold anything, or members of any name.
  std::set<std::string> open;

  std::string text(const Json& json) const {
    return kind.name == "results" ? json.dump() : json.dump(1);  // a result is a line
  }
  std::string text() const { return text(good); }
};

Json small_table() {
  return Json::parse(R"json({
    "$schema": "s", "name": "t", "summary": "s", "version": "v", "source": "o", "arch": "a",
    "scopes": {"block": "cta"},
    "groups": [{"operation": "load", "widths": [8, 32], "scope": "device", "source": "o",
                "version": "v",
                "entries": {"relaxed": ["ld.relaxed.{scope} {destination}, [{address}]"]}},
               {"operation": "cas", "rule": "max", "entries": {"relaxed":
                ["atom.cas.relaxed.gpu {destination}, [{address}], {expected}, {value}"]}}]})json");
}

Json small_launch() {
  return Json::parse(R"json({
    "$schema": "s", "name": "two", "variables": {"v": {"location": "w", "initial": 3}},
    "kernels": [{"kernel": "a", "grid": [2, 3], "block": 64, "gpu": 1,
                 "threads": [{"block": [1, 2], "thread": 32, "cta": 7, "gpu": 0, "warp": 1}],
                 "parameters": [{"location": "y", "count": 4, "width": 8, "initial": [1, 2]},
                                {"results": ["r0", "r12"], "width": 8}]}],
    "condition": "exists (x=1)"})json");
}

Json small_observations() {
  return Json::parse(R"json({
    "source": "a paper", "models": "whatever",
    "hardware": [{"table": "1", "config": "D-warp:S-cta (mixed regions)", "test": "SB",
                  "observed": {"new_b": 3, "new_c": 4}, "note": "seen", "loads": ".cg",
                  "regions": {"x": "shared", "y": "global"}, "stores": ".cg"}]})json");
}

Json small_environments() {
  return Json::parse(R"json({
    "schema": "opexplore-environments/1",
    "environments": [{"params": {"warps": 16, "stride": 64}, "score": 1}]})json");
}

Json small_suite() {
  const Test test = read(passing("MP"), "MP");
  hardware::Suite suite = hardware::generate_suite({test}, {}).suite;
  suite.entries.front().cubin_file = "a.cubin";
  return Json::parse(hardware::suite_text(suite));
}

Json small_traces() {
  const std::string litmus =
      "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, -1 ;\nexists (x=-1)\n";
  return traced(*find_machine("sc"), read(litmus, "t"));
}

Json small_costs() {
  return Json::parse(R"json({"ld.acquire": {"gpu": 12}, "fence.proxy": {"alias": 60}})json");
}

Json small_change() {
  const SpelledTest spelled = read_spelled(
      "PTX t\n{ x=0; c @ constant aliases x; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n"
      " cold.weak r0, c ;\nexists (0:r0=0)\n",
      "t");
  repair::FixQuestion question;
  question.machine = chosen_machine("ptx-proxy", {});
  return repair::fix_document(repair::fix(spelled.test, question), question, spelled, reading_tool);
}

Sample sample_of(const DocumentKind& kind) {
  if (kind.name == "table") {
    return {kind,
            small_table(),
            {"/$schema", "/scopes", "/scopes/block", "/groups/0/widths", "/groups/0/scope",
             "/groups/0/source", "/groups/0/version", "/groups/0/entries/relaxed",
             "/groups/1/entries/relaxed"},
            {"/$schema"}};
  }
  if (kind.name == "launch") {
    const std::string grid = "/kernels/0/";
    return {kind,
            small_launch(),
            {"/$schema",
             "/name",
             "/variables",
             "/variables/v",
             "/variables/v/initial",
             "/kernels",
             grid + "kernel",
             grid + "grid",
             grid + "block",
             grid + "gpu",
             grid + "threads",
             grid + "threads/0/block",
             grid + "threads/0/thread",
             grid + "threads/0/cta",
             grid + "threads/0/gpu",
             grid + "threads/0/warp",
             grid + "parameters",
             grid + "parameters/0/count",
             grid + "parameters/0/width",
             grid + "parameters/0/initial",
             grid + "parameters/1/width"},
            {"/$schema"}};
  }
  if (kind.name == "results") {
    return {kind,
            hardware::json_result(result_of(passing("MP"), {{{0, 0}, {5}}, {{1, 0}, {2}}})),
            {},
            {}};
  }
  if (kind.name == "observations") {
    return {kind,
            small_observations(),
            {"/models", "/hardware/0/note", "/hardware/0/loads", "/hardware/0/stores",
             "/hardware/0/observed/new_b", "/hardware/0/observed/new_c", "/hardware/0/regions/x",
             "/hardware/0/regions/y"},
            {"", "/models"}};
  }
  if (kind.name == "environments") {
    return {
        kind,
        small_environments(),
        {"/environments/0/params/warps", "/environments/0/params/stride", "/environments/0/score"},
        {"", "/environments/0", "/environments/0/score"}};
  }
  if (kind.name == "suite") {
    return {kind, small_suite(), {"/tests/0/roles", "/tests/0/kernel", "/tests/0/cubin"}, {}};
  }
  if (kind.name == "costs") {
    const std::set<std::string> rows{"/ld.acquire", "/fence.proxy"};
    std::set<std::string> optional{"/ld.acquire/gpu", "/fence.proxy/alias"};
    optional.insert(rows.begin(), rows.end());
    return {kind, small_costs(), optional, {}};
  }
  if (kind.name == "change") {
    // How much it took to find it is not known.
    return {kind, small_change(), {}, {}};
  }
  return {kind, small_traces(), {}, {}};
}

// Nothing if it is read. A refusal must have the path, a message, and a place in the text.
std::optional<std::string> refusal(const DocumentKind& kind, const std::string& text) {
  const std::string path = kind.name == "suite" ? "folder/suite.json" : "f.json";
  try {
    kind.read(text, path);
  } catch (const InputError& error) {
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 1;
    INFO(error.what());
    CHECK(error.path == path);
    CHECK_FALSE(error.message.empty());
    CHECK(error.line >= 1);
    CHECK(error.line <= lines);
    CHECK(error.column >= 1);
    CHECK(error.column <= text.size() + 1);
    return error.what();
  }
  return std::nullopt;
}

void check_document_refused(const Sample& sample, const std::string& text,
                            const std::string& says = "") {
  INFO(text.substr(0, 2000));
  const std::optional<std::string> message = refusal(sample.kind, text);
  REQUIRE(message);
  CHECK_THAT(*message, Catch::Matchers::Contains(says));
}

// Calls visit for every value but the outermost.
void for_each_value(const Json& json, const Json::json_pointer& at,
                    const std::function<void(const Json::json_pointer&)>& visit) {
  if (!at.empty()) visit(at);
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) for_each_value(value, at / name, visit);
  } else if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) for_each_value(json[i], at / i, visit);
  }
}

Json with(Json json, const Json::json_pointer& at, Json value) {
  json[at] = std::move(value);
  return json;
}

std::string first_replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

const std::string mark = "a mark that is replaced";

}  // namespace

TEST_CASE("documents: good ones of every kind are read", "[documents]") {
  for (const DocumentKind& kind : document_kinds) {
    const Sample sample = sample_of(kind);
    INFO(kind.name << '\n' << sample.text());
    CHECK(refusal(kind, sample.text()) == std::nullopt);
    CHECK(refusal(kind, ' ' + sample.text() + "\n\n") == std::nullopt);
    for (const std::string& pointer : sample.optional) {
      CHECK(sample.good.contains(Json::json_pointer(pointer)));
    }
  }
}

TEST_CASE("documents: what is no JSON is refused, whatever the kind", "[documents]") {
  for (const DocumentKind& kind : document_kinds) {
    const Sample sample = sample_of(kind);
    INFO(kind.name);
    const std::string text = sample.text();
    for (std::size_t length = 1; length < text.size(); length += 1 + text.size() / 300) {
      check_document_refused(sample, text.substr(0, length), "this is no JSON: ");
    }
    for (const std::string& more :
         std::vector<std::string>{"x", " {}", ",", "]", "\"", std::string(1, '\0')}) {
      check_document_refused(sample, text + more, "this is no JSON: ");
    }
    check_document_refused(sample, "\xff\xfe" + text, "this is no JSON: ");
    check_document_refused(sample, first_replaced(text, "\":", "\xff\":"), "this is no JSON: ");
    check_document_refused(sample, first_replaced(text, "{", "{,"), "this is no JSON: ");
    check_document_refused(sample, "// remark\n" + text, "this is no JSON: ");
    // There is no place in a file without a result.
    if (kind.name != "results") {
      check_document_refused(sample, "", "this is no JSON: ");
      check_document_refused(sample, " \n ", "this is no JSON: ");
    }
    std::string deep;
    for (int i = 0; i < 200'000; ++i) deep += "{\"a\":";
    check_document_refused(sample, deep, "nested too deeply");
    check_document_refused(sample, std::string(200'000, '['), "nested too deeply");
    check_document_refused(sample, text + std::string(200'000, '['), "this is no JSON: ");
  }
}

TEST_CASE("documents: other values than the right ones are refused, whatever the kind",
          "[documents]") {
  for (const DocumentKind& kind : document_kinds) {
    const Sample sample = sample_of(kind);
    INFO(kind.name);
    for (const std::string other : {"[]", "{}", "null", "true", "7", "\"text\""}) {
      check_document_refused(sample, other);
    }
    for_each_value(sample.good, Json::json_pointer(), [&](const Json::json_pointer& at) {
      INFO(at.to_string());
      const std::string marked = sample.text(with(sample.good, at, mark));
      const auto put = [&](const std::string& value) {
        return first_replaced(marked, '"' + mark + '"', value);
      };
      check_document_refused(sample, put("1e999"), "is too large");
      check_document_refused(sample, put(std::string(200'000, '[')), "nested too deeply");
      check_document_refused(sample, put("{\"a\": 1, \"a\": 2}"), "'a' is given twice");
      if (sample.open.contains(at.to_string())) return;
      check_document_refused(sample, put("{\"no such member\": [null]}"));
      check_document_refused(sample, put("[[]]"));
      check_document_refused(sample, put(sample.good[at].is_boolean() ? "7" : "true"));
    });
  }
}

TEST_CASE("documents: members are those of the kind", "[documents]") {
  for (const DocumentKind& kind : document_kinds) {
    const Sample sample = sample_of(kind);
    INFO(kind.name);
    const auto check_members = [&](const Json::json_pointer& at) {
      INFO(at.to_string());
      if (!at.empty() && sample.good[at.parent_pointer()].is_object()) {
        Json less = sample.good;
        less[at.parent_pointer()].erase(at.back());
        if (!sample.optional.contains(at.to_string()))
          check_document_refused(sample, sample.text(less));
      }
      if (!sample.good[at].is_object()) return;
      const Json more = with(sample.good, at / mark, nullptr);
      if (!sample.open.contains(at.to_string())) check_document_refused(sample, sample.text(more));
      for (const auto& [name, value] : sample.good[at].items()) {
        const std::string twice = first_replaced(sample.text(more), mark, name);
        check_document_refused(sample, twice, "'" + name + "' is given twice");
      }
    };
    check_members(Json::json_pointer());
    for_each_value(sample.good, Json::json_pointer(), check_members);
  }
}

}  // namespace opexplore::testing
