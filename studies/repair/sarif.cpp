#include "studies/repair/sarif.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "export/kernel_text.hpp"
#include "export/sarif.hpp"
#include "opmodel/instruction.hpp"
#include "studies/repair/of_kernel.hpp"
#include "studies/repair/patch.hpp"
#include "studies/repair/text.hpp"

namespace opexplore::repair {
namespace {

using Json = nlohmann::ordered_json;

struct ChangeRule {
  std::string_view id, summary;
};

constexpr ChangeRule fence_missing{"fence-missing", "A fence is missing"};
constexpr ChangeRule fence_redundant{"fence-redundant", "A fence is not needed"};
constexpr ChangeRule proxy_missing{"proxy-fence-missing", "A proxy fence is missing"};
constexpr ChangeRule proxy_redundant{"proxy-fence-redundant", "A proxy fence is not needed"};
constexpr ChangeRule wait_missing{"wait-too-short", "What was issued is not waited for"};
constexpr ChangeRule wait_redundant{"wait-too-long", "More is waited for than needed"};
constexpr ChangeRule too_weak{"order-too-weak", "An order is too weak"};
constexpr ChangeRule too_strong{"order-too-strong", "An order is stronger than needed"};
constexpr ChangeRule too_narrow{"scope-too-narrow", "A scope is too narrow"};
constexpr ChangeRule too_wide{"scope-too-wide", "A scope is wider than needed"};

// What is wrong there, from what it becomes.
const ChangeRule& rule_of(const Point& point, std::uint8_t to) {
  const Level& before = point.levels[point.now];
  const Level& after = point.levels[to];
  const bool less = point.within[to][point.now];
  if (point.kind == PointKind::proxy_fence) return less ? proxy_redundant : proxy_missing;
  if (point.kind == PointKind::wait) return less ? wait_redundant : wait_missing;
  const bool is_fence = point.kind == PointKind::fence;
  if (is_fence && before.order == Order::weak) return fence_missing;
  if (is_fence && after.order == Order::weak) return fence_redundant;
  if (before.order == after.order) return less ? too_wide : too_narrow;
  return less ? too_strong : too_weak;
}

// Whole lines, from the beginning of one to that of another.
Json lines_region(const LineChange& change) {
  return {{"startLine", change.line},
          {"startColumn", 1},
          {"endLine", change.line + change.removed},
          {"endColumn", 1}};
}

Json fix_of(const FixAnswer& answer, const SpelledTest& spelled, const Fix& fix) {
  Json replacements = Json::array();
  const std::string after = changed_text(spelled, answer.points, fix.levels);
  for (const LineChange& change : line_changes(spelled.text, after)) {
    Json replacement{{"deletedRegion", lines_region(change)}};
    if (!change.inserted.empty()) replacement["insertedContent"]["text"] = change.inserted;
    replacements.push_back(std::move(replacement));
  }
  Json changed{{"artifactLocation", {{"uri", sarif::uri_of(answer.test.path)}}},
               {"replacements", std::move(replacements)}};
  return {
      {"description",
       {{"text", "cost " + std::to_string(answer.cost) + " becomes " + std::to_string(fix.cost)}}},
      {"artifactChanges", Json::array({std::move(changed)})}};
}

// The change as one of the source.
std::string in_source_text(const FixAnswer& answer, const Fix& fix, std::size_t point) {
  if (answer.kernel == nullptr) return "";
  Fix alone;
  alone.levels = assignment_now(answer.points);
  alone.levels[point] = fix.levels[point];
  std::string text;
  for (const CodeEdit& edit : source_edits(answer, alone)) {
    for (const std::string& word : edit_cells(edit)) text += (text.empty() ? "; " : " ") + word;
  }
  return text;
}

// What happens with less, if the place has a reason.
std::string because(const FixAnswer& answer, const Fix& fix, std::size_t point) {
  for (const Reason& reason : fix.reasons) {
    if (reason.point != point || reason.sentence.empty()) continue;
    return "; with " + text_at(answer, answer.points[point], reason.level) + ", " +
           told(answer, reason.sentence);
  }
  return "";
}

}  // namespace

Json sarif_document(const FixAnswer& answer, const FixQuestion& question,
                    const SpelledTest& spelled) {
  sarif::Run run;
  Json fixes = Json::array();
  const bool changes = answer.conclusion == Conclusion::changed;
  if (changes && !is_compiled(answer)) {
    for (const Fix& fix : answer.fixes) fixes.push_back(fix_of(answer, spelled, fix));
  }
  for (std::size_t p = 0; changes && p < answer.points.size(); ++p) {
    const Point& point = answer.points[p];
    const Fix& fix = answer.fixes.front();
    if (fix.levels[p] == point.now) continue;
    const ChangeRule& rule = rule_of(point, fix.levels[p]);
    run.add_rule({{"id", rule.id}, {"shortDescription", {{"text", rule.summary}}}});
    const Instruction& there =
        answer.test.program.threads[point.thread].instructions[point.instruction];
    const bool in_source = is_compiled(answer) && there.code;
    const sarif::FilePlace place = in_source ? sarif::FilePlace{there.code->file, there.code->place}
                                             : sarif::FilePlace{answer.test.path, there.place};
    Json result = sarif::result(
        {std::string(rule.id), question.task == Task::repair ? "error" : "note",
         sarif::message_text(place_name(answer, point) + ": " + text_at(answer, point, point.now) +
                             " becomes " + text_at(answer, point, fix.levels[p]) +
                             in_source_text(answer, fix, p) + because(answer, fix, p)),
         sarif::location(place)});
    if (!fixes.empty()) result["fixes"] = fixes;
    run.add(std::move(result));
  }
  return sarif::document(run.finish({{"name", "opfix"}}));
}

}  // namespace opexplore::repair
