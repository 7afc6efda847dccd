// Tensormaps as launches say them: `--input map=tensor:in:8x4:box=4x2`, and the memory that they
// describe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "code/type.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/launch_word.hpp"

namespace opexplore::kernel {

/// Bytes of a tensormap, and what its address is a multiple of.
inline constexpr Value tensormap_bytes = 128;
inline constexpr Value tensormap_alignment = 64;

/// The type of that name, as CUtensorMapDataType has them in capitals: "int32", "float16".
std::optional<code::Type> element_type(std::string_view name);
/// The names of all of them.
std::vector<std::string_view> element_types();
/// Of an element of the tensor.
Value element_bytes(const TensorMap& map);

/// Bytes that a copy by the map has, whether they are inside of the tensor or not.
Value box_bytes(const TensorMap& map);
/// Bytes from the beginning of the memory to the end of the tensor.
Value end_of(const TensorMap& map);

/// Something is wrong with a map, and what to write.
struct TensorMapProblem {
  std::string message;
  std::string advice;
};

/// Gives the map the strides of rows without gaps, if it has none.
void complete(TensorMap& map);
/// What cuTensorMapEncodeTiled would refuse, or is not modelled. The map is complete.
std::optional<TensorMapProblem> problem_of(const TensorMap& map);

/// Whether the value of an input is a tensormap: it begins with "tensor:".
bool is_tensormap(std::string_view value);
/// The map that the word says, `tensor:in+4:8x4:box=4x2:float32:strides=64`. Elements have the type
/// `usual` where it names none. Throws as fail() does.
TensorMap tensormap_in(const LaunchWord& word, std::string_view value, std::string_view usual);

/// "`map` describes `in` as 8x4 int32 in rows of 32 bytes, and copies carry boxes of 4x2 of it".
std::string sentence_of(const TensorMap& map);

/// All maps of the launch.
std::vector<const TensorMap*> tensormaps_of(const Launch& launch);
/// A buffer for what maps describe and nobody else names, as large as they say.
Buffer buffer_of_tensors(const Launch& launch, const TensorMap& map);

}  // namespace opexplore::kernel
