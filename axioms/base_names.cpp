#include "axioms/base_names.hpp"

#include <array>

#include "axioms/asynchronous_sets.hpp"
#include "axioms/mbarrier_orders.hpp"
#include "axioms/vulkan_sets.hpp"

namespace opexplore::axioms {

namespace {

// Dat3M's names where it has them (Tong et al. 2024, tables 1 and 2), herd's otherwise.
constexpr std::array named_bases{
    BaseName{"_", Base::everything, true, "all events"},
    BaseName{"R", Base::reads, true, "reads"},
    BaseName{"W", Base::writes, true, "writes"},
    BaseName{"M", Base::memory, true, "reads and writes"},
    BaseName{"F", Base::fences, true, "fences and proxy fences"},
    BaseName{"B", Base::barriers, true, "barriers"},
    BaseName{"IW", Base::initial_writes, true, "initial writes"},
    BaseName{"RMW", Base::atomics, true, "reads and writes of atomics"},
    BaseName{"ACQ", Base::acquire, true, "acquire reads, acquire fences; Vulkan: all"},
    BaseName{"REL", Base::release, true, "release writes, release fences; Vulkan: all"},
    BaseName{"ACQ_REL", Base::acq_rel, true, "acquire-release fences"},
    BaseName{"SC", Base::sc, true, "sc fences; in C++ also sc accesses"},
    BaseName{"RLX", Base::relaxed, true, "strong accesses without acquire or release"},
    BaseName{"WEAK", Base::weak, true, "weak accesses; in C++ non-atomic ones"},
    BaseName{"CTA", Base::scope_cta, true, "operations of scope cta"},
    BaseName{"GPU", Base::scope_gpu, true, "operations of scope gpu"},
    BaseName{"SYS", Base::scope_sys, true, "operations of scope sys"},
    BaseName{"GEN", Base::generic, true, "generic proxy: accesses, fences, their proxy fence"},
    BaseName{"TEX", Base::texture, true, "texture proxy: accesses and proxy fences"},
    BaseName{"SUR", Base::surface, true, "surface proxy: accesses and proxy fences"},
    BaseName{"CON", Base::constant, true, "constant proxy: accesses and proxy fences"},
    BaseName{"ALIAS", Base::alias, true, "alias proxy fences"},
    BaseName{"CA", Base::cache_ca, true, "accesses with .ca"},
    BaseName{"CG", Base::cache_cg, true, "accesses with .cg"},
    BaseName{"WB", Base::cache_wb, true, "accesses with .wb"},
    BaseName{"VOLATILE", Base::is_volatile, true, "volatile accesses"},
    BaseName{"GLOBAL", Base::in_global, true, "accesses to global memory"},
    BaseName{"SHARED", Base::in_shared, true, "accesses to shared memory"},
    BaseName{"CBAR", Base::barriers, true, "barriers"},
    BaseName{"ATOM", Base::vulkan_atomic, true, "Vulkan, AMDGPU: atomic accesses"},
    BaseName{"NONPRIV", Base::non_private, true, "Vulkan: non-private accesses, atomic ones too"},
    BaseName{"SG", Base::subgroup, true, "Vulkan: operations of scope subgroup"},
    BaseName{"WG", Base::workgroup, true, "Vulkan: operations of scope workgroup"},
    BaseName{"QF", Base::queue_family, true, "Vulkan: operations of scope queue family"},
    BaseName{"DV", Base::device, true, "Vulkan: operations of scope device"},
    BaseName{"SC0", Base::class_0, true, "Vulkan: accesses to storage class 0"},
    BaseName{"SC1", Base::class_1, true, "Vulkan: accesses to storage class 1"},
    BaseName{"SC2", Base::class_2, true, "Vulkan: accesses to storage class 2"},
    BaseName{"SC3", Base::class_3, true, "Vulkan: accesses to storage class 3"},
    BaseName{"SEMSC0", Base::semantics_0, true, "Vulkan: what orders storage class 0"},
    BaseName{"SEMSC1", Base::semantics_1, true, "Vulkan: what orders storage class 1"},
    BaseName{"SEMSC2", Base::semantics_2, true, "Vulkan: what orders storage class 2"},
    BaseName{"SEMSC3", Base::semantics_3, true, "Vulkan: what orders storage class 3"},
    BaseName{"AV", Base::available, true, "Vulkan, AMDGPU: writes that are available"},
    BaseName{"VIS", Base::visible, true, "Vulkan, AMDGPU: reads that see what is visible"},
    BaseName{"SEMAV", Base::make_available, true, "Vulkan, AMDGPU: releases with availability"},
    BaseName{"SEMVIS", Base::make_visible, true, "Vulkan, AMDGPU: acquires with visibility"},
    BaseName{"AVDEVICE", Base::device_available, true, "Vulkan: avdevice"},
    BaseName{"VISDEVICE", Base::device_visible, true, "Vulkan: visdevice"},
    BaseName{"SINGLETHREAD", Base::singlethread, true, "AMDGPU: operations of that scope"},
    BaseName{"WAVEFRONT", Base::wavefront, true, "AMDGPU: operations of that scope"},
    BaseName{"UNDEFINED", Base::undef_sources, true, "AMDGPU: where `undef` is read from"},
    BaseName{"ASYNC", Base::apart, true, "what asynchronous operations do, not in po"},
    BaseName{"ASY", Base::async_proxy, true, "async proxy: accesses"},
    BaseName{"TMP", Base::tensormap_proxy, true, "tensormap proxy: reads of descriptors"},
    BaseName{"NC", Base::readonly_proxy, true, "read-only proxy: reads"},
    BaseName{"STASYNC", Base::async_store, true, "accesses of st.async and red.async"},
    BaseName{"BULK", Base::bulk_operation, true, "accesses and completions of bulk operations"},
    BaseName{"WGMMA", Base::matrix_operation, true, "accesses of wgmma"},
    BaseName{"CLUSTER", Base::scope_cluster, true, "operations of scope cluster"},
    BaseName{"FASYNC", Base::async_fence, true, "fence.proxy.async"},
    BaseName{"ASYREL", Base::async_release, true, "its release half"},
    BaseName{"ASYACQ", Base::async_acquire, true, "its acquire half"},
    BaseName{"READREL", Base::async_read_release, true, "its release half for own reads"},
    BaseName{"MAPREL", Base::tensormap_release, true, "release half of fence.proxy.tensormap"},
    BaseName{"MAPACQ", Base::tensormap_acquire, true, "acquire half of fence.proxy.tensormap"},
    BaseName{"ALIASREL", Base::alias_release, true, "release half of fence.proxy.alias"},
    BaseName{"ALIASACQ", Base::alias_acquire, true, "acquire half of fence.proxy.alias"},
    BaseName{"FINIT", Base::init_fence, true, "fence.mbarrier_init"},
    BaseName{"RESTRICTED", Base::restricted, true, ".sync_restrict fences between threads"},
    BaseName{"MB", Base::on_mbarrier, true, "operations on mbarriers; waits that are true"},
    BaseName{"INIT", Base::mbarrier_init, true, "mbarrier.init"},
    BaseName{"ARRIVE", Base::mbarrier_arrival, true, "mbarrier.arrive, arrive_drop"},
    BaseName{"COMPLETE", Base::mbarrier_completion, true, "ends of operations at mbarriers"},
    BaseName{"WAIT", Base::mbarrier_wait, true, "waits that found their phase complete"},
    BaseName{"UNDEF", Base::undefined_operation, true, "operations that an mbarrier cannot do"},
    BaseName{"CARRIVE", Base::cluster_arrive, true, "barrier.cluster.arrive"},
    BaseName{"CWAIT", Base::cluster_wait, true, "barrier.cluster.wait"},
    BaseName{"LAUNCH", Base::launch, true, "griddepcontrol.launch_dependents"},
    BaseName{"GRIDWAIT", Base::grid_wait, true, "griddepcontrol.wait"},
    BaseName{"TENSOR", Base::tensor_memory, true, "accesses to tensor memory"},
    BaseName{"TBEFORE", Base::tensor_before, true,
             "tcgen05.fence::before_thread_sync, and tcgen05.commit, which has one in it"},
    BaseName{"TAFTER", Base::tensor_after, true, "tcgen05.fence::after_thread_sync"},
    BaseName{"REGION0", Base::region_0, true, "accesses that no RESTRICTED fence orders"},
    BaseName{"REGION1", Base::region_1, true, "accesses of the first other kind"},
    BaseName{"REGION2", Base::region_2, true, "accesses of the second other kind"},
    BaseName{"REGION3", Base::region_3, true, "accesses of the third other kind"},
    BaseName{"ADMITS0", Base::admits_0, true, "RESTRICTED fences that order REGION0: none"},
    BaseName{"ADMITS1", Base::admits_1, true, "RESTRICTED fences that order REGION1"},
    BaseName{"ADMITS2", Base::admits_2, true, "RESTRICTED fences that order REGION2"},
    BaseName{"ADMITS3", Base::admits_3, true, "RESTRICTED fences that order REGION3"},
    BaseName{"id", Base::identity, false, "the identity"},
    BaseName{"po", Base::program_order, false, "program order"},
    BaseName{"loc", Base::location, false, "accesses to one physical location"},
    BaseName{"vloc", Base::virtual_location, false, "accesses to one virtual address"},
    BaseName{"int", Base::internal, false, "events of one thread"},
    BaseName{"ext", Base::external, false, "events not of one thread"},
    BaseName{"rmw", Base::rmw, false, "the read and the write of an atomic"},
    BaseName{"addr", Base::address, false, "address dependencies"},
    BaseName{"data", Base::data, false, "data dependencies"},
    BaseName{"ctrl", Base::control, false, "control dependencies"},
    BaseName{"sr", Base::scope_inclusion, false, "scopes that include each other's thread"},
    BaseName{"swarp", Base::same_warp, false, "events of one warp"},
    BaseName{"scta", Base::same_cta, false, "events of one CTA"},
    BaseName{"sgpu", Base::same_gpu, false, "events of one GPU"},
    BaseName{"ssg", Base::same_warp, false, "events of one subgroup"},
    BaseName{"swg", Base::same_cta, false, "events of one workgroup"},
    BaseName{"sqf", Base::same_gpu, false, "events of one queue family"},
    BaseName{"ssw", Base::system_synchronised, false, "Vulkan: threads one after the other"},
    BaseName{"sclu", Base::same_cluster, false, "events of one cluster"},
    BaseName{"pipelined", Base::pipelined, false,
             "between accesses to tensor memory by operations that make a pipeline in this order"},
    BaseName{"issue", Base::issue, false, "from an instruction to what its operation does"},
    BaseName{"anchor", Base::anchor, false, "the same from where its past is taken"},
    BaseName{"opo", Base::operation_order, false, "the order of what an operation does"},
    BaseName{"sameop", Base::same_operation, false, "events of one asynchronous operation"},
    BaseName{"awaited", Base::awaited, false, "from accesses to the wait for their group"},
    BaseName{"mbloc", Base::same_mbarrier, false, "operations on one mbarrier"},
    BaseName{"mo", Base::mbarrier_order, false, "the order of operations on one mbarrier"},
    BaseName{"counted", Base::mbarrier_observed, false, "from what completed a phase to its waits"},
    BaseName{"made", Base::initialised, false, "from an INIT to operations on its object"},
    BaseName{"cround", Base::cluster_round, false, "from a CARRIVE to the waits of its round"},
    BaseName{"cexit", Base::cluster_exit, false, "from threads that ended to cluster waits"},
    BaseName{"earlier", Base::earlier_grid, false, "from earlier grids to later ones"},
    BaseName{"dependent", Base::dependent_grid, false, "from a grid to that which depends on it"},
    BaseName{"gstart", Base::grid_start, false, "from what a grid waits for to all in it"},
    BaseName{"covers", Base::covers, false, "from a fence to accesses where it orders"},
    BaseName{"includes", Base::includes, false, "from an operation to threads in its scope"},
    BaseName{"rf", Base::reads_from, false, "reads-from"},
    BaseName{"co", Base::coherence, false, "coherence"},
    BaseName{"sync_fence", Base::sync_fence, false, "the order of sc fences"},
    BaseName{"sync_barrier", Base::sync_barrier, false, "who releases whom at a barrier"},
    BaseName{"syncbar", Base::sync_barrier, false, "the same"},
};

Proxy fenced_proxy(ProxyFenceKind kind) {
  switch (kind) {
    case ProxyFenceKind::texture:
      return Proxy::texture;
    case ProxyFenceKind::surface:
      return Proxy::surface;
    case ProxyFenceKind::constant:
      return Proxy::constant;
    case ProxyFenceKind::generic:
    case ProxyFenceKind::alias:
      return Proxy::generic;
  }
  return Proxy::generic;
}

bool is_access(const PathEvent& what) {
  return what.kind == EventKind::read || what.kind == EventKind::write;
}

// What asynchronous instructions make is generic but for accesses that are said to be others; what
// orders proxies, waits for groups and grids is in none.
bool is_generic(const AsynchronousEvent& what) {
  using Kind = AsynchronousEvent::Kind;
  if (what.kind == Kind::access) return what.channel == Channel::generic;
  if (what.kind == Kind::fence) {
    return what.fence == AsynchronousFence::Kind::restricted_release ||
           what.fence == AsynchronousFence::Kind::restricted_acquire ||
           what.fence == AsynchronousFence::Kind::mbarrier_init;
  }
  return what.on_mbarrier() || what.kind == Kind::cluster_arrive || what.kind == Kind::cluster_wait;
}

// Ordinary fences count as generic; barriers and alias fences have no proxy.
bool has_proxy(const PathEvent& what, Proxy proxy) {
  if (what.asynchronous) return proxy == Proxy::generic && is_generic(*what.asynchronous);
  if (is_access(what)) return what.proxy == proxy;
  if (what.kind == EventKind::fence) return proxy == Proxy::generic;
  return what.kind == EventKind::proxy_fence && what.proxy_fence != ProxyFenceKind::alias &&
         fenced_proxy(what.proxy_fence) == proxy;
}

bool in_order_set(const PathEvent& what, Order order) {
  if (what.vulkan && order == Order::acquire) return what.vulkan->acquires;
  if (what.vulkan && order == Order::release) return what.vulkan->releases;
  const bool ordered =
      is_access(what) || what.kind == EventKind::fence || what.kind == EventKind::asynchronous;
  return ordered && what.order == order;
}

// CTA, CLUSTER, GPU and SYS are the workgroup, the cluster, the agent and the system.
SyncScope sync_scope(Scope scope) {
  constexpr auto first = static_cast<unsigned>(SyncScope::workgroup);
  return static_cast<SyncScope>(first + static_cast<unsigned>(scope));
}

bool in_scope_set(const PathEvent& what, Scope scope) {
  if (what.amdgpu) return what.amdgpu->scope == sync_scope(scope);
  const bool strong =
      (is_access(what) || what.kind == EventKind::fence || what.kind == EventKind::asynchronous) &&
      what.order != Order::weak;
  return !what.vulkan && strong && what.scope == scope;
}

bool in_amdgpu_set(Base base, const AmdgpuEvent& event) {
  switch (base) {
    case Base::vulkan_atomic:
      return event.atomic;
    case Base::available:
      return event.available.has_value();
    case Base::visible:
      return event.visible.has_value();
    case Base::make_available:
      return event.make_available;
    case Base::make_visible:
      return event.make_visible;
    case Base::singlethread:
      return event.scope == SyncScope::singlethread;
    case Base::wavefront:
      return event.scope == SyncScope::wavefront;
    default:
      return false;
  }
}

bool has_annotation(const PathEvent& what, Annotation annotation) {
  return is_access(what) && what.annotation == annotation;
}

// Whether an event of a thread is in the set.
bool belongs(Base base, const GraphEvent& event, const Program& program) {
  const PathEvent& what = event.what;
  switch (base) {
    case Base::atomics:
      return what.atomic;
    case Base::acquire:
      return in_order_set(what, Order::acquire);
    case Base::release:
      return in_order_set(what, Order::release);
    case Base::acq_rel:
      return in_order_set(what, Order::acq_rel);
    case Base::sc:
      return in_order_set(what, Order::sc);
    case Base::relaxed:
      return in_order_set(what, Order::relaxed);
    case Base::weak:
      return in_order_set(what, Order::weak);
    case Base::scope_cta:
      return in_scope_set(what, Scope::cta);
    case Base::scope_cluster:
      return in_scope_set(what, Scope::cluster);
    case Base::scope_gpu:
      return in_scope_set(what, Scope::gpu);
    case Base::scope_sys:
      return in_scope_set(what, Scope::sys);
    case Base::generic:
      return has_proxy(what, Proxy::generic);
    case Base::texture:
      return has_proxy(what, Proxy::texture);
    case Base::surface:
      return has_proxy(what, Proxy::surface);
    case Base::constant:
      return has_proxy(what, Proxy::constant);
    case Base::readonly_proxy:
      return has_proxy(what, Proxy::readonly);
    case Base::alias:
      return what.kind == EventKind::proxy_fence && what.proxy_fence == ProxyFenceKind::alias;
    case Base::cache_ca:
      return has_annotation(what, Annotation::ca);
    case Base::cache_cg:
      return has_annotation(what, Annotation::cg);
    case Base::cache_wb:
      return has_annotation(what, Annotation::wb);
    case Base::is_volatile:
      return has_annotation(what, Annotation::volatile_);
    case Base::in_global:
      return is_access(what) && program.locations[event.location].region == Region::global;
    case Base::in_shared:
      return is_access(what) && program.locations[event.location].region == Region::shared;
    default:
      if (what.vulkan) return in_vulkan_set(base, *what.vulkan);
      if (what.amdgpu) return in_amdgpu_set(base, *what.amdgpu);
      return in_asynchronous_set(base, event, program);
  }
}

Relation full(std::size_t size) {
  Relation result(size);
  const EventSet all = size == max_events ? ~EventSet{0} : event_bit(size) - 1;
  for (EventIndex e = 0; e < size; ++e) result.row(e) = all;
  return result;
}

}  // namespace

std::span<const BaseName> base_names() { return named_bases; }

EventSet base_set(Base base, const Skeleton& skeleton) {
  const std::size_t n = skeleton.size();
  switch (base) {
    case Base::everything:
      return n == max_events ? ~EventSet{0} : event_bit(n) - 1;
    case Base::reads:
      return skeleton.reads;
    case Base::writes:
      return skeleton.writes;
    case Base::memory:
      return skeleton.reads | skeleton.writes;
    case Base::fences:
      return skeleton.fences | skeleton.proxy_fences;
    case Base::barriers:
      return skeleton.barriers;
    case Base::initial_writes:
      return skeleton.initial;
    case Base::undef_sources:
      return skeleton.undef_sources;
    case Base::undefined_operation:
      return skeleton.mbarriers != nullptr ? skeleton.mbarriers->undefined : 0;
    default:
      break;
  }
  EventSet result = 0;
  for (EventIndex e = 0; e < n; ++e) {
    const GraphEvent& event = skeleton.events[e];
    const bool regional = base == Base::in_global || base == Base::in_shared;
    if (event.thread == no_thread && !regional) continue;
    if (belongs(base, event, skeleton.program)) result |= event_bit(e);
  }
  return result;
}

Relation base_relation(Base base, const Skeleton& skeleton) {
  switch (base) {
    case Base::identity:
      return Relation(skeleton.size()).reflexive();
    case Base::program_order:
      return skeleton.program_order;
    case Base::location:
      return skeleton.same_location;
    case Base::virtual_location:
      return skeleton.same_virtual;
    case Base::internal:
      return skeleton.same_thread;
    case Base::external: {
      Relation result = full(skeleton.size());
      for (EventIndex e = 0; e < skeleton.size(); ++e) {
        result.row(e) &= ~skeleton.same_thread.row(e) & ~event_bit(e);
      }
      return result;
    }
    case Base::rmw:
      return skeleton.rmw;
    case Base::address:
      return skeleton.address_dependency;
    case Base::data:
      return skeleton.data_dependency;
    case Base::control:
      return skeleton.control_dependency;
    case Base::scope_inclusion:
      return skeleton.mutual_scope;
    case Base::same_warp:
      return skeleton.same_warp;
    case Base::same_cta:
      return skeleton.same_cta;
    case Base::same_gpu:
      return skeleton.same_gpu;
    case Base::system_synchronised:
      return skeleton.system_synchronised;
    default:
      return asynchronous_relation(base, skeleton);
  }
}

}  // namespace opexplore::axioms
