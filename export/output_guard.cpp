#include "export/output_guard.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>

#include "export/output_file.hpp"
#include "litmus/corpus/sources.hpp"

namespace opexplore {
namespace {

// One name for a file that need not be there yet.
std::string unique_name(const std::filesystem::path& path) {
  std::error_code error;
  const auto name = std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  return error ? path.lexically_normal().string() : name.string();
}

}  // namespace

// Of a file with a content: a device or pipe can be read and written.
std::optional<OutputGuard::Identity> OutputGuard::identity_of(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

bool OutputGuard::is_read(Identity identity) {
  if (!read_) {
    read_.emplace();
    for (const std::filesystem::path& input : inputs_()) {
      if (const auto found = identity_of(input)) read_->insert(*found);
    }
  }
  return read_->contains(identity);
}

void OutputGuard::require_replaceable(const std::string& option, const std::filesystem::path& path,
                                      FileKind own) {
  const std::optional<Identity> identity = identity_of(path);
  if (!identity) return;
  const std::string would = option + " would overwrite " + path.string() + ", which ";
  const std::string advice =
      (option.starts_with("-") ? option + " takes what stands behind it for the file to write; "
                               : "") +
      "name another file, or remove this one first";
  if (is_read(*identity)) throw OutputUsageError(would + "this run reads", advice);
  const FileKind kind = kind_of_file(path);
  if (kind == FileKind::other || kind == own) return;
  throw OutputUsageError(would + "is " + std::string(name_of(kind)), advice);
}

OutputGuard::Paths files_of_words(std::span<const std::string> words,
                                  std::span<const std::filesystem::path> search) {
  OutputGuard::Paths files(words.begin(), words.end());
  for (const std::string& word : words) {
    if (word == "-" || word.empty()) continue;
    try {
      std::ranges::move(expand_sources(std::span(&word, 1), search), std::back_inserter(files));
    } catch (const InputError&) {  // the run itself says so, or the word is something else
    }
  }
  return files;
}

void OutputGuard::add(const std::string& option, const std::optional<std::filesystem::path>& output,
                      FileKind own) {
  if (!output) return;
  const std::filesystem::path& path = *output;
  const bool standard = path == "-";
  if (!standard) require_replaceable(option, path, own);
  const std::optional<Identity> identity = standard ? std::nullopt : identity_of(path);
  std::error_code error;
  if (!standard && !identity && std::filesystem::exists(path, error)) {
    return require_writable(path);  // a device or pipe, which takes what it is given
  }
  std::vector<std::string> names{standard ? "-" : unique_name(path)};
  if (identity) {  // of two names
    names.push_back(std::to_string(identity->first) + ' ' + std::to_string(identity->second));
  }
  for (const std::string& name : names) {
    const auto [entry, added] = writers_.emplace(name, option);
    if (added) continue;
    throw OutputUsageError(entry->second + " and " + option + " would both write " +
                               (standard ? "to standard output" : path.string()),
                           "give them different files");
  }
  if (!standard) require_writable(path);
}

}  // namespace opexplore
