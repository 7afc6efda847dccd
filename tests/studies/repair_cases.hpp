// Programs and questions of the tests of repairs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/reader.hpp"
#include "studies/repair/fix.hpp"
#include "studies/repair/text.hpp"
#include "tests/oracle/litmus_text.hpp"

namespace opexplore::testing {

inline SpelledTest spelled_test(std::string_view threads, std::string_view condition,
                                std::string_view declarations = "x=0; y=0;") {
  return read_spelled(oracle::litmus_text("short", declarations, threads, condition), "short");
}

inline repair::FixQuestion fix_question(repair::Task task,
                                        const std::string& machine = "ptx-proxy") {
  repair::FixQuestion question;
  question.task = task;
  question.machine = chosen_machine(machine, {});
  question.explore.max_states = 1'000'000;
  question.sensitivity = false;
  return question;
}

/// What changes, a text for each fix: "P0 line 9: st.release.gpu y, 1; …".
inline std::vector<std::string> changes_of(const repair::FixAnswer& answer) {
  std::vector<std::string> all;
  for (const repair::Fix& fix : answer.fixes) {
    std::string text;
    for (std::size_t p = 0; p < answer.points.size(); ++p) {
      const repair::Point& point = answer.points[p];
      if (fix.levels[p] == point.now) continue;
      text += (text.empty() ? "" : "; ") + repair::place_name(answer, point) + ": " +
              repair::text_at(answer, point, fix.levels[p]);
    }
    all.push_back(text);
  }
  return all;
}

}  // namespace opexplore::testing
