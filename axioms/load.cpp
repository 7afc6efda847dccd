#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "axioms/axioms.hpp"
#include "axioms/cat_names.hpp"
#include "axioms/cat_syntax.hpp"
#include "axioms/cat_title.hpp"
#include "axioms/compiled_model.hpp"
#include "axioms/library.hpp"
#include "axioms/plan.hpp"
#include "axioms/standard_names.hpp"

namespace opexplore::axioms {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = 1 << 20;
constexpr std::size_t deepest_include = 32;
constexpr std::size_t most_includes = 256;

struct Source {
  std::string path;    // for messages
  fs::path directory;  // where its includes are; empty for a built-in model
  std::string text;
  bool built_in = false;
};

const EmbeddedFile* find_embedded(std::span<const EmbeddedFile> files, std::string_view name) {
  const auto found = std::ranges::find(files, name, &EmbeddedFile::stem);
  return found != files.end() ? &*found : nullptr;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

Source read_source(const fs::path& path) {
  std::error_code error;
  if (!is_file(path)) throw CatError(path.string(), {}, "there is no such file");
  if (fs::file_size(path, error) > largest_file) {
    throw CatError(path.string(), {}, "the file is larger than a mebibyte");
  }
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw CatError(path.string(), {}, "the file cannot be read");
  return {path.string(), path.parent_path(), std::move(text), false};
}

// Parses, and puts included files in the place of their include statements.
class Includer {
 public:
  explicit Includer(const std::vector<fs::path>& directories) : directories_(directories) {}

  CatFile run(const Source& source) {
    CatFile file = parse_cat(source.text, source.path);
    CatFile result;
    result.title = file.title;
    open_.push_back(source.path);
    for (CatStatement& statement : file.statements) {
      if (statement.kind != CatStatement::Kind::include) {
        result.statements.push_back(std::move(statement));
        continue;
      }
      if (++included_ > most_includes) {
        throw CatError(statement.path, statement.place, "too many files are included");
      }
      if (is_predefined(source, statement)) continue;
      CatFile included = run(find(source, statement));
      for (CatStatement& inner : included.statements) {
        result.statements.push_back(std::move(inner));
      }
    }
    open_.pop_back();
    return result;
  }

 private:
  // A file of herd's or Dartagnan's library, if it is not there or cannot be read here.
  bool is_predefined(const Source& from, const CatStatement& statement) const {
    const std::string name = fs::path(statement.name).filename().string();
    if (!is_standard_file(name)) return false;
    const std::optional<fs::path> file = locate(from, statement.name);
    std::set<fs::path> seen;
    return file ? is_foreign(*file, seen) : name == statement.name;
  }

  // Whether the file, or a file of the library that it includes, needs more of herd's language.
  bool is_foreign(const fs::path& file, std::set<fs::path>& seen) const {
    if (!seen.insert(file).second) return false;
    const Source source = read_source(file);
    if (needs_more_than_cat(source.text, source.path)) return true;
    try {
      const CatFile parsed = parse_cat(source.text, source.path);
      return std::ranges::any_of(parsed.statements, [&](const CatStatement& statement) {
        if (statement.kind != CatStatement::Kind::include) return false;
        if (!is_standard_file(statement.name)) return false;
        const std::optional<fs::path> inner = locate(source, statement.name);
        return inner && is_foreign(*inner, seen);
      });
    } catch (const CatError&) {
      return false;  // reading it says what is wrong
    }
  }

  Source find(const Source& from, const CatStatement& statement) const {
    const Source found = look_up(from, statement);
    for (const std::string& open : open_) {
      if (open != found.path && open_.size() < deepest_include) continue;
      throw CatError(statement.path, statement.place, "`" + statement.name + "` includes itself");
    }
    return found;
  }

  // Where the file is, unless it is a built-in model.
  std::optional<fs::path> locate(const Source& from, const std::string& name) const {
    if (!from.built_in && is_file(from.directory / name)) return from.directory / name;
    for (const fs::path& directory : directories_) {
      if (is_file(directory / name)) return directory / name;
    }
    return std::nullopt;
  }

  Source look_up(const Source& from, const CatStatement& statement) const {
    if (const auto file = locate(from, statement.name)) return read_source(*file);
    const std::string stem = fs::path(statement.name).stem().string();
    for (const auto files : {embedded_models(), embedded_parts()}) {
      const EmbeddedFile* const model = find_embedded(files, stem);
      if (model != nullptr) return {std::string(model->name), {}, std::string(model->text), true};
    }
    throw CatError(statement.path, statement.place,
                   "there is no file `" + statement.name + "` to include",
                   "it is looked for beside the including file, in given directories and among the "
                   "built-in models; of herd's files only those of its standard library may be "
                   "missing");
  }

  const std::vector<fs::path>& directories_;
  std::vector<std::string> open_;
  std::size_t included_ = 0;
};

// "place=cta".
CatStatement option_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw CatError(text, {}, "an option of a model has a value", "place=cta is one");
  }
  CatStatement result;
  result.kind = CatStatement::Kind::option;
  result.path = text;
  result.name = text.substr(0, equals);
  result.value = text.substr(equals + 1);
  return result;
}

Model build(const Source& source, std::string name, const std::vector<fs::path>& directories,
            const std::vector<std::string>& options = {}) {
  CatFile file = Includer(directories).run(source);
  for (const std::string& option : options) file.overriding.push_back(option_of(option));
  CompiledModel compiled = compile(file);
  compiled.name = std::move(name);
  compiled.origin = source.built_in ? "built in" : source.path;
  Plan plan = make_plan(compiled);
  return {std::move(compiled), std::move(plan)};
}

}  // namespace

Model::Model(CompiledModel compiled, Plan plan)
    : compiled_(std::make_shared<const CompiledModel>(std::move(compiled))),
      plan_(std::make_shared<const Plan>(std::move(plan))) {}

const std::string& Model::name() const { return compiled_->name; }
const std::string& Model::title() const { return compiled_->title; }
const std::string& Model::origin() const { return compiled_->origin; }

std::vector<BuiltInModel> built_in_models() {
  std::vector<BuiltInModel> result;
  for (const EmbeddedFile& model : embedded_models()) {
    const std::vector<Token> tokens = cat_tokens(model.text, std::string(model.name));
    result.push_back({model.stem(), cat_title(tokens).text});
  }
  return result;
}

Model load_model(const std::string& name_or_path, const std::vector<fs::path>& directories,
                 const std::vector<std::string>& options) {
  const bool is_path = name_or_path.find('/') != std::string::npos;
  const bool has_suffix = name_or_path.ends_with(".cat");
  if (is_path || (has_suffix && is_file(name_or_path))) {
    return build(read_source(name_or_path), name_or_path, directories, options);
  }
  const std::string stem = has_suffix ? fs::path(name_or_path).stem().string() : name_or_path;
  for (const fs::path& directory : directories) {
    const fs::path file = directory / (stem + ".cat");
    if (is_file(file)) return build(read_source(file), name_or_path, directories, options);
  }
  if (const EmbeddedFile* model = find_embedded(embedded_models(), stem)) {
    return build({stem + ".cat", {}, std::string(model->text), true}, name_or_path, directories,
                 options);
  }
  std::vector<std::string> names;
  for (const EmbeddedFile& model : embedded_models()) names.emplace_back(model.stem());
  throw CatError(name_or_path, {}, has_suffix ? "there is no such file" : "there is no such model",
                 did_you_mean(stem, names));
}

Model read_model(std::string_view text, const std::string& path,
                 const std::vector<fs::path>& directories) {
  return build({path, fs::path(path).parent_path(), std::string(text), false}, path, directories);
}

}  // namespace opexplore::axioms
