// modes.hpp: eigenvalues of linearized equations, with frequency, damping and the bodies that move.
//
//   A x = λ x,   frequency |λ|/2π,   damping ratio −Re λ/|λ|,   share of a body: its part of the kinetic energy that
//   the displacements N_q y of the mode would have as velocities
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "daedalus/analysis/linearization.hpp"
#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

struct BodyShare {
  std::string body;
  double share = 0;  // of 1
};

struct Mode {
  std::complex<double> eigenvalue;  // 1/s; of a pair the one with Im > 0
  Eigen::VectorXcd shape;           // of (y, z, s)
  bool is_neutral = false;          // λ = 0 to rounding: a motion that nothing drives back
  std::vector<BodyShare> bodies;    // of a model: the largest shares first
  double frequency() const;         // Hz
  double damping_ratio() const;     // 1: aperiodic; negative: it grows
};

// Sorted by |λ|, complex pairs once.
std::vector<Mode> find_modes(const Linearization& linear);

void add_body_shares(const ModelSystem& system, const Linearization& linear, std::vector<Mode>& modes);

}  // namespace daedalus
