#include "litmus/kernels/record.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace opexplore::kernel {

namespace {

/// The index in front of ".head", 0 if there is none; what is no index is nothing.
std::optional<Value> index_before(std::string_view& text) {
  if (!text.starts_with('[')) return Value{0};
  Value index = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), index);
  if (error != std::errc{} || end == text.data() + text.size() || *end != ']' || index < 0) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return index;
}

}  // namespace

const RecordMember* member_at(const Record& record, Value offset, std::uint32_t bytes) {
  if (record.bytes == 0 || offset < 0) return nullptr;
  const auto in = static_cast<std::uint32_t>(offset % record.bytes);
  const auto member = std::ranges::find(record.members, in, &RecordMember::offset);
  return member == record.members.end() || member->bytes != bytes ? nullptr : &*member;
}

std::optional<std::pair<Value, std::uint32_t>> place_in_record(const Record& record,
                                                               std::string_view memory,
                                                               std::string_view name) {
  if (record.members.empty() || !name.starts_with(memory)) return std::nullopt;
  name.remove_prefix(memory.size());
  const std::optional<Value> index = index_before(name);
  if (!index || !name.starts_with('.')) return std::nullopt;
  name.remove_prefix(1);
  for (const RecordMember& member : record.members) {
    if (member.name != name && member.name != std::string(name) + "[0]") continue;
    return std::pair{*index * Value{record.bytes} + Value{member.offset}, member.bytes};
  }
  return std::nullopt;
}

}  // namespace opexplore::kernel
