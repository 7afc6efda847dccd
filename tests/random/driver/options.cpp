#include "tests/random/driver/options.hpp"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "opmodel/instruction.hpp"

namespace opexplore::random_programs {

namespace {

void set(const Option& option, const std::string& value) {
  std::visit(Overloaded{[](bool*) {},
                        [&](std::uint64_t* number) { *number = number_of(option.name, value); },
                        [&](std::string* text) { *text = value; },
                        [&](const std::function<void(const std::string&)>& use) { use(value); }},
             option.target);
}

}  // namespace

std::vector<Option> with_common(CommonOptions& common, std::vector<Option> others) {
  std::vector<Option> all{
      {"--seed", &common.seed}, {"--count", &common.count}, {"--show", &common.show}};
  std::move(others.begin(), others.end(), std::back_inserter(all));
  return all;
}

std::uint64_t number_of(const std::string& option, const std::string& value) {
  std::uint64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc{} || rest != end || value.empty()) {
    throw std::runtime_error(option + " " + value + ": no number");
  }
  return number;
}

void read_options(std::span<const std::string> words, std::span<const Option> options) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto option = std::ranges::find(options, words[i], &Option::name);
    if (option == options.end()) throw std::runtime_error("unknown option " + words[i]);
    if (bool* const* const flag = std::get_if<bool*>(&option->target)) {
      **flag = true;
      continue;
    }
    if (i + 1 == words.size()) throw std::runtime_error(words[i] + " needs a value");
    set(*option, words[++i]);
  }
}

int run_driver(const std::string& name, std::span<char* const> words,
               const std::function<std::uint64_t(std::span<const std::string>)>& differing) {
  try {
    const std::vector<std::string> texts(words.begin(), words.end());
    return differing(texts) == 0 ? 0 : 10;
  } catch (const std::exception& error) {
    std::cerr << name << ": " << error.what() << '\n';
    return 2;
  }
}

}  // namespace opexplore::random_programs
