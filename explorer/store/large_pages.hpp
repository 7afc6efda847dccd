// Memory for tables that are read here and there: in pages of 2 MiB, where the system has them,
// most reads find their page's address in the processor.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace opexplore {

/// An allocator for containers; what is smaller than a page it takes from the heap.
template <class T>
struct LargePages {
  using value_type = T;
  static constexpr std::size_t page = std::size_t{1} << 21;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) {}  // NOLINT: allocators are converted

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < page) return static_cast<T*>(::operator new(bytes));
    void* const memory = ::operator new (bytes, std::align_val_t{page});
    madvise(memory, bytes, MADV_HUGEPAGE);  // that it is refused changes nothing but time
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < page) return ::operator delete(memory);
    ::operator delete (memory, std::align_val_t{page});
  }
  bool operator==(const LargePages&) const = default;
};

}  // namespace opexplore
