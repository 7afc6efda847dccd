#include "hardware/machine_code/compare.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "hardware/machine_code/elf.hpp"
#include "hardware/machine_code/expected.hpp"
#include "hardware/machine_code/machine_flow.hpp"
#include "hardware/machine_code/opcodes.hpp"
#include "hardware/machine_code/written.hpp"

namespace opexplore::hardware {

namespace {

using Names = std::vector<std::string>;

/// What is in `all` more often than in `part`.
Names without(const Names& all, Names part) {
  Names rest;
  for (const std::string& name : all) {
    const auto found = std::ranges::find(part, name);
    if (found == part.end()) {
      rest.push_back(name);
    } else {
      part.erase(found);
    }
  }
  return rest;
}

bool contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string listed(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

bool is_load(const std::string& name) { return name.rfind("LD", 0) == 0; }

/// What two straight sequences, or two lists of what is written, differ in.
std::pair<Survival::Verdict, std::string> difference(const Names& expected, const Names& found) {
  const Names missing = without(expected, found), surplus = without(found, expected);
  if (!surplus.empty()) {
    return {Survival::Verdict::extra, "the machine code has " + listed(surplus) +
                                          (missing.empty() ? ", which the test does not have"
                                                           : " instead of " + listed(missing))};
  }
  if (!missing.empty()) {
    const bool all_merged = std::ranges::all_of(
        missing, [&](const std::string& name) { return is_load(name) && contains(found, name); });
    if (all_merged) {
      return {Survival::Verdict::merged,
              "loads of one location have become one; missing: " + listed(missing)};
    }
    return {Survival::Verdict::deleted, "missing: " + listed(missing)};
  }
  const auto at = std::ranges::mismatch(expected, found).in1;
  return {Survival::Verdict::reordered,
          at == expected.end() ? "the ways through the thread differ" : *at + " has moved"};
}

/// The verdict on code with jumps, or with several ways, that are not those of the test.
std::pair<Survival::Verdict, std::string> difference_of_ways(const Names& expected,
                                                             const Names& found,
                                                             const FlowComparison& ways) {
  const Names missing = without(expected, found), surplus = without(found, expected);
  const bool only_copies = std::ranges::all_of(
      surplus, [&](const std::string& name) { return contains(expected, name); });
  if (missing.empty() && only_copies) {
    if (surplus.empty() && !ways.only_second) {
      // It may know that a way is never taken; but then a dependency on the jump is gone, too.
      return {Survival::Verdict::unknown, "the compiler has left out ways through the thread"};
    }
    return {Survival::Verdict::unknown,
            surplus.empty() ? "the ways through the machine code are not those of the thread"
                            : "the compiler has copied " + listed(surplus) +
                                  ", and not all ways are those of the thread"};
  }
  return difference(expected, found);
}

/// Of flows that are not the same.
void judge_difference(Survival& survival, const Flow& expected, const Flow& found,
                      const std::optional<FlowComparison>& ways) {
  const auto expected_word = only_word(expected), found_word = only_word(found);
  survival.found = found_word ? *found_word : names_in_order(found);
  if (!ways) {
    survival.verdict = Survival::Verdict::unknown;
    survival.reason = "the machine code has too many ways to compare";
  } else if (expected_word && found_word) {
    std::tie(survival.verdict, survival.reason) = difference(*expected_word, *found_word);
  } else {
    std::tie(survival.verdict, survival.reason) =
        difference_of_ways(names_in_order(expected), survival.found, *ways);
  }
}

/// Of flows that are the same but for what their accesses write.
void judge_written(Survival& survival, const Flow& expected, const Flow& found) {
  WrittenComparison written = compare_written(expected, found);
  survival.found = survival.expected;
  if (written.result == WrittenComparison::Result::same) {
    survival.verdict = Survival::Verdict::exact;
  } else if (written.result == WrittenComparison::Result::untold) {
    survival.verdict = Survival::Verdict::unknown;
    survival.reason = std::move(written.reason);
  } else {
    const Flow all_expected = with_written(expected), all_found = with_written(found);
    survival.expected = names_in_order(all_expected);
    judge_difference(survival, all_expected, all_found, compare(all_expected, all_found));
  }
}

void judge(Survival& survival, Flow expected, MachineFlow machine) {
  if (!machine.problem.empty()) {
    survival.verdict = Survival::Verdict::unknown;
    survival.found = names_in_order(machine.flow);
    survival.reason = std::move(machine.problem);
    return;
  }
  drop_fences_before_wider_ones(expected);
  drop_fences_before_wider_ones(machine.flow);
  const auto ways = compare(expected, machine.flow);
  if (ways && !ways->only_first && !ways->only_second) {
    judge_written(survival, expected, machine.flow);
  } else {
    judge_difference(survival, expected, machine.flow, ways);
  }
}

Survival survival_of_thread(const Prepared& prepared, const Cubin& cubin, ThreadId thread) {
  const Program& program = prepared.test.program;
  Survival survival;
  survival.expected = expected_list(program, thread, cubin.sm, prepared.word_bytes);
  const std::string name = "role_P" + std::to_string(thread);
  const Function* const function = function_named(cubin, name);
  if (function == nullptr) {
    survival.reason = "the machine code has no function " + name;
    return survival;
  }
  const AddressNames names = [&](std::uint32_t offset) -> std::optional<std::string> {
    for (std::size_t i = 0; i < program.addresses.size(); ++i) {
      if (address_offset(static_cast<AddressId>(i)) == offset) return program.addresses[i].name;
    }
    return std::nullopt;
  };
  judge(survival, expected_flow(program, thread, cubin.sm, prepared.word_bytes),
        machine_flow(cubin, *function, names, prepared.word_bytes));
  return survival;
}

}  // namespace

std::vector<Survival> survival_of(const Prepared& prepared, std::span<const std::byte> bytes) {
  const Cubin cubin = read_cubin(bytes);
  if (cubin.sm != prepared.target.sm) {
    throw MachineCodeError("the cubin is for sm_" + std::to_string(cubin.sm) + ", not for sm_" +
                           std::to_string(prepared.target.sm));
  }
  std::vector<Survival> result;
  for (std::size_t i = 0; i < prepared.test.program.threads.size(); ++i) {
    Survival survival;
    if (is_known_architecture(cubin.sm)) {
      survival = survival_of_thread(prepared, cubin, static_cast<ThreadId>(i));
    } else {
      survival.reason = "machine instructions of sm_" + std::to_string(cubin.sm) + " are not known";
    }
    result.push_back(std::move(survival));
  }
  return result;
}

}  // namespace opexplore::hardware
