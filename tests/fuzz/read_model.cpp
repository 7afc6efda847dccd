// Any bytes given as a model file end in a Model or a CatError with a place; whatever is a model
// can be evaluated.
//
// Seeds are any *.cat files; the folder axioms/models is a good start. A finding becomes a line in
// tests/axioms/cat.test.cpp, or a test there.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "axioms/axioms.hpp"
#include "litmus/language/reader.hpp"

namespace {

[[noreturn]] void report(std::string_view what, const std::string& text) {
  std::cerr << what << "\n" << text << "\n";
  std::abort();
}

// Reads, writes, an atomic, fences, a dependency, a barrier: something in most relations.
const opexplore::Test& small_test() {
  static const opexplore::Test test = opexplore::read(
      "PTX small\n{ x=0; y=0; }\n"
      " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
      " st.weak x, 1 | ld.acquire.gpu r0, y ;\n"
      " fence.sc.cta | fence.sc.gpu ;\n"
      " atom.add.release.gpu r0, y, 1 | st.weak x, r0 ;\n"
      " bar.cta.sync 0 | bar.cta.sync 0 ;\n"
      "exists (1:r0=1 /\\ x=1)\n",
      "small");
  return test;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const opexplore::axioms::Model model = opexplore::axioms::read_model(text, "fuzz/model.cat");
    opexplore::axioms::EvaluateOptions options;
    options.timeout = std::chrono::milliseconds(500);
    opexplore::axioms::evaluate(model, small_test(), options);
  } catch (const opexplore::axioms::CatError& error) {
    if (std::string_view(error.what()).find(':') == std::string_view::npos) {
      report("error without a position", error.what());
    }
  }
  return 0;
}
