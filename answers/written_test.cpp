#include "answers/written_test.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "litmus/input/documents/document.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "litmus/spirv/glsl.hpp"
#include "litmus/spirv/kernel.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

// What messages and places in a trace call the text.
constexpr const char* litmus_path = "litmus";

// Documents are UTF-8, and names and comments of tests need not be.
std::string as_utf8(const std::string& text) {
  const std::string json = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  return documents::Document(json, litmus_path).root().text();
}

// Whether its lines are those of a kernel, in PTX or SPIR-V, and of its source.
bool is_translated(const Test& test) {
  const auto of_source = [](const Thread& thread) {
    return !thread.label.empty() ||
           std::ranges::any_of(thread.instructions,
                               [](const Instruction& at) { return at.code.has_value(); });
  };
  return kernel::is_kernel_file(test.path) || kernel::is_cuda_file(test.path) ||
         spirv::is_kernel_file(test.path) || spirv::is_shader_file(test.path) ||
         std::ranges::any_of(test.program.threads, of_source);
}

// Gives each instruction and thread the words and places that it has in `from`, the same program.
void take_places(const Program& from, Program& to) {
  for (std::size_t thread = 0; thread < to.threads.size(); ++thread) {
    to.threads[thread].label = from.threads[thread].label;
    std::vector<Instruction>& instructions = to.threads[thread].instructions;
    if (instructions.size() != from.threads[thread].instructions.size()) {
      throw std::logic_error("a translated test has other instructions when it is written");
    }
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const Instruction& source = from.threads[thread].instructions[i];
      instructions[i].place = source.place;
      instructions[i].text = source.text;
      instructions[i].code = source.code;
    }
  }
}

WrittenTest with_places(WrittenTest written, const Test& test) {
  if (!is_translated(test)) return written;
  take_places(test.program, written.test.program);
  written.translated_from = test.path;
  return written;
}

}  // namespace

WrittenTest written(const Test& test) {
  // Writing sorts what a C++ test may declare in any order; what is read then stays as it is.
  constexpr int most_rounds = 4;
  Test bare = test;
  bare.comments.clear();  // nobody could tell whether they are right
  std::string litmus = as_utf8(write(bare));
  for (int round = 0; round < most_rounds; ++round) {
    Test again = read(litmus, litmus_path);
    again.comments.clear();
    std::string rewritten = write(again);
    if (rewritten == litmus) {
      std::string name = hash(again);
      return with_places({std::move(again), std::move(litmus), std::move(name)}, test);
    }
    litmus = std::move(rewritten);
  }
  throw std::logic_error("the text of test " + test.name + " changes whenever it is read");
}

}  // namespace opexplore
