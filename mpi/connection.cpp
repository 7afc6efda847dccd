#include "mpi/connection.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace opexplore {
namespace {

// A length of so many bytes, the lowest first, and then the message.
constexpr std::size_t length_bytes = 8;

std::string length_of(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    bytes.push_back(static_cast<char>(size >> (8 * i) & 0xFF));
  }
  return bytes;
}

std::size_t read_length(std::string_view bytes) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    size |= std::size_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return size;
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

sockaddr* generic(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

// Messages are short and waited for. A host without power is noticed after two minutes or so.
void prepare(int descriptor) {
  const int on = 1;
  const int idle = 60;
  const int between = 10;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &between, sizeof between);
}

}  // namespace

Socket::Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Socket::~Socket() {
  if (is_open()) close(descriptor_);
}

Listening listen_to(bool this_host_alone) {
  Listening listening{Socket(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))};
  if (!listening.socket.is_open()) fail("socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(this_host_alone ? INADDR_LOOPBACK : INADDR_ANY);
  socklen_t size = sizeof address;
  const int descriptor = listening.socket.descriptor();
  if (bind(descriptor, generic(address), size) != 0) fail("bind");
  if (listen(descriptor, SOMAXCONN) != 0) fail("listen");
  if (getsockname(descriptor, generic(address), &size) != 0) fail("getsockname");
  listening.port = ntohs(address.sin_port);
  return listening;
}

std::string addresses() {
  std::string text;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return text;
  for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
    const bool usable = entry->ifa_addr != nullptr && entry->ifa_addr->sa_family == AF_INET &&
                        (entry->ifa_flags & IFF_UP) != 0 && (entry->ifa_flags & IFF_LOOPBACK) == 0;
    if (!usable) continue;
    sockaddr_in address{};
    std::memcpy(&address, entry->ifa_addr, sizeof address);
    std::array<char, INET_ADDRSTRLEN> spelled{};
    inet_ntop(AF_INET, &address.sin_addr, spelled.data(), spelled.size());
    text += std::string(spelled.data()) + '\n';
  }
  freeifaddrs(first);
  return text;
}

std::optional<Socket> accepted(const Listening& listening) {
  Socket socket(accept4(listening.socket.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!socket.is_open()) return std::nullopt;
  prepare(socket.descriptor());
  return socket;
}

Socket connected(std::string_view addresses, std::uint16_t port) {
  while (!addresses.empty()) {
    const std::string spelled(addresses.substr(0, addresses.find('\n')));
    addresses.remove_prefix(std::min(addresses.size(), spelled.size() + 1));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (inet_pton(AF_INET, spelled.c_str(), &address.sin_addr) != 1) continue;
    Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket.is_open()) fail("socket");
    if (connect(socket.descriptor(), generic(address), sizeof address) != 0) continue;
    prepare(socket.descriptor());
    return socket;
  }
  throw std::runtime_error("rank 0 cannot be reached on port " + std::to_string(port) +
                           "; let ranks connect to each other over TCP");
}

bool Connection::send(std::string_view message) {
  const std::string bytes = length_of(message.size()) + std::string(message);
  const std::lock_guard lock(sending_);
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t more =
        ::send(descriptor(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return false;
    sent += static_cast<std::size_t>(more);
  }
  return true;
}

bool Connection::read() {
  std::array<char, 65536> bytes{};
  for (;;) {
    const ssize_t size = recv(descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (size > 0) {
      came_.append(bytes.data(), static_cast<std::size_t>(size));
    } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
      return false;
    } else if (errno == EAGAIN) {
      return true;
    }
  }
}

std::optional<std::string> Connection::taken() {
  if (came_.size() < length_bytes) return std::nullopt;
  const std::size_t size = read_length(came_);
  if (came_.size() - length_bytes < size) return std::nullopt;
  std::string message = came_.substr(length_bytes, size);
  came_.erase(0, length_bytes + size);
  return message;
}

std::optional<std::string> Connection::receive() {
  for (;;) {
    if (auto message = taken()) return message;
    pollfd waiting{descriptor(), POLLIN, 0};
    poll(&waiting, 1, -1);
    if (!read()) return taken();
  }
}

}  // namespace opexplore
