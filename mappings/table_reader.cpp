// Tables from their files: docs/mappings.md describes the format.
#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "litmus/input/documents/choice.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/suggestion.hpp"
#include "mappings/library.hpp"
#include "mappings/table_group.hpp"
#include "mappings/table_words.hpp"

namespace opexplore::mappings {
namespace {

using detail::all_scopes;
using detail::same_key;
using documents::choice;
using documents::Document;
using documents::Node;

class TableReader {
 public:
  TableReader(const Document& document, Table base)
      : document_(document), table_(std::move(base)) {}

  Table read() {
    const Node root = document_.root();
    table_.path = document_.path();
    const std::string base_name = table_.name;
    table_.name = root["name"].nonempty_text("the name of the table");
    table_.summary = root["summary"].nonempty_text("what the table is");
    const bool alone = !root.find("extends");
    // What another table is of is no word about what this one changes.
    table_.extends = alone ? "" : base_name;
    table_.source.clear();
    table_.version.clear();
    if (alone || root.find("source")) {
      table_.source = root["source"].nonempty_text("where the table stands");
    }
    if (alone || root.find("version")) {
      table_.version = root["version"].nonempty_text("the version of the source");
    }
    if (alone || root.find("arch")) {
      table_.arch = root["arch"].nonempty_text("the architectures");
    }
    if (const auto scopes = root.find("scopes")) read_scopes(*scopes);
    if (const auto target = root.find("target")) read_target(*target);
    read_language(root);
    if (const auto module = root.find("module")) read_module(*module);
    for (const Node group : root["groups"].elements("the groups of entries")) read_group(group);
    return std::move(table_);
  }

 private:
  void read_scopes(const Node& node) {
    node.allow_only({cxx_name(Scope::cta), cxx_name(Scope::cluster), cxx_name(Scope::gpu),
                     cxx_name(Scope::sys)},
                    "the scopes");
    for (const Node member : node.members()) {
      const Scope source =
          choice(member, member.name(), all_scopes, detail::spell_scope, "a scope of C++");
      MappedScope& mapped = table_.scopes.at(static_cast<std::size_t>(source));
      if (const auto refused = detail::refusal_in(member)) {
        mapped = {std::nullopt, *refused};
        continue;
      }
      const std::string text = member.nonempty_text("a scope of PTX");
      mapped = {choice(member, text, all_scopes, detail::spell_ptx_scope, "a scope of PTX"), {}};
    }
  }

  void read_target(const Node& node) {
    const auto word = [](Language target) {
      return target == Language::cxx ? std::string_view("LLVM IR") : to_string(target);
    };
    table_.target =
        choice(node, node.nonempty_text("a target"), std::array{Language::ptx, Language::cxx}, word,
               "what C++ is compiled to");
  }

  void read_language(const Node& root) {
    const auto node = root.find("language");
    if (!node) {
      // A table that extends that of a language is another one.
      const bool own = table_.language.empty() || table_.meanings;
      if (!own) table_.meanings = std::make_shared<const Table>(load_table(table_.language));
      return;
    }
    const std::string language = node->nonempty_text("a shading language");
    if (!table_.extends.empty() && language != table_.language) {
      node->fail("a table and the one that it extends are about one language");
    }
    table_.language = language;
    table_.target = Language::vulkan;
    table_.meanings.reset();
    if (language != table_.name) {
      table_.meanings = std::make_shared<const Table>(meanings(*node, language));
    }
  }

  void read_module(const Node& node) {
    if (table_.language.empty()) node.fail("a module is what shading languages become");
    node.allow_only({"memory_model", "language"}, "a module");
    if (const auto model = node.find("memory_model")) {
      const auto word = [](bool vulkan) { return std::string_view(vulkan ? "Vulkan" : "GLSL450"); };
      table_.module.vulkan = choice(*model, model->nonempty_text("a memory model"),
                                    std::array{true, false}, word, "a memory model of SPIR-V");
    }
    if (const auto language = node.find("language")) {
      const auto word = [](std::string_view each) { return each; };
      table_.module.language = choice(*language, language->nonempty_text("a language"),
                                      std::array<std::string_view, 3>{"GLSL", "HLSL", "WGSL"}, word,
                                      "a language of OpSource");
    }
  }

  std::vector<Entry> entries_of(const Node& group) const {
    const std::string& source = table_.source.empty() ? document_.path() : table_.source;
    const detail::GroupDefaults defaults{source, table_.version, document_.path(), table_.target};
    if (table_.language.empty()) return detail::read_group(group, defaults);
    return detail::read_shader_group(group, defaults, table_.module);
  }

  void read_group(const Node& group) {
    for (Entry& entry : entries_of(group)) {
      const bool known = !table_.meanings || find_spelled(*table_.meanings, entry.spelled);
      if (!known) {
        group.fail(table_.language + " has no operation '" + entry.spelled + "'",
                   "opmap tables " + table_.language + " lists them");
      }
      const auto is_same = [&](const Entry& each) { return same_key(each, entry); };
      if (std::any_of(own_.begin(), own_.end(), is_same)) {
        group.fail("two groups have an entry for " + to_string(entry));
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

  static Table meanings(const Node& node, const std::string& language);

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

Table TableReader::meanings(const Node& node, const std::string& language) {
  if (find_embedded(language) == nullptr) {
    node.fail("there is no table of the language '" + language + "'",
              "opmap tables lists those that are their own language");
  }
  return load_table(language);
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
  const Node node = document.root()["extends"];
  const std::string name = node.nonempty_text("the table to extend");
  if (depth == longest_chain) {
    node.fail("more than " + std::to_string(longest_chain) + " tables extend each other",
              "is it a circle?");
  }
  if (!is_path(name)) {
    const EmbeddedFile* const table = find_embedded(name);
    if (table == nullptr) node.fail("there is no built-in table '" + name + "'");
    return read_chain(table->text, place_of(*table), depth + 1);
  }
  const std::filesystem::path file = std::filesystem::path(document.path()).parent_path() / name;
  return read_chain(opexplore::detail::file_text(file), file.string(), depth + 1);
}

Table read_chain(std::string_view text, const std::string& path, int depth) {
  const Document document(text, path);
  const Node root = document.root();
  root.allow_only({"$schema", "name", "version", "source", "summary", "arch", "extends", "scopes",
                   "target", "language", "module", "groups"},
                  "a table");
  Table base;
  if (root.find("extends")) base = base_table(document, depth);
  return TableReader(document, std::move(base)).read();
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
  throw InputError(
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
