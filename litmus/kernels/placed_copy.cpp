#include "litmus/kernels/placed_copy.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "litmus/input/amounts.hpp"
#include "litmus/kernels/clusters.hpp"
#include "litmus/kernels/instructions.hpp"
#include "opmodel/asynchronous.hpp"

namespace opexplore::kernel {

namespace {

using CopyKind = AsynchronousOperation::Kind;

/// Operands behind the addresses: see code::Asynchronous.
class CopyOperands {
 public:
  CopyOperands(Step& step, const code::Asynchronous& what)
      : step_(step),
        what_(what),
        operation_(std::get<AsynchronousOperation>(what.what)),
        operands_(step.operands()),
        from_(operation_.elements.front().source.has_value()) {}

  std::optional<PlacedCopy> run() {
    PlacedCopy copy;
    const code::Operand* const from = from_ ? &take() : nullptr;
    const code::Operand& to = take();
    const code::Operand* const mbarrier = operation_.mbarriers.empty() ? nullptr : &take();
    if (from_) {
      copy.bytes = known_number(step_, take(), "a size");
    } else {
      copy.bytes = what_.type.bits / 8;
      copy.stored = step_.input(take(), what_.type);
    }
    Value read = copy.bytes;
    if (next_ < operands_.size() && !what_.multicast) {
      read = known_number(step_, take(), "how many bytes are read");
    }
    std::optional<Value> mask;
    if (what_.multicast) mask = known_number(step_, take(), "a mask of CTAs");
    check_bytes(copy.bytes, read);
    if (from != nullptr) copy.source = known_place(step_, *from);
    const Abstract destination = known_place(step_, to);
    // Both ends of a copy lie at multiples of what it copies, those of bulk copies of 16 bytes (PTX
    // ISA 9.7.9.25.3.1, 9.7.9.25.4.1).
    const Value multiple = is_bulk() ? 16 : copy.bytes;
    if (copy.source) stop_at_misaligned(step_, *copy.source, multiple);
    if (!step_.stops()) stop_at_misaligned(step_, destination, multiple);
    if (step_.stops()) return std::nullopt;
    copy.destinations = places_of(step_, destination, mask);
    if (copy.destinations.empty()) return std::nullopt;
    if (mbarrier != nullptr) {
      copy.mbarriers = places_of(step_, known_place(step_, *mbarrier), mask);
    }
    if (!from_) read = 0;
    if (read != 0) copy.runs.push_back({0, 0, read});
    if (read != copy.bytes) copy.runs.push_back({read, std::nullopt, copy.bytes - read});
    return copy;
  }

 private:
  const code::Operand& take() { return operands_[next_++]; }

  bool is_bulk() const {
    return operation_.kind == CopyKind::bulk || operation_.kind == CopyKind::bulk_reduce;
  }

  void check_bytes(Value bytes, Value read) const {
    const bool power = bytes == 4 || bytes == 8 || bytes == 16;
    if (from_ && (is_bulk() ? bytes % 16 != 0 || bytes <= 0 : !power)) {
      step_.fail(written(step_) + " does not copy " + std::to_string(bytes) + " bytes",
                 is_bulk() ? "it copies a multiple of 16" : "it copies 4, 8 or 16");
    }
    if (read < 0 || read > bytes) {
      step_.fail(written(step_) + " does not read " + std::to_string(read) + " bytes",
                 "it reads at most the " + std::to_string(bytes) + " that it copies");
    }
  }

  Step& step_;
  const code::Asynchronous& what_;
  const AsynchronousOperation& operation_;
  std::span<const code::Operand> operands_;
  bool from_ = false;  // whether there is a source
  std::size_t next_ = 0;
};

}  // namespace

std::optional<PlacedCopy> place_copy(Step& step, const code::Asynchronous& what) {
  const bool of_tensor = std::get<AsynchronousOperation>(what.what).descriptor.has_value();
  return of_tensor ? place_tensor_copy(step, what) : CopyOperands(step, what).run();
}

std::uint32_t usual_width(const Memory& memory, const PlacedCopy& copy) {
  constexpr std::uint32_t longest = 8;
  std::uint32_t width = copy.element_bytes.value_or(longest);
  const auto narrow = [&](const Abstract& place) {
    const Object& object = memory.at(place.object);
    const std::uint32_t usual = copy.element_bytes.value_or(object.usual_width);
    width = std::min(width, object.width.value_or(usual));
  };
  narrow(copy.destinations.front());
  if (copy.source) narrow(*copy.source);
  return width;
}

std::uint32_t dividing(const PlacedCopy& copy, std::uint32_t width) {
  const auto divides = [&](const CopiedRun& run) {
    const auto begins = [&](const Abstract& place, Value from) {
      return sum(place.number, from) % width == 0;
    };
    return run.bytes % width == 0 && (!run.from || begins(*copy.source, *run.from)) &&
           std::ranges::all_of(copy.destinations,
                               [&](const Abstract& place) { return begins(place, run.to); });
  };
  while (!std::ranges::all_of(copy.runs, divides)) width /= 2;
  return width;
}

Abstract known_place(Step& step, const code::Operand& operand) {
  const std::variant<Abstract, Pointer> place = step.location(operand);
  if (const auto* const known = std::get_if<Abstract>(&place)) return *known;
  step.fail_at(operand,
               "not modelled: an asynchronous instruction at an address that is known only when "
               "the program runs (" +
                   written(step) + ")",
               "choose the element by the thread's number or by the turn of a loop");
}

std::vector<Abstract> places_of(Step& step, const Abstract& place,
                                const std::optional<Value>& mask) {
  if (!mask) return {place};
  if ((*mask >> cluster_size(step.executor())) != 0) {
    step.fail("the mask of " + written(step) + " names CTAs that the cluster does not have",
              "its CTAs are 0 to " + std::to_string(cluster_size(step.executor()) - 1));
  }
  std::vector<Abstract> places;
  for (std::uint32_t rank = 0; rank < cluster_size(step.executor()); ++rank) {
    if (((*mask >> rank) & 1) != 0) places.push_back(in_cluster(step, place, rank));
  }
  return places;
}

void stop_at_misaligned(Step& step, const Abstract& place, Value multiple) {
  if (place.number % multiple == 0) return;
  step.stop(StopKind::misuse, "the copy is " + bytes_text(place.number) + " into '" +
                                  step.around().memory.at(place.object).name +
                                  "', which is no multiple of " + std::to_string(multiple));
}

}  // namespace opexplore::kernel
