// The tables of Tong et al., "Towards Unified Analysis of GPU Consistency" (ASPLOS 2024), measured:
//
//   opexplore_tong2024 table5|table6|table7|figure15 [OPTIONS]
//   opexplore_tong2024 page FILE [OPTIONS]
//
//   --suites DIR         where the conformance tests are; without it beside the source tree
//   --most N             the first N rows alone
//   --processes PROGRAM  the opexplore that takes each litmus test in a process of its own; without
//                        it the one built with this, and with `none` there is no such column
#include <charconv>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "tests/tong2024/page.hpp"

namespace {

using opexplore::tong2024::Measuring;

struct Words {
  std::vector<std::string> plain;
  Measuring measuring{OPEXPLORE_SOURCE_DIR "/../shared/suites", {}, OPEXPLORE_PROGRAM};
};

std::size_t number_in(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number == 0) {
    throw std::invalid_argument("--most takes a number of rows, not '" + text + "'");
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
    } else if (word == "--suites") {
      words.measuring.suites = value;
    } else if (word == "--processes") {
      words.measuring.program = value == "none" ? "" : value;
    } else {
      throw std::invalid_argument("unknown option " + word);
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
