// What a user asks for makes no sense: an unknown machine, a value that a setting has not, options
// that exclude each other. Mistakes in files are InputErrors.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace opexplore {

/// The question is wrong; `suggestion` may be empty.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message, std::string advice = "")
      : std::runtime_error(message), suggestion(std::move(advice)) {}
  std::string suggestion;
};

}  // namespace opexplore
