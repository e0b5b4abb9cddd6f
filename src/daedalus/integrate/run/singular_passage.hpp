// singular_passage.hpp: over a singular position, where constraints lose rank for an instant and the motion goes on
// smoothly (all bars of a parallelogram on one line).
//
// At a distance δ from such a position rounding ε is one of ε/δ in positions, ε/δ² in velocities, ε/δ³ in
// accelerations; multipliers may have a pole. A step that is rejected there is followed by shorter ones that lead
// closer, and the run ends in front of a position that is none for the motion. So where steps are rejected, the
// distance is looked at:
//
//   σ(t)    σ² is the smallest eigenvalue of the scaled G M⁻¹ Gᵀ; close to the position it falls in proportion to |t* −
//           t|
//   t*      where σ will vanish, from σ and its slope along the motion
//
// When t* is near, the run goes over it from the last state whose rounding is clear of the tolerance, by steps whose
// stages lie on the constraints (manifold_step.hpp), with half the tolerance (2e-11 at least): towards t*; one step in
// which t* lies between the stages at 0.3 h and 0.8 h, far from all of them; and on, until the position is left behind.
// The run's own method starts anew there. States that were accepted in between stay as they are. Where σ rises, the
// position lies behind, and the steps lead away from it.
//
// Not here: positions that the motion does not pass smoothly (forces without bound, bifurcations taken at rest). No
// such step converges there, and the run ends as it would have. Stiff models: the steps are explicit, and too many of
// them are not tried.
#pragma once

#include <vector>

#include "daedalus/integrate/explicit/manifold_step.hpp"
#include "daedalus/integrate/run/past_states.hpp"

namespace daedalus {

class SingularPassage {
 public:
  // `h` > 0: fixed steps of that length, which end at x.t + k h.
  SingularPassage(const Layout& layout, const State& x, const Tolerances& tolerances, double h);
  void restart(const State& x);                    // the states before belong to another branch
  void remember(const State& x) { past_.add(x); }  // after an accepted step

  // A step of length h from x was rejected. True when a singular position was passed: y lies behind it, and not behind
  // t_limit.
  bool pass(Equations& eq, const State& x, double h, double t_limit, State& y);

  // t, q, v and s inside the last passage.
  void interpolate(double t, State& at) const;

  const std::vector<double>& instants() const { return instants_; }  // t* of all passages
  void exchange(Archive& archive);

 private:
  struct Node {
    State x;
    VecX sigma;
  };
  double distance(Equations& eq, const State& x);                    // σ
  double find_singularity(Equations& eq, const State& x, double h);  // t*, or infinity where σ does not fall
  double least_calm_share() const;                                   // of the usual distance
  // From a state before t*, or behind it when t* is infinite, until σ is `clear` and t_least is passed. `h`: a step to
  // begin with.
  bool cross(Equations& eq, const State& from, double h, double t_least, double clear);
  double grid_point_behind(double t) const;
  bool land(Equations& eq, double t, State& y);  // at an instant of the passage

  Tolerances tolerances_;
  double h_fixed_ = 0, t_grid_ = 0;
  PastStates past_;
  ManifoldStep step_;
  std::vector<Node> nodes_;  // of the last passage
  std::vector<double> instants_;
  double t_singular_ = 0;
  VecX b_, c_, z_;  // scratch of distance()
  State at_;
  State first_;       // of the run
  double usual_ = 0;  // the largest σ that was seen
};

}  // namespace daedalus
