#include "litmus/kernels/tensor_map.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "litmus/input/amounts.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

struct ElementType {
  std::string_view name;
  code::Type type;
};

// CU_TENSOR_MAP_DATA_TYPE_…; the others are the same for memory.
constexpr std::array element_type_table = {
    ElementType{"uint8", {'u', 8}},    ElementType{"uint16", {'u', 16}},
    ElementType{"uint32", {'u', 32}},  ElementType{"int32", {'s', 32}},
    ElementType{"uint64", {'u', 64}},  ElementType{"int64", {'s', 64}},
    ElementType{"float16", {'f', 16}}, ElementType{"bfloat16", {'f', 16}},
    ElementType{"float32", {'f', 32}}, ElementType{"float64", {'f', 64}},
};

constexpr std::size_t most_dimensions = 5;
constexpr Value most_elements = Value{1} << 32;  // of a dimension
constexpr Value most_box_elements = 256;         // likewise
constexpr Value most_stride = Value{1} << 40;
constexpr Value row_multiple = 16;  // bytes that rows, and those of boxes, are multiples of
// Shared memory of a block (CUDA C++ Programming Guide, "Compute Capabilities").
constexpr Value most_box_bytes = 227 * 1024;

constexpr std::string_view keyword = "tensor:";
constexpr const char* map_advice =
    "write --input map=tensor:in:8x4:box=4x2, the innermost size first";

Value count_in_all(const std::vector<Value>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), Value{1}, std::multiplies<>());
}

bool are_between(const std::vector<Value>& numbers, Value least, Value most) {
  return std::ranges::all_of(numbers,
                             [&](Value number) { return number >= least && number <= most; });
}

/// A number of bytes times one of elements, or 2^40, if that is less.
Value capped_product(Value bytes, Value elements) {
  if (elements <= 0) return 0;
  return bytes > most_stride / elements ? most_stride : bytes * elements;
}

/// "8x4".
std::string crossed(const std::vector<Value>& numbers) {
  std::string text;
  for (const Value number : numbers) text += (text.empty() ? "" : "x") + std::to_string(number);
  return text;
}

/// The numbers of "8x4".
std::vector<Value> numbers_in(const LaunchWord& word, const std::string& text) {
  std::vector<Value> numbers;
  for (const std::string& part : listed(text, 'x')) {
    const auto number = number_in(part);
    if (!number) fail(word, quote(text) + " are no sizes such as 8x4", map_advice);
    numbers.push_back(*number);
  }
  return numbers;
}

/// `in`, or `in+4`: so many elements further.
void set_memory(const LaunchWord& word, const std::string& text, TensorMap& map) {
  const std::size_t plus = text.find('+');
  map.location = text.substr(0, plus);
  if (map.location.empty()) fail(word, "a tensormap names the memory of its tensor", map_advice);
  if (plus == std::string::npos) return;
  const auto elements = number_in(std::string_view(text).substr(plus + 1));
  if (!elements || *elements < 0 || *elements > most_elements) {
    fail(word, quote(text.substr(plus + 1)) + " is no number of elements", map_advice);
  }
  map.offset = *elements * element_bytes(map);
}

std::optional<TensorMapProblem> problem_of_sizes(const TensorMap& map) {
  const std::size_t rank = map.sizes.size();
  if (rank == 0 || rank > most_dimensions) {
    return TensorMapProblem{"a tensor has 1 to 5 dimensions, and here " + std::to_string(rank),
                            map_advice};
  }
  if (!are_between(map.sizes, 1, most_elements)) {
    return TensorMapProblem{"a dimension of a tensor has 1 to 2^32 elements", map_advice};
  }
  if (map.box.size() != rank) {
    return TensorMapProblem{"the tensor has " + std::to_string(rank) + " dimensions, and its box " +
                                (map.box.empty() ? "none" : std::to_string(map.box.size())),
                            "say the elements that one copy carries along each: box=" +
                                crossed(std::vector<Value>(rank, 4))};
  }
  if (!are_between(map.box, 1, most_box_elements)) {
    return TensorMapProblem{"a box has 1 to 256 elements along a dimension", map_advice};
  }
  const Value row = map.box.front() * element_bytes(map);
  if (row % row_multiple != 0) {
    return TensorMapProblem{
        "a row of the box has " + bytes_text(row) + ", which is no multiple of 16",
        "make the box longer in its first dimension"};
  }
  if (box_bytes(map) > most_box_bytes) {
    return TensorMapProblem{
        "the box has " + bytes_text(box_bytes(map)) + ": no block has so much shared memory",
        "make it smaller"};
  }
  return std::nullopt;
}

// Rows that are shorter than those of the pattern would have gaps between them.
std::optional<TensorMapProblem> problem_of_swizzle(const TensorMap& map) {
  constexpr std::array<Value, 4> known = {0, 32, 64, 128};
  if (std::ranges::find(known, map.swizzle) == known.end()) {
    return TensorMapProblem{"a swizzle has rows of 32, 64 or 128 bytes", "write swizzle=128"};
  }
  const Value row = map.box.front() * element_bytes(map);
  if (map.swizzle == 0 || row == map.swizzle) return std::nullopt;
  return TensorMapProblem{std::string(row < map.swizzle ? "not modelled: " : "") +
                              "a row of the box has " + bytes_text(row) +
                              ", and the swizzle's rows have " + std::to_string(map.swizzle),
                          "make the box " + std::to_string(map.swizzle / element_bytes(map)) +
                              " elements long in its first dimension"};
}

std::optional<TensorMapProblem> problem_of_strides(const TensorMap& map) {
  const std::size_t rank = map.sizes.size();
  if (map.strides.size() + 1 != rank) {
    return TensorMapProblem{"a tensor of " + std::to_string(rank) + " dimensions has " +
                                std::to_string(rank - 1) + " strides, and here " +
                                std::to_string(map.strides.size()),
                            "the innermost dimension has none"};
  }
  Value least = map.sizes.front() * element_bytes(map);
  for (std::size_t i = 0; i + 1 < rank; ++i) {
    const Value stride = map.strides[i];
    if (stride % row_multiple != 0 || stride <= 0 || stride >= most_stride) {
      return TensorMapProblem{
          "a stride of " + bytes_text(stride) + " is no multiple of 16 below 2^40",
          "say the bytes from one row to the next: strides=" +
              std::to_string((least + row_multiple - 1) / row_multiple * row_multiple)};
    }
    if (stride < least) {
      return TensorMapProblem{"not modelled: a tensor whose rows overlap, of " + bytes_text(least) +
                                  " with a stride of " + std::to_string(stride),
                              "leave the strides out: rows then have no gaps"};
    }
    least = capped_product(stride, map.sizes[i + 1]);
    if (least >= most_stride) {
      return TensorMapProblem{"no GPU has so much memory: " + bytes_text(least), "make it smaller"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<code::Type> element_type(std::string_view name) {
  const auto* const known = std::ranges::find(element_type_table, name, &ElementType::name);
  if (known == element_type_table.end()) return std::nullopt;
  return known->type;
}

std::vector<std::string_view> element_types() {
  std::vector<std::string_view> names;
  for (const ElementType& type : element_type_table) names.push_back(type.name);
  return names;
}

Value element_bytes(const TensorMap& map) { return element_type(map.type)->bits / 8; }

Value box_bytes(const TensorMap& map) { return count_in_all(map.box) * element_bytes(map); }

Value end_of(const TensorMap& map) {
  Value end = map.offset + map.sizes.front() * element_bytes(map);
  for (std::size_t i = 1; i < map.sizes.size(); ++i) {
    end += (map.sizes[i] - 1) * map.strides[i - 1];
  }
  return end;
}

void complete(TensorMap& map) {
  if (!map.strides.empty()) return;
  Value stride = element_bytes(map);
  for (std::size_t i = 0; i + 1 < map.sizes.size(); ++i) {
    stride = capped_product(stride, map.sizes[i]);
    map.strides.push_back(stride);
  }
}

std::optional<TensorMapProblem> problem_of(const TensorMap& map) {
  if (map.offset % row_multiple != 0) {
    return TensorMapProblem{"the tensor begins at byte " + std::to_string(map.offset) +
                                " of its memory, which is no multiple of 16",
                            "begin it at another element"};
  }
  if (auto problem = problem_of_sizes(map)) return problem;
  if (auto problem = problem_of_swizzle(map)) return problem;
  return problem_of_strides(map);
}

bool is_tensormap(std::string_view value) { return value.starts_with(keyword); }

TensorMap tensormap_in(const LaunchWord& word, std::string_view value, std::string_view usual) {
  std::vector<std::string> parts = listed(value.substr(keyword.size()), ':');
  if (parts.size() < 2) fail(word, "a tensormap says a memory, sizes and a box", map_advice);
  TensorMap map;
  map.type = usual;
  for (std::size_t i = 2; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    const std::size_t equals = part.find('=');
    const std::string key = part.substr(0, equals);
    if (equals == std::string::npos && element_type(part)) {
      map.type = part;
    } else if (equals != std::string::npos && key == "box") {
      map.box = numbers_in(word, part.substr(equals + 1));
    } else if (equals != std::string::npos && key == "strides") {
      map.strides = numbers_in(word, part.substr(equals + 1));
    } else if (equals != std::string::npos && key == "swizzle") {
      map.swizzle = number_in(part.substr(equals + 1)).value_or(-1);
    } else {
      std::vector<std::string_view> known = element_types();
      known.insert(known.end(), {"box", "strides", "swizzle"});
      fail(word, "unknown " + quote(part), detail::did_you_mean(key, known, map_advice));
    }
  }
  set_memory(word, parts[0], map);
  map.sizes = numbers_in(word, parts[1]);
  complete(map);
  if (const auto problem = problem_of(map)) fail(word, problem->message, problem->advice);
  return map;
}

std::string sentence_of(const TensorMap& map) {
  std::string text = '`' + map.name + "` describes `" + map.location + '`';
  if (map.offset != 0) text += " from byte " + std::to_string(map.offset) + " on";
  text += " as a tensor of " + crossed(map.sizes) + ' ' + map.type;
  if (!map.strides.empty()) text += " with strides of " + crossed(map.strides) + " bytes";
  return text + ", and a copy carries a box of " + crossed(map.box) + ": " +
         (map.swizzle == 0 ? "nothing is swizzled"
                           : "it is swizzled in rows of " + bytes_text(map.swizzle)) +
         ", and what is outside of the tensor reads as zero";
}

std::vector<const TensorMap*> tensormaps_of(const Launch& launch) {
  std::vector<const TensorMap*> maps;
  const auto add_stored = [&](const Buffer& buffer) {
    for (const StoredTensorMap& stored : buffer.tensormaps) maps.push_back(&stored.map);
  };
  const auto add = [&](const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) {
      if (const auto* const map = std::get_if<TensorMap>(&binding.argument)) maps.push_back(map);
      if (const auto* const buffer = std::get_if<Buffer>(&binding.argument)) add_stored(*buffer);
    }
  };
  for (const Grid& grid : launch.grids) add(grid.parameters);
  add(launch.variables);
  std::ranges::for_each(launch.memory, add_stored);
  return maps;
}

Buffer buffer_of_tensors(const Launch& launch, const TensorMap& map) {
  const Value width = element_bytes(map);
  Value end = end_of(map);
  for (const TensorMap* const other : tensormaps_of(launch)) {
    if (other->location == map.location) end = std::max(end, end_of(*other));
  }
  Buffer buffer{map.location, std::nullopt, static_cast<std::uint32_t>(width), {}};
  const Value count = (end + width - 1) / width;
  if (count < most_elements) buffer.count = static_cast<std::uint32_t>(count);
  if (element_type(map.type)->kind == 'f') buffer.float_bytes = buffer.width;
  return buffer;
}

}  // namespace opexplore::kernel
