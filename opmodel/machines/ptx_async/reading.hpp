// What the text of the ISA leaves open about asynchronous operations, and how it is read.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "opmodel/setting.hpp"

namespace opexplore::ptx_async {

/// Where a bidirectional `fence.proxy.async` may stand between an access by the generic proxy and
/// one by the asynchronous: "takes effect within a single thread", and "composes".
enum class Place : std::uint8_t {
  path,    ///< anywhere on the path of base causality, as alias fences (8.9.5)
  thread,  ///< in the thread of either access
  cta,     ///< in the CTA of the asynchronous access (Lustig 2022, rules 3 to 5)
  source   ///< in the thread of the generic access
};

/// Which asynchronous operations are "by the same thread block", whose accesses base causality
/// orders without a fence.
enum class Domain : std::uint8_t {
  home,     ///< those on one CTA's shared memory; on global memory, those issued in one CTA
  cta,      ///< those issued in one CTA
  cluster,  ///< those issued in one cluster
  any
};

/// What the completion of an operation makes known to the generic proxy by itself.
enum class CompletionFence : std::uint8_t { full, writes, none };

/// Whose copies of a descriptor a tensormap acquire fence renews.
enum class TensormapAcquire : std::uint8_t { cta, path, thread };

struct Reading {
  Place place = Place::path;
  Domain domain = Domain::home;
  CompletionFence completion_fence = CompletionFence::full;
  TensormapAcquire tensormap_acquire = TensormapAcquire::cta;
  bool completes_for_any = false;           ///< an acquire of any scope sees what has completed
  bool completion_cumulates = false;        ///< completion hands on what its issuer knew
  bool matrix_in_program_order = false;     ///< wgmma is ordered behind earlier instructions
  bool one_half_suffices = false;           ///< of a one-sided fence between the proxies
  bool stores_are_asynchronous = false;     ///< `st.async` writes by the asynchronous proxy
  bool mbarriers_are_asynchronous = false;  ///< bulk copies use their mbarrier by that proxy
  bool launch_synchronises = true;          ///< a release before `launch_dependents` does
  /// Strong operations of the generic and the asynchronous proxy can be morally strong.
  bool strong_proxies_meet = false;
  /// At an mbarrier releasing and acquiring order operations on tensor memory as its fences do.
  bool mbarriers_fence_tensors = false;
};

/// The bundle, and what differs from it.
inline constexpr std::array<std::string_view, 3> bundles{"isa", "strict", "practice"};
inline constexpr std::array<std::string_view, 24> switches{
    "none",          "place=path",         "place=thread",   "place=cta",  "place=source",
    "domain=home",   "domain=cta",         "domain=cluster", "domain=any", "cfence=full",
    "cfence=writes", "cfence=none",        "cscope=any",     "cumul=yes",  "wgissue=program",
    "uni=either",    "tmacq=path",         "tmacq=thread",   "sta=async",  "mbop=async",
    "pdl=no",        "strongproxy=intent", "tcacq=no",       "tcacq=yes"};
inline constexpr std::array<Setting, 2> settings{{
    {"async-reading", bundles,
     "how to read what the ISA leaves open about asynchronous operations"},
    {"async-switch", switches, "single readings on top of that", true},
}};

Reading reading_of(const MachineOptions& options);

}  // namespace opexplore::ptx_async
