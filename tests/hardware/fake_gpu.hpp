// A CUDA driver that is played by the CPU: memory is the program's own, and what kernels do is the
// test's choice. Each function can be made to fail; what is not given back is noticed.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hardware/cuda/parameters.hpp"
#include "hardware/device/driver.hpp"

namespace opexplore::testing {

namespace cuda = hardware::cuda;

class FakeGpu {
 public:
  static constexpr std::size_t granule = 4096;

  struct LaunchShape {
    unsigned ctas = 0;
    unsigned threads = 0;
    unsigned shared_bytes = 0;
  };
  using Kernel = std::function<void(const std::string& name, const hardware::Launch& launch,
                                    const LaunchShape& shape)>;

  int devices = 1;
  std::map<int, int> attributes{{cuda::max_threads_per_block, 256},
                                {cuda::multiprocessor_count, 2},
                                {cuda::l2_cache_size, 1 << 16},
                                {cuda::compute_capability_major, 9},
                                {cuda::compute_capability_minor, 0},
                                {cuda::max_shared_memory_per_block_optin, 1 << 16},
                                {cuda::virtual_memory_management_supported, 1}};
  int ctas_per_multiprocessor = 2;
  int most_threads = 1024;  ///< of a CTA of a kernel, for its registers
  float milliseconds = 1;   ///< that events are apart
  Kernel kernel = [](const std::string&, const hardware::Launch&, const LaunchShape&) {};
  /// By symbol: the status of every call.
  std::map<std::string, cuda::Status> failures;
  std::map<std::string, int> calls;  ///< by symbol
  std::set<std::string> open;        ///< what was not given back: "memory 1", "module 2"

  /// The driver; it refers to this object.
  hardware::Driver driver() {
    cuda::Table table;
    fill_names(table);
    fill_device(table);
    fill_memory(table);
    fill_aliases(table);
    fill_kernels(table);
    cuda::for_each_call(table, [this](auto& call) { watch(call); });
    return hardware::Driver(std::move(table));
  }

 private:
  // Counts calls, and makes them fail if the test wants that.
  template <class... Parameters>
  void watch(cuda::Call<Parameters...>& call) {
    call.function = [this, symbol = call.symbol,
                     inner = std::move(call.function)](Parameters... parameters) {
      ++calls[symbol];
      const auto failure = failures.find(symbol);
      return failure == failures.end() ? inner(parameters...) : failure->second;
    };
  }

  void fill_names(cuda::Table& table) {
    table.get_error_name.function = [](cuda::Status, const char** text) {
      *text = "CUDA_ERROR_MADE_UP";
      return 0;
    };
    table.get_error_string.function = [](cuda::Status, const char** text) {
      *text = "the test wants it so";
      return 0;
    };
  }

  void fill_device(cuda::Table& table) {
    table.init.function = [](unsigned) { return 0; };
    table.driver_version.function = [](int* version) { return *version = 13020, 0; };
    table.device_count.function = [this](int* count) { return *count = devices, 0; };
    table.device_get.function = [](cuda::Ordinal* ordinal, int number) {
      return *ordinal = number, 0;
    };
    table.device_name.function = [](char* name, int size, cuda::Ordinal) {
      std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
      return 0;
    };
    table.device_uuid.function = [](cuda::Uuid* uuid, cuda::Ordinal) {
      for (unsigned i = 0; i < 16; ++i) uuid->bytes[i] = static_cast<unsigned char>(17 * i);
      return 0;
    };
    table.device_attribute.function = [this](int* value, cuda::Attribute which, cuda::Ordinal) {
      return *value = attributes.at(which), 0;
    };
    table.context_retain.function = [this](cuda::Context* context, cuda::Ordinal) {
      *context = reinterpret_cast<cuda::Context>(this);
      return take("context");
    };
    table.context_release.function = [this](cuda::Ordinal) { return give("context"); };
    table.context_set.function = [](cuda::Context) { return 0; };
    table.synchronize.function = [] { return 0; };
    table.memory_info.function = [](std::size_t* free, std::size_t* total) {
      *free = *total = std::size_t{1} << 26U;
      return 0;
    };
  }

  void fill_memory(cuda::Table& table) {
    table.memory_allocate.function = [this](cuda::Address* address, std::size_t size) {
      auto block = std::make_unique<unsigned char[]>(size);
      std::memset(block.get(), 0xa5, size);
      *address = reinterpret_cast<cuda::Address>(block.get());
      memory_[*address] = {size, std::move(block)};
      return take("memory " + std::to_string(*address));
    };
    table.memory_free.function = [this](cuda::Address address) {
      if (memory_.erase(address) != 1) return invalid;
      return give("memory " + std::to_string(address));
    };
    table.memory_set.function = [this](cuda::Address address, unsigned value, std::size_t words) {
      if (!inside(address, 4 * words)) return invalid;
      for (std::size_t i = 0; i < words; ++i) std::memcpy(pointer(address + 4 * i), &value, 4);
      return 0;
    };
    table.copy_to_device.function = [this](cuda::Address to, const void* from, std::size_t size) {
      if (!inside(to, size)) return invalid;
      std::memcpy(pointer(to), from, size);
      return 0;
    };
    table.copy_from_device.function = [this](void* to, cuda::Address from, std::size_t size) {
      if (!inside(from, size)) return invalid;
      std::memcpy(to, pointer(from), size);
      return 0;
    };
  }

  // All mappings of an allocation are the same memory of this program.
  void fill_aliases(cuda::Table& table) {
    table.granularity.function = [](std::size_t* size, const cuda::AllocationProperties*, int) {
      return *size = granule, 0;
    };
    table.create.function = [this](cuda::Allocation* allocation, std::size_t size,
                                   const cuda::AllocationProperties* properties,
                                   unsigned long long) {
      if (size % granule != 0 || properties->type != 1 || properties->location.type != 1) {
        return invalid;
      }
      auto block = std::make_unique<unsigned char[]>(size);
      *allocation = reinterpret_cast<cuda::Allocation>(block.get());
      memory_[*allocation] = {size, std::move(block)};
      return take("allocation");
    };
    table.release.function = [this](cuda::Allocation allocation) {
      memory_.erase(allocation);
      return give("allocation");
    };
    table.reserve.function = [this](cuda::Address* address, std::size_t, std::size_t, cuda::Address,
                                    unsigned long long) {
      *address = next_reserved_ += 1U << 30U;
      return take("range " + std::to_string(*address));
    };
    table.unreserve.function = [this](cuda::Address address, std::size_t) {
      return give("range " + std::to_string(address));
    };
    table.map.function = [this](cuda::Address address, std::size_t size, std::size_t,
                                cuda::Allocation allocation, unsigned long long) {
      mapped_[address] = {size, allocation};
      return take("mapping " + std::to_string(address));
    };
    table.unmap.function = [this](cuda::Address address, std::size_t) {
      mapped_.erase(address);
      return give("mapping " + std::to_string(address));
    };
    table.set_access.function = [](cuda::Address, std::size_t,
                                   const cuda::AccessDescription* access, std::size_t count) {
      return count == 1 && access->flags == 3 ? 0 : invalid;
    };
  }

  void fill_kernels(cuda::Table& table) {
    table.module_load.function = [this](cuda::Module* module, const void*) {
      *module = reinterpret_cast<cuda::Module>(this);
      return take("module");
    };
    table.module_unload.function = [this](cuda::Module) { return give("module"); };
    table.module_function.function = [this](cuda::Function* function, cuda::Module,
                                            const char* name) {
      const auto kept = names_.insert(name).first;
      *function = reinterpret_cast<cuda::Function>(const_cast<std::string*>(&*kept));
      return 0;
    };
    table.function_attribute.function = [](cuda::Function, cuda::FunctionAttribute, int) {
      return 0;
    };
    table.occupancy.function = [this](int* ctas, cuda::Function, int threads, std::size_t) {
      return *ctas = threads > most_threads ? 0 : ctas_per_multiprocessor, 0;
    };
    table.launch.function = [this](cuda::Function function, unsigned ctas, unsigned, unsigned,
                                   unsigned threads, unsigned, unsigned, unsigned shared,
                                   cuda::Stream, void** parameters, void**) {
      kernel(*reinterpret_cast<const std::string*>(function),
             *static_cast<const hardware::Launch*>(parameters[0]), {ctas, threads, shared});
      return 0;
    };
    table.event_create.function = [this](cuda::Event* event, unsigned) {
      *event = reinterpret_cast<cuda::Event>(this);
      return take("event " + std::to_string(++events_));
    };
    table.event_destroy.function = [this](cuda::Event) {
      return give("event " + std::to_string(events_--));
    };
    table.event_record.function = [](cuda::Event, cuda::Stream) { return 0; };
    table.event_synchronize.function = [](cuda::Event) { return 0; };
    table.event_elapsed.function = [this](float* time, cuda::Event, cuda::Event) {
      return *time = milliseconds, 0;
    };
  }

  static constexpr cuda::Status invalid = 1;

  int take(const std::string& what) { return open.insert(what).second ? 0 : invalid; }
  int give(const std::string& what) { return open.erase(what) == 1 ? 0 : invalid; }

  struct Block {
    std::size_t size = 0;
    std::unique_ptr<unsigned char[]> bytes;
  };
  struct Mapping {
    std::size_t size = 0;
    cuda::Allocation allocation = 0;
  };

  // Where memory that is mapped really is.
  cuda::Address real(cuda::Address address) const {
    const auto after = mapped_.upper_bound(address);
    if (after == mapped_.begin()) return address;
    const auto& [begin, mapping] = *std::prev(after);
    return address - begin < mapping.size ? mapping.allocation + (address - begin) : address;
  }
  unsigned char* pointer(cuda::Address address) const {
    return reinterpret_cast<unsigned char*>(real(address));
  }
  bool inside(cuda::Address address, std::size_t size) const {
    const cuda::Address begin = real(address);
    const auto after = memory_.upper_bound(begin);
    if (after == memory_.begin()) return false;
    const auto& [start, block] = *std::prev(after);
    return begin - start + size <= block.size;
  }

  std::map<cuda::Address, Block> memory_;
  std::map<cuda::Address, Mapping> mapped_;
  cuda::Address next_reserved_ = std::uint64_t{1} << 60U;
  std::set<std::string> names_;
  int events_ = 0;
};

/// What `check` would leave behind if `count` more instances of this launch had shown these words.
inline void record(const hardware::Launch& launch, const std::vector<std::uint64_t>& words,
                   std::uint64_t count) {
  if (count == 0) return;
  hardware::OutcomeTable table = launch.table;
  for (std::uint32_t at = 0; at < table.capacity; ++at) {
    hardware::OutcomeSlot& slot = table.slots[at];
    std::uint64_t* const values = table.values + at * words.size();
    if (slot.state == 0) std::copy(words.begin(), words.end(), values);
    if (!std::equal(words.begin(), words.end(), values)) continue;
    slot.state = 2;
    slot.count += count;
    ++slot.launches;
    for (std::uint64_t i = 0; i < count && slot.sampled < hardware::samples_kept; ++i) {
      hardware::OutcomeSample& sample = table.samples[at * hardware::samples_kept + slot.sampled++];
      sample.launch = launch.number;
      sample.instance = i;
      for (std::uint32_t role = 0; role < launch.roles; ++role) {
        sample.multiprocessor[role] = 10 + role;
      }
    }
    return;
  }
}

}  // namespace opexplore::testing
