#include "daedalus/system/evaluation.hpp"

#include <limits>

namespace daedalus {

Evaluation::Evaluation(const Layout& layout)
    : g(VecX::Zero(layout.ng)),
      g_dot(VecX::Zero(layout.nc())),
      gamma(VecX::Zero(layout.nc())),
      f(VecX::Zero(layout.nq)),
      r(VecX::Zero(layout.nq)),
      sigma(VecX::Zero(layout.ns)),
      switches(VecX::Zero(static_cast<Index>(layout.switches.size()))),
      M(layout.patterns.M),
      G(layout.patterns.G),
      r_q(layout.patterns.r_q),
      r_v(layout.patterns.r_v),
      r_s(layout.patterns.r_s),
      reaction_q(layout.patterns.reaction_q),
      g_dot_q(layout.patterns.g_dot_q),
      g_ddot_q(layout.patterns.g_ddot_q),
      g_ddot_v(layout.patterns.g_ddot_v),
      sigma_q(layout.patterns.sigma_q),
      sigma_v(layout.patterns.sigma_v),
      sigma_s(layout.patterns.sigma_s) {}

void Evaluation::fill_with_nan() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (VecX* vector : {&g, &g_dot, &gamma, &f, &r, &sigma, &switches}) vector->setConstant(nan);
  for (SparseMatrix* matrix : {&M, &G, &r_q, &r_v, &r_s, &reaction_q, &g_dot_q, &g_ddot_q, &g_ddot_v, &sigma_q,
                               &sigma_v, &sigma_s})
    matrix->values.setConstant(nan);
  energy = {nan, nan, nan, nan};
}

}  // namespace daedalus
