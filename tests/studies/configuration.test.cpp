#include "studies/ranking/configuration.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace opexplore;

namespace {

struct Place {
  std::uint32_t gpu, cta, warp;
};

Program program_of(const std::vector<Place>& places, const std::vector<Region>& regions) {
  Program program;
  for (const Place& place : places) {
    program.threads.push_back({place.cta, place.gpu, place.warp, {}, {}});
  }
  const std::string names = "xyz";
  for (std::size_t i = 0; i < regions.size(); ++i) {
    program.locations.push_back({std::string(1, names[i]), 0, regions[i]});
  }
  return program;
}

constexpr Region shared = Region::shared;
constexpr Region global = Region::global;

const std::vector<Place> two_warps{{0, 3, 0}, {0, 3, 1}};
const std::vector<Place> two_ctas{{0, 0, 0}, {0, 1, 0}};

// Which of the configurations that say all regions the program has.
std::vector<std::string> names_of(const Program& program) {
  std::vector<std::string> names;
  for (const std::string& name : configuration_names()) {
    if (has_configuration(program, *configuration_named(name))) names.push_back(name);
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("configuration: warps of one CTA", "[ranking]") {
  CHECK(names_of(program_of(two_warps, {shared, shared})) == Names{"D-warp:S-cta-Shared"});
  CHECK(names_of(program_of(two_warps, {global, global})) == Names{"D-warp:S-cta-Global"});
  CHECK(names_of(program_of(two_warps, {shared, global})).empty());
  CHECK(names_of(program_of({{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 5}}, {global})) ==
        Names{"D-warp:S-cta-Global"});
}

TEST_CASE("configuration: CTAs of one GPU", "[ranking]") {
  CHECK(names_of(program_of(two_ctas, {global, global})) == Names{"D-cta:S-ker-Global"});
  CHECK(names_of(program_of({{1, 0, 0}, {1, 1, 1}, {1, 4, 0}}, {global})) ==
        Names{"D-cta:S-ker-Global"});
  CHECK(names_of(program_of(two_ctas, {shared})).empty());
}

TEST_CASE("configuration: other placements have none", "[ranking]") {
  const std::vector<Place> places = GENERATE(
      values<std::vector<Place>>({{{0, 0, 0}, {0, 0, 0}},  // one warp
                                  {{0, 0, 0}, {1, 0, 1}},  // two GPUs
                                  {{0, 0, 0}, {1, 1, 0}},
                                  {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}},  // two of three together
                                  {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}},
                                  {{0, 0, 0}},  // one thread
                                  {}}));
  CHECK(names_of(program_of(places, {global, global})).empty());
  CHECK(names_of(program_of(places, {shared, shared})).empty());
}

TEST_CASE("configuration: a program without locations has none", "[ranking]") {
  CHECK(names_of(program_of(two_warps, {})).empty());
}

TEST_CASE("configuration: mixed regions are exactly those", "[ranking]") {
  Configuration mixed = *configuration_named("D-warp:S-cta (mixed regions)");
  mixed.regions = {{"x", shared}, {"y", global}};
  CHECK(has_configuration(program_of(two_warps, {shared, global}), mixed));
  CHECK_FALSE(has_configuration(program_of(two_warps, {global, shared}), mixed));
  CHECK_FALSE(has_configuration(program_of(two_warps, {shared, shared}), mixed));
  CHECK_FALSE(has_configuration(program_of(two_warps, {shared}), mixed));
  CHECK_FALSE(has_configuration(program_of(two_warps, {shared, global, global}), mixed));
  CHECK_FALSE(has_configuration(program_of(two_ctas, {shared, global}), mixed));
  mixed.regions = {{"x", shared}, {"y", shared}};
  CHECK(has_configuration(program_of(two_warps, {shared, shared}), mixed));
}

TEST_CASE("configuration: names", "[ranking]") {
  for (const std::string name :
       {"D-warp:S-cta-Shared", "D-warp:S-cta-Global", "D-cta:S-ker-Global"}) {
    CHECK(to_string(*configuration_named(name)) == name);
  }
  Configuration mixed = *configuration_named("D-warp:S-cta (mixed regions)");
  mixed.regions = {{"y", global}, {"x", shared}};
  CHECK(to_string(mixed) == "D-warp:S-cta (x shared, y global)");
  CHECK_FALSE(configuration_named("D-warp:S-ker-Global"));
  CHECK_FALSE(configuration_named(""));
}
