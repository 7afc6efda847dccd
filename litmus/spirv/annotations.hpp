// What the comments in front of a kernel say of its launch, as Dartagnan's test files have it (Tong
// et al., ASPLOS 2024):
//
//   ; @Config: 2, 1, 2               threads per subgroup, subgroups per workgroup, workgroups
//   ; @Input: %data = {{0, -1}}      what a variable or a specialisation constant starts with
//   ; @Output: forall (%data[0][1] == 2 and %flag != 0)
//   ; @Filter: %flag == 1            other executions do not count
//
// Statements are conjunctions, disjunctions and negations of comparisons; several lines of
// `@Output` must hold together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/spirv/module.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::spirv {

struct Config {
  std::uint32_t threads_per_subgroup = 1;
  std::uint32_t subgroups_per_workgroup = 1;
  std::uint32_t workgroups = 1;
};

/// A number, or a list in braces.
struct Nested {
  std::optional<Value> number;
  std::string written = {};  ///< of a number that may be one of floating point: "1.5"
  std::vector<Nested> parts = {};
  /// Structures with one member are left out, as a launch does that knows no types.
  bool is_flat = false;
  Place place = {};

  bool is_number() const { return number.has_value() || !written.empty(); }
};

struct Input {
  std::string name;  ///< without the percent sign
  Nested value;
  Place place;
};

/// One side of a comparison: a number, or an element of a variable.
struct Side {
  std::string name;  ///< without the percent sign; empty if it is a number
  std::vector<std::uint32_t> path;
  std::string text;  ///< of an element, as it is written: "box.items[2].count"
  Value number = 0;
  Place place;
};

struct Statement {
  Proposition::Kind kind = Proposition::Kind::truth;
  Comparison comparison = Comparison::equal;
  Side left;
  Side right;
  std::vector<Statement> parts;
};

struct Annotations {
  std::optional<Config> config;
  std::vector<Input> inputs;
  Quantifier quantifier = Quantifier::forall;
  Statement output;  ///< truth if there is none
  std::optional<Statement> filter;
  bool asks = false;  ///< comments of the module ask a question
};

/// Those of a text, about that module. Throws InputError.
Annotations read_annotations(std::string_view text, const Module& module);

/// A question of a launch, `exists (x[0] = 1 /\ ~(%y == 2))` perhaps with `filter (…)` before it,
/// goes to `annotations`.
void read_question(std::string_view text, const Module& module, Annotations& annotations);

}  // namespace opexplore::spirv
