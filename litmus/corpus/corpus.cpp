#include "litmus/corpus/corpus.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "litmus/language/program_size.hpp"
#include "litmus/language/reader.hpp"

namespace opexplore {

std::vector<Test> corpus(Language language) {
  std::vector<Test> tests;
  for (const EmbeddedFile& file : litmus::embedded_corpus()) {
    Test test = read(file.text, "litmus/" + std::string(file.name));
    if (test.program.language == language) tests.push_back(std::move(test));
  }
  std::ranges::stable_sort(tests, {},
                           [](const Test& test) { return count_instructions(test.program); });
  return tests;
}

}  // namespace opexplore
