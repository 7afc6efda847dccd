#include "litmus/language/khronos_format/locations.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::detail {

namespace {

template <class Use>
void for_each_access(const KhronosTest& test, const Use& use) {
  for (const KhronosThread& thread : test.threads) {
    for (const KhronosInstruction& instruction : thread.instructions) {
      if (instruction.is_access()) use(instruction);
    }
  }
}

class Names {
 public:
  Names(const Source& source, const KhronosTest& test) {
    for_each_access(test, [&](const KhronosInstruction& access) {
      const Token& name = access.location;
      if (!numbers_.emplace(name.text, names_.size()).second) return;
      if (names_.size() == max_addresses) {
        source.fail(name.place,
                    "too many locations: the limit is " + std::to_string(max_addresses));
      }
      locations_.push_back(names_.size());
      names_.push_back(name);
    });
  }

  void join(const Source& source, const KhronosPair& pair) {
    const std::size_t a = location(number(source, pair.first));
    const std::size_t b = location(number(source, pair.second));
    locations_[std::max(a, b)] = std::min(a, b);
  }

  std::vector<KhronosName> take() const {
    std::vector<KhronosName> result;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      result.push_back({names_[i], names_[location(i)]});
    }
    return result;
  }

 private:
  std::size_t number(const Source& source, const Token& name) const {
    if (const auto known = numbers_.find(name.text); known != numbers_.end()) return known->second;
    std::vector<std::string_view> known;
    for (const Token& other : names_) known.push_back(other.text);
    source.fail(name.place, "nobody accesses the location " + quote(name),
                did_you_mean(name.text, known, "leave the line out"));
  }
  /// The first name of its location.
  std::size_t location(std::size_t name) const {
    while (locations_[name] != name) name = locations_[name];
    return name;
  }

  std::vector<Token> names_;
  std::map<std::string_view, std::size_t> numbers_;
  std::vector<std::size_t> locations_;  // by name: an earlier name of its location, or itself
};

}  // namespace

std::vector<KhronosName> khronos_names(const Source& source, const KhronosTest& test) {
  Names names(source, test);
  for (const KhronosPair& pair : test.same_locations) names.join(source, pair);
  return names.take();
}

void check_values(const Source& source, const KhronosTest& test,
                  const std::vector<KhronosName>& names) {
  std::map<std::string_view, std::string_view> locations;
  for (const KhronosName& name : names) locations.emplace(name.name.text, name.location.text);
  std::set<std::pair<std::string_view, Value>> written;
  for_each_access(test, [&](const KhronosInstruction& access) {
    if (access.written) written.emplace(locations[access.location.text], *access.written);
  });
  for_each_access(test, [&](const KhronosInstruction& access) {
    if (!access.read || *access.read == 0) return;
    const std::string_view location = locations[access.location.text];
    if (written.contains({location, *access.read})) return;
    source.fail(access.location.place,
                "nobody writes " + std::to_string(*access.read) + " to " + quote(location),
                "a read has the value that it returns; leave that out if it can be any");
  });
}

}  // namespace opexplore::detail
