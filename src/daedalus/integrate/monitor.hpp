// monitor.hpp: watches every accepted step: constraint residuals at three levels and the energy balance.
#pragma once

#include "daedalus/result/report.hpp"

namespace daedalus {

class Monitor {
 public:
  void start(Equations& eq, const State& x);
  void observe(Equations& eq, const State& x);
  // the equations have changed at the last observed state: what was before says nothing of what follows
  void begin_branch();

  struct Place {
    double t = 0;    // s
    Index row = -1;  // of the constraints; -1 when all residuals were zero
  };
  const ConstraintResiduals& residuals() const { return residuals_; }
  const PerLevel<Place>& places() const { return places_; }  // where they were largest
  // Largest |q|, |v|, |a| of any coordinate, as long as the energy balance held: what a motion that blows up makes of
  // them is no measure of anything.
  const PerLevel<double>& magnitudes() const { return magnitudes_; }
  // largest |g|, h |g'|, h²/2 |g''|: what a residual moves in its step
  const PerLevel<double>& displacements() const { return displacements_; }
  const EnergyBalance& energy() const { return energy_; }
  // J, the largest up to where a large part of the energy was spurious
  double kinetic_at_alarm() const { return kinetic_at_alarm_; }
  // Spurious energy has multiplied the kinetic energy by ten thousand and more, faster than forces whose work a
  // system does not declare would, or is no number any more.
  bool has_blown_up() const;
  double work_at(double t) const;  // J, the work up to a time inside the last observed step
  void exchange(Archive& archive);

 private:
  double measure(Equations& eq, const State& x, double h);  // at the end of a step h; returns the power fed in, W
  void note(Level level, double residual, double displacement, const VecX& rows, double t, const VecX& motion);
  void note_energy();  // once the work of the step is known

  ConstraintResiduals residuals_;
  PerLevel<Place> places_;
  PerLevel<double> magnitudes_, displacements_;
  PerLevel<double> magnitudes_now_;  // of the state that is being observed
  long steps_since_alarm_ = -1;      // that a large part of the energy was spurious; -1: it was not
  double kinetic_at_alarm_ = 0;
  EnergyBalance energy_;
  double t_[2] = {}, power_[2] = {};  // of the last two states, the older one second
  bool by_chord_ = false;             // the work of the last step
  double work_before_ = 0;            // up to the older one
  double curvature_ = 0;              // of the power in the last step: its second divided difference
  VecX level_;                        // (nc) scratch
};

}  // namespace daedalus
