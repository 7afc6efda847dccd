#include "litmus/kernels/whole/asynchronous_step.hpp"

#include <algorithm>
#include <variant>

#include "litmus/kernels/abstract.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/whole/clashes.hpp"
#include "litmus/kernels/whole/followed.hpp"

namespace opexplore::kernel {

namespace {

using OperationKind = AsynchronousOperation::Kind;
using Group = Clocks::Group;

constexpr Value mbarrier_bytes = 8;

}  // namespace

bool AsynchronousStep::run(const KnownStatement& known) {
  try {
    return execute(known);
  } catch (LeftOpen& open) {
    open.of_blocks = true;
    throw;
  }
}

bool AsynchronousStep::execute(const KnownStatement& known) {
  const Statement& statement = step_.statement();
  if (launch_.recording != nullptr) {
    throw LeftOpen{"something goes on by itself where threads tell each other something",
                   &statement};
  }
  if (!launch_.around.launch.usual_reading) {
    throw LeftOpen{"what the ISA leaves open is not read as usual", &statement};
  }
  launch_.run.asynchronous = true;
  const auto& what = std::get<code::Asynchronous>(step_.instruction().operation);
  if (std::holds_alternative<AsynchronousOperation>(what.what)) {
    copy(what);
    return true;
  }
  if (const auto* const group = std::get_if<CommitGroup>(&what.what)) {
    commit(group->group);
    return true;
  }
  if (const auto* const group = std::get_if<WaitGroup>(&what.what)) {
    wait(*group);
    return true;
  }
  if (const auto* const mbarrier = std::get_if<MbarrierOperation>(&what.what)) {
    return use(*mbarrier, known);
  }
  // Of a grid that is alone it changes nothing.
  if (std::holds_alternative<GridControl>(what.what)) return true;
  if (const auto* const fence = std::get_if<AsynchronousFence>(&what.what)) {
    if (fence->kind == AsynchronousFence::Kind::async) {
      clocks_.fence(thread_.number, fence->space);
      return true;
    }
    if (fence->kind == AsynchronousFence::Kind::mbarrier_init) return true;
    if (fence->kind == AsynchronousFence::Kind::matrix) {
      issued_.fenced = clocks_.give(thread_.number);
      return true;
    }
  }
  throw LeftOpen{"it is not followed in one execution", &statement};
}

// ---- copies

void AsynchronousStep::copy(const code::Asynchronous& what) {
  const auto& operation = std::get<AsynchronousOperation>(what.what);
  const bool bulk = operation.kind == OperationKind::bulk;
  if ((!bulk && operation.kind != OperationKind::copy) || operation.order != Order::weak) {
    throw LeftOpen{"it is not followed in one execution", &step_.statement()};
  }
  const std::optional<PlacedCopy> placed = place_copy(step_, what);
  if (!placed || !is_followed(*placed)) return;
  const std::uint32_t thread = thread_.number;
  if (!bulk) {
    const Moment moment = clocks_.group(thread, Group::copies, issued_.copies);
    return copy(*placed, touch_of(TouchKind::load, moment), touch_of(TouchKind::store, moment));
  }
  if (placed->mbarriers.empty()) {
    const std::uint32_t number = issued_.bulk + 1;
    return copy(*placed,
                touch_of(TouchKind::load, clocks_.group(thread, Group::bulk_reads, number)),
                touch_of(TouchKind::store, clocks_.group(thread, Group::bulk_writes, number)));
  }
  const MbarrierUse use = mbarrier_at(placed->mbarriers.front());
  const Moment moment = mbarriers_.moment_of_copy(use);
  copy(*placed, touch_of(TouchKind::load, moment), touch_of(TouchKind::store, moment));
  mbarriers_.complete(use, placed->bytes);
}

// In this execution it has read and written before its thread goes on.
void AsynchronousStep::copy(const PlacedCopy& copy, Touch read, Touch write) {
  const Abstract& from = *copy.source;
  const Abstract& to = copy.destinations.front();
  Memory& memory = launch_.around.memory;
  const std::uint32_t width = dividing(copy, usual_width(memory, copy));
  memory.note_access({from.object, from.number, width});
  memory.note_access({to.object, to.number, width});
  read.width = write.width = static_cast<std::uint8_t>(width);
  read.in_shared = memory.at(from.object).space == Space::shared;
  write.in_shared = memory.at(to.object).space == Space::shared;
  Contents& contents = launch_.run.contents;
  for (const CopiedRun& run : copy.runs) {
    for (Value at = 0; at < run.bytes; at += width) {
      const Element destination{to.object, sum(to.number, run.to + at), width};
      Value value = 0;
      if (run.from) {
        const Element source{from.object, sum(from.number, *run.from + at), width};
        read.offset = source.offset;
        note_access(launch_, clocks_, source.object, read);
        value = contents.load(memory, source, memory.is_float(source));
      }
      write.offset = destination.offset;
      write.operand = value;
      note_access(launch_, clocks_, destination.object, write);
      contents.store(memory, destination, value);
    }
  }
  launch_.objects.written.insert(to.object);
}

Touch AsynchronousStep::touch_of(TouchKind kind, const Moment& moment) const {
  const auto& what = std::get<code::Asynchronous>(step_.instruction().operation);
  const bool bulk = std::get<AsynchronousOperation>(what.what).kind == OperationKind::bulk;
  Touch touch;
  touch.statement = &step_.statement();
  touch.block = thread_.block;
  touch.thread = thread_.number;
  touch.moment = moment;
  touch.kind = kind;
  touch.by = bulk ? TouchedBy::bulk_copy : TouchedBy::copy;
  return touch;
}

bool AsynchronousStep::is_followed(const PlacedCopy& copy) {
  return std::ranges::all_of(copy.runs, [&](const CopiedRun& run) {
    const auto is_there = [&](const Abstract& place, Value from) {
      return kernel::is_followed(launch_, step_, address(place.object, sum(place.number, from)),
                                 run.bytes);
    };
    return (!run.from || is_there(*copy.source, *run.from)) &&
           is_there(copy.destinations.front(), run.to);
  });
}

void AsynchronousStep::commit(OperationGroup group) {
  switch (group) {
    case OperationGroup::copies:
      issued_.ends.push_back(issued_.copies++);
      return;
    case OperationGroup::bulk:
      ++issued_.bulk;
      return;
    case OperationGroup::matrix:
      ++issued_.matrices;
      return;
    case OperationGroup::tensor_loads:
    case OperationGroup::tensor_stores:
      throw LeftOpen{"it is not followed in one execution", &step_.statement()};
  }
}

// `cp.async.wait_all` waits for what was not committed, too.
void AsynchronousStep::wait(const WaitGroup& what) {
  const std::uint32_t thread = thread_.number;
  if (what.group == OperationGroup::copies) {
    if (what.commits) commit(what.group);
    if (issued_.ends.size() <= what.pending) return;
    return clocks_.complete(thread, Group::copies, *(issued_.ends.rbegin() + what.pending));
  }
  if (what.group == OperationGroup::matrix) {
    const std::uint32_t number = issued_.matrices - std::min(issued_.matrices, what.pending);
    return clocks_.complete(thread, Group::matrices, number);
  }
  if (what.group != OperationGroup::bulk) commit(what.group);
  const std::uint32_t number = issued_.bulk - std::min(issued_.bulk, what.pending);
  clocks_.complete(thread, Group::bulk_reads, number);
  if (!what.reads_only) clocks_.complete(thread, Group::bulk_writes, number);
}

// ---- mbarriers

MbarrierUse AsynchronousStep::mbarrier_at(const Abstract& place) const {
  const Statement* const statement = &step_.statement();
  if (launch_.around.memory.at(place.object).space != Space::shared) {
    step_.fail("an mbarrier lies in shared memory", "declare it __shared__");
  }
  if (place.number % mbarrier_bytes != 0 ||
      launch_.footprints.knows({place.object, place.number, mbarrier_bytes})) {
    throw LeftOpen{"the bytes of an mbarrier are accessed otherwise, too", statement};
  }
  launch_.mbarriers.insert({place.object, place.number});
  return {{place.object, place.number}, thread_.number, statement};
}

std::optional<Value> AsynchronousStep::number_behind_mbarrier() const {
  const std::size_t at = step_.instruction().results + 1;
  if (step_.operands().size() <= at) return std::nullopt;
  const Abstract known = step_.input(step_.operands()[at], {'u', 64}).known;
  if (!known.is_constant()) throw LeftOpen{"its number is not known", &step_.statement()};
  return known.number;
}

bool AsynchronousStep::wait_at(const MbarrierUse& use, Value parity, const KnownStatement& known) {
  if (!known.waits_unseen) {
    throw LeftOpen{"what a thread does while it waits in vain may matter", &step_.statement()};
  }
  return mbarriers_.wait(use, parity);
}

// Whether it hands on what its thread knows, as far as that is followed.
bool AsynchronousStep::is_followed(const MbarrierOperation& what) {
  using Kind = MbarrierOperation::Kind;
  const bool releases = what.kind != Kind::arrive || what.order == Order::release;
  const bool acquires = what.kind != Kind::wait || what.order == Order::acquire;
  return releases && acquires && !what.no_complete;
}

bool AsynchronousStep::use(const MbarrierOperation& what, const KnownStatement& known) {
  using Kind = MbarrierOperation::Kind;
  const std::size_t results = step_.instruction().results;
  const MbarrierUse use = mbarrier_at(known_place(step_, step_.operands()[results]));
  const std::optional<Value> number = number_behind_mbarrier();
  const auto give_result = [&](Value value) {
    if (results != 0 && step_.operands()[0].kind != code::Operand::Kind::nothing) {
      step_.set(step_.destination(), constant(value));
    }
  };
  if (!is_followed(what)) {
    throw LeftOpen{"it is not followed in one execution", &step_.statement()};
  }
  switch (what.kind) {
    case Kind::init:
      mbarriers_.initialise(use, number.value_or(1));
      return true;
    case Kind::expect_tx:
      mbarriers_.expect(use, number.value_or(0));
      return true;
    case Kind::arrive:
      give_result(mbarriers_.arrive(use, what.expected ? 1 : number.value_or(1),
                                    what.expected ? number.value_or(0) : 0));
      return true;
    case Kind::arrive_copies:
      mbarriers_.arrive_with(use, clocks_.group(thread_.number, Group::copies, issued_.copies++),
                             !what.no_increment);
      return true;
    case Kind::wait:
      if (!wait_at(use, number.value_or(0), known)) return false;
      give_result(1);
      return true;
    case Kind::inval:
    case Kind::complete_tx:
    case Kind::arrive_drop:
      break;
  }
  throw LeftOpen{"it is not followed in one execution", &step_.statement()};
}

}  // namespace opexplore::kernel
