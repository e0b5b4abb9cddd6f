#include "daedalus/analysis/stability_linear_system.hpp"

#include <string>

namespace daedalus {
namespace {

std::vector<std::string> numbered(const char* letter, Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(letter + std::to_string(i + 1));
  return names;
}

Layout make_layout(const LinearMotion& motion) {
  return {.nq = motion.n(),
          .ng = 0,
          .nw = 0,
          .ns = motion.ns(),
          .coordinates = numbered("q", motion.n()),
          .constraints = {},
          .states = numbered("s", motion.ns()),
          .switches = {},
          .patterns = Patterns::full(motion.n(), 0, motion.ns()),
          .rate_groups = {}};
}

}  // namespace

MatX LinearMotion::matrix() const {
  MatX A = MatX::Zero(2 * n() + ns(), 2 * n() + ns());
  A.block(0, n(), n(), n()).setIdentity();
  A.block(n(), 0, n(), n()) = -K;
  A.block(n(), n(), n(), n()) = -C;
  A.block(n(), 2 * n(), n(), ns()) = S;
  A.block(2 * n(), 0, ns(), n()) = P;
  A.block(2 * n(), n(), ns(), n()) = R;
  A.block(2 * n(), 2 * n(), ns(), ns()) = T;
  return A;
}

LinearMotion LinearMotion::oscillator(double a, double b) {
  return {.K = MatX::Constant(1, 1, a),
          .C = MatX::Constant(1, 1, b),
          .S = MatX(1, 0),
          .P = MatX(0, 1),
          .R = MatX(0, 1),
          .T = MatX(0, 0)};
}

LinearSystem::LinearSystem(LinearMotion motion) : System("linear", make_layout(motion)), motion_(std::move(motion)) {}

void LinearSystem::evaluate(Want want, const State& x, Index, Evaluation& out, Workspace&) const {
  const LinearMotion& m = motion_;
  if (wants(want, Want::mass)) out.M.as_dense().setIdentity();
  if (wants(want, Want::force | Want::residual)) {
    out.f.noalias() = m.S * x.s;
    out.f.noalias() -= m.K * x.q;
    out.f.noalias() -= m.C * x.v;
    out.r = x.a - out.f;
  }
  if (wants(want, Want::sigma)) {
    out.sigma.noalias() = m.T * x.s;
    out.sigma.noalias() += m.P * x.q;
    out.sigma.noalias() += m.R * x.v;
  }
  if (wants(want, Want::residual_tangent)) {
    out.r_q.as_dense() = m.K;
    out.r_v.as_dense() = m.C;
    out.r_s.as_dense() = -m.S;
  }
  if (wants(want, Want::reaction_tangent)) out.reaction_q.values.setZero();
  if (wants(want, Want::sigma_tangent)) {
    out.sigma_q.as_dense() = m.P;
    out.sigma_v.as_dense() = m.R;
    out.sigma_s.as_dense() = m.T;
  }
  out.energy = {};
}

}  // namespace daedalus
