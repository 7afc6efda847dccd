#include "export/trace_text.hpp"

#include <algorithm>
#include <ostream>

#include "answers/places.hpp"
#include "export/why_text.hpp"
#include "opmodel/place_text.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/termination.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {
namespace {

void apply(const std::vector<Change>& changes, std::vector<Component>& components) {
  for (const Change& change : changes) {
    const auto found = std::find_if(components.begin(), components.end(),
                                    [&](const Component& c) { return c.name == change.component; });
    if (found == components.end()) {
      if (!change.after.empty()) components.push_back({change.component, change.after});
    } else if (change.after.empty()) {
      components.erase(found);
    } else {
      found->value = change.after;
    }
  }
}

void write_change(std::ostream& out, const Change& change) {
  out << trace_margin;
  if (change.before.empty()) {
    out << "+ " << change.component << ": " << change.after;
  } else if (change.after.empty()) {
    out << "- " << change.component << ": " << change.before;
  } else {
    out << "  " << change.component << ": " << change.before << " → " << change.after;
  }
  out << '\n';
}

void write_components(std::ostream& out, const std::vector<Component>& components) {
  for (const Component& component : components) {
    if (component.value.empty()) continue;  // a thread without registers
    out << trace_margin << "  " << component.name << ": " << component.value << '\n';
  }
}

void write_step(std::ostream& out, const Test& test, const TraceStep& step, std::size_t number,
                TraceDetail detail) {
  const std::string count = std::to_string(number);
  out << std::string(count.size() < 4 ? 4 - count.size() : 0, ' ') << count << "  "
      << thread_name(step.step.thread);
  if (const Instruction* instruction = instruction_of(test.program, step)) {
    out << "  " << placed_text(*instruction);
  }
  out << "  [" << step.rule;
  if (detail == TraceDetail::full && !step.section.empty()) out << ", " << step.section;
  out << ']';
  if (!step.arguments.empty()) out << "  " << step.arguments;
  out << '\n';
}

std::string titled(std::string title, const std::string& version,
                   const std::vector<std::pair<std::string_view, std::string>>& settings) {
  if (!version.empty()) title += ' ' + version;
  if (settings.empty()) return title;
  std::string values;
  for (const auto& [name, value] : settings) {
    values += (values.empty() ? "" : " ") + std::string(name) + '=' + value;
  }
  return title + " (" + values + ')';
}

}  // namespace

std::string machine_title(const Answer& answer) {
  return titled(answer.answered_by, answer.machine_version, answer.settings);
}

std::string last_reason(const Trace& trace) {
  const auto step = std::find_if(trace.steps.rbegin(), trace.steps.rend(),
                                 [](const TraceStep& one) { return !one.reason.empty(); });
  return step == trace.steps.rend() ? std::string() : step->reason;
}

void StepsText::write_initial(const std::vector<Component>& components) {
  out_ << "   0  initial state\n";
  write_components(out_, components);
  components_ = components;
}

void StepsText::write(std::span<const TraceStep> steps) {
  for (const TraceStep& step : steps) {
    write_step(out_, test_, step, ++number_, detail_);
    if (detail_ == TraceDetail::full) {
      apply(step.changes, components_);
      write_components(out_, components_);
    } else {
      for (const Change& change : step.changes) write_change(out_, change);
    }
  }
}

void write_trace(std::ostream& out, const Test& test, const Trace& trace, const TraceTitle& title,
                 TraceDetail detail, const Why* why) {
  out << "Trace of " << test.name << ", " << title.machine << ", to " << title.goal << '\n';
  StepsText text(out, test, detail);
  text.write_initial(trace.initial);
  text.write(trace.steps);
  if (why != nullptr) {
    write_why(out, test, *why);
  } else if (const std::string reason = last_reason(trace); !reason.empty()) {
    out << "Why the last read could return its value: " << reason << '\n';
  }
  out << '\n';
}

}  // namespace opexplore
