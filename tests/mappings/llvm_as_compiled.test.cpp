// The rows of tables from C++ to LLVM IR are what clang emits: each is compiled, without and with
// the optimiser, and the instruction is compared with the template.
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/input/files.hpp"
#include "litmus/input/process.hpp"
#include "mappings/atomic_words.hpp"
#include "mappings/table.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::mappings {
namespace {

using testing::Folder;

// The statement of a row, on `*x`; what it reads goes to `r` if somebody looks at it.
std::string row_statement(const Entry& entry) {
  const AtomicObject object{"int", "x"};
  const OrderAndScope how{entry.order, Scope::sys};
  const auto modify = [&](AtomicOp op) {
    return modify_text(Atomics::clang, op, object, "v", how).value();
  };
  switch (entry.operation) {
    case Operation::load:
      return "r = " + load_text(Atomics::clang, object, how);
    case Operation::store:
      return store_text(Atomics::clang, object, "v", how);
    case Operation::cas:
      return compare_exchange_text(Atomics::clang, object, "e", "v", how, entry.failure) +
             "; r = e";
    case Operation::fence:
      return fence_statement(Atomics::clang, how);
    case Operation::exchange:
      return "r = " + modify(AtomicOp::exch);
    case Operation::overwrite:
      return modify(AtomicOp::exch);
    case Operation::fetch:
    case Operation::reduce:
    case Operation::rmw:
      break;
  }
  return "r = " + modify(AtomicOp::add);
}

// What is left of an instruction without types, registers and alignments: "atomicrmw add seq_cst".
std::string bare_words(std::string line) {
  static const std::set<std::string> known{
      "atomic", "atomicrmw", "cmpxchg", "fence",   "load",    "store",   "xchg", "add",
      "{op}",   "monotonic", "acquire", "release", "acq_rel", "seq_cst", "weak", "syncscope"};
  for (char& c : line) {
    if (c == ',' || c == '(') c = ' ';
  }
  std::istringstream words(line);
  std::string text;
  for (std::string word; words >> word;) {
    if (!known.contains(word)) continue;
    text += (text.empty() ? "" : " ") + (word == "{op}" ? "add" : word);
  }
  return text;
}

// By number: the atomic instructions and fences of the functions f0, f1, ….
std::map<std::size_t, std::string> atomics_in(const std::string& ir) {
  std::map<std::size_t, std::string> found;
  std::istringstream lines(ir);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t name = line.find("@f");
    if (line.starts_with("define") && name != line.npos) number = std::stoul(line.substr(name + 2));
    const bool atomic = line.find(" atomic") != line.npos || line.find(" cmpxchg ") != line.npos ||
                        line.starts_with("  fence ");
    if (atomic) found[number] += bare_words(line) + "; ";
  }
  return found;
}

std::string program_in_path(const std::string& name) {
  for (const std::filesystem::path& folder : folders_in_path()) {
    if (is_program(folder / name)) return (folder / name).string();
  }
  return "";
}

void check_ir_rows(const std::string& table, const std::string& compiler,
                   const std::string& level) {
  const std::string program = program_in_path(compiler);
  std::string text = prologue_of(Atomics::clang);
  std::vector<const Entry*> rows;
  const Table loaded = load_table(table);
  for (const Entry& entry : loaded.entries) {
    if (entry.order == Order::weak) continue;
    text += "extern \"C\" __global__ void f" + std::to_string(rows.size()) +
            "(int* x, int v, int e, long long* out) {\n  int r = 0;\n  " + row_statement(entry) +
            ";\n  *out = r;\n}\n";
    rows.push_back(&entry);
  }
  const Folder folder;
  const Finished finished =
      run_process({program, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70",
                   "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", level, "-emit-llvm",
                   "-S", "-o", folder.path("rows.ll"), folder.add("rows.cu", text)});
  INFO(finished.output);
  REQUIRE(finished.code == 0);
  const auto found = atomics_in(detail::file_text(folder.path("rows.ll")));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    INFO(table << ", " << compiler << " " << level << ": " << to_string(*rows[i]));
    std::string wanted;
    for (const std::string& line : rows[i]->code.written) wanted += bare_words(line) + "; ";
    CHECK(found.contains(i));
    if (found.contains(i)) CHECK(found.at(i) == wanted);
  }
}

bool clang_or_skip(const std::string& compiler) {
  if (!program_in_path(compiler).empty()) return true;
  testing::skip(compiler, "there is no " + compiler);
  return false;
}

}  // namespace

TEST_CASE("compiled tables: LLVM IR of clang 14", "[mappings][clang]") {
  if (!clang_or_skip("clang-14")) return;
  check_ir_rows("clang-ir", "clang-14", "-O0");
  check_ir_rows("clang-ir-O3", "clang-14", "-O3");
}

TEST_CASE("compiled tables: LLVM IR of clang 16", "[mappings][clang]") {
  if (!clang_or_skip("clang-16")) return;
  check_ir_rows("clang-ir", "clang-16", "-O0");
  check_ir_rows("clang-ir-O3", "clang-16", "-O3");
}

}  // namespace opexplore::mappings
