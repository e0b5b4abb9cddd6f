// infl_sdirk.cpp: a step of a diagonally implicit Runge-Kutta pair on independent coordinates, solved in descriptor
// form: infl-sdirk, infl-esdirk, infl-trap.
//
//   stage i:  M a_i + Gᵀλ_i = f,   G a_i = γ                                     [HNE, Eqs. (35), (36)], dirk_stage.hpp
//             v_i = v_n + h Σ_l A_il a_l,   q_i = q_n + h Σ_l A_il v_l,   s alike     l ≤ i     [HNE, Eqs. (30), (31),
//             Tables 2 and 3], tableaus/ in independent coordinates (coordinate_partition.hpp); the others from
//             g = 0 and G v + g_t = 0
//   end:      the last stage (with error control a and λ from the descriptor system at its end), whose dependent
//             coordinates are brought to the constraints
//             up to round-off                                            [HNE, Eqs. (53), (54)], dependent_recovery.hpp
//   error:    e_v = h Σ (b − b̂)_i a_i,   e_q = h Σ (b − b̂)_i v_i,  of independent q and v, and s [HNE, Eqs. (59),
//             (60)], and of all q and v
//
// q_i is that of [HNE, Eq. (30)], whose coefficients are A A: here v_i is kept and the product never formed.
// One evaluation of tangents and one factorization per step. A stage that converges slowly gets a matrix of its own
// instead of a rejected step.
// Extensions, each an option: the matrix is that of a state extrapolated to the mean time of the stages instead of that
// at the start (matrix; at the start it is not evaluated again after a rejection, where only h changes); stages begin
// with a polynomial through those before (predictor); iterations end by the tolerance of the step (newton.stop); the
// error is passed through (I − h γ J)⁻¹, one more solve, since the raw estimate of a component with h|eigenvalue| ≫ 1
// does not tend to zero (estimate). Linear systems (system): with dependent coordinates as unknowns; the smaller ones
// of stage_saddle.hpp; or the paper's own, in which they are eliminated, and recovered in every iteration. What departs
// from the paper: docs/theory/paper-000.md.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor
// Form.
#include "daedalus/integrate/methods/infl_sdirk.hpp"

#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/shared/hermite.hpp"
#include "daedalus/integrate/state_space/condensed_stage.hpp"
#include "daedalus/integrate/state_space/partitioned_norm.hpp"
#include "daedalus/integrate/state_space/stage_saddle.hpp"

namespace daedalus {

template <int stages>
StepOutcome DirkScheme<stages>::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  if (recovers()) outcome.status = partition_.prepare(eq, x);
  if (!outcome.ok()) return outcome;
  corrector_.begin_step();
  linearized_at_ = &x;
  if (options_.matrix == StageMatrix::ahead) look_ahead(x, h);
  found_[0] = here_;
  v_[0] = x.v;
  stage_.at.a = here_.a;
  stage_.at.lambda = here_.lambda;
  stage_.rate = here_.rate;
  double contraction = 0;
  for (int i = tableau_.first_implicit; i < stages; ++i) {
    begin_stage(i, x, h);
    const CorrectorOutcome found = corrector_.solve(
        eq, [&](VecX& r) { residual(eq, r); }, [&] { return compose(eq); }, [&](const VecX& dx) { correct(dx); },
        contraction);
    outcome.status = found.status;
    outcome.newton_iterations += found.iterations;
    if (!outcome.ok()) {
      if (found.worst_row >= 0) outcome.worst_constraint = stage_.constraint_of(found.worst_row);
      return outcome;
    }
    contraction = found.factorizations > 0 ? found.rate : std::max(contraction, found.rate);
    found_[at(i)].a = stage_.at.a;
    found_[at(i)].lambda = stage_.at.lambda;
    found_[at(i)].rate = stage_.rate;
    v_[at(i)] = stage_.at.v;
  }
  y = stage_.at;
  outcome.error = error(eq, x, h, y);
  outcome.error_exponent = tableau_.error_exponent;
  if (tolerances_.apply && !(outcome.error <= 1)) return outcome;  // rejected: nobody needs the rest
  const StepOutcome completed = partition_.complete(eq, y);
  outcome.status = completed.status;
  outcome.worst_constraint = completed.worst_constraint;
  if (!outcome.ok()) return outcome;
  // A stage that was solved to the tolerance of the step knows a and λ to that tolerance divided by h: they are solved
  // for once more, for the user. What goes on from here does so with those of the stage: where components are stiff,
  // accelerations of the state at the end are its error times the stiffness.
  if (corrector_.test.stops_by_tolerance()) outcome.status = status_of(eq.solve_acceleration(y));
  return outcome;
}

template <int stages>
void DirkScheme<stages>::begin_stage(int i, const State& x, double h) {
  const auto& A = tableau_.A[at(i)];
  stage_.hA = h * A[at(i)];
  stage_.vh = x.v;
  stage_.qh = x.q;
  stage_.sh = x.s;
  for (int l = 0; l < i; ++l) {
    stage_.vh += h * A[at(l)] * found_[at(l)].a;
    stage_.qh += h * A[at(l)] * v_[at(l)];
    stage_.sh += h * A[at(l)] * found_[at(l)].rate;
  }
  stage_.at.t = x.t + tableau_.c[at(i)] * h;
  guess(i, h);
  stage_.predict_motion();
  size_q_ = ConvergenceTest::magnitude(stage_.at.q);
  size_v_ = ConvergenceTest::magnitude(stage_.at.v);
  reachable_v_ = size_v_ + size_q_ / stage_.hA;
  size_s_ = ConvergenceTest::magnitude(stage_.at.s);
  weight_ = std::max(1.0, std::abs(tableau_.b[at(i)] / A[at(i)]));
}

// What the stage before found, or the polynomial of the tableau; of the first stage with the slope that the last step
// ended with.
template <int stages>
void DirkScheme<stages>::guess(int i, double h) {
  if (options_.predictor == StagePredictor::previous) return;
  if (i == tableau_.first_implicit) {
    guess_ = here_;
    guess_.add(tableau_.c[at(i)] * h, slope_);
  } else {
    const auto weights = tableau_.predictor(i);
    guess_.set(weights[0], here_);
    for (int l = i - 1; l >= 0; --l)
      if (weights[at(l + 1)] != 0) guess_.add(weights[at(l + 1)], found_[at(l)]);
  }
  stage_.at.a = guess_.a;
  stage_.at.lambda = guess_.lambda;
  stage_.rate = guess_.rate;
}

template <int stages>
void DirkScheme<stages>::look_ahead(const State& x, double h) {
  double mean = 0;
  for (int i = tableau_.first_implicit; i < stages; ++i) mean += tableau_.c[at(i)] / (stages - tableau_.first_implicit);
  const double d = mean * h;
  ahead_.t = x.t + d;
  ahead_.q = x.q + d * x.v + d * d / 2 * here_.a;
  ahead_.v = x.v + d * here_.a + d * d / 2 * slope_.a;
  ahead_.a = here_.a + d * slope_.a;
  ahead_.lambda = here_.lambda + d * slope_.lambda;
  ahead_.s = x.s + d * here_.rate;
  linearized_at_ = &ahead_;
}

template <int stages>
StepMatrix DirkScheme<stages>::compose(Equations& eq) {
  const State& at = options_.matrix == StageMatrix::every_iteration ? stage_.at : *linearized_at_;
  tangents_.evaluate_once(eq, at);
  linearized_at_ = &stage_.at;  // one that is renewed within the step is taken where it is needed
  if (recursion_) return recursion_->compose(eq, stage_.hA, at, tangents_);
  return reduced_ ? reduced_->compose(stage_.hA, *tangents_) : stage_.compose(*tangents_);
}

template <int stages>
void DirkScheme<stages>::condense(const VecX& r, VecX& rhs) {
  if (recursion_) recursion_->condense(stage_.hA, tangents_, r, rhs);
  else reduced_->condense(stage_.hA, *tangents_, r, rhs);
}

template <int stages>
void DirkScheme<stages>::expand(const VecX& x, VecX& dx) const {
  if (recursion_) recursion_->expand(x, dx);
  else reduced_->expand(x, dx);
}

template <int stages>
void DirkScheme<stages>::residual(Equations& eq, VecX& r) {
  if (!is_reduced()) return stage_.residual(eq, r);
  const bool on_constraints = !recovers() || partition_.recover(eq, stage_.at).ok();
  stage_.residual(eq, work_);
  condense(work_, r);
  if (!on_constraints) r.setConstant(std::numeric_limits<double>::quiet_NaN());
}

// Over all coordinates, in units of displacement and velocity: with a matrix of another time the independent part alone
// need not shrink monotonically.
// Accelerations of dependent coordinates count as the velocities they make. An error of stage i reaches the end of the
// step |b_i / A_ii| times as large, up to 31 times here.
template <int stages>
void DirkScheme<stages>::correct(const VecX& dx) {
  if (is_reduced()) expand(dx, work_);
  stage_.correct(is_reduced() ? work_ : dx);
  const State& y = stage_.at;
  ConvergenceTest& test = corrector_.test;
  test.add(1, stage_.dq, size_q_);
  test.add(1, stage_.dv, size_v_, reachable_v_);
  test.add(stage_.hA, stage_.da, size_v_, reachable_v_);
  test.add(stage_.hA, stage_.d_rate, size_s_);
  if (!test.stops_by_tolerance()) return;
  ErrorNorm norm(tolerances_);
  norm.add(stage_.dq, y.q, y.q);
  norm.add(stage_.dv, y.v, y.v);
  stage_.dv = stage_.hA * stage_.da;
  norm.add(stage_.dv, y.v, y.v);
  stage_.d_rate *= stage_.hA;
  norm.add(stage_.d_rate, y.s, y.s);
  test.set_size(weight_ * norm.value());
}

template <int stages>
double DirkScheme<stages>::error(Equations& eq, const State& x, double h, const State& y) {
  error_q_.setZero();
  error_v_.setZero();
  error_s_.setZero();
  for (int i = 0; i < stages; ++i) {
    const double weight = h * (tableau_.b[at(i)] - tableau_.embedded[at(i)]);
    if (weight == 0) continue;
    error_q_ += weight * v_[at(i)];
    error_v_ += weight * found_[at(i)].a;
    error_s_ += weight * found_[at(i)].rate;
  }
  if (options_.estimate == ErrorEstimate::filtered && tolerances_.apply) {
    stage_.filter_rhs(tangents_, error_q_, error_v_, error_s_, work_);
    if (is_reduced()) {
      condense(work_, small_);
      corrector_.apply_inverse(eq, small_);
      expand(small_, work_);
    } else {
      corrector_.apply_inverse(eq, work_);
    }
    stage_.finish_filter(work_, error_q_, error_v_, error_s_);
  }
  return partitioned_norm(tolerances_, partition_.partition(), {error_q_, error_v_, error_s_}, {x.q, x.v, x.s},
                          {y.q, y.v, y.s}, tableau_.tested);
}

template <int stages>
void DirkScheme<stages>::accept(const State&, const State&, double h) {
  slope_.set(tableau_.end_slope[0], here_);
  for (int i = 0; i < stages; ++i)
    if (tableau_.end_slope[at(i + 1)] != 0) slope_.add(tableau_.end_slope[at(i + 1)], found_[at(i)]);
  for (VecX* part : {&slope_.a, &slope_.lambda, &slope_.rate}) *part /= h;
  std::swap(before_, here_);
  here_ = found_[stages - 1];
  if (partition_.accept()) rebuild();
}

template <int stages>
void DirkScheme<stages>::interpolate(const State& x, const State& y, double theta, State& into) const {
  const double h = y.t - x.t;
  into.t = x.t + theta * h;
  hermite(theta, h, x.q, x.v, y.q, y.v, into.q);
  hermite(theta, h, x.v, before_.a, y.v, here_.a, into.v);
  hermite(theta, h, x.s, before_.rate, y.s, here_.rate, into.s);
  const double bump = h * theta * theta * (1 - theta) * (1 - theta);
  for (int i = 0; i < stages; ++i) {
    const double weight = bump * tableau_.quartic[at(i)];
    if (weight == 0) continue;
    into.q += weight * v_[at(i)];
    into.v += weight * found_[at(i)].a;
    into.s += weight * found_[at(i)].rate;
  }
}

template <int stages>
void DirkScheme<stages>::Unknowns::set(double weight, const Unknowns& from) {
  a = weight * from.a;
  lambda = weight * from.lambda;
  rate = weight * from.rate;
}

template <int stages>
void DirkScheme<stages>::Unknowns::add(double weight, const Unknowns& from) {
  a += weight * from.a;
  lambda += weight * from.lambda;
  rate += weight * from.rate;
}

template <int stages>
DirkScheme<stages>::DirkScheme(const DirkPair<stages>& tableau, const DirkOptions& options)
    : tableau_(tableau), options_(options), partition_(options.partition),
      corrector_(stage_newton(options.newton, options.matrix == StageMatrix::every_iteration
                                                  ? JacobianPolicy::every_iteration
                                                  : JacobianPolicy::reuse)) {}

template <int stages>
void DirkScheme<stages>::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  layout_ = &eq.layout();
  tolerances_ = share_of_a_step(tolerances, tableau_.strictness, options_.tolerance);
  corrector_.test.stop_at(stop_of_stages(options_.newton, tolerances.apply));
  if (layout_->nw > 0 && (options_.system == StageSystem::condensed || options_.system == StageSystem::saddle))
    throw OptionError(
        "system=condensed and system=saddle know holonomic constraints only: leave it at auto for this model.");
  if (options_.system == StageSystem::condensed && options_.estimate == ErrorEstimate::filtered && tolerances.apply)
    throw OptionError("system=condensed has no filtered error estimate: set estimate=raw too, or leave it at auto.");
  partition_.start(eq, x);
  const Index unknowns_of_extended = layout_->nq + layout_->ns + 3 * partition_.partition().rank();
  system_ = options_.system != StageSystem::automatic        ? options_.system
            : layout_->nw == 0 && unknowns_of_extended > 200 ? StageSystem::saddle
                                                             : StageSystem::extended;
  const bool may_recur = layout_->nw == 0 && options_.jacobian.source == JacobianSource::exact &&
                         (options_.system == StageSystem::automatic || options_.system == StageSystem::saddle);
  recursion_.reset();
  reduced_.reset();
  if (may_recur && StageRecursion::start_tangents(eq.system(), partition_.partition(), tangents_)) {
    recursion_ = std::make_unique<StageRecursion>();
    system_ = StageSystem::saddle;
  } else {
    tangents_.start(*layout_, DirkStage::tangents, Tangents::Keeps::no, 1,
                    make_jacobian_strategy(options_.jacobian, tolerances));
  }
  if (system_ == StageSystem::saddle && !recursion_) reduced_ = std::make_unique<StageSaddle>();
  if (system_ == StageSystem::condensed) reduced_ = std::make_unique<CondensedStage>();
  rebuild();
  for (Unknowns& found : found_) found.a = VecX::Zero(layout_->nq);
  for (VecX& v : v_) v = VecX::Zero(layout_->nq);
  error_q_ = error_v_ = VecX::Zero(layout_->nq);
  error_s_ = VecX::Zero(layout_->ns);
  forget_history(eq, x);
}

template <int stages>
void DirkScheme<stages>::restart(Equations& eq, const State& x) {
  if (partition_.restart(eq, x)) rebuild();
  forget_history(eq, x);
}

template <int stages>
void DirkScheme<stages>::forget_history(Equations& eq, const State& x) {
  eq.evaluate(Want::sigma, x);
  here_ = {x.a, x.lambda, eq.value.sigma};
  for (Unknowns& found : found_) found = {std::move(found.a), x.lambda, here_.rate};
  before_ = guess_ = here_;
  slope_ = {VecX::Zero(layout_->nq), VecX::Zero(layout_->nc()), VecX::Zero(layout_->ns)};
  ahead_ = x;
}

template <int stages>
void DirkScheme<stages>::rebuild() {
  const CoordinatePartition& partition = partition_.partition();
  stage_.start(*layout_, partition, recursion_ ? DirkStage::Matrix::none : DirkStage::Matrix::composed);
  work_ = VecX::Zero(stage_.size());
  if (recursion_) {
    recursion_->start(*layout_, partition, tangents_, corrector_);
    small_ = VecX::Zero(corrector_.size());
    return;
  }
  if (reduced_) reduced_->start(*layout_, partition_.partition());
  corrector_.resize(reduced_ ? reduced_->pattern() : stage_.pattern(),
                    recovers() ? SolverKind::dense : SolverKind::automatic);
  small_ = VecX::Zero(corrector_.size());
}

template <int stages>
void DirkScheme<stages>::exchange(Archive& archive) {
  partition_.exchange(archive);
  if (archive.loading()) rebuild();
  archive("dirk.rate", here_.rate);
  archive("dirk.a", here_.a);
  archive("dirk.lambda", here_.lambda);
  archive("dirk.a_slope", slope_.a);
  archive("dirk.lambda_slope", slope_.lambda);
  archive("dirk.rate_slope", slope_.rate);
  corrector_.exchange(archive);
  if (reduced_) reduced_->exchange(archive);
  if (recursion_) recursion_->exchange(archive);
}

template class DirkScheme<7>;
template class DirkScheme<5>;
template class DirkScheme<2>;

MethodRecord InflSdirkDefinition::make_record() {
  return {.name = "infl-sdirk",
          .title = "SDIRK of order 4 on independent coordinates, in descriptor form",
          .use_for = "stiff vehicles and machines at engineering accuracy",
          .family = "implicit Runge-Kutta",
          .order_q = 4,
          .order_v = 4,
          .order_lambda = 4,
          .dense_order = 3,
          .index = 1,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.A_stable = true,
                        .radius_at_infinity = 0,
                        .remark = "order 1 in components with h |eigenvalue| >> 1 (stage order 1)"},
          .needs = DirkStage::needs | Equations::acceleration_needs,
          .source =
              "Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in "
              "Descriptor Form, Eqs. (30)-(61), Table 2",
          .formula =
              "M aᵢ + Gᵀλᵢ = f,  G aᵢ = γ,  sᵢ' = σ   at stage i = 1 … 5\n"
              "vᵢ = v + h Σ Aᵢₗ aₗ,  qᵢ = q + h Σ Aᵢₗ vₗ,  sᵢ alike   independent coordinates, l ≤ i\n"
              "dependent ones from g = 0 and G v + g_t = 0;  (q⁺, v⁺, λ⁺) = stage 5"};
}

MethodRecord InflEsdirkDefinition::make_record() {
  return {
      .name = "infl-esdirk",
      .title = "ESDIRK of order 5 on independent coordinates, in descriptor form",
      .use_for = "stiff vehicles and machines at tight tolerances",
      .family = "implicit Runge-Kutta",
      .order_q = 5,
      .order_v = 5,
      .order_lambda = 5,
      .dense_order = 4,
      .index = 1,
      .control = StepControl::fixed_or_adaptive,
      .satisfies = ConstraintLevel::position_and_velocity,
      .stability = {.A_stable = true,
                    .radius_at_infinity = 0,
                    .remark = "order 2 in components with h |eigenvalue| >> 1 (stage order 2)"},
      .needs = DirkStage::needs | Equations::acceleration_needs,
      .source =
          "equations: Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics "
          "in Descriptor Form; formula: Kennedy, Carpenter, Appl. Numer. Math. 146, 221 (2019), ESDIRK5(4)7L[2]SA2",
      .formula =
          "M aᵢ + Gᵀλᵢ = f,  G aᵢ = γ,  sᵢ' = σ   at stage i = 2 … 7; stage 1 is the start of the step\n"
          "vᵢ = v + h Σ Aᵢₗ aₗ,  qᵢ = q + h Σ Aᵢₗ vₗ,  sᵢ alike   independent coordinates, l ≤ i\n"
          "dependent ones from g = 0 and G v + g_t = 0;  (q⁺, v⁺, λ⁺) = stage 7"};
}

MethodRecord InflTrapDefinition::make_record() {
  return {.name = "infl-trap",
          .title = "Trapezoidal rule on independent coordinates, in descriptor form",
          .use_for = "vibration without numerical damping, at a fixed step",
          .family = "implicit Runge-Kutta",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 1,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.A_stable = true, .radius_at_infinity = 1},
          .needs = DirkStage::needs | Equations::acceleration_needs,
          .source =
              "Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in "
              "Descriptor Form, Eqs. (30)-(61), Table 3",
          .formula =
              "v⁺ = v + h/2 (a + a⁺),  q⁺ = q + h/2 (v + v⁺),  s⁺ alike   independent coordinates\n"
              "M⁺a⁺ + G⁺ᵀλ⁺ = f⁺,  G⁺a⁺ = γ⁺,  dependent ones from g⁺ = 0 and G⁺v⁺ + g_t = 0"};
}

}  // namespace daedalus
