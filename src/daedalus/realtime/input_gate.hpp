// input_gate.hpp: values from outside pass here to the model, or are counted and dropped. All inputs change together,
// between two steps.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "daedalus/base/input_values.hpp"

namespace daedalus {

// What came in and what became of it.
struct InputCounts {
  std::uint64_t accepted = 0;
  std::uint64_t limited = 0;    // values of accepted packets that were brought into their range
  std::uint64_t described = 0;  // sessions opened
  std::uint64_t too_short = 0, wrong_magic = 0, wrong_version = 0, unknown_kind = 0, wrong_length = 0;
  std::uint64_t wrong_count = 0;      // of values
  std::uint64_t unknown_signals = 0;  // another table
  std::uint64_t not_finite = 0;
  std::uint64_t stale = 0;           // sequence not greater than the last
  std::uint64_t foreign = 0;         // from somebody without a session
  std::uint64_t torn = 0;            // shared memory: was being written at every attempt
  std::uint64_t dropped_unread = 0;  // by the operating system: they came faster than they are read

  std::uint64_t refused() const {
    return too_short + wrong_magic + wrong_version + unknown_kind + wrong_length + wrong_count + unknown_signals +
           not_finite + stale + foreign;
  }
};

class InputGate {
 public:
  explicit InputGate(InputValues& values) : values_(values) {}

  // Sequences begin anew.
  void open_session() {
    fresh_ = true;
    ++counts.described;
  }

  // `value(i)` for i < count. True when they took effect.
  template <class Value>
  bool take(std::uint64_t sequence, std::size_t count, Value&& value) {
    if (count != values_.size()) return refuse(counts.wrong_count);
    if (!fresh_ && sequence <= last_) return refuse(counts.stale);
    for (std::size_t i = 0; i < count; ++i)
      if (!std::isfinite(value(i))) return refuse(counts.not_finite);
    for (std::size_t i = 0; i < count; ++i) set(i, value(i));
    fresh_ = false;
    last_ = sequence;
    ++counts.accepted;
    return true;
  }

  InputCounts counts;

 private:
  static bool refuse(std::uint64_t& count) {
    ++count;
    return false;
  }
  void set(std::size_t i, double value) {
    const double within = values_.input(i).within(value);
    if (within != value) ++counts.limited;
    values_.set(i, within);
  }

  InputValues& values_;
  std::uint64_t last_ = 0;
  bool fresh_ = true;
};

}  // namespace daedalus
