// What goes on by itself, waits for that, or orders it.
#include "opmodel/asynchronous.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/amounts.hpp"
#include "litmus/kernels/access_target.hpp"
#include "litmus/kernels/clusters.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/unwritten.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::uint32_t mbarrier_bytes = 8;

/// Where the operand points. Refuses what is known only when the program runs.
Abstract known_place(Step& step, const code::Operand& operand) {
  const std::variant<Abstract, Pointer> place = step.location(operand);
  if (const auto* const known = std::get_if<Abstract>(&place)) return *known;
  step.fail_at(operand,
               "not modelled: an asynchronous instruction at an address that is known only when "
               "the program runs (" +
                   written(step) + ")",
               "choose the element by the thread's number or by the turn of a loop");
}

/// The elements that the bytes lie in. None if there are no such bytes: the thread stops.
std::vector<Pieces> pieces_at(Step& step, const Abstract& place, Value bytes, std::uint32_t width) {
  const AccessPlace at{step.around().source, step.instruction().place};
  std::vector<Pieces> found;
  for (Value offset = 0; offset < bytes; offset += width) {
    const Element element{place.object, sum(place.number, offset), width};
    auto pieces = pieces_of(step.around(), element, false, at);
    if (const auto* const why = std::get_if<std::string>(&pieces)) {
      step.stop(StopKind::misuse, "the access is " + *why);
      return {};
    }
    found.push_back(std::get<Pieces>(std::move(pieces)));
  }
  return found;
}

/// How many bytes the elements of an object have, as far as that is known.
std::uint32_t usual_width(const Step& step, const Abstract& place) {
  const Object& object = step.around().memory.at(place.object);
  return object.width.value_or(object.usual_width);
}

/// Elements of one place beside those of another one, of one size.
struct Parts {
  std::vector<AddressId> to;
  std::vector<AddressId> from;  ///< empty where nothing is read
  std::uint32_t width = 4;
};

/// The bytes in elements that both places have, as long as can be, or of that width.
Parts common_parts(Step& step, const Abstract& to, const std::optional<Abstract>& from, Value bytes,
                   std::optional<std::uint32_t> wanted) {
  std::uint32_t width = std::min(usual_width(step, to), from ? usual_width(step, *from) : 8);
  if (wanted) width = *wanted;
  while (bytes % width != 0) width /= 2;
  while (true) {
    Parts parts{{}, {}, width};
    std::uint32_t least = width;
    const auto take = [&](const Abstract& place, std::vector<AddressId>& addresses) {
      for (const Pieces& pieces : pieces_at(step, place, bytes, width)) {
        least = std::min(least, pieces.width);
        if (pieces.width > width || (wanted && pieces.width != width)) {
          step.fail("not modelled: an access to what others access in another size (" +
                        written(step) + ")",
                    "use one size for them");
        }
        addresses.insert(addresses.end(), pieces.addresses.begin(), pieces.addresses.end());
      }
    };
    take(to, parts.to);
    if (from) take(*from, parts.from);
    if (step.stops() || least == width) return parts;
    width = least;
  }
}

AddressId mbarrier_at(Step& step, const code::Operand& operand, const Abstract& place) {
  const AccessPlace at{step.around().source, step.instruction().place};
  if (step.around().memory.at(place.object).space != Space::shared) {
    step.fail_at(operand, "an mbarrier lies in shared memory", "declare it __shared__");
  }
  const auto found =
      pieces_of(step.around(), {place.object, place.number, mbarrier_bytes}, true, at);
  if (const auto* const why = std::get_if<std::string>(&found)) {
    step.stop(StopKind::misuse, "the mbarrier is " + *why);
    return 0;
  }
  const AddressId address = std::get<Pieces>(found).addresses.front();
  step.around().memory.note_mbarrier(address);
  return address;
}

/// In a multicast the same place of each CTA of the mask; otherwise the place itself.
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

/// Whether nobody writes what is copied: what it holds is known.
bool is_known(Step& step, const Abstract& from, Value bytes) {
  code::Access load;
  load.type = {'b', 8 * usual_width(step, from)};
  load.elements = static_cast<std::uint32_t>(bytes / usual_width(step, from));
  return load.elements != 0 && is_unwritten(step, from, load);
}

/// Operands behind the addresses: see code::Asynchronous.
class CopyStep {
 public:
  CopyStep(Step& step, const code::Asynchronous& what)
      : step_(step),
        what_(what),
        operation_(std::get<AsynchronousOperation>(what.what)),
        operands_(step.operands()),
        from_(operation_.elements.front().source.has_value()) {}

  void run() {
    const code::Operand* const from = from_ ? &take() : nullptr;
    const code::Operand& to = take();
    const code::Operand* const mbarrier = operation_.mbarriers.empty() ? nullptr : &take();
    std::optional<Input> value;
    Value bytes = what_.type.bits / 8;
    if (!from_) {
      value = step_.input(take(), what_.type);
    } else {
      bytes = known_number(step_, take(), "a size");
    }
    Value read = bytes;
    if (next_ < operands_.size() && !what_.multicast) {
      read = known_number(step_, take(), "how many bytes are read");
    }
    std::optional<Value> mask;
    if (what_.multicast) mask = known_number(step_, take(), "a mask of CTAs");
    check_bytes(bytes, read);
    const std::optional<Abstract> source =
        from != nullptr ? std::optional(known_place(step_, *from)) : std::nullopt;
    const Abstract destination = known_place(step_, to);
    if (source) stop_at_misaligned(*source, bytes);
    if (!step_.stops()) stop_at_misaligned(destination, bytes);
    if (step_.stops()) return;
    std::vector<AddressId> mbarriers;
    if (mbarrier != nullptr) {
      for (const Abstract& place : places_of(step_, known_place(step_, *mbarrier), mask)) {
        mbarriers.push_back(mbarrier_at(step_, *mbarrier, place));
      }
    }
    if (step_.stops()) return;
    if (value) stored_ = step_.run_time(*value);
    const std::vector<Abstract> destinations = places_of(step_, destination, mask);
    if (destinations.empty()) return;  // a mask without CTAs
    for (const Abstract& place : destinations) note_write(step_, Target{place.object, {}, {}, 0});
    operation_.mbarriers = std::move(mbarriers);
    operation_.bytes = bytes;
    emit(destinations, source, std::min(read, bytes));
  }

 private:
  const code::Operand& take() { return operands_[next_++]; }

  /// Both ends of a copy lie at multiples of what it copies, those of bulk copies of 16 bytes (PTX
  /// ISA 9.7.9.25.3.1, 9.7.9.25.4.1); objects begin at such places.
  void stop_at_misaligned(const Abstract& place, Value bytes) {
    using Kind = AsynchronousOperation::Kind;
    const bool bulk = operation_.kind == Kind::bulk || operation_.kind == Kind::bulk_reduce;
    const Value multiple = bulk ? 16 : bytes;
    if (place.number % multiple == 0) return;
    step_.stop(StopKind::misuse, "the copy is " + bytes_text(place.number) + " into '" +
                                     step_.around().memory.at(place.object).name +
                                     "', which is no multiple of " + std::to_string(multiple));
  }

  void check_bytes(Value bytes, Value read) const {
    using Kind = AsynchronousOperation::Kind;
    const bool bulk = operation_.kind == Kind::bulk || operation_.kind == Kind::bulk_reduce;
    const bool power = bytes == 4 || bytes == 8 || bytes == 16;
    if (from_ && (bulk ? bytes % 16 != 0 || bytes <= 0 : !power)) {
      step_.fail(written(step_) + " does not copy " + std::to_string(bytes) + " bytes",
                 bulk ? "it copies a multiple of 16" : "it copies 4, 8 or 16");
    }
    if (read < 0 || read > bytes) {
      step_.fail(written(step_) + " does not read " + std::to_string(read) + " bytes",
                 "it reads at most the " + std::to_string(bytes) + " that it copies");
    }
  }

  /// The operation with its elements: what is beyond the bytes that are read is zero.
  void emit(const std::vector<Abstract>& destinations, const std::optional<Abstract>& source,
            Value read) {
    const Value bytes = operation_.bytes;
    // What is stored or combined is a value of the type.
    const bool typed = what_.type != code::Type{};
    const auto wanted = typed ? std::optional(what_.type.bits / 8) : std::nullopt;
    const bool known = source && is_known(step_, *source, bytes);
    std::vector<Parts> parts;
    for (const Abstract& place : destinations) {
      parts.push_back(common_parts(step_, place, known ? std::nullopt : source, bytes, wanted));
      if (step_.stops()) return;
    }
    const std::uint32_t width = parts.front().width;
    operation_.elements.clear();
    for (std::size_t i = 0; i < parts.front().to.size(); ++i) {
      CopiedElement& element = operation_.elements.emplace_back();
      const auto offset = static_cast<Value>(i * width);
      for (const Parts& one : parts) element.destinations.push_back(one.to[i]);
      if (!source) {
        element.operand = stored_;
      } else if (known && offset < read) {
        element.operand = step_.around().memory.initial(
            Element{source->object, sum(source->number, offset), width});
      } else if (offset < read) {
        element.source = parts.front().from[i];
      }
    }
    step_.emit(Asynchronous{operation_});
  }

  Step& step_;
  const code::Asynchronous& what_;
  AsynchronousOperation operation_;
  std::span<const code::Operand> operands_;
  bool from_ = false;  // whether there is a source
  std::size_t next_ = 0;
  Operand stored_ = Value{0};
};

/// An instruction on an mbarrier: its place, its number, its result.
void execute_mbarrier(Step& step, MbarrierOperation what) {
  const std::size_t results = step.instruction().results;
  const auto operands = step.operands();
  const code::Operand& place = operands[results];
  const bool state = what.kind == MbarrierOperation::Kind::wait;
  if (operands.size() > results + 1) {
    const Operand number =
        step.run_time(step.input(operands[results + 1], {'u', state ? 64U : 32U}));
    if (what.expected) {
      what.expected = number;
    } else {
      what.operand = number;
    }
  }
  what.mbarrier = mbarrier_at(step, place, known_place(step, place));
  if (step.stops()) return;
  if (results != 0 && operands[0].kind != code::Operand::Kind::nothing) {
    what.destination = step.set_run_time(operands[0]);
  }
  step.emit(Asynchronous{what});
}

}  // namespace

void execute_asynchronous(Step& step, const code::Asynchronous& what) {
  if (std::holds_alternative<AsynchronousOperation>(what.what)) {
    return CopyStep(step, what).run();
  }
  if (const auto* const mbarrier = std::get_if<MbarrierOperation>(&what.what)) {
    return execute_mbarrier(step, *mbarrier);
  }
  step.emit(Asynchronous{what.what});
}

}  // namespace opexplore::kernel
