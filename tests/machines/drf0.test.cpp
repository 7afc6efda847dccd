// The race detector against its definition, on programs without loops.
#include <functional>
#include <set>

#include "explorer/machine_entry.hpp"
#include "litmus/generate/random_program.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machines/drf0/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"
#include "tests/locations.hpp"
#include "tests/machines/naive_races.hpp"
#include "tests/outcome_values.hpp"

using namespace opexplore;
using random_programs::Random;

namespace {

// Bits: fuse_local, split_components, forget_dead, ample_threads switched off.
bool finds_race(const Test& test, unsigned off) {
  ExploreOptions options;
  options.threads = 1;
  options.machine.fuse_local = (off & 1) == 0;
  options.machine.split_components = (off & 2) == 0;
  options.machine.forget_dead = (off & 4) == 0;
  options.machine.ample_threads = (off & 8) == 0;
  const Answer report = explore_with<drf0::Machine>(test, options);
  REQUIRE(report.coverage.complete());
  return report.statistics.racy_states != 0;
}

Answer explored(const std::string& machine, const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  const MachineEntry* const entry = find_machine(machine);
  REQUIRE(entry != nullptr);
  REQUIRE_FALSE(entry->refusal(test, {}));
  return entry->explore(test, options);
}

using ProgramChange = std::function<void(Program&)>;

// Why there is a race; empty when there is none. Threads are columns of `rows`.
std::string race_of(const std::string& places, const std::string& rows,
                    const ProgramChange& change = {}) {
  const std::string text = "PTX race\n{ x = 0; }\n " + places + " ;\n" + rows + "exists ([x]=1)\n";
  Test test = read(text, "race");
  if (change) change(test.program);
  const Answer report = explored("drf0", test);
  REQUIRE(report.coverage.complete());
  const bool found = report.statistics.racy_states != 0;
  CHECK(report.race.has_value() == found);
  CHECK(report.race_reason.empty() != found);
  if (!found) CHECK(outcome_values(report) == outcome_values(explored("sc", test)));
  return report.race_reason;
}

const std::string in_two_ctas = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0";
const std::string in_one_cta = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0";

bool names(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Counts and compares; programs with too many interleavings are left out.
struct Against {
  int racy = 0, free = 0, left_out = 0;

  void operator()(const Test& test, const std::string& what) {
    const std::optional<bool> expected = NaiveRaces(test).racy(3000);
    if (!expected) {
      ++left_out;
      return;
    }
    INFO(what << "\n" << random_programs::to_litmus(test));
    for (const unsigned off : {0U, 1U, 4U, 7U, 8U, 10U, 15U}) {
      INFO("switches off: " << off);
      REQUIRE(finds_race(test, off) == *expected);
    }
    ++(*expected ? racy : free);
  }
};

random_programs::Profile small(std::string_view name) {
  random_programs::Profile profile;
  profile.name = name;
  profile.most_threads = 3;
  profile.least_instructions = 3;
  profile.most_instructions = 7;
  profile.strong = 85;
  profile.second_gpu = 15;
  return profile;
}

// Programs in which threads hand data on through flags, with orders, scopes and fences at random.
class Handing {
 public:
  explicit Handing(std::uint64_t seed) : random_(seed) {}

  Test next() {
    TestBuilder builder("handing");
    const AddressId data = builder.location("x");
    std::array<AddressId, 2> flags{builder.location("f"), builder.location("g")};
    const unsigned threads = 2 + random_.below(2);
    for (unsigned t = 0; t < threads; ++t) {
      builder.thread(random_.below(2), random_.chance(10) ? 1 : 0);
      RegisterId reg = 0;
      if (t > 0) {
        wait(builder, flags[t - 1], reg++);
        touch(builder, data, reg++, t + 1 == threads ? 30 : 20);
      } else {
        builder.add(weak_store(data));
      }
      if (t + 1 < threads || random_.chance(30)) signal(builder, flags[std::min(t, 1U)], reg);
    }
    Test test = builder.build();
    for (Thread& thread : test.program.threads) {
      for (Instruction& instruction : thread.instructions) {
        if (auto* branch = std::get_if<Branch>(&instruction.action)) {
          branch->target = static_cast<InstructionId>(thread.instructions.size());
        }
      }
    }
    const auto& first = test.program.threads;
    if (common_scope(first[0], first[1]) == Scope::cta && random_.chance(40)) {
      test.program.locations[1].region = Region::shared;  // no other thread uses the first flag
    }
    return random_programs::completed(test.program, "handing");
  }

 private:
  static MemoryAccess weak(AddressId address) {
    return {address, Proxy::generic, Order::weak, Scope::sys, Annotation::none, {}};
  }
  static Store weak_store(AddressId address) { return {weak(address), Value{1}}; }
  Scope scope() { return random_.pick(std::array{Scope::cta, Scope::gpu, Scope::gpu, Scope::sys}); }
  void fence(TestBuilder& builder, Order one_sided) {
    const std::array orders{Order::acq_rel, Order::sc, one_sided};
    builder.add(Fence{random_.pick(orders), scope()});
  }
  void touch(TestBuilder& builder, AddressId data, RegisterId reg, unsigned store) {
    if (random_.chance(store)) {
      builder.add(weak_store(data));
    } else {
      builder.add(Load{weak(data), reg});
    }
  }
  MemoryAccess access(AddressId address, Order order) {
    return {address, Proxy::generic, order, scope(), Annotation::none, {}};
  }
  void wait(TestBuilder& builder, AddressId flag, RegisterId reg) {
    const bool with_fence = random_.chance(45);
    const Order order = with_fence && random_.chance(80) ? Order::relaxed : Order::acquire;
    if (random_.chance(25)) {
      const AtomicOp op = random_.chance(50) ? AtomicOp::cas : AtomicOp::exch;
      builder.add(Atomic{access(flag, order), op, reg, Value{0}, Value{1}});
    } else {
      builder.add(Load{access(flag, order), reg});
    }
    if (random_.chance(90)) {
      builder.add(Branch{Comparison::not_equal, RegisterOperand{reg}, Value{1}, 0});
    }
    if (with_fence) fence(builder, Order::acquire);
  }
  void signal(TestBuilder& builder, AddressId flag, RegisterId reg) {
    const bool with_fence = random_.chance(45);
    if (with_fence) fence(builder, Order::release);
    const Order order = with_fence && random_.chance(80) ? Order::relaxed : Order::release;
    if (random_.chance(25)) {
      Atomic add{access(flag, order), AtomicOp::add, reg, Value{1}, Value{0}};
      if (random_.chance(40)) add.destination.reset();
      builder.add(add);
    } else {
      builder.add(Store{access(flag, order), Value{1}});
    }
  }

  Random random_;
};

}  // namespace

TEST_CASE("drf0 finds a race where its definition has one, on random programs", "[drf0][oracle]") {
  std::vector<random_programs::Profile> profiles{small("accesses"),     small("fences"),
                                                 small("atomics"),      small("barriers"),
                                                 small("one location"), small("shared")};
  profiles[1].fence = 40;
  profiles[2].atomic = 40;
  profiles[3].barrier = 30;
  profiles[3].same_cta = 85;
  profiles[4].most_locations = 1;
  profiles[4].strong = 95;
  profiles[5].shared = 60;
  profiles[5].same_cta = 80;
  Against compare;
  for (const auto& profile : profiles) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      compare(generate(profile, seed), std::string(profile.name) + " " + std::to_string(seed));
    }
  }
  CHECK(compare.racy > 500);
  CHECK(compare.free > 500);
}

TEST_CASE("drf0 finds a race where its definition has one, when data is handed on",
          "[drf0][oracle]") {
  Against compare;
  Handing handing(7);
  for (int count = 0; count < 2000; ++count) {
    compare(handing.next(), "handing " + std::to_string(count));
  }
  CHECK(compare.racy > 300);
  CHECK(compare.free > 300);
}

TEST_CASE("drf0: a program without races has the outcomes of sc, and so does rmo on it",
          "[drf0][oracle]") {
  int free = 0;
  int weaker = 0;
  for (const auto& profile : {small("accesses"), small("fences")}) {
    for (std::uint64_t seed = 1000; seed < 2200; ++seed) {
      const Test test = generate(profile, seed);
      const Answer report = explored("drf0", test);
      const std::set<Outcome> expected = outcome_values(explored("sc", test));
      const std::set<Outcome> relaxed = outcome_values(explored("rmo", test));
      INFO(random_programs::to_litmus(test));
      if (report.statistics.racy_states != 0) {
        weaker += relaxed != expected ? 1 : 0;
        continue;
      }
      ++free;
      REQUIRE(outcome_values(report) == expected);
      REQUIRE(relaxed == expected);
    }
  }
  CHECK(free > 500);
  CHECK(weaker > 20);
}

TEST_CASE("drf0: message passing", "[drf0]") {
  const auto with = [](const std::string& send, const std::string& receive,
                       const std::string& places) {
    return race_of(places, " st.weak x, 1 | " + receive + "\n " + send + " | ld.weak r1, x ;\n" +
                               " | LC1: ;\n");
  };
  const std::string guard = " ;\n | bne r0, 1, LC1 ;";
  CHECK(with("st.release.gpu f, 1", "ld.acquire.gpu r0, f" + guard, in_two_ctas).empty());
  CHECK(with("atom.release.gpu.exch r9, f, 1", "atom.acquire.gpu.cas r0, f, 1, 2" + guard,
             in_two_ctas)
            .empty());
  CHECK(with("st.release.cta f, 1", "ld.acquire.cta r0, f" + guard, in_one_cta).empty());
  CHECK(names(with("st.weak f, 1", "ld.weak r0, f" + guard, in_two_ctas), "both are weak"));
  CHECK(names(with("st.relaxed.gpu f, 1", "ld.acquire.gpu r0, f" + guard, in_two_ctas),
              "P0 `st.weak x, 1` and P1 `ld.weak r1, x` race on x: nothing of scope gpu"));
  CHECK(names(with("st.release.gpu f, 1", "ld.acquire.cta r0, f" + guard, in_two_ctas),
              "the scope of P1 `ld.acquire.cta r0, f` is smaller"));
  CHECK_FALSE(with("st.release.gpu f, 1", "ld.acquire.gpu r0, f ;", in_two_ctas).empty());

  for (const std::string fence : {"fence.sc.gpu", "fence.acq_rel.gpu"}) {
    const auto fenced = [&](const std::string& scope) {
      return race_of(in_two_ctas, " st.weak x, 1 | ld.relaxed." + scope + " r0, f ;\n " + fence +
                                      " | bne r0, 1, LC1 ;\n st.relaxed.gpu f, 1 | " + fence +
                                      " ;\n | ld.weak r1, x ;\n | LC1: ;\n");
    };
    CHECK(fenced("gpu").empty());
    CHECK_FALSE(fenced("cta").empty());
  }
}

TEST_CASE("drf0: store buffering", "[drf0]") {
  const auto with = [](const std::string& store, const std::string& fence,
                       const std::string& load) {
    const std::string between = fence.empty() ? "" : " " + fence + " | " + fence + " ;\n";
    return race_of(in_two_ctas, " " + store + " x, 1 | " + store + " y, 1 ;\n" + between + " " +
                                    load + " r0, y | " + load + " r0, x ;\n");
  };
  CHECK(names(with("st.weak", "", "ld.weak"), "both are weak"));
  CHECK(names(with("st.release.gpu", "", "ld.acquire.gpu"), "kept in order"));
  CHECK(with("st.relaxed.gpu", "fence.sc.gpu", "ld.relaxed.gpu").empty());
  CHECK(with("st.relaxed.gpu", "fence.acq_rel.gpu", "ld.relaxed.gpu").empty());
  CHECK_FALSE(with("st.relaxed.gpu", "fence.sc.cta", "ld.relaxed.gpu").empty());
  CHECK_FALSE(with("st.relaxed.cta", "fence.sc.gpu", "ld.relaxed.cta").empty());
  CHECK_FALSE(with("st.weak", "fence.sc.gpu", "ld.weak").empty());
  const std::string relaxed =
      " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n fence.sc.sys | fence.sc.sys ;\n"
      " ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n";
  CHECK(race_of(in_two_ctas, relaxed, [](Program& program) {
          for (Thread& thread : program.threads) {
            std::get<Store>(thread.instructions[0].action).annotation = Annotation::volatile_;
            std::get<Load>(thread.instructions[2].action).annotation = Annotation::volatile_;
          }
        }).empty());
}

// Singh 2015, figure 1b.
TEST_CASE("drf0: indirect synchronisation through a smaller scope", "[drf0]") {
  const std::string places = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0";
  const ProgramChange z_is_shared = [](Program& program) {
    for (Location& location : program.locations) {
      if (location.name == "z") location.region = Region::shared;
    }
  };
  const auto with = [&](const std::string& release, const std::string& acquire,
                        const ProgramChange& change) {
    return race_of(places,
                   " st.weak x, 1 | " + acquire + " r0, z | ld.acquire.gpu r0, y ;\n " + release +
                       " z, 1 | bne r0, 1, LC1 | bne r0, 1, LC2 ;\n" +
                       " | st.release.gpu y, 1 | ld.weak r1, x ;\n | LC1: | LC2: ;\n",
                   change);
  };
  CHECK(names(with("st.release.cta", "ld.acquire.cta", {}),
              "P0 `st.weak x, 1` and P2 `ld.weak r1, x` race on x"));
  CHECK_FALSE(with("st.release.gpu", "ld.acquire.cta", {}).empty());
  CHECK_FALSE(with("st.release.cta", "ld.acquire.gpu", {}).empty());
  CHECK(with("st.release.gpu", "ld.acquire.gpu", {}).empty());
  CHECK(with("st.release.sys", "ld.acquire.gpu", {}).empty());
  CHECK_FALSE(with("st.release.gpu", "ld.acquire.gpu", z_is_shared).empty());
  const auto fenced = [&](const std::string& scope) {
    return race_of(
        places,
        " st.weak x, 1 | ld.relaxed.cta r0, z | ld.acquire.gpu r0, y ;\n fence.acq_rel." + scope +
            " | bne r0, 1, LC1 | bne r0, 1, LC2 ;\n" + " st.relaxed.cta z, 1 | fence.acq_rel." +
            scope + " | ld.weak r1, x ;\n" + " | st.release.gpu y, 1 | ;\n | LC1: | LC2: ;\n",
        z_is_shared);
  };
  CHECK(fenced("gpu").empty());
  CHECK_FALSE(fenced("cta").empty());
}

TEST_CASE("drf0: barriers order a CTA", "[drf0]") {
  const std::string rows = " st.weak x, 1 | bar.cta.sync 0 ;\n bar.cta.sync 0 | ld.weak r0, x ;\n";
  CHECK(race_of(in_one_cta, rows).empty());
  CHECK_FALSE(race_of(in_one_cta,
                      " st.weak x, 1 | bar.cta.arrive 0 ;\n bar.cta.sync 0 | ld.weak r0, "
                      "x ;\n")
                  .empty());
  // What the block wrote is not published by its leader's release.
  const std::string places = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0";
  CHECK(names(race_of(places,
                      " st.weak x, 1 | bar.cta.sync 0 | ld.acquire.gpu r0, f ;\n"
                      " bar.cta.sync 0 | st.release.gpu f, 1 | bne r0, 1, LC2 ;\n"
                      " | | ld.weak r1, x ;\n | | LC2: ;\n"),
              "P0 `st.weak x, 1` and P2 `ld.weak r1, x`"));
}

TEST_CASE("drf0: locks and spinning", "[drf0]") {
  const auto races = [](const std::string& path) {
    const Test test =
        read_file(std::string(testing::source_folder) + "/litmus/ptx/" + path + ".litmus");
    const Answer report = explored("drf0", test);
    REQUIRE(report.coverage.complete());
    return report.statistics.racy_states != 0;
  };
  CHECK_FALSE(races("locks/CASLock+acq-rel.gpus-p0::p1"));
  CHECK_FALSE(races("locks/CASLock+acq-rel.gpus-p0::p1::p2"));
  CHECK_FALSE(races("locks/CASLock+acq-rel.ctas-p0:p1"));
  CHECK_FALSE(races("locks/ExchLock+acq-rel.gpus-p0::p1"));
  CHECK_FALSE(races("locks/CASLock+rlx-ar-ar-rlx.gpus-p0::p1"));
  CHECK_FALSE(races("locks/TryLock+acq-rel.gpus-p0::p1"));
  CHECK(races("locks/CASLock+acq-rel.ctas-p0::p1"));
  CHECK(races("locks/CASLock+acq-rlx.gpus-p0::p1"));
  CHECK(races("locks/CASLock+rlx-rel.gpus-p0::p1"));
  CHECK(races("locks/SeqLock+weaks-p0::p1"));
  CHECK_FALSE(races("loops/MP+rel.gpu+spin-acq.gpu-p0::p1"));
  CHECK_FALSE(races("loops/MP+ar.gpu+spin-rlx-ar.gpu-p0::p1"));
  CHECK_FALSE(races("loops/ISA2+rel.gpu+spin-acq-rel.gpu+spin-acq.gpu-p0::p1::p2"));
  CHECK(races("loops/MP+rel.gpu+spin-acq.cta-p0::p1"));
  CHECK(races("loops/MP+rel.gpu+spin-acq.gpu-p0:::p1"));
  CHECK(races("loops/MP+ar.gpu+spin-ar-rlx.gpu-p0::p1"));
  CHECK(races("loops/MP+rel.gpu+spin-rlx.gpu-p0::p1"));
}

TEST_CASE("drf0: a race beside a loop without end is found", "[drf0]") {
  const std::string places = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0";
  CHECK_FALSE(race_of(places,
                      " LC0: | LC1: | st.weak x, 1 | ld.weak r0, x ;\n"
                      " ld.relaxed.gpu r0, f | ld.relaxed.gpu r0, f | | ;\n"
                      " atom.relaxed.gpu.add r1, f, 0 | | | ;\n"
                      " bne r0, 1, LC0 | bne r0, 1, LC1 | | ;\n")
                  .empty());
}
