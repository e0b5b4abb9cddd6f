// rt_euler.hpp: Euler steps of fixed cost for real time: explicit, half-implicit or linear-implicit, index 1 or 2, with
// the constraints held by Baumgarte's terms, by a fixed number of Newton steps or by sequential regularization.
#pragma once

#include "daedalus/integrate/corrector/tangents.hpp"
#include "daedalus/integrate/fixed_cost/fixed_projection.hpp"
#include "daedalus/integrate/fixed_cost/linear_implicit_matrix.hpp"
#include "daedalus/integrate/fixed_cost/spring_matrix.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/methods/rt_euler_options.hpp"

namespace daedalus {

class RtEuler final : public Method {
 public:
  using Options = RtEulerOptions;
  explicit RtEuler(const Options& options = {});  // throws OptionError for combinations that mean nothing
  static MethodRecord make_record();

  std::vector<std::string> concerns(double h) const override;
  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override;
  void exchange(Archive& archive) override;

 private:
  static MethodRecord make_record(const Options& options);  // with the index and the constraint level of these
  bool projects() const {
    return options_.stabilization == RtStabilization::projection || options_.stabilization == RtStabilization::ggl;
  }
  bool uses_matrix() const;
  bool uses_springs() const { return options_.stiffness == RtStiffness::springs; }
  RtBaumgarteOptions parameters(double h) const;

  using Factors = FixedProjection::Factors;
  // rt_euler_index1.cpp
  StepStatus advance_index1(Equations& eq, const State& x, double h, State& y);
  StepStatus solve_together(Equations& eq, const State& x, double h, State& y);
  StepStatus solve_separate(Equations& eq, const State& x, double h, State& y);
  void correct_acceleration(Equations& eq, double h);
  void subtract_baumgarte(const Evaluation& at, const RtBaumgarteOptions& parameters);
  // rt_euler_index2.cpp
  StepStatus advance_index2(Equations& eq, const State& x, double h, State& y);
  // rt_euler.cpp
  void take_increments(const State& x, double h, State& y) const;
  StepStatus move_positions(Equations& eq, const State& x, const VecX& v, double h, Factors factors, State& y);

  LinearImplicitMatrix::Coefficients coefficients(double h) const;
  void renew_jacobian(Equations& eq);
  void derive_along_velocity(Equations& eq);
  void add_stiffness_along_velocity(const State& x, double h);
  StepStatus solve_matrix(Equations& eq);  // finishes it with G of eq.value

  Options options_;
  RtTerms terms_;
  LinearImplicitMatrix matrix_;
  SpringMatrix springs_;  // in its place with stiffness=springs
  Tangents tangents_;     // of forces and σ
  FixedProjection projection_;
  State at_;                   // scratch: x with its own a and λ, or the predicted state
  VecX at_a_, at_lambda_;      // zero, in place of those of at_ where only forces are to be differentiated
  VecX force_, sigma_, rows_;  // (nq, ns, nc) right sides, then the solution
  VecX along_, along_q_;       // (nq) (M a + Gᵀλ − f)_q v; scratch of it
  VecX known_;                 // (nc) hλ that regularization begins with
};

}  // namespace daedalus
