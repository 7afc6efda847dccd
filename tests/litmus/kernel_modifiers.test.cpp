// The modifiers of instructions on memory and of fences: each combination that ptxas takes is
// modelled, or refused as "not modelled"; what ptxas refuses is refused.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/litmus/ptxas_lines.hpp"
#include "tests/skip.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

/// The variable in the state space that one of the words names.
std::string place_in(const std::vector<std::string>& words) {
  const std::map<std::string, std::string> places = {
      {"global", "g"},          {"shared", "s"},       {"shared::cta", "s"},
      {"shared::cluster", "s"}, {"local", "l"},        {"const", "c"},
      {"param", "p"},           {"param::entry", "p"}, {"param::func", "p"}};
  for (const std::string& word : words) {
    if (const auto known = places.find(word); known != places.end()) return known->second;
  }
  return "%rd1";
}

std::string register_of(const std::string& type) {
  if (type == "f32") return "%f1";
  if (type == "f64") return "%d1";
  if (type.ends_with("128")) return "%q1";
  if (type.ends_with("64")) return "%rd0";
  return type.ends_with("32") || type.ends_with("x2") ? "%r1" : "%h1";
}

std::string vector_of(const std::string& type, const std::string& vector) {
  if (vector.empty()) return register_of(type);
  std::string text = "{" + register_of(type);
  for (int i = 1; i < std::stoi(vector.substr(1)); ++i) text += ", " + register_of(type);
  return text + "}";
}

std::string access(const std::string& name, const std::vector<std::string>& words,
                   const std::string& type, const std::string& vector = "") {
  const auto has = [&](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const std::string value = vector_of(type, vector);
  const std::string place = '[' + place_in(words) + ']';
  const bool reads = name == "ld" || name == "atom";
  return name + dotted(words) + (vector.empty() ? "" : '.' + vector) + '.' + type + ' ' +
         (reads ? value + ", " + place : place) + (name == "ld" ? "" : ", " + value) +
         (has("cas") ? ", " + value : "") + (has("L2::cache_hint") ? ", %rd2" : "") + ';';
}

const std::vector<std::string> orders = {"",        "weak",    "relaxed", "acquire",
                                         "release", "acq_rel", "volatile"};
const std::vector<std::string> scopes = {"", "cta", "cluster", "gpu", "sys"};
const std::vector<std::string> spaces = {
    "", "global", "shared", "shared::cta", "shared::cluster", "local", "const", "param::entry"};

std::vector<std::string> lines_of_accesses() {
  std::vector<std::string> lines;
  for (const std::string name : {"ld", "st", "atom", "red"}) {
    const bool atomic = name == "atom" || name == "red";
    const std::vector<std::string> operation = {atomic ? "add" : ""};
    for (const auto& words :
         products({orders, scopes, spaces, operation, {"", "ca", "cg", "wb"}})) {
      lines.push_back(access(name, words, "u32"));
    }
    for (const auto& words :
         products({{"", "weak", "relaxed", "volatile"},
                   {"", "gpu", "sys"},
                   spaces,
                   operation,
                   {"", "nc", "mmio"},
                   {"", "cs", "lu", "cv", "wt", "L1::evict_last", "L1::no_allocate", "L2::128B",
                    "L2::cache_hint", "L2::evict_last"}})) {
      lines.push_back(access(name, words, "u32"));
    }
  }
  return lines;
}

std::vector<std::string> lines_of_types() {
  std::vector<std::string> lines;
  const std::vector<std::string> types = {"b8",  "b16", "b32",   "b64",  "b128",  "u8",  "u16",
                                          "u32", "u64", "s8",    "s16",  "s32",   "s64", "f16",
                                          "f32", "f64", "f16x2", "bf16", "bf16x2"};
  for (const std::string& type : types) {
    for (const std::string vector : {"", "v2", "v4", "v8"}) {
      for (const std::string name : {"ld", "st"}) {
        lines.push_back(access(name, {"global"}, type, vector));
      }
      for (const std::string name : {"atom", "red"}) {
        for (const auto& words :
             products({{"", "global", "shared"},
                       {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"},
                       {"", "noftz"}})) {
          lines.push_back(access(name, words, type, vector));
        }
      }
    }
  }
  return lines;
}

std::vector<std::string> lines_of_fences() {
  std::vector<std::string> lines;
  std::vector<std::string> all = orders;
  all.emplace_back("sc");
  for (const auto& words : products({all, {"", "cta", "cluster", "gpu", "sys", "gl"}})) {
    lines.push_back("fence" + dotted(words) + ';');
    lines.push_back("membar" + dotted(words) + ';');
  }
  for (const auto& words : products({{"alias", "async", "async.global", "async::generic", "generic",
                                      "texture", "surface", "constant", "tensormap::generic"},
                                     {"", "acquire"},
                                     {"", "gpu"}})) {
    lines.push_back("fence.proxy" + dotted(words) + ';');
  }
  for (const std::string more :
       {"fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;",
        "fence.proxy.tensormap::generic.release.gpu;", "fence.mbarrier_init.release.cluster;",
        "fence.acquire.sync_restrict::shared::cluster.cluster;",
        "fence.release.sync_restrict::shared::cta.cluster;", "membar.proxy.alias;"}) {
    lines.push_back(more);
  }
  return lines;
}

std::vector<std::string> lines_of_hints() {
  return {"prefetch.L1 [%rd1];",
          "prefetch.global.L2 [g];",
          "prefetch.local.L1 [l];",
          "prefetch.global.L2::evict_last [g];",
          "prefetch.shared.L1 [s];",
          "prefetch.global [g];",
          "prefetchu.L1 [%rd1];",
          "applypriority.global.L2::evict_normal [g], 128;",
          "discard.global.L2 [g], 128;",
          "createpolicy.fractional.L2::evict_last.b64 %rd2, 0f3F800000;",
          "createpolicy.cvt.L2.b64 %rd2, 5;",
          "ld.global.global.u32 %r1, [g];",
          "ld.relaxed.gpu.sys.u32 %r1, [g];",
          "ld.volatile.volatile.u32 %r1, [g];",
          "ld.nc.nc.global.u32 %r1, [g];",
          "st.async.u32 [%rd1], %r1;",
          "ld.global.L1::no_allocate.L2::cache_hint.L2::256B.u32 %r1, [g], %rd2;",
          "ld.global.L2::64B.L2::128B.u32 %r1, [g];"};
}

}  // namespace

TEST_CASE("modifiers: what ptxas takes, and nothing else", "[kernel][modifiers]") {
  const auto ptxas = find_ptxas();
  if (!ptxas) return skip("nvcc", "there is no ptxas");
  check_lines(*ptxas, lines_of_accesses());
  check_lines(*ptxas, lines_of_types());
  check_lines(*ptxas, lines_of_fences());
  check_lines(*ptxas, lines_of_hints());
}
