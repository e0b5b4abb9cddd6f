// hertz_ellipse.hpp: the area in which a wheel and a rail touch, and how stiff it is against rolling with slip.
//
// Hertz: two bodies of the same material, with the radii R_x (wheel, in the rolling direction) and R_y (rail head,
// across), pressed together by N, touch in an ellipse with the semi-axes a (rolling direction) and b. With the larger
// one c, the smaller one k c, m = 1 − k², the complete elliptic integrals K and E of the parameter m and
// E* = Young/(2 (1 − ν²)),
//   1/(2R) of the longer axis : of the shorter one  =  k² (K − E) : (E − k² K)
//   c³ = 3 N E/(2π E* k² (1/(2R_x) + 1/(2R_y)))                      [Johnson, Contact Mechanics, 1985, section 4.2]
//
// Kalker: C₁₁, C₂₂, C₂₃ of the linear theory by the ratio of the semi-axes and ν, interpolated linearly in his table;
// outside of it (0.1 to 10) the last entry is taken. Forces for small creepages ξ, with G the shear modulus:
//   F_x = −G a b C₁₁ ξ_x,    F_y = −G a b C₂₂ ξ_y − G (ab)^1.5 C₂₃ ξ_s
#pragma once

namespace daedalus {

struct ContactEllipse {
  double a = 0, b = 0;  // m; rolling direction, across
};
ContactEllipse hertz_ellipse(double load, double wheel_radius, double rail_radius, double young, double poisson);

struct KalkerCoefficients {
  double c11 = 0, c22 = 0, c23 = 0;
};
KalkerCoefficients kalker_coefficients(const ContactEllipse& ellipse, double poisson);

}  // namespace daedalus
