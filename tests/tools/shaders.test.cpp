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

TEST_CASE("shader: it is told of as a kernel, in its lines and words", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const CommandResult race = program("tests/kernels/glsl/neighbour.comp");
  CHECK(race.status == 11);
  CHECK(contains(race.output, "explored as 1 workgroup of 2 invocations"));
  CHECK(contains(race.output, "BUG  data race on `tile["));
  CHECK(contains(race.output, "neighbour.comp:10  tile[me] = 10u + me;"));
  CHECK(contains(race.output, "neighbour.comp:12  result[me] = tile[1u - me];"));
  CHECK(contains(race.output, "workgroup 0, invocation 1"));
  CHECK(contains(race.output, "FIX  proved by exploring it: the bug is gone"));
  CHECK(contains(race.output, "+ barrier();"));
  CHECK_FALSE(contains(race.output, "block"));
  const CommandResult same = program("tests/kernels/glsl/found.comp");
  CHECK(same.status == 11);
  CHECK(contains(same.output, "+ if (gl_LocalInvocationIndex == 0)"));
}

TEST_CASE("shader: without the Vulkan memory model", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const CommandResult fine = program("tests/kernels/glsl/letter.comp");
  CHECK(fine.status == 0);
  CHECK(contains(fine.output, "ok   no data race, no hang"));
  CHECK(contains(fine.output, "got: 42"));
  CHECK(contains(fine.output, "the module has no Vulkan memory model (GLSL450)"));
  const Folder folder;
  std::string text = docs::read("tests/kernels/glsl/letter.comp");
  text.erase(text.find("coherent "), 9);
  const CommandResult race = program("'" + folder.add("letter.comp", text) + "'");
  CHECK(race.status == 11);
  CHECK(contains(race.output, "BUG  data race on `letter`"));
  CHECK(contains(race.output, "declare `letter` coherent: proved by exploring it"));
}

TEST_CASE("shader: options say how it is launched and what is asked", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const std::string mode = "tests/kernels/glsl/mode.comp";
  const CommandResult unknown = program(mode);
  CHECK(unknown.status == 0);
  CHECK(contains(unknown.output, "assumed host.shared_place = 0: nobody gave it (--input)"));
  const CommandResult one = program(mode + " --input host.shared_place=1");
  CHECK(one.status == 11);
  CHECK(contains(one.output, "data race on `out_.cells[0]`"));
  const CommandResult never = program(mode + " --grid 3 --never 'out_.cells[2] == 7'");
  CHECK(never.status == 10);
  CHECK(contains(complaint(mode + " --kernel other"),
                 "the module has no entry point 'other'; say which one runs: there is 'main'"));
  const Folder folder;
  const std::string broken =
      folder.add("broken.comp", "#version 450\nvoid main() {\n  y = 1;\n}\n");
  CHECK(contains(complaint("'" + broken + "'"),
                 "broken.comp:3:1: glslangValidator: 'y' : undeclared identifier"));
}

TEST_CASE("shader: races in SARIF and JSON have its lines", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const std::string kernel = "tests/kernels/glsl/neighbour.comp";
  const CommandResult sarif = program(kernel + " --sarif -");
  CHECK(contains(sarif.output, "\"ruleId\": \"data-race\""));
  CHECK(contains(sarif.output, "barrier();"));
  const CommandResult json = program(kernel + " --json -");
  CHECK(contains(json.output, "\"workgroup 0, invocation 0\""));
}

TEST_CASE("shader: the read that is to blame for a result is named", "[cli][spirv]") {
  if (!glslang_or_skip()) return;
  const Folder folder;
  const std::string file =
      folder.add("hand.comp",
                 "#version 450\n#extension GL_KHR_memory_scope_semantics : enable\n"
                 "#pragma use_vulkan_memory_model\nlayout(local_size_x = 1) in;\n"
                 "layout(set = 0, binding = 0) buffer B { uint item; uint mail; uint got[2]; } b;\n"
                 "void main() {\n  if (gl_WorkGroupID.x == 0) {\n"
                 "    atomicStore(b.item, 1u, gl_ScopeDevice, 0, 0);\n"
                 "    atomicStore(b.mail, 1u, gl_ScopeDevice, 0, 0);\n  } else {\n"
                 "    b.got[0] = atomicLoad(b.mail, gl_ScopeDevice, 0, 0);\n"
                 "    b.got[1] = atomicLoad(b.item, gl_ScopeDevice, 0, 0);\n  }\n}\n");
  const CommandResult result =
      program("'" + file + "' --grid 2 --never 'b.got[0] == 1 && b.got[1] == 0'");
  INFO(result.output);
  CHECK(contains(result.output, "reads b.item = 0, though workgroup 0 wrote 1"));
  CHECK(contains(result.output, "Nothing in workgroup 0 publishes what it did before"));
  CHECK_FALSE(contains(result.output, "cuda::"));
}

TEST_CASE("shader: WGSL by way of a compiler, and of its module", "[cli][spirv]") {
  const std::string halves = "tests/kernels/wgsl/halves";
  const CommandResult fine = program(halves + ".spv");
  CHECK(fine.status == 0);
  CHECK(contains(fine.output, "ok   no data race, no hang"));
  const CommandResult lock = program("tests/kernels/wgsl/turnstile.spv");
  CHECK(lock.status == 0);
  CHECK(contains(lock.output, "a loop has a counter that its compiler put there"));
  const Folder folder;
  const std::string compiler = folder.add("naga", "#!/bin/sh\ncp \"${2%.wgsl}.spv\" \"$3\"\n");
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  const std::string path = "export PATH='" + folder.path("") + "':$PATH; ";
  const CommandResult source = run(path + "opexplore tests/kernels/wgsl/turnstile.wgsl 2>&1");
  CHECK(source.status == 0);
  CHECK(contains(source.output, "WGSL promises it within"));
  CHECK(contains(complaint_with("PATH='" + folder.path("") + "none'", halves + ".wgsl"),
                 "no compiler of WGSL is found"));
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
