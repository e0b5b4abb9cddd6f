// fixed_projection.hpp: projection onto the constraints in the norm of M by a number of operations that is known
// beforehand:
//
//   positions   [M Gᵀ; G 0](dq; μ) = (0; −g(t⁺, q̃)),   q⁺ = q̃ + dq        as many Newton steps as asked for
//               [BAE, Eq. (11)]
//   velocities  [M Gᵀ; G 0](dv; ν) = (0; −ġ(t⁺, q⁺, ṽ)),  v⁺ = ṽ + dv      exact: ġ is linear in v
//               [BAE, section 3.3]
//
// M and G of the positions are those of the state the step began with, or of q̃. Nothing is tested for convergence.
// [BAE] Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics.
#pragma once

#include "daedalus/integrate/outcome.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

class FixedProjection {
 public:
  // the descriptor factors in eq are used as they are, or made at y for every Newton step
  enum class Factors { kept, made_here };

  void resize(const Layout& layout);
  StepStatus project_positions(Equations& eq, Factors factors, int newton_steps, State& y);
  StepStatus project_velocities(Equations& eq, State& y);

 private:
  VecX b_, c_;  // (nq, nc)
};

}  // namespace daedalus
