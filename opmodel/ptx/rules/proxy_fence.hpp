// proxy_fence — moves what its thread knows one stage on, in its own CTA.
//
// PTX ISA 8.9.5 (proxy-preserved base causality); ISCA 2022, sections 5.3 and 6.2: accesses through
// different proxies, or through different virtual addresses, are ordered only if proxy fences of
// the right kinds lie between them: one out of the proxy of the first, in its CTA; an alias fence
// if the addresses differ; one into the proxy of the second, in its CTA.
//
//   t in CTA c executes fence.proxy.K                 (the stages: semantics.hpp)
//   -----------------------------------------------------------------------------
//   K = alias:       generic           joins  aliased
//   K = a proxy q:   own[q][c]         joins  generic
//                    generic           joins  fenced[q][c]
//                    aliased           joins  fenced_aliased[q][c]
//   K = generic, and always in 6.0:  nothing
#pragma once

#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

// A fence of a proxy has that proxy's number.
static_assert(static_cast<int>(ProxyFenceKind::texture) == static_cast<int>(Proxy::texture) &&
              static_cast<int>(ProxyFenceKind::surface) == static_cast<int>(Proxy::surface) &&
              static_cast<int>(ProxyFenceKind::constant) == static_cast<int>(Proxy::constant));

/// Action. A proxy fence waits for nothing: it has no guard.
template <class Size>
void proxy_fence(View<Size>& view, ThreadId thread, ProxyFenceKind kind,
                 const Semantics& semantics) {
  if (!semantics.reading().proxies || kind == ProxyFenceKind::generic) return;
  // Stages that the program cannot use are -1.
  const auto join = [&](int from, int to) {
    if (from < 0 || to < 0) return;
    view.join(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
  };
  const Stages& stages = semantics.stages();
  if (kind == ProxyFenceKind::alias) return join(Stages::generic, stages.aliased);
  const auto proxy = static_cast<std::size_t>(kind);
  const std::uint8_t cta = semantics.cta(thread);
  join(stages.own[proxy][cta], Stages::generic);
  join(Stages::generic, stages.fenced[proxy][cta]);
  join(stages.aliased, stages.fenced_aliased[proxy][cta]);
}

}  // namespace opexplore::ptx_model
