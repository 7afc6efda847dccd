#include "litmus/generate/alternatives.hpp"

#include <algorithm>

#include "litmus/input/amounts.hpp"
#include "litmus/input/input_error.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

namespace {

// The form in each of the scopes, if it has an order that has one.
void add_scopes(const Alternatives& alternatives, AccessForm form, std::vector<AccessForm>& out) {
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

[[noreturn]] void fail(const std::string& message, const std::string& advice) {
  throw InputError("placements", {}, message, advice);
}

constexpr const char* placement_advice =
    "write all, cta, gpu, sys, 4-per-cta, or all threads like p0:p1::p2:::p3, with : between "
    "threads of one CTA, :: between CTAs and ::: between GPUs";

// `4-per-cta`.
std::optional<std::size_t> per_cta(std::string_view word) {
  const std::size_t digits = word.find('-');
  if (digits == std::string_view::npos || word.substr(digits) != "-per-cta") return std::nullopt;
  const auto size = parse_amount(word.substr(0, digits), 1000);
  return size && *size != 0 ? std::optional<std::size_t>(*size) : std::nullopt;
}

void add_placements(const std::string& word, std::size_t threads, std::vector<Placement>& found) {
  if (word == "all") {
    const std::vector<Placement> all = all_placements(threads);
    found.insert(found.end(), all.begin(), all.end());
  } else if (const auto scope = find_word<Scope>(word)) {
    found.push_back(all_in(*scope, threads));
  } else if (const auto size = per_cta(word)) {
    found.push_back(in_ctas_of(*size, threads));
  } else {
    const auto named = static_cast<std::size_t>(std::count(word.begin(), word.end(), 'p'));
    const auto placement = parse_placement(word, named);
    if (!placement) fail("'" + word + "' is no placement", placement_advice);
    if (named == threads) found.push_back(*placement);
  }
}

// A file name has no room for many threads one by one.
std::string short_name(const Placement& placement) {
  constexpr std::size_t most_named = 16;
  const std::size_t threads = placement.cta.size();
  for (std::size_t size = 1; threads > most_named && size <= threads; ++size) {
    if (placement == in_ctas_of(size, threads)) return std::to_string(size) + "-per-cta";
  }
  return to_string(placement);
}

}  // namespace

std::vector<AccessForm> plain_forms(const Alternatives& alternatives, bool write) {
  std::vector<AccessForm> forms;
  for (const Path path : alternatives.paths) {
    std::vector<Order> orders = alternatives.orders;
    if (has_weak_accesses_alone(path)) orders = {Order::weak};
    for (const Order order : orders) {
      const AccessForm form{path, std::nullopt, order, Scope::sys};
      if (write ? can_write(form) : can_read(form)) add_scopes(alternatives, form, forms);
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
        if (can_write(form)) add_scopes(alternatives, form, forms);
      }
    }
  }
  return forms;
}

std::vector<Action> fence_actions(const Alternatives& alternatives) {
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
  for (const std::string& word : alternatives.placements) add_placements(word, threads, found);
  for (const Placement& placement : found) {
    if (std::find(distinct.begin(), distinct.end(), placement) == distinct.end()) {
      distinct.push_back(placement);
    }
  }
  if (distinct.empty()) {
    fail("none of them places " + std::to_string(threads) + " threads", placement_advice);
  }
  return distinct;
}

std::vector<std::vector<Region>> region_choices(const Alternatives& alternatives,
                                                std::size_t locations) {
  std::vector<Region> regions = alternatives.regions;
  if (regions.empty()) regions = {Region::global};
  std::vector<std::vector<Region>> choices{{}};
  for (std::size_t l = 0; l < locations; ++l) {
    std::vector<std::vector<Region>> longer;
    for (const std::vector<Region>& choice : choices) {
      for (const Region region : regions) {
        longer.push_back(choice);
        longer.back().push_back(region);
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

std::string place_suffix(const Alternatives& alternatives, const Placement& placement,
                         const std::vector<Region>& regions) {
  std::string text;
  if (!alternatives.placements.empty()) text += "-" + short_name(placement);
  if (!alternatives.regions.empty()) text += "-" + to_string(regions);
  return text;
}

}  // namespace opexplore::generate
