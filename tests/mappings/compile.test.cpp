// C++ tests become PTX tests.
#include "mappings/compile.hpp"

#include <set>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/ptx_code/strict_ptx.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/mappings/source.hpp"

namespace opexplore::mappings {
namespace {

using namespace testing;

const std::vector<Order> rmw_orders{Order::relaxed, Order::acquire, Order::release, Order::acq_rel,
                                    Order::sc};

// Message passing: a non-atomic store, and a flag that is stored and loaded with these orders.
Test message_passing(Order store, Order load, Scope scope = Scope::gpu) {
  return cxx_test({{cxx_store(0, Value{1}, Order::weak), cxx_store(1, Value{1}, store, scope)},
                   {cxx_load(0, 1, load, scope), cxx_load(1, 0, Order::weak)}});
}

std::vector<std::string> texts(const Thread& thread) {
  std::vector<std::string> result;
  for (const Instruction& instruction : thread.instructions) result.push_back(instruction.text);
  return result;
}

// What one action in a thread of its own becomes.
std::vector<std::string> compiled(const Action& action, const Table& table,
                                  Width width = Width::bits32) {
  return texts(compile(cxx_test({{action}}), table, width).test.program.threads[0]);
}

using Lines = std::vector<std::string>;

std::set<Outcome> outcomes(const Test& test) {
  const Answer report = find_machine("sc")->explore(test, {});
  REQUIRE(report.coverage.complete());
  std::set<Outcome> result;
  for (const AnsweredOutcome& outcome : report.outcomes) result.insert(outcome.values);
  return result;
}

// The operations and orders that a complete table has; each with its result and without.
std::vector<Action> all_operations() {
  std::vector<Action> actions;
  for (const Order order : {Order::weak, Order::relaxed, Order::acquire, Order::sc}) {
    actions.emplace_back(cxx_load(0, 0, order));
  }
  for (const Order order : {Order::weak, Order::relaxed, Order::release, Order::sc}) {
    actions.emplace_back(cxx_store(0, Value{7}, order));
    actions.emplace_back(cxx_store(0, reg(1), order));
  }
  for (const Order order : rmw_orders) {
    for (const AtomicOp op : {AtomicOp::add, AtomicOp::sub, AtomicOp::bit_and, AtomicOp::bit_or,
                              AtomicOp::bit_xor, AtomicOp::min, AtomicOp::max, AtomicOp::exch}) {
      actions.emplace_back(cxx_atomic(op, RegisterId{0}, 0, Value{5}, order));
      actions.emplace_back(cxx_atomic(op, RegisterId{1}, 0, reg(1), order));
      actions.emplace_back(cxx_atomic(op, std::nullopt, 0, reg(1), order));
    }
    for (const Order failure : {Order::relaxed, Order::acquire, Order::sc}) {
      actions.emplace_back(cxx_cas(0, 0, Value{0}, Value{5}, order, failure));
      actions.emplace_back(cxx_cas(1, 0, reg(1), reg(2), order, failure));
    }
    if (order != Order::relaxed) actions.emplace_back(cxx_fence(order));
  }
  return actions;
}

// What a thread that begins with x = 3, r1 = 6, r2 = 9 computes with the action.
std::pair<Value, Value> old_and_new(const Atomic& atomic, Value memory) {
  const auto value = [](const Operand& operand) {
    const auto* const named = std::get_if<RegisterOperand>(&operand);
    return named == nullptr ? std::get<Value>(operand) : Value{named->id == 1 ? 6 : 9};
  };
  const bool fails = atomic.op == AtomicOp::cas && memory != value(atomic.expected);
  return {memory, fails ? memory : evaluate(atomic.op, memory, value(atomic.operand))};
}

}  // namespace

TEST_CASE("compile: message passing by the published table", "[mappings]") {
  const Compiled result =
      compile(message_passing(Order::release, Order::acquire), load_table("lustig19"));
  CHECK(write(result.test) ==
        "PTX Source-lustig19\n"
        "\"compiled from the C++ test Source with the table lustig19\"\n"
        "{\n x=0;\n y=0;\n"
        " 0: .reg .s32 r0;\n 0: .reg .s32 r1;\n 0: .reg .s32 r2;\n 0: .reg .s32 r3;\n"
        " 1: .reg .s32 r0;\n 1: .reg .s32 r1;\n 1: .reg .s32 r2;\n 1: .reg .s32 r3;\n}\n"
        " P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;\n"
        " st.weak x, 1        | ld.acquire.gpu r0, y ;\n"
        " st.release.gpu y, 1 | ld.weak r1, x        ;\n"
        "locations [ 0:r0; 0:r1; 0:r2; 0:r3; 1:r0; 1:r1; 1:r2; 1:r3; [x]; [y]; ]\n"
        "exists (true)\n");
  const Table table = load_table("lustig19");
  REQUIRE(result.entries.size() == 2);
  REQUIRE(result.entries[0].size() == 2);
  CHECK(to_string(*result.entries[0][0], table) == "store non_atomic");
  CHECK(to_string(*result.entries[0][1], table) == "store release");
  CHECK(to_string(*result.entries[1][0], table) == "load acquire");
}

TEST_CASE("compile: scopes, fences and pairs of orders", "[mappings]") {
  const Table table = load_table("libcudacxx-13.0");
  CHECK(compiled(cxx_store(0, Value{1}, Order::sc, Scope::cta), table) ==
        Lines{"fence.sc.cta", "st.relaxed.cta x, 1"});
  CHECK(compiled(cxx_load(2, 1, Order::sc, Scope::sys), table) ==
        Lines{"fence.sc.sys", "ld.acquire.sys r2, y"});
  CHECK(compiled(cxx_cas(0, 0, Value{1}, reg(2), Order::release, Order::acquire), table) ==
        Lines{"atom.acq_rel.gpu.cas r0, x, 1, r2"});
  CHECK(compiled(cxx_cas(0, 0, Value{1}, reg(2), Order::release, Order::acquire),
                 load_table("nvcc-builtin-13.0")) == Lines{"atom.release.gpu.cas r0, x, 1, r2"});
  CHECK(compiled(cxx_fence(Order::acquire, Scope::sys), table) == Lines{"fence.acq_rel.sys"});
  CHECK(compiled(cxx_fence(Order::relaxed), table).empty());
  CHECK(compiled(cxx_fence(Order::relaxed), load_table("nvcc-builtin-13.0")) ==
        Lines{"fence.sc.gpu"});
}

TEST_CASE("compile: LLVM 19 gives every read-modify-write gpu scope", "[mappings]") {
  const Table table = load_table("llvm-19");
  for (const Scope scope : {Scope::cta, Scope::gpu, Scope::sys}) {
    CHECK(compiled(cxx_atomic(AtomicOp::add, RegisterId{0}, 0, Value{1}, Order::sc, scope),
                   table) == Lines{"atom.relaxed.gpu.add r0, x, 1"});
  }
  CHECK(compiled(cxx_load(0, 0, Order::relaxed), table) == Lines{"ld.volatile r0, x"});
}

TEST_CASE("compile: a subtraction adds the negative value", "[mappings]") {
  const Table table = load_table("lustig19");
  CHECK(compiled(cxx_atomic(AtomicOp::sub, RegisterId{0}, 0, Value{5}, Order::relaxed), table) ==
        Lines{"atom.relaxed.gpu.add r0, x, -5"});
  CHECK(compiled(cxx_atomic(AtomicOp::sub, RegisterId{1}, 0, reg(1), Order::relaxed), table) ==
        Lines{"sub.s32 r4, 0, r1", "atom.relaxed.gpu.add r1, x, r4"});
}

TEST_CASE("compile: a result that nobody wants needs a register, but in desul", "[mappings]") {
  const Atomic add = cxx_atomic(AtomicOp::add, std::nullopt, 0, Value{1}, Order::release);
  CHECK(compiled(add, load_table("lustig19")) == Lines{"atom.release.gpu.add r4, x, 1"});
  CHECK(compiled(add, load_table("desul-sm70")) == Lines{"red.release.gpu.add x, 1"});
  const Atomic acquire = cxx_atomic(AtomicOp::add, std::nullopt, 0, Value{1}, Order::acquire);
  CHECK(compiled(acquire, load_table("desul-sm70")) == Lines{"atom.acquire.gpu.add r4, x, 1"});
}

TEST_CASE("compile: what is no operation stays, and jumps still lead there", "[mappings]") {
  Branch back;
  back.comparison = Comparison::equal;
  back.left = reg(0);
  back.right = Value{0};
  back.target = 1;
  Branch end;
  end.target = 5;
  const Arithmetic sum{ArithmeticOp::add, 2, reg(0), Value{1}, NumberType::s32};
  const Test source =
      cxx_test({{cxx_store(0, Value{1}, Order::sc), cxx_load(0, 1, Order::sc), back, sum, end}});
  const Compiled result = compile(source, load_table("lustig19"));
  const Thread& thread = result.test.program.threads[0];
  CHECK(texts(thread) == Lines{"fence.sc.gpu", "st.release.gpu x, 1", "fence.sc.gpu",
                               "ld.acquire.gpu r0, y", "beq r0, 0, LC2", "add.s32 r2, r0, 1",
                               "goto LC7"});
  CHECK(result.origin[0] == std::vector<InstructionId>{0, 0, 1, 1, 2, 3, 4});
  REQUIRE(result.entries[0].size() == 5);
  CHECK(result.entries[0][1].has_value());
  CHECK_FALSE(result.entries[0][2].has_value());
  CHECK_FALSE(result.entries[0][3].has_value());
  CHECK(thread.instructions[4].place == source.program.threads[0].instructions[2].place);
}

TEST_CASE("compile: address dependencies stay", "[mappings]") {
  Load load = cxx_load(1, 0, Order::sc);
  load.pointer = RegisterId{0};
  CHECK(compiled(load, load_table("lustig19")) == Lines{"fence.sc.gpu", "ld.acquire.gpu r1, [r0]"});
}

TEST_CASE("compile: observables, condition and numbers of registers stay", "[mappings]") {
  Test source = message_passing(Order::sc, Order::sc);
  source.program.threads[1].registers[0].name = "seen";
  source.program.threads[1].registers[3].initial = 4;
  source.program.addresses[0].name = source.program.locations[0].name = "r9";
  source.quantifier = Quantifier::not_exists;
  const Test result = compile(source, load_table("lustig19")).test;
  CHECK(result.observables == source.observables);
  CHECK(result.shown == source.shown);
  CHECK(result.quantifier == source.quantifier);
  CHECK(result.condition == source.condition);
  // PTX has neither the register `seen` nor the location `r9`.
  CHECK(result.program.threads[1].registers[0].name == "r0");
  CHECK(result.program.threads[1].registers[3].initial == 4);
  CHECK(result.program.addresses[0].name == "r9_");
  CHECK(result.program.locations[0].name == "r9_");
  check_same(read(write(result), "again"), result);
}

TEST_CASE("compile: names of registers do not collide", "[mappings]") {
  Test source = cxx_test({{cxx_atomic(AtomicOp::sub, RegisterId{0}, 0, reg(1), Order::relaxed)}});
  source.program.threads[0].registers[0].name = "old";
  source.program.threads[0].registers[1].name = "r0";
  source.program.threads[0].registers[2].name = "r5";
  source.program.threads[0].registers[3].name = "p0";
  const Thread thread = compile(source, load_table("lustig19")).test.program.threads[0];
  std::vector<std::string> names;
  for (const Register& reg : thread.registers) names.push_back(reg.name);
  CHECK(names == std::vector<std::string>{"r1", "r0", "r5", "r2", "r3"});
}

TEST_CASE("compile: a missing entry is refused where the operation stands", "[mappings]") {
  const auto refusal = [](const Test& source, const Table& table, Width width = Width::bits32) {
    try {
      compile(source, table, width);
    } catch (const MappingError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  CHECK(
      refusal(message_passing(Order::relaxed, Order::acquire), load_table("llvm-19")) ==
      "source.litmus:10:2: the compiler of the table llvm-19 refuses load acquire in device scope: "
      "LLVM ERROR: Cannot select: AtomicLoad; it has load non_atomic; load relaxed");
  CHECK(refusal(cxx_test({{cxx_atomic(AtomicOp::add, RegisterId{0}, 0, Value{1}, Order::sc)}}),
                load_table("nvcc-13.0-legacy")) ==
        "source.litmus:10:1: the table nvcc-13.0-legacy has no entry for fetch seq_cst in device "
        "scope; it has rmw relaxed");
  Test in_cluster = message_passing(Order::relaxed, Order::relaxed);
  for (Thread& thread : in_cluster.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      if (Scope* const scope = scope_of(instruction.action)) *scope = Scope::cluster;
    }
  }
  CHECK(refusal(in_cluster, load_table("libcudacxx-13.0"))
            .ends_with("the compiler of the table libcudacxx-13.0 has no cluster scope: namespace "
                       "\"cuda\" has no member \"thread_scope_cluster\""));
  CHECK(refusal(in_cluster, load_table("lustig19"))
            .ends_with("the table lustig19 says nothing of cluster scope; give it a member "
                       "\"scopes\" that does"));
  CHECK(refusal(in_cluster, load_table("nvcc-builtin-13.0")) == "nothing");
  CHECK(refusal(message_passing(Order::release, Order::acquire), load_table("lustig19"),
                Width::bits8) ==
        "source.litmus:11:1: the table lustig19 has no entry for store release in device scope, 8 "
        "bits; choose another table");
  CHECK(refusal(cxx_test({{ProxyFence{}}}), load_table("lustig19")) ==
        "source.litmus:10:1: C++ has no proxy fences, and so no table has an entry for one");
  Load texture = cxx_load(0, 0, Order::weak);
  texture.proxy = Proxy::texture;
  CHECK(refusal(cxx_test({{texture}}), load_table("lustig19")) ==
        "source.litmus:10:1: no table says what an access through a proxy or with a cache operator "
        "is");
  Test ptx = message_passing(Order::release, Order::acquire);
  ptx.program.language = Language::ptx;
  CHECK(refusal(ptx, load_table("lustig19")) ==
        "source.litmus: only C++ tests are compiled, this one is in PTX");
  CHECK(refusal(cxx_test({{cxx_store(0, Value{300}, Order::relaxed)}}),
                load_table("libcudacxx-13.0"),
                Width::bits8) == "source.litmus:10:1: the value 300 does not fit into 8 bits");
}

TEST_CASE("compile: every operation of the modern tables is PTX that an assembler takes",
          "[mappings]") {
  for (const std::string name : {"lustig19", "abi-12.8", "abi-13", "abi-13-fences",
                                 "libcudacxx-13.0", "nvcc-builtin-13.0", "trailing"}) {
    const Table table = load_table(name);
    for (const Action& action : all_operations()) {
      const Test result = compile(cxx_test({{action}}), table).test;
      const std::string text = write(result);
      CAPTURE(text);
      const Test again = read(text, name);
      check_same(again, result);
      CHECK(not_ptx(again).empty());
    }
  }
}

TEST_CASE("compile: loops for small objects compute what one instruction does", "[mappings]") {
  const Table table = load_table("libcudacxx-13.0");
  for (const Width width : {Width::bits8, Width::bits16}) {
    for (const Action& action : all_operations()) {
      const auto* const atomic = std::get_if<Atomic>(&action);
      if (atomic == nullptr) continue;
      for (const Value memory : {0, 3, 6, -3}) {
        Test source = cxx_test({{action}});
        source.program.locations[0].initial = memory;
        source.program.threads[0].registers[1].initial = 6;
        source.program.threads[0].registers[2].initial = 9;
        const Test result = compile(source, table, width).test;
        const std::string text = write(result);
        CAPTURE(text);
        CHECK(not_ptx(read(text, "loop")).empty());
        const auto [old, updated] = old_and_new(*atomic, memory);
        Outcome expected{0, 6, 9, 0, updated, 0};
        if (atomic->destination) expected[*atomic->destination] = old;
        CHECK(outcomes(result) == std::set<Outcome>{expected});
      }
    }
  }
}

TEST_CASE("compile: loops for small objects are atomic", "[mappings]") {
  const Atomic add = cxx_atomic(AtomicOp::add, RegisterId{0}, 0, Value{1}, Order::relaxed);
  const Test source = cxx_test({{add}, {add}});
  for (const Width width : {Width::bits8, Width::bits32}) {
    const Test result = compile(source, load_table("libcudacxx-13.0"), width).test;
    std::set<Outcome> expected{{0, 0, 0, 0, 1, 0, 0, 0, 2, 0}, {1, 0, 0, 0, 0, 0, 0, 0, 2, 0}};
    CHECK(outcomes(result) == expected);
  }
}

TEST_CASE("compile: the name says which table and width", "[mappings]") {
  const Test source = cxx_test({{cxx_store(0, Value{1}, Order::relaxed)}});
  const Test result = compile(source, load_table("libcudacxx-13.0"), Width::bits16).test;
  CHECK(result.name == "Source-libcudacxx-13.0-16bit");
  CHECK(result.program.language == Language::ptx);
}

}  // namespace opexplore::mappings
