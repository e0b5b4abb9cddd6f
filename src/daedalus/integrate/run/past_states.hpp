// past_states.hpp: some states of a run, few recent ones and fewer old ones: of age 1, 2, 4, ... steps, and up to twice
// that. Memory and copies per step are constant.
#pragma once

#include <array>

#include "daedalus/system/state.hpp"

namespace daedalus {

class PastStates {
 public:
  static constexpr int levels = 13;  // up to 8191 steps back

  // Forgets everything before x.
  void start(const State& x) {
    count_ = 0;
    for (Level& level : at_) level = {x, x};
  }

  // A step was accepted and ended at x.
  void add(const State& x) {
    ++count_;
    for (std::size_t k = 0; k < at_.size() && count_ % (1L << k) == 0; ++k) {
      std::swap(at_[k].last, at_[k].before);
      at_[k].last = x;
    }
  }

  // From young to old: `use` returns true when it has found what it looks for.
  template <class Use>
  bool find(Use&& use) const {
    for (const Level& level : at_) {
      if (use(level.last) || use(level.before)) return true;
    }
    return false;
  }

  const State& oldest() const {
    const State* oldest = &at_.front().last;
    for (const Level& level : at_)
      if (level.before.t < oldest->t) oldest = &level.before;
    return *oldest;
  }

  void exchange(Archive& archive) {
    archive("past.count", count_);
    for (Level& level : at_) {
      level.last.exchange(archive);
      level.before.exchange(archive);
    }
  }

 private:
  struct Level {
    State last, before;  // every 2^k-th state
  };
  std::array<Level, levels> at_;
  long count_ = 0;
};

}  // namespace daedalus
