// Memory that is made of structures: where their members lie.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// A number or pointer in a structure.
struct RecordMember {
  std::string name;  ///< "head", "rows[1]", "first.next"
  std::uint32_t offset = 0;
  std::uint32_t bytes = 4;
  bool floating = false;
};

/// A structure that memory is made of; no members: it is not known, or none.
struct Record {
  std::vector<RecordMember> members;
  std::uint32_t bytes = 0;
};

/// The member at the offset, if one of so many bytes begins there.
const RecordMember* member_at(const Record& record, Value offset, std::uint32_t bytes);

/// Offset and bytes of "q.head" or "q[1].head" in the memory q, of "q.rows" those of its first
/// element.
std::optional<std::pair<Value, std::uint32_t>> place_in_record(const Record& record,
                                                               std::string_view memory,
                                                               std::string_view name);

}  // namespace opexplore::kernel
