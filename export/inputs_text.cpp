#include "export/inputs_text.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <sstream>
#include <utility>

#include "export/columns.hpp"
#include "export/kernel_text.hpp"
#include "litmus/kernels/launch_word.hpp"

namespace opexplore {
namespace {

using kernel::InputCase;
using kernel::InputValue;

// Labels that are longer have a line of their own.
constexpr std::size_t widest_label = 30;

// "0..2, 4": the values in their order, numbers that follow each other as ranges of three or more.
std::string values_text(const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    const auto first = kernel::number_in(values[i]);
    while (first && end < values.size() &&
           kernel::number_in(values[end]) == *first + static_cast<Value>(end - i)) {
      ++end;
    }
    if (end - i < 3) end = i + 1;
    text += (text.empty() ? "" : ", ") + values[i];
    if (end > i + 1) text += ".." + values[end - 1];
    i = end;
  }
  return text;
}

// Launches by their values from some input on. Launches that agree in all later inputs are told
// together.
struct Rest {
  std::vector<std::string> values;  // of the first input
  std::string text;                 // of the others
};

std::string text_from(std::size_t input, const std::vector<const InputCase*>& cases) {
  if (input == cases.front()->values.size()) return {};
  std::vector<std::pair<std::string, std::vector<const InputCase*>>> by_value;
  for (const InputCase* const one : cases) {
    const std::string& value = one->values[input].value;
    auto known =
        std::ranges::find_if(by_value, [&](const auto& each) { return each.first == value; });
    if (known == by_value.end()) known = by_value.insert(known, {value, {}});
    known->second.push_back(one);
  }
  std::vector<Rest> rests;
  for (const auto& [value, members] : by_value) {
    const std::string text = text_from(input + 1, members);
    auto known = std::ranges::find(rests, text, &Rest::text);
    if (known == rests.end()) known = rests.insert(known, {{}, text});
    known->values.push_back(value);
  }
  std::string all;
  for (const Rest& rest : rests) {
    all += (all.empty() ? "" : "; ") + cases.front()->values[input].name + " = " +
           values_text(rest.values) + (rest.text.empty() ? "" : " and " + rest.text);
  }
  return all;
}

bool is_bug(ExitCode code) {
  return code != ExitCode::complete && code != ExitCode::incomplete &&
         code != ExitCode::wrong_input && code != ExitCode::timed_out &&
         code != ExitCode::cancelled;
}

std::size_t case_to_tell(const std::vector<ReportedCase>& cases) {
  const auto bug = std::ranges::find_if(cases, is_bug, &ReportedCase::code);
  if (bug != cases.end()) return static_cast<std::size_t>(bug - cases.begin());
  const auto open = std::ranges::find_if(
      cases, [](ExitCode code) { return code != ExitCode::complete; }, &ReportedCase::code);
  return open == cases.end() ? 0 : static_cast<std::size_t>(open - cases.begin());
}

// Launches that found the same.
struct Group {
  const ReportedCase* first = nullptr;
  std::vector<const InputCase*> cases;
  ShownResults results;  // of any of them
};

// Numbers as numbers, and texts behind them.
bool is_before(const std::string& a, const std::string& b) {
  const auto first = kernel::number_in(a), second = kernel::number_in(b);
  if (first && second) return *first < *second;
  return first.has_value() || (!second && a < b);
}

void add_results(const ShownResults& more, ShownResults& results) {
  for (const auto& [place, values] : more) {
    auto known = std::ranges::find(results, place, &ShownResults::value_type::first);
    if (known == results.end()) known = results.insert(known, {place, {}});
    for (const std::string& value : values) {
      const bool there = std::ranges::find(known->second, value) != known->second.end();
      if (!there) known->second.push_back(value);
    }
    std::ranges::stable_sort(known->second, is_before);
  }
}

std::vector<Group> groups_of(const std::vector<ReportedCase>& cases, std::vector<bool>& tells) {
  std::vector<Group> groups;
  for (const ReportedCase& one : cases) {
    auto known = std::ranges::find_if(groups, [&](const Group& group) {
      return group.first->code == one.code && group.first->report.lines == one.report.lines &&
             group.first->report.assumed == one.report.assumed;
    });
    tells.push_back(known == groups.end());
    if (known == groups.end()) known = groups.insert(known, {&one, {}, {}});
    known->cases.push_back(&one.inputs);
    add_results(one.report.results, known->results);
  }
  return groups;
}

void write_group(std::ostream& out, const Group& group, std::size_t width, bool with_assumed) {
  const std::string label = inputs_text(group.cases);
  std::vector<std::string> lines = group.first->report.lines;
  const std::string& assumed = group.first->report.assumed;
  if (with_assumed && !assumed.empty()) lines.push_back("if   " + assumed);
  if (!group.results.empty()) lines.push_back("     possible  " + joined_results(group.results));
  bool first = true;
  if (label.size() > width) {
    write_wrapped(out, "  ", label);
    first = false;
  }
  for (const std::string& line : lines) {
    const std::string margin =
        "  " + padded(std::exchange(first, false) ? label : "", width) + "  " + line.substr(0, 5);
    write_wrapped(out, margin, line.substr(5));
  }
}

// Of several shapes the one that it was explored as is not said.
std::string title_of(const std::string& title, bool shapes) {
  constexpr std::string_view explored = ", explored";
  const std::size_t at = shapes ? title.rfind(std::string(explored) + " as ") : title.npos;
  return at == title.npos ? title + ',' : title.substr(0, at + explored.size());
}

}  // namespace

ShortReport short_report(const AnsweredTest& run, Radix radix) {
  const Findings& found = *run.answer.findings;
  ShortReport report{kernel_title(run),
                     {},
                     kernel::sentence_of(run.asked.kernel->assumed),
                     shown_results(run, radix)};
  const auto add_bug = [&](const Bug& bug) {
    const std::string line = "BUG  " + bug.title;
    if (std::ranges::find(report.lines, line) == report.lines.end()) report.lines.push_back(line);
  };
  for (const Bug& bug : found.bugs) add_bug(bug);
  if (run.as_written) {
    for (const Bug& bug : run.as_written->answer.findings->bugs) add_bug(bug);
  }
  const std::string fine = fine_text(run);
  if (!fine.empty()) report.lines.push_back("ok   " + fine);
  if (found.incomplete) report.lines.emplace_back("note not all that is asked was answered");
  if (!run.answer.coverage.complete()) {
    report.lines.push_back("cut  not everything was explored: " + run.answer.coverage.reason);
  }
  return report;
}

ShortReport short_report(const Failure& failure) {
  return {failure.file, {"     not explored: " + describe(failure)}};
}

std::string inputs_text(const std::vector<const InputCase*>& cases) { return text_from(0, cases); }

InputsReport inputs_report(const std::vector<ReportedCase>& cases) {
  InputsReport result;
  result.told = case_to_tell(cases);
  const std::vector<Group> groups = groups_of(cases, result.tells);
  std::vector<const InputCase*> all;
  for (const ReportedCase& one : cases) all.push_back(&one.inputs);
  std::size_t width = 0;
  for (const Group& group : groups) {
    const std::size_t size = inputs_text(group.cases).size();
    if (size <= widest_label) width = std::max(width, size);
  }
  std::ostringstream out;
  const std::string& assumed = groups.front().first->report.assumed;
  const bool alike = std::ranges::all_of(
      groups, [&](const Group& group) { return group.first->report.assumed == assumed; });
  const bool shapes = kernel::has_shapes(cases.front().inputs);
  out << title_of(cases[result.told].report.title, shapes) << " with " << inputs_text(all)
      << "\n\n";
  for (const Group& group : groups) write_group(out, group, width, !alike);
  if (alike && !assumed.empty()) write_wrapped(out, "  if   ", assumed);
  if (shapes) out << "  note of other launches than these nothing is said\n";
  out << '\n';
  const std::string of = inputs_text({&cases[result.told].inputs});
  const bool bug = is_bug(cases[result.told].code);
  out << (groups.size() == 1 && !bug ? "In full with "
          : bug && shapes            ? "The smallest with a bug, "
          : bug                      ? "The first with a bug, "
                                     : "The first, ")
      << of << ":\n\n";
  result.text = out.str();
  return result;
}

}  // namespace opexplore
