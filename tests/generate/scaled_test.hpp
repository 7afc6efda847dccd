// The test of a family with any number of threads.
#pragma once

#include <string_view>
#include <vector>

#include "litmus/generate/families.hpp"
#include "litmus/generate/generate.hpp"
#include "tests/catch.hpp"
#include "tests/generate/collected.hpp"
#include "tests/generate/many_threads.hpp"

namespace opexplore::generate {

/// Accesses that are atomic and no more, with fences between them, and that synchronise themselves.
constexpr Style plain{Order::relaxed, {}};
constexpr Style fenced{Order::relaxed, Order::acq_rel};
constexpr Style synchronised{Order::acq_rel, {}};

inline Test scaled_test(std::string_view family, std::size_t threads, const Style& style) {
  FamilyTests tests;
  tests.families = {scaled_family(family, threads)->name};
  Alternatives& choices = tests.alternatives;
  choices.orders = {style.accesses};
  if (style.accesses == Order::acq_rel) choices.orders = {Order::acquire, Order::release};
  if (style.fence) {
    choices.fences = {*style.fence};
    choices.program_order = false;
  }
  const std::vector<Test> made = testing::collected(tests);
  REQUIRE(made.size() == 1);
  return made.front();
}

}  // namespace opexplore::generate
