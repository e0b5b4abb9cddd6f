// method.hpp: what every integrator is. The step proposes, the controller disposes, the loop commits.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/archive.hpp"
#include "daedalus/base/options.hpp"
#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/method_record.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/result/report.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

class Method {
 public:
  virtual ~Method() = default;

  const MethodRecord& record() const { return record_; }
  const std::vector<OptionInfo>& options() const { return options_; }  // as used, and as the user gave them
  const std::vector<std::string>& notes() const { return notes_; }     // what there is to say about those

  // What speaks against these options with steps of h, in words, before a run; h = 0 when the step is controlled.
  virtual std::vector<std::string> concerns(double) const { return {}; }

  // Before start(): how far the run shall go, and its fixed step, 0 under error control. For methods that choose by it.
  virtual void expect(double /*interval*/, double /*h*/) {}

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

  // A preset among them, and which of them the user gave.
  void remember_given(std::vector<OptionInfo> options, std::vector<std::string> notes) {
    options_ = std::move(options);
    notes_ = std::move(notes);
  }

 protected:
  Method(MethodRecord record, std::vector<OptionInfo> options)
      : record_(std::move(record)), options_(std::move(options)) {}

 private:
  MethodRecord record_;
  std::vector<OptionInfo> options_;
  std::vector<std::string> notes_;
};

}  // namespace daedalus
