// for_sdirk.cpp: the SDIRK formula of infl_sdirk.cpp on the first-order equations y' = F(t, y) in independent
// coordinates.
// The step is the formula of the record                                            [HNE, Eqs. (17), (18), Table 2].
//
//   (I − h/4 F_y) δk = F − k,      F_y exact, at the start of the step                            reduced_equations.hpp
//   error: h Σ (b − b̂)_i k_i, passed through (I − h/4 F_y)⁻¹
//
// The reference method of the paper (ForSDIRK). Algebraically it is infl-sdirk: results differ by what the iterations
// leave. It needs a solution of the descriptor system in every iteration and one for every independent coordinate in
// the Jacobian; use it as a check.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor
// Form.
#include "daedalus/integrate/methods/for_sdirk.hpp"

#include "daedalus/integrate/shared/hermite.hpp"
#include "daedalus/integrate/state_space/dirk_stage.hpp"

namespace daedalus {

MethodRecord ForSdirk::make_record() {
  return {.name = "for-sdirk",
          .title = "SDIRK of order 4 on independent coordinates, first-order form",
          .use_for = "checking infl-sdirk: the same formula in first-order form",
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
          .needs = Equations::acceleration_needs | DirkStage::tangents | Want::position | Want::velocity,
          .source =
              "Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in "
              "Descriptor Form, section 6.1 and Table 2",
          .formula =
              "y = (z, z', s)  independent positions, velocities, states\n"
              "kᵢ = F(t + cᵢh, y + h Σ Aᵢₗ kₗ),  l ≤ i = 1 … 5,  y⁺ = y + h Σ bᵢ kᵢ\n"
              "F: dependent q, v from g = 0, G v + g_t = 0;  M a + Gᵀλ = f,  G a = γ;  y' = (z', a, σ)"};
}

ForSdirk::ForSdirk(const Options& options)
    : Method(make_record(), list_options(options)), options_(options), reduced_(options.partition),
      corrector_(stage_newton(options.newton, JacobianPolicy::reuse)) {}

void ForSdirk::residual(Equations& eq, VecX& r) {
  Y_ = yh_ + hA_ * k_;
  evaluation_ = reduced_.evaluate(eq, t_, Y_, at_, F_);
  r = k_ - F_;
  if (!evaluation_.ok()) r.setConstant(std::numeric_limits<double>::quiet_NaN());
}

const SparseMatrix& ForSdirk::compose(Equations& eq) {
  if (!(has_jacobian_ && jacobian_at_ == at_)) {
    has_jacobian_ = reduced_.partition.prepare(eq, at_) == StepStatus::ok &&
                    reduced_.compute_jacobian(eq, at_, J_.as_dense()) == StepStatus::ok;
    jacobian_at_ = at_;
  }
  matrix_.begin({});
  if (!has_jacobian_) return matrix_.matrix();  // singular: the corrector finds out
  matrix_.add_values(0, -hA_, J_.values);
  matrix_.add(0, eq.value);
  return matrix_.matrix();
}

void ForSdirk::correct(const VecX& dk) {
  k_ -= dk;
  dY_ = hA_ * dk;
  const double size = ConvergenceTest::magnitude(Y_);
  corrector_.test.add(1, dY_, size, size + ConvergenceTest::magnitude(at_.q) / hA_);
  if (!corrector_.test.stops_by_tolerance()) return;
  ErrorNorm norm(tolerances_);
  norm.add(dY_, Y_, Y_);
  corrector_.test.set_size(weight_ * norm.value());
}

void ForSdirk::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = share_of_a_step(tolerances, sdirk4.strictness, options_.tolerance);
  corrector_.test.stop_at(stop_of_stages(options_.newton, tolerances.apply));
  reduced_.start(eq, x);
  rebuild(eq.layout());
  forget_history(eq, x);
}

void ForSdirk::restart(Equations& eq, const State& x, const Tolerances&) {
  if (reduced_.partition.restart(eq, x)) {
    reduced_.rebuild();
    rebuild(eq.layout());
  }
  forget_history(eq, x);
}

void ForSdirk::forget_history(Equations& eq, const State& x) {
  at_ = jacobian_at_ = x;
  has_jacobian_ = false;
  eq.evaluate(Want::sigma, x);
  rate_ = rate_before_ = rate_next_ = eq.value.sigma;
}

void ForSdirk::rebuild(const Layout& layout) {
  const Index n = reduced_.size();
  for (VecX* v : {&k_, &yh_, &Y_, &dY_, &y_, &y_next_, &F_, &error_}) *v = VecX::Zero(n);
  for (VecX& k : K_) k = VecX::Zero(n);
  full_ = Pattern::full(n, n);
  J_ = SparseMatrix(full_);
  const CorrectorMatrix::Part all(0, n);
  matrix_.start(layout, n, {{CorrectorMatrix::identity, all, all, CorrectorMatrix::one}}, {{full_, all, all}});
  corrector_.resize(matrix_.pattern(), SolverKind::dense);
  has_jacobian_ = false;
}

StepOutcome ForSdirk::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  outcome.status = reduced_.partition.prepare(eq, x);
  if (!outcome.ok()) return outcome;
  corrector_.begin_step();
  at_ = x;  // where the first matrix is taken
  reduced_.gather(x, y_);
  reduced_.gather_rates(x, rate_, k_);
  double contraction = 0;
  for (std::size_t i = 0; i < stages; ++i) {
    hA_ = h * sdirk4.A[i][i];
    t_ = x.t + sdirk4.c[i] * h;
    weight_ = std::max(1.0, std::abs(sdirk4.b[i] / sdirk4.A[i][i]));
    yh_ = y_;
    for (std::size_t l = 0; l < i; ++l) yh_ += h * sdirk4.A[i][l] * K_[l];
    const CorrectorOutcome found = corrector_.solve(
        eq, [&](VecX& r) { residual(eq, r); }, [&]() -> const SparseMatrix& { return compose(eq); },
        [&](const VecX& dk) { correct(dk); }, contraction);
    outcome.newton_iterations += found.iterations;
    outcome.status = found.status;
    if (!outcome.ok()) {
      if (!evaluation_.ok()) {
        outcome.status = evaluation_.status;
        outcome.worst_constraint = evaluation_.worst_constraint;
      }
      return outcome;
    }
    contraction = found.factorizations > 0 ? found.rate : std::max(contraction, found.rate);
    K_[i] = k_;
  }
  y_next_ = yh_ + hA_ * k_;  // the last stage
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
  if (options_.estimate == ErrorEstimate::filtered) corrector_.apply_inverse(eq, error_);
  ErrorNorm norm(tolerances_);
  norm.add(error_, y_, y_next_);
  return norm.value();
}

void ForSdirk::accept(const State&, const State&, double) {
  rate_before_.swap(rate_);
  rate_ = rate_next_;
  if (!reduced_.partition.accept()) return;
  reduced_.rebuild();
  rebuild(reduced_.layout());
}

void ForSdirk::interpolate(const State& x, const State& y, double theta, State& at) const {
  hermite(theta, x, rate_before_, y, rate_, at);
}

void ForSdirk::exchange(Archive& archive) {
  reduced_.partition.exchange(archive);
  if (archive.loading()) {
    reduced_.rebuild();
    rebuild(reduced_.layout());
  }
  archive("for_sdirk.rate", rate_);
  corrector_.exchange(archive);
}

}  // namespace daedalus
