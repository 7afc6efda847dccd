// Why outcomes of C++ are possible.
#include <string>
#include <utility>
#include <vector>

#include "tests/answers/why_shapes.hpp"
#include "tests/machines/random_cxx.hpp"

namespace opexplore::testing::why_machines {
namespace {

// Threads in blocks of their own; x, y and z are atomics of all scopes, d is none.
std::string cxx(const Threads& threads, const std::string& condition) {
  std::string text = "C shape\n{ x = 0; y = 0; z = 0; d = 0; }\n";
  for (std::size_t t = 0; t < threads.size(); ++t) {
    text += "P" + std::to_string(t) + "@cta " + std::to_string(t) +
            ",gpu 0 (atomic_int* x, atomic_int* y, atomic_int* z, int* d) {\n";
    std::string code = threads[t];
    for (std::size_t at = 0; (at = code.find(';', at)) != std::string::npos; ++at) code[at] = '\n';
    std::string line;
    for (const char c : code + "\n") {
      if (c != '\n') {
        line += c;
      } else {
        text += "  " + std::exchange(line, {}) + ";\n";
      }
    }
    text += "}\n";
  }
  return text + "exists (" + condition + ")\n";
}

// "r0=x.acquire", "x=1.release", "fence.seq_cst", "fence.seq_cst.block".
std::string cxx_instruction(const std::string& word) {
  const auto dot = word.find('.');
  const std::string what = word.substr(0, dot);
  std::string order = word.substr(dot + 1);
  if (what == "fence") {
    const auto scope = order.find('.');
    if (scope == std::string::npos) return "atomic_thread_fence(memory_order_" + order + ")";
    return "cuda::atomic_thread_fence(cuda::memory_order_" + order.substr(0, scope) +
           ", cuda::thread_scope_" + order.substr(scope + 1) + ")";
  }
  const auto equals = what.find('=');
  const std::string left = what.substr(0, equals), right = what.substr(equals + 1);
  if (left[0] == 'r') {
    return "int " + left + " = atomic_load_explicit(" + right + ", memory_order_" + order + ")";
  }
  return "atomic_store_explicit(" + left + ", " + right + ", memory_order_" + order + ")";
}

std::string cxx_thread(const std::string& words) {
  std::string code, word;
  for (const char c : words + " ") {
    if (c != ' ') {
      word += c;
    } else {
      code += (code.empty() ? "" : ";") + cxx_instruction(std::exchange(word, {}));
    }
  }
  return code;
}

std::string cxx_shape(const Threads& threads, const std::string& condition) {
  Threads code;
  for (const std::string& thread : threads) code.push_back(cxx_thread(thread));
  return cxx(code, condition);
}

// Edits are of lines.
Test with_lines(Test test) {
  std::uint32_t line = 0;
  for (Thread& thread : test.program.threads) {
    for (Instruction& instruction : thread.instructions) instruction.place = {++line, 1};
  }
  return test;
}
}  // namespace

TEST_CASE("why: of C++ orders, fences and scopes are missing", "[why][machines][cxx]") {
  const std::vector<Shape> shapes{
      {"MP",
       {"x=1.relaxed y=1.relaxed", "r0=y.relaxed r1=x.relaxed"},
       "1:r0=1 /\\ 1:r1=0",
       true,
       {"P1:1 stale"},
       {"acquire P1:0", "release P0:1"}},
      {"MP, released",
       {"x=1.relaxed y=1.release", "r0=y.relaxed r1=x.relaxed"},
       "1:r0=1 /\\ 1:r1=0",
       true,
       {"P1:1 stale"},
       {"acquire P1:0"}},
      {"MP, acquired by sc",
       {"x=1.relaxed y=1.relaxed", "r0=y.seq_cst r1=x.relaxed"},
       "1:r0=1 /\\ 1:r1=0",
       true,
       {"P1:1 stale"},
       {"release P0:1"}},
      {"MP with fences",
       {"x=1.relaxed fence.release y=1.relaxed", "r0=y.relaxed fence.acquire r1=x.relaxed"},
       "1:r0=1 /\\ 1:r1=0",
       false},
      {"MP with a fence of a block",
       {"x=1.relaxed fence.release.block y=1.relaxed", "r0=y.acquire r1=x.relaxed"},
       "1:r0=1 /\\ 1:r1=0",
       true,
       {"P1:1 stale"},
       {"scope P0:1"}},
      {"SB",
       {"x=1.relaxed r0=y.relaxed", "y=1.relaxed r0=x.relaxed"},
       "0:r0=0 /\\ 1:r0=0",
       true,
       {"P0:1 stale", "P1:1 stale"},
       {"sc P0:1", "sc P1:1"}},
      {"SB, released and acquired",
       {"x=1.release r0=y.acquire", "y=1.release r0=x.acquire"},
       "0:r0=0 /\\ 1:r0=0",
       true,
       {"P0:1 stale", "P1:1 stale"},
       {"sc P0:1", "sc P1:1"}},
      {"SB, one of them sc",
       {"x=1.seq_cst r0=y.seq_cst", "y=1.relaxed r0=x.relaxed"},
       "0:r0=0 /\\ 1:r0=0",
       true,
       {"P0:1 stale", "P1:1 stale"},
       {"sc P1:1"}},
      {"SB, sc",
       {"x=1.seq_cst r0=y.seq_cst", "y=1.seq_cst r0=x.seq_cst"},
       "0:r0=0 /\\ 1:r0=0",
       false},
      {"LB",
       {"r0=x.relaxed y=1.relaxed", "r0=y.relaxed x=1.relaxed"},
       "0:r0=1 /\\ 1:r0=1",
       true,
       {"P0:0 too new", "P1:0 too new"},
       {"acquire P1:0", "release P0:1"}},
      {"WRC",
       {"x=1.relaxed", "r0=x.relaxed y=1.relaxed", "r0=y.relaxed r1=x.relaxed"},
       "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0",
       true,
       {"P2:1 stale"},
       {"acquire P2:0", "release P1:1"}},
      {"IRIW",
       {"x=1.relaxed", "r0=x.relaxed r1=y.relaxed", "y=1.relaxed", "r0=y.relaxed r1=x.relaxed"},
       "1:r0=1 /\\ 1:r1=0 /\\ 3:r0=1 /\\ 3:r1=0",
       true,
       {"P1:1 stale", "P3:1 stale"},
       {"sc P1:1", "sc P3:1"}},
      {"IRIW, released and acquired",
       {"x=1.release", "r0=x.acquire r1=y.acquire", "y=1.release", "r0=y.acquire r1=x.acquire"},
       "1:r0=1 /\\ 1:r1=0 /\\ 3:r0=1 /\\ 3:r1=0",
       true,
       {"P1:1 stale", "P3:1 stale"},
       {"sc P1:1", "sc P3:1"}},
      {"CoRR", {"x=1.relaxed", "r0=x.relaxed r1=x.relaxed"}, "1:r0=1 /\\ 1:r1=0", false},
  };
  for (const Shape& shape : shapes) {
    check({*find_machine("cxx")}, shape, cxx_shape(shape.threads, shape.condition));
  }
}

TEST_CASE("why: remedies of C++ hold for the axioms, too", "[why][machines][cxx][random]") {
  for (const char* const reading : {"c++20", "rc11", "rc11-lb", "c++17"}) {
    MachineOptions options;
    options.settings.emplace("cxx", reading);
    Counts counts;
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      const Test test = with_lines(random_cxx_test(seed));
      INFO("program " << seed << ", " << reading << '\n' << listing(test));
      check_remedies({*find_machine("cxx"), options}, test, counts);
    }
    INFO(reading << ": " << counts.verified << " of " << counts.explained);
    CHECK(counts.verified > 20);
  }
}

}  // namespace opexplore::testing::why_machines
