#include "export/file_kind.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <utility>

#include "litmus/corpus/sources.hpp"
#include "litmus/input/documents/outline.hpp"

namespace opexplore {
namespace {

constexpr std::string_view blank_characters = " \t\r\n";
// What says which kind a file is stands near its beginning.
constexpr std::size_t most_read = 1U << 16U;

std::string beginning(const std::filesystem::path& path) {
  std::string text(most_read, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

std::string_view without(std::string_view text, std::string_view end) {
  const std::size_t at = text.find(end);
  return at == text.npos ? std::string_view() : text.substr(at + end.size());
}

// Without blanks, comments of PTX, C and cat, and a leading title in quotes.
std::string_view without_comments(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(blank_characters)));
    if (text.starts_with("//")) {
      text = without(text, "\n");
    } else if (text.starts_with("/*")) {
      text = without(text.substr(2), "*/");
    } else if (text.starts_with("(*")) {
      text = without(text.substr(2), "*)");
    } else {
      return text;
    }
  }
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\r\n("));
}

bool is_test(std::string_view text) {
  constexpr std::array<std::string_view, 6> languages{"PTX",    "GPU_PTX", "C",
                                                      "VULKAN", "Vulkan",  "vulkan"};
  const std::string_view word = first_word(text);
  return std::ranges::find(languages, word) != languages.end() && text.find('{') != text.npos;
}

bool is_model(std::string_view text) {
  constexpr std::array<std::string_view, 10> words{
      "let", "include", "acyclic", "irreflexive", "empty", "show", "flag", "enum", "with", "rec"};
  if (text.starts_with('"')) text = without_comments(without(text.substr(1), "\""));
  return std::ranges::find(words, first_word(text)) != words.end();
}

FileKind kind_of_json(std::string_view text) {
  const documents::Outline outline = documents::outline_of(text);
  const auto has = [&](const char* name) { return outline.members.contains(name); };
  // Of whatever version: what another one wrote is worth as much.
  if (outline.schema.starts_with("opexplore-hw/")) return FileKind::results;
  if (outline.schema.starts_with("opexplore-environments/")) return FileKind::environments;
  if (has("tool") || !outline.schema.empty()) return FileKind::other;  // documents of ours
  if (has("condition") && (has("kernel") || has("kernels") || has("parameters"))) {
    return FileKind::launch;
  }
  if (has("groups") && has("name")) return FileKind::table;
  if (has("hardware") && has("source")) return FileKind::observed;
  return FileKind::other;
}

FileKind kind_of_name(const std::filesystem::path& path) {
  constexpr std::array<std::pair<std::string_view, FileKind>, 7> suffixes{
      {{".litmus", FileKind::test},
       {".test", FileKind::test},
       {".cat", FileKind::model},
       {".ptx", FileKind::kernels},
       {".ll", FileKind::kernels},
       {".cu", FileKind::cuda},
       {".cuh", FileKind::cuda}}};
  const std::string suffix = path.extension().string();
  for (const auto& [name, kind] : suffixes) {
    if (name == suffix) return kind;
  }
  return FileKind::other;
}

}  // namespace

FileKind kind_of_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return FileKind::other;
  const std::string text = beginning(path);
  const std::string_view content = without_comments(text);
  if (content.empty() && text.find_first_not_of(blank_characters) == text.npos)
    return FileKind::other;
  if (path.filename().string().starts_with('@')) {
    return text.starts_with(generated_index_head) ? FileKind::other : FileKind::index;
  }
  if (const FileKind kind = kind_of_name(path); kind != FileKind::other) return kind;
  if (content.starts_with('{')) return kind_of_json(content);
  if (content.starts_with(".version")) return FileKind::kernels;
  if (is_test(content)) return FileKind::test;
  return is_model(content) ? FileKind::model : FileKind::other;
}

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::other:
      break;
    case FileKind::test:
      return "a litmus test";
    case FileKind::index:
      return "an index of tests";
    case FileKind::kernels:
      return "a module of kernels";
    case FileKind::cuda:
      return "CUDA C++";
    case FileKind::model:
      return "a cat model";
    case FileKind::table:
      return "a mapping table";
    case FileKind::launch:
      return "a launch of kernels";
    case FileKind::observed:
      return "a file of observations";
    case FileKind::results:
      return "a file of results of oplitmus run";
    case FileKind::environments:
      return "a file of environments";
  }
  return "a file";
}

}  // namespace opexplore
