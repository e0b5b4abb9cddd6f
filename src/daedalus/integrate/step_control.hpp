// step_control.hpp: how long the next step may be.
//
//   h_next = h · clamp( safety · err^(-kI/k) · err_old^(kP/k) , factor_min, factor_max ),   err ∝ h^k, err_old of the
//   last accepted step
//
// kP = 0 is the elementary controller (kI = 1); a small kP > 0 damps the oscillation of h (PI control)
// [HW96, section IV.2]. factor_max is 1 in the step after a rejection. The predictive controller expects the error to
// go on changing as it did over the last two steps [HW96, Eq. (IV.8.25)], and takes the shorter of its proposal and that of
// the elementary one:
//
//   h_next = h · clamp( safety · err^(-1/k) · min( 1, h/h_old · (err_old/err)^(1/k) ), ... )
// [HW96] Hairer, Wanner, Solving Ordinary Differential Equations II, 2nd ed.
#pragma once

#include "daedalus/base/archive.hpp"
#include "daedalus/base/options.hpp"

namespace daedalus {

enum class ControlLaw { pi, predictive };

struct StepControlOptions {
  ControlLaw law = ControlLaw::pi;
  double safety = 0.9;
  double factor_min = 0.2, factor_max = 5;
  double proportional = 0.2;  // kP; kI = 1 - 0.75 kP
  double h_initial = 0;       // s; 0 chooses it
  double h_max = 0;           // s; 0 is no limit
  int max_rejections = 60;    // in a row

  template <class Visitor>
  void describe(Visitor&& v) {
    v("safety", safety, in_range(0.1, 1), "safety factor applied to h");
    v("factor_min", factor_min, in_range(0.01, 1), "smallest factor by which h may shrink");
    v("factor_max", factor_max, in_range(1, 100), "largest factor by which h may grow");
    v("proportional", proportional, in_range(0, 0.5),
      "weight of the previous error in law pi; 0 is the elementary controller");
    v("h_initial", h_initial, at_least(0), "initial step in s; 0: automatic");
    v("h_max", h_max, at_least(0), "largest step in s; 0: no limit");
    v("max_rejections", max_rejections, at_least(1), "consecutive rejections before the run stops");
    v("law", law, Choices<ControlLaw>{{"pi", ControlLaw::pi}, {"predictive", ControlLaw::predictive}},
      "step size control law");
  }
};

class StepController {
 public:
  explicit StepController(const StepControlOptions& options = {}) : options_(options) {}

  void start() { *this = StepController(options_); }

  // The step to try next, after an accepted step h with this error.
  double after_acceptance(double h, double error, int exponent);
  // The step to try instead of a proposal h that had this error, or that could not be computed.
  double after_rejection(double h, double error, int exponent);
  double after_failure(double h);

  void exchange(Archive& archive) {
    archive("control.old_error", old_error_);
    archive("control.old_h", old_h_);
    archive("control.rejected", rejected_);
  }

 private:
  double limited(double h) const { return options_.h_max > 0 && h > options_.h_max ? options_.h_max : h; }

  StepControlOptions options_;
  double old_error_ = 1;   // of the last accepted step
  double old_h_ = 0;       // its length
  bool rejected_ = false;  // the last proposal was
};

}  // namespace daedalus
