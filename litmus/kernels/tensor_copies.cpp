// Copies of boxes of tensors, which a tensormap describes (PTX ISA 5.5 "Tensors", 9.7.9.25.5). The
// launch says what it describes, so that a copy is one of known elements, and reads no descriptor.
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/amounts.hpp"
#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/placed_copy.hpp"
#include "litmus/kernels/swizzle.hpp"
#include "litmus/kernels/tensor_map.hpp"
#include "litmus/kernels/tensor_memory.hpp"
#include "litmus/kernels/unwritten.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

// What shared memory that a tensor copy names is a multiple of (CUDA C++ Programming Guide,
// "Alignment requirements for multi-dimensional bulk tensor asynchronous copy operations").
constexpr Value shared_alignment = 128;

/// The bytes of a box: those inside of the tensor lie in rows.
class Box {
 public:
  /// `shared`: where it lies, from a multiple of what the swizzle repeats after.
  Box(const TensorMap& map, std::vector<Value> coordinates, Value shared)
      : map_(map), at_(std::move(coordinates)), index_(at_.size()), shared_(shared) {}

  /// In the order in which shared memory has them. Rows outside of the tensor are not read, and,
  /// where `inside` alone counts, are none.
  std::vector<CopiedRun> runs(bool inside) {
    do {
      add_row(inside);
    } while (next());
    return std::move(runs_);
  }

 private:
  /// Where the row begins in the tensor's memory; nothing if it is outside of the tensor.
  std::optional<Value> begin_of_row() const {
    Value begin = map_.offset;
    for (std::size_t i = 1; i < at_.size(); ++i) {
      const Value coordinate = at_[i] + index_[i];
      if (coordinate < 0 || coordinate >= map_.sizes[i]) return std::nullopt;
      begin += coordinate * map_.strides[i - 1];
    }
    return begin;
  }

  void add_row(bool inside) {
    const Value bytes = element_bytes(map_);
    const Value length = map_.box.front();
    const std::optional<Value> begin = begin_of_row();
    const Value first = begin ? std::clamp<Value>(-at_[0], 0, length) : length;
    const Value last = std::clamp<Value>(map_.sizes[0] - at_[0], first, length);
    if (!inside) add(to_, std::nullopt, first * bytes);
    if (begin) add(to_ + first * bytes, *begin + (at_[0] + first) * bytes, (last - first) * bytes);
    if (!inside) add(to_ + last * bytes, std::nullopt, (length - last) * bytes);
    to_ += length * bytes;
  }

  void add(Value to, std::optional<Value> from, Value bytes) {
    while (bytes != 0) {
      const Value part =
          map_.swizzle == 0 ? bytes : std::min(bytes, swizzled_bytes - to % swizzled_bytes);
      runs_.push_back({swizzled(map_.swizzle, shared_ + to) - shared_, from, part});
      to += part;
      if (from) *from += part;
      bytes -= part;
    }
  }

  /// Goes to the next row, if there is one.
  bool next() {
    for (std::size_t i = 1; i < index_.size(); ++i) {
      if (++index_[i] < map_.box[i]) return true;
      index_[i] = 0;
    }
    return false;
  }

  const TensorMap& map_;
  std::vector<Value> at_;     // where the box begins
  std::vector<Value> index_;  // of the row in the box
  Value shared_ = 0;
  Value to_ = 0;  // where the row begins in shared memory
  std::vector<CopiedRun> runs_;
};

class TensorStep {
 public:
  TensorStep(Step& step, const code::Asynchronous& what)
      : step_(step),
        what_(what),
        operation_(std::get<AsynchronousOperation>(what.what)),
        loads_(!operation_.elements.front().source) {}

  std::optional<PlacedCopy> run() {
    const auto operands = step_.operands();
    const TensorMap* const map = map_at(operands[0]);
    if (map == nullptr) return std::nullopt;
    check_type(*map);
    std::vector<Value> coordinates;
    for (const code::Operand& part : std::span(operands[0].parts).subspan(1)) {
      coordinates.push_back(typed_value({'s', 32}, known_number(step_, part, "a coordinate")));
    }
    if (coordinates.size() != map->sizes.size()) refuse_dimensions(*map, coordinates.size());
    const Abstract shared = shared_place(operands[1]);
    stop_at_misaligned(step_, shared, shared_alignment);
    if (step_.stops()) return std::nullopt;
    step_.around().assumptions.insert(sentence_of(*map));
    note_alignment(step_, shared.object, std::max(shared_alignment, pattern_bytes(map->swizzle)));
    std::vector<CopiedRun> runs = Box(*map, std::move(coordinates), shared.number).runs(!loads_);
    const Abstract tensor = memory_of(step_.around(), step_.executor(), *map);
    PlacedCopy copy = loads_ ? load(shared, tensor, std::move(runs), box_bytes(*map))
                             : store(shared, tensor, runs);
    copy.element_bytes = static_cast<std::uint32_t>(element_bytes(*map));
    // A mask may name no CTA, and a box lie outside of the tensor.
    if (copy.destinations.empty() || copy.runs.empty()) return std::nullopt;
    return copy;
  }

 private:
  /// What the tensormap there describes. Refuses one that nobody describes; where there cannot be
  /// one the thread stops, and there is none.
  const TensorMap* map_at(const code::Operand& operand) {
    const Abstract place = known_place(step_, operand);
    const Object& object = step_.around().memory.at(place.object);
    const auto parameter = step_.code().kernel_parameters.find(place.object);
    if (parameter != step_.code().kernel_parameters.end()) {
      const std::string name(parameter->second);
      const auto& known = step_.executor().tensormaps;
      const auto map = known.find({name, place.number});
      if (map != known.end()) return &map->second;
      refuse_unsaid(operand, name_of_parameter(name), place.number);
    }
    if (object.space != Space::global && object.space != Space::constant) {
      step_.stop(StopKind::misuse,
                 "the tensormap is in memory of the thread or of its block: a parameter is passed "
                 "as const __grid_constant__ CUtensorMap");
      return nullptr;
    }
    const auto stored = std::ranges::find(object.tensormaps, place.number, &StoredTensorMap::at);
    if (stored == object.tensormaps.end()) refuse_unsaid(operand, object.name, place.number);
    if (object.space == Space::global && !is_unwritten(step_.around(), place.object)) {
      step_.fail_at(operand, "not modelled: a tensormap that the kernel may write",
                    "have the host make it, and say what it describes");
    }
    return &stored->map;
  }

  [[noreturn]] void refuse_unsaid(const code::Operand& operand, const std::string& name,
                                  Value offset) const {
    const std::string where = name + (offset == 0 ? "" : '+' + std::to_string(offset));
    step_.fail_at(operand,
                  "the launch does not say what the tensormap " + quote(where) + " describes (" +
                      written(step_) + ")",
                  "write --input " + where +
                      "=tensor:MEMORY:8x4:box=4x2 with its sizes and its box, the innermost first");
  }

  /// What the source calls it; its symbol where nobody knows.
  std::string name_of_parameter(const std::string& symbol) const {
    const std::vector<std::string>& names =
        step_.around().launch.grids[step_.executor().grid].parameter_names;
    const auto& parameters = step_.entry().parameters;
    for (std::size_t i = 0; i < std::min(names.size(), parameters.size()); ++i) {
      if (parameters[i].name.is(symbol)) return names[i];
    }
    return symbol;
  }

  [[noreturn]] void refuse_dimensions(const TensorMap& map, std::size_t coordinates) const {
    step_.fail(quote(map.name) + " describes a tensor of " + std::to_string(map.sizes.size()) +
                   (map.sizes.size() == 1 ? " dimension" : " dimensions") + ", and " +
                   written(step_) + " copies one of " + std::to_string(coordinates),
               "say as many sizes as the copy has coordinates");
  }

  /// What a reduction combines are elements of the tensor (9.7.9.25.5.3).
  void check_type(const TensorMap& map) const {
    if (operation_.kind != AsynchronousOperation::Kind::bulk_reduce) return;
    const code::Type type = *element_type(map.type);
    const AtomicOp op = operation_.op;
    const bool counts = op == AtomicOp::inc || op == AtomicOp::dec;
    const bool bits = op == AtomicOp::bit_and || op == AtomicOp::bit_or || op == AtomicOp::bit_xor;
    const bool sums = op == AtomicOp::add;
    // The program compares signed numbers.
    const bool compares = op == AtomicOp::min || op == AtomicOp::max;
    const bool fits = type.kind != 'f' && type.bits >= 32 && (!compares || type.kind == 's') &&
                      (!counts || type == Type{'u', 32}) && (!sums || type != Type{'s', 64});
    if (fits) return;
    step_.fail("not modelled: " + written(step_) + " on elements of " + map.type,
               counts     ? "it counts in uint32"
               : bits     ? "it combines integers of 32 or 64 bits"
               : compares ? "it compares int32 and int64"
                          : "it combines int32, uint32 and uint64");
  }

  Abstract shared_place(const code::Operand& operand) {
    const Abstract place = known_place(step_, operand);
    if (step_.around().memory.at(place.object).space != Space::shared) {
      step_.fail_at(operand, "a tensor is copied to and from shared memory",
                    "declare it __shared__");
    }
    return place;
  }

  PlacedCopy load(const Abstract& shared, const Abstract& tensor, std::vector<CopiedRun> runs,
                  Value bytes) {
    const auto operands = step_.operands();
    std::optional<Value> mask;
    if (what_.multicast) mask = known_number(step_, operands[3], "a mask of CTAs");
    PlacedCopy copy;
    copy.mbarriers = places_of(step_, known_place(step_, operands[2]), mask);
    copy.destinations = places_of(step_, shared, mask);
    copy.source = tensor;
    copy.runs = std::move(runs);
    copy.bytes = bytes;  // what is outside of the tensor is written, and counts, too
    return copy;
  }

  /// What is outside of the tensor is not written.
  static PlacedCopy store(const Abstract& shared, const Abstract& tensor,
                          const std::vector<CopiedRun>& runs) {
    PlacedCopy copy;
    copy.destinations = {tensor};
    copy.source = shared;
    for (const CopiedRun& run : runs) {
      copy.bytes += run.bytes;
      copy.runs.push_back({*run.from, run.to, run.bytes});
    }
    return copy;
  }

  Step& step_;
  const code::Asynchronous& what_;
  const AsynchronousOperation& operation_;
  bool loads_ = false;  // from the tensor
};

}  // namespace

std::optional<PlacedCopy> place_tensor_copy(Step& step, const code::Asynchronous& what) {
  return TensorStep(step, what).run();
}

}  // namespace opexplore::kernel
