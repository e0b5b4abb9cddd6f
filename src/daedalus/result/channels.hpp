// channels.hpp: the named signals of a run, between those who can compute them and those who write them down.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/state.hpp"

namespace daedalus {

struct ChannelInfo {
  std::string name;         // 'crank.x'
  std::string unit;         // 'm'; "" where there is none or it is not known
  std::string meaning;      // 'position of the center of mass'
  std::string former = {};  // name in earlier versions, still found by patterns; "": none
  bool on_request = false;  // only for patterns with as many dots: 'crank.tip.x' for 'crank.tip.*', not for 'crank.*'
};

// How the state was reached: the last accepted step. All zero at the start of a run.
struct StepInfo {
  double h = 0;                // s
  long newton_iterations = 0;  // those of the rejected proposals before it included
  long rejected = 0;           // proposals refused before it
  // that were in force, of Layout::inputs, while this lives; none: their first values
  std::span<const double> inputs = {};
  // J fed in minus dissipated, from the start of the run to the state; 0 when not monitored
  double work = 0;
};

class ChannelSource {
 public:
  virtual ~ChannelSource() = default;
  virtual const std::vector<ChannelInfo>& channels() const = 0;
  // One value per channel; of those that are not wanted, where some are, anything. Not const: a source may own a
  // workspace.
  virtual void evaluate(const State& x, const StepInfo& step, double* values) = 0;
  // The start of a run and the end of each of its steps, for channels that count turns.
  virtual void follow(const State& x) { (void)x; }
  // What follow() has counted, for a run that goes on from where it was saved.
  virtual void exchange(Archive& archive) { (void)archive; }

  // These are wanted, beside those of earlier calls. All are, as long as nobody has said which.
  void want(std::span<const std::size_t> selection) {
    wanted_.resize(channels().size());
    for (const std::size_t i : selection) wanted_[i] = true;
    is_restricted_ = true;
  }

 protected:
  bool wants_any(std::size_t first, std::size_t count) const {
    if (!is_restricted_) return true;
    const auto begin = wanted_.begin() + static_cast<std::ptrdiff_t>(first);
    return std::find(begin, begin + static_cast<std::ptrdiff_t>(count), true) !=
           begin + static_cast<std::ptrdiff_t>(count);
  }

 private:
  std::vector<bool> wanted_;
  bool is_restricted_ = false;
};

// The channels that match any of the patterns, in the order of the channels; no pattern is all. '*' stands for any
// letters, '?' for one: 'crank.*', '*.energy'. Throws OptionError for a pattern that matches nothing. The time is no
// channel of a source but the first column of everything that is written: 't' is accepted and adds nothing.
std::vector<std::size_t> select_channels(const std::vector<ChannelInfo>& channels,
                                         const std::vector<std::string>& patterns);

// What to say of patterns that are former names: 'tire.force_1 is now tire.fz'.
std::vector<std::string> renamed_channels(const std::vector<ChannelInfo>& channels,
                                          const std::vector<std::string>& patterns);

bool matches_any(std::string_view name, const std::vector<std::string>& patterns);

}  // namespace daedalus
