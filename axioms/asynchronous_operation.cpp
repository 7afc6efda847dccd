#include "axioms/asynchronous_operation.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::axioms {

namespace {

using OperationKind = AsynchronousOperation::Kind;

// What it goes by (PTX ISA 9.4, 9.7.10: `st.async`, `red.async` and `cp.async` are generic).
Channel channel_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::copy:
    case OperationKind::store:
    case OperationKind::reduce:
      return Channel::generic;
    case OperationKind::bulk:
    case OperationKind::bulk_reduce:
    case OperationKind::matrix:
    case OperationKind::tensor_load:
    case OperationKind::tensor_store:
    case OperationKind::tensor_copy:
    case OperationKind::tensor_matrix:
    case OperationKind::tensor_shift:
      return Channel::asynchronous;
  }
  return Channel::generic;
}

// The group that it joins if it completes at no mbarrier.
std::optional<OperationGroup> group_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::copy:
      return OperationGroup::copies;
    case OperationKind::bulk:
    case OperationKind::bulk_reduce:
      return OperationGroup::bulk;
    case OperationKind::matrix:
      return OperationGroup::matrix;
    case OperationKind::tensor_load:
      return OperationGroup::tensor_loads;
    case OperationKind::tensor_store:
      return OperationGroup::tensor_stores;
    default:
      return std::nullopt;
  }
}

// What a `tcgen05.commit` is for (PTX ISA 9.4, 9.7.16.6.2).
bool is_committed(OperationKind kind) {
  return kind == OperationKind::tensor_copy || kind == OperationKind::tensor_matrix ||
         kind == OperationKind::tensor_shift;
}

// Addresses that some descriptor may hold, without others of the same location.
std::vector<AddressId> described_addresses(const Program& program) {
  std::vector<Value> held;
  for (const Location& location : program.locations) {
    if (location.object == ObjectKind::tensormap) held.push_back(location.initial);
  }
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      for_each_operand(instruction.action, [&](const Operand& operand) {
        if (const auto* const value = std::get_if<Value>(&operand)) held.push_back(*value);
      });
    }
  }
  std::vector<AddressId> result;
  for (std::size_t a = 0; a < program.addresses.size(); ++a) {
    const auto address = static_cast<AddressId>(a);
    const Location& location = program.locations[program.addresses[a].location];
    const bool data = location.object == ObjectKind::data && location.region == Region::global;
    const bool named = std::ranges::find(held, numeric_address(program, address)) != held.end();
    if (data && named) result.push_back(address);
  }
  return result;
}

// One operation, given what its descriptor says.
class Operation {
 public:
  Operation(const Program& program, Walk& walk, const AsynchronousOperation& what)
      : program_(program), walk_(walk), what_(what) {}

  // Its first events; the descriptor's value, if it has one.
  std::optional<ExpressionIndex> begin() {
    PathEvent event;
    event.kind = PathEvent::Kind::asynchronous;
    event.asynchronous.emplace();
    event.asynchronous->kind = AsynchronousEvent::Kind::issue;
    event.asynchronous->operation = what_.kind;
    issue_ = walk_.add(event);
    if (!what_.descriptor) return std::nullopt;
    PathEvent read = apart(PathEvent::Kind::read, *what_.descriptor, 0);
    read.asynchronous->channel = Channel::tensormap;
    const EventIndex descriptor = walk_.add(read);
    descriptor_ = event_bit(descriptor);
    return walk_.read_value(descriptor);
  }

  // The accesses to an element.
  void copy(std::optional<ExpressionIndex> descriptor, const CopiedElement& element) {
    ExpressionIndex value = 0;
    EventSet before = descriptor_;
    EventSet data_from = before;
    if (element.source) {
      PathEvent read = apart(PathEvent::Kind::read, *element.source, before);
      if (what_.kind == OperationKind::bulk) set_strength(read);
      const EventIndex added = walk_.add(read);
      before |= event_bit(added);
      data_from = before;
      value = walk_.read_value(added);
    } else if (descriptor && !element.destinations.empty()) {
      value = *descriptor;
    } else {
      value = walk_.value_of(element.operand);
      data_from |= walk_.taint_of(element.operand);
    }
    read_ |= before;
    written_.resize(std::max(written_.size(), element.destinations.size()));
    for (std::size_t i = 0; i < element.destinations.size(); ++i) {
      written_[i] |= write(element.destinations[i], before, value, data_from);
    }
    if (what_.destination) {
      walk_.path.registers[*what_.destination] = value;
      walk_.taint[*what_.destination] = data_from;
    }
  }

  // Its completions.
  void end() {
    EventSet events = read_;
    for (const EventSet written : written_) events |= written;
    for (std::size_t i = 0; i < what_.mbarriers.size(); ++i) {
      PathEvent completion =
          apart(PathEvent::Kind::asynchronous, what_.mbarriers[i], read_ | written_[i]);
      completion.asynchronous->kind = AsynchronousEvent::Kind::completion;
      completion.asynchronous->mbarrier = MbarrierOperation::Kind::complete_tx;
      completion.asynchronous->bytes = what_.bytes;
      walk_.add(completion);
    }
    join_group(events);
  }

 private:
  PathEvent apart(PathEvent::Kind kind, AddressId address, EventSet before) const {
    PathEvent event;
    event.kind = kind;
    event.address = address;
    event.asynchronous.emplace();
    event.asynchronous->channel =
        in_tensor_memory(address) ? Channel::tensor : channel_of(what_.kind);
    event.asynchronous->form = what_.form;
    event.asynchronous->operation = what_.kind;
    event.asynchronous->issue = issue_;
    event.asynchronous->before = before;
    // `wgmma` is not ordered after what its thread did before, but by its own fence (8.9.1.1).
    event.asynchronous->anchor =
        what_.kind == OperationKind::matrix ? walk_.in_flight.matrix_fence : std::optional(issue_);
    return event;
  }

  bool in_tensor_memory(AddressId address) const {
    return program_.locations[program_.addresses[address].location].object == ObjectKind::tensor;
  }

  void set_strength(PathEvent& event) const {
    event.order = what_.order;
    event.scope = what_.scope;
    if (is_of_tensors(what_.kind)) return;
    if (!combines(what_)) {
      if (event.kind == PathEvent::Kind::read && event.order == Order::release) {
        event.order = Order::relaxed;
      }
      return;
    }
    event.atomic = true;
    if (what_.order != Order::weak) return;
    const LocationId location = program_.addresses[event.address].location;
    const bool shared = program_.locations[location].region == Region::shared;
    event.order = Order::relaxed;
    event.scope = shared ? Scope::cluster : Scope::gpu;
  }

  // The accesses to one destination.
  EventSet write(AddressId address, EventSet before, ExpressionIndex value, EventSet data_from) {
    EventSet events = 0;
    PathEvent written = apart(PathEvent::Kind::write, address, before);
    written.value = value;
    written.data_from = data_from;
    set_strength(written);
    if (combines(what_)) {
      PathEvent read = apart(PathEvent::Kind::read, address, before);
      set_strength(read);
      const EventIndex old = walk_.add(read);
      events |= event_bit(old);
      Expression combined;
      combined.kind = Expression::Kind::atomic;
      combined.atomic = what_.op;
      combined.first = walk_.read_value(old);
      combined.second = value;
      written.value = walk_.append(combined);
      written.rmw_read = old;
      written.data_from |= event_bit(old);
      written.asynchronous->before |= event_bit(old);
    }
    return events | event_bit(walk_.add(written));
  }

  void join_group(EventSet events) {
    if (what_.kind == OperationKind::copy) walk_.in_flight.copies |= events;
    if (is_committed(what_.kind)) walk_.in_flight.tensors |= events;
    if (what_.kind == OperationKind::tensor_matrix) {
      for_each_event(read_, [&](EventIndex e) {
        const bool shared = !in_tensor_memory(walk_.path.events[e].address);
        if (shared) walk_.in_flight.tensor_operands |= event_bit(e);
      });
    }
    const auto group = group_of(what_.kind);
    if (!group || !what_.mbarriers.empty()) return;
    walk_.in_flight.open[static_cast<std::size_t>(*group)] |= events;
  }

  const Program& program_;
  Walk& walk_;
  const AsynchronousOperation& what_;
  EventIndex issue_ = 0;
  EventSet descriptor_ = 0;
  EventSet read_ = 0;              // of its descriptor and of all elements
  std::vector<EventSet> written_;  // by destination, of all elements
};

}  // namespace

std::vector<Walk> ways_of_operation(const Program& program, const Walk& walk,
                                    const AsynchronousOperation& operation) {
  std::vector<Walk> ways;
  const CopiedElement& first = operation.elements.front();
  const bool stores = first.destinations.empty();
  const bool open = operation.descriptor && (stores || !first.source);
  std::vector<std::optional<AddressId>> meanings{std::nullopt};
  if (open) std::ranges::copy(described_addresses(program), std::back_inserter(meanings));
  for (const std::optional<AddressId> meaning : meanings) {
    ways.push_back(walk);
    Walk& way = ways.back();
    Operation of(program, way, operation);
    const auto descriptor = of.begin();
    for (const std::optional<AddressId> address : meanings) {
      if (!open || !address || (meaning && address != meaning)) continue;
      const ExpressionIndex number = way.constant(numeric_address(program, *address));
      way.path.constraints.push_back({Comparison::equal, *descriptor, number, meaning.has_value()});
    }
    std::vector<CopiedElement> elements = operation.elements;
    if (open && meaning) {
      if (stores) {
        elements.front().destinations = {*meaning};
      } else {
        elements.front().source = meaning;
      }
    }
    for (const CopiedElement& element : elements) of.copy(descriptor, element);
    of.end();
  }
  return ways;
}

}  // namespace opexplore::axioms
