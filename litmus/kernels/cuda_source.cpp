#include "litmus/kernels/cuda_source.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/cuda_words.hpp"

namespace opexplore::kernel {

namespace {

/// The text from the first word to the last.
std::string text_of(CudaWords words) {
  if (words.empty()) return {};
  const char* const begin = words.front().text.data();
  const std::string_view last = words.back().text;
  return {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
}

/// The parts between commas outside of brackets; those of templates count, too.
std::vector<CudaWords> parts_of(CudaWords list) {
  std::vector<CudaWords> parts;
  std::size_t depth = 0, begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const std::string_view word = i < list.size() ? list[i].text : ",";
    if (word == "(" || word == "[" || word == "{" || word == "<") ++depth;
    if ((word == ")" || word == "]" || word == "}" || word == ">") && depth > 0) --depth;
    if (word != "," || (depth > 0 && i < list.size())) continue;
    if (i > begin) parts.push_back(list.subspan(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

/// The words in front of the first that is `end`.
CudaWords before(CudaWords words, std::string_view end) {
  const auto found = std::ranges::find(words, end, &CudaWord::text);
  return words.first(static_cast<std::size_t>(found - words.begin()));
}

CudaParameter parameter_of(CudaWords words) {
  words = before(words, "=");
  const CudaWords name = before(words, "[");
  const bool array = name.size() != words.size();
  if (name.empty() || !name.back().is_name()) return {"", text_of(words)};
  return {std::string(name.back().text), text_of(name.first(name.size() - 1)) + (array ? "*" : "")};
}

/// Behind `__global__`: `__launch_bounds__(32) void name(…)`.
std::optional<CudaKernel> kernel_at(CudaWords words) {
  std::string name;
  for (std::size_t i = 0; i < words.size() && words[i].is_name();) {
    name = words[i].text;
    const bool attribute =
        name == "__launch_bounds__" || name == "__attribute__" || name == "__cluster_dims__";
    const bool open = i + 1 < words.size() && words[i + 1].is("(");
    const std::size_t close = open ? behind_bracket(words, i + 1, "(", ")") : i + 1;
    if (!open || attribute) {
      i = close;
      continue;
    }
    if (!words[close - 1].is(")")) return std::nullopt;  // the text ends in between
    CudaKernel kernel{name, {}};
    for (const CudaWords part : parts_of(words.subspan(i + 2, close - i - 3))) {
      if (text_of(part) != "void") kernel.parameters.push_back(parameter_of(part));
    }
    return kernel;
  }
  return std::nullopt;
}

/// `2`, or `dim3(2, 1)`.
std::optional<Triple> shape_of(CudaWords words) {
  const bool made = words.size() > 3 && words[0].is("dim3") && words[1].is("(");
  if (made) words = words.subspan(2, words.size() - 3);
  const std::vector<CudaWords> parts = parts_of(words);
  std::array<std::uint32_t, 3> numbers{1, 1, 1};
  if (parts.empty() || parts.size() > numbers.size()) return std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string_view number = parts[i].front().text;
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, numbers[i]);
    if (parts[i].size() > 1 || error != std::errc{} || stop != end) return std::nullopt;
  }
  return Triple{numbers[0], numbers[1], numbers[2]};
}

bool is_thrice(CudaWords words, std::size_t at, std::string_view bracket) {
  return at + 2 < words.size() && words[at].is(bracket) && words[at + 1].is(bracket) &&
         words[at + 2].is(bracket);
}

/// Index of the name in front of `at`: of `name`, or of `name<int>`.
std::optional<std::size_t> name_before(CudaWords words, std::size_t at) {
  std::size_t depth = 0;
  while (at > 0) {
    --at;
    if (words[at].is(">")) ++depth;
    if (depth == 0) return words[at].is_name() ? std::optional(at) : std::nullopt;
    if (words[at].is("<")) --depth;
  }
  return std::nullopt;
}

/// `name<<<2, 32>>>` or `name<int><<<2, 32>>>`, at the first of the three brackets.
std::optional<CudaLaunch> launch_at(CudaWords words, std::size_t at) {
  std::size_t close = at + 3;
  while (close < words.size() && !is_thrice(words, close, ">")) ++close;
  const std::optional<std::size_t> name = name_before(words, at);
  if (!name || close >= words.size()) return std::nullopt;
  const std::vector<CudaWords> parts = parts_of(words.subspan(at + 3, close - at - 3));
  if (parts.size() < 2) return std::nullopt;
  CudaLaunch launch{std::string(words[*name].text)};
  launch.place = words[*name].place;
  launch.text = text_of(words.subspan(*name, close + 3 - *name));
  const auto blocks = shape_of(parts[0]), threads = shape_of(parts[1]);
  if (blocks && threads) {
    launch.blocks = blocks;
    launch.threads = threads;
  }
  return launch;
}

/// `cudaLaunchKernel((void*)name, …)`: which kernel, and nothing else.
std::optional<CudaLaunch> call_at(CudaWords words, std::size_t at) {
  const std::string_view function = words[at].text;
  if (!function.starts_with("cudaLaunch") || function.find("Kernel") == std::string_view::npos ||
      at + 1 >= words.size() || !words[at + 1].is("(")) {
    return std::nullopt;
  }
  const std::size_t close = behind_bracket(words, at + 1, "(", ")");
  const std::vector<CudaWords> parts = parts_of(words.subspan(at + 2, close - at - 2));
  const std::size_t number = function.find("Ex") == std::string_view::npos ? 0 : 1;
  if (number >= parts.size()) return std::nullopt;
  const CudaWords part = parts[number];
  const std::optional<std::size_t> name = name_before(part, part.size());
  if (!name) return std::nullopt;
  CudaLaunch launch{std::string(part[*name].text)};
  launch.place = words[at].place;
  launch.cooperative = function.find("Cooperative") != std::string_view::npos;
  launch.text = std::string(function) + '(' + text_of(part) + ", …)";
  return launch;
}

std::vector<SourceWords> words_of(std::string_view text) {
  constexpr std::string_view mark = "// opexplore:";
  std::vector<SourceWords> words;
  std::uint32_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    const std::size_t begin = at + mark.size();
    words.push_back({line.substr(begin), {number, static_cast<std::uint32_t>(begin + 1)}});
  }
  return words;
}

}  // namespace

CudaSource look_through(std::string_view text) {
  const std::vector<CudaWord> all = cuda_words(text);
  const CudaWords words(all);
  CudaSource source;
  source.words = words_of(text);
  source.structs = structs_of(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].is("__global__")) {
      if (auto kernel = kernel_at(words.subspan(i + 1))) {
        source.kernels.push_back(*std::move(kernel));
      }
    } else if (is_thrice(words, i, "<")) {
      if (auto launch = launch_at(words, i)) source.launches.push_back(*std::move(launch));
      i += 2;
    } else if (auto call = call_at(words, i)) {
      source.launches.push_back(*std::move(call));
    }
  }
  return source;
}

const CudaStruct* struct_named(const CudaSource& source, std::string type) {
  type = type.substr(0, type.find_first_of("<*"));
  while (!type.empty() && type.back() == ' ') type.pop_back();
  const std::size_t begin = type.find_last_of(" :");
  const auto known =
      source.structs.find(begin == std::string::npos ? type : type.substr(begin + 1));
  return known == source.structs.end() ? nullptr : &known->second;
}

}  // namespace opexplore::kernel
