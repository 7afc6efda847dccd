// Lines of PTX against what ptxas says of them: each that it takes is modelled, or refused as "not
// modelled"; what it refuses is refused.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/input/process.hpp"
#include "litmus/kernels/nvcc.hpp"
#include "litmus/kernels/tensor_map.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore::testing {

namespace fs = std::filesystem;
using Lists = std::vector<std::vector<std::string>>;

/// sm_100 has all of them.
inline std::string module_of(const std::vector<std::string>& lines) {
  std::string text =
      ".version 9.0\n.target sm_100\n.address_size 64\n"
      ".global .align 32 .b8 g[64]; .const .align 32 .b8 c[64]; .shared .align 32 .b8 s[64]; "
      ".global .align 128 .b8 m1[128], m2[128], m3[128], m4[128], m5[128];\n"
      ".visible .entry k(.param .align 16 .b8 p[32], .param .u64 q) {\n"
      ".reg .pred %p<2>; .reg .b16 %h<2>; .reg .b32 %r<2>; .reg .b64 %rd<4>; .reg .b128 %q<2>; "
      ".reg .f32 %f<2>; "
      ".reg .f64 %d<2>; .local .align 32 .b8 l[64];\n"
      "ld.param.u64 %rd1, [q]; mov.u64 %rd2, 0; mov.b64 %rd0, 0; mov.b32 %r1, 0; mov.b16 %h1, 0; "
      "mov.f32 %f1, 0f00000000; mov.f64 %d1, 0d0000000000000000;\n";
  for (const std::string& line : lines) text += line + '\n';
  return text + "ret;\n}\n";
}
inline constexpr std::size_t first_line = 8;

/// The lines in which ptxas finds something wrong.
inline std::set<std::size_t> refused_by_ptxas(const fs::path& ptxas,
                                              const std::vector<std::string>& lines) {
  const fs::path file =
      fs::temp_directory_path() / ("opexplore_modifiers_" + std::to_string(getpid()) + ".ptx");
  std::ofstream(file) << module_of(lines);
  const Finished run =
      run_process({ptxas.string(), "-arch=sm_100", file.string(), "-o", file.string() + ".cubin"});
  fs::remove(file);
  fs::remove(file.string() + ".cubin");
  std::set<std::size_t> wrong;
  std::istringstream said(run.output);
  for (std::string line; std::getline(said, line);) {
    const std::size_t at = line.find(", line ");
    const bool error = line.find("; error") != std::string::npos;
    if (error && at != std::string::npos)
      wrong.insert(std::stoul(line.substr(at + 7)) - first_line);
  }
  return wrong;
}

/// The tensormaps m1 to m5, of so many dimensions, of uint32 in the memory z.
inline std::vector<kernel::Binding> tensormaps() {
  std::vector<kernel::Binding> result;
  kernel::TensorMap map{"m", "z", 0, "uint32", {}, {}, {}};
  for (const char number : {'1', '2', '3', '4', '5'}) {
    map.sizes.push_back(4);
    map.box.push_back(number == '1' ? 4 : 1);
    map.strides.clear();
    complete(map);
    result.push_back({std::string("m") + number, map});
  }
  return result;
}

/// What is wrong with the line for us; empty if nothing is.
inline std::string refusal_of(const std::string& line) {
  kernel::Launch how = launch(grid("k", {1, 1, 1}, {1, 1, 1}, {buffer("q", "x")}), "");
  how.grids[0].parameters.push_back({"p", Value{0}});
  how.variables = tensormaps();
  try {
    kernel::read_kernel(module_of({line}), "k.ptx", how);
  } catch (const InputError& error) {
    CHECK(error.line == first_line);
    CHECK_FALSE(error.suggestion.empty());
    return error.message;
  }
  return {};
}

inline void check_lines(const fs::path& ptxas, const std::vector<std::string>& lines) {
  const std::set<std::size_t> wrong = refused_by_ptxas(ptxas, lines);
  CHECK(wrong.size() < lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string refusal = refusal_of(lines[i]);
    CAPTURE(lines[i], refusal);
    if (wrong.contains(i)) {
      CHECK_FALSE(refusal.empty());
    } else if (!refusal.empty()) {
      CHECK(refusal.find("not modelled") != std::string::npos);
    }
  }
}

/// ".a.b" for all choices of one word of each list; the empty word is none.
inline std::vector<std::vector<std::string>> products(const Lists& lists) {
  std::vector<std::vector<std::string>> all = {{}};
  for (const std::vector<std::string>& list : lists) {
    std::vector<std::vector<std::string>> next;
    for (const auto& words : all) {
      for (const std::string& word : list) {
        next.push_back(words);
        next.back().push_back(word);
      }
    }
    all = std::move(next);
  }
  return all;
}

inline std::string dotted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word.empty() ? "" : '.' + word;
  return text;
}

/// Where ptxas is, beside nvcc; nothing if there is none.
inline std::optional<fs::path> find_ptxas() {
  try {
    const fs::path found = kernel::find_nvcc("nvcc").parent_path() / "ptxas";
    if (fs::exists(found)) return found;
  } catch (const std::exception&) {
  }
  return std::nullopt;
}

}  // namespace opexplore::testing
