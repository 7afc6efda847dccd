// Fences between proxies and for some state spaces (PTX ISA 9.7.15.4).
#include <array>

#include "litmus/language/ptx_code/asynchronous_instruction.hpp"

namespace opexplore::detail {

namespace {

using FenceKind = AsynchronousFence::Kind;

Action read_async_fence(InstructionContext& context) {
  const std::vector<Space> spaces = spaces_in(context.mnemonic);
  return Asynchronous{
      AsynchronousFence{FenceKind::async, spaces.empty() ? Space::all : spaces.front(), {}, {}}};
}

Action read_async_half(InstructionContext& context) {
  const Scope scope = *scope_in(context.mnemonic);
  if (context.mnemonic.has("acquire")) {
    return Asynchronous{
        AsynchronousFence{FenceKind::async_acquire, Space::shared_cluster, scope, {}}};
  }
  if (has_prefix(context.mnemonic, "sync_restrict::shared::cluster::read")) {
    return Asynchronous{
        AsynchronousFence{FenceKind::async_read_release, Space::shared_cluster, scope, {}}};
  }
  return Asynchronous{AsynchronousFence{FenceKind::async_release, Space::shared_cta, scope, {}}};
}

Action read_tensormap_release(InstructionContext& context) {
  return Asynchronous{
      AsynchronousFence{FenceKind::tensormap_release, Space::all, *scope_in(context.mnemonic), {}}};
}

Action read_tensormap_acquire(InstructionContext& context) {
  AsynchronousFence fence{
      FenceKind::tensormap_acquire, Space::all, *scope_in(context.mnemonic), {}};
  fence.object = read_object_operand(context, {.object = ObjectKind::tensormap}).address;
  context.comma("the size of a tensormap, 128");
  read_constant(context, "the size of a tensormap", 128, 128);
  return Asynchronous{fence};
}

Action read_alias_half(InstructionContext& context) {
  const bool acquires = context.mnemonic.has("acquire");
  return Asynchronous{AsynchronousFence{
      acquires ? FenceKind::alias_acquire : FenceKind::alias_release, Space::all, Scope::sys, {}}};
}

Action read_init_fence(InstructionContext&) {
  return Asynchronous{AsynchronousFence{FenceKind::mbarrier_init, Space::all, Scope::cluster, {}}};
}

Action read_restricted_fence(InstructionContext& context) {
  if (context.mnemonic.has("acquire")) {
    return Asynchronous{AsynchronousFence{
        FenceKind::restricted_acquire, Space::shared_cluster, Scope::cluster, {}}};
  }
  return Asynchronous{
      AsynchronousFence{FenceKind::restricted_release, Space::shared_cta, Scope::cluster, {}}};
}

Action read_matrix_fence(InstructionContext&) {
  return Asynchronous{AsynchronousFence{FenceKind::matrix, Space::all, {}, {}}};
}

constexpr std::array<AsynchronousForm, 11> forms_of_fences{{
    {"fence.proxy.async.global|shared::cta|shared::cluster?", read_async_fence},
    {"fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster", read_async_half},
    {"fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", read_async_half},
    {"fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster|cta",
     read_async_half},
    {"fence.proxy.tensormap::generic.release.SCOPE", read_tensormap_release},
    {"fence.proxy.tensormap::generic.acquire.SCOPE", read_tensormap_acquire},
    {"fence.proxy.alias.release|acquire.sys", read_alias_half},
    {"fence.mbarrier_init.release.cluster", read_init_fence},
    {"fence.release.sync_restrict::shared::cta.cluster", read_restricted_fence},
    {"fence.acquire.sync_restrict::shared::cluster.cluster", read_restricted_fence},
    {"wgmma.fence.sync?.aligned?", read_matrix_fence},
}};

}  // namespace

std::span<const AsynchronousForm> fence_forms() { return forms_of_fences; }

}  // namespace opexplore::detail
