#include "litmus/corpus/selection.hpp"

#include <fstream>
#include <sstream>
#include <utility>

#include "litmus/language/hash.hpp"

namespace opexplore {
namespace {

// First word of each line; `#` starts a comment.
void read_names(const std::filesystem::path& file, std::set<std::string>& names) {
  std::ifstream stream(file);
  if (!stream) throw InputError(file.string(), {}, "cannot read this file of test names");
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    if (std::string name; words >> name) names.insert(name);
  }
}

std::filesystem::path resolved(const std::filesystem::path& file) {
  std::error_code error;
  const auto result = std::filesystem::weakly_canonical(file, error);
  return error ? file.lexically_normal() : result;
}

}  // namespace

Selection::Selection(const SelectionFiles& files) {
  for (const auto& file : files.names) {
    if (!names_) names_.emplace();
    read_names(file, *names_);
  }
  for (const auto& file : files.excluded_names) read_names(file, excluded_);
  if (files.kinds) {
    kinds_ = read_kinds_file(*files.kinds);
    expects_ = true;
  }
  if (!files.expect) return;
  expects_ = true;
  for (const Expectation& line : read_expected_file(*files.expect)) {
    const auto [entry, added] = expected_.emplace(resolved(line.test), line.ok);
    if (!added && entry->second != line.ok) {
      throw InputError(files.expect->string(), line.place,
                       line.test.string() + " was given the opposite verdict before",
                       "keep one of the two lines");
    }
  }
}

bool Selection::includes(const std::string& name) const {
  return (!names_ || names_->contains(name)) && !excluded_.contains(name);
}

void Selection::rewrite(Test& test) const {
  if (const auto kind = kinds_.find(test.name); kind != kinds_.end()) {
    test.quantifier = kind->second;
  }
}

std::optional<bool> Selection::expected(const Test& test, const std::filesystem::path& file) const {
  if (kinds_.contains(test.name)) return true;
  if (expected_.empty()) return std::nullopt;  // resolving asks the system for each folder above
  const auto line = expected_.find(resolved(file));
  return line == expected_.end() ? std::nullopt : std::optional<bool>(line->second);
}

std::optional<SelectedTest> selected_test(SpelledTest read, const std::filesystem::path& file,
                                          const Selection& selection, bool strict_ptx) {
  if (!selection.includes(read.test.name)) return std::nullopt;
  selection.rewrite(read.test);
  SelectedTest selected;
  selected.expected = selection.expected(read.test, file);
  if (strict_ptx) selected.not_ptx = not_ptx(read.test);
  selected.hash = read.herd_hash.empty() ? hash(read.test) : read.herd_hash;
  selected.read = std::move(read);
  return selected;
}

}  // namespace opexplore
