#include "litmus/kernels/watches/regions.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/facts.hpp"

namespace opexplore::kernel {

namespace {

std::optional<std::uint32_t> line_in(std::string_view text) {
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && line > 0 ? std::optional(line) : std::nullopt;
}

std::optional<Lines> one_region(std::string_view text) {
  Lines lines;
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    lines.file = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto first = line_in(text.substr(0, dash));
  const auto last = dash == text.size() ? first : line_in(text.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  lines.first = *first;
  lines.last = *last;
  return lines;
}

/// Whether the lines are of the file, which messages name with folders.
bool is_of(const Lines& lines, const std::string& file, const std::string& usual) {
  const std::filesystem::path wanted(lines.file.empty() ? usual : lines.file);
  return std::filesystem::path(file).filename() == wanted.filename();
}

bool is_in(const std::vector<Lines>& regions, const Instruction& instruction,
           const std::string& path) {
  const std::string& file = instruction.code ? instruction.code->file : path;
  const SourcePlace& place = instruction.code ? instruction.code->place : instruction.place;
  return std::ranges::any_of(regions, [&](const Lines& lines) {
    return is_of(lines, file, path) && lines.first <= place.line && place.line <= lines.last;
  });
}

/// The file that lines without a file are of: that of the kernels.
std::string usual_file(const Program& program, const std::string& path) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (instruction.code) return instruction.code->file;
    }
  }
  return path;
}

}  // namespace

std::vector<Lines> lines_in(std::string_view text) {
  std::vector<Lines> regions;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('+'));
    const auto lines = one_region(part);
    if (!lines) return {};
    regions.push_back(*lines);
    text.remove_prefix(part.size());
    if (text == "+") return {};
    text.remove_prefix(std::min<std::size_t>(1, text.size()));
  }
  return regions;
}

std::string text_of(const std::vector<Lines>& regions) {
  std::string text;
  for (const Lines& lines : regions) {
    const bool one = lines.first == lines.last;
    text += (text.empty() ? "" : " and ") + std::string(one ? "line " : "lines ") +
            std::to_string(lines.first) + (one ? "" : " to " + std::to_string(lines.last)) +
            (lines.file.empty() ? "" : " of " + lines.file);
  }
  return text;
}

std::vector<std::vector<bool>> instructions_in(const std::vector<Lines>& regions,
                                               const Launch& launch, const LaunchedKernel& kernel) {
  const Program& program = kernel.test.program;
  const std::string path = usual_file(program, kernel.test.path);
  std::vector<std::vector<bool>> inside;
  bool somebody = false;
  for (const Thread& thread : program.threads) {
    std::vector<bool>& own = inside.emplace_back();
    for (const Instruction& instruction : thread.instructions) {
      own.push_back(is_in(regions, instruction, path));
      somebody = somebody || own.back();
    }
  }
  if (!somebody) {
    throw InputError(launch.path, {}, "no thread executes an instruction of " + text_of(regions),
                     "name lines that have code, as the report shows them; the compiler may have "
                     "moved what they do (--nvcc-flags='-Xcicc -O0')");
  }
  return inside;
}

}  // namespace opexplore::kernel
