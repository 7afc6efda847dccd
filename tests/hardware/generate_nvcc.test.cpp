// What is generated compiles, for every architecture, where there is nvcc.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hardware/prepared.hpp"
#include "hardware/toolchain.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/corpus_files.hpp"
#include "tests/hardware/toolkit.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using opexplore::testing::corpus_files;
using opexplore::testing::Folder;

namespace {

void check_compiles(const std::filesystem::path& compiler, const Folder& folder, std::uint32_t sm,
                    const std::string& text) {
  const std::string cuda = folder.add("t.cu", text);
  const Finished finished =
      run_process({compiler.string(), "-O3", "-arch=sm_" + std::to_string(sm), "-rdc=true",
                   "-cubin", "-I" + std::string(testing::source_folder) + "/hardware/cuda", cuda,
                   "-o", folder.path("t.cubin")});
  CAPTURE(sm);
  CHECK(finished.code == 0);
  CHECK(finished.output.empty());  // no warnings either
}

/// The roles of the test, with names of their own, so that many tests make one program.
std::string renamed(std::string roles, std::size_t number) {
  const std::string tag = "_T" + std::to_string(number);
  for (std::size_t at = roles.find(" role_P"); at != roles.npos; at = roles.find(" role_P", at)) {
    roles.insert(at + std::string(" role").size(), tag);
  }
  const std::string include = "#include <cstdint>\n";
  const std::size_t at = roles.find(include);
  REQUIRE(at != roles.npos);
  roles.erase(at, include.size());
  return "namespace test" + tag + " {\n" + roles + "}\n";
}

}  // namespace

TEST_CASE("generate: nvcc compiles the roles for every architecture",
          "[hardware][generate][nvcc]") {
  const auto kit = testing::toolkit_or_skip();
  if (!kit) return;
  constexpr std::size_t every = 5;
  const Folder folder;
  const std::vector<std::string> files = corpus_files({"hardware", "ptx", "singh", "thesis"});
  for (const std::uint32_t sm : {75U, 80U, 90U, 100U, 120U}) {
    std::string text = "#include <cstdint>\n";
    std::size_t tests = 0;
    for (std::size_t i = sm % every; i < files.size(); i += every) {
      const Profile profile = i % 2 == 0 ? Profile::pinned : Profile::as_written;
      try {
        text += renamed(prepare(read_file(files[i]), {sm, profile}).roles_text, i);
        ++tests;
      } catch (const InputError&) {
        // Refused: tests/hardware/generate.test.cpp says which.
      }
    }
    CHECK(tests > 100);
    check_compiles(kit->nvcc, folder, sm, text);
  }
}

namespace {

/// Every form of access and fence, to global and shared memory, in one thread.
Test all_forms(bool wide) {
  std::string code;
  int reg = 0;
  const auto add = [&](const std::string& instruction) { code += instruction + " ;\n"; };
  const auto result = [&] { return " r" + std::to_string(reg++ % 20) + ", "; };
  for (const std::string x : {"x", "s"}) {
    for (const std::string form :
         {".weak", ".ca", ".cg", ".volatile", ".relaxed.cta", ".relaxed.gpu", ".relaxed.sys",
          ".acquire.cta", ".acquire.sys"}) {
      add("ld" + form + result() + x);
    }
    for (const std::string form : {".weak", ".wb", ".cg", ".volatile", ".relaxed.cta",
                                   ".relaxed.gpu", ".release.cta", ".release.gpu"}) {
      add("st" + form + " " + x + ", 1");
    }
    for (const std::string op : {"add", "sub", "and", "or", "xor", "min", "max", "inc", "dec"}) {
      // 32 bits alone; and what makes numbers negative needs 64.
      if (wide ? op == "inc" || op == "dec" : op == "sub") continue;
      add("atom.acq_rel.gpu." + op + result() + x + ", r21");
      add("atom.acquire.cta." + op + result() + x + ", 3");
      add("red.relaxed.sys." + op + " " + x + ", 3");
      add("red.acquire.gpu." + op + " " + x + ", r21");
    }
    add("atom.release.gpu.exch" + result() + x + ", 5");
    add("atom.relaxed.cta.cas" + result() + x + ", 5, r21");
  }
  for (const std::string order : {"sc", "acq_rel"}) {
    for (const std::string scope : {"cta", "gpu", "sys"}) add("fence." + order + "." + scope);
  }
  add("fence.proxy.alias");
  return read("PTX forms\n{ x = " + std::string(wide ? "0x100000000" : "0") +
                  "; s = 0; 0:r21 = 1; }\nP0@cta 0,gpu 0 ;\n" + code +
                  "s: shared\nexists (0:r0=1)\n",
              "forms");
}

}  // namespace

TEST_CASE("generate: nvcc compiles every form of access", "[hardware][generate][nvcc]") {
  const auto kit = testing::toolkit_or_skip();
  if (!kit) return;
  const Folder folder;
  for (const std::uint32_t sm : {75U, 80U, 90U, 100U, 120U}) {
    std::string text = "#include <cstdint>\n";
    std::size_t number = 0;
    for (const Profile profile : {Profile::pinned, Profile::as_written}) {
      for (const bool wide : {false, true}) {
        const Prepared prepared = prepare(all_forms(wide), {sm, profile});
        CHECK(prepared.word_bytes == (wide ? 8 : 4));
        text += renamed(prepared.roles_text, number++);
      }
    }
    check_compiles(kit->nvcc, folder, sm, text);
  }
}

TEST_CASE("generate: nvcc compiles the kernels", "[hardware][generate][nvcc]") {
  const auto kit = testing::toolkit_or_skip();
  if (!kit) return;
  const Folder folder;
  const std::string golden = std::string(testing::source_folder) + "/tests/hardware/golden/";
  const auto text = [&](const std::string& name) {
    std::ifstream file(golden + name + ".kernel.cu");
    REQUIRE(file);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  check_compiles(kit->nvcc, folder, 75, text("spin"));
  check_compiles(kit->nvcc, folder, 90, text("shared"));
  check_compiles(kit->nvcc, folder, 120, text("pointers"));
}
