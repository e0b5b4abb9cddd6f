// planar_chain.hpp: accelerations of a chain of point masses on massless rods, by hand: what the recursion costs when
// nothing is general. Angles against the vertical, e_i = (sin θ_i, −cos θ_i) along rod i, n_i = (cos θ_i, sin θ_i)
// across.
//
// What hangs below mass i takes part with the force  F_i = A_i a_i + b_i,  and a massless rod carries no force across
// itself:
//   A_i = m I + k_{i+1} e_{i+1} e_{i+1}ᵀ,   b_i = −m g + β_{i+1} e_{i+1},   n_i · F_i = 0
//   k_i = e·A e − (e·A n)²/(n·A n),   β_i = e·b − (e·A n)(n·b)/(n·A n) − k_i l ω_i²               inwards
//   l θ_i'' = −n·a_{i−1} − [(e·A n)(e·a_{i−1} − l ω_i²) + n·b]/(n·A n)                            outwards
#pragma once

#include <cmath>
#include <vector>

namespace daedalus::peers {

class PlanarChain {
 public:
  explicit PlanarChain(int N) : links_(static_cast<std::size_t>(N)) {}
  int size() const { return static_cast<int>(links_.size()); }

  // l = 1 m, m = 1 kg, g = 9.81 m/s².
  void solve(const double* angle, const double* rate, double* acceleration) {
    constexpr double g = 9.81;
    double k = 0, beta = 0, e_x = 0, e_y = 0;  // of the rod below
    for (std::size_t i = links_.size(); i-- > 0;) {
      Rod& rod = links_[i];
      rod.s = std::sin(angle[i]);
      rod.c = std::cos(angle[i]);
      const double along = rod.s * e_x - rod.c * e_y, across = rod.c * e_x + rod.s * e_y;
      const double nAn = 1 + k * across * across, eAn = k * along * across, eAe = 1 + k * along * along;
      const double eb = -g * rod.c + beta * along, nb = g * rod.s + beta * across;
      const double inverse = 1 / nAn;
      rod.centripetal = rate[i] * rate[i];
      rod.eAn = eAn * inverse;
      rod.nb = nb * inverse;
      k = eAe - eAn * rod.eAn;
      beta = eb - eAn * rod.nb - k * rod.centripetal;
      e_x = rod.s;
      e_y = -rod.c;
    }
    double a_x = 0, a_y = 0;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Rod& rod = links_[i];
      const double along = rod.s * a_x - rod.c * a_y - rod.centripetal;
      const double n = -(rod.eAn * along + rod.nb);  // of the mass, across
      acceleration[i] = n - (rod.c * a_x + rod.s * a_y);
      a_x = rod.s * along + rod.c * n;
      a_y = -rod.c * along + rod.s * n;
    }
  }

 private:
  struct Rod {
    double s, c, centripetal, eAn, nb;  // the last two divided by n·A n
  };
  std::vector<Rod> links_;
};

}  // namespace daedalus::peers
