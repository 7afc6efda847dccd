// Sentences whose names are facts still: what is said of threads, scopes and groups of threads has
// other words in litmus tests, CUDA C++ and shaders. Whoever shows a sentence chooses them
// (opmodel/vocabulary.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// Words that languages do not share.
enum class Noun : std::uint8_t {
  threads,
  cta,
  ctas,
  block,  ///< a CTA in what is said of progress, which speaks of no model
  warp
};

/// One sentence, or a part of one.
class Phrase {
 public:
  /// Who does it.
  struct OfThread {
    ThreadId thread = 0;
    bool operator==(const OfThread&) const = default;
  };
  /// A CTA by its numbers.
  struct OfCta {
    std::uint32_t cta = 0, gpu = 0;
    bool operator==(const OfCta&) const = default;
  };
  /// An address.
  struct OfAddress {
    AddressId address = 0;
    bool operator==(const OfAddress&) const = default;
  };
  using Part = std::variant<std::string, OfThread, OfCta, OfAddress, Scope, Noun>;

  Phrase() = default;
  // NOLINTBEGIN(google-explicit-constructor): each is a part of a sentence
  Phrase(std::string text) { add(std::move(text)); }
  Phrase(std::string_view text) : Phrase(std::string(text)) {}
  Phrase(const char* text) : Phrase(std::string(text)) {}
  Phrase(OfThread thread) : parts_{thread} {}
  Phrase(OfCta cta) : parts_{cta} {}
  Phrase(OfAddress address) : parts_{address} {}
  Phrase(Scope scope) : parts_{scope} {}
  Phrase(Noun noun) : parts_{noun} {}
  // NOLINTEND(google-explicit-constructor)

  Phrase& operator+=(const Phrase& more) {
    for (const Part& part : more.parts_) add(part);
    return *this;
  }
  friend Phrase operator+(Phrase a, const Phrase& b) {
    a += b;
    return a;
  }

  bool empty() const { return parts_.empty(); }
  /// Invariant: no text is empty, and none follows another one.
  const std::vector<Part>& parts() const { return parts_; }
  bool operator==(const Phrase&) const = default;

 private:
  void add(const Part& part) {
    const auto* const text = std::get_if<std::string>(&part);
    auto* const last = parts_.empty() ? nullptr : std::get_if<std::string>(&parts_.back());
    if (text != nullptr && last != nullptr) {
      *last += *text;
    } else if (text == nullptr || !text->empty()) {
      parts_.push_back(part);
    }
  }

  std::vector<Part> parts_;
};

/// Adds a part of a list, behind a semicolon.
inline void append_part(Phrase& list, const Phrase& part) {
  list += list.empty() ? part : "; " + part;
}

}  // namespace opexplore
