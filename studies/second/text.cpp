#include "studies/second/text.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <string_view>
#include <utility>

#include "export/columns.hpp"
#include "export/kernel_text.hpp"

namespace opexplore::second {
namespace {

void write_item(std::ostream& out, const std::string& word, const std::string& text) {
  write_wrapped(out, "  " + padded(word, 5), text);
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    text += (text.empty() ? "" : std::string(between)) + part;
  }
  return text;
}

// "block 0, thread 37": along x alone where there is nothing else.
std::string index_text(const kernel::Triple& index) {
  if (index.y == 0 && index.z == 0) return std::to_string(index.x);
  return '(' + std::to_string(index.x) + ',' + std::to_string(index.y) + ',' +
         std::to_string(index.z) + ')';
}

std::string what_of(const Finding& finding) {
  if (finding.kind != Finding::Kind::race) {
    const Access& at = finding.accesses[0];
    const std::string place = to_string(at.at);
    return finding.told + (place.empty() ? "" : " at " + place) +
           (at.block && at.thread
                ? ", block " + index_text(*at.block) + ", thread " + index_text(*at.thread)
                : "");
  }
  std::string text = finding.told;
  std::string_view before = ": ";
  for (const Access& access : finding.accesses) {
    const std::string place = to_string(access.at);
    text += std::string(before) + std::string(name_of(access.kind)) +
            (place.empty() ? "" : " at " + place);
    before = " and ";
  }
  return text;
}

std::string head_of(const Report& report, const Finding& finding) {
  const std::string tool = finding.tool + (finding.severity.empty() ? "" : ' ' + finding.severity);
  const bool is_named =
      finding.accesses[0].at.file.empty() && !finding.accesses[0].at.function.empty();
  return report.path + ':' + std::to_string(finding.place.line) + ": " + tool + ", " +
         what_of(finding) +
         (finding.count > 1 ? " (" + std::to_string(finding.count) + " times)" : "") +
         (finding.kernel.empty() || is_named ? "" : ", in " + finding.kernel);
}

std::string verdict_text(const Opinion& opinion) {
  switch (opinion.verdict) {
    case Opinion::Verdict::happens:
      return "It can happen.";
    case Opinion::Verdict::other:
      return "It cannot happen as it is told, but something else can.";
    case Opinion::Verdict::depends:
      return "Whether it can happen hangs on what nobody has told.";
    case Opinion::Verdict::harmless:
      return "It cannot happen.";
    case Opinion::Verdict::not_answered:
      return "Not answered: " + opinion.why_not + '.';
  }
  return {};
}

// What another reading comes to, in a line.
std::string short_verdict(const Explored& explored) {
  if (!explored.run) return "not answered: " + explored.refusal;
  std::vector<std::string> said;
  for (const Bug& bug : explored.run->answer.findings->bugs) said.push_back(bug.title);
  if (!explored.has_bug()) said.push_back(fine_text(*explored.run));
  said.push_back(joined(explored.loads, ", "));
  return joined(said, "; ");
}

void write_opinion(std::ostream& out, const Report& report, const Opinion& opinion, bool explain) {
  write_wrapped(out, "", head_of(report, *opinion.finding));
  out << verdict_text(opinion) << "\n\n";
  if (opinion.readings.empty()) return;
  const Explored& told = *opinion.readings.front();
  if (told.run) {
    write_findings(out, *told.run, explain, false);
    if (!told.has_bug() && !told.loads.empty()) {
      write_item(out, "", joined(told.loads, ", "));
    }
  }
  if (!told.reading.taken.empty()) write_item(out, "if", told.reading.taken);
  for (std::size_t i = 1; i < opinion.readings.size(); ++i) {
    const Explored& other = *opinion.readings[i];
    write_item(out, "else", other.reading.taken + ": " + short_verdict(other));
  }
  out << '\n';
}

}  // namespace

void write_opinions(std::ostream& out, const Report& report, const std::vector<Opinion>& opinions,
                    bool explain) {
  for (const Opinion& opinion : opinions) write_opinion(out, report, opinion, explain);
  using Verdict = Opinion::Verdict;
  constexpr std::array<std::pair<Verdict, std::string_view>, 5> words = {
      {{Verdict::happens, "can happen"},
       {Verdict::other, "wrong in another way"},
       {Verdict::depends, "hang on more"},
       {Verdict::harmless, "cannot happen"},
       {Verdict::not_answered, "not answered"}}};
  std::vector<std::string> counts;
  for (const auto& [verdict, word] : words) {
    const auto count = std::ranges::count(opinions, verdict, &Opinion::verdict);
    if (count > 0) counts.push_back(std::to_string(count) + ' ' + std::string(word));
  }
  out << opinions.size() << (opinions.size() == 1 ? " finding" : " findings")
      << (counts.empty() ? "" : ": ") << joined(counts, ", ") << '\n';
}

}  // namespace opexplore::second
