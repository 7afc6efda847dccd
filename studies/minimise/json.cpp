#include "studies/minimise/json.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "litmus/generate/minimise/report.hpp"
#include "litmus/language/writer.hpp"

namespace opexplore {

nlohmann::ordered_json smaller_test_json(const SmallerTest& smaller) {
  const minimise::Minimised& minimised = smaller.minimised;
  nlohmann::ordered_json fates = nlohmann::ordered_json::array();
  for (const minimise::Fate& fate : minimised.fates) {
    fates.push_back({{"thread", fate.thread},
                     {"instruction", fate.instruction},
                     {"line", fate.place.line},
                     {"column", fate.place.column},
                     {"text", fate.before},
                     {"fate", minimise::to_string(fate.kind)}});
    if (fate.kind == minimise::Fate::Kind::simplified) fates.back()["becomes"] = fate.after;
  }
  return {{"name", minimised.test.name},
          {"shows", smaller.shows},
          {"tried", minimised.tried},
          {"undecided", smaller.undecided},
          {"minimal", minimised.minimal && smaller.undecided == 0},
          {"smallest", minimised.smallest && smaller.undecided == 0},
          {"instructions", std::move(fates)},
          {"text", write(minimised.test, smaller.dialect)}};
}

}  // namespace opexplore
