#include "tools/amounts.hpp"

#include "answers/settings.hpp"
#include "litmus/suggestion.hpp"

namespace opexplore {

std::uint64_t number_of(const Written& written, std::uint64_t least, std::uint64_t most) {
  const auto value = parse_amount(written.text, 1000);
  if (!value || *value < least || *value > most) {
    throw UsageError(written.option + ": " + written.text + " is not what it takes",
                     "write " + std::to_string(least) + " to " + std::to_string(most));
  }
  return *value;
}

std::uint64_t amount_of(const Written& written, std::uint64_t unit) {
  const auto value = parse_amount(written.text, unit);
  if (value) return *value;
  throw UsageError(written.option + ": " + written.text + " is no amount",
                   "write 5000, 200K or 4G");
}

std::chrono::milliseconds duration_of(const Written& written) {
  const auto value = parse_duration(written.text);
  if (value) return *value;
  throw UsageError(written.option + ": " + written.text + " is no time",
                   "write 90s, 500ms, 2m or 1h");
}

UsageError no_such_word(const Written& written, const std::vector<std::string>& words) {
  const auto close = nearest(written.text, words);
  return UsageError(written.option + " knows no " + written.text,
                    close ? "did you mean " + *close + "?" : "choose one of " + joined(words));
}

}  // namespace opexplore
