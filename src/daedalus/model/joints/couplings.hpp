// couplings.hpp: joints between the freedoms of other joints,  Σ w_k y_k = const.
//
// Wrapped angles are known up to full turns. The row of a gear, z1 α1 + z2 α2, then is known up to full turns as well,
// because the numbers of teeth z1, z2 are whole; the row of a rack, x − r α, up to 2π r. Folding the row into one
// period keeps it exact however far the wheels turn. A coupler with other factors needs freedoms that do not wrap.
#pragma once

#include <cmath>

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

// z1 α1 + z2 α2 = const, or with a minus sign for an internal gear; scaled to α1 + (z2/z1) α2.
struct Gear {
  static constexpr const char* type = "gear";
  static constexpr const char* meaning = "two gears in mesh, given by their numbers of teeth";
  FreedomRef first, second;
  int teeth_first = 0, teeth_second = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    const Field teeth{.range = in_range(-100000, 100000), .required = true};
    v("first", first, required_field, "angle of the first gear, for example shaft.angle");
    v("second", second, required_field, "angle of the second gear");
    v("teeth_first", teeth_first, teeth, "number of teeth of the first gear");
    v("teeth_second", teeth_second, teeth,
      "number of teeth of the second gear; negative for an internal gear or a belt");
  }

  std::string complaint() const {
    if (teeth_first == 0 || teeth_second == 0) return "a gear needs at least one tooth: use nonzero integers.";
    if (!first.measure.is_angle() || !second.measure.is_angle())
      return "gear couples two angles; use rack_and_pinion for a displacement.";
    return "";
  }
  void constrain(Rows& rows) const {
    const double ratio = static_cast<double>(teeth_second) / teeth_first;
    rows.add({.label = "mesh",
              .terms = {{1.0, first.measure}, {ratio, second.measure}},
              .period = full_turn / std::abs(teeth_first),
              .offset_from_start = true});
  }
  std::vector<Freedom> freedoms() const { return {}; }
};

// x − r α = const.
struct RackAndPinion {
  static constexpr const char* type = "rack_and_pinion";
  static constexpr const char* meaning = "rack whose displacement is radius times the pinion angle";
  FreedomRef rack, pinion;
  double radius = 0;  // m

  template <class Visitor>
  void describe(Visitor&& v) {
    v("rack", rack, required_field, "displacement of the rack, for example rack_slide.displacement");
    v("pinion", pinion, required_field, "angle of the pinion, for example steering_column.angle");
    v("radius", radius, Field{.unit = "m", .required = true},
      "displacement per radian; negative reverses the direction");
  }

  std::string complaint() const {
    if (radius == 0) return "radius = 0 couples nothing: specify the displacement per radian.";
    if (rack.measure.is_angle() || !pinion.measure.is_angle())
      return "rack must be a displacement and pinion an angle.";
    return "";
  }
  void constrain(Rows& rows) const {
    rows.add({.label = "mesh",
              .terms = {{1.0, rack.measure}, {-radius, pinion.measure}},
              .period = full_turn * std::abs(radius),
              .offset_from_start = true});
  }
  std::vector<Freedom> freedoms() const { return {}; }
};

// y1 + factor y2 = const for freedoms that do not wrap: displacements, angles between planar bodies.
struct Coupler {
  static constexpr const char* type = "coupler";
  static constexpr const char* meaning = "keeps first + factor * second constant";
  FreedomRef first, second;
  double factor = 1;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("first", first, required_field, "joint freedom, for example left_slide.displacement");
    v("second", second, required_field, "second joint freedom");
    v("factor", factor, required_field, "first + factor * second keeps its initial value");
  }

  std::string complaint() const { return factor == 0 ? "factor = 0 couples nothing." : ""; }
  void constrain(Rows& rows) const {
    rows.add(
        {.label = "coupling", .terms = {{1.0, first.measure}, {factor, second.measure}}, .offset_from_start = true});
  }
  std::vector<Freedom> freedoms() const { return {}; }
};

}  // namespace daedalus
