// Values of JSON documents that may be unknown: null stands for those.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace opexplore {

/// A number, of which 0 says that it is unknown.
inline nlohmann::ordered_json null_or(std::uint32_t value) {
  return value == 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
}

/// A text, of which an empty one says that there is none.
inline nlohmann::ordered_json null_or(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

/// What may be there.
template <class T>
nlohmann::ordered_json null_or(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace opexplore
