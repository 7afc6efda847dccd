// The tables of Tong et al., "Towards Unified Analysis of GPU Consistency" (ASPLOS 2024), measured:
//
//   opexplore_tong2024 table5|table6|table7|figure15 [OPTIONS]
//   opexplore_tong2024 page FILE [OPTIONS]
//
//   --suites DIR         where the conformance tests are; without it beside the source tree
//   --most N             the first N rows alone
//   --processes no       no process of its own for each litmus test, and so no such column
#include <charconv>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "tests/tong2024/litmus_table.hpp"
#include "tests/tong2024/page.hpp"

namespace {

using opexplore::tong2024::Measuring;

struct Words {
  std::vector<std::string> plain;
  Measuring measuring{OPEXPLORE_SOURCE_DIR "/../shared/suites",
                      {},
                      std::filesystem::read_symlink("/proc/self/exe")};
};

std::size_t number_in(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::invalid_argument("expected a number, found '" + text + "'");
  }
  return number;
}

Words words_of(const std::vector<std::string>& arguments) {
  Words words;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (!word.starts_with("--")) {
      words.plain.push_back(word);
      continue;
    }
    if (i + 1 == arguments.size()) throw std::invalid_argument(word + " takes a value");
    const std::string& value = arguments[++i];
    if (word == "--most") {
      words.measuring.most = number_in(value);
      if (words.measuring.most == 0) throw std::invalid_argument("--most takes 1 or more");
    } else if (word == "--suites") {
      words.measuring.suites = value;
    } else if (word == "--processes" && value == "no") {
      words.measuring.program.clear();
    } else {
      throw std::invalid_argument("unknown option " + word + ' ' + value);
    }
  }
  return words;
}

int run(const Words& words) {
  using namespace opexplore::tong2024;
  const std::string part = words.plain.empty() ? "" : words.plain.front();
  if (part == "page" && words.plain.size() == 2) {
    const std::string text = page(words.measuring);
    std::ofstream file(words.plain[1]);
    file << text << std::flush;
    if (!file) throw std::runtime_error("cannot write " + words.plain[1]);
    return 0;
  }
  if (part == "alone" && words.plain.size() == 4) {  // what each process of its own is asked
    const std::size_t row = number_in(words.plain[1]);
    return answer_alone(row, number_in(words.plain[2]), words.plain[3]) ? 0 : 1;
  }
  if (words.plain.size() == 1) {
    if (part == "table5") return std::cout << table5(words.measuring), 0;
    if (part == "table6") return std::cout << table6(words.measuring), 0;
    if (part == "table7") return std::cout << table7(words.measuring), 0;
    if (part == "figure15") return std::cout << figure15(words.measuring), 0;
  }
  throw std::invalid_argument("say table5, table6, table7, figure15 or page FILE");
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(words_of({arguments + 1, arguments + count}));
  } catch (const std::exception& error) {
    std::cerr << "opexplore_tong2024: " << error.what() << '\n';
    return 2;
  }
}
