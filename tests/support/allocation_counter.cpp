#include "support/allocation_counter.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define DAEDALUS_OWN_MALLOC 0
#endif
#endif
#if !defined(DAEDALUS_OWN_MALLOC)
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define DAEDALUS_OWN_MALLOC 0
#else
#define DAEDALUS_OWN_MALLOC 1
#endif
#endif

#if DAEDALUS_OWN_MALLOC

namespace {
std::atomic<long> allocations{0};
void count() { allocations.fetch_add(1, std::memory_order_relaxed); }
}  // namespace

// These stand before those of glibc for the whole process, shared libraries and operator new included; free() is
// still glibc's, which fits because the memory comes from glibc too.
extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  count();
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) noexcept {
  count();
  return __libc_calloc(number, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
  count();
  return __libc_realloc(memory, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  count();
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  count();
  void* const got = __libc_memalign(alignment, size);
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}

}  // extern "C"

namespace daedalus {
long AllocationCount::now() { return allocations.load(std::memory_order_relaxed); }
bool AllocationCount::available() { return true; }
}  // namespace daedalus

#else

namespace daedalus {
long AllocationCount::now() { return 0; }
bool AllocationCount::available() { return false; }
}  // namespace daedalus

#endif
