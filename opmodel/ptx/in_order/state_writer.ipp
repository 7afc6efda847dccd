// How parts of an in-order state become bytes, and bytes such parts again (bytes.ipp).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "opmodel/parts/encoding.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

namespace {

// Appends parts of a state; StateReader reads them back in the same order.
template <class Size>
class StateWriter {
 public:
  StateWriter(const Context& context, std::size_t writes, std::string& bytes)
      : set_bytes_((writes + 7) / 8), slot_bytes_((context.races.count() + 7) / 8), bytes_(bytes) {}
  ~StateWriter() { flush(); }
  StateWriter(const StateWriter&) = delete;
  StateWriter& operator=(const StateWriter&) = delete;

  // As put_unsigned().
  void number(std::uint64_t value) {
    if (used_ + longest > waiting_.size()) flush();
    if (value >= 0x80) return long_number(value);
    waiting_[used_++] = static_cast<char8_t>(value);
  }
  // Several in a row, which are most often small: that is asked once.
  template <std::size_t Count>
  void numbers(const std::array<std::uint64_t, Count>& values) {
    if (used_ + Count > waiting_.size()) flush();
    std::uint64_t all = 0;
    for (const std::uint64_t value : values) all |= value;
    if (all >= 0x80) {
      for (const std::uint64_t value : values) number(value);
    } else {
      for (const std::uint64_t value : values) waiting_[used_++] = static_cast<char8_t>(value);
    }
  }
  // As put_value().
  void value(Value value) { number(zigzag(value)); }
  static std::uint64_t zigzag(Value value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return (bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0);
  }
  // Little-endian machines alone: the bytes never leave the process.
  void set(const typename Size::Items& set) { words(set.words(), set_bytes_); }
  void slots(const BitSet<Size::slot_words>& slots) { words(slots.words(), slot_bytes_); }

  // All bytes, for whoever appends to them by other means.
  std::string& flushed() {
    flush();
    return bytes_;
  }

 private:
  static constexpr std::size_t longest = 10;

  void long_number(std::uint64_t value);
  void flush();

  // The first `count` bytes: with a copy of all, whose size is known when this is compiled.
  template <std::size_t Count>
  void words(const std::array<std::uint64_t, Count>& words, std::size_t count) {
    if (used_ + sizeof words > waiting_.size()) flush();
    std::memcpy(waiting_.data() + used_, words.data(), sizeof words);
    used_ += count;
  }

  std::size_t set_bytes_;
  std::size_t slot_bytes_;
  std::string& bytes_;
  // One call appends many numbers. char8_t, unlike char, names no part of other objects, so that
  // these need not be read again behind each number.
  std::array<char8_t, 256> waiting_;
  std::size_t used_ = 0;
};

// Rare, and apart from what is compiled into every place that writes a number.
template <class Size>
void StateWriter<Size>::long_number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) waiting_[used_++] = static_cast<char8_t>(value | 0x80);
  waiting_[used_++] = static_cast<char8_t>(value);
}

template <class Size>
void StateWriter<Size>::flush() {
  bytes_.append(reinterpret_cast<const char*>(waiting_.data()), used_);
  used_ = 0;
}

// Reads what StateWriter has written, in the same order.
template <class Size>
class StateReader {
 public:
  StateReader(const Context& context, std::string_view bytes)
      : slot_bytes_((context.races.count() + 7) / 8), reader_(bytes) {}

  void expect_writes(std::size_t writes) { set_bytes_ = (writes + 7) / 8; }
  std::uint64_t number() { return reader_.get_unsigned(); }
  Value value() { return reader_.get_value(); }
  ByteReader& bytes() { return reader_; }

  typename Size::Items set() {
    typename Size::Items result;
    std::memcpy(result.words().data(), reader_.take(set_bytes_), set_bytes_);
    return result;
  }

  BitSet<Size::slot_words> slots() {
    BitSet<Size::slot_words> result;
    std::memcpy(result.words().data(), reader_.take(slot_bytes_), slot_bytes_);
    return result;
  }

 private:
  std::size_t set_bytes_ = 0;
  std::size_t slot_bytes_;
  ByteReader reader_;
};

}  // namespace

}  // namespace opexplore::ptx_model
