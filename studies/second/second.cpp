#include "studies/second/second.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "answers/default_machine.hpp"
#include "answers/failure.hpp"
#include "answers/findings/asking.hpp"
#include "answers/findings/findings.hpp"
#include "answers/side_search.hpp"
#include "litmus/language/dialect.hpp"

namespace opexplore::second {
namespace {

bool is_order_open(const Finding& finding) {
  return std::ranges::any_of(finding.accesses, [](const Access& access) {
    return !access.order && access.kind != AccessKind::atomic;
  });
}

std::vector<Reading> readings_of_race(const Finding& finding) {
  std::vector<Reading> readings(1);
  std::string& taken = readings.front().taken;
  if (!finding.between_known) {
    taken = finding.sees_barriers
                ? finding.tool + " says that no barrier was between; it does not see other orders"
                : "nothing is between that orders the two";
  }
  const bool open = is_order_open(finding);
  if (open) taken += (taken.empty() ? "" : "; ") + std::string("the accesses are plain");
  if (!finding.between_known && !is_one_instruction(finding)) {
    const auto& [first, second] = finding.accesses;
    const bool apart = !finding.shared && !(first.block && first.block == second.block);
    readings.push_back({.taken = apart ? "the first publishes (release), and the second waits for "
                                         "that (acquire)"
                                       : "a barrier of the block is between",
                        .handed_over = true});
  }
  if (open) readings.push_back({.taken = "both are volatile", .strong = true});
  return readings;
}

std::vector<Reading> readings_of_barrier(const Finding& finding) {
  constexpr std::string_view ended = "the others have returned",
                             elsewhere = "others are at another barrier",
                             waiting = "others wait for what comes behind the barrier";
  const auto reading = [&](Others others, std::string_view text) {
    return Reading{.taken = std::string(text), .others = others};
  };
  std::vector<Reading> all{reading(Others::elsewhere, elsewhere), reading(Others::waiting, waiting),
                           reading(Others::ended, ended)};
  if (finding.others != Others::unknown) {
    std::erase_if(all, [&](const Reading& one) { return one.others != finding.others; });
  }
  return all;
}

std::vector<Reading> readings_of(const Finding& finding) {
  if (finding.kind == Finding::Kind::race) return readings_of_race(finding);
  if (finding.kind == Finding::Kind::barrier) return readings_of_barrier(finding);
  return {Reading{}};
}

// What the loads can read, by the outcomes.
std::vector<std::string> loads_of(const AnsweredTest& run) {
  std::vector<std::string> result;
  const Test& test = run.asked.test;
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    const auto* const term = std::get_if<RegisterTerm>(&test.observables[i]);
    if (term == nullptr) continue;
    std::set<Value> values;
    for (const AnsweredOutcome& outcome : run.answer.outcomes) values.insert(outcome.values[i]);
    std::string text;
    for (const Value value : values) {
      text += (text.empty()                ? ""
               : value == *values.rbegin() ? " or "
                                           : ", ") +
              std::to_string(value);
    }
    if (!text.empty())
      result.push_back(name_of_thread(test.program, term->thread) + " reads " + text);
  }
  return result;
}

void explore(Explored& one, const ExploreOptions& given) {
  const kernel::Facts& facts = one.program.facts;
  const Question question{.pairing = one.pairing,
                          .test = one.program.test,
                          .dialect = native_dialect(Language::ptx),
                          .termination = &one.ends,
                          .kernel = &facts,
                          .sources = facts.sources};
  ExploreOptions options = given;
  const Deadline deadline = deadline_of(given);
  auto answered = ask_with_witnesses_of_bugs(question, options, deadline);
  if (auto* const failure = std::get_if<Failure>(&answered)) {
    one.refusal = describe(*failure);
    return;
  }
  one.run.emplace(std::get<AnsweredTest>(std::move(answered)));
  add_findings(*one.run, in_time(options, deadline));
  one.loads = loads_of(*one.run);
}

constexpr std::string_view not_modelled =
    "what it is about is not modelled: barriers in shared memory, asynchronous copies, clusters "
    "and "
    "tensor cores";

// Whether somebody has to look at the source before there is an answer.
bool hangs_on_more(const Opinion& opinion) {
  const Finding& finding = *opinion.finding;
  if (finding.kind == Finding::Kind::race && (finding.between_known || finding.sees_barriers)) {
    return false;
  }
  return std::ranges::any_of(opinion.readings, &Explored::has_bug) &&
         std::ranges::any_of(opinion.readings, &Explored::is_fine);
}

// Whether one of the bugs is what the tool has told.
bool is_told(const Opinion& opinion) {
  const bool race = opinion.finding->kind == Finding::Kind::race;
  return std::ranges::any_of(
      opinion.readings.front()->run->answer.findings->bugs, [&](const Bug& bug) {
        return race == (bug.kind == BugKind::data_race || bug.kind == BugKind::same_value);
      });
}

void conclude(Opinion& opinion) {
  using Verdict = Opinion::Verdict;
  const Explored& told = *opinion.readings.front();
  if (hangs_on_more(opinion)) {
    opinion.verdict = Verdict::depends;
  } else if (told.has_bug()) {
    opinion.verdict = is_told(opinion) ? Verdict::happens : Verdict::other;
    opinion.code = code_of(*told.run->answer.findings, true);
  } else if (told.is_fine()) {
    opinion.verdict = Verdict::harmless;
    opinion.code = ExitCode::complete;
  } else {
    opinion.why_not = !told.refusal.empty() ? told.refusal
                      : told.run->answer.coverage.complete()
                          ? "not all that is asked was answered"
                          : "not everything was explored: " + told.run->answer.coverage.reason;
    if (told.run) opinion.code = worse(opinion.code, code_of(told.run->answer.coverage.incomplete));
  }
}

Opinion opinion_on(const Finding& finding, const Pairing& pairing, const std::string& report,
                   const ExploreOptions& given) {
  Opinion opinion;
  opinion.finding = &finding;
  if (finding.kind == Finding::Kind::not_modelled) {
    opinion.why_not = not_modelled;
    return opinion;
  }
  for (const Reading& reading : readings_of(finding)) {
    opinion.readings.push_back(
        std::make_unique<Explored>(reading, pairing, program_of(finding, reading, report)));
    explore(*opinion.readings.back(), given);
  }
  conclude(opinion);
  return opinion;
}

}  // namespace

Explored::Explored(Reading read, Pairing asked, kernel::LaunchedKernel launched)
    : reading(std::move(read)),
      pairing(std::move(asked)),
      program(std::move(launched)),
      ends(kernel_termination(program.facts)) {}

bool Explored::is_fine() const {
  return run && !has_bug() && !run->answer.findings->incomplete && run->answer.coverage.complete();
}

std::string_view name_of(Opinion::Verdict verdict) {
  switch (verdict) {
    case Opinion::Verdict::happens:
      return "happens";
    case Opinion::Verdict::other:
      return "other";
    case Opinion::Verdict::depends:
      return "depends";
    case Opinion::Verdict::harmless:
      return "harmless";
    case Opinion::Verdict::not_answered:
      return "not-answered";
  }
  return {};
}

std::vector<Opinion> second_opinions(const Report& report, const ExploreOptions& explore) {
  const Pairing pairing = with_data_races(chosen_pairing({default_machine(), {}, {}, {}}, {}));
  std::vector<Opinion> opinions;
  for (const Finding& finding : report.all) {
    opinions.push_back(opinion_on(finding, pairing, report.path, explore));
  }
  return opinions;
}

ExitCode code_of(const std::vector<Opinion>& opinions) {
  ExitCode code = ExitCode::complete;
  for (const Opinion& opinion : opinions) code = worse(code, opinion.code);
  return code;
}

}  // namespace opexplore::second
