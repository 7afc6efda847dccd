// A small HTTP server for one user at this machine: loopback only, every request bounded in size
// and time. Boost.Beast does the protocol; what is here is what Beast leaves to its users.
#pragma once

#include <atomic>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace opexplore::serve {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;
using HttpResponse = boost::beast::http::response<boost::beast::http::string_body>;

/// Answers a request. It is called in several threads at once, and may take its time; `gone` turns
/// true when nobody waits for the answer any more. What it throws becomes an answer of status 500.
using HttpHandler = std::function<HttpResponse(const HttpRequest&, const std::atomic<bool>& gone)>;

struct HttpLimits {
  std::uint32_t header_bytes = 16U << 10U;
  std::uint64_t body_bytes = 256U << 10U;
  /// From its first byte, or the end of the one before, a request has to be there in this time.
  std::chrono::milliseconds request_time{10'000};
  std::size_t connections = 512;  ///< at once; more are closed
  std::size_t workers = 4;        ///< requests that are answered at once; others wait
};

class HttpServer {
 public:
  /// Listens at 127.0.0.1, at any free port for 0. Throws std::system_error.
  HttpServer(std::uint16_t port, const HttpLimits& limits, HttpHandler handler);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  std::uint16_t port() const;

  /// Answers until `stopped`, which is polled ten times a second, and all that was begun is done.
  void run(const std::function<bool()>& stopped);

 private:
  class Listener;
  std::unique_ptr<Listener> listener_;
};

}  // namespace opexplore::serve
