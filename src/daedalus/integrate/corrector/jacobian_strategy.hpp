// jacobian_strategy.hpp: where the tangents of a corrector matrix come from. One file per strategy; the exact one,
// which is the usual one, stands here.
//
// Three kinds of work are kept apart, and counted apart in WorkCounts:
//   evaluate     the tangents at a state: a strategy, by its evaluate() or its cheaper update()              tangents
//   recompose    the matrix from tangents that are there, for another h or α: CorrectorMatrix::compose()
//                compositions
//   refactorize  the composed matrix: Corrector
//                factorizations
//
// What [AFF04] tells apart fits as follows. Exact tangents, differences column by column and differences in groups of
// columns evaluate() in different ways; the partitioned strategy, Eqs. (24) and (25), is a recomposition, with a new M
// or not; the extended one, Eq. (26), update()s tangents by the change of the excitation.
// [AFF04] Arnold, Fuchs, Führer, Efficient corrector iteration for DAE time integration in multibody dynamics (2004).
#pragma once

#include <array>

#include "daedalus/system/equations.hpp"

namespace daedalus {

// The matrices that a corrector matrix may hold, and what to ask for to get them; in the order of a checkpoint.
struct TangentBlock {
  enum class Of { coordinates, states, constraints };
  Want want;
  SparseMatrix Evaluation::*values;
  Of rows, cols;
  const char* name;
};
inline constexpr auto tangent_blocks = [] {
  using enum TangentBlock::Of;
  using E = Evaluation;
  return std::to_array<TangentBlock>({
      {Want::mass, &E::M, coordinates, coordinates, "tangents.M"},
      {Want::jacobian, &E::G, constraints, coordinates, "tangents.G"},
      {Want::residual_tangent, &E::r_q, coordinates, coordinates, "tangents.r_q"},
      {Want::residual_tangent, &E::r_v, coordinates, coordinates, "tangents.r_v"},
      {Want::residual_tangent, &E::r_s, coordinates, states, "tangents.r_s"},
      {Want::reaction_tangent, &E::reaction_q, coordinates, coordinates, "tangents.reaction_q"},
      {Want::velocity_tangent, &E::g_dot_q, constraints, coordinates, "tangents.g_dot_q"},
      {Want::acceleration_tangent, &E::g_ddot_q, constraints, coordinates, "tangents.g_ddot_q"},
      {Want::acceleration_tangent, &E::g_ddot_v, constraints, coordinates, "tangents.g_ddot_v"},
      {Want::sigma_tangent, &E::sigma_q, states, coordinates, "tangents.sigma_q"},
      {Want::sigma_tangent, &E::sigma_v, states, coordinates, "tangents.sigma_v"},
      {Want::sigma_tangent, &E::sigma_s, states, states, "tangents.sigma_s"},
  });
}();

class JacobianStrategy {
 public:
  virtual ~JacobianStrategy() = default;

  // Once per run, before anything is evaluated; allocates.
  virtual void start(const Layout&, Want) {}

  // The tangents `want` at x, into the matrices of `into`.
  virtual void evaluate(Equations& eq, Want want, const State& x, Evaluation& into) = 0;

  // The tangents of another state, made to fit x for less than evaluate() costs. False where there is no such thing:
  // nothing has changed then.
  virtual bool update(Equations&, Want, const State& /*x*/, Evaluation&) { return false; }

  // M alone, for tangents that are kept otherwise.
  virtual void evaluate_mass(Equations& eq, const State& x, Evaluation& into) {
    eq.evaluate(Want::mass, x);
    into.M.values = eq.value.M.values;
  }

  virtual void begin_step() {}        // back to what the last accepted step used
  virtual void accept() {}            // a step that used them has been accepted
  virtual void exchange(Archive&) {}  // what it remembers
};

// As the seam has them.
class ExactJacobian final : public JacobianStrategy {
 public:
  void evaluate(Equations& eq, Want want, const State& x, Evaluation& into) override {
    eq.evaluate(want, x);
    for (const TangentBlock& block : tangent_blocks)
      if (wants(want, block.want)) (into.*block.values).values = (eq.value.*block.values).values;
  }
};

}  // namespace daedalus
