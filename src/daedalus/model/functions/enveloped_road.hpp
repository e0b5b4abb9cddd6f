// enveloped_road.hpp: a road as the axle of a tire feels it: the profile dilated by a cam of elliptic shape (tandem model with
// elliptical cams, Schmeitz). Sharp steps and cylinders become smooth enough for a tire with one contact point or two.
//
//   |ξ/a|^c + |ζ/b|^c = 1,   z_cam(X) = max over |ξ| ≤ a of  z(X + ξ) + b (1 − |ξ/a|^c)^(1/c) − b
//
// Computed once between `from` and `to`, kept as a spline; outside the profile itself counts.
#pragma once

#include "daedalus/model/field.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

struct EnvelopedRoadFunction {
  static constexpr const char* type = "enveloped_road";
  static constexpr const char* meaning = "road profile filtered by an elliptical cam, as a tire feels it";

  FunctionPtr profile;
  double radius = 0;                                                   // m, of the tire
  double cam_length = 1.471, cam_height = 0.9622, cam_shape = 1.5174;  // a/radius, b/radius, c
  double from = 0, to = 10, spacing = 0.005;                           // m

  template <class Visitor>
  void describe(Visitor&& v) {
    v("profile", profile, Field{.unit = "m", .required = true, .variable = "x"},
      "height of the road as a function of x");
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true}, "radius of the tire");
    v("cam_length", cam_length, Field{.range = positive()}, "half length of the cam, in radii");
    v("cam_height", cam_height, Field{.range = positive()}, "half height of the cam, in radii");
    v("cam_shape", cam_shape, Field{.range = at_least(1)}, "exponent of the cam; 2: an ellipse");
    v("from", from, Field{.unit = "m"}, "start of the part that is filtered");
    v("to", to, Field{.unit = "m"}, "its end");
    v("spacing", spacing, Field{.unit = "m", .range = positive()},
      "distance of the points through which the result is a spline");
  }
  FunctionPtr make() const;
};

}  // namespace daedalus
