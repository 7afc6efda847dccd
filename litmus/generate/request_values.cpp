#include "litmus/generate/request_values.hpp"

#include <string_view>

#include "litmus/input/amounts.hpp"

namespace opexplore::generate {

std::string value(const Request& request, const std::string& name) {
  const auto found = request.values.find(name);
  return found == request.values.end() ? "" : found->second;
}

std::vector<std::string> items(const Request& request, const std::string& name) {
  const std::string list = value(request, name);
  std::vector<std::string> result;
  if (list.empty()) return result;
  for (const std::string_view item : split(list, ",")) result.emplace_back(item);
  return result;
}

std::size_t number(const std::string& option, const std::string& text) {
  const auto amount = parse_amount(text, 1000);
  if (!amount)
    throw UsageError("--" + option + ": " + text + " is no number", "write for instance 2");
  return static_cast<std::size_t>(*amount);
}

std::pair<unsigned, unsigned> range(const std::string& option, const std::string& text,
                                    std::pair<unsigned, unsigned> bounds) {
  const std::vector<std::string_view> ends = split(text, "-");
  const std::size_t first = number(option, std::string(ends.front()));
  const std::size_t last = number(option, std::string(ends.back()));
  if (ends.size() > 2 || first > last || first < bounds.first || last > bounds.second) {
    throw UsageError("--" + option + ": " + text + " is not possible here",
                     "write a number or a range from " + std::to_string(bounds.first) + " to " +
                         std::to_string(bounds.second) + ", like 2-3");
  }
  return {static_cast<unsigned>(first), static_cast<unsigned>(last)};
}

}  // namespace opexplore::generate
