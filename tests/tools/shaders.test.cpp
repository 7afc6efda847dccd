// Compute shaders in GLSL: compiled, read, explored.
#include <filesystem>
#include <string>

#include "tests/catch.hpp"
#include "tests/skip.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {

namespace {

const std::string shader = "tests/kernels/glsl/mp.comp";

// A folder of programs in which that script is the compiler.
std::string playing(const Folder& folder, const std::string& script) {
  const std::string compiler = folder.add("glslangValidator", "#!/bin/sh\n" + script);
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  return "PATH='" + folder.path("") + "':$PATH TMPDIR='" + folder.path("") + "' ";
}

std::string complaint_with(const std::string& environment, const std::string& arguments) {
  return run("export " + environment + "; opexplore " + arguments + " 2>&1 1>/dev/null").output;
}

}  // namespace

TEST_CASE("shader: compiled and explored with its comments", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const CommandResult result = program(shader + " --machine vulkan");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "Test mp Allowed\nStates 1\n[seen_0]=1; [seen_1]=1;\nNo\n"));
}

TEST_CASE("shader: a launch goes before its comments", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const Folder folder;
  const std::string launch =
      folder.add("l.json",
                 "{\"grid\": 2, \"block\": 1, \"variables\": {\"data\": 7},\n"
                 " \"condition\": \"filter (seen[0]=0) exists (seen[1]=7)\"}");
  const CommandResult result = program(shader + " --machine vulkan --launch '" + launch + "'");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "\n[seen_1]=7;\n"));
}

TEST_CASE("shader: a race is one of lines of the shader", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const Folder folder;
  std::string text = docs::read(shader);
  const std::string coherent = "devicecoherent ";
  text.erase(text.find(coherent), coherent.size());
  const CommandResult result =
      program("'" + folder.add("private.comp", text) + "' --machine vulkan");
  CHECK(contains(result.output, "\nUndef\n"));
  CHECK(contains(result.output, "(15:1) and P1 "));
  CHECK(contains(result.output, "race on data: "));
}

TEST_CASE("shader: another memory model is refused", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const Folder folder;
  const std::string plain = folder.add("plain.comp",
                                       "#version 450\nlayout(binding = 0) buffer B { uint x; };\n"
                                       "void main() { x = 1; }\n");
  CHECK(contains(complaint("'" + plain + "' --machine vulkan"),
                 "OpMemoryModel: the memory model is not Vulkan's; spirv-opt "
                 "--upgrade-memory-model translates the module, and GLSL has '#pragma "
                 "use_vulkan_memory_model'"));
  const std::string wrong = folder.add("wrong.comp", "#version 450\nvoid main() {\n  y = 1;\n}\n");
  CHECK(contains(complaint("'" + wrong + "'"),
                 "wrong.comp:3:1: glslangValidator: 'y' : undeclared identifier"));
}

TEST_CASE("shader: without a compiler it says which package has one", "[cli][spirv]") {
  const Folder folder;
  CHECK(contains(complaint_with("PATH='" + folder.path("") + "'", shader),
                 "mp.comp: no compiler of GLSL is found; install glslangValidator (Debian package "
                 "glslang-tools)"));
}

TEST_CASE("shader: names of files are words for the compiler, and nothing is left behind",
          "[cli][spirv][files]") {
  const Folder folder;
  const std::string environment = playing(
      folder, "for word; do echo \"$word\"; done > '" + folder.path("words") + "'; exit 2\n");
  const std::string name = folder.add("-$(touch gone) `touch gone`.comp", "void main() {}");
  const std::string in_it = "'" + std::filesystem::path(name).filename().string() + "'";
  run("export " + environment + "; cd '" + folder.path("") + "'; opexplore -- " + in_it);
  CHECK(contains(folder.text("words"), "-V\n-g\n--target-env\nvulkan1.2\n-S\ncomp\n/"));
  CHECK(contains(folder.text("words"), "/-$(touch gone) `touch gone`.comp\n-o\n/"));
  CHECK_FALSE(folder.has("gone"));
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) {
    CHECK(!contains(entry.path().filename().string(), "opexplore-run-"));
  }
}

TEST_CASE("shader: what the compiler says is said of the line", "[cli][spirv]") {
  const Folder folder;
  const auto said = [&](const std::string& words) {
    return complaint_with(playing(folder, "echo '" + words + "'; exit 1\n"), shader);
  };
  CHECK(
      contains(said("ERROR: /a/mp.comp:12: no way "), "mp.comp:12:1: glslangValidator: no way\n"));
  CHECK(contains(said("ERROR: /a/mp.comp:many: no"), "mp.comp: glslangValidator: /a/mp.comp:many"));
  CHECK(contains(said(""), "mp.comp: glslangValidator: "));
  CHECK(contains(complaint_with(playing(folder, "exit 0\n"), shader), "shader.spv"));
}

}  // namespace opexplore::testing
