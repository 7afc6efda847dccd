// What a run ends with, from what was found.
#include "answers/exit_code.hpp"

#include <variant>

#include "answers/ask.hpp"
#include "answers/pairing.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/litmus_text.hpp"

using namespace opexplore;

TEST_CASE("who cancels is told so, also where traces alone are missing", "[answers]") {
  const Test test =
      read(oracle::litmus_text("short", "x=0; y=0;", "0,0: st.weak x, 1 || 1,0: ld.weak r0, x",
                               "exists (1:r0=1)"),
           "short");
  const Pairing pairing{Semantics(chosen_machine("ptx-proxy", {})), {}};
  const Question asked{pairing, test, native_dialect(Language::ptx)};
  auto answered = ask(asked, {});
  AnsweredTest& run = std::get<AnsweredTest>(answered);
  CHECK(code_of(run, {}) == ExitCode::complete);
  run.answer.coverage.untraced = Incomplete::interrupted;
  CHECK(code_of(run, {}) == ExitCode::cancelled);
  run.answer.coverage.untraced = Incomplete::memory;
  CHECK(code_of(run, {}) == ExitCode::complete);
}
