// system.hpp: the seam. The equations every integrator sees, and all it sees:
//
//   M(t,q) a + G(t,q)ᵀ lambda = f(t,q,v,s)          v = q', a = v'                          nq rows
//   0 = g(t,q)                                      holonomic                              ng rows
//   0 = G v + g_t   over   0 = W v + w              velocity level, nonholonomic below      nc = ng + nw rows
//   0 = G a - gamma(t,q,v)                          acceleration level                      nc rows
//   s' = sigma(t,q,v,s)                             first-order states                      ns rows
//
// G stacks the holonomic Jacobian g_q over W; lambda stacks their multipliers. Three promises: v is the time derivative
// of q; M is symmetric positive definite; t may appear anywhere. Symbols of the papers: docs/notation.md.
#pragma once

#include <limits>
#include <memory>
#include <string>

#include "daedalus/base/input_values.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "daedalus/system/evaluation.hpp"
#include "daedalus/system/layout.hpp"
#include "daedalus/system/motion_linearization.hpp"
#include "daedalus/system/row_mask.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

// Scratch memory of one system for one thread. Sized once, means nothing between calls but for the inputs.
class Workspace {
 public:
  virtual ~Workspace() = default;
  InputValues inputs;  // in force, of Layout::inputs; while there are none, all have their first values
  const VecX* held_excitations = nullptr;  // in place of System::compute_excitations() at the time of the state
  std::shared_ptr<void> held_system;       // what the system has made to evaluate with them
};

// A formulation's own way through [M Gᵀ; G 0], when it knows a better one than the sparse descriptor system.
class AccelerationSolver {
 public:
  virtual ~AccelerationSolver() = default;
  // Sets x.a and x.lambda, and out.sigma. Leaves the factors of M and G at (x.t, x.q).
  virtual FactorStatus solve(State& x, Evaluation& out, Workspace& workspace) = 0;
  // The factors of M and G at (x.t, x.q) alone.
  virtual FactorStatus factorize(const State& x, Workspace& workspace) = 0;
  // (b; c) becomes (x; y) of [M Gᵀ; G 0](x; y) = (b; c) with the factors.
  virtual void solve_saddle(VecX& b, VecX& c, Workspace& workspace) = 0;
  // Solves as if these rows of G and their right-hand sides were zero; their multipliers are 0. See row_mask.hpp.
  virtual void drop_rows(const RowMask& mask) = 0;
  virtual bool rank_deficient() const = 0;  // redundant constraint rows at the last factors
  virtual const SaddleReport& report() const = 0;
  // Saves or restores the factors: the next solve_saddle() gives the same bits.
  virtual void exchange(Archive& archive, Workspace& workspace) = 0;
};

inline constexpr Index all_rates = -1;

struct TimeBreak {
  double t = std::numeric_limits<double>::infinity();  // infinity: none
  bool jumps = false;                                  // accelerations jump: the history of a method ends there as well
};

class System {
 public:
  virtual ~System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const std::string& name() const { return name_; }
  const Layout& layout() const { return layout_; }

  // What a checkpoint must agree with: the name and every number that can be set from outside.
  virtual std::string identity() const { return name_; }

  // The first time in (t, until) at which a function of time that the equations contain changes its nature: steps under
  // error control end there.
  virtual TimeBreak next_break(double /*t*/, double /*until*/) const { return {}; }

  // A state close to a consistent one: positions on the intended branch, velocities as far as known.
  virtual State initial_guess() const = 0;

  // Writes the wanted quantities of x to `out`. With a rate group only the rows of its coordinates, constraints and
  // states are promised, and only the elements that act on them are touched. Neither throws nor allocates.
  virtual void evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const = 0;

  // Known functions of time in the equations, w = (u, u', u'') of each, for methods that ask how tangents depend on them:
  // their number, and their values. 0: this system does not name them, and evaluate() may ignore held ones.
  virtual Index excitations() const { return 0; }
  virtual void compute_excitations(double /*t*/, VecX& /*w*/) const {}

  virtual std::unique_ptr<Workspace> make_workspace() const { return std::make_unique<Workspace>(); }
  virtual std::unique_ptr<AccelerationSolver> make_acceleration_solver() const { return nullptr; }
  // For implicit steps; none where the matrices of an Evaluation serve better. The system outlives it.
  virtual std::unique_ptr<MotionLinearization> make_linearization() const { return nullptr; }

  // What makes the equations singular at x or close to it, for messages: 'chassis.cardan_x is in gimbal lock'; "" when
  // it cannot say.
  virtual std::string explain_singularity(const State&) const { return ""; }

 protected:
  System(std::string name, Layout layout);  // throws ModelError when the layout does not fit together

 private:
  std::string name_;
  Layout layout_;
};

}  // namespace daedalus
