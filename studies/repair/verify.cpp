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
#include "studies/replay/trace_difference.hpp"

namespace opexplore::repair {
namespace {

using documents::Document;
using documents::Node;

// Something in the document is not so.
struct Refused {
  std::string why;
  SourcePlace place;
};

[[noreturn]] void refuse(const Node& node, const std::string& why) {
  throw Refused{node.pointer() + ": " + why, node.place()};
}

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
  moves.accesses = moves.fences = moves.proxy_fences = moves.waits = false;
  for (const Node move : node["moves"].elements("the moves")) {
    switch (named(
        move,
        std::array{PointKind::access, PointKind::fence, PointKind::proxy_fence, PointKind::wait},
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
      case PointKind::wait:
        moves.waits = true;
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
  try {
    question.costs.read(costs.compact(), "costs");
  } catch (const InputError& error) {
    costs.fail(error.message, error.suggestion);
  }
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
  Verification(const Node& root, const ToolInfo& tool) : root_(root), tool_(tool) {}

  std::string run() {
    question_ = question_of(root_);
    read_test();
    answer_ = unanswered(spelled_.test, question_);
    if (json_points(answer_, question_) != root_["points"].json()) {
      refuse(root_["points"], "they are not those of the test");
    }
    auto property = property_of(spelled_.test, question_);
    if (const auto* const unknown = std::get_if<NotKnown>(&property)) {
      refuse(root_["test"]["text"], unknown->why);
    }
    answer_.property = std::get<Property>(std::move(property));
    check_proof();
    check_told();
    return statement();
  }

 private:
  const Test& test() const { return spelled_.test; }

  void read_test() {
    const Node node = root_["test"]["text"];
    const std::string path = root_["test"]["path"].nonempty_text("the path of the test");
    try {
      spelled_ = read_spelled(node.nonempty_text("the text of the test"), path);
    } catch (const InputError& error) {
      node.fail(std::string("the test cannot be read: ") + error.what());
    }
    if (const auto refusal = refusal_of(test(), question_)) node.fail(refusal->message);
  }

  Assignment levels_of(const Node& node) const {
    Assignment levels;
    std::size_t p = 0;
    for (const Node name : node.elements("the levels of all points")) {
      if (p == answer_.points.size()) node.fail("there are more levels than points");
      const Point& point = answer_.points[p++];
      const std::string wanted = name.text();
      const auto found = std::ranges::find_if(point.levels, [&](const Level& level) {
        return name_of(point.kind, level, test().program, point.thread) == wanted;
      });
      if (found == point.levels.end()) name.fail("the point has no level '" + wanted + "'");
      levels.push_back(static_cast<std::uint8_t>(found - point.levels.begin()));
    }
    if (levels.size() != answer_.points.size()) node.fail("there are fewer levels than points");
    return levels;
  }

  void check_proof() {
    const Node proof = root_["proof"];
    proof.allow_only({"found", "insufficient", "undecided", "complete"}, "a proof");
    SearchResult& result = answer_.search;
    for (const Node found : proof["found"].elements()) result.found.push_back(levels_of(found));
    if (result.found.empty()) refuse(proof["found"], "nothing was found, so nothing is proved");
    for (const Node one : proof["insufficient"].elements()) {
      one.allow_only({"levels", "end"}, "an insufficient assignment");
      result.insufficient.push_back(levels_of(one["levels"]));
      check_end(one["end"], result.insufficient.back());
    }
    if (!proof["undecided"].elements().empty() || !proof["complete"].boolean()) {
      refuse(proof, "the search came to no end, so that cheaper ones may be left");
    }
    if (!is_covered(search_question(answer_, question_), result)) {
      refuse(proof["insufficient"],
             "there is a change that is cheaper, or as cheap, which nothing "
             "shows to be insufficient");
    }
    check_found(proof["found"]);
  }

  void check_found(const Node& list) {
    const SearchQuestion search = search_question(answer_, question_);
    const std::vector<Assignment>& found = answer_.search.found;
    Judge judge(answer_.property, answer_.points, question_.machine, question_.explore);
    std::size_t i = 0;
    for (const Node node : list.elements()) {
      const Assignment& levels = found[i++];
      if (!question_.all_minimal && price_of(search, levels) != price_of(search, found.front())) {
        refuse(node, "it is not as cheap as the first");
      }
      const bool twice = std::ranges::any_of(found, [&](const Assignment& other) {
        return &other != &levels && within(answer_.points, other, levels);
      });
      if (twice) refuse(node, "another one is within it");
      if (judge(levels) != Judgement::enough) refuse(node, "it is not enough");
    }
  }

  // An execution of the program with these levels that is bad.
  void check_end(const Node& node, const Assignment& levels) {
    if (node.is_null()) refuse(node, "there is no execution that shows it");
    node.allow_only({"steps", "switched", "outcome", "undefined"}, "an execution");
    const Changed program = changed(answer_.property.asked, answer_.points, levels);
    const MachineOptions options = options_of(node["switched"]);
    const std::vector<Step> steps = steps_of(node["steps"]);
    Test bad = answer_.property.asked;
    bad.program = program.test.program;
    const Replayed replayed = question_.machine.entry->replay(bad, options, steps);
    if (node["outcome"].is_null()) return check_without_outcome(node, program, replayed);
    if (replayed.refused || replayed.end != TraceEnd::final) {
      refuse(node["steps"], "the machine does not take them to an end");
    }
    const std::string outcome = outcome_text(bad, replayed.outcome);
    if (outcome != node["outcome"].text()) refuse(node["outcome"], "they end in " + outcome);
    if (!decides(bad, replayed.outcome)) refuse(node["outcome"], "it is good");
    if (const auto model = implemented_model(question_.machine)) {
      by_axioms_ += execution_of(*model, bad, replayed.trace) ? 1 : 0;
    }
  }

  // Which accesses race, and what has no meaning, is asked again: steps say too little of it.
  void check_without_outcome(const Node& node, const Changed& program,
                             const Replayed& replayed) const {
    if (replayed.refused) refuse(node["steps"], "the machine does not take them");
    const Judge judge(answer_.property, answer_.points, question_.machine, question_.explore);
    const auto end = judge.bad_end(program);
    const std::optional<Node> undefined = node.find("undefined");
    const std::string told = undefined ? undefined->text() : std::string();
    if (!end || (told.empty() ? !end->race : end->undefined != told)) {
      refuse(node, told.empty() ? "there is no data race" : "it does not end so");
    }
    if (end->trace.steps.size() != replayed.trace.steps.size()) {
      refuse(node["steps"], "they are not those to it");
    }
  }

  MachineOptions options_of(const Node& node) const {
    MachineOptions options = question_.machine.options;
    for (const Node name : node.elements("switches")) {
      const auto found = std::ranges::find(document_switches, name.text(), &Reduction::name);
      // What the machine does with infinite runs is no end.
      if (found == document_switches.end() || found->enabled == &MachineOptions::liveness) {
        name.fail("there is no such switch");
      }
      options.*found->enabled = !(options.*found->enabled);
    }
    return options;
  }

  std::vector<Step> steps_of(const Node& steps) const {
    const std::span<const Rule> rules = question_.machine.entry->rules;
    return steps.list([&](const Node& node) {
      std::vector<Node> parts;
      for (const Node part : node.elements("a step")) parts.push_back(part);
      if (parts.size() != 3) node.fail("a step is a rule, a thread and an argument");
      const std::string name = parts[0].text("a rule");
      const auto rule = std::ranges::find(rules, name, &Rule::name);
      if (rule == rules.end()) parts[0].fail("the machine has no rule '" + name + "'");
      const auto thread = parts[1].whole<ThreadId>("a thread");
      if (thread >= test().program.threads.size()) parts[1].fail("there is no such thread");
      return Step{static_cast<std::uint8_t>(rule - rules.begin()), thread,
                  parts[2].whole<std::uint16_t>("an argument")};
    });
  }

  // All that the document says besides has to be what follows.
  void check_told() {
    auto told = answered(test(), question_, answer_.search);
    if (!told) refuse(root_["test"]["text"], "what the program can do is not known");
    told->asked = root_["programs_explored"].whole<std::uint64_t>("a whole number");
    ToolInfo tool = tool_;
    tool.revision = root_["tool"]["revision"].nonempty_text("a revision");
    const auto expected = fix_document(*told, question_, spelled_, tool, root_["proof"].json());
    if (const auto different = first_difference(root_, expected)) {
      throw Refused{
          different->pointer + ": found " + different->found + ", expected " + different->expected,
          different->place};
    }
  }

  std::string statement() const {
    const std::size_t maxima = answer_.search.insufficient.size();
    const std::size_t found = answer_.search.found.size();
    return test().name + ": " + std::to_string(found) + (found == 1 ? " is" : " are") +
           " enough; " + std::to_string(maxima) +
           (maxima == 1 ? " insufficient assignment covers" : " insufficient assignments cover") +
           " all that is " + (question_.all_minimal ? "not above them" : "cheaper or as cheap") +
           " (" + std::to_string(by_axioms_) + " of their executions also by the axioms)";
  }

  const Node& root_;
  const ToolInfo& tool_;
  FixQuestion question_;
  SpelledTest spelled_;
  FixAnswer answer_;
  std::size_t by_axioms_ = 0;
};

}  // namespace

Verified verify_document(std::string_view text, const std::string& path, const ToolInfo& tool) {
  const Document document(text, path, {.wording = documents::Wording::path});
  const Node root = document.root();
  root.require_object("a document of opfix");
  if (root["schema_version"].whole<int>() != fix_schema_version) {
    root["schema_version"].fail("expected schema version " + std::to_string(fix_schema_version));
  }
  if (!root["kernel"].is_null()) {
    root["kernel"].fail("documents of kernels are not verified: how one is launched is not in them",
                        "opfix finds the same again when it is run again");
  }
  try {
    return {true, Verification(root, tool).run(), {}};
  } catch (const Refused& refused) {
    return {false, refused.why, refused.place};
  }
}

}  // namespace opexplore::repair
