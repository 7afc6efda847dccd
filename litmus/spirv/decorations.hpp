// What a module says about ids, as far as the front end looks at it (SPIR-V specification, 3.20
// "Decoration"), and what clspv says of kernels (NonSemantic.ClspvReflection).
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "litmus/spirv/module.hpp"

namespace opexplore::spirv {

/// About an id, or a member of a structure.
struct Decorations {
  std::optional<std::uint32_t> builtin;         ///< number of spv::BuiltIn
  std::optional<std::uint32_t> array_stride;    ///< bytes
  std::optional<std::uint32_t> offset;          ///< bytes
  std::optional<std::uint32_t> specialisation;  ///< number of a specialisation constant
  bool coherent = false;                        ///< Coherent, or Volatile
};

inline constexpr std::uint32_t no_member = std::numeric_limits<std::uint32_t>::max();

class DecorationTable {
 public:
  /// Notes what OpDecorate or OpMemberDecorate says.
  void read(const Instruction& instruction);
  /// What is said about it; null if nothing is.
  const Decorations* find(Id id, std::uint32_t member = no_member) const;

 private:
  std::map<std::pair<Id, std::uint32_t>, Decorations> all_;  // by id and member
};

/// The number of an instruction of clspv's reflection; 0 of others.
std::uint32_t reflection(const std::map<Id, std::string>& imports, const Instruction& instruction);

}  // namespace opexplore::spirv
