// Rank 0 and the others, once they have met: who asks for work gets it, who dies is noticed.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "explorer/ranks.hpp"
#include "mpi/connection.hpp"

namespace opexplore {

/// The others, for rank 0. Used by one thread.
class Workers {
 public:
  using Number = std::size_t;

  /// What rank 0 has for them, and does with what they say.
  struct Desk {
    /// For one that waits; nothing when there is none now.
    std::function<std::optional<std::string>(Number)> next;
    std::function<void(Number, std::string_view)> take;
    /// It is gone. What it had sent was taken.
    std::function<void(Number)> lose;
  };

  /// So many will come, and say the token.
  Workers(Listening listening, std::string token, std::size_t count);

  /// Waits until all have come, before there is work: gives their descriptors. Throws CompanyError
  /// if one is gone already.
  std::vector<int> descriptors_of_all();

  /// Waits a moment for what they say, and gives those that wait what there is for them. Throws
  /// CompanyError with that advice when all are gone.
  void look(const Desk& desk, const std::string& advice);

  /// That came or may still come.
  std::size_t count() const { return count_; }

 private:
  struct Worker {
    Worker(Number given, Socket socket) : number(given), connection(std::move(socket)) {}

    Number number;
    Connection connection;
    bool is_known = false;  // has said the token
    bool waits = false;     // for work
    bool is_gone = false;
  };

  void hear(Worker& worker, const Desk& desk);
  void lose(Worker& worker, const Desk& desk);
  void serve(Worker& worker, const Desk& desk);

  Listening listening_;
  std::string token_;
  std::size_t count_;
  Number next_number_ = 0;
  std::list<Worker> workers_;
};

/// Rank 0, for one of the others.
class Leader {
 public:
  Leader(Socket socket, const std::string& token);

  /// Waits for work; nothing when rank 0 is gone.
  std::optional<std::string> work();

  /// Tells it something; from any thread.
  void say(std::string_view message) { connection_.send(message); }

  int descriptor() const { return connection_.descriptor(); }

  /// Whether it is gone. From any thread.
  bool is_gone() const { return is_gone_; }

 private:
  void watch(const std::stop_token& stopped);

  Connection connection_;
  std::atomic<bool> is_gone_{false};
  std::jthread watching_;  // last: it ends before the rest goes
};

}  // namespace opexplore
