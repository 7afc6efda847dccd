// What goes on by itself, waits for that, or orders it.
#include "opmodel/asynchronous.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/access_target.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/placed_copy.hpp"
#include "litmus/kernels/unwritten.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::uint32_t mbarrier_bytes = 8;

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

AddressId mbarrier_at(Step& step, const Abstract& place) {
  const AccessPlace at{step.around().source, step.instruction().place};
  if (step.around().memory.at(place.object).space != Space::shared) {
    step.fail("an mbarrier lies in shared memory", "declare it __shared__");
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

/// Whether nobody writes what is copied: what it holds is known.
bool is_known(Step& step, const Abstract& from, Value bytes) {
  code::Access load;
  load.type = {'b', 8 * usual_width(step, from)};
  load.elements = static_cast<std::uint32_t>(bytes / usual_width(step, from));
  return load.elements != 0 && is_unwritten(step, from, load);
}

/// What is copied in one piece each. Of the parts there is one for each destination.
std::vector<CopiedElement> elements_of(const Step& step, const PlacedCopy& copy,
                                       const std::vector<Parts>& parts, bool known,
                                       const Operand& stored) {
  const std::uint32_t width = parts.front().width;
  std::vector<CopiedElement> elements;
  for (std::size_t i = 0; i < parts.front().to.size(); ++i) {
    CopiedElement& element = elements.emplace_back();
    const auto offset = static_cast<Value>(i * width);
    for (const Parts& one : parts) element.destinations.push_back(one.to[i]);
    if (!copy.source) {
      element.operand = stored;
    } else if (known && offset < copy.read) {
      element.operand = step.around().memory.initial(
          Element{copy.source->object, sum(copy.source->number, offset), width});
    } else if (offset < copy.read) {
      element.source = parts.front().from[i];
    }
  }
  return elements;
}

void execute_copy(Step& step, const code::Asynchronous& what) {
  const std::optional<PlacedCopy> copy = place_copy(step, what);
  if (!copy) return;
  AsynchronousOperation operation = std::get<AsynchronousOperation>(what.what);
  operation.mbarriers.clear();
  for (const Abstract& place : copy->mbarriers) {
    operation.mbarriers.push_back(mbarrier_at(step, place));
  }
  if (step.stops()) return;
  const Operand stored = copy->stored ? step.run_time(*copy->stored) : Operand{Value{0}};
  for (const Abstract& place : copy->destinations) {
    note_write(step, Target{place.object, {}, {}, 0});
  }
  operation.bytes = copy->bytes;
  // What is stored or combined is a value of the type.
  const bool typed = what.type != code::Type{};
  const auto wanted = typed ? std::optional(what.type.bits / 8) : std::nullopt;
  const bool known = copy->source && is_known(step, *copy->source, copy->bytes);
  std::vector<Parts> parts;
  for (const Abstract& place : copy->destinations) {
    const std::optional<Abstract> from = known ? std::nullopt : copy->source;
    parts.push_back(common_parts(step, place, from, copy->bytes, wanted));
    if (step.stops()) return;
  }
  operation.elements = elements_of(step, *copy, parts, known, stored);
  step.emit(Asynchronous{operation});
}

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
  what.mbarrier = mbarrier_at(step, known_place(step, place));
  if (step.stops()) return;
  if (results != 0 && operands[0].kind != code::Operand::Kind::nothing) {
    what.destination = step.set_run_time(operands[0]);
  }
  step.emit(Asynchronous{what});
}

}  // namespace

void execute_asynchronous(Step& step, const code::Asynchronous& what) {
  if (std::holds_alternative<AsynchronousOperation>(what.what)) {
    return execute_copy(step, what);
  }
  if (const auto* const mbarrier = std::get_if<MbarrierOperation>(&what.what)) {
    return execute_mbarrier(step, *mbarrier);
  }
  step.emit(Asynchronous{what.what});
}

}  // namespace opexplore::kernel
