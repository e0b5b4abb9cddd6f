// multistep_corrector.hpp: the corrector of a multistep formula on the equations of motion in one of three forms, with
// linear systems of the size of the descriptor system.
//
// The formula says y' = y₀' + α (y − y₀) for y = q, v, s. In the stabilized form, of index 2, unknown at t + h are q, v, s,
// λ and e, which lets the positions satisfy their constraints beside the velocities [GGL85]:
//
//   0 = q' − v − e                                     r₁
//   0 = M v' + Gᵀλ − f                                 r₂
//   0 = s' − σ                                         r₃
//   0 = g,   0 = G v + g_t,   0 = W v + w
//
// e vanishes on the exact solution, and any metric may choose its direction: it is taken from the range of J⁻¹Gᵀ instead
// of Gᵀ, J being the matrix of motion_matrix.hpp with bq = 1/α², bv = 1/α, which is factorized anyway. Newton's
// corrections then come from two solves with J, and no second multiplier appears:
//
//   J (de; ·; ·) = (0; 0; G v + g_t − α g + G r₁, 0)               the velocity level fixes e; W de = 0
//   z = r₁ − de
//   J (x; c; dλ) = −(r₂ + (α M + r_v) z;  r₃ − σ_v z;  α² g, α (W v + w + W z))
//   dq = x/α²,   dv = z + x/α,   ds = c/α
//
// Left out: (G v + g_t)_q dq in the first right-hand side; it costs no iterations. With the matrix of another step, of
// leading coefficient α_J, that one stands for α above, and all corrections are multiplied by 2/(1 + α/α_J): for
// y' = μ y the iteration then contracts by |α − α_J|/(α + α_J) or better, whatever μ                  [AFF, Eq. (18)].
//
// In the form of index 1 constraints are there at acceleration level, r₄ = G v' − γ, in rows of J that are G + (G a − γ)_v/α +
// (G a − γ)_q/α². There is no e, z = r₁, and
//   J (x; c; dλ) = −(r₂ + (α M + r_v) z;  r₃ − σ_v z;  r₄ + (α G + (G a − γ)_v) z)
//
// As ordinary differential equations, 0 = v' − a(t, q, v, s) = r_a, a and λ come from the formulation's own solver, O(N) in a
// tree. Their linearization, times M and G, is that of index 1 at this a and λ, so that J is the same matrix with
//   r₂ = M r_a,   r₄ = G r_a
// With differences of a in place of tangents of r (acceleration_differences.hpp), M = I and there are no rows.
//
// [GGL85] Gear, Leimkuhler, Gupta, J. Comput. Appl. Math. 12-13, 77 (1985).
// [AFF] Arnold, Fuchs, Führer, Efficient corrector iteration for DAE time integration in multibody dynamics (2004).
#pragma once

#include "daedalus/integrate/corrector/corrector.hpp"
#include "daedalus/integrate/corrector/jacobian_options.hpp"
#include "daedalus/integrate/corrector/motion_matrix.hpp"
#include "daedalus/integrate/error_norm.hpp"

namespace daedalus {

// Newton for a multistep formula under error control. What an iteration leaves enters the differences of the history, those of
// order k up to 2^k times: 0.2 of a tolerance there keeps orders down, and Andrews' mechanism took 6 times the steps at 1e-8.
inline NewtonOptions multistep_newton() { return {.accuracy = 0.03, .slow_rate = 0.3, .max_iterations = 20}; }

enum class EquationForm { stabilized, index1, ode };

// What is differenced: residuals M v' + Gᵀλ − f, or accelerations.
enum class Formalism { residual, accelerations };

// What is done about tangents that belong to another α, or contract slowly.
enum class TangentUpdate { none, partitioned, extended };
enum class TangentRetry { evaluate, update };

struct MultistepJacobianOptions {
  JacobianOptions tangents = {};
  TangentUpdate update = TangentUpdate::partitioned;
  TangentRetry retry = TangentRetry::evaluate;
  Formalism formalism = Formalism::residual;

  template <class Visitor>
  void describe(Visitor&& v) {
    tangents.describe(v);
    v("update", update,
      Choices<TangentUpdate>{{"none", TangentUpdate::none},
                             {"partitioned", TangentUpdate::partitioned},
                             {"extended", TangentUpdate::extended}},
      "for a step of another length: all tangents anew, or only M, the others are kept, or also what the excitations "
      "of "
      "the system change in them");
    v("retry", retry, Choices<TangentRetry>{{"evaluate", TangentRetry::evaluate}, {"update", TangentRetry::update}},
      "where an iteration is slow: evaluate tangents, or try an update first");
    v("formalism", formalism,
      Choices<Formalism>{{"residual", Formalism::residual}, {"explicit", Formalism::accelerations}},
      "of differences: of residuals, or with form=ode of accelerations");
  }
};

class MultistepCorrector {
 public:
  // Throws OptionError where options mean nothing together.
  MultistepCorrector(EquationForm form, const NewtonOptions& newton, const MultistepJacobianOptions& jacobian)
      : form_(form), jacobian_(checked(form, jacobian)), corrector_(newton, StopAt::tolerance, largest_change),
        every_solve_(newton.jacobian != JacobianPolicy::reuse) {}

  void start(Equations& eq, const Tolerances& tolerances);
  void restart(Equations& eq);  // in the same run: what was analyzed is kept

  // What the formula knows of t + h. y₀ is the first guess, too, with that of λ at the end.
  double alpha = 0;
  VecX y0;      // (2 nq + ns + nc) q, v, s, λ
  VecX rates0;  // (same) of λ: not used

  // Proposes y. x measures the tolerances, which are those of the user divided by `strictness`.
  StepOutcome solve(Equations& eq, const State& x, double t, double strictness, State& y);
  VecX rate_of_states;  // s' of the proposal

  void accept() {
    corrector_.keep();
    tangents_.accept();
    kept_rate_ = rate_;
  }
  void exchange(Archive& archive);
  std::optional<LinearSolverReport> solver_report() const { return corrector_.report(); }

 private:
  static constexpr double largest_change = 5.0 / 3;  // of α, beyond which kept factors no longer serve

  static const MultistepJacobianOptions& checked(EquationForm form, const MultistepJacobianOptions& jacobian);
  double rate_of_other_alpha() const;
  bool is_update_enough() const;
  void set_rates(State& y);
  bool has_full_matrix() const { return jacobian_.formalism == Formalism::accelerations; }
  void residual(Equations& eq, State& y, VecX& r);
  std::unique_ptr<JacobianStrategy> make_strategy(const System& system) const;
  void start_matrix(const System& system, const Layout& layout, const std::vector<Index>& dropped_rows,
                    ConstraintRows level, std::unique_ptr<JacobianStrategy> strategy);
  void find_stabilization(Equations& eq);
  void set_stabilized_rows(const Equations& eq, VecX& r);
  void set_rows_of_accelerations(const Equations& eq, const State& y, VecX& r);
  bool solve_motion(Equations& eq, const State& y);
  StepMatrix compose(Equations& eq, State& y);
  void correct(const VecX& dx, const State& x, double strictness, State& y);

  EquationForm form_;
  MultistepJacobianOptions jacobian_;
  Tolerances tolerances_;
  Corrector corrector_;
  MotionMatrix matrix_;
  Tangents tangents_;
  bool every_solve_;
  bool reuses_ = false;      // the step begins with the factors of another one
  bool may_update_ = false;  // there are tangents that could be updated, and have not been in this step
  double rate_ = 0, kept_rate_ = 0;

  Index nq_ = 0, ng_ = 0, nw_ = 0, ns_ = 0, nc_ = 0;
  VecX e_, de_, r1_, z_, difference_;     // (nq)
  VecX product_, for_states_, for_rows_;  // (nq), (ns), (nc)
  VecX work_;                             // (size)
  State solved_;                          // of the ordinary differential equations: y with its a and λ
  double size_q_ = 1, size_v_ = 1, size_s_ = 1, reachable_v_ = 1;
  bool has_dropped_rows_ = false;
  Layout full_;  // of the matrix, with differences of accelerations
};

}  // namespace daedalus
