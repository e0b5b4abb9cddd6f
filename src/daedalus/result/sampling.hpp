// sampling.hpp: the channels of one source for several takers, a result file and a page for example, evaluated once per
// sample.
//
//   SharedSampling sampling(source);
//   const std::size_t file = sampling.add({"crank.*"}), page = sampling.add({});
//   sampling.take(x, step);
//   writer.write(sampling.row(file));
#pragma once

#include <span>
#include <string>
#include <vector>

#include "daedalus/result/channels.hpp"

namespace daedalus {

class SharedSampling {
 public:
  explicit SharedSampling(ChannelSource& source) : source_(source), values_(source.channels().size()) {}

  // A taker of the channels that match, behind the time. Throws OptionError for a pattern that matches nothing.
  std::size_t add(const std::vector<std::string>& patterns);
  const std::vector<ChannelInfo>& columns(std::size_t taker) const { return takers_[taker].columns; }  // 't' first

  void take(const State& x, const StepInfo& step);
  std::span<const double> row(std::size_t taker);  // of the last sample; valid until the next call for this taker

 private:
  struct Taker {
    std::vector<std::size_t> selection;
    std::vector<ChannelInfo> columns;
    std::vector<double> row;
  };
  ChannelSource& source_;
  std::vector<Taker> takers_;
  std::vector<double> values_;
  double t_ = 0;
};

// Some channels of a source for one taker: the rows of a result file.
class SelectedChannels {
 public:
  SelectedChannels(ChannelSource& source, const std::vector<std::string>& patterns) : sampling_(source) {
    sampling_.add(patterns);
  }

  const std::vector<ChannelInfo>& columns() const { return sampling_.columns(0); }  // 't' first
  std::span<const double> row(const State& x, const StepInfo& step) {               // valid until the next call
    sampling_.take(x, step);
    return sampling_.row(0);
  }

 private:
  SharedSampling sampling_;
};

}  // namespace daedalus
