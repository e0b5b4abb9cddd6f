#include "daedalus/base/archive.hpp"

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/options.hpp"

namespace daedalus {

void Archive::operator()(std::string_view name, std::span<double> values) {
  if (!loading()) {
    items_.push_back({std::string(name), {values.begin(), values.end()}});
    return;
  }
  if (next_ == items_.size()) throw FileError("checkpoint ends before '" + std::string(name) + "'");
  const Item& item = items_[next_++];
  if (item.name != name || item.values.size() != values.size())
    throw FileError("checkpoint holds '" + item.name + "' (" + std::to_string(item.values.size()) +
                    " numbers) where '" + std::string(name) + "' (" + std::to_string(values.size()) +
                    ") is expected: it was written by another model, method or version");
  std::copy(item.values.begin(), item.values.end(), values.begin());
}

void Archive::list(std::string_view name, std::vector<double>& values) {
  if (loading() && next_ < items_.size()) values.resize(items_[next_].values.size());
  (*this)(name, std::span(values));
  if (loading() && std::any_of(values.begin(), values.end(), [](double x) { return !std::isfinite(x); }))
    refuse(name, "it holds a number that is not finite");
}

void Archive::permutation(std::string_view name, std::vector<int>& order) {
  std::vector<double> numbers(order.begin(), order.end());
  (*this)(name, std::span(numbers));
  if (!loading()) return;
  std::vector<bool> seen(order.size(), false);
  for (std::size_t k = 0; k < order.size(); ++k) {
    require_whole(name, numbers[k], 0, static_cast<double>(order.size()) - 1);
    const auto at = static_cast<std::size_t>(numbers[k]);
    if (seen[at]) refuse(name, std::to_string(at) + " occurs twice");
    seen[at] = true;
  }
  std::transform(numbers.begin(), numbers.end(), order.begin(), [](double x) { return static_cast<int>(x); });
}

void Archive::require_whole(std::string_view name, double value, double lowest, double highest) {
  if (value >= lowest && value <= highest && value == std::floor(value)) return;  // false for NaN
  using options_detail::text_of;
  refuse(name, "it is " + text_of(value) + ", not an integer from " + text_of(lowest) + " to " + text_of(highest));
}

void Archive::refuse(std::string_view name, const std::string& why) {
  throw FileError("checkpoint is damaged at '" + std::string(name) + "': " + why);
}

void Archive::finish() const {
  if (loading() && next_ != items_.size())
    throw FileError("checkpoint holds '" + items_[next_].name +
                    "' after its end: it was written by another model, method or version");
}

}  // namespace daedalus
