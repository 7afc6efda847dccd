// What memory holds while a launch runs once: bytes, as they are stored.
#pragma once

#include <cstdint>
#include <vector>

#include "litmus/kernels/memory.hpp"

namespace opexplore::kernel {

class Contents {
 public:
  /// No object is accessed further than that from its beginning.
  static constexpr Value most_bytes = Value{1} << 28;

  /// The bits of the element, which is no longer than 8 bytes. What nobody has stored is what
  /// memory starts with; `is_float`: if that was written as a number, as a floating-point one.
  Value load(const Memory& memory, const Element& element, bool is_float);
  void store(const Memory& memory, const Element& element, Value value);
  /// What bytes that were stored held before the last store.
  Value before_last_store(const Element& element) const;

  /// The object is another one from now on.
  void forget(std::uint16_t object);

  /// \name Over bytes that were stored or loaded.
  /// @{
  /// Whether a byte of the object was loaded that nobody had stored.
  bool is_read_at_start(std::uint16_t object) const;
  /// The elements of so many bytes, in order, of which each byte was stored.
  std::vector<Value> stored_offsets(std::uint16_t object, std::uint32_t width,
                                    std::size_t most) const;
  /// @}

 private:
  enum class Byte : std::uint8_t { unknown, initial, stored };
  struct Bytes {
    std::vector<std::uint8_t> values;
    std::vector<std::uint8_t> before;  ///< the last store
    std::vector<Byte> states;
    bool read_at_start = false;
  };

  Bytes& bytes_of(const Memory& memory, const Element& element, bool is_float);

  std::vector<Bytes> objects_;
};

}  // namespace opexplore::kernel
