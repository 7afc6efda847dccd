#include "mpi/workers.hpp"

#include <poll.h>

#include <utility>
#include <vector>

#include "studies/company.hpp"

namespace opexplore {
namespace {

// Asks for work; all other messages are for the desk.
constexpr std::string_view more = "more";

// How long to wait for what may come from several sides.
constexpr int glance_milliseconds = 100;

}  // namespace

Workers::Workers(Listening listening, std::string token, std::size_t count)
    : listening_(std::move(listening)), token_(std::move(token)), count_(count) {}

std::vector<int> Workers::descriptors_of_all() {
  const std::size_t all = count_;
  const Desk no_work{[](Number) { return std::nullopt; }, [](Number, std::string_view) {},
                     [](Number) {}};
  std::vector<int> descriptors;
  while (count_ == all && descriptors.size() < all) {
    look(no_work, "begin again");
    descriptors.clear();
    for (const Worker& worker : workers_) {
      if (worker.is_known) descriptors.push_back(worker.connection.descriptor());
    }
  }
  if (count_ < all) throw CompanyError("a process has died before the work began; begin again");
  return descriptors;
}

void Workers::look(const Desk& desk, const std::string& advice) {
  if (count_ == 0) throw CompanyError("all processes that checked are gone; " + advice);
  for (Worker& worker : workers_) serve(worker, desk);  // there may be new work
  std::vector<pollfd> all{{listening_.socket.descriptor(), POLLIN, 0}};
  for (const Worker& worker : workers_) all.push_back({worker.connection.descriptor(), POLLIN, 0});
  poll(all.data(), all.size(), glance_milliseconds);
  while (std::optional<Socket> socket = accepted(listening_)) {
    workers_.emplace_back(next_number_++, *std::move(socket));
  }
  for (Worker& worker : workers_) hear(worker, desk);
  for (Worker& worker : workers_) serve(worker, desk);
  std::erase_if(workers_, [](const Worker& worker) { return worker.is_gone; });
}

// What it had sent before it died counts.
void Workers::hear(Worker& worker, const Desk& desk) {
  const bool is_there = worker.connection.read();
  while (!worker.is_gone) {
    if (!worker.is_known && worker.connection.waiting() > 2 * token_.size()) {
      worker.is_gone = true;
      return;
    }
    const std::optional<std::string> message = worker.connection.taken();
    if (!message) break;
    if (!worker.is_known) {
      worker.is_known = *message == token_;
      worker.is_gone = !worker.is_known;
    } else if (*message == more) {
      worker.waits = true;
    } else {
      desk.take(worker.number, *message);
    }
  }
  if (!is_there) lose(worker, desk);
}

void Workers::lose(Worker& worker, const Desk& desk) {
  if (worker.is_gone) return;
  worker.is_gone = true;
  desk.lose(worker.number);
  if (worker.is_known) --count_;
}

void Workers::serve(Worker& worker, const Desk& desk) {
  if (worker.is_gone || !worker.waits) return;
  const std::optional<std::string> work = desk.next(worker.number);
  if (!work) return;
  worker.waits = false;
  if (!worker.connection.send(*work)) lose(worker, desk);
}

Leader::Leader(Socket socket, const std::string& token) : connection_(std::move(socket)) {
  connection_.send(token);
  watching_ = std::jthread([this](const std::stop_token& stopped) { watch(stopped); });
}

std::optional<std::string> Leader::work() {
  connection_.send(more);
  std::optional<std::string> message = connection_.receive();
  if (!message) is_gone_ = true;
  return message;
}

// Does not read, so that it is in nobody's way.
void Leader::watch(const std::stop_token& stopped) {
  while (!stopped.stop_requested()) {
    pollfd end{connection_.descriptor(), POLLRDHUP, 0};
    if (poll(&end, 1, glance_milliseconds) > 0) {
      is_gone_ = true;
      return;
    }
  }
}

}  // namespace opexplore
