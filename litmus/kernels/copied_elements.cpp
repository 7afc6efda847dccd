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
  ElementSearch(Step& step, const CopiedBytes& bytes) : step_(step), bytes_(bytes) {}

  std::vector<CopiedElement> find() {
    std::uint32_t width = bytes_.width;
    while (!divides_all(width)) width /= 2;
    for (std::optional<std::uint32_t> next = width; next;) {
      width = *next;
      next = take(width);
    }
    return std::move(found_);
  }

 private:
  /// Whether elements of that width begin and end where the runs do.
  bool divides_all(std::uint32_t width) const {
    const auto divides = [&](const CopiedRun& run) {
      const bool here = run.bytes % width == 0 &&
                        std::ranges::all_of(bytes_.destinations, [&](const Abstract& place) {
                          return sum(place.number, run.to) % width == 0;
                        });
      return here && (!run.from || sum(bytes_.source->number, *run.from) % width == 0);
    };
    return std::ranges::all_of(bytes_.runs, divides);
  }

  /// Finds the elements of that width, or a shorter one that is to be tried.
  std::optional<std::uint32_t> take(std::uint32_t width) {
    found_.clear();
    std::uint32_t least = width;
    for (const CopiedRun& run : bytes_.runs) {
      for (Value offset = 0; offset < run.bytes; offset += width) {
        CopiedElement element{std::nullopt, {}, bytes_.unread};
        for (const Abstract& place : bytes_.destinations) {
          const auto pieces = pieces_at(bytes_behind(place, run.to + offset), width);
          if (!pieces) return std::nullopt;
          least = std::min(least, pieces->width);
          element.destinations.push_back(pieces->addresses.front());
        }
        if (run.from) {
          const auto read =
              read_from(bytes_behind(*bytes_.source, *run.from + offset), width, element);
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
    if (pieces.width > width || (bytes_.exact && pieces.width != width)) {
      step_.fail(
          "not modelled: an access to what others access in another size (" + written(step_) + ")",
          "use one size for them");
    }
    return std::move(pieces);
  }

  Step& step_;
  const CopiedBytes& bytes_;
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

std::vector<CopiedElement> copied_elements(Step& step, const CopiedBytes& bytes) {
  return ElementSearch(step, bytes).find();
}

}  // namespace opexplore::kernel
