// spectral_radius.hpp: the largest |eigenvalue| of the equations of motion at a state, by power iteration.
//
//   J (δq, δv, δs) = (δv, δa, δσ)   by differences of (v, a, σ) between x and x + ε (δq, δv, δs)
//
// with a from the descriptor system: directions off the constraints have the eigenvalue 0 and do not matter. A complex
// pair turns the direction round for ever, so the estimate is the mean growth over several multiplications, in a norm in
// which both parts of a vibration weigh the same:
//
//   |δ|² = ρ² |δq|² + |δv|² + |δs|²,   ρ: the last estimate
//
// The last two multiplications also tell how the mode is damped: its eigenvalues are the roots of λ² = b λ + c, where b and
// c make J² δ = b J δ + c δ as nearly as possible.
//
// The direction is kept from one estimate to the next, which therefore gets better as a run goes on. It approaches the
// largest modulus from below: within 20 % after the first call on the models of the gallery (spectral_radius_test.cpp).
#pragma once

#include "daedalus/system/equations.hpp"

namespace daedalus {

class SpectralRadius {
 public:
  void resize(const Layout& layout);

  // Another estimate at x, 1/s: 13 accelerations the first time, 5 after that. Returns the last one where accelerations
  // cannot be computed; 0 when there is none. Leaves eq at another state.
  double estimate(Equations& eq, const State& x);
  double value() const { return rho_; }
  // −Re λ/|λ|: 1 for a mode that creeps back, 0 for an undamped vibration, negative for one that grows
  double damping() const { return damping_; }

  void exchange(Archive& archive);

 private:
  struct Direction {
    VecX q, v, s;
  };
  double dot(const Direction& a, const Direction& b) const;
  void begin_direction();
  void find_damping(double scale);
  bool multiply(Equations& eq, double size);
  double mean_growth(Equations& eq, double size);

  State base_, at_;          // x with its own accelerations, and x displaced
  VecX sigma_;               // at x
  Direction d_;              // the direction
  Direction before_, last_;  // δ and J δ, of the last two multiplications
  double rho_ = 0;           // the last estimate
  double damping_ = 1;
};

}  // namespace daedalus
