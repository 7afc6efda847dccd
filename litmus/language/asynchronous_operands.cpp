#include "litmus/language/asynchronous_operands.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace opexplore::detail {

namespace {

bool is_own(const Location& location, const Thread& thread) {
  return location.cta == thread.cta && location.gpu == thread.gpu;
}

bool is_instance(const Location& location) { return location.name.find('@') != std::string::npos; }

bool in_cluster(const Location& location, const Thread& thread, const Program& program) {
  const std::vector<std::uint32_t> ctas = cluster_ctas(program, thread);
  return location.gpu == thread.gpu && std::ranges::find(ctas, location.cta) != ctas.end();
}

std::string family_of(const Location& location) { return std::string(family_name(location.name)); }

[[noreturn]] void refuse_space(const OperandNote& note, const Location& location,
                               const Source& source) {
  const std::string name = quote(location.name);
  if (note.rule.space == Space::global) {
    source.fail(note.place, name + " is in shared memory, where this operand cannot be",
                "name a location in global memory, or change the memory map");
  }
  if (location.region == Region::global) {
    source.fail(note.place, name + " is in global memory, where this operand cannot be",
                "name a location in shared memory: " + quote(family_of(location) + ": shared") +
                    " in the memory map");
  }
  const bool own = note.rule.space == Space::shared_cta;
  const bool tensor = location.object == ObjectKind::tensor;
  source.fail(note.place,
              name + " is in the " + (tensor ? "tensor" : "shared") + " memory of another " +
                  (own ? "CTA" : "cluster") + ", where this operand cannot be",
              own ? "write " + quote(family_of(location)) + " for that of the own CTA" +
                        (note.rule.object == ObjectKind::mbarrier
                             ? "; arrivals without a result reach others as .shared::cluster"
                             : "")
                  : "place the CTAs in one cluster, as in 'P0@cta 0,cluster 0,gpu 0'");
}

class OperandChecker {
 public:
  OperandChecker(Program& program, const PlacedInstances& placed, const Source& source)
      : program_(program), placed_(placed), source_(source) {}

  void check(const OperandNote& note) const {
    const Location& location = location_of(placed_.resolve(note.thread, note.address));
    require_object(source_, note.place, location, note.rule.object);
    const Thread& thread = program_.threads[note.thread];
    if (!lies_in(note.rule.space, location, thread, program_)) {
      refuse_space(note, location, source_);
    }
  }

  // A copy completes at an mbarrier where it writes (PTX ISA 9.7.9.25.4, 9.7.9.12).
  void check(const TogetherNote& note) const {
    const Location& written = location_of(placed_.resolve(note.thread, note.destination));
    const Location& counts = location_of(placed_.resolve(note.thread, note.mbarrier));
    if (written.cta == counts.cta && written.gpu == counts.gpu) return;
    source_.fail(note.place,
                 "the mbarrier " + quote(counts.name) + " is not in the CTA of the destination " +
                     quote(written.name),
                 "write " + quote(family_of(counts) + "@" + std::to_string(written.cta)));
  }

  void expand(const MulticastNote& note) {
    Action& action = program_.threads[note.thread].instructions[note.instruction].action;
    if (auto* const commit = std::get_if<TensorCommit>(&std::get<Asynchronous>(action).what)) {
      commit->mbarriers.clear();
      for_each_rank(note,
                    [&](Value, AddressId mbarrier) { commit->mbarriers.push_back(mbarrier); });
      return;
    }
    auto& operation = std::get<AsynchronousOperation>(std::get<Asynchronous>(action).what);
    for (CopiedElement& element : operation.elements) element.destinations.clear();
    operation.mbarriers.clear();
    for_each_rank(note, [&](Value rank, AddressId mbarrier) {
      operation.mbarriers.push_back(mbarrier);
      for (std::size_t e = 0; e < operation.elements.size(); ++e) {
        const auto destination = placed_.at_rank(note.thread, note.destinations[e], rank);
        if (!destination) fail_on_mask(note, rank);
        operation.elements[e].destinations.push_back(*destination);
      }
    });
  }

 private:
  // The CTAs that the mask names, with the mbarrier there.
  template <class Use>
  void for_each_rank(const MulticastNote& note, Use&& use) const {
    const auto mask = static_cast<std::uint64_t>(note.mask);
    for (Value rank = 0; rank < 16; ++rank) {
      if ((mask >> static_cast<unsigned>(rank) & 1U) == 0) continue;
      const auto mbarrier = placed_.at_rank(note.thread, note.mbarrier, rank);
      if (!mbarrier) fail_on_mask(note, rank);
      use(rank, *mbarrier);
    }
  }

  [[noreturn]] void fail_on_mask(const MulticastNote& note, Value rank) const {
    const std::size_t size = cluster_ctas(program_, program_.threads[note.thread]).size();
    source_.fail(note.place,
                 "the mask names the CTA of rank " + std::to_string(rank) +
                     ", but the cluster has " + std::to_string(size) +
                     (size == 1 ? " CTA" : " CTAs"),
                 "bit 0 stands for the CTA of the cluster with the smallest number");
  }

  const Location& location_of(AddressId address) const {
    return program_.locations[program_.addresses[address].location];
  }

  Program& program_;
  const PlacedInstances& placed_;
  const Source& source_;
};

}  // namespace

void check_operands(Program& program, const PlacedInstances& placed, const OperandNotes& notes,
                    const Source& source) {
  OperandChecker checker(program, placed, source);
  for (const OperandNote& note : notes.operands) checker.check(note);
  for (const TogetherNote& note : notes.together) checker.check(note);
  for (const MulticastNote& note : notes.multicasts) checker.expand(note);
}

bool lies_in(Space space, const Location& location, const Thread& thread, const Program& program) {
  switch (space) {
    case Space::all:
      return true;
    case Space::global:
      return location.region == Region::global;
    case Space::shared_cta:
      return location.region == Region::shared &&
             (!is_instance(location) || is_own(location, thread));
    case Space::shared_cluster:
      return location.region == Region::shared &&
             (!is_instance(location) || in_cluster(location, thread, program));
  }
  return false;
}

void require_object(const Source& source, SourcePlace place, const Location& location,
                    ObjectKind object) {
  if (location.object == object) return;
  const std::string name(family_name(location.name));
  if (location.object == ObjectKind::mbarrier) {
    source.fail(place, quote(name) + " is an mbarrier, whose bytes are no data",
                "use mbarrier instructions, or declare another location");
  }
  if (location.object == ObjectKind::tensormap) {
    source.fail(place, quote(name) + " is a tensormap, whose bytes are no data",
                "tensormap.replace writes it, and tensor copies read it");
  }
  if (location.object == ObjectKind::tensor) {
    source.fail(place, quote(name) + " is in tensor memory, which this operand cannot be in",
                "tcgen05.ld and tcgen05.st access it, and tcgen05.mma and tcgen05.cp write it");
  }
  const std::string kind = object == ObjectKind::mbarrier    ? "mbarrier 1"
                           : object == ObjectKind::tensormap ? "tensormap = 0"
                                                             : "tensor = 0";
  if (object == ObjectKind::tensor) {
    source.fail(place, quote(name) + " is not in tensor memory",
                "declare it so: " + quote(name + " @ " + kind + ";"));
  }
  source.fail(place, quote(name) + " is no " + kind.substr(0, kind.find(' ')),
              "declare it as one: " + quote(name + " @ " + kind + ";"));
}

}  // namespace opexplore::detail
