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
std::atomic<long> first_failure{0};

// False when this one is to fail.
bool count_allocation() {
  const long number = allocations.fetch_add(1, std::memory_order_relaxed) + 1,
             failing = first_failure.load(std::memory_order_relaxed);
  if (number != failing) return true;
  errno = ENOMEM;
  return false;
}
}  // namespace

// These stand before those of glibc for the whole process, shared libraries and operator new included; free() is
// still glibc's, which fits because the memory comes from glibc too.
extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept { return count_allocation() ? __libc_malloc(size) : nullptr; }

void* calloc(std::size_t number, std::size_t size) noexcept {
  return count_allocation() ? __libc_calloc(number, size) : nullptr;
}

void* realloc(void* memory, std::size_t size) noexcept {
  return count_allocation() ? __libc_realloc(memory, size) : nullptr;
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return count_allocation() ? __libc_memalign(alignment, size) : nullptr;
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return count_allocation() ? __libc_memalign(alignment, size) : nullptr;
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  void* const got = count_allocation() ? __libc_memalign(alignment, size) : nullptr;
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}

}  // extern "C"

namespace daedalus {
long AllocationCount::now() { return allocations.load(std::memory_order_relaxed); }
bool AllocationCount::available() { return true; }
void AllocationCount::fail_at(long n) { first_failure = n == 0 ? 0 : now() + n; }
}  // namespace daedalus

#else

namespace daedalus {
long AllocationCount::now() { return 0; }
bool AllocationCount::available() { return false; }
void AllocationCount::fail_at(long) {}
}  // namespace daedalus

#endif
