// monitor.hpp: watches every accepted step: constraint residuals at three levels and the energy balance.
#pragma once

#include "daedalus/integrate/work_quadrature.hpp"
#include "daedalus/result/report.hpp"
#include "daedalus/result/state_metrics.hpp"

namespace daedalus {

class Integration;

class Monitor {
 public:
  // The work of a step should be known up to `tolerance` times the energy that was there and went through.
  void start(Equations& eq, const State& x, double tolerance = 1e-6);
  // A state at the end of a step, or inside it where an event ended it. The integration gives the states between.
  void observe(Equations& eq, const State& x, const Integration* integration = nullptr);
  // The equations have changed, and go on from x: what was before says nothing of what follows.
  void begin_branch(Equations& eq, const State& x);

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
  StateMetrics measure(Equations& eq, const State& x, double h);  // at the end of a step h
  void note(Level level, double residual, double displacement, const VecX& rows, double t, const VecX& motion);
  void note_energy();  // once the work of the step is known

  ConstraintResiduals residuals_;
  PerLevel<Place> places_;
  PerLevel<double> magnitudes_, displacements_;
  PerLevel<double> magnitudes_now_;  // of the state that is being observed
  long steps_since_alarm_ = -1;      // that a large part of the energy was spurious; -1: it was not
  double kinetic_at_alarm_ = 0;
  EnergyBalance energy_;
  WorkQuadrature forces_, drivers_;  // of loads, controllers and dampers; of prescribed motions
  double tolerance_ = 0;
  double t_ = 0, work_before_ = 0;  // of the last state; the work up to the state before
  State inside_;                    // scratch
  VecX level_;                      // (nc) scratch
};

}  // namespace daedalus
