// Campaigns with checks that are made up.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "studies/campaign/campaign.hpp"
#include "tests/studies/opgen_words.hpp"

namespace opexplore {

using Kind = Checked::Kind;

inline CampaignPart exhaustive_part(const char* name, const char* arguments, const Check& check) {
  CampaignTests tests;
  tests.name = name;
  tests.arguments = arguments;
  tests.specification = testing::opgen_tests(tests.arguments);
  return part_of(std::move(tests), "a, b", check);
}

// 110 tests.
inline CampaignPart small_part(const Check& check) {
  return exhaustive_part("small", "--exhaustive --threads 2 --accesses 2", check);
}

inline bool has(const Test& test, const std::string& part) {
  return test.name.find(part) != std::string::npos;
}

// An answer of each kind, for some tests.
inline Checked mixed(const Test& test, const Stop& /*stop*/) {
  if (has(test, "Wx-Wx")) return {Kind::different, "differs"};
  if (has(test, "Rx-Rx")) return {Kind::undecided, "too large"};
  if (has(test, "Rx-Wx")) return {Kind::undefined, "a data race"};
  if (has(test, "Ry+")) return {Kind::refused, "no y"};
  if (has(test, "Wy-Wy")) throw std::runtime_error("cannot write y twice");
  return {};
}

inline CampaignResult run_small(const Check& check, CampaignOptions options = {}) {
  const CampaignPart part = small_part(check);
  return run_campaign({&part, 1}, options);
}

}  // namespace opexplore
