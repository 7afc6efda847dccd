#include "litmus/language/ptx_code/asynchronous_spelling.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "litmus/language/instances.hpp"
#include "litmus/language/pointers.hpp"
#include "litmus/language/ptx_code/tensor_spelling.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

std::string with_dot(std::string_view word) { return "." + std::string(word); }

/// The instructions of one thread.
class AsynchronousText {
 public:
  AsynchronousText(const Program& program, const Thread& thread)
      : program_(program), thread_(thread) {}

  std::string operator()(const AsynchronousOperation& operation) const {
    using Kind = AsynchronousOperation::Kind;
    switch (operation.kind) {
      case Kind::copy:
        return "cp.async." + std::string(operation.bytes == 16 ? "cg" : "ca") +
               ".shared::cta.global " + destinations(operation) + ", " + copied(operation) + ", " +
               std::to_string(operation.bytes);
      case Kind::bulk:
      case Kind::bulk_reduce:
        return operation.descriptor ? tensor(operation) : bulk(operation);
      case Kind::store:
      case Kind::reduce:
        return store(operation);
      case Kind::matrix:
        return "wgmma.mma_async " + reg(*operation.destination) + ", " +
               at(*only(operation).source);
      case Kind::tensor_load:
      case Kind::tensor_store:
      case Kind::tensor_copy:
      case Kind::tensor_matrix:
      case Kind::tensor_shift:
        return tensor_text(operation, program_, thread_);
    }
    return {};
  }

  std::string operator()(const TensorCommit& commit) const {
    const bool several = commit.mbarriers.size() > 1;
    const std::string everywhere = "[" + std::string(family(commit.mbarriers.front())) + "]";
    return std::string("tcgen05.commit.cta_group::1.mbarrier::arrive::one") +
           (commit.operands_only ? ".sync_restrict::shared::read::mma::a" : "") +
           ".shared::cluster" + (several ? ".multicast::cluster" : "") + ".b64 " +
           (several ? everywhere + ", " + mask(commit.mbarriers) : at(commit.mbarriers.front()));
  }

  std::string operator()(const CommitGroup& commit) const {
    return group_name(commit.group) + ".commit_group" + aligned(commit.group);
  }

  std::string operator()(const WaitGroup& wait) const {
    if (wait.group == OperationGroup::tensor_loads) return "tcgen05.wait::ld.sync.aligned";
    if (wait.group == OperationGroup::tensor_stores) return "tcgen05.wait::st.sync.aligned";
    if (wait.commits) return group_name(wait.group) + ".wait_all";
    return group_name(wait.group) + ".wait_group" + (wait.reads_only ? ".read" : "") +
           aligned(wait.group) + " " + std::to_string(wait.pending);
  }

  std::string operator()(const MbarrierOperation& operation) const {
    using Kind = MbarrierOperation::Kind;
    const std::string space = space_of(operation.mbarrier);
    const std::string mbarrier = at(operation.mbarrier);
    const std::string number = ", " + value(operation.operand);
    switch (operation.kind) {
      case Kind::init:
        return "mbarrier.init" + space + ".b64 " + mbarrier + number;
      case Kind::inval:
        return "mbarrier.inval" + space + ".b64 " + mbarrier;
      case Kind::expect_tx:
        return "mbarrier.expect_tx" + order(operation) + space + ".b64 " + mbarrier + number;
      case Kind::complete_tx:
        return "mbarrier.complete_tx" + order(operation) + space + ".b64 " + mbarrier + number;
      case Kind::arrive:
      case Kind::arrive_drop:
        return arrival(operation);
      case Kind::arrive_copies:
        return std::string("cp.async.mbarrier.arrive") + (operation.no_increment ? ".noinc" : "") +
               space + ".b64 " + mbarrier;
      case Kind::wait:
        return wait(operation);
    }
    return {};
  }

  std::string operator()(const AsynchronousFence& fence) const {
    using Kind = AsynchronousFence::Kind;
    const std::string scope = with_dot(to_string(fence.scope));
    switch (fence.kind) {
      case Kind::async:
        return "fence.proxy.async" + suffix(fence.space);
      case Kind::async_release:
        return "fence.proxy.async::generic.release.sync_restrict::shared::cta" + scope;
      case Kind::async_acquire:
        return "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster" + scope;
      case Kind::async_read_release:
        return "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read" + scope;
      case Kind::tensormap_release:
        return "fence.proxy.tensormap::generic.release" + scope;
      case Kind::tensormap_acquire:
        return "fence.proxy.tensormap::generic.acquire" + scope + " " + at(*fence.object) + ", 128";
      case Kind::alias_release:
        return "fence.proxy.alias.release" + scope;
      case Kind::alias_acquire:
        return "fence.proxy.alias.acquire" + scope;
      case Kind::mbarrier_init:
        return "fence.mbarrier_init.release" + scope;
      case Kind::restricted_release:
        return "fence.release.sync_restrict::shared::cta" + scope;
      case Kind::restricted_acquire:
        return "fence.acquire.sync_restrict::shared::cluster" + scope;
      case Kind::matrix:
        return "wgmma.fence.sync.aligned";
      case Kind::tensor_before:
        return "tcgen05.fence::before_thread_sync";
      case Kind::tensor_after:
        return "tcgen05.fence::after_thread_sync";
    }
    return {};
  }

  std::string operator()(const FencedCopy& copy) const {
    return "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release" +
           with_dot(to_string(copy.scope)) + ".sync.aligned " + at(copy.destination) + ", " +
           at(copy.source) + ", 128";
  }

  std::string operator()(const ClusterBarrier& barrier) const {
    if (!barrier.arrives) return "barrier.cluster.wait";
    return std::string("barrier.cluster.arrive") +
           (barrier.order == Order::relaxed ? ".relaxed" : "");
  }

  std::string operator()(const GridControl& control) const {
    return control.launches ? "griddepcontrol.launch_dependents" : "griddepcontrol.wait";
  }

  std::string replacement(const Store& store) const {
    const bool global = location(store.address).region == Region::global;
    return std::string("tensormap.replace.tile.global_address") +
           (global ? ".global" : ".shared::cta") + ".b1024.b64 " + at(store.address) + ", " +
           value(store.value);
  }

 private:
  const Location& location(AddressId address) const {
    return program_.locations[program_.addresses[address].location];
  }
  bool is_own(AddressId address) const {
    return location(address).cta == thread_.cta && location(address).gpu == thread_.gpu;
  }
  std::string at(AddressId address) const { return "[" + name(address) + "]"; }
  std::string_view family(AddressId address) const {
    return family_name(program_.addresses[address].name);
  }
  const std::string& reg(RegisterId id) const { return thread_.registers[id].name; }
  std::string value(const Operand& operand) const {
    if (const auto* const named = std::get_if<RegisterOperand>(&operand)) return reg(named->id);
    return std::to_string(std::get<Value>(operand));
  }
  static const CopiedElement& only(const AsynchronousOperation& operation) {
    return operation.elements.front();
  }
  /// What `name` gives of each element, in one pair of brackets.
  template <class Name>
  static std::string in_brackets(const AsynchronousOperation& operation, Name&& name) {
    std::string text;
    for (const CopiedElement& element : operation.elements) {
      text += (text.empty() ? "[" : ", ") + std::string(name(element));
    }
    return text + "]";
  }
  std::string name(AddressId address) const { return name_in_code(program_, thread_, address); }
  std::string destinations(const AsynchronousOperation& operation) const {
    return in_brackets(operation, [&](const CopiedElement& element) {
      // Where one end of a copy alone is shown.
      return element.destinations.empty() ? "_" : name(element.destinations.front());
    });
  }
  /// What is copied: of memory that nobody writes a kernel has the value in its place.
  std::string copied(const AsynchronousOperation& operation) const {
    const CopiedElement& first = only(operation);
    if (operation.elements.size() == 1 && !first.source) return value(first.operand);
    return in_brackets(operation, [&](const CopiedElement& element) {
      return element.source ? name(*element.source) : value(element.operand);
    });
  }
  std::string space_of(AddressId address) const {
    return is_own(address) ? ".shared::cta" : ".shared::cluster";
  }

  static std::string suffix(Space space) {
    switch (space) {
      case Space::all:
        return {};
      case Space::global:
        return ".global";
      case Space::shared_cta:
        return ".shared::cta";
      case Space::shared_cluster:
        return ".shared::cluster";
    }
    return {};
  }

  static std::string group_name(OperationGroup group) {
    return group == OperationGroup::matrix ? "wgmma"
           : group == OperationGroup::bulk ? "cp.async.bulk"
                                           : "cp.async";
  }
  static std::string aligned(OperationGroup group) {
    return group == OperationGroup::matrix ? ".sync.aligned" : "";
  }

  /// Order and scope, where they are not the usual ones.
  static std::string order(const MbarrierOperation& operation) {
    using Kind = MbarrierOperation::Kind;
    const bool waits = operation.kind == Kind::wait;
    const bool transaction =
        operation.kind == Kind::expect_tx || operation.kind == Kind::complete_tx;
    const Order usual = waits ? Order::acquire : transaction ? Order::relaxed : Order::release;
    if (operation.order == usual && operation.scope == Scope::cta) return {};
    return with_dot(to_string(operation.order)) + with_dot(to_string(operation.scope));
  }

  std::string arrival(const MbarrierOperation& operation) const {
    const bool drops = operation.kind == MbarrierOperation::Kind::arrive_drop;
    std::string text = std::string("mbarrier.arrive") + (drops ? "_drop" : "") +
                       (operation.expected ? ".expect_tx" : "") +
                       (operation.no_complete ? ".noComplete" : "") + order(operation) +
                       space_of(operation.mbarrier) + ".b64 " + result(operation) + ", " +
                       at(operation.mbarrier);
    if (operation.expected) return text + ", " + value(*operation.expected);
    if (operation.operand == Operand{Value{1}} && !operation.no_complete) return text;
    return text + ", " + value(operation.operand);
  }

  std::string result(const MbarrierOperation& operation) const {
    return operation.destination ? reg(*operation.destination) : "_";
  }

  // A state is the parity of its phase, so waiting for it is spelled in the same way.
  std::string wait(const MbarrierOperation& operation) const {
    return "mbarrier.try_wait.parity" + order(operation) + ".shared::cta.b64 " + result(operation) +
           ", " + at(operation.mbarrier) + ", " + value(operation.operand);
  }

  static std::string strength(const AsynchronousOperation& operation) {
    if (operation.order == Order::weak) return {};
    return ".relaxed" + with_dot(to_string(operation.scope)) + ".b128";
  }

  static std::string name_of(const AsynchronousOperation& operation) {
    return operation.kind == AsynchronousOperation::Kind::bulk_reduce ? "cp.reduce.async.bulk"
                                                                      : "cp.async.bulk";
  }

  bool is_own_alone(const AsynchronousOperation& operation) const {
    const std::vector<AddressId>& destinations = only(operation).destinations;
    return destinations.size() == 1 && is_own(destinations.front());
  }

  /// The mask of a multicast: a bit for the CTA of each destination.
  std::string mask(const std::vector<AddressId>& destinations) const {
    const std::vector<std::uint32_t> ctas = cluster_ctas(program_, thread_);
    unsigned mask = 0;
    for (const AddressId destination : destinations) {
      const auto rank = std::ranges::find(ctas, location(destination).cta) - ctas.begin();
      mask |= 1U << static_cast<unsigned>(rank);
    }
    return std::to_string(mask);
  }

  /// The operands of a copy that completes at mbarriers; `middle` is what is between them.
  std::string completing(const AsynchronousOperation& operation, const std::string& middle) const {
    const AddressId mbarrier = operation.mbarriers.front();
    if (only(operation).destinations.size() == 1) {
      return " " + destinations(operation) + ", " + middle + ", " + at(mbarrier);
    }
    const std::string everywhere = in_brackets(operation, [&](const CopiedElement& element) {
      return family(element.destinations.front());
    });
    return " " + everywhere + ", " + middle + ", [" + std::string(family(mbarrier)) + "], " +
           mask(only(operation).destinations);
  }

  static std::string multicast(const AsynchronousOperation& operation) {
    return only(operation).destinations.size() > 1 ? ".multicast::cluster" : "";
  }

  std::string bulk(const AsynchronousOperation& operation) const {
    const bool reduces = operation.kind == AsynchronousOperation::Kind::bulk_reduce;
    const std::string op =
        reduces ? with_dot(to_string(operation.op)) + ".u32" : strength(operation);
    const std::string source = copied(operation) + ", " + std::to_string(operation.bytes);
    if (operation.mbarriers.empty()) {
      return name_of(operation) + ".global.shared::cta.bulk_group" + op + " " +
             destinations(operation) + ", " + source;
    }
    const bool loads = std::ranges::none_of(operation.elements, [&](const CopiedElement& element) {
      return element.source && location(*element.source).region == Region::shared;
    });
    const bool own = loads && is_own_alone(operation);
    return name_of(operation) + (own ? ".shared::cta" : ".shared::cluster") +
           (loads ? ".global" : ".shared::cta") + ".mbarrier::complete_tx::bytes" +
           multicast(operation) + op + completing(operation, source);
  }

  std::string tensor(const AsynchronousOperation& operation) const {
    const bool reduces = operation.kind == AsynchronousOperation::Kind::bulk_reduce;
    const std::string name = name_of(operation) + ".tensor.1d";
    const std::string tensor =
        "[" + name_in_code(program_, thread_, *operation.descriptor) + ", {0}]";
    if (only(operation).destinations.empty()) {
      return name + ".global.shared::cta" + (reduces ? with_dot(to_string(operation.op)) : "") +
             ".tile.bulk_group " + tensor + ", " + at(*only(operation).source);
    }
    return name + (is_own_alone(operation) ? ".shared::cta" : ".shared::cluster") +
           ".global.tile.mbarrier::complete_tx::bytes" + multicast(operation) +
           completing(operation, tensor);
  }

  std::string store(const AsynchronousOperation& operation) const {
    const std::string type = operation.bytes == 8 ? ".u64" : ".u32";
    const std::string destination = destinations(operation);
    const std::string stored = value(only(operation).operand);
    if (operation.mbarriers.empty()) {
      return "st.async.release" + with_dot(to_string(operation.scope)) + ".global" + type + " " +
             destination + ", " + stored;
    }
    const bool reduces = operation.kind == AsynchronousOperation::Kind::reduce;
    const std::string name = reduces ? "red.async.relaxed.cluster" : "st.async";
    return name + ".shared::cluster.mbarrier::complete_tx::bytes" +
           (reduces ? with_dot(to_string(operation.op)) : "") + type + " " + destination + ", " +
           stored + ", " + at(operation.mbarriers.front());
  }

  const Program& program_;
  const Thread& thread_;
};

}  // namespace

std::string asynchronous_text(const AsynchronousAction& action, const Program& program,
                              const Thread& thread) {
  return std::visit(AsynchronousText(program, thread), action);
}

std::optional<std::string> mapped_text(const Arithmetic& action, const Program& program,
                                       const Thread& thread) {
  const Value* const number = std::get_if<Value>(&action.left);
  const bool moves = action.op == ArithmeticOp::move && action.type == NumberType::s64;
  if (!moves || number == nullptr) return std::nullopt;
  const std::optional<AddressId> address = address_with(program, *number);
  if (!address || !is_instance_name(program.addresses[*address].name)) return std::nullopt;
  const Location& location = program.locations[program.addresses[*address].location];
  const std::vector<std::uint32_t> ctas = cluster_ctas(program, thread);
  const auto rank = std::ranges::find(ctas, location.cta) - ctas.begin();
  if (location.gpu != thread.gpu || rank == std::ssize(ctas)) return std::nullopt;
  return "mapa.shared::cluster.u32 " + thread.registers[action.destination].name + ", " +
         std::string(family_name(program.addresses[*address].name)) + ", " + std::to_string(rank);
}

std::string replacement_text(const Store& store, const Program& program, const Thread& thread) {
  return AsynchronousText(program, thread).replacement(store);
}

}  // namespace opexplore::detail
