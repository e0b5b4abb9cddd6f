// page_table.hpp: the columns of numbers of a page, thinned while they come in so that they never exceed a budget.
//
// Rows are kept as they are until the budget is used up. Then four rows become two, and so on whenever it is used up
// again:
//
//   kept as sample     the values at the first and at the last of the rows      (time, places of bodies)
//   kept as envelope   their smallest and largest value, in the order in which they occurred
//
// No peak is lost, no place of a body is mixed, and memory does not depend on the length of the run. NaN is "no value".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace daedalus {

struct PageColumn {
  enum class Kept { envelope, sample };

  std::string name, unit, meaning, group;
  Kept kept = Kept::envelope;
  bool is_double = false;  // else float
  bool is_marked = false;  // an output that the author of the model asks for
};

class PageTable {
 public:
  // bytes; in a page 27 MB when nothing of it can be compressed
  static constexpr std::size_t usual_budget = 20'000'000;

  explicit PageTable(std::vector<PageColumn> columns, std::size_t budget = usual_budget);  // the first is the time

  void add(std::span<const double> row);
  void finish();  // what is not yet a row becomes one; nothing may be added afterwards

  const std::vector<PageColumn>& columns() const { return columns_; }
  std::size_t added() const { return added_; }
  std::size_t rows() const { return kept_.front().size(); }
  std::size_t rows_per_bucket() const { return bucket_; }  // that two rows stand for; 1: nothing was thinned
  const std::vector<double>& kept(std::size_t column) const { return kept_[column]; }

  // All columns one after the other, little endian, as float32 or float64.
  std::string bytes() const;

 private:
  void open_bucket(std::span<const double> row);
  void widen_bucket(std::span<const double> row);
  void store_bucket();
  void merge_rows();

  std::vector<PageColumn> columns_;
  std::size_t most_rows_;
  std::vector<std::vector<double>> kept_;  // per column
  std::size_t added_ = 0, bucket_ = 1;

  // The bucket that is being filled: first and last value of a column, or its extremes and which of them came last.
  std::size_t in_bucket_ = 0;
  std::vector<double> low_, high_;
  std::vector<char> ends_high_;
};

}  // namespace daedalus
