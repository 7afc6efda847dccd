// Shared memory of several CTAs (PTX ISA 5.1.7): each CTA has its own, and those of a cluster can
// name each other's. The code says `s` for that of its own CTA, and `s@1` for that of CTA 1. Which
// locations are shared is said below the code, so names stand for provisional addresses until then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/input/source.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// Provisional addresses from here on are InstanceName's, the others those of the program.
inline constexpr std::size_t first_instance = max_addresses;
inline constexpr std::size_t max_instance_names = 128;

/// `s@1`, as the text has it.
struct InstanceName {
  AddressId of = 0;  ///< the address that `s` is
  std::uint32_t cta = 0;
  SourcePlace place;                            ///< where it occurs first
  std::optional<Value> initial = std::nullopt;  ///< of this instance alone
};

/// A number of the program that is the address of something.
struct AddressNumber {
  enum class Where : std::uint8_t { reg, location, instance, instruction };
  Where where = Where::reg;
  ThreadId thread = 0;    ///< of registers and instructions
  std::size_t index = 0;  ///< of the register, location, InstanceName or instruction
  AddressId address = 0;  ///< provisional
  SourcePlace place = {};
  /// `mapa`: not of that, but of the instance in the CTA of that rank in the cluster.
  std::optional<Value> rank = std::nullopt;
};

/// What a text says of instances.
struct InstanceNotes {
  /// It has an asynchronous instruction, an object of one, a cluster, a grid, or names an instance.
  bool asynchronous = false;
  std::vector<InstanceName> named;
  std::vector<AddressNumber> numbers;
  std::set<AddressId> placed;  ///< elements of arrays, and addresses that are given as numbers
};

/// Where provisional addresses have gone.
class PlacedInstances {
 public:
  /// What the address means in the code of the thread.
  AddressId resolve(ThreadId thread, AddressId provisional) const;
  /// The same in another CTA of the cluster, by its rank in it. Nothing if there is none.
  std::optional<AddressId> at_rank(ThreadId thread, AddressId provisional, Value rank) const;
  /// The instances, or the only one, by the number of their CTA.
  std::map<std::uint32_t, AddressId> instances(AddressId provisional) const;

 private:
  friend class InstancePlacement;
  std::vector<std::uint32_t> ctas_;                 ///< by thread: where its CTA is in `of_`
  std::vector<std::vector<std::size_t>> clusters_;  ///< by thread: the same of all in its cluster
  std::vector<std::uint32_t> numbers_;              ///< of the CTAs
  std::vector<std::vector<AddressId>> of_;          ///< by address and CTA, or only one
  std::vector<std::pair<AddressId, std::size_t>> named_;  ///< by InstanceName
};

/// Gives each CTA its instance of what is shared, if the text is of those that have instances and
/// has several CTAs. Needs regions and the threads' places; `first_mention` is where a location
/// occurs first. Throws InputError.
PlacedInstances place_instances(Program& program, const InstanceNotes& notes, const Source& source,
                                const std::function<SourcePlace(std::string_view)>& first_mention);

inline bool is_instance_name(std::string_view name) { return name.find('@') != name.npos; }

/// The name without the CTA: "s" of "s@1".
std::string_view family_name(std::string_view name);

/// How code of the thread names the address: without the CTA if it is its own.
std::string name_in_code(const Program& program, const Thread& thread, AddressId address);

/// The numbers of the CTAs in the thread's cluster, in increasing order: each has its index as rank
/// (PTX ISA 9.7.9.24, `mapa`).
std::vector<std::uint32_t> cluster_ctas(const Program& program, const Thread& thread);

}  // namespace opexplore::detail
