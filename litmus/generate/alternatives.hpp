// What a generator may choose from, for accesses, for what stands between them, and for places.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "litmus/generate/edge.hpp"
#include "litmus/generate/places.hpp"

namespace opexplore::generate {

/// How an access of Vulkan that is not atomic takes part in the order between threads.
enum class Privacy : std::uint8_t {
  private_access,
  non_private,
  available  ///< a write is available, a read visible, in each of the scopes
};

/// What Vulkan tests choose from in place of scopes, fences between proxies, and regions.
struct VulkanAlternatives {
  std::vector<VulkanScope> scopes{VulkanScope::device};
  std::vector<Privacy> privacies{Privacy::private_access};  ///< of accesses of order weak
  /// What orders say, see parse_semantics(); what does not go with an order is left out.
  std::vector<VulkanAttributes> semantics{VulkanAttributes{.semantics = set_of(0)}};
  std::vector<Order> barriers;  ///< weak: one that orders nothing
  std::vector<DeviceOperationKind> device_operations;
  /// For each location. Empty: class 0, and names do not mention it.
  std::vector<StorageClass> storage_classes;
};

struct Alternatives {
  Language language = Language::ptx;  ///< or vulkan

  /// Accesses: each path with each order that fits, each strong order with each scope.
  std::vector<Order> orders{Order::weak};
  std::vector<Scope> scopes{Scope::gpu};
  std::vector<AtomicOp> atomics;  ///< besides loads and stores; relaxed if all orders are weak
  std::vector<Path> paths{Path::generic};

  /// Between two accesses: nothing, one fence (in each of the scopes), one dependency.
  bool program_order = true;
  std::vector<Order> fences;
  std::vector<ProxyFenceKind> proxy_fences;
  bool barrier = false;  ///< in PTX
  std::vector<DependencyKind> dependencies;

  /// `all`, `cta`, `gpu`, `sys` (in Vulkan `sg`, `wg`, `qf`, `dv`), or placements such as
  /// `p0:p1::p2`; those for other numbers of threads are passed over. Empty: threads in CTAs of
  /// their own, and names do not mention it.
  std::vector<std::string> placements;
  /// For each location. Empty: global, and names do not mention it.
  std::vector<Region> regions;

  VulkanAlternatives vulkan;

  /// Of a cycle: what reads of Rfe and Rfi find is a filter, and the rest is asked about.
  bool filter = false;

  /// Programs with exactly so many instructions alone: accesses, fences, barriers, and two for each
  /// dependency.
  std::optional<std::size_t> instructions;
};

/// The forms of loads (or stores) and of atomics. A load or store to which none fits is weak.
std::vector<AccessForm> plain_forms(const Alternatives& alternatives, bool write);
std::vector<AccessForm> atomic_forms(const Alternatives& alternatives);

/// Fences, proxy fences, operations of the device and barriers, one each.
std::vector<Action> fence_actions(const Alternatives& alternatives);

/// Everything that can stand between two accesses of a thread; nothing, if none of it can.
std::vector<Separator> separators(const Alternatives& alternatives, bool source_reads,
                                  bool target_writes);

/// The placements of that many threads, without repetition. Throws InputError, whose path is
/// "placements", for a word that is none, and if there is none.
std::vector<Placement> placements(const Alternatives& alternatives, std::size_t threads);

/// Every choice of regions or storage classes for so many locations.
std::vector<std::vector<Home>> home_choices(const Alternatives& alternatives,
                                            std::size_t locations);

/// What names end with: `-p0::p1-xgyg`, as far as the alternatives speak of it.
std::string place_suffix(const Alternatives& alternatives, const Placement& placement,
                         const std::vector<Home>& homes);

/// How far a test is made.
enum class Finish : std::uint8_t {
  complete,  ///< with a condition, and read back: as from a file
  /// To be run at once, made in a fraction of the time: everything that is read into and all
  /// locations are observed, the condition is true, instructions have neither text nor place.
  bare
};

/// A test that has been chosen and can be made. The function lives as long as the call.
using Make = std::function<Test(Finish)>;

/// Takes a test; whether it wants more.
using UseMake = std::function<bool(const Make&)>;

}  // namespace opexplore::generate
