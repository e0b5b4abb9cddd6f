#include "daedalus/integrate/methods/rt_euler_options.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace daedalus {

std::vector<MethodPreset> rt_presets() {
  return {
      {"explicit-projected",
       "non-stiff models: explicit Euler, one Newton step of projection (Fig. 7)",
       {{"update", "explicit"}, {"index", "1"}, {"stabilization", "projection"}}},
      {"half-explicit",
       "non-stiff models: explicit in the forces, exact velocity constraints",
       {{"update", "explicit"}, {"index", "2"}, {"stabilization", "none"}}},
      {"index1",
       "index 1 without stabilization: shows the drift (Figs. 3, 5, 6)",
       {{"jacobian", "j3"}, {"index", "1"}, {"multipliers", "separate"}, {"stabilization", "none"}}},
      {"index2",
       "index 2 without stabilization: shows the drift (Figs. 3, 5, 6)",
       {{"jacobian", "j3"}, {"index", "2"}, {"stabilization", "none"}}},
      {"index1-baumgarte",
       "index 1 with Baumgarte's terms (Figs. 5, 6)",
       {{"jacobian", "j3"}, {"index", "1"}, {"multipliers", "separate"}, {"stabilization", "baumgarte"}}},
      {"index2-baumgarte",
       "index 2 with Baumgarte's term (Figs. 5, 6)",
       {{"jacobian", "j3"}, {"index", "2"}, {"stabilization", "baumgarte"}}},
      {"index1-projected",
       "index 1, one Newton step of projection, velocities projected (Figs. 3, 5, 6, 8)",
       {{"jacobian", "j3"}, {"index", "1"}, {"multipliers", "separate"}, {"stabilization", "projection"}}},
      {"index2-projected",
       "index 2, one Newton step of projection before the velocity step (Figs. 5, 6)",
       {{"jacobian", "j3"}, {"index", "2"}, {"stabilization", "projection"}}},
      {"vehicle",
       "vehicles, in the update order of vehicle simulators: new velocities first, Baumgarte (Figs. 10, 11)",
       {{"jacobian", "reversed"},
        {"index", "1"},
        {"multipliers", "separate"},
        {"stabilization", "baumgarte"},
        {"baumgarte.alpha", "100"},
        {"baumgarte.beta", "1e4"}}},
      {"stiff-vehicle",
       "stiff vehicles with a deadline: implicit springs and dampers, one evaluation and one symmetric matrix per step",
       {{"jacobian", "reversed"}, {"index", "1"}, {"stabilization", "baumgarte"}, {"stiffness", "springs"}}},
  };
}

RtTerms rt_terms(RtUpdate update, RtJacobian jacobian) {
  if (update == RtUpdate::explicit_euler) return {};
  if (update == RtUpdate::half_implicit) return {.new_velocity = true};
  switch (jacobian) {
    case RtJacobian::j1: return {.f_v = true, .J_q_v = true};
    case RtJacobian::j2: return {.f_v = true, .J_q = true, .J_q_v = true};
    case RtJacobian::j3: return {.J_q_v = true};
    case RtJacobian::exact: return {.f_v = true, .J_q = true, .J_q_v = true, .new_velocity = true};
    case RtJacobian::reversed: return {.f_v = true, .J_q = true, .new_velocity = true};
  }
  return {};
}

double baumgarte_radius(int index, bool new_velocity, double h, double alpha, double beta) {
  const double a = h * alpha, b = h * h * beta;
  if (index == 2) return std::abs(1 - a);
  const double trace = 2 - 2 * a - (new_velocity ? b : 0), det = 1 - 2 * a + (new_velocity ? 0 : b);
  const std::complex<double> root = std::sqrt(std::complex<double>(trace * trace / 4 - det));
  return std::max(std::abs(trace / 2 + root), std::abs(trace / 2 - root));
}

RtBaumgarteOptions deadbeat(int index, bool new_velocity, double h) {
  if (index == 2) return {.alpha = 1 / h};
  return {.alpha = (new_velocity ? 0.5 : 1) / h, .beta = 1 / (h * h)};
}

}  // namespace daedalus
