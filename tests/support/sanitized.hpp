// sanitized.hpp: whether this test runs under the address sanitizer, where many numbers are slow and memory is kept.
#pragma once

namespace daedalus::testing {

#if defined(__has_feature)  // Clang
#if __has_feature(address_sanitizer)
inline constexpr bool under_address_sanitizer = true;
#else
inline constexpr bool under_address_sanitizer = false;
#endif
#elif defined(__SANITIZE_ADDRESS__)  // GCC
inline constexpr bool under_address_sanitizer = true;
#else
inline constexpr bool under_address_sanitizer = false;
#endif

}  // namespace daedalus::testing
