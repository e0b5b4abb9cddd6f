// hht_add.hpp: the method of Hilber, Hughes and Taylor with additive reaction forces, index 2.
#pragma once

#include <memory>

#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/methods/newmark_family.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

struct HhtAddOptions {
  double alpha = -0.3;
  double b = 0;
  ErrorBudget tolerance = ErrorBudget::run;
  NewtonOptions newton = constrained_newton();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("alpha", alpha, in_range(-1.0 / 3, 0), "numerical damping; 0 is the trapezoidal rule");
    v("b", b, in_range(-1, 0.4), "share of the end of the step in the reactions that move q");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
  }
};

class HhtAdd final : public Method {
 public:
  using Options = HhtAddOptions;
  explicit HhtAdd(const Options& options = {})
      : Method(make_record(), list_options(options)), options_(options), share_(options.tolerance),
        corrector_(options.newton, StopAt::roundoff, largest_change),
        begin_(options.newton, Stabilization::velocities) {}
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  void restart(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override { report.corrector = corrector_.report(); }
  void exchange(Archive& archive) override;

  const SparseMatrix& newton_matrix() const { return matrix_.matrix(); }  // the last one made

 private:
  static constexpr double largest_change = 1.25;  // of h, beyond which kept factors no longer serve
  enum Column { of_A, of_R1, of_R2 };
  void place_blocks(const Layout& layout, const std::vector<Index>& dropped_rows);
  StepOutcome step_first(Equations& eq, const State& x, double h, State& y);
  StepStatus find_applied(Equations& eq, const State& x, VecX& A);
  void set_formula(const State& x, double h);
  void predict(const State& x, double h);
  void set_motion();
  void residual(Equations& eq, VecX& r);
  const SparseMatrix& compose(Equations& eq);
  void correct(const VecX& dx);
  double error(const State& x, double h, const State& y);

  Options options_;
  Tolerances tolerances_;
  ToleranceShare share_;
  Corrector corrector_;
  CorrectorMatrix matrix_;
  // M and G at x; those at the end of the step, with A; reaction_q there, with R2 and ψ_II
  Tangents at_start_, at_end_, of_reaction_;

  ConstrainedStep begin_;  // what the first step is made of
  FirstStep first_;
  std::unique_ptr<LinearSolver> mass_;

  // History: line 3's a and its like for s, applied acceleration and s' at x; matrix factors are the corrector's.
  VecX a_, as_, A_, c_, das_;
  double h_old_ = 0;
  VecX c_before_;
  // For the prediction: what the last step found, and what was known of A, v' and λ before it.
  VecX R1_, R2_, psi1_accepted_, psi2_accepted_, A_before_, a_before_, lambda_before_;

  // The formula of this step: q = qh + Σ cq_k X_k over X = (A, R1, R2), v = vh + Σ cv_k X_k, s = sh + cv_0 c.
  double h_ = 0;
  double cq_[3] = {}, cv_[3] = {};
  VecX qh_, vh_, sh_, a_here_, as_here_;
  VecX X_[3], c_next_, psi1_, psi2_;  // unknowns: (nq) each, (ns), (ng), (nc)
  State at_, reaction_;               // where the equations are evaluated: a = A, λ = 0; a = R2, λ = ψ_II
  VecX row2_, row3_, dq_, dv_, error_q_, error_s_;
  VecX A_change_, R_change_, A_changed_, R_changed_;  // of A and of R = v' − A over the step, and over the one before
  VecX error_v_;
  VecX a_next_, as_next_;  // line 3
  double size_q_ = 1, size_v_ = 1, size_s_ = 1, reachable_v_ = 1;

  Index nq_ = 0, ng_ = 0, nw_ = 0, ns_ = 0, nc_ = 0;
  Index at_c_ = 0, at_psi1_ = 0, at_psi2_ = 0;
};

}  // namespace daedalus
