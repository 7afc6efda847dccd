// The rows of tables are what compilers emit: each row of those whose compiler is at hand is
// compiled, and what comes out is compared with its template, instruction by instruction. What a
// table says is refused must be refused with those words.
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hardware/toolchain.hpp"
#include "litmus/input/files.hpp"
#include "litmus/kernels/module.hpp"
#include "mappings/atomic_words.hpp"
#include "mappings/table.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::mappings {
namespace {

using CompilerKind = hardware::PtxCompiler::Kind;
using testing::Folder;

// An operation to compile: on `*x`, with the operands `v` and `e`; what it reads goes to `r`.
struct Operands {
  const Entry& entry;
  Scope scope;
  std::string type;
};
using Writer = std::string (*)(const Operands&);

std::string type_of(Width width) {
  return width == Width::bits8 ? "char" : width == Width::bits16 ? "short" : "int";
}

// ---- What is emitted, in words that templates and PTX share: "atom.cas.relaxed.gpu.32".

std::string bits_of(const Step& step, Width width) {
  const auto around = static_cast<unsigned>(step.extent);
  return "." + std::to_string(around != 0 ? around : static_cast<unsigned>(width));
}

std::string ordered(Order order, Scope scope) {
  const std::string text = "." + std::string(to_string(order));
  return order == Order::weak ? text : text + "." + std::string(to_string(scope));
}

std::string words_of(const Step& step, const Entry& entry, Scope scope, const std::string& op) {
  const std::string bits = bits_of(step, entry.width);
  const auto access = [&](const MemoryAccess& made) {
    if (made.annotation != Annotation::none) return "." + std::string(to_string(made.annotation));
    return ordered(made.order, step.source_scope ? scope : made.scope);
  };
  if (const auto fence = fence_of(step.action)) {
    return "fence" + ordered(fence->order, step.source_scope ? scope : fence->scope) + "; ";
  }
  if (const auto* const load = std::get_if<Load>(&step.action)) {
    return "ld" + access(*load) + bits + "; ";
  }
  if (const auto* const store = std::get_if<Store>(&step.action)) {
    return "st" + access(*store) + bits + "; ";
  }
  if (const auto* const atomic = std::get_if<Atomic>(&step.action)) {
    const std::string name = step.source_op ? op : std::string(to_string(atomic->op));
    return "atom." + name + access(*atomic) + bits + "; ";
  }
  return "";
}

std::string expected_words(const Entry& entry, Scope scope) {
  const std::string op = entry.operation == Operation::exchange ? "exch" : "add";
  std::string text;
  for (const Step& step : entry.code.steps) text += words_of(step, entry, scope, op);
  return text;
}

// Orders and scopes may stand in any place, and atom and membar have usual ones.
std::string words_of(const kernel::Statement& statement) {
  const kernel::Mnemonic& mnemonic = statement.mnemonic;
  const std::string name(mnemonic.name.text);
  if (mnemonic.has("param") || mnemonic.has("local")) return "";
  if (name == "membar") {
    const std::string level(mnemonic.modifiers.front().text);
    return "fence.sc." + (level == "gl" ? "gpu" : level) + "; ";
  }
  if (name != "ld" && name != "st" && name != "atom" && name != "fence") return "";
  const auto first_of = [&](const std::vector<std::string_view>& words, const std::string& usual) {
    for (const std::string_view word : words) {
      if (mnemonic.has(word)) return "." + std::string(word);
    }
    return usual.empty() ? "" : "." + usual;
  };
  const std::string order = first_of({"relaxed", "acquire", "release", "acq_rel", "sc", "volatile"},
                                     name == "atom" ? "relaxed" : "weak");
  const bool scoped = order != ".weak" && order != ".volatile";
  const std::string scope =
      scoped ? first_of({"cta", "cluster", "gpu", "sys"}, name == "atom" ? "gpu" : "") : "";
  std::string bits;
  for (const auto& modifier : mnemonic.modifiers) {
    const auto type = kernel::type_named(modifier.text);
    if (type) bits = "." + std::to_string(type->bits);
  }
  // The results of the functions below are stored as the only objects of 64 bits.
  if (name == "st" && order == ".weak" && bits == ".64") return "";
  return name + first_of({"add", "exch", "cas", "nand"}, "") + order + scope + bits + "; ";
}

// ---- Programs: a function for each row.

std::string function_text(std::size_t number, const Operands& operands, Writer write) {
  return "extern \"C\" __global__ void f" + std::to_string(number) + "(" + operands.type + "* x, " +
         operands.type + " v, " + operands.type + " e, unsigned long long* out) {\n  " +
         operands.type + " r = 0;\n  " + write(operands) + ";\n  *out = r;\n}\n";
}

template <Atomics atomics>
std::string plain_or_atomic(const Operands& operands) {
  const Entry& entry = operands.entry;
  const AtomicObject object{operands.type, "x"};
  const OrderAndScope how{entry.order, operands.scope};
  switch (entry.operation) {
    case Operation::load:
      return "r = " + (entry.order == Order::weak ? "*x" : load_text(atomics, object, how));
    case Operation::store:
      return entry.order == Order::weak ? "*x = v" : store_text(atomics, object, "v", how);
    case Operation::cas:
      return compare_exchange_text(atomics, object, "e", "v", how, entry.failure) + "; r = e";
    case Operation::fence:
      return fence_statement(atomics, how);
    case Operation::exchange:
    case Operation::overwrite:
      return "r = " + modify_text(atomics, AtomicOp::exch, object, "v", how).value();
    case Operation::fetch:
    case Operation::reduce:
    case Operation::rmw:
      break;
  }
  return "r = " + modify_text(atomics, AtomicOp::add, object, "v", how).value();
}

// What PTX has no operation for.
std::string clang_nand(const Operands& operands) {
  if (operands.entry.operation != Operation::rmw) return plain_or_atomic<Atomics::clang>(operands);
  std::string text = plain_or_atomic<Atomics::clang>(operands);
  return text.replace(text.find("fetch_add"), 9, "fetch_nand");
}

std::string replaced_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// nvcc's own functions have the names and arguments of clang's with a scope.
std::string nvcc_builtin(const Operands& operands) {
  const OrderAndScope narrow{operands.entry.order, operands.scope};
  Operands scoped = operands;
  scoped.scope = Scope::cta;  // any that is written
  std::string text = plain_or_atomic<Atomics::clang>(scoped);
  text = replaced_all(std::move(text), "__scoped_atomic_", "__nv_atomic_");
  text = replaced_all(std::move(text), "__ATOMIC_", "__NV_ATOMIC_");
  constexpr std::array names{"BLOCK", "CLUSTER", "DEVICE", "SYSTEM"};
  return replaced_all(
      std::move(text), "__MEMORY_SCOPE_WRKGRP",
      "__NV_THREAD_SCOPE_" + std::string(names.at(static_cast<std::size_t>(narrow.scope))));
}

std::string nvcc_legacy(const Operands& operands) {
  const Entry& entry = operands.entry;
  constexpr std::array atomic_scopes{"_block", "_cluster", "", "_system"};
  const std::string scope = atomic_scopes.at(static_cast<std::size_t>(operands.scope));
  const std::string volatile_x = "*(volatile " + operands.type + "*)x";
  switch (entry.operation) {
    case Operation::load:
      return "r = " + (entry.order == Order::weak ? "*x" : volatile_x);
    case Operation::store:
      return (entry.order == Order::weak ? "*x" : volatile_x) + " = v";
    case Operation::cas:
      // Of 16 bits there is one for objects without a sign.
      return entry.width == Width::bits16
                 ? "r = atomicCAS" + scope + "((unsigned short*)x, (unsigned short)e, v)"
                 : "r = atomicCAS" + scope + "(x, e, v)";
    case Operation::fence:
      return "__threadfence" + scope + "()";
    case Operation::exchange:
    case Operation::overwrite:
      return "r = atomicExch" + scope + "(x, v)";
    case Operation::fetch:
    case Operation::reduce:
    case Operation::rmw:
      break;
  }
  return "r = atomicAdd" + scope + "(x, v)";
}

// ---- A table and its compiler.

struct CompiledTable {
  const Table& table;
  CompilerKind kind;
  std::string arch;
  Writer write;
  std::string prologue;
  std::vector<Scope> scopes;  ///< that programs can say
};

hardware::PtxCompiler program_of(CompilerKind kind, const std::string& name) {
  return hardware::find_ptx_compiler(kind, name);
}

// The scopes that a row is tried in.
std::vector<Scope> scopes_of(const CompiledTable& with, const Entry& entry) {
  if (entry.order == Order::weak) return {Scope::sys};
  std::vector<Scope> result;
  for (const Scope scope : with.scopes) {
    const bool own = !entry.scope || *entry.scope == scope;
    // A row for one scope stands before the one for all.
    const bool overridden =
        !entry.scope && std::ranges::any_of(with.table.entries, [&](const Entry& other) {
          return other.operation == entry.operation && other.order == entry.order &&
                 other.failure == entry.failure && other.width == entry.width &&
                 other.scope == scope;
        });
    if (own && !overridden && with.table.mapped(scope).scope) result.push_back(scope);
  }
  return result;
}

void check_emitted_rows(const CompiledTable& with, const hardware::PtxCompiler& compiler,
                        const Folder& folder) {
  std::string text = with.prologue;
  std::vector<std::pair<std::string, std::string>> rows;  // name and words
  for (const Entry& entry : with.table.entries) {
    if (!entry.refused.empty()) continue;
    for (const Scope scope : scopes_of(with, entry)) {
      text += function_text(rows.size(), {entry, scope, type_of(entry.width)}, with.write);
      const Scope in_ptx = entry.order == Order::weak ? scope : *with.table.mapped(scope).scope;
      rows.emplace_back(to_string(entry) + ", " + std::string(cxx_name(scope)),
                        expected_words(entry, in_ptx));
    }
  }
  REQUIRE(rows.size() > 10);
  const std::string source = folder.add("rows.cu", text);
  const auto complaint = hardware::make_ptx(compiler, with.arch, source, folder.path("rows.ptx"));
  REQUIRE(complaint.value_or("") == "");
  const kernel::ModuleFile file(detail::file_text(folder.path("rows.ptx")), "rows.ptx");
  REQUIRE(file.module().entries.size() == rows.size());
  for (const kernel::Entry& entry : file.module().entries) {
    const auto& [name, words] = rows.at(std::stoul(std::string(entry.name.text.substr(1))));
    std::string emitted;
    for (const kernel::Statement& statement : entry.statements) emitted += words_of(statement);
    INFO(with.table.name << ": " << name);
    CHECK(emitted == words);
  }
}

// The part of the compiler's words that does not depend on the program.
bool complains_as(const std::string& complaint, const std::string& refused) {
  constexpr std::string_view selection = "Cannot select: ";
  const std::size_t at = refused.find(selection);
  if (at == refused.npos) return complaint.find(refused) != complaint.npos;
  return complaint.find(selection) != complaint.npos &&
         complaint.find(refused.substr(at + selection.size())) != complaint.npos;
}

// A compiler ends at the first operation that it does not take, so each is a program: of the rows
// that the table has from no other one, and for each of its words about read-modify-writes once.
void check_refused_rows(const CompiledTable& with, const hardware::PtxCompiler& compiler,
                        const Folder& folder) {
  std::set<std::string> tried;
  const bool has_device = std::ranges::count(with.scopes, Scope::gpu) > 0;
  for (const Entry& entry : with.table.entries) {
    if (entry.refused.empty() || entry.file != "mappings/" + with.table.name + ".json") continue;
    const bool simple = entry.operation == Operation::load || entry.operation == Operation::store ||
                        entry.operation == Operation::fence;
    if (!tried.insert(simple ? to_string(entry) : entry.refused).second) continue;
    const Scope scope = entry.scope.value_or(has_device ? Scope::gpu : Scope::sys);
    const std::string text =
        with.prologue + function_text(0, {entry, scope, type_of(entry.width)}, with.write);
    const auto complaint =
        hardware::make_ptx(compiler, with.arch, folder.add("row.cu", text), folder.path("row.ptx"));
    INFO(with.table.name << ": " << to_string(entry) << ": " << complaint.value_or("compiled"));
    CHECK((complaint && complains_as(*complaint, entry.refused)));
  }
}

void check_rows(const std::string& table, CompilerKind kind, const std::string& compiler,
                const std::string& arch, Writer write, const std::string& prologue,
                const std::vector<Scope>& scopes) {
  const Table loaded = load_table(table);
  const hardware::PtxCompiler program = program_of(kind, compiler);
  const CompiledTable with{loaded, kind, arch, write, prologue, scopes};
  const Folder folder;
  check_emitted_rows(with, program, folder);
  check_refused_rows(with, program, folder);
}

bool compiler_or_skip(CompilerKind kind, const std::string& name) {
  try {
    program_of(kind, name);
    return true;
  } catch (const hardware::ToolchainError& error) {
    testing::skip(name, error.what());
    return false;
  }
}

// The tables of nvcc are of one version.
bool nvcc_13_or_skip() {
  if (!compiler_or_skip(CompilerKind::nvcc, "nvcc")) return false;
  const std::string version = hardware::find_toolkit("nvcc").version;
  if (version.starts_with("13.0.")) return true;
  testing::skip("nvcc", "this one is " + version + ", and the tables are of 13.0");
  return false;
}

const std::vector<Scope> cuda_scopes{Scope::cta, Scope::gpu, Scope::sys};
const std::vector<Scope> all_scopes{Scope::cta, Scope::cluster, Scope::gpu, Scope::sys};

void check_clang(const std::string& name, const std::string& table, Writer write) {
  if (!compiler_or_skip(CompilerKind::clang, name)) return;
  // Its words about its own state are long, and slow to find.
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
  check_rows(table, CompilerKind::clang, name, "sm_70", write, prologue_of(Atomics::clang),
             {Scope::sys});
}

}  // namespace

TEST_CASE("compiled tables: LLVM 14", "[mappings][clang]") {
  check_clang("clang-14", "llvm-14", &plain_or_atomic<Atomics::clang>);
}

// What clang-c says, too, which has the same rows.
TEST_CASE("compiled tables: LLVM 15 to 19", "[mappings][clang]") {
  check_clang("clang-16", "llvm-19", &plain_or_atomic<Atomics::clang>);
}

TEST_CASE("compiled tables: operations that PTX has not", "[mappings][clang]") {
  check_clang("clang-16", "llvm-19-loops", &clang_nand);
}

TEST_CASE("compiled tables: CUDA C++ without libcu++", "[mappings][nvcc]") {
  if (!nvcc_13_or_skip()) return;
  check_rows("nvcc-13.0-legacy", CompilerKind::nvcc, "nvcc", "sm_90", &nvcc_legacy, "", all_scopes);
}

TEST_CASE("compiled tables: the built-in functions of nvcc", "[mappings][nvcc]") {
  if (!nvcc_13_or_skip()) return;
  check_rows("nvcc-builtin-13.0", CompilerKind::nvcc, "nvcc", "sm_90", &nvcc_builtin, "",
             all_scopes);
}

TEST_CASE("compiled tables: libcu++", "[mappings][nvcc]") {
  if (!nvcc_13_or_skip()) return;
  check_rows("libcudacxx-13.0", CompilerKind::nvcc, "nvcc", "sm_90",
             &plain_or_atomic<Atomics::libcudacxx>, prologue_of(Atomics::libcudacxx), cuda_scopes);
}

}  // namespace opexplore::mappings
