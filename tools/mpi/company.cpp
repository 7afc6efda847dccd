#include "tools/mpi/company.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tools/mpi/campaign.hpp"
#include "tools/mpi/connection.hpp"
#include "tools/mpi/crew.hpp"
#include "tools/mpi/workers.hpp"

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
};

struct Follower {
  Follower(Socket socket, const std::string& token)
      : leader(std::move(socket), token), campaign(leader) {}

  Leader leader;
  CampaignFollower campaign;
};

Company leading(const Ranks& ranks, bool one_host) {
  const std::string token = new_token();
  Listening listening = listen_to(one_host);
  from_all(ranks, std::to_string(listening.port) + ' ' + token + '\n' + addresses());
  const auto desks =
      std::make_shared<Desks>(Workers(std::move(listening), token, std::size_t{ranks.count} - 1));
  from_all(ranks, "");  // now they are all connected
  Company company;
  company.ranks = ranks;
  company.crew = leading_crew(desks->workers);
  company.lead = [desks](std::span<const CampaignPart> parts, CampaignOptions& options) {
    desks->campaign.begin(parts.size(), options);
    options.elsewhere = [desks](std::size_t part) { return desks->campaign.next(part); };
  };
  return company;
}

Company following(const Ranks& ranks, bool same_host) {
  const std::string where = from_all(ranks, "").front();
  std::istringstream words(where.substr(0, where.find('\n')));
  std::uint16_t port = 0;
  std::string token;
  words >> port >> token;
  const auto follower = std::make_shared<Follower>(
      connected(same_host ? "127.0.0.1" : where.substr(where.find('\n') + 1), port), token);
  from_all(ranks, "");
  Company company;
  company.ranks = ranks;
  company.crew = following_crew(follower->leader);
  company.follow = [follower](std::span<const CampaignPart> parts, const CampaignOptions& options) {
    follower->campaign.follow(parts, options);
  };
  return company;
}

}  // namespace

Company company_of(const Ranks& ranks) {
  const std::vector<std::string> hosts = from_all(ranks, host_name());
  if (ranks.rank == 0) {
    return leading(ranks, std::ranges::all_of(hosts, [&](const std::string& host) {
                     return host == hosts.front();
                   }));
  }
  return following(ranks, hosts.at(ranks.rank) == hosts.front());
}

}  // namespace opexplore
