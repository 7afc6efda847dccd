#include "litmus/generate/request_vulkan.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "litmus/generate/request_values.hpp"
#include "litmus/generate/vulkan_words.hpp"

namespace opexplore::generate {

namespace {

constexpr std::array<Word<Privacy>, 3> privacies{{{"private", Privacy::private_access},
                                                  {"nonpriv", Privacy::non_private},
                                                  {"avvis", Privacy::available}}};

VulkanAttributes semantics_of(const std::string& word) {
  const std::vector<std::string_view> words = split(word, ".");
  const auto semantics = parse_semantics(words);
  if (semantics) return *semantics;
  throw UsageError("--semantics knows no '" + word + "'",
                   "write storage classes, then semav, then semvis, with dots between, such as "
                   "semsc0.semsc1 or semsc0.semav.semvis");
}

StorageClass storage_class_of(const std::string& word) {
  if (const auto found = parse_storage_class(word)) return *found;
  throw UsageError("--storage-classes knows no '" + word + "'", "the classes are sc0 to sc3");
}

// The options that tests of one language alone can have, and what to do instead in the other.
constexpr std::array<std::pair<std::string_view, std::string_view>, 1> of_ptx{
    {{"regions", "locations of Vulkan have --storage-classes"}}};
constexpr std::array<std::string_view, 3> of_vulkan{"privacy", "semantics", "storage-classes"};

}  // namespace

VulkanAlternatives read_vulkan_alternatives(const Request& request) {
  VulkanAlternatives result;
  result.scopes = list(request, "scopes", words<VulkanScope>(), result.scopes);
  result.privacies = list<Privacy>(request, "privacy", privacies, result.privacies);
  if (const auto given = items(request, "semantics"); !given.empty()) {
    result.semantics.clear();
    for (const std::string& word : given) result.semantics.push_back(semantics_of(word));
  }
  for (const std::string& word : items(request, "storage-classes")) {
    result.storage_classes.push_back(storage_class_of(word));
  }
  return result;
}

void check_language(const Request& request, Language language) {
  if (language == Language::vulkan) {
    for (const auto& [option, instead] : of_ptx) {
      if (value(request, std::string(option)).empty()) continue;
      throw UsageError("--" + std::string(option) + " has no effect in Vulkan",
                       std::string(instead));
    }
    return;
  }
  for (const std::string_view option : of_vulkan) {
    if (value(request, std::string(option)).empty()) continue;
    throw UsageError("--" + std::string(option) + " has no effect in PTX",
                     "--dialect vulkan makes tests of Vulkan");
  }
}

}  // namespace opexplore::generate
