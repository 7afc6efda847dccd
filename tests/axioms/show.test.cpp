// What models show.
#include <string>
#include <vector>

#include "axioms/compiled_model.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"

namespace opexplore::axioms {

namespace {

// Events: 0 and 1 initial, 2 st x, 3 fence, 4 fence, 5 ld x.
Test one_thread() {
  return short_test("0,0: st.weak x, 1; fence.sc.gpu; fence.sc.gpu; ld.weak r0, x",
                    "exists (0:r0=1)");
}

Execution execution_of(const std::string& model) {
  const AxiomaticReport report =
      evaluate(read_model(model + "\nacyclic po | rf | co | fr", "m.cat"), one_thread());
  REQUIRE(report.outcomes.size() == 1);
  return *report.outcomes[0].witness;
}

Edges edges(const Execution& execution, const std::string& name) {
  const auto found = std::ranges::find(execution.relations, name, &NamedRelation::name);
  return found == execution.relations.end() ? Edges{{99, 99}} : found->edges;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("axioms: shown relations are in the execution", "[axioms]") {
  const Execution execution = execution_of("let a = rf\nshow a, po & loc as same, rf\nshow ext");
  CHECK(execution.shown == Names{"a", "same", "rf", "ext"});
  CHECK(edges(execution, "a") == Edges{{2, 5}});
  CHECK(edges(execution, "same") == Edges{{2, 5}});
  CHECK(edges(execution, "rf") == Edges{{2, 5}});
  CHECK(edges(execution, "ext").size() == 18);  // both ways: initial writes, each with the others
  CHECK(execution_of("let a = rf").shown.empty());
}

TEST_CASE("axioms: what is shown twice stands where it was shown last", "[axioms]") {
  CHECK(execution_of("show po, rf\nshow po").shown == Names{"rf", "po"});
}

TEST_CASE("axioms: of two relations with one name the later is shown", "[axioms]") {
  const Execution execution = execution_of("let a = rf\nshow co & ext as a\nlet b = a");
  CHECK(edges(execution, "a") == Edges{{0, 2}});
  CHECK(edges(execution, "b") == Edges{{2, 5}});  // show gives no name to the model's text
}

TEST_CASE("axioms: unshow takes names out", "[axioms]") {
  CHECK(execution_of("show po, rf, po as x\nunshow rf, x").shown == Names{"po"});
  CHECK(execution_of("unshow rf").shown.empty());
}

TEST_CASE("axioms: what cannot be shown is refused at its place", "[axioms]") {
  CHECK(refusal("show pq").starts_with("m.cat:1:6: nothing is called `pq`"));
  CHECK(refusal("show R").starts_with("m.cat:1:6: expected a relation, found `R`, which is a set"));
  CHECK(refusal("let f(x) = x\nshow f").starts_with("m.cat:2:6: `f` is a function"));
  CHECK(refusal("show po\nunshow pq").starts_with("m.cat:2:8: nothing is called `pq`"));
}

TEST_CASE("axioms: sync_fence is empty where the model does not look at it", "[axioms]") {
  CHECK(edges(execution_of(""), "sync_fence").empty());
  CHECK(edges(execution_of("show sync_fence"), "sync_fence") == Edges{{3, 4}});
}

TEST_CASE("axioms: built-in models show something that they have", "[axioms]") {
  for (const BuiltInModel& built_in : built_in_models()) {
    INFO(built_in.name);
    const Model model = load_model(std::string(built_in.name));
    const Language language = model.compiled().language;
    Test test = language == Language::vulkan ? short_vulkan_test("A: st.sc0 x, 1", "exists ([x]=1)")
                : language == Language::amdgpu ? testing::short_amdgpu_test()
                                               : one_thread();
    test.program.language = language;
    const AxiomaticReport report = evaluate(model, test);
    REQUIRE(report.outcomes.size() == (language == Language::amdgpu ? 2 : 1));
    const Execution& execution = *report.outcomes[0].witness;
    CHECK_FALSE(execution.shown.empty());
    for (const std::string& name : execution.shown)
      CHECK(edges(execution, name) != Edges{{99, 99}});
  }
}

}  // namespace opexplore::axioms
