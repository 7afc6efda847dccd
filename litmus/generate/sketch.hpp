// A test before it is written down: which accesses each thread makes, in which form, and what
// stands between them. From here on all generators share the way to a Program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/generate/access.hpp"
#include "litmus/generate/places.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::generate {

/// The dependencies of the thesis (Sorensen 2014, section 5.1): false ones, through registers.
enum class DependencyKind : std::uint8_t { address, data, control };

/// `addr`, `data`, `ctrl`.
std::string_view short_name(DependencyKind kind);

/// A dependency is made of so many instructions: what computes a zero or a predicate, and what
/// uses it.
inline constexpr std::size_t instructions_of_dependency = 2;

/// That an access depends on an earlier one of its thread, which reads.
struct Dependency {
  DependencyKind kind = DependencyKind::data;
  std::size_t source = 0;  ///< index into Sketch::threads[t]
  /// control: the value of the source with which the access is executed; without one the guard
  /// compares the register with itself.
  std::optional<Value> expected;
};

/// One access. It reads, writes, or, if its form is atomic, does both.
struct Event {
  bool write = false;
  std::size_t location = 0;
  AccessForm form;
  Value value = 0;  ///< that it writes; what an `add` adds
  std::optional<Dependency> dependency;
  std::vector<Action> before = {};  ///< fences and barriers between it and the access before it
  Value expected = 0;               ///< what a `cas` compares with
  Order failure = Order::relaxed;   ///< of a `cas` in C++
  bool unused = false;              ///< of a read-modify-write: nobody looks at what it reads

  bool reads() const { return !write || form.atomic.has_value(); }
  bool writes() const { return write || form.atomic.has_value(); }
};

struct Sketch {
  std::vector<std::vector<Event>> threads;
  Placement placement = {};
  std::vector<Home> homes = {};  ///< by location
  Language language = Language::ptx;
};

/// A program, and where to find what it reads.
struct Built {
  Program program;
  /// By thread and index of the access: the register that has the value it reads, if any has.
  std::vector<std::vector<std::optional<RegisterId>>> destinations;
  std::vector<AddressId> addresses;  ///< by location: the address that bears its name
};

/// The program. Registers that read are r0, r1, … in program order; then come those that
/// dependencies need. Precondition: a shared location is used inside one CTA.
Built build(const Sketch& sketch);

/// Whether every shared location is used inside one CTA alone.
bool regions_fit(const Sketch& sketch);

/// A value that a test asks for.
using Expected = std::pair<Observable, Value>;

/// The observables in herd's order: registers by thread and number, then locations by name.
void sort_observables(std::vector<Observable>& observables, const Program& program);

/// That all of these values are there together, in the order of the test's observables, which they
/// are among; of none it is true.
Proposition all_of(const Test& test, const std::vector<Expected>& values);

/// `exists` all of these values together; exactly these observables are shown.
void ask(Test& test, std::vector<Expected> values);

/// The program as a test without name and condition that observes every register that is read into
/// and every location.
Test observed(Built built);

/// Reads back what write() makes of the test: instructions get their text and place, and
/// whatever is no test is found out (InputError).
void settle(Test& test);

}  // namespace opexplore::generate
