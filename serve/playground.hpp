// The playground: a page at this machine, and the questions that it asks.
//
// Closed by default. Whoever asks needs the token, which only the link has that the program prints;
// the name of the host must be that of the link, so that no page of another name can be made to
// stand for this one; a request that says it comes from another page is refused, token or not. The
// page cannot name a file, and its content security policy lets it load nothing from elsewhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "export/json.hpp"
#include "litmus/input/source_text.hpp"
#include "serve/exploration.hpp"
#include "serve/http.hpp"
#include "serve/latest.hpp"

namespace opexplore::serve {

struct PlaygroundSettings {
  std::string token;
  std::vector<SourceText> files;  ///< that the page offers
  Bounds bounds = {};
  ToolInfo tool;
  std::function<bool()> interrupted;
};

class Playground {
 public:
  explicit Playground(PlaygroundSettings settings);

  /// Answers a request that came to `port`. Called in several threads at once.
  HttpResponse answer(const HttpRequest& request, std::uint16_t port,
                      const std::atomic<bool>& gone);

 private:
  HttpResponse page() const;
  HttpResponse question(const HttpRequest& request, const std::atomic<bool>& gone);

  PlaygroundSettings settings_;
  std::string catalogue_;
  LatestQuestions latest_;
};

/// 32 hexadecimal digits that nobody can guess. Throws std::runtime_error if the system has none.
std::string random_token();

}  // namespace opexplore::serve
