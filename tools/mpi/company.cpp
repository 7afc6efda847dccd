#include "tools/mpi/campaign.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "studies/campaign/handout.hpp"
#include "studies/campaign/ranges.hpp"
#include "tools/mpi/connection.hpp"

namespace opexplore {
namespace {

// What the others say, by the first letter; `end` has the part and how many of its tests are
// selected behind it. The answer to `more` is a part and a range.
constexpr char more = 'm';
constexpr char done = 'd';
constexpr char end = 'e';

/// How long to wait for what may come from several sides.
constexpr int glance_milliseconds = 100;

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

// Who does not know it is no rank of this run.
std::string new_token() {
  std::random_device random;
  std::ostringstream text;
  for (int i = 0; i < 4; ++i) text << random() << '-';
  return text.str();
}

/// Rank 0. Used by one thread.
class Leader {
 public:
  Leader(Listening listening, std::string token, std::size_t workers)
      : listening_(std::move(listening)), token_(std::move(token)), expected_(workers) {}

  void begin(std::size_t parts, const CampaignOptions& options) {
    handout_.emplace(parts, options.shard, options.known);
    interrupted_ = options.interrupted;
  }

  /// Waits for a result of the part; nothing when all are there, or the user ended it.
  std::optional<RangeResult> next(std::size_t part) {
    for (;;) {
      if (std::optional<RangeResult> result = handout_->take(part)) return result;
      if (handout_->is_done(part) || (interrupted_ && interrupted_())) return std::nullopt;
      if (expected_ == 0) {
        throw CompanyError(
            "all processes that checked are gone; with --journal FILE --resume the campaign goes "
            "on where it was");
      }
      look();
    }
  }

 private:
  struct Worker {
    Worker(Handout::Worker given, Socket socket) : number(given), connection(std::move(socket)) {}

    Handout::Worker number;
    Connection connection;
    bool is_known = false;  // has said the token
    bool waits = false;     // for a range
    bool is_gone = false;
  };

  void look() {
    std::vector<pollfd> all{{listening_.socket.descriptor(), POLLIN, 0}};
    for (const Worker& worker : workers_)
      all.push_back({worker.connection.descriptor(), POLLIN, 0});
    poll(all.data(), all.size(), glance_milliseconds);
    while (std::optional<Socket> socket = accepted(listening_)) {
      workers_.emplace_back(next_number_++, *std::move(socket));
    }
    for (Worker& worker : workers_) hear(worker);
    for (Worker& worker : workers_) serve(worker);
    std::erase_if(workers_, [](const Worker& worker) { return worker.is_gone; });
  }

  // What it had sent before it died counts.
  void hear(Worker& worker) {
    const bool is_there = worker.connection.read();
    while (!worker.is_gone) {
      if (!worker.is_known && worker.connection.waiting() > 2 * token_.size()) {
        worker.is_gone = true;
        return;
      }
      const std::optional<std::string> message = worker.connection.taken();
      if (!message) break;
      if (worker.is_known) {
        take(worker, *message);
      } else {
        worker.is_known = *message == token_;
        worker.is_gone = !worker.is_known;
      }
    }
    if (!is_there) lose(worker);
  }

  void take(Worker& worker, const std::string& message) {
    const char kind = message.empty() ? ' ' : message.front();
    if (kind == more) worker.waits = true;
    if (kind == done) handout_->finish(range_result(std::string_view(message).substr(1)));
    if (kind == end) {
      std::istringstream words(message.substr(1));
      std::size_t part = 0;
      std::uint64_t selected = 0;
      words >> part >> selected;
      handout_->end(part, selected);
    }
  }

  void lose(Worker& worker) {
    if (worker.is_gone) return;
    worker.is_gone = true;
    handout_->lose(worker.number);
    if (worker.is_known) --expected_;
  }

  void serve(Worker& worker) {
    if (worker.is_gone || !worker.waits) return;
    const std::optional<Handout::Range> range = handout_->next(worker.number);
    if (!range) return;
    worker.waits = false;
    if (!worker.connection.send(std::to_string(range->part) + ' ' + std::to_string(range->range))) {
      lose(worker);
    }
  }

  Listening listening_;
  std::string token_;
  std::size_t expected_;  // that may still send
  Handout::Worker next_number_ = 0;
  std::optional<Handout> handout_;
  std::function<bool()> interrupted_;
  std::list<Worker> workers_;
};

/// One of the others. Ranges are asked for by several threads, one at a time.
class Follower {
 public:
  Follower(Socket socket, const std::string& token) : connection_(std::move(socket)) {
    connection_.send(token);
  }

  void follow(std::span<const CampaignPart> parts, const CampaignOptions& options) {
    for (fetch(); assigned_;) {
      const std::size_t part = assigned_->part;
      const CampaignResult result =
          run_campaign(parts.subspan(part, 1), options_of_pass(part, options));
      if (result.incomplete != Incomplete::none) return;
      if (const std::optional<std::uint64_t> selected = result.parts.front().selected) {
        connection_.send(end + std::to_string(part) + ' ' + std::to_string(*selected));
      }
      fetch();
    }
  }

 private:
  // A pass goes through the tests of one part once, so numbers of ranges increase. One that another
  // left undone takes a pass of its own.
  CampaignOptions options_of_pass(std::size_t part, const CampaignOptions& options) {
    CampaignOptions mine = options;
    mine.threads = options.threads == 0 ? 1 : options.threads;
    mine.progress = nullptr;
    mine.known = {};
    mine.shard = {};
    mine.done = [this, part](const RangeResult& result) {
      RangeResult named = result;
      named.part = part;
      connection_.send(done + text_of(named));
    };
    mine.next_range = [this, part, least = std::uint64_t{0}](
                          std::size_t) mutable -> std::optional<std::uint64_t> {
      fetch();
      if (!assigned_ || assigned_->part != part || assigned_->range < least) return std::nullopt;
      const std::uint64_t range = assigned_->range;
      assigned_.reset();
      least = range + 1;
      return range;
    };
    return mine;
  }

  // Waits for a range, unless there is one that was not begun.
  void fetch() {
    if (assigned_ || is_over_) return;
    connection_.send(std::string(1, more));
    const std::optional<std::string> message = connection_.receive();
    is_over_ = !message;
    if (!message) return;
    std::istringstream words(*message);
    assigned_.emplace();
    words >> assigned_->part >> assigned_->range;
  }

  Connection connection_;
  std::optional<Handout::Range> assigned_;
  bool is_over_ = false;
};

}  // namespace

Company company_of(const Ranks& ranks) {
  Company company{ranks, {}, {}, {}};
  const std::vector<std::string> hosts = from_all(ranks, host_name());
  const bool one_host =
      std::ranges::all_of(hosts, [&](const std::string& host) { return host == hosts.front(); });
  if (ranks.rank == 0) {
    const std::string token = new_token();
    Listening listening = listen_to(one_host);
    from_all(ranks, std::to_string(listening.port) + ' ' + token + '\n' + addresses());
    const auto leader =
        std::make_shared<Leader>(std::move(listening), token, std::size_t{ranks.count} - 1);
    from_all(ranks, "");  // now they are all connected
    company.lead = [leader](std::span<const CampaignPart> parts, CampaignOptions& options) {
      leader->begin(parts.size(), options);
      options.elsewhere = [leader](std::size_t part) { return leader->next(part); };
    };
    return company;
  }
  const std::string where = from_all(ranks, "").front();
  std::istringstream words(where.substr(0, where.find('\n')));
  std::uint16_t port = 0;
  std::string token;
  words >> port >> token;
  const bool same_host = hosts.at(ranks.rank) == hosts.front();
  const auto follower = std::make_shared<Follower>(
      connected(same_host ? "127.0.0.1" : where.substr(where.find('\n') + 1), port), token);
  from_all(ranks, "");
  company.follow = [follower](std::span<const CampaignPart> parts, const CampaignOptions& options) {
    follower->follow(parts, options);
  };
  return company;
}

}  // namespace opexplore
