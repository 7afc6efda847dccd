#include <algorithm>
#include <map>
#include <sstream>

#include "export/columns.hpp"
#include "export/why_text.hpp"
#include "litmus/language/writer.hpp"
#include "mappings/report.hpp"
#include "mappings/report_parts.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::mappings {

namespace {

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string line, out;
  while (std::getline(lines, line)) out += line.empty() ? "\n" : "    " + line + "\n";
  return out;
}

void write_counts(std::ostream& out, const CheckTitle& title, const TableReport& report) {
  out << plural(title.size, "test") << ": " << report.count(Finding::sound) << " sound, "
      << report.count(Finding::unsound) << " unsound, " << report.count(Finding::undefined)
      << " undefined (data race), " << report.count(Finding::uncovered) << " not covered";
  for (const Finding rare : {Finding::refused, Finding::incomplete, Finding::unseen}) {
    if (report.count(rare) > 0) out << ", " << report.count(rare) << ' ' << to_string(rare);
  }
  out << '\n';
  if (!report.first_gap.empty()) out << "  first gap: " << report.first_gap << '\n';
  if (!report.incomplete.empty()) out << "  incomplete: " << report.incomplete << '\n';
}

void write_entries(std::ostream& out, const TableReport& report) {
  std::size_t width = 0;
  for (const Entry& entry : report.table.entries) {
    width = std::max(width, to_string(entry).size());
  }
  for (std::size_t e = 0; e < report.entries.size(); ++e) {
    const EntryReport& entry = report.entries[e];
    if (entry.verdict == EntryReport::Verdict::unused) continue;
    out << "  " << padded(to_string(report.table.entries[e]), width) << "  " << verdict_text(entry);
    if (entry.counterexample) out << ", counterexample " << *entry.counterexample + 1;
    out << '\n';
    for (const Template& enough : entry.enough) {
      out << "  " << padded("", width) << "    not needed on these " << plural(entry.tests, "test")
          << " (" << listed(entry.families) << "): the weaker `" << to_string(enough)
          << "` passes them too\n";
    }
  }
  const auto remark = [&](const char* what, const std::string& text) {
    if (!text.empty()) out << "  " << what << ": " << text << '\n';
  };
  remark("no test", untested_text(report));
  remark("refused by the compiler", refused_text(report));
  remark("assumed", assumed_text(report));
}

void write_trace(std::ostream& out, const Counterexample& example) {
  if (example.trace.steps.empty()) return;
  out << "  trace of " << example.trace_machine << ":\n";
  std::size_t number = 0;
  for (const TraceStep& step : example.trace.steps) {
    out << "    " << ++number << "  " << thread_name(step.step.thread);
    const auto& instructions = example.compiled.program.threads[step.step.thread].instructions;
    if (step.instruction && *step.instruction < instructions.size()) {
      out << "  " << instructions[*step.instruction].text;
    }
    out << "  [" << step.rule << "]";
    if (!step.arguments.empty()) out << "  " << step.arguments;
    out << '\n';
    if (!step.reason.empty()) out << "         " << step.reason << '\n';
  }
  if (!example.why) return;
  std::ostringstream text;
  write_why(text, example.compiled, *example.why);
  out << indented(text.str());
}

}  // namespace

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string counterexample_text(const Counterexample& example, std::size_t number) {
  std::ostringstream out;
  out << "Counterexample " << number << ": " << example.source.name << "\n  " << example.sentence
      << "\n";
  if (!example.disagreement.empty()) {
    out << "  INTERNAL ERROR: machine and axioms disagree: " << example.disagreement << '\n';
  } else if (example.bounded) {
    out << "  The axioms agree, as far as they looked: loops were cut.\n";
  } else {
    out << "  The axioms of both sides agree.\n";
  }
  out << "  source:\n"
      << indented(write(example.source)) << "  compiled:\n"
      << indented(write(example.compiled));
  write_trace(out, example);
  if (!example.kept.empty()) out << "  kept: " << listed(example.kept) << '\n';
  if (example.events.empty()) return out.str();
  out << "  the source forbids this execution:\n";
  for (const std::string& event : example.events) out << "    " << event << '\n';
  out << "    " << example.relations << '\n';
  return out.str();
}

std::string title_of(const Side& side) {
  std::string text(side.machine->name);
  std::string settings;
  for (const Setting& setting : side.machine->settings) {
    const std::string_view value = value_of(setting, side.options);
    // A switch that is off as usual says nothing.
    if (value == "false" && value == setting.values.front()) continue;
    settings +=
        (settings.empty() ? "" : " ") + std::string(setting.name) + "=" + std::string(value);
  }
  return settings.empty() ? text : text + " (" + settings + ")";
}

std::string verdict_text(const EntryReport& entry) {
  switch (entry.verdict) {
    case EntryReport::Verdict::unused:
      return "not used";
    case EntryReport::Verdict::sound:
      return "sound on " + plural(entry.tests, "test");
    case EntryReport::Verdict::unsound:
      break;
  }
  return "unsound";
}

std::string untested_text(const TableReport& report) {
  const std::vector<EntryId> untested = report.untested();
  std::map<Operation, std::size_t> used, unused;
  for (std::size_t e = 0; e < report.entries.size(); ++e) {
    if (report.entries[e].uses > 0) ++used[report.table.entries[e].operation];
  }
  std::vector<std::string> words;
  for (const EntryId id : untested) {
    const Operation operation = report.table.at(id).operation;
    const bool whole = !used.contains(operation) && report.table.language.empty();
    if (whole && unused[operation]++ > 0) continue;
    words.push_back(whole ? std::string(to_string(operation)) : to_string(id, report.table));
  }
  return listed(words);
}

std::string refused_text(const TableReport& report) {
  std::vector<std::pair<std::string, std::vector<std::string>>> messages;
  for (const Entry& entry : report.table.entries) {
    if (entry.refused.empty() || !is_for_width(entry, report.width)) continue;
    auto found = std::ranges::find(messages, entry.refused, [](const auto& m) { return m.first; });
    if (found == messages.end()) found = messages.insert(found, {entry.refused, {}});
    found->second.push_back(to_string(entry));
  }
  std::string text;
  for (const auto& [message, entries] : messages) {
    text += (text.empty() ? "" : "; ") + listed(entries) + ": " + message;
  }
  return text;
}

std::string assumed_text(const TableReport& report) {
  std::vector<std::string> wider;
  for (std::size_t e = 0; e < report.entries.size(); ++e) {
    const Entry& entry = report.table.entries[e];
    const auto around = [](const Step& step) { return step.extent != Extent::object; };
    if (report.entries[e].uses > 0 && std::ranges::any_of(entry.code.steps, around)) {
      wider.push_back(to_string(entry));
    }
  }
  if (wider.empty()) return "";
  return "a half word or word around an object stands for the object, though PTX gives no order to "
         "accesses of different sizes that overlap: " +
         listed(wider);
}

std::string text_report(const CheckTitle& title, const TableReport& report) {
  std::ostringstream out;
  out << "Table " << titled(report.table) << ": " << title.source << " -> " << title.target << ", "
      << title.tests << '\n';
  write_counts(out, title, report);
  write_entries(out, report);
  for (std::size_t i = 0; i < report.counterexamples.size(); ++i) {
    out << '\n' << counterexample_text(report.counterexamples[i], i + 1);
  }
  return out.str();
}

std::string text_report(const std::vector<ComparedTables>& all) {
  std::string text;
  for (const ComparedTables& compared : all) {
    for (const TableReport& report : compared.reports) {
      text += (text.empty() ? "" : "\n") + text_report(compared.title, report);
    }
  }
  return text;
}

std::array<KeptTest, 2> kept_tests(const Counterexample& example, const CheckOptions& options) {
  const auto kept = [&](Test test) {
    if (example.race.empty()) {
      test.comments.push_back("allowed by " + title_of(options.target) + ", forbidden by " +
                              title_of(options.source));
    }
    test.comments.push_back(example.sentence);
    return KeptTest{test.name, write(test)};
  };
  return {kept(example.source), kept(example.compiled)};
}

}  // namespace opexplore::mappings
