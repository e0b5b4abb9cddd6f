// equilibrium.hpp: where a mechanism stays when it is let go. Positions q, multipliers and first-order states s with
//
//   f(t, q, 0, s) − Gᵀ λ = 0,   g(t, q) = 0,   sigma(t, q, 0, s) = 0                        t is fixed
//
// by pseudo-transient continuation (Kelley, Keyes, SIAM J. Numer. Anal. 35, 1998): Newton's method with a
// regularization that vanishes as the residual does. On the motions y that the constraints allow (tangent_space.hpp),
// with K the tangent of Gᵀλ − f,
//
//   (μ I + [ Nᵀ K N   −Nᵀ f_s ; −σ_q N   −σ_s ]) (dy; ds) = (Nᵀ f; sigma),      μ⁺ = μ |residual⁺| / |residual|
//
// and a return to g = 0 after each step. For large μ this follows the forces down, for small μ it is Newton's method;
// in a direction in which nothing changes (forward travel of a car) there is no force and no step, and where the
// stiffness is negative its sign is turned, so that steps lead downhill. Where it fails the mechanism is let go and
// stopped whenever it has become fast (dynamic relaxation), and what that gives is tried again.
#pragma once

#include <string>
#include <vector>

#include "daedalus/system/system.hpp"

namespace daedalus {

struct EquilibriumOptions {
  int iterations = 300;
  // of the unbalanced part of the forces, relative to the largest forces met, in the norm of M⁻¹
  double tolerance = 1e-10;
  double relaxation_time = 20;  // s of motion that dynamic relaxation may take; 0: none
};

struct Equilibrium {
  State state;  // at rest, with its multipliers
  bool found = false;
  int iterations = 0;
  bool relaxed = false;   // by dynamic relaxation
  double residual = 0;    // relative, as the tolerance
  double unbalanced = 0;  // largest generalized force that is left, N or N m
  // coordinates that may have any value, one per direction in which nothing changes
  std::vector<std::string> neutral;
  int unstable = 0;     // directions in which it would leave this position by itself
  std::string failure;  // when not found: why, which coordinate is pushed, what to do

  std::vector<std::string> lines() const;  // for people
};

// From a consistent state; its velocities are not looked at.
Equilibrium find_equilibrium(const System& system, const State& start, const EquilibriumOptions& options = {});

}  // namespace daedalus
