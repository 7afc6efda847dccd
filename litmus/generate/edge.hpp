// The vocabulary of cycles: the edges of diy, and those that GPUs add.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "litmus/generate/access.hpp"
#include "litmus/generate/sketch.hpp"

namespace opexplore::generate {

enum class EdgeKind : std::uint8_t {
  program_order,
  reads_from,   ///< Rfe, Rfi: from a write to a read of it
  read_source,  ///< Rfe^-1, Rfi^-1: from a read to the write it reads; then comes Coe or Coi
  coherence,    ///< Coe, Coi (also Wse, Wsi): to a later write of the location
  from_read,    ///< Fre, Fri: from a read to a write that comes after the one it reads
  update,       ///< Amo.exch.ORDER.SCOPE, Amo.add…: read and write of one atomic
};

/// What stands between two accesses in program order: fences, or a dependency, or nothing.
struct Separator {
  std::vector<Action> fences;
  std::optional<DependencyKind> dependency;
  bool operator==(const Separator&) const = default;
};

/// One step of a cycle, from one access to the next.
struct Edge {
  EdgeKind kind = EdgeKind::program_order;
  bool source_writes = false, target_writes = false;
  bool external = false;       ///< communication: to another thread
  bool same_location = false;  ///< program order; all others stay at their location
  Separator separator;         ///< program_order alone
  AccessForm form;             ///< update alone
  std::uint32_t column = 0;    ///< where it was written, from 1

  bool moves() const { return kind == EdgeKind::program_order && !same_location; }
  bool communicates() const { return kind != EdgeKind::program_order && kind != EdgeKind::update; }
};

/// The edge of that name, for instance `PodWR`, `Rfe`, `fence.sc.gpudWR`, `DpAddrdR`; in Vulkan
/// `membar.acq_rel.dvdWR`. Nothing for other words.
std::optional<Edge> parse_edge(std::string_view text, Language language = Language::ptx);

/// Its name.
std::string to_string(const Edge& edge);

/// Examples of all sorts of edges, to suggest from.
std::vector<std::string> edge_names(Language language = Language::ptx);

/// \name What stands between accesses, as parts of names.
/// @{
/// `po`, `membar.gl`, `fence.acq_rel.gpu`, `fence.proxy.alias-fence.sc.sys`, `addr`.
std::string to_string(const Separator& separator);
/// `fence.sc.gpu`, `membar.gl`, `fence.proxy.constant`, `bar`; in Vulkan `membar.rel.dv.semav`,
/// `cbar.wg`, `cbar.acq_rel.wg.semsc0.semsc1`, `avdevice`.
std::optional<Action> parse_fence(std::string_view text, Language language = Language::ptx);
/// @}

}  // namespace opexplore::generate
