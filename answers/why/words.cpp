#include "answers/why/words.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "answers/places.hpp"
#include "answers/why/checklist.hpp"
#include "answers/why/graph.hpp"
#include "opmodel/place_text.hpp"

namespace opexplore::why_parts {
namespace {

Phrase valued(AddressId address, Value value) {
  return Phrase(Phrase::OfAddress{address}) + "=" + std::to_string(value);
}

std::string line_of(const Test& test, ThreadId thread, InstructionId instruction) {
  return line_text(instruction_of(test.program, thread, instruction));
}

// "P0 wrote x=1 (line 3)".
Phrase wrote(const Test& test, const NamedWrite& write) {
  if (!write.thread) return valued(write.address, write.value) + " is the initial value";
  return Phrase(Phrase::OfThread{*write.thread}) + " wrote " + valued(write.address, write.value) +
         " (" + line_of(test, *write.thread, write.instruction) + ")";
}

NamedWrite named(const Happening& happening, EventNumber event) {
  const Happened& one = happening.events[event];
  return {one.thread, one.instruction, one.address, one.written};
}

NamedWrite source_of(const Happening& happening, EventNumber read) {
  const Happened& one = happening.events[read];
  if (one.reads_from != no_event) return named(happening, one.reads_from);
  return {std::nullopt, 0, one.address, one.read};
}

// Which rows a read lacks, in a few words.
Phrase lacking(const Happening& happening, const std::vector<WhyRow>& rows) {
  Phrase text;
  for (const WhyRow& row : rows) {
    if (row.status != RowStatus::missing) continue;
    text += (text.empty() ? "; missing: " : ", ") + Phrase(to_string(row.kind)) + " at " +
            line_of(*happening.test, row.thread, row.instruction) + " of " +
            Phrase::OfThread{row.thread};
  }
  return text;
}

class Reasons {
 public:
  Reasons(const Happening& happening, const Rules& rules, const std::vector<Fallacy>& found)
      : happening_(happening), rules_(rules), found_(found), graph_(happening) {}

  Phrase of(EventNumber read) const {
    const Happened& event = happening_.events[read];
    const Test& test = *happening_.test;
    const Phrase what =
        Phrase(Phrase::OfThread{event.thread}) + " reads " + valued(event.address, event.read);
    for (const Fallacy& fallacy : found_) {
      for (const Blamed& blamed : fallacy.blamed) {
        if (blamed.event != read) continue;
        return sentence_of(test, culprit_of(happening_, blamed)) +
               lacking(happening_, checklist(happening_, rules_, fallacy.cycle));
      }
    }
    std::optional<EventNumber> newer;
    for (EventNumber write = 0; write < happening_.events.size(); ++write) {
      if (!happening_.overwrites(read, write)) continue;
      const auto path = graph_.path(write, read, Along::time);
      if (path) {
        Path cycle = *path;
        cycle.push_back({Link::from_read, read, write});
        return what + " although " + wrote(test, named(happening_, write)) +
               lacking(happening_, checklist(happening_, rules_, joined(cycle)));
      }
      newer = write;
    }
    if (!newer) return what + ": no write follows it in coherence order";
    return what + ": " + wrote(test, named(happening_, *newer)) +
           ", which nothing puts before this read";
  }

 private:
  const Happening& happening_;
  const Rules& rules_;
  const std::vector<Fallacy>& found_;
  Graph graph_;
};

}  // namespace

Culprit culprit_of(const Happening& happening, const Blamed& blamed) {
  const Happened& event = happening.events[blamed.event];
  Culprit culprit{event.thread,  event.instruction, event.step, blamed.fault,
                  event.address, event.read,        {},         {}};
  if (blamed.fault == Fault::too_early) {
    culprit.value = event.written;
    culprit.step = event.write_step;
  } else {
    culprit.source = source_of(happening, blamed.event);
  }
  if (blamed.instead != no_event) culprit.instead = named(happening, blamed.instead);
  return culprit;
}

Phrase sentence_of(const Test& test, const std::vector<Violation>& violations) {
  Phrase text;
  for (const Violation& violation : violations) {
    for (const Culprit& culprit : violation.culprits) {
      text += text.empty() ? "" : "; and ";
      if (culprit.step != 0) text += "step " + std::to_string(culprit.step) + ", ";
      text += sentence_of(test, culprit);
    }
  }
  if (text.empty()) return "every read is of the newest write: this is an interleaving";
  return text;
}

std::vector<ReadReason> read_reasons(const Happening& happening, const Rules& rules,
                                     const std::vector<Fallacy>& found) {
  const Reasons reasons(happening, rules, found);
  std::vector<ReadReason> result;
  for (EventNumber event = 0; event < happening.events.size(); ++event) {
    if (!happening.events[event].reads) continue;
    const bool blamed = std::ranges::any_of(found, [&](const Fallacy& fallacy) {
      return std::ranges::find(fallacy.blamed, event, &Blamed::event) != fallacy.blamed.end();
    });
    if (!blamed && rules.kind != Rules::Kind::ptx) continue;
    result.push_back({happening.events[event].step, reasons.of(event)});
  }
  std::ranges::sort(result, {}, &ReadReason::step);
  return result;
}

}  // namespace opexplore::why_parts

namespace opexplore {

Phrase sentence_of(const Test& test, const Culprit& culprit) {
  const Instruction& at = instruction_of(test.program, culprit.thread, culprit.instruction);
  const std::string line = line_text(at);
  const Phrase what = Phrase(Phrase::OfThread{culprit.thread}) + (line.empty() ? "" : " ") + line +
                      " `" + at.text + "`";
  const Phrase value = why_parts::valued(culprit.address, culprit.value);
  const NamedWrite instead = culprit.instead.value_or(NamedWrite{});
  switch (culprit.fault) {
    case Fault::stale:
      return what + " reads " + value + " although " + why_parts::wrote(test, instead);
    case Fault::too_new:
      return what + " reads " + value + ", but " + why_parts::wrote(test, instead) +
             " behind what follows from this read";
    case Fault::too_early:
      return what + " writes " + value + ", but comes before what it follows in coherence order: " +
             why_parts::wrote(test, instead);
    case Fault::lost:
      return what + " reads " + value + " although " + why_parts::wrote(test, instead) +
             " before its own write";
  }
  return what;
}

}  // namespace opexplore
