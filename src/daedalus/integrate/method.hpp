// method.hpp: what every integrator is. The step proposes, the controller disposes, the loop commits.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/archive.hpp"
#include "daedalus/base/options.hpp"
#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/result/report.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

enum class StepControl { fixed_only, fixed_or_adaptive };
enum class StepCost { fixed, iterative };
enum class ConstraintLevel { acceleration, velocity, position, position_and_velocity };

const char* text_of(StepControl control);
const char* text_of(StepCost cost);
const char* text_of(ConstraintLevel level);

// The card of a method: feeds the CLI list, the docs, the chooser and the method specification in the tests.
struct MethodRecord {
  std::string name;                                // as typed: 'dopri5'
  std::string title;                               // in words
  std::string family;                              // 'explicit Runge-Kutta'
  int order_q = 0, order_v = 0, order_lambda = 0;  // of global convergence, on nonlinear constrained problems
  int dense_order = 0;                             // of interpolate()
  bool order_varies = false;  // by error control: those above are the highest, dense_order that of the first step
  int index = 1;              // of the equations it discretizes
  StepControl control = StepControl::fixed_only;
  StepCost cost = StepCost::iterative;
  ConstraintLevel satisfies = ConstraintLevel::acceleration;  // kept at every accepted step up to round-off
  // a and lambda belong to another instant of the step, so that the levels above g are off by O(h^lag_order) by design;
  // 0: they do not
  int lag_order = 0;
  std::string stability;
  std::string needs;         // quantities of the seam
  std::string source;        // paper and equations
  std::string formula = {};  // the step in a few lines of plain text
};

class Method {
 public:
  virtual ~Method() = default;

  virtual const MethodRecord& record() const = 0;
  virtual std::vector<OptionInfo> options() const = 0;

  // What speaks against these options with steps of h, in words, before a run; h = 0 when the step is controlled.
  virtual std::vector<std::string> concerns(double) const { return {}; }

  // Sizes the work space and forgets all history. x is consistent, with its a and lambda.
  virtual void start(Equations& eq, const State& x, const Tolerances& tolerances) = 0;

  // The same run goes on from x, as after an event: history is forgotten, what was found out about the equations need
  // not be.
  virtual void restart(Equations& eq, const State& x, const Tolerances& tolerances) { start(eq, x, tolerances); }

  // Proposes the state y at x.t + h. Touches neither x nor the history, so a rejected step leaves no trace.
  virtual StepOutcome step(Equations& eq, const State& x, double h, State& y) = 0;

  // The loop has accepted the last proposal: x -> y over h. History moves here and nowhere else.
  virtual void accept(const State& x, const State& y, double h) = 0;

  // t, q, v and s at the fraction theta in [0, 1] of the last accepted step x -> y, until the next step() is proposed.
  // a and lambda are not set, and the constraints hold only up to the error of the interpolation.
  virtual void interpolate(const State& x, const State& y, double theta, State& at) const = 0;

  // What only this method can say of a run that has ended.
  virtual void report(Report&) const {}

  // History for a checkpoint; start() has been called before loading.
  virtual void exchange(Archive& archive) = 0;

  // What the user set of the options, for the report, and what there is to say about that.
  const std::vector<OptionSetting>& given() const { return given_; }
  const std::vector<std::string>& notes() const { return notes_; }
  void remember_given(const std::vector<OptionSetting>& settings, const std::vector<std::string>& notes = {}) {
    given_ = settings;
    notes_ = notes;
  }

 private:
  std::vector<OptionSetting> given_;
  std::vector<std::string> notes_;
};

}  // namespace daedalus
