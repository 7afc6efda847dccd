// What is asked: of whom, what must not be, and where the search begins.
#include <utility>

#include "answers/refusal.hpp"
#include "explorer/explore.hpp"
#include "opmodel/synchronisation.hpp"
#include "studies/repair/fix.hpp"
#include "studies/repair/of_kernel.hpp"

namespace opexplore::repair {
namespace {

LevelOrder level_order(const ChosenMachine& machine) {
  const auto rules = machine.entry->synchronisation;
  return {rules == nullptr || rules(machine.options).fence_sc_orders};
}

Direction direction_of(Task task) {
  switch (task) {
    case Task::repair:
      return Direction::stronger;
    case Task::weaken:
      return Direction::weaker;
    case Task::optimise:
      return Direction::both;
  }
  return Direction::both;
}

// Of the least level of each point: what all others have within them, of which there is one.
Assignment bottom_of(const std::vector<Point>& points) {
  return Assignment(points.size(), std::uint8_t{0});
}

// No data race, and no outcome but those of interleavings that the property does not exclude.
std::variant<Property, NotKnown> by_interleavings(const Property& wanted,
                                                  const FixQuestion& question) {
  const ChosenMachine sc{"sc", find_machine("sc"), {}};
  if (sc.entry == nullptr || sc.entry->refusal(wanted.asked, {})) {
    return NotKnown{"its interleavings are not known"};
  }
  auto found = observed(wanted, sc, question.explore);
  if (auto* const unknown = std::get_if<NotKnown>(&found)) return std::move(*unknown);
  const auto& seen = std::get<Observed>(found);
  Property property = by_outcomes(seen, not_excluded(seen));
  property.races = wanted.races;
  return property;
}

Failure failure_at(const Test& test, const std::string& message, std::optional<SourcePlace> place,
                   std::string suggestion) {
  Failure failure{message, test.path, 0, 0, std::move(suggestion)};
  if (place) {
    failure.line = place->line;
    failure.column = place->column;
  }
  return failure;
}

}  // namespace

std::string_view to_string(Task task) {
  switch (task) {
    case Task::repair:
      return "repair";
    case Task::weaken:
      return "weaken";
    case Task::optimise:
      return "optimise";
  }
  return {};
}

std::string_view to_string(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::changed:
      return "changed";
    case Conclusion::nothing_to_do:
      return "nothing to do";
    case Conclusion::no_change:
      return "no change";
    case Conclusion::interleaving:
      return "interleaving";
    case Conclusion::undecided:
      return "undecided";
    case Conclusion::cancelled:
      return "cancelled";
  }
  return {};
}

std::optional<std::string> refusal_of(const ChosenMachine& machine) {
  const std::string name(machine.entry->name);
  if (name != "ptx" && name != "ptx-proxy" && name != "ptx-async") {
    return "of machine " + name +
           " it is not known that what is stronger makes nothing else possible; ptx-proxy, ptx and "
           "ptx-async can be asked";
  }
  const auto reading = machine.options.settings.find("ptx-reading");
  if (reading == machine.options.settings.end() || reading->second != "cuda") return std::nullopt;
  return "the reading cuda is about data races, which no change here mends; isa and dat3m can be "
         "asked";
}

std::optional<Failure> refusal_of(const Test& test, const FixQuestion& question) {
  if (test.program.language != Language::ptx) {
    return failure_at(test,
                      "the test is written in " + std::string(to_string(test.program.language)) +
                          ", and only orders and fences of PTX are changed",
                      program_start, "opmap compile makes PTX of C++");
  }
  if (question.kernel != nullptr) {
    if (auto refusal = refusal_of_kernel(test, question)) return refusal;
  }
  if (const auto refusal = question.machine.entry->refusal(test, question.machine.options)) {
    return machine_refusal(test, question.machine.name, *refusal);
  }
  return std::nullopt;
}

FixAnswer unanswered(const Test& test, const FixQuestion& question) {
  FixAnswer answer;
  answer.test = test;
  answer.cost = question.costs.of(test.program);
  answer.kernel = question.kernel;
  if (question.kernel != nullptr) answer.remarks = remarks_of(*question.kernel);
  Moves moves = question.moves;
  if (question.kernel != nullptr) moves.in_other_sizes = in_other_sizes(test, *question.kernel);
  answer.points =
      points_of(test, moves, direction_of(question.task), level_order(question.machine));
  return answer;
}

std::variant<Property, NotKnown> property_of(const Test& test, const FixQuestion& question) {
  Property wanted = by_condition(test, question.kernel);
  const bool asks_for_races = question.kernel != nullptr && !question.condition_only;
  if (asks_for_races) wanted.races.emplace();
  if (asks_for_races && !question.moves.plain_stays) return by_interleavings(wanted, question);
  if (question.task == Task::repair || question.condition_only) return wanted;
  auto found = observed(wanted, question.machine, question.explore);
  if (auto* const unknown = std::get_if<NotKnown>(&found)) return std::move(*unknown);
  const auto& seen = std::get<Observed>(found);
  if (question.task == Task::weaken) return by_outcomes(seen, seen.outcomes);
  Property better = by_outcomes(seen, not_excluded(seen));
  if (asks_for_races) better.races = wanted.races;
  return better;
}

std::vector<std::vector<Cost>> extra_costs(const FixAnswer& answer, const FixQuestion& question) {
  std::vector<std::vector<Cost>> extra = prices(answer.test, answer.points, question.costs);
  for (std::size_t p = 0; p < extra.size(); ++p) {
    const Cost now = extra[p][answer.points[p].now];
    for (Cost& cost : extra[p]) cost -= now;
  }
  return extra;
}

SearchQuestion search_question(const FixAnswer& answer, const FixQuestion& question) {
  return {.points = answer.points,
          .prices = prices(answer.test, answer.points, question.costs),
          .bottom = bottom_of(answer.points),
          .preference = question.preference,
          .all_minimal = question.all_minimal,
          .most_found = question.most_found,
          .judge = {},
          .stopped = {}};
}

}  // namespace opexplore::repair
