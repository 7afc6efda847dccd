// What the generated roles mean: their PTX is read back as kernels, by the reader that knows
// nothing of the generator, and has the outcomes of the test.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "explorer/explore.hpp"
#include "hardware/generate/role_text.hpp"
#include "hardware/generate/thread_code.hpp"
#include "hardware/prepared.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/corpus_files.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using opexplore::testing::corpus_files;

namespace {

/// Rounds that a loop may go: the value of `zero` makes loop_bound small.
constexpr Value rounds = 2;
const std::string ended = "r999";

std::string location_name(std::size_t id) { return "v" + std::to_string(id); }

/// The lines with the operands of the asm statement replaced by registers o0, o1, …. Accesses
/// through pointers go where they have to: the reader of kernels follows no addresses in memory.
std::string with_registers(const Lines& lines) {
  std::string text;
  std::string base;
  for (std::string line : lines) {
    std::replace(line.begin(), line.end(), '%', 'o');
    const std::string sum = "add.s64 pointer, pointer, ";
    if (line.rfind(sum, 0) == 0) base = line.substr(sum.size(), line.size() - sum.size() - 1);
    if (line.find(" pointer, ") != line.npos) continue;
    const std::size_t at = line.find("[pointer+");
    if (at != line.npos) line.replace(at + 1, std::string("pointer").size(), base);
    text += line + "\n";
  }
  return text;
}

/// A role as a kernel of its own; operands are registers, results go to memory.
std::string entry(const Prepared& prepared, ThreadId thread) {
  const std::size_t results = returned_words(prepared.roles[thread]);
  const std::size_t addresses = prepared.test.program.addresses.size();
  const std::string bits = prepared.word_bytes == 4 ? "32" : "64";
  std::string text = ".visible .entry k" + std::to_string(thread) + "(";
  for (std::size_t i = 0; i < addresses; ++i) text += ".param .u64 a" + std::to_string(i) + ", ";
  text += ".param .u" + bits + " zero, .param .u64 out)\n{\n.reg .b64 results;\n";
  for (std::size_t i = 0; i < results + addresses + 1; ++i) {
    const bool address = i >= results && i < results + addresses;
    text += ".reg .b" + (address ? "64" : bits) + " o" + std::to_string(i) + ";\n";
  }
  for (std::size_t i = 0; i < addresses; ++i) {
    const std::string reg = "o" + std::to_string(results + i);
    text += "ld.param.u64 " + reg + ", [a" + std::to_string(i) + "];\nsub.s64 " + reg + ", " + reg +
            ", " + std::to_string(address_offset(static_cast<AddressId>(i))) + ";\n";
  }
  text += "ld.param.u" + bits + " o" + std::to_string(results + addresses) + ", [zero];\n";
  text += "ld.param.u64 results, [out];\n{\n";
  text += with_registers(thread_code(prepared, thread)) + "}\n";
  for (std::size_t i = 0; i < results; ++i) {
    text += "st.global.u" + bits + " [results+" + std::to_string(i * prepared.word_bytes) + "], o" +
            std::to_string(i) + ";\n";
  }
  return text + "ret;\n}\n";
}

kernel::Grid grid(const Prepared& prepared, std::size_t thread, Value zero) {
  const Program& program = prepared.test.program;
  const Thread& from = program.threads[thread];
  kernel::Grid result;
  result.entry = "k" + std::to_string(thread);
  result.threads = {{{}, {}, 0, from.cta, from.warp}};
  for (std::size_t i = 0; i < program.addresses.size(); ++i) {
    const LocationId location = program.addresses[i].location;
    result.parameters.push_back(
        {"a" + std::to_string(i), kernel::Buffer{location_name(location),
                                                 1,
                                                 prepared.word_bytes,
                                                 {program.locations[location].initial}}});
  }
  result.parameters.push_back({"zero", zero});
  kernel::Results results{{}, prepared.word_bytes};
  for (const RegisterId id : prepared.roles[thread].registers) {
    results.registers.push_back("r" + std::to_string(id));
  }
  if (prepared.roles[thread].has_loops) results.registers.push_back(ended);
  result.parameters.push_back({"out", results});
  return result;
}

/// "0:r1" and "[v2]", for observables of the test.
std::string name_of(const Prepared& prepared, const Observable& observable) {
  if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
    return std::to_string(term->thread) + ":r" + std::to_string(term->reg);
  }
  const AddressId address = std::get<LocationTerm>(observable).address;
  return "[" + location_name(prepared.test.program.addresses[address].location) + "]";
}

/// The roles of the test as one test again.
Test read_back(const Prepared& prepared, Value zero) {
  std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n";
  kernel::Launch launch;
  std::string filter;
  for (std::size_t i = 0; i < prepared.roles.size(); ++i) {
    text += entry(prepared, static_cast<ThreadId>(i));
    launch.grids.push_back(grid(prepared, i, zero));
    if (!prepared.roles[i].has_loops) continue;
    filter += (filter.empty() ? "" : " /\\ ") + std::to_string(i) + ":" + ended + "=0";
  }
  launch.question = "locations [ ";
  for (const Observable& observable : prepared.test.observables) {
    launch.question += name_of(prepared, observable) + "; ";
  }
  launch.question += "]";
  if (!filter.empty()) launch.question += "\nfilter (" + filter + ")";
  CAPTURE(text, launch.question);
  return kernel::read_kernel(text, prepared.test.name, launch);
}

/// In the order of `names`, the names of the observables of `test`; nothing if the search is too
/// large.
std::optional<std::set<Outcome>> outcomes_of(const Test& test,
                                             const std::vector<std::string>& names,
                                             const std::vector<std::string>& wanted) {
  ExploreOptions options;
  options.max_states = 30'000;
  options.threads = 1;
  const Answer report = find_machine("ptx-proxy")->explore(test, options);
  if (!report.coverage.complete()) return std::nullopt;
  std::set<Outcome> result;
  for (const AnsweredOutcome& outcome : report.outcomes) {
    Outcome values;
    for (const std::string& name : wanted) {
      const auto at = std::find(names.begin(), names.end(), name);
      REQUIRE(at != names.end());
      values.push_back(outcome.values[static_cast<std::size_t>(at - names.begin())]);
    }
    result.insert(values);
  }
  return result;
}

/// Shared memory and aliases are not in the kernels that are made here.
bool is_plain(const Program& program) {
  if (program.addresses.size() != program.locations.size()) return false;
  return std::none_of(program.locations.begin(), program.locations.end(),
                      [](const Location& one) { return one.region == Region::shared; });
}

bool has_pointers(const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (pointer_of(instruction.action)) return true;
    }
  }
  return false;
}

bool has_loops(const Prepared& prepared) {
  return std::any_of(prepared.roles.begin(), prepared.roles.end(),
                     [](const auto& role) { return role.has_loops; });
}

/// Compares the outcomes; false if there was nothing to compare.
bool compare(const Test& test, Profile profile) {
  const Prepared prepared = prepare(test, {90, profile});
  const bool loops = has_loops(prepared);
  if (loops && profile == Profile::pinned) return false;  // `zero` has to be 0 there
  const Test again = read_back(prepared, loops ? rounds - loop_bound : 0);
  std::vector<std::string> names;
  std::vector<std::string> names_again;
  for (const Observable& one : test.observables) names.push_back(name_of(prepared, one));
  for (const Observable& one : again.observables) {
    names_again.push_back(to_string(one, again.program));
  }
  Test unfiltered = test;
  unfiltered.filter.reset();
  const auto expected = outcomes_of(unfiltered, names, names);
  const auto found = outcomes_of(again, names_again, names);
  if (!expected || !found) return false;
  CAPTURE(prepared.roles_text, names, *expected, *found);
  // Without its dependencies a program can do more.
  const bool more = has_pointers(test.program);
  CHECK(std::includes(found->begin(), found->end(), expected->begin(), expected->end()));
  if (!more) CHECK(*expected == *found);
  return true;
}

/// All operations of a type on two registers with these values; or those whose results fit 32 bits
/// when the values are small.
Test arithmetic_test(const std::string& type, Value left, Value right, bool small = false) {
  const bool is_signed = type[0] == 's';
  std::string text = "PTX arithmetic\n{ 0:r0 = " + std::to_string(left) +
                     "; 0:r1 = " + std::to_string(right) + "; }\nP0@cta 0,gpu 0 ;\n";
  std::string observed;
  int reg = 2;
  const auto add = [&](const std::string& operation, const std::string& operands) {
    observed += "0:r" + std::to_string(reg) + "; ";
    text += operation + "." + type + " r" + std::to_string(reg++) + ", " + operands + " ;\n";
  };
  for (const std::string op : {"add", "sub", "mul.lo", "and", "or", "xor"}) {
    if (small && op == "sub" && !is_signed) continue;
    if (!small || op != "mul.lo") add(op, "r0, r1");
    add(op, "5, r1");
  }
  add("xor", "r0, r0");
  add("and", "r1, 0");
  add("mov", "r1");
  for (const std::string divisor : {is_signed ? "0" : "2", "3", is_signed ? "-1" : "1"}) {
    add("div", "r0, " + divisor);
  }
  for (const std::string comparison : {"eq", "ne", "lt", "le", "gt", "ge"}) {
    add("setp." + comparison, "r0, r1");
    add("setp." + comparison, "7, r1");
  }
  return read(text + "locations [ " + observed + "]\n", "arithmetic");
}

}  // namespace

TEST_CASE("generate: the roles have the outcomes of the test", "[hardware][generate]") {
  std::size_t compared = 0;
  std::size_t unsupported = 0;
  for (const std::string& path : corpus_files({"hardware", "ptx", "singh", "thesis"})) {
    const Test test = read_file(path);
    if (!is_plain(test.program)) continue;
    CAPTURE(path);
    for (const Profile profile : {Profile::as_written, Profile::pinned}) {
      try {
        compared += compare(test, profile) ? 1 : 0;
      } catch (const InputError& error) {
        CHECK_THAT(error.message, Catch::StartsWith("unsupported: "));
        ++unsupported;
      }
    }
  }
  CAPTURE(compared, unsupported);
  CHECK(compared > 1000);
  CHECK(unsupported < 150);
}

TEST_CASE("generate: arithmetic is that of the model, in words of both sizes",
          "[hardware][generate]") {
  constexpr Value two31 = Value{1} << 31;
  const std::vector<Value> values = {
      0, 7, -1, -5, two31 - 1, two31, -two31, 2 * two31 + 6, std::numeric_limits<Value>::min()};
  for (const std::string type : {"s32", "u32", "b32", "s64", "u64", "b64"}) {
    for (const Value left : values) {
      for (const Value right : values) {
        CAPTURE(type, left, right);
        const bool small = left < 10 && left > (type[0] == 's' ? -10 : -1) && right < 10 &&
                           right > (type[0] == 's' ? -10 : -1);
        const Test wide = arithmetic_test(type, left, right);
        CHECK(prepare(wide, {90, Profile::as_written}).word_bytes == 8);
        CHECK(compare(wide, Profile::as_written));
        CHECK(compare(wide, Profile::pinned));
        if (!small) continue;
        const Test narrow = arithmetic_test(type, left, right, true);
        CHECK(prepare(narrow, {90, Profile::as_written}).word_bytes == 4);
        CHECK(compare(narrow, Profile::as_written));
      }
    }
  }
}
