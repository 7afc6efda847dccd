#include "serve/playground.hpp"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <array>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/verb.hpp>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "export/page/assets.hpp"
#include "serve/assets.hpp"
#include "serve/catalogue.hpp"

namespace opexplore::serve {

namespace http = boost::beast::http;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t longest_name = 200;

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

// What every answer has: nobody keeps it, and no other page may hold it.
HttpResponse response(http::status status, std::string_view type, std::string body) {
  HttpResponse result(status, 11);
  result.set(http::field::content_type, boost::beast::string_view(type.data(), type.size()));
  result.set(http::field::cache_control, "no-store");
  result.set("X-Content-Type-Options", "nosniff");
  result.set("X-Frame-Options", "DENY");
  result.set("Referrer-Policy", "no-referrer");
  result.set("Cross-Origin-Resource-Policy", "same-origin");
  result.set("Cross-Origin-Opener-Policy", "same-origin");
  result.body() = std::move(body);
  return result;
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

HttpResponse json_response(http::status status, std::string body) {
  return response(status, "application/json", std::move(body));
}

HttpResponse refused(http::status status, const std::string& message) {
  return json_response(status, text_of({{"message", message}}));
}

// The part of the target behind `?`, up to the next parameter.
std::string_view parameter(std::string_view target, std::string_view name) {
  const std::size_t question = target.find('?');
  if (question == std::string_view::npos) return {};
  std::string_view rest = target.substr(question + 1);
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=') {
      return one.substr(name.size() + 1);
    }
  }
  return {};
}

// In a time that does not tell how much of it is right.
bool is_token(std::string_view given, const std::string& token) {
  return given.size() == token.size() &&
         CRYPTO_memcmp(given.data(), token.data(), given.size()) == 0;
}

bool is_here(std::string_view host, std::uint16_t port) {
  const std::string at = ':' + std::to_string(port);
  return host == "127.0.0.1" + at || host == "localhost" + at;
}

// Why the request is not one of our page; empty if it may be.
std::string foreign(const HttpRequest& request, std::uint16_t port) {
  if (request.count(http::field::host) != 1 || !is_here(view(request[http::field::host]), port)) {
    return "this is not the host of the link";
  }
  const std::string_view origin = view(request[http::field::origin]);
  constexpr std::string_view scheme = "http://";
  if (!origin.empty() &&
      (!origin.starts_with(scheme) || !is_here(origin.substr(scheme.size()), port))) {
    return "requests of other pages are refused";
  }
  const std::string_view site = view(request["Sec-Fetch-Site"]);
  if (!site.empty() && site != "same-origin" && site != "none") {
    return "requests of other pages are refused";
  }
  return {};
}

std::string string_in(const Json& json, const char* name, std::size_t longest) {
  const auto member = json.find(name);
  if (member == json.end()) return {};
  if (!member->is_string()) throw std::invalid_argument(std::string(name) + " is no text");
  auto text = member->get<std::string>();
  if (text.size() > longest) throw std::invalid_argument(std::string(name) + " is too long");
  return text;
}

std::vector<std::pair<std::string, std::string>> words_in(const Json& json, const char* name) {
  std::vector<std::pair<std::string, std::string>> words;
  const auto member = json.find(name);
  if (member == json.end()) return words;
  if (!member->is_object()) throw std::invalid_argument(std::string(name) + " is no object");
  for (const auto& [key, value] : member->items()) {
    if (!value.is_string()) throw std::invalid_argument(std::string(name) + " has no texts");
    if (!value.get_ref<const std::string&>().empty()) words.emplace_back(key, value);
  }
  return words;
}

// It is printed, and in a message; it names no file that is read.
std::string name_in(const Json& json) {
  std::string name = string_in(json, "name", longest_name);
  for (char& c : name) {
    if (static_cast<unsigned char>(c) < ' ' || c == '/' || c == '\\' || c == 127) c = '_';
  }
  return name.empty() || name == "-" ? "test.litmus" : name;
}

struct Asked {
  Question question;
  std::string page;
  std::uint64_t number = 0;
};

// Throws std::exception for what is no question.
Asked asked_in(const std::string& body, const Bounds& bounds) {
  const Json json = Json::parse(body);
  if (!json.is_object()) throw std::invalid_argument("a question is an object");
  Asked asked;
  asked.page = string_in(json, "page", 64);
  asked.number = json.value("number", std::uint64_t{0});
  asked.question = {name_in(json), string_in(json, "text", 4 * bounds.text_bytes),
                    string_in(json, "machine", longest_name), words_in(json, "settings"),
                    words_in(json, "launch")};
  return asked;
}

}  // namespace

Playground::Playground(PlaygroundSettings settings)
    : settings_(std::move(settings)),
      catalogue_(text_of(catalogue(settings_.files, settings_.bounds, settings_.tool))) {}

HttpResponse Playground::answer(const HttpRequest& request, std::uint16_t port,
                                const std::atomic<bool>& gone) {
  if (const std::string why = foreign(request, port); !why.empty()) {
    return refused(http::status::forbidden, why);
  }
  const std::string_view target = view(request.target());
  const std::string_view path = target.substr(0, target.find('?'));
  const bool get = request.method() == http::verb::get;
  if (path == "/" && get) {
    if (!is_token(parameter(target, "token"), settings_.token)) {
      return response(http::status::forbidden, "text/plain; charset=utf-8",
                      "Open the link that `opexplore serve` printed: it has the token.\n");
    }
    return page();
  }
  if (!is_token(view(request["X-Opexplore-Token"]), settings_.token)) {
    return refused(http::status::forbidden, "the token is missing or wrong");
  }
  if (path == "/api/catalogue" && get) return json_response(http::status::ok, catalogue_);
  if (path == "/api/answer" && request.method() == http::verb::post) return question(request, gone);
  return refused(http::status::not_found, "there is nothing of that name");
}

HttpResponse Playground::page() const {
  const std::string nonce = random_token();
  std::string text(playground_asset("page.html"));
  const auto everywhere = [&](std::string_view placeholder, const std::string& value) {
    for (std::size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + value.size())) {
      text.replace(at, placeholder.size(), value);
    }
  };
  everywhere("NONCE", nonce);
  everywhere("TOKEN", settings_.token);
  text = filled(std::move(text), "/*viewer-style*/", page_asset("bundle/viewer.css"));
  text = filled(std::move(text), "/*playground-style*/", playground_asset("bundle/playground.css"));
  text = filled(std::move(text), "/*viewer-script*/", page_asset("bundle/viewer.js"));
  text = filled(std::move(text), "/*playground-script*/", playground_asset("bundle/playground.js"));
  HttpResponse result = response(http::status::ok, "text/html; charset=utf-8", std::move(text));
  result.set("Content-Security-Policy",
             "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'nonce-" + nonce +
                 "'; connect-src 'self'; img-src data: blob:; frame-ancestors 'none'; "
                 "base-uri 'none'; form-action 'none'");
  return result;
}

HttpResponse Playground::question(const HttpRequest& request, const std::atomic<bool>& gone) {
  std::optional<Asked> asked;
  try {
    asked = asked_in(request.body(), settings_.bounds);
  } catch (const std::exception& error) {
    return refused(http::status::bad_request, error.what());
  }
  const Superseded superseded = latest_.begin(asked->page, asked->number);
  const auto start = std::chrono::steady_clock::now();
  // What is asked beside the search, why an outcome is possible, has limits of its own each time.
  const auto deadline = start + 2 * settings_.bounds.time;
  const auto stopped = [&] {
    return *superseded || gone || settings_.interrupted() ||
           std::chrono::steady_clock::now() > deadline;
  };
  Json document;
  if (!stopped()) {
    document = answered(asked->question, settings_.bounds, settings_.tool, stopped);
  }
  if (*superseded) {
    return json_response(http::status::conflict, text_of({{"superseded", true}}));
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return json_response(http::status::ok, text_of({{"number", asked->number},
                                                  {"document", std::move(document)},
                                                  {"seconds", taken.count()}}));
}

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw std::runtime_error("the system has no random numbers");
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned byte : bytes) {
    text += digits[byte / 16U];
    text += digits[byte % 16U];
  }
  return text;
}

}  // namespace opexplore::serve
