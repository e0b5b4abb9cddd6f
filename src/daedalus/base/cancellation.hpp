// cancellation.hpp: a request to stop, heard inside a step that takes long.
//
// Whoever runs steps looks at the flag between two of them, and a step that is under way is finished: nothing is lost.
// Only where it takes longer than `patience` does the work inside it give up: at each factorization, Newton iteration
// and column of a dense Jacobian, never inside one.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace daedalus {

class Cancellation {
 public:
  static constexpr std::chrono::milliseconds patience{500};

  void watch(const std::atomic<bool>* flag) { flag_ = flag; }  // null: nobody can ask

  // The flag was seen that long ago. The clock is read only when it is set.
  bool is_due() {
    if (!flag_ || !flag_->load(std::memory_order_relaxed)) return false;
    const auto now = std::chrono::steady_clock::now();
    if (!seen_) seen_ = now;
    return now - *seen_ >= patience;
  }

 private:
  const std::atomic<bool>* flag_ = nullptr;
  std::optional<std::chrono::steady_clock::time_point> seen_;
};

}  // namespace daedalus
