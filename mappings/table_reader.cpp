// Tables from their files: docs/mapping-tables.md describes the format.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "litmus/files.hpp"
#include "mappings/library.hpp"
#include "mappings/table_choice.hpp"
#include "mappings/table_group.hpp"

namespace opexplore::mappings {
namespace {

using detail::all_scopes;
using detail::Document;
using detail::Node;
using detail::same_key;

class Reader {
 public:
  Reader(const Document& document, Table base) : document_(document), table_(std::move(base)) {}

  Table read() {
    const Node root = document_.root();
    table_.path = document_.path();
    const std::string base_name = table_.name;
    table_.name = document_.text(document_.required(root, "name"), "the name of the table");
    table_.summary = document_.text(document_.required(root, "summary"), "what the table is");
    const bool alone = !Document::has(root, "extends");
    // What another table is of is no word about what this one changes.
    table_.extends = alone ? "" : base_name;
    table_.source.clear();
    table_.version.clear();
    if (alone || Document::has(root, "source")) {
      table_.source = document_.text(document_.required(root, "source"), "where the table stands");
    }
    if (alone || Document::has(root, "version")) {
      table_.version =
          document_.text(document_.required(root, "version"), "the version of the source");
    }
    if (alone || Document::has(root, "arch")) {
      table_.arch = document_.text(document_.required(root, "arch"), "the architectures");
    }
    if (Document::has(root, "scopes")) read_scopes(Document::member(root, "scopes"));
    const Node groups = document_.required(root, "groups");
    document_.require_array(groups, "the groups of entries");
    for (std::size_t i = 0; i < groups.json.size(); ++i) read_group(Document::element(groups, i));
    return std::move(table_);
  }

 private:
  void read_scopes(const Node& node) {
    document_.require_object(node, "the scopes");
    document_.check_names(node, {"block", "device", "system"});
    for (const auto& [name, ignored] : node.json.items()) {
      const Node member = Document::member(node, name);
      const Scope source =
          choice(document_, member, name, all_scopes, detail::spell_scope, "a scope of C++");
      const std::string text = document_.text(member, "a scope of PTX");
      table_.scopes.at(static_cast<std::size_t>(source)) =
          choice(document_, member, text, all_scopes, detail::spell_ptx_scope, "a scope of PTX");
    }
  }

  void read_group(const Node& group) {
    const std::string& source = table_.source.empty() ? document_.path() : table_.source;
    for (Entry& entry : detail::read_group(document_, group, {source, table_.version})) {
      const auto is_same = [&](const Entry& each) { return same_key(each, entry); };
      if (std::any_of(own_.begin(), own_.end(), is_same)) {
        document_.fail(group, "two groups have an entry for " + to_string(entry));
      }
      own_.push_back(entry);
      const auto old = std::find_if(table_.entries.begin(), table_.entries.end(), is_same);
      if (old == table_.entries.end()) {
        table_.entries.push_back(std::move(entry));
      } else {
        *old = std::move(entry);
      }
    }
  }

  const Document& document_;
  Table table_;
  std::vector<Entry> own_;  ///< of this file
};

const EmbeddedFile* find_embedded(std::string_view name) {
  const auto tables = embedded_tables();
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [&](const EmbeddedFile& each) { return each.stem() == name; });
  return found == tables.end() ? nullptr : &*found;
}

bool is_path(const std::string& name) {
  return name.find('/') != name.npos || name.ends_with(".json");
}

// Where a built-in table stands in the source tree.
std::string place_of(const EmbeddedFile& table) { return "mappings/" + std::string(table.name); }

// How long a chain of tables that extend each other may be: also the answer to a circle.
constexpr int longest_chain = 8;

Table read_chain(std::string_view text, const std::string& path, int depth);

Table base_table(const Document& document, int depth) {
  const Node node = Document::member(document.root(), "extends");
  const std::string name = document.text(node, "the table to extend");
  if (depth == longest_chain) {
    document.fail(node, "more than " + std::to_string(longest_chain) + " tables extend each other",
                  "is it a circle?");
  }
  if (!is_path(name)) {
    const EmbeddedFile* const table = find_embedded(name);
    if (table == nullptr) document.fail(node, "there is no built-in table '" + name + "'");
    return read_chain(table->text, place_of(*table), depth + 1);
  }
  const std::filesystem::path file = std::filesystem::path(document.path()).parent_path() / name;
  return read_chain(opexplore::detail::file_text(file), file.string(), depth + 1);
}

Table read_chain(std::string_view text, const std::string& path, int depth) {
  const Document document(text, path);
  const Node root = document.root();
  document.require_object(root, "a table");
  document.check_names(root, {"$schema", "name", "version", "source", "summary", "arch", "extends",
                              "scopes", "groups"});
  Table base;
  if (Document::has(root, "extends")) base = base_table(document, depth);
  return Reader(document, std::move(base)).read();
}

}  // namespace

Table read_table(std::string_view text, const std::string& path) {
  return read_chain(text, path, 0);
}

Table load_table(const std::string& name_or_path) {
  if (is_path(name_or_path)) {
    return read_table(opexplore::detail::file_text(name_or_path), name_or_path);
  }
  const EmbeddedFile* const table = find_embedded(name_or_path);
  if (table != nullptr) {
    Table result = read_table(table->text, place_of(*table));
    result.path.clear();
    return result;
  }
  const std::vector<std::string> names = built_in_tables();
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw TableError(
      name_or_path, {}, "there is no table of this name",
      opexplore::detail::did_you_mean(
          name_or_path, known, "'opmap tables' lists the tables; a file has a name with .json"));
}

std::vector<std::string> built_in_tables() {
  std::vector<std::string> names;
  for (const EmbeddedFile& table : embedded_tables()) names.emplace_back(table.stem());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace opexplore::mappings
