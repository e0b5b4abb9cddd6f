// rolling_disc.hpp: a thin disc that rolls on a plane without slipping. Center P, axis a = Z_P, radius r; the plane is
// the xy-plane of Q with normal n = Z_Q.
//
//   contact       x_C = x_P − r (n − (n·a) a)/√(1 − (n·a)²)
//   holonomic     Z_Q · (x_P − x_Q) − r √(1 − (n·a)²) = 0                          the rim touches
//   nonholonomic  velocity of the disc's point at x_C along t = a × n/|a × n| and along n × t is zero
#pragma once

#include "daedalus/model/joints/joint.hpp"
#include "daedalus/model/joints/rate_constraint.hpp"

namespace daedalus {

struct RollingDiscLaw {
  static constexpr int rows = 2;
  double radius = 0;
  static std::vector<std::string> labels() { return {"slip_forward", "slip_sideways"}; }

  template <class S>
  Vec<S, rows> velocity(const Frame<S>& P, const Frame<S>& Q) const {
    using std::sqrt;
    const Vec<S, 3> a = P.axes.col(2), n = Q.axes.col(2);
    const S na = n.dot(a);
    const Vec<S, 3> across = cross(a, n);
    const S sine = sqrt(across.dot(across));
    const Vec<S, 3> contact = P.x - (n - a * na) * S(radius / sine);
    const Vec<S, 3> v = relative_velocity(contact, P, Q);
    const Vec<S, 3> forward = across / sine;
    const Vec<S, 3> sideways = cross(n, forward);
    return {S(forward.dot(v)), S(sideways.dot(v))};
  }
};

extern template class RateConstraintOf<RollingDiscLaw>;  // in rate_laws.cpp

struct RollingDisc {
  static constexpr const char* type = "rolling_disc";
  static constexpr const char* meaning = "thin disk that rolls on a plane without slipping";
  Between between;
  double radius = 0;  // m

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field,
      "markers [disk center, plane]; their z-axes are the disk axis and the plane normal");
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true}, "radius of the disk");
  }
  void constrain(Rows& rows) const {
    rows.add(
        {.label = "contact",
         .terms = {{1.0, {.kind = MeasureKind::rim_clearance, .P = between.P, .Q = between.Q, .radius = radius}}}});
  }
  RateConstraintPtr rates() const { return std::make_shared<RateConstraintOf<RollingDiscLaw>>(RollingDiscLaw{radius}); }
  std::vector<Freedom> freedoms() const { return {}; }
};

}  // namespace daedalus
