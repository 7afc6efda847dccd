#include "hardware/device/driver.hpp"

#include <dlfcn.h>

#include <bit>

namespace opexplore::hardware {
namespace {

constexpr const char* library = "libcuda.so.1";

std::string text_of(const cuda::Call<cuda::Status, const char**>& call, cuda::Status status) {
  const char* text = nullptr;
  if (call.function(status, &text) != 0 || text == nullptr) return "an unknown error";
  return text;
}

template <class... Parameters>
void look_up(void* handle, cuda::Call<Parameters...>& call) {
  void* const found = dlsym(handle, call.symbol);
  if (found == nullptr) {
    throw NoDevice(std::string("the CUDA driver is too old: ") + library + " has no " +
                   call.symbol);
  }
  // POSIX makes the object pointer that dlsym gives a function pointer of the same bits.
  call.function = std::bit_cast<cuda::Status (*)(Parameters...)>(found);
}

}  // namespace

void Driver::fail(const char* symbol, cuda::Status status) const {
  throw DeviceError(std::string(symbol) + ": " + text_of(table_.get_error_name, status) + " (" +
                        std::to_string(status) + "): " + text_of(table_.get_error_string, status),
                    symbol, status);
}

Driver load_driver() {
  // Never closed: the driver's threads outlive every object here.
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const reason = dlerror();
    throw NoDevice("no GPU: the CUDA driver cannot be loaded: " +
                   std::string(reason == nullptr ? library : reason));
  }
  cuda::Table table;
  cuda::for_each_call(table, [&](auto& call) { look_up(handle, call); });
  return Driver(std::move(table));
}

}  // namespace opexplore::hardware
