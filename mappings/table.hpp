// A mapping table: what each atomic operation of C++ becomes in PTX, by memory order and scope, or
// each operation of a shading language in SPIR-V, by its name. docs/mappings.md describes the
// files; the *.json beside this header are the built-in ones.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "mappings/spirv_template.hpp"
#include "mappings/template.hpp"

namespace opexplore::mappings {

/// What an entry is for. `rmw` stands for exchange and fetch where a table does not tell them
/// apart, `fetch` also for reduce, a fetch operation whose result nobody uses, and `exchange` for
/// overwrite, an exchange whose result nobody uses.
enum class Operation : std::uint8_t {
  load,
  store,
  exchange,
  fetch,
  reduce,
  overwrite,
  rmw,
  cas,
  fence
};

/// Bits of the object that an operation accesses; 32 stands for 64 too.
enum class Width : std::uint8_t { bits8 = 8, bits16 = 16, bits32 = 32 };

/// One line of a table: an operation with its order or name, and what it becomes, or that the
/// compiler does not take it.
struct Entry {
  Operation operation = Operation::load;
  Order order = Order::weak;       ///< of a cas: on success. weak: non-atomic
  Order failure = Order::relaxed;  ///< of a cas alone
  Width width = Width::bits32;
  std::optional<Scope> scope;  ///< the only scope of the source that the entry is for
  /// Of a shading language: "workgroupBarrier", "atomicAdd of storage". It alone says what the
  /// entry is for; operation and order are those of the first instruction.
  std::string spelled = {};
  Template code;        ///< empty: nothing is emitted
  std::string refused;  ///< what the compiler says instead of emitting `code`, which is empty
  std::string source;   ///< where the fact stands
  std::string version;  ///< of what the source describes; may be empty
  std::string file;     ///< where it is written; of built-in tables "mappings/NAME.json"
  SourcePlace place;    ///< … and there
};

/// Index into Table::entries.
struct EntryId {
  std::uint16_t index = 0;
  bool operator==(const EntryId&) const = default;
  auto operator<=>(const EntryId&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// What a scope of the source becomes.
struct MappedScope {
  std::optional<Scope> scope;  ///< nothing: the table does not say, or `refused`
  std::string refused;  ///< what the compiler says of such operations, which it does not take
  bool operator==(const MappedScope&) const = default;
};

struct Table {
  std::string name;
  std::string extends;  ///< the table whose entries hold where this one has none, by its own name
  std::string version;  ///< empty where a table that extends another gives none
  std::string source;   ///< … likewise
  std::string summary;
  std::string arch;  ///< "sm_70 and later"
  /// The shading language whose operations it is about: the name of the table that says what the
  /// text of the language makes of them. Empty: C++.
  std::string language;
  std::shared_ptr<const Table> meanings;  ///< that table, where it is another one
  SpirvModule module;                     ///< that a shading language becomes
  /// What runs what it makes: PTX, Vulkan (SPIR-V), or C++ (LLVM IR, whose atomics are those of
  /// C++).
  Language target = Language::ptx;
  std::string path;  ///< of its file; empty when built in
  /// What `{scope}` becomes, by the scope of the source. Clusters are younger than most tables.
  std::array<MappedScope, 4> scopes{
      {{Scope::cta, {}}, {std::nullopt, {}}, {Scope::gpu, {}}, {Scope::sys, {}}}};
  /// In the order of the file, those of the table it extends first. A cas has an entry for every
  /// pair of orders, also where the file has a rule instead.
  std::vector<Entry> entries;

  const Entry& at(EntryId id) const { return entries.at(id.index); }
  const MappedScope& mapped(Scope scope) const {
    return scopes.at(static_cast<std::size_t>(scope));
  }
};

/// What the operations of a shading language are, by its text. Precondition: the table is of one.
inline const Table& meanings_of(const Table& table) {
  return table.meanings ? *table.meanings : table;
}

/// What a table is asked for.
struct Request {
  Operation operation = Operation::load;  ///< never rmw
  Order order = Order::weak;
  Order failure = Order::relaxed;  ///< of a cas alone
  Width width = Width::bits32;
  Scope scope = Scope::sys;  ///< of the source; of no account for a non-atomic access
};

/// The entry for the request: one of its very operation before a more general one, then one for its
/// scope before one for all. Nothing if the table does not say.
std::optional<EntryId> find(const Table& table, const Request& request);

/// The entry of a shading language that is spelled so; nothing if there is none.
std::optional<EntryId> find_spelled(const Table& table, std::string_view spelled);

/// The built-in table of that name, or the one in that file (a name with a slash, or ending in
/// .json; what it extends is looked for beside it first). Throws InputError.
Table load_table(const std::string& name_or_path);

/// The table written in `text`. What it extends by a path is relative to `path`. Throws InputError.
Table read_table(std::string_view text, const std::string& path);

/// Names of the built-in tables, sorted.
std::vector<std::string> built_in_tables();

/// "lustig19 (2019)"; without a version of its own "mine (extends lustig19)".
std::string titled(const Table& table);

/// "store seq_cst", "cas (release, acquire)", "fence acq_rel", "load non_atomic",
/// "exchange seq_cst, 8 bits", "store release in device scope".
std::string to_string(EntryId id, const Table& table);
std::string to_string(const Entry& entry);

/// Whether the entry is for objects of that width, as non-atomic accesses and fences always are.
bool is_for_width(const Entry& entry, Width width);

/// What it becomes: the template, or "refused: …".
std::string told(const Entry& entry);
std::string told(const MappedScope& scope);  ///< ".gpu", "refused: …", "not said"

/// As the format spells it.
std::string_view to_string(Operation operation);

/// The table with another template for that entry; ids stay.
Table with_entry(Table table, EntryId id, Template code);

/// The next weaker templates of an entry, for the question whether it is stronger than needed: one
/// fence left out, or one order one step weaker. None of them is equal to the entry's own. Of
/// SPIR-V and LLVM IR there are none.
std::vector<Template> weakenings(const Table& table, EntryId id);

/// The whole table as a grid of text, with its title, sources and versions.
std::string grid(const Table& table);

}  // namespace opexplore::mappings
