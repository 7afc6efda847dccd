// The spellings of asynchronous instructions in kernels, as kernel_modifiers.test.cpp has those of
// accesses.
#include <string>
#include <vector>

#include "tests/litmus/ptxas_lines.hpp"
#include "tests/skip.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

const std::vector<std::string> shared_spaces = {"", "shared", "shared::cta", "shared::cluster"};

std::vector<std::string> lines_of_copies() {
  std::vector<std::string> lines;
  for (const auto& words :
       products({{"", "ca", "cg"}, {"shared", "shared::cta", "shared::cluster"}, {"global", ""}})) {
    for (const std::string size : {"4", "8", "16", "12", "16, 16", "16, 0", "4, 8"}) {
      lines.push_back("cp.async" + dotted(words) + " [s], [g], " + size + ';');
    }
  }
  for (const auto& words : products({{"", "shared::cta", "shared::cluster", "shared"},
                                     {"global", "shared::cta"},
                                     {"", "mbarrier::complete_tx::bytes", "bulk_group"}})) {
    const std::string source = words[1] == "global" ? "[g]" : "[s]";
    lines.push_back("cp.async.bulk" + dotted(words) + " [s], " + source + ", 16, [s+32];");
    lines.push_back("cp.async.bulk" + dotted(words) + " [s], " + source + ", 16;");
  }
  for (const std::string words : {"", ".L2::cache_hint", ".multicast::cluster"}) {
    const std::string more = words.empty() ? "" : words.starts_with(".L2") ? ", %rd2" : ", %h1";
    lines.push_back("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes" + words +
                    " [s], [g], 16, [s+32]" + more + ';');
  }
  for (const auto& words : products({{"add", "min", "max", "inc", "and", "xor", "cas"},
                                     {"u32", "s32", "b32", "u64", "s64", "f16"}})) {
    lines.push_back("cp.reduce.async.bulk.global.shared::cta.bulk_group" + dotted(words) +
                    " [g], [s], 16;");
  }
  for (const std::string name : {"cp.async", "cp.async.bulk"}) {
    for (const std::string rest : {".commit_group;", ".wait_group 0;", ".wait_group 2;",
                                   ".wait_group.read 1;", ".wait_all;", ".wait_group;"}) {
      lines.push_back(name + rest);
    }
  }
  for (const auto& words : products({{"", "noinc"}, shared_spaces, {"b64", ""}})) {
    lines.push_back("cp.async.mbarrier.arrive" + dotted(words) + " [s];");
  }
  return lines;
}

/// The tensormap of so many dimensions, and its coordinates.
std::string mapped_tensor(int dimensions) {
  std::string text = "[m" + std::to_string(dimensions) + ", {0";
  for (int i = 1; i < dimensions; ++i) text += i == 1 ? ", %r1" : ", 0";
  return text + "}]";
}

std::vector<std::string> lines_of_tensor_copies() {
  std::vector<std::string> lines;
  const std::string bytes = ".mbarrier::complete_tx::bytes";
  for (const int dimensions : {1, 2, 3, 5}) {
    const std::string named = ".tensor." + std::to_string(dimensions) + "d";
    const std::string tensormap = mapped_tensor(dimensions);
    for (const auto& words : products({{"shared::cluster", "shared::cta", "shared", ""},
                                       {"global", ""},
                                       {"", "tile", "im2col", "tile::gather4"}})) {
      const std::string name = "cp.async.bulk" + named + dotted(words);
      lines.push_back(name + bytes + " [s], " + tensormap + ", [s+32];");
      lines.push_back(name + " [s], " + tensormap + ", [s+32];");
      lines.push_back(name + bytes + ".multicast::cluster [s], " + tensormap + ", [s+32], %h1;");
      lines.push_back(name + bytes + ".L2::cache_hint [s], " + tensormap + ", [s+32], %rd2;");
      lines.push_back(name + bytes + ".cta_group::1 [s], " + tensormap + ", [s+32];");
    }
    for (const auto& words : products({{"global", ""},
                                       {"shared::cta", "shared::cluster"},
                                       {"", "tile", "im2col_no_offs"},
                                       {"bulk_group", ""}})) {
      lines.push_back("cp.async.bulk" + named + dotted(words) + ' ' + tensormap + ", [s];");
      lines.push_back("cp.reduce.async.bulk" + named + ".global.shared::cta.add" + dotted(words) +
                      ' ' + tensormap + ", [s];");
    }
    for (const std::string op : {"add", "min", "max", "inc", "dec", "and", "or", "xor", "cas"}) {
      lines.push_back("cp.reduce.async.bulk" + named + ".global.shared::cta." + op +
                      ".tile.bulk_group " + tensormap + ", [s];");
    }
    for (const std::string mode : {"", ".tile", ".im2col", ".tile::gather4"}) {
      lines.push_back("cp.async.bulk.prefetch" + named + ".L2.global" + mode + ' ' + tensormap +
                      ';');
    }
    lines.push_back("cp.async.bulk" + named + ".global.shared::cta.bulk_group [m1], [s];");
    lines.push_back("cp.async.bulk" + named + ".global.shared::cta.bulk_group " + tensormap + ';');
  }
  lines.push_back("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [m1, {0}], [s];");
  lines.push_back("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [m1, %r1], [s];");
  lines.push_back("cp.async.bulk.prefetch.L2.global [g], 16;");
  lines.push_back("cp.async.bulk.prefetch.L1.global [g], 16;");
  for (const std::string space : {"", ".param", ".const", ".global"}) {
    lines.push_back("prefetch" + space + ".tensormap [%rd1];");
  }
  lines.push_back("tensormap.replace.tile.rank.global.b1024.b32 [m1], 1;");
  return lines;
}

std::vector<std::string> lines_of_stores() {
  std::vector<std::string> lines;
  for (const auto& words : products({{"", "weak", "relaxed.cluster"},
                                     {"", "shared::cluster", "shared"},
                                     {"mbarrier::complete_tx::bytes"},
                                     {"u32", "b32", "s64"}})) {
    const std::string value = words.back().ends_with("64") ? "%rd0" : "%r1";
    lines.push_back("st.async" + dotted(words) + " [s], " + value + ", [s+32];");
  }
  for (const auto& words : products({{"", "relaxed.cluster", "relaxed.gpu"},
                                     {"", "shared::cluster"},
                                     {"add", "inc", "and", "exch"},
                                     {"u32", "b32"}})) {
    const std::vector<std::string> front(words.begin(), words.begin() + 2);
    const std::vector<std::string> rear(words.begin() + 2, words.end());
    lines.push_back("red.async" + dotted(front) + ".mbarrier::complete_tx::bytes" + dotted(rear) +
                    " [s], %r1, [s+32];");
  }
  return lines;
}

std::vector<std::string> lines_of_mbarriers() {
  std::vector<std::string> lines;
  const std::vector<std::string> orders = {"", "release", "acquire", "relaxed", "acq_rel"};
  const std::vector<std::string> scopes = {"", "cta", "cluster", "gpu"};
  for (const auto& words : products({{"init", "inval"}, shared_spaces, {"b64", ""}})) {
    lines.push_back("mbarrier" + dotted(words) + (words[0] == "init" ? " [s], 2;" : " [s];"));
  }
  for (const auto& words :
       products({{"expect_tx", "complete_tx"}, orders, scopes, shared_spaces})) {
    lines.push_back("mbarrier" + dotted(words) + ".b64 [s], 16;");
  }
  for (const auto& words : products({{"arrive", "arrive_drop"},
                                     {"", "expect_tx", "noComplete"},
                                     orders,
                                     scopes,
                                     shared_spaces})) {
    const std::string name = "mbarrier" + dotted(words) + ".b64 ";
    lines.push_back(name + "%rd0, [s], 16;");
    lines.push_back(name + "_, [s], 16;");
    lines.push_back(name + "%rd0, [s];");
  }
  for (const auto& words :
       products({{"test_wait", "try_wait"}, {"", "parity"}, orders, scopes, shared_spaces})) {
    const std::string state = words[1].empty() ? "%rd0" : "0";
    lines.push_back("mbarrier" + dotted(words) + ".b64 %p1, [s], " + state + ';');
  }
  return lines;
}

std::vector<std::string> lines_of_the_rest() {
  std::vector<std::string> lines = {"griddepcontrol.wait;",
                                    "griddepcontrol.launch_dependents;",
                                    "griddepcontrol.launch;",
                                    "mapa.u64 %rd0, %rd1, 0;",
                                    "mapa.shared::cluster.u32 %r1, s, 0;",
                                    "mapa.shared.u32 %r1, s, 0;",
                                    "getctarank.shared::cluster.u32 %r1, s;"};
  for (const auto& words : products(
           {{"arrive", "wait", "sync"}, {"", "release", "acquire", "relaxed"}, {"", "aligned"}})) {
    lines.push_back("barrier.cluster" + dotted(words) + ';');
  }
  for (const std::string space : {"", ".global", ".shared", ".shared::cta", ".shared::cluster"}) {
    lines.push_back("fence.proxy.async" + space + ';');
    lines.push_back("membar.proxy.async" + space + ';');
  }
  for (const auto& words :
       products({{"release", "acquire"},
                 {"sync_restrict::shared::cta", "sync_restrict::shared::cluster"},
                 {"", "cta", "cluster", "gpu"}})) {
    lines.push_back("fence.proxy.async::generic" + dotted(words) + ';');
    lines.push_back("fence" + dotted(words) + ';');
  }
  for (const std::string scope : {"", ".cta", ".cluster", ".gpu", ".sys"}) {
    lines.push_back("fence.mbarrier_init.release" + scope + ';');
    lines.push_back("fence.proxy.tensormap::generic.release" + scope + ';');
    lines.push_back("fence.proxy.tensormap::generic.acquire" + scope + " [%rd1], 128;");
    lines.push_back("fence.proxy.tensormap::generic.acquire" + scope + " [%rd1], 64;");
  }
  return lines;
}

}  // namespace

TEST_CASE("asynchronous spellings in kernels: what ptxas takes, and nothing else",
          "[kernel][modifiers]") {
  const auto ptxas = find_ptxas();
  if (!ptxas) return skip("nvcc", "there is no ptxas");
  check_lines(*ptxas, lines_of_copies());
  check_lines(*ptxas, lines_of_tensor_copies());
  check_lines(*ptxas, lines_of_stores());
  check_lines(*ptxas, lines_of_mbarriers());
  check_lines(*ptxas, lines_of_the_rest());
}
