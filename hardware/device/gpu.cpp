#include "hardware/device/gpu.hpp"

#include <array>
#include <string>
#include <utility>

namespace opexplore::hardware {
namespace {

std::string uuid_text(const cuda::Uuid& uuid) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits[uuid.bytes[i] >> 4U];
    text += digits[uuid.bytes[i] & 15U];
  }
  return text;
}

cuda::Ordinal ordinal_of(const Driver& driver, int number) {
  const cuda::Table& table = driver.table();
  int count = 0;
  try {
    driver.call(table.init, 0U);
    driver.call(table.device_count, &count);
  } catch (const DeviceError& error) {  // no device, no permission, a driver that does not fit
    throw NoDevice(std::string("no GPU: ") + error.what());
  }
  if (count == 0) throw NoDevice("no GPU: the driver finds none");
  if (number < 0 || number >= count) {
    throw NoDevice("no GPU number " + std::to_string(number) + ": there are " +
                   std::to_string(count) + ", counted from 0");
  }
  cuda::Ordinal ordinal = 0;
  driver.call(table.device_get, &ordinal, number);
  return ordinal;
}

}  // namespace

Gpu::Gpu(const Driver& driver, int number)
    : driver_(driver), ordinal_(ordinal_of(driver_, number)) {
  describe();
  cuda::Context context = nullptr;
  driver_.call(driver_.table().context_retain, &context, ordinal_);
  try {
    driver_.call(driver_.table().context_set, context);
    std::size_t free = 0;
    std::size_t total = 0;
    driver_.call(driver_.table().memory_info, &free, &total);
    limits_.free_bytes = free;
  } catch (...) {
    Driver::attempt(driver_.table().context_release, ordinal_);
    throw;
  }
}

Gpu::~Gpu() { Driver::attempt(driver_.table().context_release, ordinal_); }

void Gpu::describe() {
  const cuda::Table& table = driver_.table();
  const auto attribute = [&](cuda::Attribute which) {
    int value = 0;
    driver_.call(table.device_attribute, &value, which, ordinal_);
    return static_cast<std::uint32_t>(value);
  };
  const std::uint32_t major = attribute(cuda::compute_capability_major);
  const std::uint32_t minor = attribute(cuda::compute_capability_minor);
  sm_ = 10 * major + minor;
  limits_.multiprocessors = attribute(cuda::multiprocessor_count);
  limits_.threads_per_cta = attribute(cuda::max_threads_per_block);
  limits_.shared_bytes_per_cta = attribute(cuda::max_shared_memory_per_block_optin);
  limits_.l2_bytes = attribute(cuda::l2_cache_size);
  limits_.aliases = attribute(cuda::virtual_memory_management_supported) != 0;

  std::array<char, 256> name{};
  driver_.call(table.device_name, name.data(), static_cast<int>(name.size()) - 1, ordinal_);
  cuda::Uuid uuid{};
  driver_.call(table.device_uuid, &uuid, ordinal_);
  int version = 0;
  driver_.call(table.driver_version, &version);
  device_.name = name.data();
  device_.compute_capability = std::to_string(major) + '.' + std::to_string(minor);
  device_.multiprocessors = limits_.multiprocessors;
  device_.l2_bytes = limits_.l2_bytes;
  device_.driver = std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
  device_.uuid = uuid_text(uuid);
}

Module::Module(const Gpu& gpu, std::span<const std::byte> cubin) : gpu_(&gpu) {
  gpu.driver().call(gpu.driver().table().module_load, &module_, cubin.data());
}

Module::~Module() { Driver::attempt(gpu_->driver().table().module_unload, module_); }

cuda::Function Module::function(const char* name) const {
  cuda::Function function = nullptr;
  gpu_->driver().call(gpu_->driver().table().module_function, &function, module_, name);
  return function;
}

Event::Event(const Gpu& gpu) : gpu_(&gpu) {
  gpu.driver().call(gpu.driver().table().event_create, &event_, 0U);
}

Event::~Event() { Driver::attempt(gpu_->driver().table().event_destroy, event_); }

void Event::record() const {
  gpu_->driver().call(gpu_->driver().table().event_record, event_, nullptr);
}

void Event::wait() const { gpu_->driver().call(gpu_->driver().table().event_synchronize, event_); }

double Event::seconds_since(const Event& start) const {
  float milliseconds = 0;
  gpu_->driver().call(gpu_->driver().table().event_elapsed, &milliseconds, start.event_, event_);
  return double{milliseconds} / 1000;
}

}  // namespace opexplore::hardware
