#include "daedalus/result/sampling.hpp"

namespace daedalus {

std::size_t SharedSampling::add(const std::vector<std::string>& patterns) {
  Taker taker{select_channels(source_.channels(), patterns), {{"t", "s", "time"}}, {}};
  for (const std::size_t i : taker.selection) taker.columns.push_back(source_.channels()[i]);
  taker.row.resize(taker.columns.size());
  source_.want(taker.selection);
  takers_.push_back(std::move(taker));
  return takers_.size() - 1;
}

void SharedSampling::take(const State& x, const StepInfo& step) {
  source_.evaluate(x, step, values_.data());
  t_ = x.t;
}

std::span<const double> SharedSampling::row(std::size_t taker) {
  Taker& to = takers_[taker];
  to.row[0] = t_;
  for (std::size_t i = 0; i < to.selection.size(); ++i) to.row[i + 1] = values_[to.selection[i]];
  return to.row;
}

}  // namespace daedalus
