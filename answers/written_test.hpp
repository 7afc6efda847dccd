// A test as its own text says it: what certificates of runs are about.
#pragma once

#include <string>

#include "opmodel/condition.hpp"

namespace opexplore {

/// A test as its own canonical text says it: writing `test` gives `litmus`, reading `litmus`
/// `test`, but for where things stand in a test that was translated.
struct WrittenTest {
  Test test;
  std::string litmus;
  std::string hash;
  /// The kernel that it was translated from, of which its lines and texts are; else empty, and they
  /// are those of `litmus`.
  std::string translated_from = {};
};

/// The same program and question without comments, read from its text. Throws std::logic_error if
/// writing and reading does not come to an end.
WrittenTest written(const Test& test);

}  // namespace opexplore
