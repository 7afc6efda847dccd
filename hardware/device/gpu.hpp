// A GPU that is open for use, and what of it is on the device: memory, modules, events.
// All of it belongs to the thread that opened the GPU, and must be gone before it is closed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hardware/device/driver.hpp"
#include "hardware/result.hpp"

namespace opexplore::hardware {

/// What launches must respect.
struct DeviceLimits {
  std::uint32_t multiprocessors = 0;
  std::uint32_t threads_per_cta = 0;
  std::uint32_t shared_bytes_per_cta = 0;
  std::uint64_t l2_bytes = 0;
  std::uint64_t free_bytes = 0;  ///< of device memory, when it was opened
  bool aliases = false;          ///< several virtual addresses for the same memory
};

class Gpu {
 public:
  /// Opens the device of that number. Throws NoDevice if the driver cannot be started or there is
  /// no such device, DeviceError for anything else.
  explicit Gpu(const Driver& driver, int number = 0);
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;
  ~Gpu();

  const Driver& driver() const { return driver_; }
  const Device& device() const { return device_; }
  const DeviceLimits& limits() const { return limits_; }
  cuda::Ordinal ordinal() const { return ordinal_; }
  /// Its machine code version: 90 for compute capability 9.0.
  std::uint32_t sm() const { return sm_; }

 private:
  void describe();

  Driver driver_;
  cuda::Ordinal ordinal_ = 0;
  std::uint32_t sm_ = 0;
  Device device_;
  DeviceLimits limits_;
};

/// Memory of the device.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  /// `bytes` that are 0. Throws DeviceError.
  DeviceMemory(const Gpu& gpu, std::size_t bytes);
  DeviceMemory(DeviceMemory&& other) noexcept { *this = std::move(other); }
  DeviceMemory& operator=(DeviceMemory&& other) noexcept;
  ~DeviceMemory() { discard(); }

  cuda::Address address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

  /// \name Bytes of it, from an offset on. Throw DeviceError.
  /// @{
  void write(std::span<const std::byte> bytes) const;
  void read(std::span<std::byte> bytes, std::size_t from = 0) const;
  /// @}

 private:
  void discard() noexcept;

  const Gpu* gpu_ = nullptr;
  cuda::Address address_ = 0;
  std::size_t bytes_ = 0;
};

/// Memory of the device that has several virtual addresses: virtual aliases (PTX ISA 8.2).
class AliasedMemory {
 public:
  /// `bytes` that can be reached in `names` ways. Throws DeviceError.
  AliasedMemory(const Gpu& gpu, std::size_t bytes, std::size_t names);
  AliasedMemory(AliasedMemory&& other) noexcept;
  AliasedMemory& operator=(AliasedMemory&&) = delete;
  ~AliasedMemory();

  cuda::Address address(std::size_t name) const { return mappings_[name].address; }
  void write(std::span<const std::byte> bytes) const;

 private:
  struct Mapping {
    cuda::Address address = 0;
    bool mapped = false;
  };
  void discard() noexcept;

  const Gpu* gpu_ = nullptr;
  std::size_t bytes_ = 0;  ///< a multiple of the granularity
  cuda::Allocation allocation_ = 0;
  bool allocated_ = false;
  std::vector<Mapping> mappings_;
};

/// Machine code on the device.
class Module {
 public:
  /// Loads the text of a .cubin file. Throws DeviceError.
  Module(const Gpu& gpu, std::span<const std::byte> cubin);
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module();

  /// Throws DeviceError if it has no such kernel.
  cuda::Function function(const char* name) const;

 private:
  const Gpu* gpu_;
  cuda::Module module_ = nullptr;
};

/// A point of time on the device.
class Event {
 public:
  explicit Event(const Gpu& gpu);
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event();

  void record() const;
  void wait() const;                               ///< until the device has come to it
  double seconds_since(const Event& start) const;  ///< both must have been waited for

 private:
  const Gpu* gpu_;
  cuda::Event event_ = nullptr;
};

}  // namespace opexplore::hardware
