// constraint_row.hpp: one holonomic constraint,  Σ w_k y_k(t,q) − offset − u(t) = 0  with measures y_k.
//
// With a period the left side counts modulo it, folded to (−period/2, period/2]: rows on wrapped angles stay smooth
// where an angle jumps from π to −π.
#pragma once

#include <string>
#include <vector>

#include "daedalus/model/measure.hpp"

namespace daedalus {

struct RowTerm {
  double weight = 1;
  Measure measure;
};

struct ConstraintRow {
  std::string label;  // what the row holds: 'x', 'z_perp_x', 'length'
  std::vector<RowTerm> terms;
  double offset = 0;
  FunctionPtr motion = {};         // u(t); none is zero
  double period = 0;               // 0: none
  bool offset_from_start = false;  // the builder sets `offset` to what the start position shows
};

// The rows of one joint. Between planar bodies the builder leaves out the rows that planar motion satisfies by itself.
class Rows {
 public:
  explicit Rows(std::vector<ConstraintRow>& out) : out_(out) {}

  void add(ConstraintRow row) { out_.push_back(std::move(row)); }

  void coincident(const Between& b) {
    for (int axis = 0; axis < 3; ++axis) hold(names[axis], gap(axis, b));
  }
  void perpendicular(int axis_of_P, int axis_of_Q, const Between& b) {
    hold(std::string(names[axis_of_P]) + "_perp_" + names[axis_of_Q], cosine(axis_of_P, axis_of_Q, b));
  }
  void parallel_z(const Between& b) {
    perpendicular(2, 0, b);
    perpendicular(2, 1, b);
  }
  void on_axis_z(const Between& b) {  // P on the z-axis of Q
    hold("off_x", along(0, b));
    hold("off_y", along(1, b));
  }
  void no_offset_z(const Between& b) { hold("off_z", along(2, b)); }

 private:
  static constexpr const char* names[3] = {"x", "y", "z"};
  void hold(std::string label, const Measure& y) { out_.push_back({.label = std::move(label), .terms = {{1.0, y}}}); }
  std::vector<ConstraintRow>& out_;
};

}  // namespace daedalus
