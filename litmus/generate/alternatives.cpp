#include "litmus/generate/alternatives.hpp"

#include <algorithm>

#include "litmus/generate/vulkan_words.hpp"
#include "litmus/input/amounts.hpp"
#include "litmus/input/input_error.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

namespace {

// Unless it is among them: semantics that do not go with an order make no difference to it.
template <class Value>
void add_new(const Value& value, std::vector<Value>& out) {
  if (std::find(out.begin(), out.end(), value) == out.end()) out.push_back(value);
}

// In Vulkan, an order in each of the scopes with what it can say.
std::vector<VulkanAttributes> orderings(const Alternatives& alternatives, Order order) {
  std::vector<VulkanAttributes> all;
  for (const VulkanScope scope : alternatives.vulkan.scopes) {
    for (const VulkanAttributes& semantics : alternatives.vulkan.semantics) {
      add_new(with_order(semantics, order, scope), all);
    }
  }
  return all;
}

// In Vulkan, of an access that is not atomic.
void add_privacies(const Alternatives& alternatives, AccessForm form, bool write,
                   std::vector<AccessForm>& out) {
  for (const Privacy privacy : alternatives.vulkan.privacies) {
    form.vulkan.reset();
    if (privacy == Privacy::private_access) {
      out.push_back(form);
      continue;
    }
    form.vulkan = VulkanAttributes{.non_private = true};
    if (privacy == Privacy::non_private) {
      out.push_back(form);
      continue;
    }
    (write ? form.vulkan->available : form.vulkan->visible) = true;
    for (const VulkanScope scope : alternatives.vulkan.scopes) {
      form.vulkan->scope = scope;
      out.push_back(form);
    }
  }
}

// The form in each of the scopes, if it has an order that has one.
void add_scopes(const Alternatives& alternatives, AccessForm form, bool write,
                std::vector<AccessForm>& out) {
  if (alternatives.language == Language::vulkan) {
    if (form.order == Order::weak) return add_privacies(alternatives, form, write, out);
    for (const VulkanAttributes& ordering : orderings(alternatives, form.order)) {
      form.vulkan = ordering;
      out.push_back(form);
    }
    return;
  }
  if (form.order == Order::weak) {
    out.push_back(form);
    return;
  }
  for (const Scope scope : alternatives.scopes) {
    form.scope = scope;
    out.push_back(form);
  }
}

bool has_weak_accesses_alone(Path path) { return path != Path::generic && path != Path::alias; }

[[noreturn]] void fail_on_placement(const std::string& message, const std::string& advice) {
  throw InputError("placements", {}, message, advice);
}

constexpr const char* placement_advice =
    "write all, cta, gpu, sys, 4-per-cta, or all threads like p0:p1::p2:::p3, with : between "
    "threads of one CTA, :: between CTAs and ::: between GPUs";
constexpr const char* vulkan_placement_advice =
    "write all, sg, wg, qf, dv, 4-per-wg, or all threads like p0.p1:p2::p3:::p4, with . between "
    "threads of one subgroup, : between subgroups, :: between workgroups and ::: between queue "
    "families";

const char* advice_on_placements(Language language) {
  return language == Language::vulkan ? vulkan_placement_advice : placement_advice;
}

std::string_view per_cta_suffix(Language language) {
  return language == Language::vulkan ? "-per-wg" : "-per-cta";
}

// `4-per-cta`.
std::optional<std::size_t> per_cta(std::string_view word, Language language) {
  const std::size_t digits = word.find('-');
  if (digits == std::string_view::npos || word.substr(digits) != per_cta_suffix(language)) {
    return std::nullopt;
  }
  const auto size = parse_amount(word.substr(0, digits), 1000);
  return size && *size != 0 ? std::optional<std::size_t>(*size) : std::nullopt;
}

// All threads of a test within that scope.
std::optional<Placement> placed_in(std::string_view word, std::size_t threads, Language language) {
  if (language == Language::vulkan) {
    const auto scope = find_word<VulkanScope>(word);
    return scope ? std::optional(all_in(*scope, threads)) : std::nullopt;
  }
  const auto scope = find_word(scopes(), word);
  return scope ? std::optional(all_in(*scope, threads)) : std::nullopt;
}

void add_placements(const std::string& word, std::size_t threads, Language language,
                    std::vector<Placement>& found) {
  if (word == "all") {
    const std::vector<Placement> all =
        language == Language::vulkan ? all_vulkan_placements(threads) : all_placements(threads);
    found.insert(found.end(), all.begin(), all.end());
  } else if (const auto within = placed_in(word, threads, language)) {
    found.push_back(*within);
  } else if (const auto size = per_cta(word, language)) {
    found.push_back(in_ctas_of(*size, threads));
  } else {
    const auto named = static_cast<std::size_t>(std::count(word.begin(), word.end(), 'p'));
    const auto placement = parse_placement(word, named);
    if (!placement) {
      fail_on_placement("'" + word + "' is no placement", advice_on_placements(language));
    }
    if (named == threads) found.push_back(*placement);
  }
}

// A file name has no room for many threads one by one.
std::string placement_name(const Placement& placement, Language language) {
  constexpr std::size_t most_named = 16;
  const std::size_t threads = placement.cta.size();
  for (std::size_t size = 1; threads > most_named && size <= threads; ++size) {
    if (placement == in_ctas_of(size, threads)) {
      return std::to_string(size).append(per_cta_suffix(language));
    }
  }
  return to_string(placement);
}

std::vector<Action> vulkan_fence_actions(const Alternatives& alternatives) {
  std::vector<Action> actions;
  for (const Order order : alternatives.fences) {
    for (const VulkanAttributes& ordering : orderings(alternatives, order)) {
      actions.emplace_back(Fence{order, Scope::gpu, ordering});
    }
  }
  for (const DeviceOperationKind kind : alternatives.vulkan.device_operations) {
    actions.emplace_back(DeviceOperation{kind});
  }
  for (const Order order : alternatives.vulkan.barriers) {
    for (const VulkanAttributes& ordering : orderings(alternatives, order)) {
      Barrier barrier;
      barrier.order = order;
      barrier.vulkan = ordering;
      actions.emplace_back(barrier);
    }
  }
  return actions;
}

// Whether some access has that order; what is said beside it comes later.
bool fits(const AccessForm& form, bool write) { return write ? can_write(form) : can_read(form); }

}  // namespace

std::vector<AccessForm> plain_forms(const Alternatives& alternatives, bool write) {
  std::vector<AccessForm> forms;
  for (const Path path : alternatives.paths) {
    std::vector<Order> orders = alternatives.orders;
    if (has_weak_accesses_alone(path)) orders = {Order::weak};
    for (const Order order : orders) {
      const AccessForm form{path, std::nullopt, order, Scope::sys};
      if (fits(form, write)) add_scopes(alternatives, form, write, forms);
    }
  }
  if (forms.empty()) forms.emplace_back();
  return forms;
}

std::vector<AccessForm> atomic_forms(const Alternatives& alternatives) {
  std::vector<AccessForm> forms;
  // No atomic is weak: where only weak accesses are asked for, atomics are relaxed.
  std::vector<Order> orders = alternatives.orders;
  if (std::all_of(orders.begin(), orders.end(), [](Order it) { return it == Order::weak; })) {
    orders = {Order::relaxed};
  }
  for (const Path path : alternatives.paths) {
    if (has_weak_accesses_alone(path)) continue;
    for (const AtomicOp op : alternatives.atomics) {
      for (const Order order : orders) {
        const AccessForm form{path, op, order, Scope::sys};
        if (fits(form, true)) add_scopes(alternatives, form, true, forms);
      }
    }
  }
  return forms;
}

std::vector<Action> fence_actions(const Alternatives& alternatives) {
  if (alternatives.language == Language::vulkan) return vulkan_fence_actions(alternatives);
  std::vector<Action> actions;
  for (const Order order : alternatives.fences) {
    for (const Scope scope : alternatives.scopes) actions.emplace_back(Fence{order, scope});
  }
  for (const ProxyFenceKind kind : alternatives.proxy_fences) {
    actions.emplace_back(ProxyFence{kind});
  }
  if (alternatives.barrier) actions.emplace_back(Barrier{});
  return actions;
}

std::vector<Separator> separators(const Alternatives& alternatives, bool source_reads,
                                  bool target_writes) {
  std::vector<Separator> all;
  if (alternatives.program_order) all.emplace_back();
  for (const Action& action : fence_actions(alternatives)) all.push_back({{action}, std::nullopt});
  for (const DependencyKind kind : alternatives.dependencies) {
    if (source_reads && (kind != DependencyKind::data || target_writes)) all.push_back({{}, kind});
  }
  if (all.empty()) all.emplace_back();
  return all;
}

std::vector<Placement> placements(const Alternatives& alternatives, std::size_t threads) {
  if (alternatives.placements.empty()) return {all_in(Scope::gpu, threads)};
  std::vector<Placement> found, distinct;
  for (const std::string& word : alternatives.placements) {
    add_placements(word, threads, alternatives.language, found);
  }
  for (const Placement& placement : found) {
    if (std::find(distinct.begin(), distinct.end(), placement) == distinct.end()) {
      distinct.push_back(placement);
    }
  }
  if (distinct.empty()) {
    fail_on_placement("none of them places " + std::to_string(threads) + " threads",
                      advice_on_placements(alternatives.language));
  }
  return distinct;
}

std::vector<std::vector<Home>> home_choices(const Alternatives& alternatives,
                                            std::size_t locations) {
  std::vector<Home> homes;
  for (const Region region : alternatives.regions) homes.push_back({region, 0});
  for (const StorageClass storage_class : alternatives.vulkan.storage_classes) {
    homes.push_back({Region::global, storage_class});
  }
  if (homes.empty()) homes.emplace_back();
  std::vector<std::vector<Home>> choices{{}};
  for (std::size_t l = 0; l < locations; ++l) {
    std::vector<std::vector<Home>> longer;
    for (const std::vector<Home>& choice : choices) {
      for (const Home& home : homes) {
        longer.push_back(choice);
        longer.back().push_back(home);
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

std::string place_suffix(const Alternatives& alternatives, const Placement& placement,
                         const std::vector<Home>& homes) {
  std::string text;
  if (!alternatives.placements.empty()) {
    text += "-" + placement_name(placement, alternatives.language);
  }
  if (!alternatives.regions.empty() || !alternatives.vulkan.storage_classes.empty()) {
    text += "-" + to_string(homes, alternatives.language);
  }
  return text;
}

}  // namespace opexplore::generate
