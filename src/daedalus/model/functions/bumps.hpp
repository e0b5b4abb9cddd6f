// bumps.hpp: obstacles on a flat road, z(x) above 0. With ξ = |x − center|:
//
//   half_cylinder   √(r² − ξ²) for ξ < r. Its slope is unbounded at the edges, unless they are rounded by a fillet of
//                   radius ρ that touches the road at ξ = e = √(r² + 2 r ρ) and the cylinder at ξ = e r/(r + ρ);
//                   between them ρ − √(ρ² − (e − ξ)²)
//   cosine_bump     h/2 (1 + cos(2π ξ/L)) for ξ < L/2: height and slope are continuous
//
// At an edge derivatives are those of the flat road outside. The top counts as a kink, although it is none: an
// integrator that stops at both edges only, with the same height at both, would not notice that there is anything
// between them.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "daedalus/math/value_of.hpp"
#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/law_function.hpp"

namespace daedalus {

struct HalfCylinderFunction {
  static constexpr const char* type = "half_cylinder";
  static constexpr const char* meaning = "half cylinder across a flat road, with sharp or rounded edges";

  double center = 0, radius = 0, fillet = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("center", center, Field{.required = true}, "position of its axis");
    v("radius", radius, Field{.range = at_least(0), .required = true},
      "radius of the cylinder, which is its height; 0: no bump");
    v("fillet", fillet, Field{.range = at_least(0)}, "fillet radius of the edges; 0: sharp, with unbounded slope");
  }

  template <class S>
  S operator()(const S& x) const {
    using std::sqrt;
    // offset ± √(ρ² − u²) with u = ξ or e − ξ; beside the bump 0 · √1. The same operations everywhere, for steps of
    // constant cost: which of the three it is, is a number, 0 or 1.
    const S xi = std::copysign(1.0, value_of(x) - center) * S(x - center);
    const double foot = half_width(), inside = 1 - not_negative(value_of(xi) - foot);
    const double on_cylinder = inside * not_negative(touching_point() - value_of(xi)), on_fillet = inside - on_cylinder;
    const double sign = on_cylinder - on_fillet, rounding = 1 - inside + on_cylinder * radius + on_fillet * fillet;
    const S u = sign * xi + on_fillet * foot;
    return on_fillet * fillet + sign * sqrt(S(rounding * rounding - u * u));
  }

  std::vector<double> kinks() const {
    if (radius == 0) return {};
    if (fillet == 0) return {center - radius, center, center + radius};
    return {center - half_width(), center - touching_point(), center, center + touching_point(), center + half_width()};
  }
  std::string text() const {
    return fmt::format("half cylinder of radius {:.6g} at {:.6g}{}", radius, center,
                       fillet > 0 ? fmt::format(", edges rounded by {:.6g}", fillet) : "");
  }
  FunctionPtr make() const {
    check_fields(*this, "half_cylinder function");
    return make_function(*this);
  }

 private:
  // 1 or 0; a comparison would become a branch
  static double not_negative(double x) { return 0.5 + std::copysign(0.5, x); }
  double half_width() const { return std::sqrt(radius * (radius + 2 * fillet)); }
  double touching_point() const { return half_width() * radius / (radius + fillet); }
};

struct CosineBumpFunction {
  static constexpr const char* type = "cosine_bump";
  static constexpr const char* meaning = "one period of a cosine on a flat road";

  double center = 0, height = 0, length = 1;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("center", center, Field{.required = true}, "position of its crest");
    v("height", height, Field{.required = true}, "height of its crest; negative for a dip");
    v("length", length, Field{.range = positive(), .required = true}, "total length");
  }

  template <class S>
  S operator()(const S& x) const {
    using std::cos;
    if (!(std::abs(value_of(x) - center) < length / 2)) return S(0.0);
    return height / 2 * (1.0 + cos(S(2 * std::numbers::pi / length * (x - center))));
  }

  std::vector<double> kinks() const { return {center - length / 2, center, center + length / 2}; }
  std::string text() const {
    return fmt::format("cosine bump of height {:.6g} and length {:.6g} at {:.6g}", height, length, center);
  }
  FunctionPtr make() const {
    check_fields(*this, "cosine_bump function");
    return make_function(*this);
  }
};

}  // namespace daedalus
