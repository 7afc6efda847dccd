// What ptxas makes of each access alone, pinned and on every architecture, and what it does to
// accesses as they are written. Needs nvcc.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hardware/build.hpp"
#include "hardware/machine_code/compare.hpp"
#include "hardware/machine_code/disassembly.hpp"
#include "hardware/toolchain.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/toolkit.hpp"
#include "tests/locations.hpp"

using namespace opexplore;
using namespace opexplore::hardware;

namespace {

/// A kernel that only keeps the roles alive, which compiles faster than the real one.
std::string keeping(const Prepared& prepared) {
  const std::string& text = prepared.kernel_text;
  const std::size_t begin = text.find("using Word"), end = text.find("struct TestShape");
  REQUIRE(begin < end);
  REQUIRE(end < text.size());
  std::string kernel = "#include <cstdint>\n" + text.substr(begin, end - begin) +
                       "extern \"C\" __global__ void litmus(void** out) {\n";
  for (std::size_t i = 0; i < prepared.roles.size(); ++i) {
    const std::string number = std::to_string(i);
    kernel += "  out[" + number + "] = reinterpret_cast<void*>(&role_P" + number + ");\n";
  }
  return kernel + "}\n";
}

/// In the folder, with this kernel.
std::vector<Survival> compiled(const Toolkit& kit, const Prepared& prepared,
                               const TemporaryFolder& folder, const std::string& kernel) {
  const BuildEntry entry{folder.path() / "t.roles.cu", folder.path() / "kernel.cu",
                         folder.path() / "t.cubin"};
  std::ofstream(entry.roles) << prepared.roles_text;
  std::ofstream(entry.kernel) << kernel;
  const auto built = build(kit, std::vector{entry}, {prepared.target.sm, 2, {}, {}});
  REQUIRE(built.at(0).error == "");
  const auto bytes = file_bytes(entry.cubin);
  CHECK(built[0].cubin_sha256 == sha256(bytes));
  const std::string opinion = second_opinion(kit, entry.cubin);
  CHECK_THAT(opinion, Catch::EndsWith("agrees") || Catch::StartsWith("none: neither"));
  return survival_of(prepared, bytes);
}

std::vector<Survival> compiled(const Toolkit& kit, const std::string& text, std::uint32_t sm,
                               Profile profile) {
  const Prepared prepared = prepare(read(text, "test"), {sm, profile});
  const TemporaryFolder folder(std::filesystem::temp_directory_path());
  return compiled(kit, prepared, folder, keeping(prepared));
}

/// Instructions in threads of one test: a column each, in one CTA if a location is shared.
std::string text_of_forms(const std::vector<std::vector<std::string>>& threads,
                          const std::string& cta, const std::string& regions) {
  std::size_t rows = 0;
  std::string text = "PTX forms\n{ x=0; y=0; z=0; }\n";
  for (std::size_t i = 0; i < threads.size(); ++i) {
    text += (i == 0 ? " P" : " | P") + std::to_string(i) + "@cta " +
            (cta.empty() ? std::to_string(i) : cta) + ",gpu 0";
    rows = std::max(rows, threads[i].size());
  }
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < threads.size(); ++i) {
      text += i == 0 ? " ;\n " : " | ";
      if (row < threads[i].size()) text += threads[i][row];
    }
  }
  return text + " ;\n" + regions + "exists (x=1)\n";
}

using Column = std::vector<std::string>;

Column loads() {
  Column result;
  for (const std::string order : {"weak", "relaxed.cta", "relaxed.gpu", "relaxed.sys",
                                  "acquire.cta", "acquire.gpu", "acquire.sys", "volatile"}) {
    result.push_back("ld." + order + " r" + std::to_string(result.size()) + ", x");
    result.push_back("ld." + order + " r" + std::to_string(result.size()) + ", y");
  }
  return result;
}

Column stores() {
  Column result;
  for (const std::string order : {"weak", "relaxed.cta", "relaxed.gpu", "relaxed.sys",
                                  "release.cta", "release.gpu", "release.sys", "volatile"}) {
    result.push_back("st." + order + " x, " + std::to_string(result.size()));
    result.push_back("st." + order + " x, " + std::to_string(result.size()));
  }
  return result;
}

Column fences() {
  Column result{"st.weak x, 1"};
  for (const std::string fence : {"acq_rel.cta", "sc.cta", "acq_rel.gpu", "sc.gpu", "acq_rel.sys",
                                  "sc.sys", "proxy.alias", "acq_rel.cta"}) {
    result.push_back("fence." + fence);
    result.push_back("st.weak y, " + std::to_string(result.size()));
  }
  return result;
}

Column atomics(const std::string& order) {
  Column result;
  for (const std::string operation :
       {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch"}) {
    const std::string scope = result.size() % 3 == 0   ? "cta"
                              : result.size() % 3 == 1 ? "gpu"
                                                       : "sys";
    result.push_back("atom." + order + "." + scope + "." + operation + " r" +
                     std::to_string(result.size()) + ", x, 3");
  }
  result.push_back("atom." + order + ".gpu.cas r20, x, 3, 4");
  return result;
}

Column reductions(const std::string& order) {
  Column result;
  for (const std::string operation : {"add", "min", "max", "inc", "dec", "and", "or", "xor"}) {
    result.push_back("red." + order + ".gpu." + operation + " y, 5");
  }
  return result;
}

void check_exact(const std::vector<Survival>& roles) {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    INFO("P" << i << ": " << roles[i].reason);
    CHECK(roles[i].found == roles[i].expected);
    CHECK(roles[i].verdict == Survival::Verdict::exact);
  }
}

}  // namespace

TEST_CASE("Survival: every access is exact when pinned", "[hardware][nvcc]") {
  const auto kit = testing::toolkit_or_skip();
  if (!kit) return;
  const std::vector<Column> threads{loads(),
                                    stores(),
                                    fences(),
                                    atomics("relaxed"),
                                    atomics("acq_rel"),
                                    reductions("relaxed"),
                                    reductions("release"),
                                    {"ld.weak r0, z", "st.weak z, 2"}};
  const std::vector<Column> in_a_cta(threads.begin(), threads.begin() + 7);
  for (const std::uint32_t sm : {75U, 80U, 90U, 100U, 120U}) {
    INFO("sm_" << sm);
    check_exact(compiled(*kit, text_of_forms(threads, "", ""), sm, Profile::pinned));
    check_exact(compiled(*kit, text_of_forms(in_a_cta, "0", "x: shared, y: shared\n"), sm,
                         Profile::pinned));
  }
}

TEST_CASE("Survival: ways through a thread are those of the test", "[hardware][nvcc]") {
  const auto kit = testing::toolkit_or_skip();
  if (!kit) return;
  const std::string text =
      text_of_forms({{"L0: ld.acquire.gpu r0, x", "bne r0, 1, L0", "ld.weak r1, y"},
                     {"ld.relaxed.gpu r0, x", "bne r0, 1, L1", "ld.weak r1, y", "goto L2",
                      "L1: st.weak y, 2", "L2: fence.sc.gpu", "st.weak z, 3"},
                     {"L3: atom.acquire.gpu.cas r0, x, 0, 1", "bne r0, 0, L3", "ld.weak r1, y",
                      "st.weak y, 7", "fence.acq_rel.gpu", "atom.relaxed.gpu.exch r2, x, 0"}},
                    "", "");
  for (const std::uint32_t sm : {75U, 80U, 90U, 120U}) {
    INFO("sm_" << sm);
    check_exact(compiled(*kit, text, sm, Profile::pinned));
    check_exact(compiled(*kit, text, sm, Profile::as_written));
  }
}

TEST_CASE("Survival: what ptxas does to accesses as they are written is found",
          "[hardware][nvcc]") {
  const auto kit = testing::toolkit_or_skip();
  if (!kit) return;
  const std::string text = text_of_forms(
      {{"ld.weak r0, x", "ld.weak r1, x", "st.weak y, r1"},
       {"st.relaxed.gpu x, 1", "st.relaxed.gpu x, 2"},
       {"ld.relaxed.gpu r0, x", "ld.relaxed.gpu r0, y"},
       {"ld.weak r0, z", "and r7, r0, 0x40", "add r1, r6, r7", "ld.weak r2, [r1]", "ld.weak r3, y"},
       {"st.weak x, 1", "ld.weak r0, x"},
       {"ld.relaxed.gpu r0, x", "ld.relaxed.gpu r1, x"}},
      "", "");
  const std::string with_pointer = [&] {
    std::string result = text;
    return result.replace(result.find("z=0;"), 4, "z=0; 3:r6=x;");
  }();
  for (const std::uint32_t sm : {75U, 80U, 90U, 120U}) {
    INFO("sm_" << sm);
    const auto roles = compiled(*kit, with_pointer, sm, Profile::as_written);
    CHECK(roles.at(0).verdict == Survival::Verdict::merged);
    CHECK(roles.at(1).verdict == Survival::Verdict::deleted);
    CHECK(roles.at(2).verdict == Survival::Verdict::deleted);
    CHECK(roles.at(3).verdict == Survival::Verdict::reordered);
    CHECK(roles.at(4).verdict == Survival::Verdict::deleted);
    CHECK(roles.at(5).verdict == Survival::Verdict::exact);
    CHECK(worst(roles) == Survival::Verdict::deleted);
  }
}

TEST_CASE("Survival: the roles of a whole program are those that are looked at",
          "[hardware][nvcc]") {
  const auto kit = testing::toolkit_or_skip();
  if (!kit) return;
  const TemporaryFolder folder(std::filesystem::temp_directory_path());
  const std::filesystem::path headers = std::string(testing::source_folder) + "/hardware/cuda";
  for (const auto& header : std::filesystem::directory_iterator(headers)) {
    std::filesystem::copy(header.path(), folder.path());
  }
  const std::string text = text_of_forms(
      {{"st.weak x, 1", "st.release.gpu y, 1"}, {"ld.acquire.gpu r0, y", "ld.weak r1, x"}}, "", "");
  const Prepared prepared = prepare(read(text, "test"), {90, Profile::as_written});
  check_exact(compiled(*kit, prepared, folder, prepared.kernel_text));
}
