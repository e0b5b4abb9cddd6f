// integration.hpp: one integration under way. Proposes steps, lets the controller dispose, commits what is accepted.
#pragma once

#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/step_control.hpp"
#include "daedalus/result/result.hpp"

namespace daedalus {

class SingularPassage;

struct IntegrationOptions {
  double h = 0;  // s; > 0 is a fixed step, 0 leaves it to error control
  Tolerances tolerances = {};
  StepControlOptions control = {};
  std::vector<OptionSetting> control_given = {};  // what the user set of `control`, for the report
};

class Integration {
 public:
  // x is consistent. Throws OptionError when the method cannot do what the options ask for.
  Integration(Equations& eq, Method& method, const State& x, double t_end, const IntegrationOptions& options);

  ~Integration();

  // Takes one step that ends at t_limit at the latest. False when no step could be taken: see failure(), or when it was
  // cancelled inside (Equations::cancellation): everything is then as it was before.
  bool advance(double t_limit);
  bool was_cancelled() const { return was_cancelled_; }

  // Goes on from another state (after an event), forgetting all history; the step size is kept as a first guess.
  void restart(const State& x);

  const State& state() const { return x_; }            // after the last accepted step
  const State& previous() const { return x_before_; }  // before it
  void interpolate(double t, State& at) const;         // inside it, see Method::interpolate

  double next_h() const { return h_; }  // that will be tried
  double last_h() const { return x_.t - x_before_.t; }
  const StepCounts& counts() const { return counts_; }
  const WorkCounts& work() const { return eq_.counts; }
  const Failure& failure() const { return failure_; }
  const std::vector<double>& passed_singularities() const;  // s, see singular_passage.hpp

  void exchange(Archive& archive);

 private:
  bool is_fixed() const { return options_.h > 0; }
  double next_time(double t_limit) const;
  std::string advice_on(StepStatus status) const;
  bool pass_singularity(double h, double t_limit);
  // What attempts at a step change besides the proposal.
  struct BeforeStep {
    double h;
    StepController controller;
    StepCounts counts;
    WorkCounts work;
    long next_look;
  };
  bool cancel(const BeforeStep& before);
  bool give_up(const StepOutcome& outcome, double h, long rejections);

  Equations& eq_;
  Method& method_;
  IntegrationOptions options_;
  StepController controller_;
  StepCounts counts_;
  Failure failure_;
  State x_before_, x_, y_;  // y_ is the proposal
  double h_ = 0;            // the step to try next
  double t_grid_ = 0;       // fixed step: steps end at t_grid_ + n_grid_ h
  long n_grid_ = 0;
  std::unique_ptr<SingularPassage> passage_;
  bool passed_ = false;         // by the last step
  bool was_cancelled_ = false;  // the last step
  long troubled_ = 0;           // steps in a row with a rejection
  long next_look_ = 0;          // accepted steps before which rejections are not looked at again
};

}  // namespace daedalus
