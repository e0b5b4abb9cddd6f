#include "daedalus/system/evaluation.hpp"

#include <limits>

namespace daedalus {

Evaluation::Evaluation(const Layout& layout)
    : g(VecX::Zero(layout.ng)), g_dot(VecX::Zero(layout.nc())), gamma(VecX::Zero(layout.nc())),
      f(VecX::Zero(layout.nq)), r(VecX::Zero(layout.nq)), sigma(VecX::Zero(layout.ns)),
      switches(VecX::Zero(static_cast<Index>(layout.switches.size()))), M(SparseMatrix::when_known(layout.patterns.M)),
      G(SparseMatrix::when_known(layout.patterns.G)), r_q(SparseMatrix::when_known(layout.patterns.r_q)),
      r_v(SparseMatrix::when_known(layout.patterns.r_v)), r_s(SparseMatrix::when_known(layout.patterns.r_s)),
      reaction_q(SparseMatrix::when_known(layout.patterns.reaction_q)),
      g_dot_q(SparseMatrix::when_known(layout.patterns.g_dot_q)),
      g_ddot_q(SparseMatrix::when_known(layout.patterns.g_ddot_q)),
      g_ddot_v(SparseMatrix::when_known(layout.patterns.g_ddot_v)),
      sigma_q(SparseMatrix::when_known(layout.patterns.sigma_q)),
      sigma_v(SparseMatrix::when_known(layout.patterns.sigma_v)),
      sigma_s(SparseMatrix::when_known(layout.patterns.sigma_s)), Y(SparseMatrix::when_known(layout.patterns.Y)),
      spring_stiffness(VecX::Zero(layout.patterns.Y.rows())), spring_damping(VecX::Zero(layout.patterns.Y.rows())) {}

std::vector<std::string_view> names_of(Want set) {
  struct Named {
    Want want;
    std::vector<std::string_view> names;
  };
  static const Named all[] = {{Want::mass, {"M"}},
                              {Want::position, {"g"}},
                              {Want::jacobian, {"G"}},
                              {Want::velocity, {"g_dot"}},
                              {Want::gamma, {"gamma"}},
                              {Want::energy, {"energy"}},
                              {Want::force, {"f"}},
                              {Want::sigma, {"sigma"}},
                              {Want::switches, {"switches"}},
                              {Want::residual, {"r"}},
                              {Want::residual_tangent, {"r_q", "r_v", "r_s"}},
                              {Want::reaction_tangent, {"reaction_q"}},
                              {Want::velocity_tangent, {"g_dot_q"}},
                              {Want::acceleration_tangent, {"g_ddot_q", "g_ddot_v"}},
                              {Want::sigma_tangent, {"sigma_q", "sigma_v", "sigma_s"}},
                              {Want::springs, {"Y", "spring_stiffness", "spring_damping"}}};
  std::vector<std::string_view> names;
  for (const Named& named : all)
    if (wants(set, named.want)) names.insert(names.end(), named.names.begin(), named.names.end());
  return names;
}

void Evaluation::fill_with_nan() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (VecX* vector : {&g, &g_dot, &gamma, &f, &r, &sigma, &switches, &spring_stiffness, &spring_damping})
    vector->setConstant(nan);
  for (SparseMatrix* matrix :
       {&M, &G, &r_q, &r_v, &r_s, &reaction_q, &g_dot_q, &g_ddot_q, &g_ddot_v, &sigma_q, &sigma_v, &sigma_s, &Y})
    matrix->values.setConstant(nan);
  energy = {nan, nan, nan, nan};
}

}  // namespace daedalus
