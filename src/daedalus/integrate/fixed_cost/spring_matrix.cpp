#include "daedalus/integrate/fixed_cost/spring_matrix.hpp"

#include <cmath>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

constexpr double share_of_a_pivot = 1e-14;  // below, nothing is left of it

}  // namespace

void SpringMatrix::start(Equations& eq, const State& x) {
  const Layout& layout = eq.layout();
  const Index springs = layout.patterns.Y.rows();
  if (springs == 0)
    throw OptionError(
        "stiffness=springs: this system has no springs along measures (spring_damper, torsion_spring, tires ...). Use "
        "stiffness=residual for the full Jacobian.");
  weakest_ = 1;
  stretch_ = VecX::Zero(springs);
  scale_ = VecX::Ones(springs);
  VecX dropped = VecX::Zero(layout.nc());
  for (const Index row : eq.dropped_rows()) dropped[row] = 1;
  eq.evaluate(wanted, x);
  factors_.start(eq.value.M, eq.value.G, eq.value.Y, scale_, dropped);
}

FactorStatus SpringMatrix::factorize(Equations& eq, LinearImplicitMatrix::Coefficients c) {
  Lap lap(eq.times.sampler);
  ++eq.counts.compositions;
  ++eq.counts.factorizations;
  scale_ = (c.v * eq.value.spring_damping + c.q * eq.value.spring_stiffness).cwiseMax(0.0).cwiseSqrt();
  const double share = factors_.factorize(eq.value.M, eq.value.G, eq.value.Y, scale_);
  weakest_ = std::min(weakest_, share);
  lap.end_part(eq.times.factorization);
  return share > share_of_a_pivot ? FactorStatus::ok : FactorStatus::singular;
}

void SpringMatrix::solve(Equations& eq, VecX& v, VecX& rows) {
  Lap lap(eq.times.sampler);
  ++eq.counts.solves;
  factors_.solve(v, rows);
  lap.end_part(eq.times.solves);
}

void SpringMatrix::exchange(Archive& archive) {
  archive("springs.weakest_share", weakest_);
  factors_.exchange(archive);
}

void SpringMatrix::subtract_stiffness(const Evaluation& at, double factor, const VecX& v, VecX& force) {
  stretch_.setZero();
  multiply_add(1, at.Y, v, stretch_);
  stretch_.array() *= at.spring_stiffness.array();
  multiply_add_transposed(-factor, at.Y, stretch_, force);
}

}  // namespace daedalus
