#include <utility>

#include "hardware/device/gpu.hpp"

namespace opexplore::hardware {

DeviceMemory::DeviceMemory(const Gpu& gpu, std::size_t bytes) : bytes_((bytes + 3) / 4 * 4) {
  const Driver& driver = gpu.driver();
  driver.call(driver.table().memory_allocate, &address_, bytes_ == 0 ? 4 : bytes_);
  gpu_ = &gpu;
  try {
    if (bytes_ != 0) driver.call(driver.table().memory_set, address_, 0U, bytes_ / 4);
  } catch (...) {
    discard();
    throw;
  }
}

DeviceMemory& DeviceMemory::operator=(DeviceMemory&& other) noexcept {
  if (this == &other) return *this;
  discard();
  gpu_ = std::exchange(other.gpu_, nullptr);
  address_ = std::exchange(other.address_, 0);
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

void DeviceMemory::discard() noexcept {
  if (gpu_ == nullptr) return;
  Driver::attempt(gpu_->driver().table().memory_free, address_);
  gpu_ = nullptr;
}

void DeviceMemory::write(std::span<const std::byte> bytes) const {
  if (bytes.empty()) return;
  const Driver& driver = gpu_->driver();
  driver.call(driver.table().copy_to_device, address_, bytes.data(), bytes.size());
}

void DeviceMemory::read(std::span<std::byte> bytes, std::size_t from) const {
  if (bytes.empty()) return;
  const Driver& driver = gpu_->driver();
  driver.call(driver.table().copy_from_device, bytes.data(), address_ + from, bytes.size());
}

AliasedMemory::AliasedMemory(const Gpu& gpu, std::size_t bytes, std::size_t names) : gpu_(&gpu) {
  const Driver& driver = gpu.driver();
  const cuda::Table& table = driver.table();
  cuda::AllocationProperties properties;
  properties.location.id = gpu.ordinal();
  std::size_t granule = 0;
  driver.call(table.granularity, &granule, &properties, 0);  // the least one
  bytes_ = (bytes + granule - 1) / granule * granule;
  try {
    driver.call(table.create, &allocation_, bytes_, &properties, 0ULL);
    allocated_ = true;
    cuda::AccessDescription access;
    access.location.id = gpu.ordinal();
    mappings_.reserve(names);
    for (std::size_t i = 0; i < names; ++i) {
      cuda::Address address = 0;
      driver.call(table.reserve, &address, bytes_, std::size_t{0}, cuda::Address{0}, 0ULL);
      Mapping& mapping = mappings_.emplace_back(Mapping{address, false});
      driver.call(table.map, address, bytes_, std::size_t{0}, allocation_, 0ULL);
      mapping.mapped = true;
      driver.call(table.set_access, address, bytes_, &access, std::size_t{1});
    }
    driver.call(table.memory_set, mappings_.front().address, 0U, bytes_ / 4);
  } catch (...) {
    discard();
    throw;
  }
}

AliasedMemory::AliasedMemory(AliasedMemory&& other) noexcept
    : gpu_(std::exchange(other.gpu_, nullptr)),
      bytes_(other.bytes_),
      allocation_(other.allocation_),
      allocated_(std::exchange(other.allocated_, false)),
      mappings_(std::move(other.mappings_)) {
  other.mappings_.clear();
}

AliasedMemory::~AliasedMemory() { discard(); }

void AliasedMemory::discard() noexcept {
  if (gpu_ == nullptr) return;
  const cuda::Table& table = gpu_->driver().table();
  // What the device still does with it ends first: unmapping does not wait.
  Driver::attempt(table.synchronize);
  for (const Mapping& mapping : mappings_) {
    if (mapping.mapped) Driver::attempt(table.unmap, mapping.address, bytes_);
    Driver::attempt(table.unreserve, mapping.address, bytes_);
  }
  if (allocated_) Driver::attempt(table.release, allocation_);
  mappings_.clear();
  allocated_ = false;
}

void AliasedMemory::write(std::span<const std::byte> bytes) const {
  const Driver& driver = gpu_->driver();
  driver.call(driver.table().copy_to_device, mappings_.front().address, bytes.data(), bytes.size());
}

}  // namespace opexplore::hardware
