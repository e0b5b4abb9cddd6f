#include "daedalus/integrate/support/inflated_scheme.hpp"

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

template <class Scheme>
struct Problem {
  Scheme& scheme;
  Equations& eq;
  void residual(VecX& r) { scheme.residual(eq, r); }
  const SparseMatrix& matrix() { return scheme.compose(eq); }
  double correct(const VecX& dx) { return scheme.correct(dx); }
  bool is_rounding() const { return scheme.is_rounding(); }
};

}  // namespace

template <int stages>
InflatedScheme<stages>::InflatedScheme(const DirkPair<stages>& pair, const InflatedOptions& options)
    : pair_(pair),
      options_(options),
      newton_(stage_newton(options.newton, options.matrix == StageMatrix::every_iteration ? JacobianPolicy::every_iteration
                                                                                         : JacobianPolicy::reuse)),
      roundoff_(options.newton.accuracy),
      partition_(options.partition) {}

template <int stages>
void InflatedScheme<stages>::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  layout_ = &eq.layout();
  tolerances_ = tolerances;
  by_tolerance_ = stops_by_tolerance(options_.newton, tolerances.apply);
  if (layout_->nw > 0 && (options_.system == StageSystem::condensed || options_.system == StageSystem::saddle))
    throw OptionError("system=condensed and system=saddle know holonomic constraints only: leave it at auto for this model.");
  if (options_.system == StageSystem::condensed && options_.estimate == ErrorEstimate::filtered && tolerances.apply)
    throw OptionError("system=condensed has no filtered error estimate: set estimate=raw too, or leave it at auto.");
  partition_.start(eq, x);
  const Index unknowns_of_extended = layout_->nq + layout_->ns + 3 * partition_.partition().rank();
  system_ = options_.system != StageSystem::automatic                ? options_.system
            : layout_->nw == 0 && unknowns_of_extended > 200 ? StageSystem::saddle
                                                              : StageSystem::extended;
  rebuild(*layout_);
  tangents_.start(*layout_);
  for (auto* stage_values : {&a_, &v_})
    for (VecX& value : *stage_values) value = VecX::Zero(layout_->nq);
  error_q_ = error_v_ = VecX::Zero(layout_->nq);
  error_s_ = VecX::Zero(layout_->ns);
  forget_history(eq, x);
}

template <int stages>
void InflatedScheme<stages>::restart(Equations& eq, const State& x) {
  if (partition_.restart(eq, x)) rebuild(*layout_);
  forget_history(eq, x);
}

template <int stages>
void InflatedScheme<stages>::forget_history(Equations& eq, const State& x) {
  eq.evaluate(Want::sigma, x);
  rate_ = rate_before_ = rate_next_ = eq.value.sigma;
  a_end_ = a_before_ = a_next_ = x.a;
  for (VecX& value : c_) value = rate_;
  for (VecX& value : lambda_i_) value = x.lambda;
  a_slope_ = VecX::Zero(layout_->nq);
  lambda_slope_ = VecX::Zero(layout_->nc());
  rate_slope_ = VecX::Zero(layout_->ns);
  ahead_ = x;
  lambda_ = x.lambda;
  partition_.gather_multipliers(lambda_);
  lambda_next_ = lambda_;
}

template <int stages>
void InflatedScheme<stages>::rebuild(const Layout& layout) {
  stage.start(layout, partition_.partition());
  work_ = VecX::Zero(stage.size());
  if (is_condensed()) {
    condensed_.start(layout, partition_.partition());
    newton_.resize(condensed_.pattern(), SolverKind::dense, false);
  } else if (is_saddle()) {
    saddle_.start(layout, partition_.partition());
    newton_.resize(saddle_.pattern(), SolverKind::automatic, false);
  } else {
    newton_.resize(stage.pattern(), SolverKind::automatic, false);
  }
  small_ = VecX::Zero(newton_.size());
}

template <int stages>
StepOutcome InflatedScheme<stages>::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  if (is_condensed()) outcome.status = partition_.prepare(eq, x);
  if (!outcome.ok()) return outcome;
  newton_.forget_matrix();
  matrix_at_ = &x;
  if (options_.matrix == StageMatrix::ahead) look_ahead(x, h);
  stage.at.a = a_[0] = a_end_;
  stage.at.lambda = lambda_;
  v_[0] = x.v;
  stage.c = c_[0] = rate_;
  double rate = 0;
  for (int i = pair_.first_implicit; i < stages; ++i) {
    begin_stage(i, x, h);
    Problem<InflatedScheme> problem{*this, eq};
    const NewtonOutcome newton = newton_.solve(eq, problem, rate);
    outcome.status = newton.status;
    outcome.newton_iterations += newton.iterations;
    if (!outcome.ok()) {
      if (newton.worst_row >= 0) outcome.worst_constraint = stage.constraint_of(newton.worst_row);
      return outcome;
    }
    rate = newton.factorizations > 0 ? newton.rate : std::max(rate, newton.rate);
    a_[at(i)] = stage.at.a;
    v_[at(i)] = stage.at.v;
    c_[at(i)] = stage.c;
    lambda_i_[at(i)] = stage.at.lambda;
  }
  y = stage.at;
  const StepOutcome completed = partition_.complete(eq, y);
  outcome.status = completed.status;
  outcome.worst_constraint = completed.worst_constraint;
  if (!outcome.ok()) return outcome;
  outcome.status = find_accelerations(eq, y);
  if (!outcome.ok()) return outcome;
  outcome.error = error(eq, x, h, y);
  outcome.error_exponent = pair_.error_exponent;
  return outcome;
}

// A stage that was solved to the tolerance of the step knows a and λ to that tolerance divided by h: they are solved for once more,
// for the user. What goes on from here does so with those of the stage: where components are stiff, accelerations of the state at
// the end are its error times the stiffness.
template <int stages>
StepStatus InflatedScheme<stages>::find_accelerations(Equations& eq, State& y) {
  a_next_ = stage.at.a;
  lambda_next_ = stage.at.lambda;
  rate_next_ = stage.c;
  if (by_tolerance_) return status_of(eq.solve_acceleration(y));
  partition_.spread_multipliers(y.lambda);
  return StepStatus::ok;
}

template <int stages>
void InflatedScheme<stages>::look_ahead(const State& x, double h) {
  double c = 0;
  for (int i = pair_.first_implicit; i < stages; ++i) c += pair_.c[at(i)] / (stages - pair_.first_implicit);
  const double d = c * h;
  ahead_.t = x.t + d;
  ahead_.q = x.q + d * x.v + d * d / 2 * a_end_;
  ahead_.v = x.v + d * a_end_ + d * d / 2 * a_slope_;
  ahead_.a = a_end_ + d * a_slope_;
  ahead_.lambda = lambda_ + d * lambda_slope_;
  ahead_.s = x.s + d * rate_;
  matrix_at_ = &ahead_;
}

// Guess of the accelerations, rates and multipliers of a stage: what the stage before found, or the polynomial through the stages
// of this step that are nearest and the state at its begin; of the first stage with the slope that the last step ended with.
template <int stages>
void InflatedScheme<stages>::guess(int i, double h) {
  if (options_.predictor == StagePredictor::previous) return;
  const double c = pair_.c[at(i)];
  if (i == pair_.first_implicit) {
    stage.at.a = a_end_ + c * h * a_slope_;
    stage.at.lambda = lambda_ + c * h * lambda_slope_;
    stage.c = rate_ + c * h * rate_slope_;
    return;
  }
  // Lagrange's polynomial on the begin of the step and up to three stages, none twice at nearly the same time.
  std::array<int, 3> nodes{};
  int count = 0;
  for (int l = i - 1; l >= 0 && count < 3; --l) {
    bool is_new = true;
    for (int k = 0; k < count; ++k) is_new = is_new && std::abs(pair_.c[at(l)] - pair_.c[at(nodes[at(k)])]) > 0.1;
    if (is_new) nodes[at(count++)] = l;
  }
  const auto weight = [&](double node) {
    double w = node == 0 ? 1 : c / node;
    for (int k = 0; k < count; ++k) {
      const double other = pair_.c[at(nodes[at(k)])];
      if (other != node) w *= (c - other) / (node - other);
    }
    return w;
  };
  const double w0 = weight(0);
  stage.at.a = w0 * a_end_;
  stage.at.lambda = w0 * lambda_;
  stage.c = w0 * rate_;
  for (int k = 0; k < count; ++k) {
    const std::size_t l = at(nodes[at(k)]);
    const double w = weight(pair_.c[l]);
    stage.at.a += w * a_[l];
    stage.at.lambda += w * lambda_i_[l];
    stage.c += w * c_[l];
  }
}

template <int stages>
void InflatedScheme<stages>::begin_stage(int i, const State& x, double h) {
  const auto& A = pair_.A[at(i)];
  stage.b = h * A[at(i)];
  stage.vh = x.v;
  stage.qh = x.q;
  stage.sh = x.s;
  for (int l = 0; l < i; ++l) {
    stage.vh += h * A[at(l)] * a_[at(l)];
    stage.qh += h * A[at(l)] * v_[at(l)];
    stage.sh += h * A[at(l)] * c_[at(l)];
  }
  stage.at.t = x.t + pair_.c[at(i)] * h;
  guess(i, h);
  stage.predict_motion();
  size_q_ = RoundoffNorm::magnitude(stage.at.q);
  size_v_ = RoundoffNorm::magnitude(stage.at.v);
  reachable_v_ = size_v_ + size_q_ / stage.b;
  size_s_ = RoundoffNorm::magnitude(stage.at.s);
  weight_ = std::max(1.0, std::abs(pair_.b[at(i)] / A[at(i)]));
  roundoff_.start();
}

template <int stages>
const SparseMatrix& InflatedScheme<stages>::compose(Equations& eq) {
  tangents_.evaluate(eq, options_.matrix == StageMatrix::every_iteration ? stage.at : *matrix_at_);
  matrix_at_ = &stage.at;  // one that is renewed within the step is taken where it is needed
  switch (system_) {
    case StageSystem::saddle: return saddle_.compose(stage.b, tangents_);
    case StageSystem::condensed: return condensed_.compose(stage.b, tangents_);
    default: break;
  }
  return stage.compose(tangents_);
}

template <int stages>
void InflatedScheme<stages>::residual(Equations& eq, VecX& r) {
  if (system_ == StageSystem::extended) return stage.residual(eq, r);
  if (is_saddle()) {
    stage.residual(eq, work_);
    return saddle_.condense(stage.b, tangents_, work_, r);
  }
  const StepOutcome recovered = partition_.recover(eq, stage.at);
  stage.residual(eq, work_);
  r = work_.head(r.size());
  if (!recovered.ok()) r.setConstant(std::numeric_limits<double>::quiet_NaN());
}

// Over all coordinates, in units of displacement and velocity: with a matrix of another time the independent part alone need not
// shrink monotonically. Accelerations of dependent coordinates count as the velocities they make. An error of stage i reaches the
// end of the step |b_i / A_ii| times as large, up to 31 times here.
template <int stages>
double InflatedScheme<stages>::correct(const VecX& dx) {
  if (is_condensed()) {
    work_.setZero();
    work_.head(dx.size()) = dx;
  }
  if (is_saddle()) saddle_.expand(dx, work_);
  stage.correct(system_ == StageSystem::extended ? dx : work_);
  const State& y = stage.at;
  roundoff_.begin();
  roundoff_.add(1, stage.dq, size_q_);
  roundoff_.add(1, stage.dv, size_v_, reachable_v_);
  roundoff_.add(stage.b, stage.da, size_v_, reachable_v_);
  roundoff_.add(stage.b, stage.dc, size_s_);
  if (!by_tolerance_) return roundoff_.value();
  ErrorNorm norm(tolerances_);
  norm.add(stage.dq, y.q, y.q);
  norm.add(stage.dv, y.v, y.v);
  stage.dv = stage.b * stage.da;
  norm.add(stage.dv, y.v, y.v);
  stage.dc *= stage.b;
  norm.add(stage.dc, y.s, y.s);
  return weight_ * norm.value();
}

template <int stages>
double InflatedScheme<stages>::error(Equations& eq, const State& x, double h, const State& y) {
  error_q_.setZero();
  error_v_.setZero();
  error_s_.setZero();
  for (int i = 0; i < stages; ++i) {
    const double weight = h * (pair_.b[at(i)] - pair_.embedded[at(i)]);
    if (weight == 0) continue;
    error_q_ += weight * v_[at(i)];
    error_v_ += weight * a_[at(i)];
    error_s_ += weight * c_[at(i)];
  }
  if (options_.estimate == ErrorEstimate::filtered && tolerances_.apply) {
    stage.filter_rhs(tangents_, error_q_, error_v_, error_s_, work_);
    if (is_saddle()) {
      saddle_.condense(stage.b, tangents_, work_, small_);
      newton_.apply_inverse(eq, small_);
      saddle_.expand(small_, work_);
    } else {
      newton_.apply_inverse(eq, work_);
    }
    stage.finish_filter(work_, error_q_, error_v_, error_s_);
  }
  return partitioned_norm(tolerances_, partition_.partition(), {error_q_, error_v_, error_s_}, {x.q, x.v, x.s}, {y.q, y.v, y.s}, pair_.tested);
}

template <int stages>
void InflatedScheme<stages>::accept(const State&, const State& y, double h) {
  // Slope at the end: of the parabola through the begin, the stage nearest to the middle and the end.
  if constexpr (stages == 5) {
    const auto slope = [h](const VecX& begin, const VecX& middle, const VecX& end, VecX& into) {
      into = (begin - 4 * middle + 3 * end) / h;
    };
    slope(a_end_, a_[3], a_next_, a_slope_);
    slope(lambda_, lambda_i_[3], lambda_next_, lambda_slope_);
    slope(rate_, c_[3], rate_next_, rate_slope_);
  } else {
    a_slope_ = (a_next_ - a_end_) / h;
    lambda_slope_ = (lambda_next_ - lambda_) / h;
    rate_slope_ = (rate_next_ - rate_) / h;
  }
  rate_before_.swap(rate_);
  rate_ = rate_next_;
  a_before_.swap(a_end_);
  a_end_ = a_next_;
  lambda_ = lambda_next_;
  if (!partition_.accept()) return;
  lambda_ = y.lambda;
  partition_.gather_multipliers(lambda_);
  if (!partition_.partition().dropped.empty()) lambda_slope_.setZero();
  rebuild(*layout_);
}

template <int stages>
void InflatedScheme<stages>::interpolate(const State& x, const State& y, double theta, State& at) const {
  const double h = y.t - x.t;
  at.t = x.t + theta * h;
  hermite(theta, h, x.q, x.v, y.q, y.v, at.q);
  hermite(theta, h, x.v, a_before_, y.v, a_end_, at.v);
  hermite(theta, h, x.s, rate_before_, y.s, rate_, at.s);
}

template <int stages>
void InflatedScheme<stages>::exchange(Archive& archive) {
  partition_.exchange(archive);
  if (archive.loading()) rebuild(*layout_);
  archive("inflated.rate", rate_);
  archive("inflated.a", a_end_);
  archive("inflated.lambda", lambda_);
  archive("inflated.a_slope", a_slope_);
  archive("inflated.lambda_slope", lambda_slope_);
  archive("inflated.rate_slope", rate_slope_);
  newton_.exchange(archive);
  if (is_saddle()) saddle_.exchange(archive);
}

template class InflatedScheme<5>;
template class InflatedScheme<2>;

}  // namespace daedalus
