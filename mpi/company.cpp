#include "mpi/company.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "mpi/campaign.hpp"
#include "mpi/connection.hpp"
#include "mpi/crew.hpp"
#include "mpi/together.hpp"
#include "mpi/workers.hpp"

namespace opexplore {
namespace {

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

/// What rank 0 has for the others.
struct Desks {
  explicit Desks(Workers all) : workers(std::move(all)), campaign(workers) {}

  Workers workers;
  CampaignDesk campaign;
  std::optional<Together> together;
};

struct Follower {
  Follower(Socket socket, const std::string& token)
      : leader(std::move(socket), token), campaign(leader) {}

  Leader leader;
  CampaignFollower campaign;
  std::optional<Together> together;
};

// Nobody goes before all have stopped to look who is gone.
void part(const Ranks& ranks, std::optional<Together>& together, const EndSession& end_session) {
  if (!together) return;
  from_all(ranks, "");
  together.reset();
  from_all(ranks, "");
  end_session();
}

Company leading(const Ranks& ranks, const EndSession& end_session, bool one_host) {
  const std::string token = new_token();
  Listening listening = listen_to(one_host);
  from_all(ranks, std::to_string(listening.port) + ' ' + token + '\n' + addresses());
  const auto desks =
      std::make_shared<Desks>(Workers(std::move(listening), token, std::size_t{ranks.count} - 1));
  from_all(ranks, "");  // now they are all connected
  desks->together.emplace(
      desks->workers.descriptors_of_all(),
      "Error: a process has died, and the others need it; what --store or --journal has noted need "
      "not be done again\n");
  Company company;
  company.ranks = ranks;
  company.part = [=] { part(ranks, desks->together, end_session); };
  company.crew = leading_crew(desks->workers);
  company.lead = [desks](std::span<const CampaignPart> parts, CampaignOptions& options) {
    desks->campaign.begin(parts.size(), options);
    options.elsewhere = [desks](std::size_t part) { return desks->campaign.next(part); };
  };
  return company;
}

Company following(const Ranks& ranks, const EndSession& end_session, bool same_host) {
  const std::string where = from_all(ranks, "").front();
  std::istringstream words(where.substr(0, where.find('\n')));
  std::uint16_t port = 0;
  std::string token;
  words >> port >> token;
  const auto follower = std::make_shared<Follower>(
      connected(same_host ? "127.0.0.1" : where.substr(where.find('\n') + 1), port), token);
  follower->together.emplace(std::vector<int>{follower->leader.descriptor()}, "");
  from_all(ranks, "");
  Company company;
  company.ranks = ranks;
  company.part = [=] { part(ranks, follower->together, end_session); };
  company.crew = following_crew(follower->leader);
  company.follow = [follower](std::span<const CampaignPart> parts, const CampaignOptions& options) {
    follower->campaign.follow(parts, options);
  };
  return company;
}

}  // namespace

Company company_of(const Ranks& ranks, const EndSession& end_session) {
  const std::vector<std::string> hosts = from_all(ranks, host_name());
  if (ranks.rank == 0) {
    return leading(ranks, end_session, std::ranges::all_of(hosts, [&](const std::string& host) {
                     return host == hosts.front();
                   }));
  }
  return following(ranks, end_session, hosts.at(ranks.rank) == hosts.front());
}

}  // namespace opexplore
