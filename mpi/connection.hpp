// Messages between processes over sockets of TCP. MPI has no words for a process that is gone; the
// end of a connection has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace opexplore {

/// A file descriptor that is closed at the end.
class Socket {
 public:
  explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
};

/// Where a process can be reached.
struct Listening {
  Socket socket;
  std::uint16_t port = 0;
};

/// Listens on a free port, for processes of this host alone or of all. Throws std::system_error.
Listening listen_to(bool this_host_alone);

/// The addresses of this host for others, of IPv4, one a line.
std::string addresses();

/// The next that came, if one did.
std::optional<Socket> accepted(const Listening& listening);

/// The first of the addresses, one a line, that answers on the port. Throws std::runtime_error.
Socket connected(std::string_view addresses, std::uint16_t port);

/// A socket that carries messages.
class Connection {
 public:
  explicit Connection(Socket socket) : socket_(std::move(socket)) {}

  /// Sends it, from any thread. False when the other is gone.
  bool send(std::string_view message);

  /// Waits for a message; nothing when the other is gone.
  std::optional<std::string> receive();

  /// Takes what has come, without waiting. False when the other is gone; what came before stays.
  bool read();

  /// A message that has come whole, if there is one.
  std::optional<std::string> taken();

  /// Bytes that came and were not taken.
  std::size_t waiting() const { return came_.size(); }

  int descriptor() const { return socket_.descriptor(); }

 private:
  Socket socket_;
  std::mutex sending_;
  std::string came_;
};

}  // namespace opexplore
