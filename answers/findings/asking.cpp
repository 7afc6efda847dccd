#include "answers/findings/asking.hpp"

#include <utility>

#include "answers/findings/findings.hpp"
#include "answers/findings/vocabulary.hpp"

namespace opexplore {
namespace {

bool ended_early(const AnsweredTest& run) {
  const auto is_wish = [](Incomplete reason) {
    return reason == Incomplete::time || reason == Incomplete::interrupted;
  };
  return is_wish(run.answer.coverage.incomplete) ||
         (run.answer.termination && is_wish(run.answer.termination->coverage.incomplete));
}

}  // namespace

TerminationQuestion kernel_termination(const kernel::Facts& facts) {
  const Vocabulary& words = vocabulary(facts.language);
  TerminationQuestion question;
  question.promises = {parse_promise(words.all_there), parse_promise(words.ordinary)};
  question.brief = true;
  return question;
}

std::variant<AnsweredTest, Failure> ask_with_witnesses_of_bugs(const Question& question,
                                                               ExploreOptions& explore,
                                                               const Deadline& deadline) {
  std::variant<AnsweredTest, Failure> first = ask(question, in_time(explore, deadline));
  const auto* const run = std::get_if<AnsweredTest>(&first);
  const bool enough =
      question.kernel == nullptr || run == nullptr || explore.traces != Traces::none;
  if (enough || !has_bugs(*run) || ended_early(*run)) return first;
  explore.traces = Traces::witness;
  explore.large.resume = true;  // what was searched is there
  std::variant<AnsweredTest, Failure> second = ask(question, in_time(explore, deadline));
  const auto* const shown = std::get_if<AnsweredTest>(&second);
  return shown != nullptr && ended_early(*shown) ? std::move(first) : std::move(second);
}

}  // namespace opexplore
