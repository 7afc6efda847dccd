#include "litmus/kernels/cuda_loops.hpp"

#include <cstddef>
#include <vector>

#include "litmus/kernels/cuda_words.hpp"

namespace opexplore::kernel {

namespace {

/// Index behind the statement that begins there: a block, or all up to a semicolon or block.
std::size_t behind_statement(CudaWords words, std::size_t at) {
  while (at < words.size()) {
    if (words[at].is("{")) return behind_bracket(words, at, "{", "}");
    if (words[at].is(";")) return at + 1;
    at = words[at].is("(") ? behind_bracket(words, at, "(", ")") : at + 1;
  }
  return at;
}

}  // namespace

bool in_loop(std::string_view source, std::uint32_t line) {
  const std::vector<CudaWord> words = cuda_words(source);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    std::size_t body = i + 1;
    if (words[i].is("for") || words[i].is("while")) {
      if (!words[body].is("(")) continue;
      body = behind_bracket(words, body, "(", ")");
    } else if (!words[i].is("do")) {
      continue;
    }
    const std::size_t end = behind_statement(words, body);
    if (body >= words.size() || words[body].is(";")) continue;
    if (words[body].place.line <= line && line <= words[end - 1].place.line) return true;
  }
  return false;
}

}  // namespace opexplore::kernel
