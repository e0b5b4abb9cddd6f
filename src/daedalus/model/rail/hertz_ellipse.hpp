// hertz_ellipse.hpp: the area in which a wheel and a rail touch, after Hertz.
//
// Two bodies of the same material, with the radii R_x (wheel, in the rolling direction) and R_y (rail head, across),
// pressed together by N, touch in an ellipse with the semi-axes a (rolling direction) and b. With the larger one c, the
// smaller one k c, the complete elliptic integrals K and E of the parameter m = 1 − k² and E* = Young/(2 (1 − ν²)),
//   1/(2R) of the longer axis : of the shorter one  =  k² (K − E) : (E − k² K)
//   c³ = 3 N E/(2π E* k² (1/(2R_x) + 1/(2R_y)))
#pragma once

namespace daedalus {

struct ContactEllipse {
  double a = 0, b = 0;  // m; rolling direction, across
};
ContactEllipse hertz_ellipse(double load, double wheel_radius, double rail_radius, double young, double poisson);

}  // namespace daedalus
