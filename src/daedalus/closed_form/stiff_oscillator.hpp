// stiff_oscillator.hpp: q'' = -k q far beyond what steps of 1 s can resolve, ω h = 1e6: a method shows its damping at
// infinity, nothing else.
#pragma once

#include <string>
#include <vector>

#include "daedalus/closed_form/reference_state.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

struct StiffOscillator {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  double stiffness = 1e12;  // 1/s²
  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>{S(1.0)};
  }
  template <class S>
  Vec<S, 1> force(const S&, const Vec<S, 1>& q, const Vec<S, 1>&, const Vec<S, 0>&) const {
    return Vec<S, 1>{-stiffness * q[0]};
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>& q) const {
    return 0.5 * stiffness * q[0] * q[0];
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  State initial_guess() const { return make_state(0, {.q = {1e-6}, .v = {1}, .a = {0}}); }
};

}  // namespace daedalus
