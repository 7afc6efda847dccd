#include "serve/http.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <exception>
#include <optional>
#include <string>
#include <utility>  // before Asio 1.74, which forgets it

namespace opexplore::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

namespace {

// How a request that could not be read is answered; nothing where nobody would read the answer.
std::optional<http::status> refusal_of(const beast::error_code& error) {
  if (error == http::error::body_limit) return http::status::payload_too_large;
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return http::status::request_header_fields_too_large;
  }
  // Closed by the other side, or too slow: there is nobody who listens.
  if (error == http::error::end_of_stream || error == http::error::partial_message ||
      error.category() != http::make_error_code(http::error::bad_method).category()) {
    return std::nullopt;
  }
  return http::status::bad_request;
}

HttpResponse plain(http::status status) {
  HttpResponse response(status, 11);
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.body() = std::string(http::obsolete_reason(status)) + '\n';
  return response;
}

}  // namespace

class HttpServer::Listener {
 public:
  Listener(std::uint16_t port, const HttpLimits& limits, HttpHandler handler)
      : limits_(limits),
        handler_(std::move(handler)),
        acceptor_(context_, tcp::endpoint(asio::ip::address_v4::loopback(), port)),
        workers_(limits.workers) {}

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  void run(const std::function<bool()>& stopped) {
    asio::co_spawn(context_, accept_all(), asio::detached);
    asio::co_spawn(context_, watch(stopped), asio::detached);
    context_.run();
    workers_.join();
  }

 private:
  // One thread runs all of this; the workers answer.
  asio::awaitable<void> accept_all() {
    for (;;) {
      beast::error_code error;
      tcp::socket socket =
          co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
      if (!acceptor_.is_open()) co_return;
      if (error) {  // out of descriptors: they come back
        asio::steady_timer pause(context_, std::chrono::milliseconds(20));
        co_await pause.async_wait(asio::use_awaitable);
        continue;
      }
      if (connections_ >= limits_.connections) continue;
      asio::co_spawn(context_, attend(beast::tcp_stream(std::move(socket))), asio::detached);
    }
  }

  asio::awaitable<void> watch(const std::function<bool()>& stopped) {
    asio::steady_timer timer(context_);
    while (!stopped()) {
      timer.expires_after(std::chrono::milliseconds(100));
      co_await timer.async_wait(asio::use_awaitable);
    }
    beast::error_code ignored;
    acceptor_.close(ignored);
    context_.stop();
  }

  asio::awaitable<void> attend(beast::tcp_stream stream) {
    ++connections_;
    try {
      co_await talk(stream);
    } catch (const std::exception&) {  // the connection broke: its client knows
    }
    --connections_;
    beast::error_code ignored;
    stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
  }

  asio::awaitable<void> talk(beast::tcp_stream& stream) {
    beast::flat_buffer buffer;
    for (bool keep = true; keep;) {
      http::request_parser<http::string_body> parser;
      parser.header_limit(limits_.header_bytes);
      parser.body_limit(limits_.body_bytes);
      stream.expires_after(limits_.request_time);
      beast::error_code error;
      co_await http::async_read(stream, buffer, parser,
                                asio::redirect_error(asio::use_awaitable, error));
      HttpResponse response;
      if (error) {
        const std::optional<http::status> status = refusal_of(error);
        if (!status) co_return;
        response = plain(*status);
        keep = false;
      } else {
        keep = parser.get().keep_alive();
        response = co_await answer(stream, parser.get());
      }
      response.keep_alive(keep);
      response.prepare_payload();
      stream.expires_after(limits_.request_time);
      co_await http::async_write(stream, response, asio::use_awaitable);
    }
  }

  // Meanwhile somebody watches whether the client is still there.
  asio::awaitable<HttpResponse> answer(beast::tcp_stream& stream, const HttpRequest& request) {
    const auto gone = std::make_shared<std::atomic<bool>>(false);
    stream.expires_never();
    asio::co_spawn(context_, notice_end(stream.socket(), gone), asio::detached);
    HttpResponse response =
        co_await asio::co_spawn(workers_, answered(request, *gone), asio::use_awaitable);
    beast::error_code ignored;
    stream.socket().cancel(ignored);
    co_return response;
  }

  static asio::awaitable<void> notice_end(tcp::socket& socket,
                                          std::shared_ptr<std::atomic<bool>> gone) {
    beast::error_code error;
    co_await socket.async_wait(tcp::socket::wait_read,
                               asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;  // the answer is there
    char byte = 0;
    socket.non_blocking(true, error);
    const std::size_t size =
        socket.receive(asio::buffer(&byte, 1), tcp::socket::message_peek, error);
    if (size == 0 && error != asio::error::would_block) *gone = true;
  }

  asio::awaitable<HttpResponse> answered(const HttpRequest& request,
                                         const std::atomic<bool>& gone) const {
    try {
      co_return handler_(request, gone);
    } catch (const std::exception&) {
      co_return plain(http::status::internal_server_error);
    }
  }

  HttpLimits limits_;
  HttpHandler handler_;
  asio::io_context context_{1};
  tcp::acceptor acceptor_;
  asio::thread_pool workers_;
  std::size_t connections_ = 0;
};

HttpServer::HttpServer(std::uint16_t port, const HttpLimits& limits, HttpHandler handler) try
    : listener_(std::make_unique<Listener>(port, limits, std::move(handler))) {
} catch (const beast::system_error& error) {
  throw std::system_error(error.code().value(), std::system_category());
}

HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return listener_->port(); }

void HttpServer::run(const std::function<bool()>& stopped) { listener_->run(stopped); }

}  // namespace opexplore::serve
