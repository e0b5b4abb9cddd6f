// channels.hpp: the named signals of a run, between those who can compute them and those who write them down.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/state.hpp"

namespace daedalus {

struct ChannelInfo {
  std::string name;     // 'crank.x'
  std::string unit;     // 'm'; "" where there is none or it is not known
  std::string meaning;  // 'position of the centre of mass'
};

// How the state was reached: the last accepted step. All zero at the start of a run.
struct StepInfo {
  double h = 0;                // s
  long newton_iterations = 0;  // those of the rejected proposals before it included
  long rejected = 0;           // proposals refused before it
  double work = 0;             // J fed in minus dissipated, from the start of the run to the state; 0 when not monitored
};

class ChannelSource {
 public:
  virtual ~ChannelSource() = default;
  virtual const std::vector<ChannelInfo>& channels() const = 0;
  // One value per channel. Not const: a source may own a workspace.
  virtual void evaluate(const State& x, const StepInfo& step, double* values) = 0;
};

// The channels that match any of the patterns, in the order of the channels; no pattern is all. '*' stands for any
// letters, '?' for one: 'crank.*', '*.energy'. Throws OptionError for a pattern that matches nothing. The time is no
// channel of a source but the first column of everything that is written: 't' is accepted and adds nothing.
std::vector<std::size_t> select_channels(const std::vector<ChannelInfo>& channels,
                                         const std::vector<std::string>& patterns);

bool matches_any(std::string_view name, const std::vector<std::string>& patterns);

// Some channels of a source, behind the time: the rows of a result file.
class SelectedChannels {
 public:
  SelectedChannels(ChannelSource& source, const std::vector<std::string>& patterns);

  const std::vector<ChannelInfo>& columns() const { return columns_; }  // 't' first
  std::span<const double> row(const State& x, const StepInfo& step);    // valid until the next call

 private:
  ChannelSource& source_;
  std::vector<std::size_t> selection_;
  std::vector<ChannelInfo> columns_;
  std::vector<double> all_, row_;
};

}  // namespace daedalus
