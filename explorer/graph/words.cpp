#include "explorer/graph/words.hpp"

namespace opexplore {

std::string arguments_in_numbers(const Rule& rule, Step step) {
  if (rule.arguments.empty()) {
    return step.argument == 0 ? "" : "argument " + std::to_string(step.argument);
  }
  const std::vector<unsigned> values = argument_values(rule, step);
  std::string text;
  for (std::size_t index = 0; index < values.size(); ++index) {
    text += (text.empty() ? "" : " ") + std::string(rule.arguments[index].name) + '=' +
            std::to_string(values[index]);
  }
  return text;
}

}  // namespace opexplore
