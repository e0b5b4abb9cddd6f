// bdf.hpp: BDF of variable order 1 to 5 and variable step on the equations of motion, in one of three forms.
#pragma once

#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/multistep/bdf_history.hpp"
#include "daedalus/integrate/multistep/multistep_corrector.hpp"
#include "daedalus/integrate/shared/projection.hpp"

namespace daedalus {

enum class ErrorTest { motion, motion_and_multipliers };

struct BdfOptions {
  EquationForm form = EquationForm::stabilized;
  int max_order = BdfHistory::max_order;
  ErrorTest error_test = ErrorTest::motion;
  MultistepJacobianOptions jacobian = {};
  NewtonOptions newton = multistep_newton();
  ProjectionOptions projection = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("form", form,
      Choices<EquationForm>{
          {"stabilized", EquationForm::stabilized}, {"index1", EquationForm::index1}, {"ode", EquationForm::ode}},
      "equations: constraints of position and velocity (index 2, after Gear, Gupta and Leimkuhler), those of "
      "acceleration (index 1), or v' = a(t, q, v, s) by the formulation's own solver");
    v("max_order", max_order, in_range(1, BdfHistory::max_order),
      "highest order; 2 for undamped oscillators: from 3 on there are frequencies at which the formula is unstable");
    v("error_test", error_test,
      Choices<ErrorTest>{{"motion", ErrorTest::motion}, {"all", ErrorTest::motion_and_multipliers}},
      "whose errors are tested: q, v and s, or multipliers as well, to see why not: the steps collapse");
    v("jacobian", jacobian);
    v("newton", newton);
    v("projection", projection);
  }
};

class Bdf final : public Method {
 public:
  using Options = BdfOptions;
  explicit Bdf(const Options& options = {})
      : Method(make_record(), list_options(options)), options_(options),
        step_(options.form, options.newton, options.jacobian), projection_(options.projection) {}
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  void restart(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override { report.corrector = step_.solver_report(); }
  void exchange(Archive& archive) override;

  int order() const { return order_; }  // of the next step

 private:
  void forget_history(Equations& eq, const State& x);
  StepOutcome attempt(Equations& eq, const State& x, double h, int order, State& y);
  double norm(const VecX& e, const State& x, const State& y) const;
  bool is_projected() const;
  double choose_order_and_step(const State& x, const State& y, bool accepted);

  Options options_;
  Tolerances tolerances_;
  double strictness_ = 1;  // tolerances are divided by it
  MultistepCorrector step_;
  Projection projection_;
  BdfHistory history_;
  int order_ = 1;
  bool starting_ = true;  // orders rise and steps double until an error stops them

  // The proposal.
  BdfCoefficients formula_;
  int order_next_ = 1;
  bool starting_next_ = true;
  double error_ = 0;  // |y − y₀| in tolerances
  VecX e_;            // y − y₀
  VecX sum_;
  Index nq_ = 0, ns_ = 0, nc_ = 0;
  mutable VecX at_y_, at_rates_;
};

}  // namespace daedalus
