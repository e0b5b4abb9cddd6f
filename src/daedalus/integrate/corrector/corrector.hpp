// corrector.hpp: the iteration of the implicit methods, J dx = r(x), x -= dx, with exact or reused matrices.
//
// When it ends is the business of ConvergenceTest, when J is renewed that of RenewalPolicy. It gives up after
// max_iterations, at NaN, with a singular J, when the run is cancelled and where it diverges; that is called stagnation where the last correction
// is rounding: a smaller step then does not help.
//
// A rejected step leaves no trace: begin_step() goes back to the factors of the last keep(), which stay untouched until
// the next one. A method that never calls keep() has a matrix of its own in every step.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "daedalus/integrate/corrector/convergence_test.hpp"
#include "daedalus/integrate/corrector/renewal_policy.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/linalg/linear_solver.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

struct CorrectorOutcome {
  StepStatus status = StepStatus::ok;
  int iterations = 0;
  int factorizations = 0;
  double rate = 0;       // last contraction
  Index worst_row = -1;  // of the last residual
};

// The matrix of a step: composed, or what a formulation factorizes by itself.
struct StepMatrix {
  StepMatrix(const SparseMatrix& matrix) : composed(&matrix) {}
  StepMatrix(const MotionLinearization& at, double q, double v) : linearization(&at), bq(q), bv(v) {}

  const SparseMatrix* composed = nullptr;
  const MotionLinearization* linearization = nullptr;
  double bq = 0, bv = 0;
};

class Corrector {
 public:
  explicit Corrector(const NewtonOptions& options = {}, StopAt stop = StopAt::tolerance,
                     double largest_change = std::numeric_limits<double>::infinity())
      : test(options.accuracy, stop), renewal_(options.renewal(largest_change)),
        max_iterations_(options.max_iterations) {}

  enum class Keeps { no, yes };  // whether keep() is going to be called
  void resize(const Pattern& pattern, SolverKind kind = SolverKind::automatic, Keeps keeps = Keeps::no);
  void resize(Index size, std::unique_ptr<MotionFactors> one, std::unique_ptr<MotionFactors> other);
  Index size() const { return b_.size(); }

  // A step whose coefficient of the matrix is this begins.
  void begin_step(double coefficient = 1) {
    factors_ = kept_;
    coefficient_ = coefficient;
    if (!renewal_.fits(coefficient, factors_.coefficient)) factors_.exist = false;
  }
  void keep() { kept_ = factors_; }
  // Whether a step of this coefficient would begin with the kept factors.
  bool fits(double coefficient) const { return kept_.exist && renewal_.fits(coefficient, kept_.coefficient); }
  bool has_kept_factors() const { return kept_.exist; }
  double factors_coefficient() const { return factors_.coefficient; }  // of the factors in use
  void forget() { factors_.exist = kept_.exist = false; }              // no matrix fits any more

  // `residual(r)` puts r(x) into r, `matrix()` returns J at x, `correct(dx)` does x -= dx and measures dx with `test`.
  // Factorizations and solves are counted and timed with the work of the equations. A rate that was seen with the same
  // matrix on a similar problem lets the first correction be judged.
  template <class Residual, class Matrix, class Correct>
  CorrectorOutcome solve(Equations& eq, Residual&& residual, Matrix&& matrix, Correct&& correct,
                         double expected_rate = 0);

  // b becomes J⁻¹ b with the factors of the last solve() that returned ok.
  void apply_inverse(Equations& eq, VecX& b);

  std::optional<LinearSolverReport> report() const;  // of the matrices factorized so far; none when there were none
  // With a reused matrix the factors are part of the memory. Those of a formulation are made again from the linearization
  // that they were kept with.
  void exchange(Archive& archive, const MotionLinearization* kept = nullptr);

  ConvergenceTest test;

 private:
  StepStatus factorize(Equations& eq, const StepMatrix& matrix);
  FactorStatus factorize(std::size_t solver, const StepMatrix& matrix) {
    return matrix.composed ? solver_[solver]->factorize(*matrix.composed)
                           : recursive_[solver]->factorize(*matrix.linearization, matrix.bq, matrix.bv);
  }
  Factors* solver(std::size_t i) const {
    return recursive_[i] ? static_cast<Factors*>(recursive_[i].get()) : solver_[i].get();
  }

  RenewalPolicy renewal_;
  int max_iterations_;
  struct FactorsInUse {
    std::size_t solver = 0;  // of the two
    bool exist = false;
    double coefficient = 0;  // of begin_step()
    double bq = 0, bv = 0;   // of those of a formulation
  } factors_, kept_;
  std::array<std::unique_ptr<LinearSolver>, 2> solver_;      // the kept factors and the new ones
  std::array<std::unique_ptr<MotionFactors>, 2> recursive_;  // instead of them
  bool warm_ = false;                                        // both solvers have seen a matrix
  double coefficient_ = 1;
  VecX b_;  // residual, then correction
};

template <class Residual, class Matrix, class Correct>
CorrectorOutcome Corrector::solve(Equations& eq, Residual&& residual, Matrix&& matrix, Correct&& correct,
                                  double expected_rate) {
  CorrectorOutcome outcome;
  MatrixAge age = MatrixAge::reused;
  bool slow = false;
  test.start(expected_rate);
  for (int k = 1; k <= max_iterations_; ++k) {
    outcome.iterations = k;
    if (eq.cancellation.is_due()) {
      outcome.status = StepStatus::cancelled;
      break;
    }
    if (!factors_.exist || renewal_.is_due(k) || slow) {
      ++outcome.factorizations;
      ++eq.counts.compositions;
      outcome.status = factorize(eq, matrix());
      if (outcome.status != StepStatus::ok) return outcome;
      age = MatrixAge::fresh;
      if (slow) test.renew_matrix();
    }
    residual(b_);
    if (b_.size() > 0) b_.cwiseAbs().maxCoeff(&outcome.worst_row);  // a model without freedoms has nothing to solve for
    apply_inverse(eq, b_);
    test.begin_correction();
    correct(b_);
    const Convergence convergence = test.judge(age);
    outcome.rate = test.rate();
    if (convergence == Convergence::converged) return outcome;
    if (convergence != Convergence::under_way) {
      outcome.status = convergence == Convergence::not_finite ? StepStatus::not_finite : StepStatus::newton_diverged;
      break;
    }
    // a contraction that is fast enough as a rule is not where the first guess is very far off
    const bool takes_too_long = age == MatrixAge::reused && !test.converges_within(max_iterations_ - k);
    slow = renewal_.when == JacobianPolicy::reuse && (test.is_slower_than(renewal_.slow_rate) || takes_too_long);
  }
  if (outcome.status != StepStatus::not_finite && outcome.status != StepStatus::cancelled)
    outcome.status = test.is_rounding() ? StepStatus::newton_stagnated : StepStatus::newton_diverged;
  factors_.exist = false;
  return outcome;
}

}  // namespace daedalus
