#include "daedalus/io/page/page_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "daedalus/base/expects.hpp"

namespace daedalus {
namespace {

constexpr std::size_t merged_rows = 4;  // become two

std::size_t bytes_per_row(const std::vector<PageColumn>& columns) {
  std::size_t bytes = 0;
  for (const PageColumn& column : columns) bytes += column.is_double ? sizeof(double) : sizeof(float);
  return bytes;
}

std::pair<double, double> extremes_in_order(const double* values) {
  const double *low = values, *high = values;
  for (const double* v = values; v < values + merged_rows; ++v) {
    if (!(*v >= *low)) low = std::isnan(*v) ? low : v;
    if (!(*v <= *high)) high = std::isnan(*v) ? high : v;
  }
  return low < high ? std::pair(*low, *high) : std::pair(*high, *low);
}

template <class Number>
void append(const std::vector<double>& values, std::string& bytes) {
  static_assert(std::endian::native == std::endian::little, "pages are little endian");
  for (const double value : values) {
    const auto number = static_cast<Number>(value);
    char raw[sizeof(Number)];
    std::memcpy(raw, &number, sizeof raw);
    bytes.append(raw, sizeof raw);
  }
}

}  // namespace

PageTable::PageTable(std::vector<PageColumn> columns, std::size_t budget)
    : columns_(std::move(columns)),
      most_rows_(std::max<std::size_t>(16, budget / bytes_per_row(columns_) / merged_rows) * merged_rows),
      kept_(columns_.size()), low_(columns_.size()), high_(columns_.size()), ends_high_(columns_.size()) {
  expects(!columns_.empty(), "a table of a page has a column of times");
  columns_.front().kept = PageColumn::Kept::sample;
}

void PageTable::add(std::span<const double> row) {
  expects(row.size() == columns_.size(), "one value per column");
  ++added_;
  if (in_bucket_ == 0) open_bucket(row);
  else widen_bucket(row);
  if (++in_bucket_ == bucket_) store_bucket();
  if (rows() >= most_rows_) merge_rows();
}

void PageTable::open_bucket(std::span<const double> row) {
  std::copy(row.begin(), row.end(), low_.begin());
  high_ = low_;
}

void PageTable::widen_bucket(std::span<const double> row) {
  for (std::size_t c = 0; c < row.size(); ++c) {
    const double value = row[c];
    if (columns_[c].kept == PageColumn::Kept::sample) {
      high_[c] = value;
      ends_high_[c] = true;
    } else if (value < low_[c] || std::isnan(low_[c])) {
      if (std::isnan(low_[c])) high_[c] = value;
      low_[c] = value;
      ends_high_[c] = false;
    } else if (value > high_[c]) {
      high_[c] = value;
      ends_high_[c] = true;
    }
  }
}

// One row for a bucket of one, else two.
void PageTable::store_bucket() {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (in_bucket_ > 1) kept_[c].push_back(ends_high_[c] ? low_[c] : high_[c]);
    kept_[c].push_back(in_bucket_ == 1 || ends_high_[c] ? high_[c] : low_[c]);
  }
  in_bucket_ = 0;
}

void PageTable::merge_rows() {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::vector<double>& kept = kept_[c];
    std::size_t to = 0;
    for (std::size_t from = 0; from < kept.size(); from += merged_rows) {
      const auto [first, second] = columns_[c].kept == PageColumn::Kept::sample
                                       ? std::pair(kept[from], kept[from + merged_rows - 1])
                                       : extremes_in_order(&kept[from]);
      kept[to++] = first;
      kept[to++] = second;
    }
    kept.resize(to);
  }
  bucket_ = bucket_ == 1 ? merged_rows : 2 * bucket_;
}

void PageTable::finish() {
  if (in_bucket_ > 0) store_bucket();
}

std::string PageTable::bytes() const {
  std::string all;
  all.reserve(rows() * bytes_per_row(columns_));
  for (std::size_t c = 0; c < columns_.size(); ++c)
    columns_[c].is_double ? append<double>(kept_[c], all) : append<float>(kept_[c], all);
  return all;
}

}  // namespace daedalus
