// newton.hpp: the corrector iteration of the implicit methods, with exact or reused matrices.
//
//   J dx = r(x),   x -= dx,   theta = |dx_k| / |dx_(k-1)|
//   accept   theta/(1-theta) |dx| <= accuracy, or |dx| below round-off         |.| in units of the tolerance of the step
//   accept   theta >= 1 and |dx| <= accuracy/10: so small a correction that no longer shrinks is rounding. (An iteration that really diverged there
//            would still be within dx/|1 - theta| of the solution.) It grows with the stiffness: bushings make it 1e-9 of a tolerance of 1e-6.
//   renew J  theta of a reused matrix above slow_rate
//   give up  theta >= 1 from the third iteration on, max_iterations, NaN, singular J; called stagnation where the problem says that
//            its last correction is rounding: a smaller step then does not help
//
// The norm runs over all components in displacement or velocity units, not over independent ones: with a frozen matrix
// the independent part alone is not monotone. It is the problem's business: see NewtonProblem.
#pragma once

#include <array>
#include <concepts>
#include <limits>
#include <memory>

#include "daedalus/base/options.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/linalg/linear_solver.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

enum class JacobianPolicy {
  every_iteration,  // Newton's method
  every_step,       // one matrix per solve()
  reuse,            // keep it as long as it converges quickly
};

struct NewtonOptions {
  JacobianPolicy jacobian = JacobianPolicy::reuse;
  double accuracy = 0.01;
  double slow_rate = 0.3;
  int max_iterations = 10;

  template <class Visitor>
  void describe(Visitor&& v) {
    using enum JacobianPolicy;
    v("jacobian", jacobian,
      Choices<JacobianPolicy>{{"every_iteration", every_iteration}, {"every_step", every_step}, {"reuse", reuse}},
      "when the Newton matrix is evaluated and factorised");
    v("accuracy", accuracy, positive(), "of the solution: a fraction of the tolerance, or of 4e-14 in methods that keep constraints up to round-off");
    v("slow_rate", slow_rate, in_range(0, 1), "contraction above which a reused matrix is renewed");
    v("max_iterations", max_iterations, at_least(1), "before the step is refused");
  }
};

template <class P>
concept NewtonProblem = requires(P& p, VecX& r, const VecX& dx) {
  p.residual(r);                                             // r(x)
  { p.matrix() } -> std::convertible_to<const SparseMatrix&>;  // J at x
  { p.correct(dx) } -> std::convertible_to<double>;          // x -= dx; returns |dx|
};

struct NewtonOutcome {
  StepStatus status = StepStatus::ok;
  int iterations = 0;
  int factorizations = 0;
  double rate = 0;        // last contraction
  Index worst_row = -1;   // of the last residual
};

class Newton {
 public:
  explicit Newton(const NewtonOptions& options = {}) : options_(options) {}

  // keeps: keep() and restore() are going to be used.
  void resize(const Pattern& pattern, SolverKind kind = SolverKind::automatic, bool keeps = true) {
    for (auto& solver : solver_) solver = make_linear_solver(pattern, kind);
    b_.resize(pattern.rows());
    has_factors_ = kept_has_factors_ = false;
    warm_ = !keeps;
    used_ = kept_ = 0;
  }

  Index size() const { return b_.size(); }

  // The matrix no longer fits (other step size, other branch): the next solve() makes a new one.
  void forget_matrix() { has_factors_ = false; }
  void forget_all() { has_factors_ = kept_has_factors_ = false; }  // the kept one neither
  const LinearSolverReport& report() const { return solver_[used_]->report(); }

  // A rejected step leaves no trace: restore() at the begin of a step goes back to the factors of the last keep(), which
  // stay untouched until the next one.
  void keep() {
    kept_ = used_;
    kept_has_factors_ = has_factors_;
  }
  void restore() {
    used_ = kept_;
    has_factors_ = kept_has_factors_;
  }

  // The problem is made of these equations: factorisations and solves are counted and timed with theirs. A rate that was seen
  // with the same matrix on a similar problem lets the first correction be judged.
  template <NewtonProblem Problem>
  NewtonOutcome solve(Equations& eq, Problem& problem, double expected_rate = 0) {
    return iterate(problem, eq.counts, eq.times, expected_rate);
  }
  template <NewtonProblem Problem>
  NewtonOutcome solve(Problem& problem) {  // made of none
    return iterate(problem, counts_, times_, 0);
  }

  // b becomes J⁻¹ b with the factors of the last solve() that returned ok.
  void apply_inverse(Equations& eq, VecX& b) { solve_linear(b, eq.counts, eq.times); }

  // With a reused matrix the factors are part of the memory.
  void exchange(Archive& archive) {
    archive("newton.used", used_, 0, 1);
    archive("newton.has_factors", has_factors_);
    archive("newton.kept", kept_, 0, 1);
    archive("newton.kept_has_factors", kept_has_factors_);
    archive("newton.warm", warm_);
    for (auto& solver : solver_) solver->exchange(archive);  // both: a pivot order is memory too
    const auto lacks_factors = [&](bool wanted, std::size_t which) { return wanted && !(solver_[which]->reciprocal_condition() > 0); };
    if (archive.loading() && (lacks_factors(has_factors_, used_) || lacks_factors(kept_has_factors_, kept_)))
      Archive::refuse("newton.has_factors", "there are none");
  }

 private:
  template <NewtonProblem Problem>
  NewtonOutcome iterate(Problem& problem, WorkCounts& counts, WorkTimes& times, double expected_rate);

  StepStatus factorize(const SparseMatrix& matrix, WorkCounts& counts, WorkTimes& times) {
    Lap lap(times.sampler);
    ++counts.factorizations;
    if (!warm_) solver_[kept_]->factorize(matrix);  // allocates and chooses pivots now, not in some later step
    warm_ = true;
    used_ = 1 - kept_;
    const FactorStatus status = solver_[used_]->factorize(matrix);
    lap.end_part(times.factorization);
    has_factors_ = status == FactorStatus::ok;
    return status_of(status);
  }

  void solve_linear(VecX& b, WorkCounts& counts, WorkTimes& times) {
    Lap lap(times.sampler);
    ++counts.solves;
    solver_[used_]->solve(b);
    lap.end_part(times.solves);
  }

  NewtonOptions options_;
  std::array<std::unique_ptr<LinearSolver>, 2> solver_;  // the kept factors and the new ones
  VecX b_;  // residual, then correction
  std::size_t used_ = 0, kept_ = 0;  // of the two
  bool has_factors_ = false, kept_has_factors_ = false;
  bool warm_ = false;  // both solvers have seen a matrix
  WorkCounts counts_;  // of problems without equations
  WorkTimes times_;
};

template <NewtonProblem Problem>
NewtonOutcome Newton::iterate(Problem& problem, WorkCounts& counts, WorkTimes& times, double expected_rate) {
  constexpr double roundoff = 1e-10;  // in units of the tolerance: far below anything the error test can see
  constexpr double rounding = 0.1;    // of the accuracy: below, a correction that grows is taken for rounding
  NewtonOutcome outcome;
  double previous = 0;
  bool fresh = false;  // the matrix was made in this call
  bool slow = false;   // the matrix contracts too slowly

  for (int k = 1; k <= options_.max_iterations; ++k) {
    outcome.iterations = k;
    const bool due = options_.jacobian == JacobianPolicy::every_iteration ||
                     (options_.jacobian == JacobianPolicy::every_step && k == 1);
    if (!has_factors_ || due || slow) {
      ++outcome.factorizations;
      outcome.status = factorize(problem.matrix(), counts, times);
      if (outcome.status != StepStatus::ok) return outcome;
      fresh = true;
      if (slow) previous = 0;  // the contraction of the old matrix says nothing of the new one
      slow = false;
    }
    problem.residual(b_);
    if (b_.size() > 0) b_.cwiseAbs().maxCoeff(&outcome.worst_row);  // a model without freedoms has nothing to solve for
    solve_linear(b_, counts, times);
    const double size = problem.correct(b_);
    if (!(size < std::numeric_limits<double>::max())) {
      outcome.status = StepStatus::not_finite;
      has_factors_ = false;
      return outcome;
    }
    if (size <= roundoff) return outcome;
    if (k == 1 && expected_rate > 0 && expected_rate < 1 &&
        expected_rate / (1 - expected_rate) * size <= options_.accuracy) {
      outcome.rate = expected_rate;
      return outcome;
    }
    if (previous > 0) {
      outcome.rate = size / previous;
      if (outcome.rate < 1 && outcome.rate / (1 - outcome.rate) * size <= options_.accuracy) return outcome;
      if (outcome.rate >= 1 && size <= rounding * options_.accuracy) {
        outcome.rate = 0;  // rounding says nothing of the contraction
        return outcome;
      }
      if (outcome.rate >= 1 && k >= 3 && fresh) break;
      slow = options_.jacobian == JacobianPolicy::reuse && outcome.rate > options_.slow_rate;
    }
    previous = size;
  }
  outcome.status = StepStatus::newton_diverged;
  if constexpr (requires { problem.is_rounding(); })
    if (problem.is_rounding()) outcome.status = StepStatus::newton_stagnated;
  has_factors_ = false;
  return outcome;
}

}  // namespace daedalus
