// The built-in tables say what their sources say. The facts below were written down a second time,
// from the sources, as names of instructions alone.
#include <array>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "mappings/table.hpp"
#include "tests/catch.hpp"

namespace opexplore::mappings {
namespace {

// "ld.acquire.{scope} {destination}, [{address}]" -> "ld.acquire", "… [{word}]" -> "ld.acquire
// word"; scopes that are written stay.
std::string name_of(const std::string& line) {
  std::string name = line.substr(0, line.find(' '));
  const std::size_t scope = name.find(".{scope}");
  if (scope != name.npos) name.erase(scope);
  if (line.find("[{word}]") != line.npos) name += " word";
  if (line.find("[{half_word}]") != line.npos) name += " half_word";
  return name;
}

std::string names_of(const Template& code) {
  std::string text;
  for (const std::string& line : to_lines(code)) {
    text += (text.empty() ? "" : "; ") + name_of(line);
  }
  return text.empty() ? "nothing" : text;
}

using Facts = std::map<std::string, std::string>;

Facts facts_of(const Table& table) {
  Facts facts;
  for (const Entry& entry : table.entries) {
    facts[to_string(entry)] = entry.refused.empty() ? names_of(entry.code) : "refused";
  }
  return facts;
}

// "load relaxed = ld.relaxed", one per line.
Facts read_facts(const std::string& text) {
  Facts facts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find(" = ");
    if (equals == line.npos) continue;
    const std::size_t begin = line.find_first_not_of(' ');
    facts[line.substr(begin, equals - begin)] = line.substr(equals + 3);
  }
  return facts;
}

// What a cas of each pair of orders is emitted as, if it is emitted as the merged order.
Facts merged_cas(const std::map<std::string, std::string>& by_order,
                 const std::string& suffix = "") {
  const std::map<std::string, std::vector<std::string>> pairs{
      {"relaxed", {"relaxed, relaxed"}},
      {"acquire", {"relaxed, acquire", "acquire, relaxed", "acquire, acquire"}},
      {"release", {"release, relaxed"}},
      {"acq_rel", {"release, acquire", "acq_rel, relaxed", "acq_rel, acquire"}},
      {"seq_cst",
       {"relaxed, seq_cst", "acquire, seq_cst", "release, seq_cst", "acq_rel, seq_cst",
        "seq_cst, relaxed", "seq_cst, acquire", "seq_cst, seq_cst"}}};
  Facts facts;
  for (const auto& [order, code] : by_order) {
    for (const std::string& pair : pairs.at(order)) facts["cas (" + pair + ")" + suffix] = code;
  }
  return facts;
}

Facts join(Facts facts, const Facts& more) {
  facts.insert(more.begin(), more.end());
  return facts;
}

void check_facts(const std::string& name, const Facts& expected) {
  const Facts facts = facts_of(load_table(name));
  for (const auto& [entry, code] : expected) {
    INFO(name << ": " << entry);
    const auto found = facts.find(entry);
    REQUIRE(found != facts.end());
    CHECK(found->second == code);
  }
  for (const auto& [entry, code] : facts) {
    INFO(name << " has also " << entry << " = " << code);
    CHECK(expected.contains(entry));
  }
}

const std::string native_rmw =
    "rmw relaxed = atom.{op}.relaxed\n"
    "rmw acquire = atom.{op}.acquire\n"
    "rmw release = atom.{op}.release\n"
    "rmw acq_rel = atom.{op}.acq_rel\n";

const std::map<std::string, std::string> native_cas{{"relaxed", "atom.cas.relaxed"},
                                                    {"acquire", "atom.cas.acquire"},
                                                    {"release", "atom.cas.release"},
                                                    {"acq_rel", "atom.cas.acq_rel"}};

std::map<std::string, std::string> native_cas_and(const std::string& seq_cst) {
  auto result = native_cas;
  result["seq_cst"] = seq_cst;
  return result;
}

const std::string common_accesses =
    "load non_atomic = ld.weak\n"
    "load relaxed = ld.relaxed\n"
    "load acquire = ld.acquire\n"
    "store non_atomic = st.weak\n"
    "store relaxed = st.relaxed\n"
    "store release = st.release\n";

const std::string native_fences =
    "fence acquire = fence.acquire\n"
    "fence release = fence.release\n"
    "fence acq_rel = fence.acq_rel\n"
    "fence seq_cst = fence.sc\n";

}  // namespace

TEST_CASE("tables: the published mapping is that of figure 11", "[mappings]") {
  const std::string text = common_accesses + native_rmw + native_fences +
                           "load seq_cst = fence.sc; ld.acquire\n"
                           "store seq_cst = fence.sc; st.release\n"
                           "rmw seq_cst = fence.sc; atom.{op}.acq_rel\n";
  const Facts facts =
      join(read_facts(text), merged_cas(native_cas_and("fence.sc; atom.cas.acq_rel")));
  check_facts("lustig19", facts);
  check_facts("abi-12.8", facts);
}

TEST_CASE("tables: both forms of the ABI page", "[mappings]") {
  const std::string text = common_accesses + native_rmw + native_fences +
                           "load seq_cst = fence.sc; ld.acquire\n"
                           "store seq_cst = fence.sc; st.relaxed\n"
                           "rmw seq_cst = fence.sc; atom.{op}.acquire\n";
  check_facts("abi-13",
              join(read_facts(text), merged_cas(native_cas_and("fence.sc; atom.cas.acquire"))));
  const std::string fences = native_fences +
                             "load non_atomic = ld.weak\n"
                             "load relaxed = ld.relaxed\n"
                             "load acquire = ld.relaxed; fence.acquire\n"
                             "load seq_cst = fence.sc; ld.relaxed; fence.acquire\n"
                             "store non_atomic = st.weak\n"
                             "store relaxed = st.relaxed\n"
                             "store release = fence.release; st.relaxed\n"
                             "store seq_cst = fence.sc; st.relaxed\n"
                             "rmw relaxed = atom.{op}.relaxed\n"
                             "rmw acquire = atom.{op}.relaxed; fence.acquire\n"
                             "rmw release = fence.release; atom.{op}.relaxed\n"
                             "rmw acq_rel = fence.release; atom.{op}.relaxed; fence.acquire\n"
                             "rmw seq_cst = fence.sc; atom.{op}.relaxed; fence.acquire\n";
  check_facts("abi-13-fences",
              join(read_facts(fences),
                   merged_cas({{"relaxed", "atom.cas.relaxed"},
                               {"acquire", "atom.cas.relaxed; fence.acquire"},
                               {"release", "fence.release; atom.cas.relaxed"},
                               {"acq_rel", "fence.release; atom.cas.relaxed; fence.acquire"},
                               {"seq_cst", "fence.sc; atom.cas.relaxed; fence.acquire"}})));
}

TEST_CASE("tables: the ABI page of 12.9 has sc loads that do not acquire", "[mappings]") {
  const std::string text = common_accesses + native_rmw + native_fences +
                           "load seq_cst = fence.sc; ld.relaxed\n"
                           "store seq_cst = fence.sc; st.relaxed\n"
                           "rmw seq_cst = fence.sc; atom.{op}.acquire\n";
  check_facts("abi-12.9",
              join(read_facts(text), merged_cas(native_cas_and("fence.sc; atom.cas.acquire"))));
}

TEST_CASE("tables: libcu++ of CUDA 13.0, also for small objects", "[mappings]") {
  Facts facts = read_facts(common_accesses + native_rmw +
                           "load seq_cst = fence.sc; ld.acquire\n"
                           "store seq_cst = fence.sc; st.relaxed\n"
                           "rmw seq_cst = fence.sc; atom.{op}.acquire\n"
                           "fence relaxed = nothing\n"
                           "fence acquire = fence.acq_rel\n"
                           "fence release = fence.acq_rel\n"
                           "fence acq_rel = fence.acq_rel\n"
                           "fence seq_cst = fence.sc\n");
  facts.merge(merged_cas(native_cas_and("fence.sc; atom.cas.acquire")));
  const auto rmw = [](const std::string& order, const std::string& sc) {
    const int first = sc.empty() ? 0 : 1;
    return sc + "ld.relaxed word; L" + std::to_string(first + 1) + ":; {op}; atom.cas." + order +
           " word; beq; mov; bra; L" + std::to_string(first + 6) + ":; mov";
  };
  const auto cas = [](const std::string& order, const std::string& sc) {
    const int first = sc.empty() ? 0 : 1;
    return sc + "ld.relaxed word; L" + std::to_string(first + 1) + ":; bne; atom.cas." + order +
           " word; beq; mov; bra; L" + std::to_string(first + 6) + ":; mov";
  };
  const auto store = [](const std::string& order, const std::string& sc) {
    const int first = sc.empty() ? 0 : 1;
    return sc + "ld.relaxed word; L" + std::to_string(first + 1) + ":; atom.cas." + order +
           " word; beq; mov; bra; L" + std::to_string(first + 5) + ":";
  };
  for (const std::string bits : {", 8 bits", ", 16 bits"}) {
    const std::string around = bits == ", 8 bits" ? " half_word" : "";
    facts["load relaxed" + bits] = "ld.relaxed" + around;
    facts["load acquire" + bits] = "ld.acquire" + around;
    facts["load seq_cst" + bits] = "fence.sc; ld.acquire" + around;
    for (const std::string order : {"relaxed", "acquire", "release", "acq_rel"}) {
      facts["rmw " + order + bits] = rmw(order, "");
      facts.merge(merged_cas({{order, cas(order, "")}}, bits));
    }
    facts["rmw seq_cst" + bits] = rmw("acquire", "fence.sc; ");
    facts.merge(merged_cas({{"seq_cst", cas("acquire", "fence.sc; ")}}, bits));
  }
  facts["store relaxed, 16 bits"] = "st.relaxed";
  facts["store release, 16 bits"] = "st.release";
  facts["store seq_cst, 16 bits"] = "fence.sc; st.relaxed";
  facts["store relaxed, 8 bits"] = store("relaxed", "");
  facts["store release, 8 bits"] = store("release", "");
  facts["store seq_cst, 8 bits"] = store("relaxed", "fence.sc; ");
  check_facts("libcudacxx-13.0", facts);
}

TEST_CASE("tables: the built-in functions of nvcc 13.0 take the larger order of a cas",
          "[mappings]") {
  Facts facts = read_facts(common_accesses + native_rmw +
                           "load seq_cst = fence.sc; ld.acquire\n"
                           "store seq_cst = fence.sc; st.relaxed\n"
                           "rmw seq_cst = fence.sc; atom.{op}.acquire\n"
                           "fence relaxed = fence.sc\n"
                           "fence acquire = fence.sc\n"
                           "fence release = fence.sc\n"
                           "fence acq_rel = fence.acq_rel\n"
                           "fence seq_cst = fence.sc\n");
  facts.merge(merged_cas(native_cas_and("fence.sc; atom.cas.acquire")));
  facts["cas (release, acquire)"] = "atom.cas.release";
  check_facts("nvcc-builtin-13.0", facts);
}

namespace {

const std::vector<std::string> all_orders{"relaxed", "acquire", "release", "acq_rel", "seq_cst"};

// A loop on the word around a small object, or on the object.
std::string llvm_loop(const std::string& cas, const std::string& place, bool leading,
                      const std::string& before = "", const std::string& after = "") {
  const std::size_t first = leading ? 2 : 1;
  return before + "ld.weak" + place + "; L" + std::to_string(first) + ":; {op}; atom.cas." + cas +
         place + "; beq; mov; bra; L" + std::to_string(first + 5) + ":; mov" + after;
}

// What LLVM puts around its loops since 20.
std::string fenced(const std::string& order, const std::string& place) {
  const bool acquires = order == "acquire" || order == "acq_rel" || order == "seq_cst";
  const std::string before = order == "release" || order == "acq_rel" ? "fence.release; "
                             : order == "seq_cst"                     ? "fence.sc; "
                                                                      : "";
  return llvm_loop("relaxed", place, !before.empty(), before, acquires ? "; fence.acquire" : "");
}

std::string fenced_cas(const std::string& order) {
  const std::string loop = fenced(order, " word");
  const std::string before = loop.substr(0, loop.find("ld.weak"));
  const bool acquires = loop.ends_with("fence.acquire");
  return before + "ld.weak word; atom.cas.relaxed word" + (acquires ? "; fence.acquire" : "");
}

Facts llvm_19() {
  Facts facts = read_facts(
      "load non_atomic = ld.weak\nstore non_atomic = st.weak\n"
      "fence acquire = refused\nfence release = refused\n"
      "fence acq_rel = refused\nfence seq_cst = refused\n");
  for (const std::string bits : {"", ", 8 bits", ", 16 bits"}) {
    const bool small = !bits.empty();
    facts["load relaxed" + bits] = "ld.volatile";
    facts["store relaxed" + bits] = "st.volatile";
    for (const std::string order : {"load acquire", "load seq_cst", "store release"}) {
      facts[order + bits] = "refused";
    }
    facts["store seq_cst" + bits] = "refused";
    for (const std::string& order : all_orders) {
      facts["rmw " + order + bits] =
          small ? llvm_loop("relaxed.gpu", " word", false) : "atom.{op}.relaxed.gpu";
      facts.merge(merged_cas(
          {{order, small ? "ld.weak word; atom.cas.relaxed.gpu word" : "atom.cas.relaxed.gpu"}},
          bits));
    }
  }
  return facts;
}

Facts llvm_20() {
  Facts facts =
      read_facts(native_fences + "load non_atomic = ld.weak\nstore non_atomic = st.weak\n");
  for (const std::string bits : {"", ", 8 bits", ", 16 bits"}) {
    facts["load relaxed" + bits] = "ld.relaxed";
    facts["load acquire" + bits] = "ld.acquire";
    facts["load seq_cst" + bits] = "fence.sc; ld.acquire";
    facts["store relaxed" + bits] = "st.relaxed";
    facts["store release" + bits] = "st.release";
    facts["store seq_cst" + bits] = "fence.sc; st.release";
    if (bits == ", 8 bits") continue;
    facts.merge(merged_cas(native_cas_and("fence.sc; atom.cas.acquire"), bits));
  }
  for (const std::string& order : all_orders) {
    facts["rmw " + order] = "atom.{op}.relaxed.gpu";
    facts.merge(merged_cas({{order, fenced_cas(order)}}, ", 8 bits"));
  }
  facts["rmw relaxed, 8 bits"] = facts["rmw relaxed, 16 bits"] = fenced("relaxed", " word");
  return facts;
}

}  // namespace

TEST_CASE("tables: LLVM before version 20, and C through clang", "[mappings]") {
  check_facts("llvm-19", llvm_19());
  Facts loops = llvm_19();
  for (const std::string& order : all_orders) {
    loops["rmw " + order] = llvm_loop("relaxed.gpu", "", false);
  }
  check_facts("llvm-19-loops", loops);

  Facts of_14 = llvm_19();
  for (const std::string bits : {", 8 bits", ", 16 bits"}) {
    for (const std::string& order : all_orders) {
      of_14["exchange " + order + bits] = of_14["rmw " + order + bits] = "refused";
      for (auto& [entry, code] : merged_cas({{order, ""}}, bits)) of_14[entry] = "refused";
    }
  }
  check_facts("llvm-14", of_14);

  for (const std::string name : {"clang-c", "rust"}) {
    check_facts(name, llvm_19());
    for (const Scope scope : {Scope::cta, Scope::cluster, Scope::gpu}) {
      CHECK(!load_table(name).mapped(scope).refused.empty());
    }
  }
}

TEST_CASE("tables: two mistakes of tilelang", "[mappings]") {
  Facts consume = facts_of(load_table("libcudacxx-13.0"));
  Facts vectors = consume;
  consume["rmw acquire"] = "atom.{op}.release";
  check_facts("tilelang-consume", consume);
  for (const std::string& order : all_orders) vectors["reduce " + order] = "red.{op}.relaxed";
  check_facts("tilelang-vector-add", vectors);
}

TEST_CASE("tables: LLVM from version 20 on", "[mappings]") {
  check_facts("llvm-20", llvm_20());
  Facts of_22 = join(read_facts(native_rmw), llvm_20());
  of_22["rmw seq_cst"] = "fence.sc; atom.{op}.acquire";
  for (const std::string& order : all_orders) {
    of_22["rmw " + order + ", 8 bits"] = fenced(order, " word");
    of_22["rmw " + order + ", 16 bits"] = fenced(order, " word");
  }
  check_facts("llvm-22", of_22);
  for (const std::string& order : all_orders) of_22["rmw " + order] = fenced(order, "");
  check_facts("llvm-22-loops", of_22);
}

TEST_CASE("tables: CUDA C++ without libcu++", "[mappings]") {
  Facts facts = read_facts(
      "fence acquire = fence.sc\nfence release = fence.sc\n"
      "fence acq_rel = fence.sc\nfence seq_cst = fence.sc\n"
      "load non_atomic = ld.weak\nload relaxed = ld.volatile\n"
      "store non_atomic = st.weak\nstore relaxed = st.volatile\n"
      "rmw relaxed = atom.{op}.relaxed\ncas (relaxed, relaxed) = atom.cas.relaxed\n"
      "rmw relaxed in cluster scope = refused\n"
      "cas (relaxed, relaxed) in cluster scope = refused\n"
      "cas (relaxed, relaxed) in device scope, 16 bits = atom.cas.relaxed\n"
      "cas (relaxed, relaxed) in block scope, 16 bits = refused\n"
      "cas (relaxed, relaxed) in system scope, 16 bits = refused\n"
      "cas (relaxed, relaxed), 8 bits = refused\n");
  for (const std::string bits : {", 8 bits", ", 16 bits"}) {
    facts["load relaxed" + bits] = "ld.volatile";
    facts["store relaxed" + bits] = "st.volatile";
    facts["exchange relaxed" + bits] = facts["fetch relaxed" + bits] = "refused";
  }
  check_facts("nvcc-13.0-legacy", facts);
}

TEST_CASE("tables: membars before sm_70, and in desul", "[mappings]") {
  // membar.{cta,gl,sys} is fence.sc.
  const std::string fences =
      "fence acquire = fence.sc\nfence release = fence.sc\n"
      "fence acq_rel = fence.sc\nfence seq_cst = fence.sc\n";
  const std::string plain = "load non_atomic = ld.weak\nstore non_atomic = st.weak\n";
  Facts membar = read_facts(fences + plain +
                            "load relaxed = ld.volatile\n"
                            "load acquire = ld.volatile; fence.sc\n"
                            "load seq_cst = fence.sc; ld.volatile; fence.sc\n"
                            "store relaxed = st.volatile\n"
                            "store release = fence.sc; st.volatile\n"
                            "store seq_cst = fence.sc; st.volatile\n"
                            "rmw relaxed = atom.{op}.relaxed\n"
                            "rmw acquire = atom.{op}.relaxed; fence.sc\n"
                            "rmw release = fence.sc; atom.{op}.relaxed\n"
                            "rmw acq_rel = fence.sc; atom.{op}.relaxed; fence.sc\n"
                            "rmw seq_cst = fence.sc; atom.{op}.relaxed; fence.sc\n");
  membar.merge(merged_cas({{"relaxed", "atom.cas.relaxed"},
                           {"acquire", "atom.cas.relaxed; fence.sc"},
                           {"release", "fence.sc; atom.cas.relaxed"},
                           {"acq_rel", "fence.sc; atom.cas.relaxed; fence.sc"},
                           {"seq_cst", "fence.sc; atom.cas.relaxed; fence.sc"}}));
  check_facts("membar", membar);

  Facts desul = read_facts(fences + plain +
                           "exchange relaxed = atom.{op}.relaxed\n"
                           "exchange acquire = atom.{op}.acquire\n"
                           "exchange release = atom.{op}.release\n"
                           "exchange acq_rel = atom.{op}.acq_rel\n"
                           "exchange seq_cst = fence.sc; atom.{op}.relaxed; fence.sc\n"
                           "fetch relaxed = atom.{op}.relaxed\n"
                           "fetch acquire = atom.{op}.acquire\n"
                           "fetch release = atom.{op}.release\n"
                           "fetch acq_rel = atom.{op}.acq_rel\n"
                           "reduce relaxed = red.{op}.relaxed\n"
                           "reduce release = red.{op}.release\n");
  desul.merge(merged_cas(native_cas_and("fence.sc; atom.cas.relaxed; fence.sc")));
  check_facts("desul-sm70", desul);

  Facts prevolta = read_facts(fences + plain +
                              "exchange relaxed = atom.{op}.relaxed.gpu\n"
                              "exchange acquire = fence.sc; atom.{op}.relaxed.gpu\n"
                              "exchange release = atom.{op}.relaxed.gpu; fence.sc\n"
                              "exchange acq_rel = fence.sc; atom.{op}.relaxed.gpu; fence.sc\n"
                              "exchange seq_cst = fence.sc; atom.{op}.relaxed.gpu; fence.sc\n");
  prevolta.merge(merged_cas({{"relaxed", "atom.cas.relaxed.gpu"},
                             {"acquire", "fence.sc; atom.cas.relaxed.gpu"},
                             {"release", "atom.cas.relaxed.gpu; fence.sc"},
                             {"acq_rel", "fence.sc; atom.cas.relaxed.gpu; fence.sc"},
                             {"seq_cst", "fence.sc; atom.cas.relaxed.gpu; fence.sc"}}));
  check_facts("desul-prevolta", prevolta);
}

TEST_CASE("tables: OpenCL, with and without its bug", "[mappings]") {
  Facts facts = read_facts(
      "fence acquire = fence.sc\nfence release = fence.sc\n"
      "fence acq_rel = fence.sc\nfence seq_cst = fence.sc\n"
      "load non_atomic = ld.weak\n"
      "load relaxed = ld.weak; fence.sc\n"
      "load acquire = ld.weak; fence.sc\n"
      "load seq_cst = fence.sc; ld.weak; fence.sc\n"
      "store non_atomic = st.weak\n"
      "store relaxed = st.weak\n"
      "store release = fence.sc; st.weak\n"
      "store seq_cst = fence.sc; st.weak; fence.sc\n");
  check_facts("opencl-memalloy", facts);
  facts["load seq_cst"] = "ld.weak; fence.sc";
  check_facts("opencl-memalloy-buggy", facts);
}

TEST_CASE("tables: trailing fences", "[mappings]") {
  const std::string text = common_accesses + native_rmw + native_fences +
                           "load seq_cst = ld.acquire; fence.sc\n"
                           "store seq_cst = st.release; fence.sc\n"
                           "rmw seq_cst = atom.{op}.acq_rel; fence.sc\n";
  check_facts("trailing",
              join(read_facts(text), merged_cas(native_cas_and("atom.cas.acq_rel; fence.sc"))));
}

TEST_CASE("tables: all that are built in are tested here, and say where they come from",
          "[mappings]") {
  CHECK(built_in_tables() == std::vector<std::string>{"abi-12.8",
                                                      "abi-12.9",
                                                      "abi-13",
                                                      "abi-13-fences",
                                                      "clang-c",
                                                      "clang-ir",
                                                      "clang-ir-O3",
                                                      "desul-prevolta",
                                                      "desul-sm70",
                                                      "glsl",
                                                      "glslang",
                                                      "glslang-hlsl",
                                                      "glslang-vulkan",
                                                      "hlsl",
                                                      "libcudacxx-13.0",
                                                      "llvm-14",
                                                      "llvm-19",
                                                      "llvm-19-loops",
                                                      "llvm-20",
                                                      "llvm-22",
                                                      "llvm-22-loops",
                                                      "lustig19",
                                                      "membar",
                                                      "naga",
                                                      "nvcc-13.0-legacy",
                                                      "nvcc-builtin-13.0",
                                                      "opencl-memalloy",
                                                      "opencl-memalloy-buggy",
                                                      "rust",
                                                      "spirv-opt-glslang",
                                                      "spirv-opt-glslang-hlsl",
                                                      "spirv-opt-naga",
                                                      "tilelang-consume",
                                                      "tilelang-vector-add",
                                                      "tint",
                                                      "trailing",
                                                      "wgsl"});
  for (const std::string& name : built_in_tables()) {
    INFO(name);
    const Table table = load_table(name);
    CHECK(table.name == name);
    CHECK(table.path.empty());
    CHECK(!table.summary.empty());
    CHECK(!table.arch.empty());
    CHECK(table.mapped(Scope::sys) == MappedScope{Scope::sys, ""});
    for (const Entry& entry : table.entries) {
      CHECK(!entry.source.empty());
      CHECK(!entry.version.empty());
      if (table.target != Language::ptx) continue;
      CHECK(read_template(to_lines(entry.code)) == entry.code);
    }
  }
}

}  // namespace opexplore::mappings
