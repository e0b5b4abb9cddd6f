// report.hpp: what a run did and how good it is, in plain values.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "daedalus/result/levels.hpp"
#include "daedalus/result/time_split.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

// Largest absolute values seen at accepted steps: |g|, |G v + g_t| over |W v + w|, |G a - gamma|. The unit of a row is
// that of its constraint.
using ConstraintResiduals = PerLevel<double>;

// Where a residual was largest.
struct ResidualPlace {
  double t = 0;     // s
  std::string row;  // name of the constraint row; "" when there is none
};

// none: not watched, or there is no constraint to keep.
enum class ResidualVerdict { none, pass, fail };
const char* text_of(ResidualVerdict verdict);

struct EnergyBalance {
  double initial = 0, final = 0;  // J, kinetic + potential
  double work = 0;                // J fed in minus dissipated: a quadrature over the accepted steps
  // J, the largest kinetic energy of the run: does not depend on where potentials are zero
  double scale = 0;
  double throughput = 0;     // J, the sum of |work| over the steps
  double largest = 0;        // J, |kinetic + potential|: for round-off
  double largest_drift = 0;  // J, |drift| at any accepted step
  // J, of the work: what its quadrature would be off by with one order less, added up in absolute value
  double uncertainty = 0;
  double drift() const { return final - initial - work; }
  double relative_drift() const { return scale > 0 ? drift() / scale : 0; }

  // What drifts are compared with: energy that was there and went through. At rest there is only round-off, 1e-9 of the
  // energies or 1e-12 J.
  double reference() const { return scale + throughput + 1e-9 * largest + 1e-12; }
  // Spurious energy: near 0, negative where a method dissipates; tends to 1 when a motion blows up.
  double gain() const { return drift() / reference(); }
  // What a drift shows beyond the uncertainty of the work; 0 where it shows nothing.
  double error() const { return std::max(0.0, largest_drift - uncertainty) / reference(); }
};

struct StepCounts {
  long accepted = 0;
  long rejected = 0;  // proposals the controller refused or that failed
  long newton_iterations = 0;

  void exchange(Archive& archive) {
    archive("steps.accepted", accepted);
    archive("steps.rejected", rejected);
    archive("steps.newton_iterations", newton_iterations);
  }
};

struct EventRecord {
  std::string name;
  double t = 0;
};

// Of methods that integrate independent coordinates and recover the others from the constraints.
struct PartitionReport {
  std::vector<std::string> independent;  // coordinates, at the end of the run
  std::vector<std::string> dropped;      // redundant constraint rows that were not used
  long repartitions = 0;
  double worst_condition = 1;  // of the dependent coordinates, at any accepted step
};

// What a method that changes during a run used, from when on and why.
struct MethodChange {
  double t = 0;  // s
  std::string method, reason;
  double lambda = 0;   // 1/s, largest |eigenvalue| of the equations
  double damping = 0;  // −Re λ/|λ|
  double h = 0;        // s, the mean step before the change, or the fixed one; 0 at the start
};

// Whether steps were limited by stability or by accuracy.
struct StiffnessReport {
  double h_lambda = 0;  // h |λ| when it was noticed, or the largest that was seen
  double lambda = 0;    // 1/s, largest |eigenvalue| of the equations
  bool limited_by_stability = false;
  double t_noticed = 0;  // s
};

struct Report {
  std::string system, method;
  std::string formulation;          // 'cartesian'; "" when whoever made the system did not say
  std::vector<OptionInfo> options;  // of the method, as given and as used
  std::vector<OptionInfo> control;  // of the step control, likewise; none when the step was fixed
  double t_start = 0, t_end = 0;    // s, where the run began and where it stopped
  double t_resumed = 0;             // s, where it went on from a checkpoint; t_start without one
  double h = 0;                     // s, fixed step; 0 when the step was controlled
  double rtol = 0, atol = 0;        // 0 when the step was fixed
  double h_smallest = 0, h_largest = 0;

  StepCounts steps;
  long samples = 0;  // handed to the trajectory or to whoever took them, since the start or the restart
  WorkCounts work;
  SaddleReport solver;  // of the descriptor matrix [M Gᵀ; G 0]
  // of the matrix that the method itself iterates or steps with; none: it has no other
  std::optional<LinearSolverReport> corrector;
  const LinearSolverReport& linear_solver() const { return corrector ? *corrector : solver.linear; }
  std::optional<PartitionReport> partition;
  std::vector<std::string> redundant_rows;  // constraint rows that follow from the others and were left out

  bool monitored = false;  // residuals and energy were recorded
  ConstraintResiduals residuals;
  PerLevel<ResidualPlace> residual_at;
  ConstraintResiduals bounds;  // of the residuals
  std::string bound_rule;      // where the bounds come from, in words
  PerLevel<ResidualVerdict> verdicts;
  EnergyBalance energy;
  double energy_bound = 0;  // of energy.error()
  ResidualVerdict energy_verdict = ResidualVerdict::none;

  double wall_seconds = 0;
  double cpu_seconds = 0;                                 // of this thread
  TimeSplit time;                                         // of the wall time
  double simulated() const { return t_end - t_resumed; }  // s, within the wall time
  double real_time_factor() const { return wall_seconds > 0 ? simulated() / wall_seconds : 0; }

  std::vector<MethodChange> method_changes;  // of a method that chooses others, the first one included
  std::optional<StiffnessReport> stiffness;  // none: nothing was estimated

  std::vector<EventRecord> events;
  std::vector<std::string> warnings;
  std::vector<std::string> hints;  // what would be better, where nothing is wrong
};

}  // namespace daedalus
