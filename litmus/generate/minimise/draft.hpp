// A test that is being made smaller: the changes that keep all its indices right.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "litmus/generate/minimise/minimise.hpp"

namespace opexplore::minimise {

/// Which instruction of the original test one is.
struct Origin {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  bool operator==(const Origin&) const = default;
};

/// Invariant: with Keep::outcomes `test` has no observables, condition or filter; asked() makes
/// them.
struct Draft {
  Test test;
  std::vector<std::vector<Origin>> origins;  ///< by thread and instruction
  Keep keep = Keep::condition;
  /// Whether forms that order less are simpler: not where an outcome is reached all the more.
  bool may_weaken = false;
};

/// The test with nothing changed but its name.
Draft draft_of(const Test& test, Keep keep, bool may_weaken);

/// A test as read back from its text.
struct Settled {
  Test test;
  std::string text;
};

/// The test that the draft stands for, with the same instructions; none if there is no such test:
/// without an instruction a pointer may lead nowhere, or to several locations, which takes more
/// instructions; in another place a thread may not access a shared location.
std::optional<Settled> settled(const Draft& draft);

/// The draft of the test that was made of it.
Draft adopted(const Draft& draft, Test test);

/// The draft with those instructions alone, counted through all threads. Jumps lead to the next
/// instruction that is left. A thread that loses its last instruction goes, unless it is the only
/// one or the question names its registers.
Draft with_instructions(const Draft& draft, const std::vector<bool>& kept);

/// Whether the question names the register or location.
bool asks_about(const Test& test, const Observable& observable);

/// Removes a thread. False, and nothing happens, if it is the only one, has instructions or the
/// question names its registers.
bool drop_thread(Draft& draft, std::size_t thread);

/// Removes the registers that neither code nor question name. Whether there were any.
bool drop_unused_registers(Draft& draft);

/// Removes a name of a location, and the location with its last name. False, and nothing happens,
/// if code, question, another name or a value refer to it. Names have numbers (numeric_address):
/// values that are numbers of later names follow them.
bool drop_address(Draft& draft, AddressId address);

}  // namespace opexplore::minimise
