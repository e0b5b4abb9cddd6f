#include "daedalus/base/archive.hpp"

#include <algorithm>

#include "daedalus/base/errors.hpp"

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

}  // namespace daedalus
