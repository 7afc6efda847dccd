// Addresses in registers: where they lead, and when they lead nowhere.
#include "litmus/language/pointers.hpp"

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "litmus/language/limits.hpp"
#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"
#include "tests/litmus/same_test.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_refused;
using opexplore::testing::repeated;

namespace {

/// Two threads, r1 of the first points to x; the code begins in line 4, column 1.
std::string pointing(const std::string& code) {
  return "PTX t\n{ x=0; y=0; z=0; a=1; 0:r1=x; 0: .reg .b64 r2 = y; 1:r1=y; 1:r8=8; }\n"
         "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n" +
         code + "\nexists (x=1)";
}

/// The names of all locations that the accesses of P0 in that line of the text lead to, and
/// "fault" if one may lead to none.
std::set<std::string> targets(const std::string& code, std::uint32_t line) {
  const Test test = read(pointing(code), "t");
  opexplore::testing::check_round_trips(test);
  const Thread& thread = test.program.threads[0];
  std::set<std::string> result;
  for (const Instruction& instruction : thread.instructions) {
    if (instruction.place.line != line) continue;
    if (const auto address = address_of(instruction.action)) {
      result.insert(test.program.addresses[*address].name);
    }
    const auto written = register_written(instruction.action);
    if (written && thread.registers[*written].name == "fault") result.insert("fault");
  }
  return result;
}

using NameSet = std::set<std::string>;

/// The name of the location that the last access of P0 leads to.
std::string target(const std::string& code) {
  const Test test = read(pointing(code), "t");
  opexplore::testing::check_round_trips(test);
  const std::vector<Instruction>& instructions = test.program.threads[0].instructions;
  for (auto i = instructions.rbegin(); i != instructions.rend(); ++i) {
    if (const auto* const load = std::get_if<Load>(&i->action)) {
      return test.program.addresses[load->address].name;
    }
    if (const auto* const store = std::get_if<Store>(&i->action)) {
      return test.program.addresses[store->address].name;
    }
    if (const auto* const atomic = std::get_if<Atomic>(&i->action)) {
      return test.program.addresses[atomic->address].name;
    }
  }
  return {};
}

}  // namespace

TEST_CASE("a pointer leads to the location that it was initialised with", "[litmus][pointers]") {
  CHECK(target("ld r3, [r1] | ;") == "x");
  CHECK(target("st.cg.s32 [r2], 1 | ;") == "y");
  CHECK(target("atom.add r3, [r2], 1 | ;") == "y");
  CHECK(target("red.add [r1], r2 | ;") == "x");
  CHECK(target("mov.b64 r1, r2 | ; st [r1], 1 | ;") == "y");
  CHECK(target("add r1, r1, 16 | ; ld r3, [r1] | ;") == "y");
}

TEST_CASE("false dependencies change no pointer", "[litmus][pointers]") {
  // r4 holds what was read: it can be anything.
  const std::string anything = "atom.add r4, [a], 3 | ; ";
  for (const std::string zero :
       {"xor.b32 r5, r4, r4 | ; ", "sub.s64 r5, r4, r4 | ; ", "and.b32 r5, r4, 0 | ; ",
        "and.b32 r5, 0, r4 | ; ", "mul.lo.s32 r5, r4, 0 | ; ",
        "xor.b32 r6, r4, r4 | ; cvt.u64.u32 r5, r6 | ; ",
        "setp.eq.s32 p0, r4, 1 | ; mov r5, 0 | ; "}) {
    CAPTURE(zero);
    CHECK(target(anything + zero + "add.s64 r1, r1, r5 | ; ld r3, [r1] | ;") == "x");
    CHECK(target(anything + zero + "or.b64 r1, r5, r1 | ; ld r3, [r1] | ;") == "x");
    CHECK(target(anything + zero + "sub.s32 r2, r2, r5 | ; st [r2], r3 | ;") == "y");
  }
}

TEST_CASE("bits that no value has are no obstacle", "[litmus][pointers]") {
  // The technique of Sorensen 2014, section 5.1.1: only 0 and 1 are ever stored.
  const std::string code =
      "ld r3, x | st.cg x, 1; and.b32 r4, r3, 0x80000000 | ; add.s64 r2, r2, r4 | ; ld r5, [r2] | "
      ";";
  CHECK(target(code) == "y");
  CHECK(targets("ld r3, x | st.cg x, 0x80000000;\nand.b32 r4, r3, 0x80000000 | ;\n"
                "add.s64 r2, r2, r4 | ;\nld r5, [r2] | ;",
                7) == NameSet{"y", "fault"});
}

TEST_CASE("pointers are followed through memory", "[litmus][pointers]") {
  CHECK(target("st z, r1 | ; st [r2], 3 | ; and r3, r2, r2 | ; ld r4, [r3] | ;") == "y");
  CHECK_NOTHROW(
      read("PTX t\n{ z=4112; x=0; }\nP0@cta 0,gpu 0;\nld r1, z; st [r1], 1;\n"
           "exists (x=1)",
           "t"));
  CHECK(targets("ld r1, z | st z, 1;\nst z, r2 | ;\nst [r1], 1 | ;", 6) == NameSet{"y", "fault"});
}

TEST_CASE("branches are joined", "[litmus][pointers]") {
  CHECK(target("beq r9, 0, L | ; mov r3, r1 | ; goto E | ; L: mov r3, r1 | ; E: ld r4, [r3] | ;") ==
        "x");
  CHECK(target("@p0 mov r1, r2 | ; mov r1, r2 | ; ld r4, [r1] | ;") == "y");
  CHECK(targets("ld r5, a | red.inc a, 2;\nbeq r5, 1, L | ;\nmov r1, r2 | ;\nL: ld r4, [r1] | ;",
                7) == NameSet{"x", "y"});
  // Behind a jump that is always taken nothing follows.
  CHECK(targets("@p0 mov r1, r2 | ;\nld r4, [r1] | ;", 5) == NameSet{"x"});
  // What comes later in program order does not matter, unless a loop leads back.
  CHECK(target("ld r4, [r1] | ; mov r1, r2 | ;") == "x");
  CHECK(targets("L: ld r4, [r1] | ;\nmov r1, r2 | ;\nbeq r4, 0, L | ;", 4) == NameSet{"x", "y"});
}

TEST_CASE("pointers that lead nowhere are refused", "[litmus][pointers]") {
  const std::vector<Bad> table = {
      {"ld r4, [r5] | ;", 4, 9,
       "'r5' holds the number 0, which is the address of no location; initialise the register "
       "with a location, as in '0: .reg .b64 r1 = x;', or declare an array, as in 'x[4];'"},
      {"add r1, r1, 4 | ;\nld.cg.s32 r4, [r1] | ;", 5, 16, "'r1' holds 'x' + 4, which is"},
      {"add r1, r1, 1024 | ;\nst [r1], 1 | ;", 5, 5, "'r1' holds the number 5120"},
      {"ld r4, [r1+4] | ;", 4, 9, "'r1' + 4 is 'x' + 4, which is the address of no location"},
      {"ld r4, [r1-4112] | ;", 4, 9, "'r1' -4112 is the number -16, which is"},
      {"ld r1, x | st.cg x, 1;\nst [r1], 1 | st x, r8;", 5, 5,
       "'r1' can hold the number 0, the number 1 or the number 8, none of which is the address of"},
      {"ld r1, z | st z, 1;\nst [r1], 1 | st z, 2;\n | st z, 3;\n | st z, 4;", 5, 5,
       "the number 0, the number 1, the number 2, the number 3, …, none of which is"},
      {"| st [r8], 1;", 4, 7, "'r8' holds the number 8"},
      // The first mistake is reported, not what follows from it.
      {"ld r3, [r5] | ;\nst [r3], 1 | ;", 4, 9, "'r5' holds the number 0"},
      {"| ld r3, [r8];\nst [r9], 1 | st [r3], 2;", 4, 11, "'r8' holds the number 8"},
  };
  for (const Bad& bad : table) check_refused(pointing(bad.text), bad);
}

TEST_CASE("a pointer that can hold any number leads to all locations", "[litmus][pointers]") {
  // The sum grows with every turn, as far as the reader knows.
  CHECK(targets("L: atom.add r1, a, 1 | ;\nbeq r1, 7, L | ;\nst [r1], 1 | ;", 6) ==
        NameSet{"x", "y", "z", "a", "fault"});
}

TEST_CASE("a branch says what a pointer holds behind it", "[litmus][pointers]") {
  const std::string maybe = "ld r3, z | st z, r1;\n";  // 0, or y
  CHECK(targets(maybe + "ld r4, [r3] | ;", 5) == NameSet{"y", "fault"});
  CHECK(targets(maybe + "beq r3, 0, E | ;\nld r4, [r3] | ;\nE: | ;", 6) == NameSet{"y"});
  CHECK(targets(maybe + "bne r3, 0, L | ;\ngoto E | ;\nL: ld r4, [r3] | ;\nE: | ;", 7) ==
        NameSet{"y"});
  CHECK(targets(maybe + "setp.ne.s64 p0, r3, 0 | ;\n@p0 ld r4, [r3] | ;", 6) == NameSet{"y"});
  CHECK(targets(maybe + "setp.eq.s64 p0, r3, 0 | ;\n@!p0 ld r4, [r3] | ;", 6) == NameSet{"y"});
  // What is compared may change before the branch, and the comparison may be another.
  CHECK(targets(maybe + "setp.ne.s64 p0, r3, 0 | ;\nld r3, z | ;\n@p0 ld r4, [r3] | ;", 7) ==
        NameSet{"y", "fault"});
  CHECK(targets(maybe + "setp.ge.s64 p0, r3, 0 | ;\n@p0 ld r4, [r3] | ;", 6) ==
        NameSet{"y", "fault"});
  CHECK(targets(maybe + "blt r3, 4112, E | ;\nld r4, [r3] | ;\nE: | ;", 6) == NameSet{"y"});
}

TEST_CASE("accesses where no execution comes lead to the initial addresses", "[litmus][pointers]") {
  CHECK(target("goto E | ; st [r1], 1 | ; E: | ;") == "x");
  CHECK(target("goto E | ; mov r1, r2 | ; st [r1], 1 | ; E: | ;") == "y");
  CHECK(targets("goto E | ;\nst [r9], 1 | ;\nE: | ;", 5) == NameSet{"fault"});
  CHECK(targets("beq r9, 0, E | ;\nld r3, [r9] | ;\nst [r3], 1 | ;\nE: | ;", 6) ==
        NameSet{"fault"});
}

TEST_CASE("aliases are addresses of their own", "[litmus][pointers]") {
  const std::string start =
      "PTX t\n{ x=0; t @ texture aliases x; y @ generic aliases x; 0:r1=t; 0:r2=y; 0:r3=x; }\n"
      "P0@cta 0,gpu 0;\n";
  const Test test = read(start + "tld r4, [r1]; st [r2], 1; ld r5, [r3];\nexists (x=1)", "t");
  const std::vector<Instruction>& code = test.program.threads[0].instructions;
  CHECK(std::get<Load>(code[0].action).address == 1);
  CHECK(std::get<Load>(code[0].action).proxy == Proxy::texture);
  CHECK(std::get<Store>(code[1].action).address == 2);
  CHECK(std::get<Load>(code[2].action).address == 0);
  opexplore::testing::check_round_trips(test);
  // Two names of one location are two addresses all the same.
  const Test both =
      read(start + "ld r4, x;\nbeq r4, 0, L;\nmov r2, r3;\nL: st [r2], 1;\nexists (x=1)", "t");
  std::set<AddressId> written;
  for (const Instruction& instruction : both.program.threads[0].instructions) {
    if (const auto address = address_of(instruction.action)) written.insert(*address);
  }
  CHECK(written == std::set<AddressId>{0, 2});
  opexplore::testing::check_round_trips(both);
}

TEST_CASE("accesses through pointers have a width", "[litmus][pointers]") {
  check_refused(pointing("ld.s32 r3, [r1] | ;\nst.u64 x, 1 | ;"),
                {"", 5, 1,
                 "not modelled: accesses of different sizes (.u64, .s32 in line 4) to the same "
                 "location; use one size for 'x'"});
}

TEST_CASE("many values are any value", "[litmus][pointers]") {
  detail::ValueSet set;
  for (Value value = 0; value < 64; ++value) set.add(value);
  CHECK_FALSE(set.is_any());
  CHECK(set.values().size() == 64);
  set.add(Value{7});
  CHECK_FALSE(set.is_any());
  detail::ValueSet more(Value{64});
  CHECK(set.add(more));
  CHECK(set.is_any());
  CHECK_FALSE(set.add(more));
  CHECK(more.add(set));
  CHECK(more.is_any());
  CHECK(set == detail::ValueSet::any());
}

TEST_CASE("operations on sets of values give all results", "[litmus][pointers]") {
  using detail::ValueSet;
  ValueSet bits(Value{0});
  bits.add(Value{1});
  ValueSet even(Value{2});
  even.add(Value{4});
  const auto values = [](const ValueSet& set) { return set.values(); };
  const NumberType type = NumberType::s64;
  CHECK(values(evaluate(ArithmeticOp::add, bits, even, type)) == std::vector<Value>{2, 3, 4, 5});
  CHECK(values(evaluate(ArithmeticOp::move, even, {}, type)) == std::vector<Value>{2, 4});
  CHECK(values(evaluate(ArithmeticOp::sub, bits, ValueSet(Value{1}), NumberType::u32)) ==
        std::vector<Value>{0, 4294967295});
  CHECK(values(evaluate(ArithmeticOp::less, ValueSet::any(), even, type)) ==
        std::vector<Value>{0, 1});
  CHECK(evaluate(ArithmeticOp::bit_and, ValueSet::any(), even, type).is_any());
  CHECK(evaluate(ArithmeticOp::add, ValueSet(Value{0}), ValueSet::any(), type).is_any());
  // An index into a ring: few bits are left of any number.
  CHECK(values(evaluate(ArithmeticOp::bit_and, ValueSet::any(), ValueSet(Value{5}), type)) ==
        std::vector<Value>{0, 1, 4, 5});
  CHECK(values(evaluate(ArithmeticOp::bit_and, ValueSet(Value{8}), ValueSet::any(), type)) ==
        std::vector<Value>{0, 8});
  CHECK(
      evaluate(ArithmeticOp::bit_and, ValueSet::any(), ValueSet(Value{63}), type).values().size() ==
      64);
  CHECK(evaluate(ArithmeticOp::bit_and, ValueSet::any(), ValueSet(Value{127}), type).is_any());
  CHECK(evaluate(ArithmeticOp::bit_and, ValueSet::any(), ValueSet(Value{-2}), type).is_any());
  CHECK(values(evaluate(ArithmeticOp::bit_and, ValueSet::any(),
                        ValueSet(std::numeric_limits<Value>::min()), type)) ==
        std::vector<Value>{std::numeric_limits<Value>::min(), 0});
  CHECK(evaluate(ArithmeticOp::add, ValueSet{}, ValueSet::any(), type).empty());
  CHECK(values(evaluate_same(ArithmeticOp::add, even, type)) == std::vector<Value>{4, 8});
  CHECK(values(evaluate_same(ArithmeticOp::bit_xor, ValueSet::any(), type)) ==
        std::vector<Value>{0});
  CHECK(evaluate_same(ArithmeticOp::bit_and, ValueSet::any(), type).is_any());
  CHECK(values(evaluate(AtomicOp::add, bits, even)) == std::vector<Value>{2, 3, 4, 5});
  CHECK(values(evaluate(AtomicOp::exch, ValueSet::any(), even)) == std::vector<Value>{2, 4});
}

TEST_CASE("the largest tests with pointers are read", "[litmus][pointers]") {
  constexpr std::size_t threads = 16;  // with more, a file has room for fewer instructions
  std::string columns = "P0@cta 0,gpu 0";
  for (std::size_t i = 1; i < threads; ++i) columns += "|P" + std::to_string(i) + "@cta 0,gpu 0";
  const auto rows = [](const std::string& cell, std::size_t count) {
    return repeated(cell + repeated("|" + cell, threads - 1) + ";\n", count);
  };
  // Where each step were repeated for each value, this would take hours.
  const auto read_or_refuse = [&](const std::string& code) {
    try {
      const Test test = read("PTX t\n{ x=0; }\n" + columns + ";\n" + code + "exists (x=1)", "t");
      CHECK(test.program.threads.size() == threads);
    } catch (const InputError& error) {
      CHECK(error.line != 0);
    }
  };
  const std::size_t third = max_instructions / 3 - 1;
  read_or_refuse(rows("ld r1, [r1]", max_instructions));
  // Loops in loops, every step of which adds values.
  read_or_refuse(rows("L:", 1) + rows("add r1, r1, 1", third) +
                 rows("atom.add r2, [x], r1", third) + rows("beq r2, 0, L", third) +
                 rows("st [r2], 1", 1));
  std::string jumps = rows("add r3, r4, 1", 1);
  for (std::size_t i = 0; i < 1000; ++i) {
    const std::string label = "L" + std::to_string(i);
    jumps +=
        rows(label + ": add r" + std::to_string(i % 60) + ", r" + std::to_string(i % 59) + ", 1",
             1) +
        rows("bne r1, r2, L" + std::to_string(i * 7 % 1000), 1);
  }
  read_or_refuse(jumps + rows("st [r1], 1", 1));
}
