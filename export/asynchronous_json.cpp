#include "export/asynchronous_json.hpp"

#include "export/null_or.hpp"
#include "opmodel/asynchronous_accesses.hpp"

namespace opexplore {

namespace {

using Json = nlohmann::ordered_json;

std::string_view function_name(AsynchronousOperation::Kind kind) {
  using Kind = AsynchronousOperation::Kind;
  switch (kind) {
    case Kind::copy:
      return "copy";
    case Kind::bulk:
      return "bulk_copy";
    case Kind::store:
      return "store";
    case Kind::reduce:
      return "reduce";
    case Kind::bulk_reduce:
      return "bulk_reduce";
    case Kind::matrix:
      return "matrix";
    case Kind::tensor_load:
      return "tensor_load";
    case Kind::tensor_store:
      return "tensor_store";
    case Kind::tensor_copy:
      return "tensor_copy";
    case Kind::tensor_matrix:
      return "tensor_matrix";
    case Kind::tensor_shift:
      return "tensor_shift";
  }
  return {};
}

std::string_view form_word(TensorForm form) {
  switch (form) {
    case TensorForm::other:
      return "other";
    case TensorForm::f16:
      return "f16";
    case TensorForm::tf32:
      return "tf32";
    case TensorForm::f8f6f4:
      return "f8f6f4";
    case TensorForm::i8:
      return "i8";
    case TensorForm::four_rows:
      return "4x256b";
  }
  return {};
}

std::string_view function_name(MbarrierOperation::Kind kind) {
  using Kind = MbarrierOperation::Kind;
  switch (kind) {
    case Kind::init:
      return "mbarrier_init";
    case Kind::inval:
      return "mbarrier_inval";
    case Kind::expect_tx:
      return "mbarrier_expect_tx";
    case Kind::complete_tx:
      return "mbarrier_complete_tx";
    case Kind::arrive:
      return "mbarrier_arrive";
    case Kind::arrive_drop:
      return "mbarrier_arrive_drop";
    case Kind::arrive_copies:
      return "mbarrier_arrive_copies";
    case Kind::wait:
      return "mbarrier_wait";
  }
  return {};
}

std::string_view function_name(AsynchronousFence::Kind kind) {
  using Kind = AsynchronousFence::Kind;
  switch (kind) {
    case Kind::async:
      return "fence_async";
    case Kind::async_release:
      return "fence_async_release";
    case Kind::async_acquire:
      return "fence_async_acquire";
    case Kind::async_read_release:
      return "fence_async_read_release";
    case Kind::tensormap_release:
      return "fence_tensormap_release";
    case Kind::tensormap_acquire:
      return "fence_tensormap_acquire";
    case Kind::alias_release:
      return "fence_alias_release";
    case Kind::alias_acquire:
      return "fence_alias_acquire";
    case Kind::mbarrier_init:
      return "fence_mbarrier_init";
    case Kind::restricted_release:
      return "fence_restricted_release";
    case Kind::restricted_acquire:
      return "fence_restricted_acquire";
    case Kind::matrix:
      return "fence_matrix";
    case Kind::tensor_before:
      return "fence_tensor_before";
    case Kind::tensor_after:
      return "fence_tensor_after";
  }
  return {};
}

std::string_view group_word(OperationGroup group) {
  switch (group) {
    case OperationGroup::copies:
      return "copies";
    case OperationGroup::bulk:
      return "bulk";
    case OperationGroup::matrix:
      return "matrix";
    case OperationGroup::tensor_loads:
      return "tensor_loads";
    case OperationGroup::tensor_stores:
      return "tensor_stores";
  }
  return {};
}

std::string_view space_word(Space space) {
  switch (space) {
    case Space::all:
      return "all";
    case Space::global:
      return "global";
    case Space::shared_cta:
      return "shared::cta";
    case Space::shared_cluster:
      return "shared::cluster";
  }
  return {};
}

Json begun(std::string_view function) {
  return {{"operation", "asynchronous"}, {"function", function}};
}

/// The members of each kind, behind the first two.
struct MembersJson {
  Json operator()(const AsynchronousOperation& operation) const {
    Json json = begun(function_name(operation.kind));
    const bool weak = operation.order == Order::weak;
    json["descriptor"] = null_or(operation.descriptor);
    json["elements"] = Json::array();
    for (const CopiedElement& element : operation.elements) {
      const bool reads = element.source || operation.descriptor;
      json["elements"].push_back(
          {{"source", null_or(element.source)},
           {"destinations", element.destinations},
           {"operand", reads ? Json(nullptr) : operand_json(element.operand)}});
    }
    json["mbarriers"] = operation.mbarriers;
    json["reduction"] = combines(operation) ? Json(to_string(operation.op)) : Json(nullptr);
    json["bytes"] = operation.bytes;
    json["order"] = to_string(operation.order);
    json["scope"] = weak ? Json(nullptr) : Json(to_string(operation.scope));
    json["destination"] = null_or(operation.destination);
    if (is_of_tensors(operation.kind)) json["form"] = form_word(operation.form);
    return json;
  }
  Json operator()(const CommitGroup& commit) const {
    Json json = begun("commit_group");
    json["group"] = group_word(commit.group);
    return json;
  }
  Json operator()(const WaitGroup& wait) const {
    Json json = begun("wait_group");
    json["group"] = group_word(wait.group);
    json["pending"] = wait.pending;
    json["reads_only"] = wait.reads_only;
    json["commits"] = wait.commits;
    return json;
  }
  Json operator()(const MbarrierOperation& operation) const {
    Json json = begun(function_name(operation.kind));
    json["mbarrier"] = operation.mbarrier;
    json["operand"] = operand_json(operation.operand);
    json["expected"] = operation.expected ? operand_json(*operation.expected) : Json(nullptr);
    json["order"] = to_string(operation.order);
    json["scope"] = to_string(operation.scope);
    json["no_complete"] = operation.no_complete;
    json["no_increment"] = operation.no_increment;
    json["destination"] = null_or(operation.destination);
    return json;
  }
  Json operator()(const AsynchronousFence& fence) const {
    const bool scoped = has_scope(fence.kind);
    Json json = begun(function_name(fence.kind));
    json["space"] = space_word(fence.space);
    json["scope"] = scoped ? Json(to_string(fence.scope)) : Json(nullptr);
    json["object"] = null_or(fence.object);
    return json;
  }
  Json operator()(const FencedCopy& copy) const {
    Json json = begun("fenced_copy");
    json["destinations"] = Json::array({copy.destination});
    json["source"] = copy.source;
    json["scope"] = to_string(copy.scope);
    return json;
  }
  Json operator()(const ClusterBarrier& barrier) const {
    Json json = begun("cluster_barrier");
    json["arrive"] = barrier.arrives;
    json["order"] = to_string(barrier.order);
    return json;
  }
  Json operator()(const GridControl& control) const {
    Json json = begun("grid_control");
    json["launch"] = control.launches;
    return json;
  }
  Json operator()(const TensorCommit& commit) const {
    Json json = begun("tensor_commit");
    json["mbarriers"] = commit.mbarriers;
    json["operands_only"] = commit.operands_only;
    return json;
  }
};

}  // namespace

Json operand_json(const Operand& operand) {
  if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) {
    return {{"kind", "register"}, {"register", reg->id}};
  }
  return {{"kind", "value"}, {"value", std::get<Value>(operand)}};
}

Json asynchronous_json(const AsynchronousAction& action) {
  return std::visit(MembersJson(), action);
}

std::string_view object_name(ObjectKind object) {
  switch (object) {
    case ObjectKind::data:
      return "data";
    case ObjectKind::mbarrier:
      return "mbarrier";
    case ObjectKind::tensormap:
      return "tensormap";
    case ObjectKind::tensor:
      return "tensor";
    case ObjectKind::ending:
      return "ending";
  }
  return {};
}

}  // namespace opexplore
