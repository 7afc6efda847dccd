#include "studies/repair/verify.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include "answers/machine_axioms.hpp"
#include "answers/machine_choice.hpp"
#include "answers/refusal.hpp"
#include "answers/semantics.hpp"
#include "answers/settings.hpp"
#include "axioms/recording.hpp"
#include "export/outcome_text.hpp"
#include "export/trace_json.hpp"
#include "litmus/input/documents/document.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/words.hpp"
#include "studies/repair/document.hpp"
#include "studies/repair/fix.hpp"
#include "studies/repair/places.hpp"
#include "studies/repair/text.hpp"

namespace opexplore::repair {
namespace {

using documents::Document;
using documents::Node;

// Something in the document is not so.
struct Refused {
  std::string why;
};

template <class Enum, std::size_t count>
Enum named(const Node& node, const std::array<Enum, count>& all, std::string_view what) {
  return node.word(
      [&](std::string_view word) -> std::optional<Enum> {
        const auto found =
            std::ranges::find_if(all, [&](Enum one) { return repair::to_string(one) == word; });
        return found == all.end() ? std::nullopt : std::optional(*found);
      },
      what);
}

std::vector<NamedPlace> places_of(const Node& node) {
  return node.list(
      [](const Node& place) {
        return place.word([](std::string_view text) { return place_named(text); }, "a place");
      },
      "places");
}

Moves moves_of(const Node& node) {
  Moves moves;
  moves.accesses = moves.fences = moves.proxy_fences = false;
  for (const Node move : node["moves"].elements("the moves")) {
    switch (named(move, std::array{PointKind::access, PointKind::fence, PointKind::proxy_fence},
                  "a move")) {
      case PointKind::access:
        moves.accesses = true;
        break;
      case PointKind::fence:
        moves.fences = true;
        break;
      case PointKind::proxy_fence:
        moves.proxy_fences = true;
        break;
    }
  }
  moves.one_sided = node["one_sided"].boolean();
  for (const Node scope : node["scopes"].elements("the scopes")) {
    moves.scopes.insert(
        scope.word([](std::string_view word) { return find_word<Scope>(word); }, "a scope"));
  }
  moves.keep = places_of(node["keep"]);
  moves.only = places_of(node["only"]);
  moves.allow_weak = node["allow_weak"].boolean();
  return moves;
}

ChosenMachine machine_of(const Node& node) {
  std::string name = node["name"].nonempty_text("the name of a machine");
  MachineOptions options;
  for (const Node setting : node["settings"].members("the settings")) {
    options.settings[std::string(setting.name())] = setting.nonempty_text("a value");
  }
  const MachineEntry* const entry = find_machine(name);
  if (entry == nullptr) node["name"].fail("there is no machine " + name);
  if (node["version"].nonempty_text("the version of the machine") != entry->version) {
    node["version"].fail("this is version " + std::string(entry->version) + " of the machine");
  }
  try {
    ChosenMachine machine = chosen_machine(name, options);
    if (const auto refusal = refusal_of(machine)) node["name"].fail(*refusal);
    return machine;
  } catch (const UsageError& error) {
    node["settings"].fail(error.what());
  }
}

FixQuestion question_of(const Node& root) {
  const Node node = root["question"];
  FixQuestion question;
  question.machine = machine_of(root["machine"]);
  question.task =
      named(node["task"], std::array{Task::repair, Task::weaken, Task::optimise}, "a task");
  question.moves = moves_of(node);
  const Node costs = node["costs"];
  costs.require_object("a table of costs");
  question.costs.read(costs.compact(), "costs");
  const std::string preference = node["prefer"].text();
  if (preference != "cost" && preference != "edits") node["prefer"].fail_expected("cost or edits");
  question.preference = preference == "edits" ? Preference::edits : Preference::cost;
  question.all_minimal = node["all"].boolean();
  question.most_found = node["limit"].whole<std::size_t>("a whole number");
  question.condition_only = node["condition_only"].boolean();
  return question;
}

class Verification {
 public:
  Verification(const Node& root, const std::string& path) : root_(root), path_(path) {}

  std::string run() {
    question_ = question_of(root_);
    read_test();
    answer_ = unanswered(test_, question_);
    if (json_points(answer_, question_) != root_["points"].json()) {
      throw Refused{"the points are not those of the test"};
    }
    if (root_["cost"].whole<Cost>() != answer_.cost) throw Refused{"the program costs another sum"};
    find_property();
    check_proof();
    check_fixes();
    return statement();
  }

 private:
  void read_test() {
    const Node node = root_["test"]["text"];
    try {
      test_ = read(node.nonempty_text("the text of the test"), path_);
    } catch (const InputError& error) {
      node.fail(std::string("the test cannot be read: ") + error.what());
    }
    if (const auto refusal = refusal_of(test_, question_)) node.fail(refusal->message);
  }

  void find_property() {
    auto found = property_of(test_, question_);
    if (const auto* const unknown = std::get_if<NotKnown>(&found)) throw Refused{unknown->why};
    answer_.property = std::get<Property>(std::move(found));
  }

  Assignment levels_of(const Node& node) const {
    Assignment levels;
    std::size_t p = 0;
    for (const Node name : node.elements("the levels of all points")) {
      if (p == answer_.points.size()) node.fail("there are more levels than points");
      const Point& point = answer_.points[p++];
      const std::string wanted = name.text();
      const auto found = std::ranges::find_if(
          point.levels, [&](const Level& level) { return name_of(point.kind, level) == wanted; });
      if (found == point.levels.end()) name.fail("the point has no level '" + wanted + "'");
      levels.push_back(static_cast<std::uint8_t>(found - point.levels.begin()));
    }
    if (levels.size() != answer_.points.size()) node.fail("there are fewer levels than points");
    return levels;
  }

  void check_proof() {
    const Node proof = root_["proof"];
    SearchResult& result = answer_.search;
    for (const Node found : proof["found"].elements()) result.found.push_back(levels_of(found));
    if (result.found.empty()) throw Refused{"nothing was found, so there is nothing to prove"};
    for (const Node one : proof["insufficient"].elements()) {
      result.insufficient.push_back(levels_of(one["levels"]));
      check_end(one["end"], result.insufficient.back());
    }
    if (!proof["undecided"].elements().empty() || !proof["complete"].boolean()) {
      throw Refused{"the search came to no end, so that cheaper ones may be left"};
    }
    const SearchQuestion search = search_question(answer_, question_);
    if (!is_covered(search, result)) {
      throw Refused{
          "there is a change that is cheaper, or as cheap, which nothing shows to be "
          "insufficient"};
    }
    Judge judge(answer_.property, answer_.points, question_.machine, question_.explore);
    for (const Assignment& levels : result.found) {
      if (!question_.all_minimal &&
          price_of(search, levels) != price_of(search, result.found.front())) {
        throw Refused{"what was found is not equally cheap"};
      }
      const Changed program = changed(answer_.property.asked, answer_.points, levels);
      if (judge(levels) != Judgement::enough) throw Refused{"what was found is not enough"};
      if (axioms_say(answer_.property, program, question_.machine, question_.explore) ==
          AxiomsSay::otherwise) {
        throw Refused{"the axioms do not find good what was found"};
      }
    }
  }

  // An execution of the program with these levels that is bad.
  void check_end(const Node& node, const Assignment& levels) {
    if (node.is_null()) throw Refused{"of an insufficient change there is no execution"};
    const Changed program = changed(answer_.property.asked, answer_.points, levels);
    if (node["outcome"].is_null()) {
      const Judge judge(answer_.property, answer_.points, question_.machine, question_.explore);
      if (judge.judged(program) == Judgement::insufficient) return;
      throw Refused{"a change that is said to race does not"};
    }
    Test test = answer_.property.asked;
    test.program = program.test.program;
    const MachineEntry& machine = *question_.machine.entry;
    const Replayed replayed = machine.replay(test, options_of(node["switched"]), steps_of(node));
    if (replayed.refused || replayed.end != TraceEnd::final) {
      throw Refused{"the machine does not take the steps of an insufficient change: step " +
                    std::to_string(replayed.refused.value_or(replayed.trace.steps.size()) + 1)};
    }
    if (!decides(test, replayed.outcome)) {
      throw Refused{"the steps of an insufficient change end in " +
                    outcome_text(test, replayed.outcome) + ", which is good"};
    }
    if (outcome_text(test, replayed.outcome) != node["outcome"].text()) {
      throw Refused{"the steps of an insufficient change end otherwise than it says"};
    }
    if (const auto model = implemented_model(question_.machine)) {
      by_axioms_ += execution_of(*model, test, replayed.trace) ? 1 : 0;
    }
  }

  MachineOptions options_of(const Node& node) const {
    MachineOptions options = question_.machine.options;
    for (const Node name : node.elements("switches")) {
      const auto found = std::ranges::find(document_switches, name.text(), &Reduction::name);
      if (found == document_switches.end()) name.fail("there is no such switch");
      options.*found->enabled = !(options.*found->enabled);
    }
    return options;
  }

  std::vector<Step> steps_of(const Node& end) const {
    const std::span<const Rule> rules = question_.machine.entry->rules;
    return end["steps"].list([&](const Node& node) {
      std::vector<Node> parts;
      for (const Node part : node.elements("a step")) parts.push_back(part);
      if (parts.size() != 3) node.fail("a step is a rule, a thread and an argument");
      const std::string name = parts[0].text("a rule");
      const auto rule = std::ranges::find(rules, name, &Rule::name);
      if (rule == rules.end()) parts[0].fail("the machine has no rule '" + name + "'");
      const auto thread = parts[1].whole<ThreadId>("a thread");
      if (thread >= test_.program.threads.size()) parts[1].fail("there is no such thread");
      return Step{static_cast<std::uint8_t>(rule - rules.begin()), thread,
                  parts[2].whole<std::uint16_t>("an argument")};
    });
  }

  // What is told of them has to be what was found.
  void check_fixes() {
    for (const Node fix : root_["fixes"].elements()) {
      Assignment levels = assignment_now(answer_.points);
      for (const Node change : fix["changes"].elements()) {
        const auto p = change["point"].whole<std::size_t>("a point");
        if (p >= levels.size()) change["point"].fail("there is no such point");
        const std::string wanted = change["to"].text();
        const Point& point = answer_.points[p];
        std::size_t level = 0;
        while (level < point.levels.size() &&
               text_at(answer_, point, static_cast<std::uint8_t>(level)) != wanted) {
          ++level;
        }
        if (level == point.levels.size()) change["to"].fail("the point has no such level");
        levels[p] = static_cast<std::uint8_t>(level);
      }
      const auto& found = answer_.search.found;
      if (std::ranges::find(found, levels) == found.end()) {
        throw Refused{"a change is told that was not found"};
      }
      const Changed program = changed(test_, answer_.points, levels);
      if (fix["cost"].whole<Cost>() != question_.costs.of(program.test.program)) {
        throw Refused{"a change is told to cost another sum"};
      }
    }
  }

  std::string statement() const {
    const std::size_t maxima = answer_.search.insufficient.size();
    const std::size_t found = answer_.search.found.size();
    return test_.name + ": " + std::to_string(found) + (found == 1 ? " is" : " are") + " enough; " +
           std::to_string(maxima) +
           (maxima == 1 ? " insufficient assignment covers" : " insufficient assignments cover") +
           " all that is " + (question_.all_minimal ? "not above them" : "cheaper or as cheap") +
           " (" + std::to_string(by_axioms_) + " of their executions also by the axioms)";
  }

  const Node& root_;
  const std::string& path_;
  FixQuestion question_;
  Test test_;
  FixAnswer answer_;
  std::size_t by_axioms_ = 0;
};

}  // namespace

Verified verify_document(std::string_view text, const std::string& path) {
  const Document document(text, path, {.wording = documents::Wording::path});
  const Node root = document.root();
  root.require_object("a document of opfix");
  if (root["schema_version"].whole<int>() != fix_schema_version) {
    root["schema_version"].fail("expected schema version " + std::to_string(fix_schema_version));
  }
  try {
    return {true, Verification(root, path).run()};
  } catch (const Refused& refused) {
    return {false, refused.why};
  }
}

}  // namespace opexplore::repair
