#include "export/drawings.hpp"

#include <sstream>
#include <type_traits>

#include "export/dot.hpp"
#include "export/lasso_dot.hpp"
#include "export/witnesses.hpp"

namespace opexplore {

FormatResult dot_part(const AnsweredTest& run, const OutputOptions& options) {
  std::ostringstream out;
  for_each_answer(run, [&](const TestAnswer& answer, const Semantics& semantics) {
    const BadEnds ends{options.check_deadlock, answer.outcomes.empty(),
                       options.check_races || answer.looked_for_data_races};
    for_each_witness(run.test, answer, options, ends, [&](const auto& witness, const auto&) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(witness)>, Trace>) {
        write_dot(out, run.test, witness, name_of(semantics), why_of(answer, witness),
                  race_of(answer, witness));
      } else {
        write_dot(out, run.test, witness, name_of(semantics));
      }
    });
  });
  for (const Forbidden& forbidden : run.forbidden) {
    if (forbidden.explanation.prohibitions.empty()) continue;
    const axioms::Prohibition& first = forbidden.explanation.prohibitions.front();
    write_dot(out, run.test, first.execution,
              forbidden.model + ", forbidden by " + axioms_text(forbidden.explanation));
  }
  if (run.termination) write_termination_dot(out, run.test, *run.termination);
  return FormatPart(out.str());
}

}  // namespace opexplore
