// inflated_scheme.hpp: a step of a diagonally implicit Runge-Kutta pair on the equations of motion in descriptor form.
//
//   stage i:  v_i = v_n + h Σ_l A_il a_l,   q_i = q_n + h Σ_l A_il v_l,   s alike     l ≤ i     [HNE, Eqs. (30), (31)]
//             with dependent coordinates from the constraints and (a_i, λ_i) from line 1 to 5 of inflated_stage.hpp
//   end:      the last stage (with error control a and λ from the descriptor system at its end), whose dependent coordinates are brought to the constraints up to round-off [HNE, Eqs. (53), (54)]
//   error:    e_v = h Σ (b − b̂)_i a_i,   e_q = h Σ (b − b̂)_i v_i,  of independent q and v, and s [HNE, Eqs. (59), (60)], and of all q and v (partitioned_norm.hpp)
//
// q_i is that of [HNE, Eq. (30)], whose coefficients are A A: here v_i is kept and the product never formed.
// One evaluation of tangents and one factorisation per step. A stage that converges slowly gets a matrix of its own instead of a
// refused step.
// Extensions, each an option: the matrix is that of a state extrapolated to the mean time of the stages instead of that at the begin
// (matrix; at the begin it is not evaluated again after a rejection, where only h changes); stages begin with a polynomial through
// those before (predictor); iterations end by the tolerance of the step (newton.stop); the error is passed through
// (I − h γ J)⁻¹, one more solve, since the raw estimate of a component with h|eigenvalue| ≫ 1 does not tend to zero (estimate).
// Linear systems (system): with dependent coordinates as unknowns; the smaller ones of stage_saddle.hpp; or the paper's own, in which
// they are eliminated, and recovered in every iteration.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor Form.
#pragma once

#include <array>
#include <limits>

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/support/hermite.hpp"
#include "daedalus/integrate/support/inflated_stage.hpp"
#include "daedalus/integrate/support/integration_jacobian.hpp"
#include "daedalus/integrate/support/newton.hpp"
#include "daedalus/integrate/support/partitioned_norm.hpp"
#include "daedalus/integrate/support/roundoff_norm.hpp"
#include "daedalus/integrate/support/stage_saddle.hpp"
#include "daedalus/integrate/support/state_partition.hpp"
#include "daedalus/integrate/tableaus/dirk.hpp"

namespace daedalus {

enum class StageSystem { automatic, saddle, extended, condensed };
enum class StageMatrix { ahead, begin, every_iteration };
enum class StagePredictor { extrapolated, previous };

struct InflatedOptions {
  StageSystem system = StageSystem::automatic;
  StageMatrix matrix = StageMatrix::ahead;
  StagePredictor predictor = StagePredictor::extrapolated;
  ErrorEstimate estimate = ErrorEstimate::filtered;
  StageNewtonOptions newton = {};
  PartitionOptions partition = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("system", system,
      Choices<StageSystem>{{"auto", StageSystem::automatic},
                           {"saddle", StageSystem::saddle},
                           {"extended", StageSystem::extended},
                           {"condensed", StageSystem::condensed}},
      "linear systems: saddle, of the size of the descriptor system, nearly exact; extended, with dependent coordinates as "
      "unknowns; condensed, without them and dense, as in the paper; auto is saddle where extended has more than 200 unknowns");
    v("matrix", matrix,
      Choices<StageMatrix>{{"ahead", StageMatrix::ahead},
                           {"begin", StageMatrix::begin},
                           {"every_iteration", StageMatrix::every_iteration}},
      "evaluated once per step, at the mean time of its stages or at its begin as in the paper, or in every iteration");
    v("predictor", predictor,
      Choices<StagePredictor>{{"extrapolated", StagePredictor::extrapolated}, {"previous", StagePredictor::previous}},
      "where the iteration of a stage begins: a polynomial through the stages before, or the stage before as in the paper");
    v("estimate", estimate, Choices<ErrorEstimate>{{"filtered", ErrorEstimate::filtered}, {"raw", ErrorEstimate::raw}},
      "of the local error: passed through (I - h gamma J)^-1, or as the formulas give it");
    v("newton", newton);
    v("partition", partition);
  }
};

template <int stages>
class InflatedScheme {
 public:
  InflatedScheme(const DirkPair<stages>& pair, const InflatedOptions& options);

  void start(Equations& eq, const State& x, const Tolerances& tolerances);
  void restart(Equations& eq, const State& x);
  StepOutcome step(Equations& eq, const State& x, double h, State& y);
  void accept(const State& x, const State& y, double h);
  void interpolate(const State& x, const State& y, double theta, State& at) const;  // cubic Hermite
  void report(Report& report) const { partition_.report(report); }
  void exchange(Archive& archive);

  // What Newton sees.
  void residual(Equations& eq, VecX& r);
  const SparseMatrix& compose(Equations& eq);
  double correct(const VecX& dx);
  bool is_rounding() const { return roundoff_.is_rounding(); }
  InflatedStage stage;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void rebuild(const Layout& layout);
  void forget_history(Equations& eq, const State& x);
  void begin_stage(int i, const State& x, double h);
  void guess(int i, double h);
  StepStatus find_accelerations(Equations& eq, State& y);
  void look_ahead(const State& x, double h);
  double error(Equations& eq, const State& x, double h, const State& y);

  bool is_condensed() const { return system_ == StageSystem::condensed; }
  bool is_saddle() const { return system_ == StageSystem::saddle; }

  DirkPair<stages> pair_;
  InflatedOptions options_;
  Newton newton_;
  RoundoffNorm roundoff_;
  Tolerances tolerances_;
  StatePartition partition_;
  StageTangents tangents_;
  StageSystem system_ = StageSystem::saddle;  // in use
  StageSaddle saddle_;
  IntegrationJacobian condensed_;
  const Layout* layout_ = nullptr;
  const State* matrix_at_ = nullptr;  // where the next matrix is evaluated
  bool by_tolerance_ = true;
  double weight_ = 1;                            // of the stage in the step
  double size_q_ = 1, size_v_ = 1, size_s_ = 1, reachable_v_ = 1;  // units of round-off

  std::array<VecX, stages> a_, v_, c_;  // of the stages
  std::array<VecX, stages> lambda_i_;   // likewise, 0 in dropped rows
  State ahead_;                         // extrapolated to the mean time of the stages
  VecX a_end_, a_before_, a_next_;      // v' that the stages ended with: at the accepted state, before it, at the proposal
  VecX rate_, rate_before_;             // s' likewise
  VecX lambda_;                         // at the accepted state, 0 in dropped rows
  VecX rate_next_, lambda_next_;        // at the proposal
  VecX a_slope_, lambda_slope_, rate_slope_;  // there, from the last step; 0 in the first one
  VecX work_;   // of all unknowns of a stage
  VecX small_;  // of those of the linear system, where these are fewer
  VecX error_q_, error_v_, error_s_;
};

extern template class InflatedScheme<5>;
extern template class InflatedScheme<2>;

}  // namespace daedalus
