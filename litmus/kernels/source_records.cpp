#include "litmus/kernels/source_records.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <variant>

#include "litmus/kernels/float_values.hpp"
#include "litmus/kernels/launch_word.hpp"

namespace opexplore::kernel {

namespace {

/// Initial values, byte by byte.
std::vector<Value> bytes_of(const Buffer& buffer) {
  constexpr std::uint32_t usual = 4;
  const std::uint32_t each = buffer.initial_width.value_or(buffer.width.value_or(usual));
  std::vector<Value> bytes;
  for (const Value value : buffer.initial) {
    for (std::uint32_t i = 0; i < each; ++i) {
      bytes.push_back(static_cast<Value>(static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFF);
    }
  }
  return bytes;
}

}  // namespace

Record record_of(const CudaSource& source, const std::string& type) {
  if (std::ranges::count(type, '*') != 1) return {};
  const CudaStruct* const made = struct_named(source, type);
  if (made == nullptr || !made->whole) return {};
  Record record;
  record.bytes = made->bytes;
  for (const CudaMember& member : made->members) {
    const bool floating = CudaParameter{member.name, member.type}.is_floating();
    record.members.push_back({member.name, member.offset, member.bytes, floating});
  }
  return record;
}

void set_records(const NamedEntry& entry, const CudaSource& source, Grid& grid) {
  for (Binding& binding : grid.parameters) {
    auto* const buffer = std::get_if<Buffer>(&binding.argument);
    if (buffer != nullptr) buffer->record = record_of(source, entry.type_of(binding.name));
  }
}

bool set_member(Buffer& buffer, std::string_view name, const std::vector<std::string>& values) {
  const auto place = place_in_record(buffer.record, buffer.location, name);
  if (!place) return false;
  auto [offset, width] = *place;
  std::vector<Value> bytes = bytes_of(buffer);
  for (const std::string& written : values) {
    const RecordMember* const member = member_at(buffer.record, offset, width);
    if (member == nullptr) return false;
    const auto number = number_in(written);
    const auto bits = member->floating || !number ? float_bits(written, width) : number;
    const auto end = static_cast<std::size_t>(offset) + width;
    bytes.resize(std::max(bytes.size(), end));
    for (std::uint32_t i = 0; i < width; ++i) {
      bytes[static_cast<std::size_t>(offset) + i] =
          static_cast<Value>(static_cast<std::uint64_t>(bits.value_or(0)) >> (8 * i)) & 0xFF;
    }
    offset += width;
  }
  buffer.initial = std::move(bytes);
  buffer.initial_width = 1;
  buffer.written.clear();
  return true;
}

}  // namespace opexplore::kernel
