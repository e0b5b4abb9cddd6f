// for_sdirk.cpp: the SDIRK formula of infl_sdirk.cpp on the first-order equations y' = F(t, y) in independent coordinates.
//
//   k_i = F(t_n + c_i h, y_n + h Σ_{l≤i} A_il k_l),     y_{n+1} = y_n + h Σ b_i k_i              [HNE, Eqs. (17), (18), Table 2]
//   (I − h/4 F_y) δk = F − k,      F_y exact, at the begin of the step                            reduced_equations.hpp
//   error: h Σ (b − b̂)_i k_i, passed through (I − h/4 F_y)⁻¹
//
// The reference method of the paper (ForSDIRK). Algebraically it is infl-sdirk: results differ by what the iterations leave. It needs
// a solution of the descriptor system in every iteration and one for every independent coordinate in the Jacobian; use it as a check.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor Form.
#include "daedalus/integrate/methods/for_sdirk.hpp"

#include "daedalus/integrate/support/hermite.hpp"

namespace daedalus {

MethodRecord ForSdirk::make_record() {
  return {.name = "for-sdirk",
          .title = "SDIRK of order 4 on independent coordinates, first-order form",
          .family = "implicit Runge-Kutta",
          .order_q = 4,
          .order_v = 4,
          .order_lambda = 4,
          .dense_order = 3,
          .index = 1,
          .control = StepControl::fixed_or_adaptive,
          .cost = StepCost::iterative,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = "L-stable; order 1 in components with h |eigenvalue| >> 1 (stage order 1)",
          .needs = "M f g G g_dot gamma sigma r_q r_v r_s g_dot_q g_ddot_q g_ddot_v sigma_q sigma_v sigma_s",
          .source = "Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in "
                    "Descriptor Form, section 6.1 and Table 2",
          .formula = "y = (z, z', s) of independent coordinates,  y' = F(t, y) from the descriptor system\n"
                     "kᵢ = F(t + cᵢh, y + h Σ Aᵢₗ kₗ),  l ≤ i = 1 … 5,  y⁺ = y + h Σ bᵢ kᵢ"};
}

ForSdirk::ForSdirk(const Options& options)
    : options_(options),
      reduced_(options.partition),
      newton_(stage_newton(options.newton, JacobianPolicy::reuse)),
      roundoff_(options.newton.accuracy) {}

struct ForSdirk::Problem {
  ForSdirk& m;
  Equations& eq;

  void residual(VecX& r) {
    m.Y_ = m.yh_ + m.b_ * m.k_;
    m.evaluation_ = m.reduced_.evaluate(eq, m.t_, m.Y_, m.at_, m.F_);
    r = m.k_ - m.F_;
    if (!m.evaluation_.ok()) r.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
  const SparseMatrix& matrix() {
    if (!(m.has_jacobian_ && m.jacobian_at_ == m.at_)) {
      m.has_jacobian_ = m.reduced_.partition.prepare(eq, m.at_) == StepStatus::ok &&
                        m.reduced_.compute_jacobian(eq, m.at_, m.J_) == StepStatus::ok;
      m.jacobian_at_ = m.at_;
    }
    m.matrix_.as_dense() = -m.b_ * m.J_;
    m.matrix_.as_dense().diagonal().array() += 1;
    if (!m.has_jacobian_) m.matrix_.values.setZero();  // singular: Newton finds out
    return m.matrix_;
  }
  double correct(const VecX& dk) {
    m.k_ -= dk;
    m.dY_ = m.b_ * dk;
    m.roundoff_.begin();
    const double size = RoundoffNorm::magnitude(m.Y_);
    m.roundoff_.add(1, m.dY_, size, size + RoundoffNorm::magnitude(m.at_.q) / m.b_);
    if (!m.by_tolerance_) return m.roundoff_.value();
    ErrorNorm norm(m.tolerances_);
    norm.add(m.dY_, m.Y_, m.Y_);
    return m.weight_ * norm.value();
  }
  bool is_rounding() const { return m.roundoff_.is_rounding(); }
};

void ForSdirk::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  by_tolerance_ = stops_by_tolerance(options_.newton, tolerances.apply);
  reduced_.start(eq, x);
  rebuild();
  forget_history(eq, x);
}

void ForSdirk::restart(Equations& eq, const State& x, const Tolerances&) {
  if (reduced_.partition.restart(eq, x)) {
    reduced_.rebuild();
    rebuild();
  }
  forget_history(eq, x);
}

void ForSdirk::forget_history(Equations& eq, const State& x) {
  at_ = jacobian_at_ = x;
  has_jacobian_ = false;
  eq.evaluate(Want::sigma, x);
  rate_ = rate_before_ = rate_next_ = eq.value.sigma;
}

void ForSdirk::rebuild() {
  const Index n = reduced_.size();
  for (VecX* v : {&k_, &yh_, &Y_, &dY_, &y_, &y_next_, &F_, &error_}) *v = VecX::Zero(n);
  for (VecX& k : K_) k = VecX::Zero(n);
  J_ = MatX::Zero(n, n);
  full_ = Pattern::full(n, n);
  matrix_ = SparseMatrix(full_);
  newton_.resize(full_, SolverKind::dense);
  has_jacobian_ = false;
}

StepOutcome ForSdirk::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  outcome.status = reduced_.partition.prepare(eq, x);
  if (!outcome.ok()) return outcome;
  newton_.forget_matrix();
  at_ = x;  // where the first matrix is taken
  reduced_.gather(x, y_);
  reduced_.gather_rates(x, rate_, k_);
  double rate = 0;
  for (std::size_t i = 0; i < stages; ++i) {
    b_ = h * sdirk4.A[i][i];
    t_ = x.t + sdirk4.c[i] * h;
    weight_ = std::max(1.0, std::abs(sdirk4.b[i] / sdirk4.A[i][i]));
    yh_ = y_;
    for (std::size_t l = 0; l < i; ++l) yh_ += h * sdirk4.A[i][l] * K_[l];
    roundoff_.start();
    Problem problem{*this, eq};
    const NewtonOutcome newton = newton_.solve(eq, problem, rate);
    outcome.newton_iterations += newton.iterations;
    outcome.status = newton.status;
    if (!outcome.ok()) {
      if (!evaluation_.ok()) {
        outcome.status = evaluation_.status;
        outcome.worst_constraint = evaluation_.worst_constraint;
      }
      return outcome;
    }
    rate = newton.factorizations > 0 ? newton.rate : std::max(rate, newton.rate);
    K_[i] = k_;
  }
  y_next_ = yh_ + b_ * k_;  // the last stage
  y = at_;
  const int iterations = outcome.newton_iterations;
  outcome = reduced_.evaluate(eq, x.t + h, y_next_, y, F_);
  outcome.newton_iterations = iterations;
  if (!outcome.ok()) return outcome;
  rate_next_ = eq.value.sigma;
  outcome.status = reduced_.partition.measure(eq, y);
  if (!outcome.ok()) return outcome;
  outcome.error = error(eq, h);
  outcome.error_exponent = sdirk4.error_exponent;
  return outcome;
}

double ForSdirk::error(Equations& eq, double h) {
  error_.setZero();
  for (std::size_t i = 0; i < stages; ++i) error_ += h * (sdirk4.b[i] - sdirk4.embedded[i]) * K_[i];
  if (options_.estimate == ErrorEstimate::filtered) newton_.apply_inverse(eq, error_);
  ErrorNorm norm(tolerances_);
  norm.add(error_, y_, y_next_);
  return norm.value();
}

void ForSdirk::accept(const State&, const State&, double) {
  rate_before_.swap(rate_);
  rate_ = rate_next_;
  if (!reduced_.partition.accept()) return;
  reduced_.rebuild();
  rebuild();
}

void ForSdirk::interpolate(const State& x, const State& y, double theta, State& at) const {
  hermite(theta, x, rate_before_, y, rate_, at);
}

void ForSdirk::exchange(Archive& archive) {
  reduced_.partition.exchange(archive);
  if (archive.loading()) {
    reduced_.rebuild();
    rebuild();
  }
  archive("for_sdirk.rate", rate_);
  newton_.exchange(archive);
}

}  // namespace daedalus
