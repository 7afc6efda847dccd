// The CUDA driver API, found at run time: programs are built and tested where there is no CUDA.
//
// The types are those of cuda.h, whose ABI is documented and kept: CUDA Driver API, "Data types
// used by CUDA driver" and "CUDA Driver API Versioning" (names ending in _v2). Only what is needed
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace opexplore::hardware {

/// What cuda.h calls CUresult, CUdevice, CUdeviceptr, …
namespace cuda {

using Status = int;  ///< 0 is success
using Ordinal = int;
using Address = std::uint64_t;
using Context = struct ContextObject*;
using Module = struct ModuleObject*;
using Function = struct FunctionObject*;
using Stream = struct StreamObject*;
using Event = struct EventObject*;
using Allocation = std::uint64_t;

struct Uuid {
  unsigned char bytes[16];
};

/// CUdevice_attribute.
enum Attribute : int {
  max_threads_per_block = 1,
  multiprocessor_count = 16,
  l2_cache_size = 38,
  compute_capability_major = 75,
  compute_capability_minor = 76,
  max_shared_memory_per_block_optin = 97,
  virtual_memory_management_supported = 102
};

/// CUfunction_attribute.
enum FunctionAttribute : int { max_dynamic_shared_size_bytes = 8 };

struct Location {
  int type = 1;  ///< a device
  int id = 0;
};

struct AllocationProperties {
  int type = 1;  ///< pinned
  int handle_types = 0;
  Location location;
  void* windows = nullptr;
  unsigned char flags[8] = {};
};
static_assert(sizeof(AllocationProperties) == 32 && offsetof(AllocationProperties, windows) == 16);

struct AccessDescription {
  Location location;
  int flags = 3;  ///< read and write
};
static_assert(sizeof(AccessDescription) == 12);

/// A function of the driver. Its parameters are those of cuda.h.
template <class... Parameters>
struct Call {
  const char* symbol;
  std::function<Status(Parameters...)> function = nullptr;
};

/// The functions that are used. Tests fill it with a device of their own.
struct Table {
  Call<Status, const char**> get_error_name{"cuGetErrorName"};
  Call<Status, const char**> get_error_string{"cuGetErrorString"};
  Call<unsigned> init{"cuInit"};
  Call<int*> driver_version{"cuDriverGetVersion"};
  Call<int*> device_count{"cuDeviceGetCount"};
  Call<Ordinal*, int> device_get{"cuDeviceGet"};
  Call<char*, int, Ordinal> device_name{"cuDeviceGetName"};
  Call<Uuid*, Ordinal> device_uuid{"cuDeviceGetUuid"};
  Call<int*, Attribute, Ordinal> device_attribute{"cuDeviceGetAttribute"};
  Call<Context*, Ordinal> context_retain{"cuDevicePrimaryCtxRetain"};
  Call<Ordinal> context_release{"cuDevicePrimaryCtxRelease_v2"};
  Call<Context> context_set{"cuCtxSetCurrent"};
  Call<> synchronize{"cuCtxSynchronize"};
  Call<Module*, const void*> module_load{"cuModuleLoadData"};
  Call<Module> module_unload{"cuModuleUnload"};
  Call<Function*, Module, const char*> module_function{"cuModuleGetFunction"};
  Call<Function, FunctionAttribute, int> function_attribute{"cuFuncSetAttribute"};
  Call<int*, Function, int, std::size_t> occupancy{"cuOccupancyMaxActiveBlocksPerMultiprocessor"};
  Call<Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream,
       void**, void**>
      launch{"cuLaunchKernel"};
  Call<std::size_t*, std::size_t*> memory_info{"cuMemGetInfo_v2"};
  Call<Address*, std::size_t> memory_allocate{"cuMemAlloc_v2"};
  Call<Address> memory_free{"cuMemFree_v2"};
  Call<Address, unsigned, std::size_t> memory_set{"cuMemsetD32_v2"};
  Call<Address, const void*, std::size_t> copy_to_device{"cuMemcpyHtoD_v2"};
  Call<void*, Address, std::size_t> copy_from_device{"cuMemcpyDtoH_v2"};
  Call<std::size_t*, const AllocationProperties*, int> granularity{"cuMemGetAllocationGranularity"};
  Call<Allocation*, std::size_t, const AllocationProperties*, unsigned long long> create{
      "cuMemCreate"};
  Call<Allocation> release{"cuMemRelease"};
  Call<Address*, std::size_t, std::size_t, Address, unsigned long long> reserve{
      "cuMemAddressReserve"};
  Call<Address, std::size_t> unreserve{"cuMemAddressFree"};
  Call<Address, std::size_t, std::size_t, Allocation, unsigned long long> map{"cuMemMap"};
  Call<Address, std::size_t> unmap{"cuMemUnmap"};
  Call<Address, std::size_t, const AccessDescription*, std::size_t> set_access{"cuMemSetAccess"};
  Call<Event*, unsigned> event_create{"cuEventCreate"};
  Call<Event> event_destroy{"cuEventDestroy_v2"};
  Call<Event, Stream> event_record{"cuEventRecord"};
  Call<Event> event_synchronize{"cuEventSynchronize"};
  Call<float*, Event, Event> event_elapsed{"cuEventElapsedTime"};
};

/// Calls `visit` with each function of the table.
template <class Visit>
void for_each_call(Table& t, const Visit& visit) {
  const auto all = [&](auto&... calls) { (visit(calls), ...); };
  all(t.get_error_name, t.get_error_string, t.init, t.driver_version, t.device_count, t.device_get,
      t.device_name, t.device_uuid, t.device_attribute, t.context_retain, t.context_release,
      t.context_set, t.synchronize, t.module_load, t.module_unload, t.module_function,
      t.function_attribute, t.occupancy, t.launch, t.memory_info, t.memory_allocate, t.memory_free,
      t.memory_set, t.copy_to_device, t.copy_from_device, t.granularity, t.create, t.release,
      t.reserve, t.unreserve, t.map, t.unmap, t.set_access, t.event_create, t.event_destroy,
      t.event_record, t.event_synchronize, t.event_elapsed);
}

}  // namespace cuda

/// There is no GPU here that could be used; `what()` says why in a sentence.
struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The driver reported an error: "cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (1): invalid argument".
/// After most of them the device is of no more use to the process.
struct DeviceError : std::runtime_error {
  DeviceError(const std::string& message, std::string symbol, cuda::Status code)
      : std::runtime_error(message), call(std::move(symbol)), status(code) {}
  std::string call;
  cuda::Status status;
};

/// The driver, with every call checked.
class Driver {
 public:
  /// Takes the functions; the table must be complete.
  explicit Driver(cuda::Table table) : table_(std::move(table)) {}

  const cuda::Table& table() const { return table_; }

  /// Calls a function of table(). Throws DeviceError.
  template <class... Parameters, class... Arguments>
  void call(const cuda::Call<Parameters...>& function, Arguments... arguments) const {
    const cuda::Status status = function.function(arguments...);
    if (status != 0) fail(function.symbol, status);
  }

  /// The same where nothing can be done about a failure: while an error is on its way already.
  template <class... Parameters, class... Arguments>
  static void attempt(const cuda::Call<Parameters...>& function, Arguments... arguments) noexcept {
    try {
      static_cast<void>(function.function(arguments...));
    } catch (...) {  // NOLINT(bugprone-empty-catch): see above
    }
  }

 private:
  [[noreturn]] void fail(const char* symbol, cuda::Status status) const;

  cuda::Table table_;
};

/// The driver of this machine, libcuda.so.1. Throws NoDevice if it is not installed or lacks a
/// function.
Driver load_driver();

}  // namespace opexplore::hardware
