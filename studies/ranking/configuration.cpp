#include "studies/ranking/configuration.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace opexplore {
namespace {

struct Named {
  std::string name;
  Configuration configuration;
};

const std::vector<Named>& all_named() {
  using Threads = Configuration::Threads;
  static const std::vector<Named> all{
      {"D-warp:S-cta-Shared", {Threads::warps, Region::shared, {}}},
      {"D-warp:S-cta-Global", {Threads::warps, Region::global, {}}},
      {"D-cta:S-ker-Global", {Threads::ctas, Region::global, {}}},
      {"D-warp:S-cta (mixed regions)", {Threads::warps, std::nullopt, {}}}};
  return all;
}

// Threads of one GPU that differ in the number that counts, and in the CTA only where it is that.
bool placed(const Program& program, Configuration::Threads threads) {
  if (program.threads.size() < 2) return false;
  const Thread& first = program.threads.front();
  std::set<std::uint32_t> numbers;
  return std::ranges::all_of(program.threads, [&](const Thread& thread) {
    if (thread.gpu != first.gpu) return false;
    if (threads == Configuration::Threads::ctas) return numbers.insert(thread.cta).second;
    return thread.cta == first.cta && numbers.insert(thread.warp).second;
  });
}

}  // namespace

const std::vector<std::string>& configuration_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Named& named : all_named()) result.push_back(named.name);
    return result;
  }();
  return names;
}

std::optional<Configuration> configuration_named(const std::string& name) {
  const auto found = std::ranges::find(all_named(), name, &Named::name);
  return found == all_named().end() ? std::nullopt : std::optional(found->configuration);
}

std::string to_string(const Configuration& configuration) {
  for (const Named& named : all_named()) {
    if (configuration.region && named.configuration == configuration) return named.name;
  }
  std::string text =
      configuration.threads == Configuration::Threads::warps ? "D-warp:S-cta (" : "D-cta:S-ker (";
  for (const auto& [location, region] : configuration.regions) {
    if (text.back() != '(') text += ", ";
    text += location + ' ' + std::string(to_string(region));
  }
  return text + ')';
}

bool has_configuration(const Program& program, const Configuration& configuration) {
  if (program.locations.empty() || !placed(program, configuration.threads)) return false;
  if (configuration.region) {
    return std::ranges::all_of(program.locations, [&](const Location& location) {
      return location.region == *configuration.region;
    });
  }
  std::map<std::string, Region> regions;
  for (const Location& location : program.locations) {
    regions.emplace(location.name, location.region);
  }
  return regions == configuration.regions;
}

}  // namespace opexplore
