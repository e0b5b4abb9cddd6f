// kalker_coefficients.hpp: how stiff a contact ellipse is against rolling with slip, after Kalker.
//
// C₁₁, C₂₂, C₂₃ of the linear theory by the ratio of the semi-axes and ν, interpolated linearly in his table; outside of
// it (ratios of 0.1 to 10, ν of 0 to 1/2) the last entry is taken. For small creepages ξ, with G the shear modulus:
//   F_x = −G a b C₁₁ ξ_x,    F_y = −G a b C₂₂ ξ_y − G (ab)^1.5 C₂₃ ξ_s
#pragma once

#include "daedalus/model/rail/hertz_ellipse.hpp"

namespace daedalus {

struct KalkerCoefficients {
  double c11 = 0, c22 = 0, c23 = 0;
};
KalkerCoefficients kalker_coefficients(const ContactEllipse& ellipse, double poisson);

}  // namespace daedalus
