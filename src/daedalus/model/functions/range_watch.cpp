#include "daedalus/model/functions/range_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daedalus {
namespace {

thread_local RangeWatch* watch_of_thread = nullptr;

std::string reached(double lowest, double highest, const TableRange& range) {
  if (lowest < range.low && highest > range.high) return fmt::format("{:.6g} and {:.6g}", lowest, highest);
  return fmt::format("{:.6g}", lowest < range.low ? lowest : highest);
}

}  // namespace

RangeWatch::RangeWatch() : outer_(watch_of_thread) { watch_of_thread = this; }
RangeWatch::~RangeWatch() { watch_of_thread = outer_; }

RangeWatch::Counting::Counting(bool counts) : watch_(counts ? watch_of_thread : nullptr) {
  if (!watch_) return;
  before_ = watch_->counts_;
  watch_->counts_ = true;
}
RangeWatch::Counting::~Counting() {
  if (watch_) watch_->counts_ = before_;
}

void RangeWatch::note(const TableRange& range, double x) {
  RangeWatch* const watch = watch_of_thread;
  if (!watch || !(watch->counts_ || range.beyond == Beyond::refused)) return;
  const auto end = watch->left_.begin() + static_cast<std::ptrdiff_t>(watch->count_);
  auto place = std::find_if(watch->left_.begin(), end, [&](const Left& left) { return left.range == &range; });
  if (place == end) {
    if (watch->count_ == most) return;
    ++watch->count_;
    *place = {&range, x, x};
  }
  place->lowest = std::min(place->lowest, x);
  place->highest = std::max(place->highest, x);
}

std::vector<std::string> RangeWatch::notes() const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count_; ++i)
    if (const auto& [range, lowest, highest] = left_[i]; range->beyond == Beyond::said)
      all.push_back(
          fmt::format("{} was evaluated at {}, outside its points ({:.6g} to {:.6g}), where it keeps its end "
                      "value: add points, or confirm with  extrapolate: hold, or choose linear or refuse.",
                      range->name, reached(lowest, highest, *range), range->low, range->high));
  return all;
}

std::vector<std::string> RangeWatch::refusals() const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count_; ++i)
    if (const auto& [range, lowest, highest] = left_[i]; range->beyond == Beyond::refused)
      all.push_back(fmt::format("{} has no value at {}, outside its points ({:.6g} to {:.6g}; extrapolate: refuse).",
                                range->name, reached(lowest, highest, *range), range->low, range->high));
  return all;
}

}  // namespace daedalus
