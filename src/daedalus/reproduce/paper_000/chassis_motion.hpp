// chassis_motion.hpp: forward position and height of the chassis at every step of a run, and how far two runs are apart
// [HNE, section 6.2].
//
//   Δ = max over the steps tᵢ of a run of |E*(tᵢ) − e(tᵢ)|,   E* the reference, interpolated
//   (62), (63)
//
// Departs from the paper: its cubic runs through four neighboring points of the reference, here through values and
// rates at the two ends of a step. Four points reach over the edges of the bump, behind which steps are 1e-11 s long.
#pragma once

#include "daedalus/reproduce/paper_000/paper_000.hpp"

namespace daedalus::reproduce::paper_000 {

struct ChassisMotion {
  std::string failure = {};  // "" when it came to the end
  std::vector<double> t;
  std::vector<VecX> q, v, a;  // (x, z) of the center of mass of the chassis and its rates
  Report report;

  bool done() const { return failure.empty(); }
  std::vector<double> height() const;
  void interpolate(double at, VecX& q_at, VecX& v_at) const;  // between the first and the last step
};

ChassisMotion drive(const ExperimentRunner& runner, const Mechanism& vehicle, const std::string& method,
                    double tolerance, const State& from, double t_end);

struct ChassisError {
  double x = 0, z = 0, vx = 0, vz = 0;  // m, m/s
};

// At the steps of `run` up to t_end that the reference reaches.
ChassisError largest_error(const ChassisMotion& run, const ChassisMotion& reference, double t_end);

}  // namespace daedalus::reproduce::paper_000
