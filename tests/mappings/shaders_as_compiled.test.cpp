// The rows of tables of shading languages are what compilers emit: each row of those whose compiler
// is at hand is compiled, and the module compared with the template, operand by operand.
#include <algorithm>
#include <functional>
#include <map>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/files.hpp"
#include "litmus/input/process.hpp"
#include "litmus/spirv/module.hpp"
#include "mappings/spirv_template.hpp"
#include "mappings/table.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::mappings {
namespace {

using testing::Folder;

/// What accesses shared variables in a module, and what orders memory: instructions with constants
/// in the place of their names, and `x` for the variable.
class Operations {
 public:
  explicit Operations(const spirv::Module& module) {
    for (const spirv::Instruction& each : module.instructions) {
      const std::string_view name = each.name();
      if (name == "OpConstant") constants_[each.result] = each.word(0);
      if (name == "OpVariable") classes_[each.result] = each.word(0);
      if (name == "OpAccessChain") bases_[each.result] = each.word(0);
      if (is_operation(each, name)) lines_.push_back(line_of(each, name));
    }
  }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  bool is_shared(spirv::Id pointer) const {
    const auto base = bases_.find(pointer);
    if (base != bases_.end()) return is_shared(base->second);
    const auto found = classes_.find(pointer);
    if (found == classes_.end()) return false;
    const auto storage = static_cast<spv::StorageClass>(found->second);
    return storage == spv::StorageClass::StorageBuffer || storage == spv::StorageClass::Uniform ||
           storage == spv::StorageClass::Workgroup;
  }

  bool is_operation(const spirv::Instruction& instruction, std::string_view name) const {
    if (name == "OpMemoryBarrier" || name == "OpControlBarrier") return true;
    const bool access = name == "OpLoad" || name == "OpStore" || name.starts_with("OpAtomic");
    return access && is_shared(instruction.word(0));
  }

  std::string line_of(const spirv::Instruction& instruction, std::string_view name) const {
    std::string line(name);
    for (const spirv::Operand& operand : instruction.operands) {
      line += ' ';
      const auto constant = constants_.find(operand.word());
      const bool id = operand.category() == spirv::Category::id;
      line += id && is_shared(operand.word())      ? "x"
              : id && constant != constants_.end() ? std::to_string(constant->second)
              : id                                 ? "?"
                                                   : std::to_string(operand.word());
    }
    return line;
  }

  std::map<spirv::Id, std::uint32_t> constants_, classes_;
  std::map<spirv::Id, spirv::Id> bases_;
  std::vector<std::string> lines_;
};

std::vector<std::string> operations_of(const std::string& module, const std::string& name) {
  return Operations(spirv::read_module(module, name)).lines();
}

// A row: "atomicAdd of storage" is the function atomicAdd, of a variable in storage.
struct Row {
  std::string function;
  bool coherent = false, workgroup = false;

  explicit Row(const Entry& entry) {
    const std::size_t of = entry.spelled.find(" of ");
    function = entry.spelled.substr(0, of);
    coherent = entry.spelled.find(" of coherent ") != std::string::npos;
    workgroup = entry.spelled.ends_with(" workgroup");
  }
};

const std::string value_text = std::to_string(spirv_value) + "u";
const std::string expected_text = std::to_string(spirv_expected) + "u";

// The statement of a row, on a variable of that name.
std::string glsl_statement(const Row& row, const std::string& x, const std::string& result) {
  const std::string declared = "uint " + result + " = ";
  if (row.function == "load") return declared + x;
  if (row.function == "store") return x + " = " + value_text;
  if (row.function == "atomicCompSwap") {
    return declared + "atomicCompSwap(" + x + ", " + expected_text + ", " + value_text + ")";
  }
  if (!row.function.starts_with("atomic")) return row.function + "()";
  return declared + row.function + "(" + x + ", " + value_text + ")";
}

std::string glsl_shader(const std::vector<Row>& rows, const std::string& prologue) {
  std::string text = "#version 450\n" + prologue +
                     "layout(local_size_x = 2) in;\n"
                     "layout(binding = 0) buffer Box { uint x; };\n"
                     "layout(binding = 1) buffer Open { coherent uint c; };\n"
                     "shared uint w;\nvoid main() {\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string x = rows[i].workgroup ? "w" : rows[i].coherent ? "c" : "x";
    text += "  " + glsl_statement(rows[i], x, "r" + std::to_string(i)) + ";\n";
  }
  return text + "}\n";
}

std::string wgsl_statement(const Row& row, const std::string& x, const std::string& result) {
  const std::string declared = "var " + result + " = ";
  if (row.function == "load") return declared + x;
  if (row.function == "store") return x + " = " + value_text;
  if (!row.function.starts_with("atomic")) return row.function + "()";
  const bool compares = row.function == "atomicCompareExchangeWeak";
  std::string call = row.function + "(&" + x;
  if (compares) call += ", " + expected_text;
  call += (row.function == "atomicLoad" ? "" : ", " + value_text) + ")";
  if (row.function == "atomicStore") return call;
  return declared + call + (compares ? ".old_value" : "");
}

std::string wgsl_shader(const std::vector<Row>& rows) {
  std::string text =
      "@group(0) @binding(0) var<storage, read_write> x: u32;\nvar<workgroup> w: u32;\n"
      "@group(0) @binding(1) var<storage, read_write> ax: atomic<u32>;\n"
      "var<workgroup> aw: atomic<u32>;\n@compute @workgroup_size(2)\nfn main() {\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string atomic = rows[i].function.starts_with("atomic") ? "a" : "";
    const std::string x = atomic + (rows[i].workgroup ? "w" : "x");
    text += "  " + wgsl_statement(rows[i], x, "r" + std::to_string(i)) + ";\n";
  }
  return text + "}\n";
}

// The statement of a row in HLSL, on the first element of that buffer or on `w`.
std::string hlsl_statement(const Row& row, const std::string& x, const std::string& result) {
  const std::string declared = (x == "c[0]" ? "int " : "uint ") + result;
  if (row.function == "load") return declared + " = " + x;
  if (row.function == "store") return x + " = " + value_text;
  if (!row.function.starts_with("Interlocked")) return row.function + "()";
  const bool compares = row.function.starts_with("InterlockedCompare");
  const std::string call =
      row.function + "(" + x + (compares ? ", " + expected_text : "") + ", " + value_text;
  if (row.function == "InterlockedCompareStore") return call + ")";
  return declared + "; " + call + ", " + result + ")";
}

// Buffers of the same elements would share a type, which says whether they are coherent.
std::string hlsl_shader(const std::vector<Row>& rows) {
  std::string text =
      "RWStructuredBuffer<uint> x : register(u0);\n"
      "globallycoherent RWStructuredBuffer<int> c : register(u1);\n"
      "groupshared uint w;\n[numthreads(2, 1, 1)] void main() {\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string x = rows[i].workgroup ? "w" : rows[i].coherent ? "c[0]" : "x[0]";
    text += "  " + hlsl_statement(rows[i], x, "r" + std::to_string(i)) + ";\n";
  }
  return text + "}\n";
}

// Runs words[0], which is looked for in PATH.
Finished finished_in_path(std::vector<std::string> words) {
  for (const std::filesystem::path& folder : folders_in_path()) {
    if (!is_program(folder / words[0])) continue;
    words[0] = (folder / words[0]).string();
    return run_process(words);
  }
  return {.code = 1, .output = "there is no " + words[0]};
}

// What it says if it fails.
std::string run_in_path(const std::vector<std::string>& words) {
  const Finished finished = finished_in_path(words);
  return finished.code == 0 ? "" : finished.output;
}

bool found_or_skip(const std::string& program, const std::string& package) {
  for (const std::filesystem::path& folder : folders_in_path()) {
    if (is_program(folder / program)) return true;
  }
  testing::skip(package, "there is no " + program);
  return false;
}

using Write = std::function<std::string(const std::vector<Row>&)>;
// From a file to another one; what it says if it fails.
using Translate = std::function<std::string(const std::string& from, const std::string& to)>;

// Compilers of WGSL also set shared variables to zero, and wait for that: the rows come last.
void check_compiled_rows(const std::string& name, const std::string& ending, const Write& write,
                         const std::vector<Translate>& steps) {
  const Table table = load_table(name);
  const Folder folder;
  std::vector<Row> rows;
  std::vector<std::pair<std::string, std::string>> wanted;  // row and instruction
  for (const Entry& entry : table.entries) {
    if (!entry.refused.empty()) continue;
    rows.emplace_back(entry);
    const SpirvVariable variable{rows.back().workgroup, rows.back().coherent};
    const std::string module = spirv_module_text(entry.code.written, table.module, variable);
    for (const std::string& line : operations_of(module, "template.spvasm")) {
      wanted.emplace_back(entry.spelled, line);
    }
  }
  std::string file = folder.add("rows." + ending, write(rows));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string made = folder.path("rows" + std::to_string(i) + ".spv");
    REQUIRE(steps[i](file, made) == "");
    file = made;
  }
  const auto emitted = operations_of(detail::file_text(file), file);
  REQUIRE(wanted.size() >= rows.size());
  REQUIRE(emitted.size() >= wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    INFO(name << ": " << wanted[i].first);
    CHECK(emitted[emitted.size() - wanted.size() + i] == wanted[i].second);
  }
}

std::string glslang(const std::string& from, const std::string& to) {
  return run_in_path({"glslangValidator", "-V", "--target-env", "vulkan1.2", from, "-o", to});
}

Finished glslang_for_hlsl(const std::string& from, const std::string& to) {
  // Without -Od it drops what it loads and nobody uses.
  return finished_in_path(
      {"glslangValidator", "-D", "-V", "-Od", "-S", "comp", "-e", "main", from, "-o", to});
}

std::string glslang_hlsl(const std::string& from, const std::string& to) {
  const Finished finished = glslang_for_hlsl(from, to);
  return finished.code == 0 ? "" : finished.output;
}

std::string upgrade(const std::string& from, const std::string& to) {
  return run_in_path({"spirv-opt", "--upgrade-memory-model", from, "-o", to});
}

std::string plain_glsl(const std::vector<Row>& rows) { return glsl_shader(rows, ""); }

std::string vulkan_glsl(const std::vector<Row>& rows) {
  return glsl_shader(rows,
                     "#extension GL_KHR_memory_scope_semantics : require\n"
                     "#pragma use_vulkan_memory_model\n");
}

}  // namespace

TEST_CASE("compiled shaders: glslang", "[mappings][vulkan]") {
  if (!found_or_skip("glslangValidator", "glslang-tools")) return;
  check_compiled_rows("glslang", "comp", plain_glsl, {glslang});
}

TEST_CASE("compiled shaders: glslang with the Vulkan memory model", "[mappings][vulkan]") {
  if (!found_or_skip("glslangValidator", "glslang-tools")) return;
  check_compiled_rows("glslang-vulkan", "comp", vulkan_glsl, {glslang});
}

TEST_CASE("compiled shaders: spirv-opt behind glslang", "[mappings][vulkan]") {
  if (!found_or_skip("glslangValidator", "glslang-tools")) return;
  if (!found_or_skip("spirv-opt", "spirv-tools")) return;
  check_compiled_rows("spirv-opt-glslang", "comp", plain_glsl, {glslang, upgrade});
}

TEST_CASE("compiled shaders: glslang for HLSL, and spirv-opt behind it", "[mappings][vulkan]") {
  if (!found_or_skip("glslangValidator", "glslang-tools")) return;
  check_compiled_rows("glslang-hlsl", "hlsl", hlsl_shader, {glslang_hlsl});
  // What it refuses: it says so, and ends as if it had not.
  const Folder folder;
  for (const Entry& entry : load_table("glslang-hlsl").entries) {
    if (entry.refused.empty()) continue;
    INFO(entry.spelled);
    const std::string file = folder.add("refused.hlsl", hlsl_shader({Row(entry)}));
    const std::string made = folder.path("refused.spv");
    const std::string said = glslang_for_hlsl(file, made).output;
    CHECK(said.find(entry.refused.substr(0, entry.refused.find(" ("))) != std::string::npos);
    const auto emitted = operations_of(detail::file_text(made), made);
    CHECK(std::ranges::none_of(
        emitted, [](const std::string& line) { return line.starts_with("OpAtomic"); }));
  }
  if (!found_or_skip("spirv-opt", "spirv-tools")) return;
  check_compiled_rows("spirv-opt-glslang-hlsl", "hlsl", hlsl_shader, {glslang_hlsl, upgrade});
}

TEST_CASE("compiled shaders: naga, and spirv-opt behind it", "[mappings][vulkan]") {
  if (!found_or_skip("naga", "naga")) return;
  if (!found_or_skip("spirv-opt", "spirv-tools")) return;
  const Translate naga = [](const std::string& from, const std::string& to) {
    return run_in_path({"naga", from, to});
  };
  check_compiled_rows("naga", "wgsl", wgsl_shader, {naga});
  check_compiled_rows("spirv-opt-naga", "wgsl", wgsl_shader, {naga, upgrade});
}

TEST_CASE("compiled shaders: tint", "[mappings][vulkan]") {
  if (!found_or_skip("tint", "tint")) return;
  const Translate tint = [](const std::string& from, const std::string& to) {
    return run_in_path({"tint", "--format", "spirv", "-o", to, from});
  };
  check_compiled_rows("tint", "wgsl", wgsl_shader, {tint});
}

}  // namespace opexplore::mappings
