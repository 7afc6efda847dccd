#include "litmus/kernels/copied_elements.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/unwritten.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::uint32_t mbarrier_bytes = 8;

Abstract bytes_behind(const Abstract& place, Value bytes) {
  return address(place.object, sum(place.number, bytes));
}

/// Looks for elements of what is copied that have the same width at both ends.
class ElementSearch {
 public:
  ElementSearch(Step& step, const PlacedCopy& copy, const CopyingBy& how)
      : step_(step), copy_(copy), how_(how) {}

  std::vector<CopiedElement> find() {
    const std::uint32_t width = dividing(copy_, how_.width);
    for (std::optional<std::uint32_t> next = width; next;) next = take(*next);
    return std::move(found_);
  }

 private:
  /// Finds the elements of that width, or a shorter one that is to be tried.
  std::optional<std::uint32_t> take(std::uint32_t width) {
    found_.clear();
    std::uint32_t least = width;
    for (const CopiedRun& run : copy_.runs) {
      for (Value offset = 0; offset < run.bytes; offset += width) {
        CopiedElement element{std::nullopt, {}, how_.unread};
        for (const Abstract& place : copy_.destinations) {
          const auto pieces = pieces_at(bytes_behind(place, run.to + offset), width);
          if (!pieces) return std::nullopt;
          least = std::min(least, pieces->width);
          element.destinations.push_back(pieces->addresses.front());
        }
        if (run.from) {
          const auto read =
              read_from(bytes_behind(*copy_.source, *run.from + offset), width, element);
          if (!read) return std::nullopt;
          least = std::min(least, *read);
        }
        found_.push_back(std::move(element));
      }
    }
    return least < width ? std::optional(least) : std::nullopt;
  }

  /// The bytes of the element there, what they hold if nobody writes it. How long the elements of
  /// memory there are; nothing if there are none.
  std::optional<std::uint32_t> read_from(const Abstract& place, std::uint32_t width,
                                         CopiedElement& element) {
    code::Access load;
    load.type = {'b', 8 * width};
    if (is_unwritten(step_, place, load)) {
      element.operand = step_.around().memory.initial(Element{place.object, place.number, width});
      return width;
    }
    const auto pieces = pieces_at(place, width);
    if (!pieces) return std::nullopt;
    element.source = pieces->addresses.front();
    return pieces->width;
  }

  /// Where the bytes lie. If there are none such the thread stops.
  std::optional<Pieces> pieces_at(const Abstract& place, std::uint32_t width) {
    const AccessPlace at{step_.around().source, step_.instruction().place};
    auto found = pieces_of(step_.around(), {place.object, place.number, width}, false, at);
    if (const auto* const why = std::get_if<std::string>(&found)) {
      step_.stop(StopKind::misuse, "the access is " + *why);
      found_.clear();
      return std::nullopt;
    }
    auto& pieces = std::get<Pieces>(found);
    if (pieces.width > width || (how_.exact && pieces.width != width)) {
      step_.fail(
          "not modelled: an access to what others access in another size (" + written(step_) + ")",
          "use one size for them");
    }
    return std::move(pieces);
  }

  Step& step_;
  const PlacedCopy& copy_;
  const CopyingBy& how_;
  std::vector<CopiedElement> found_;
};

}  // namespace

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

std::vector<CopiedElement> copied_elements(Step& step, const PlacedCopy& copy,
                                           const CopyingBy& how) {
  return ElementSearch(step, copy, how).find();
}

}  // namespace opexplore::kernel
