// projection.hpp: brings a state back to its constraints with the least change in the norm of M.
//
//   positions   [M Gᵀ; G 0](dq; mu) = (0; -g(t,q)),     q += dq      until dq vanishes
//   velocities  [M Gᵀ; G 0](dv; nu) = (0; -g_dot),      v += dv      linear in v
//
// With nonholonomic rows W a position correction is kept admissible: W dq = 0.
// The factors of the last solve_acceleration() are used as they are (a simplified Newton method whose contraction is
// the distance between the two states) and renewed only when the iteration is slow.
// Rounding of positions is that of the lengths of the mechanism and of angles of 1 rad, even where all coordinates are
// close to zero.
#pragma once

#include "daedalus/base/options.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

enum class ProjectionLevel { none, velocity, position_and_velocity };

struct ProjectionOptions {
  ProjectionLevel level = ProjectionLevel::position_and_velocity;
  int max_iterations = 12;

  template <class Visitor>
  void describe(Visitor&& v) {
    using enum ProjectionLevel;
    v("level", level, Choices<ProjectionLevel>{{"none", none}, {"velocity", velocity}, {"both", position_and_velocity}},
      "which constraint levels are restored after each step");
    v("max_iterations", max_iterations, at_least(1), "maximum Newton iterations per level; the step is then rejected");
  }
};

// Of a step that is projected after it, and has no other options.
struct ProjectedStepOptions {
  ProjectionOptions projection = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("projection", projection);
  }
};

class Projection {
 public:
  explicit Projection(const ProjectionOptions& options = {}) : options_(options) {}
  static constexpr Want needs = Want::mass | Want::position | Want::jacobian | Want::velocity;

  void resize(const Layout& layout);

  // Corrects x.q and x.v. The descriptor factors it needs are those left in eq, or made anew.
  StepOutcome project(Equations& eq, State& x);
  StepOutcome project_positions(Equations& eq, State& x);
  StepOutcome project_velocities(Equations& eq, State& x);

 private:
  // One level: `defect` fills c_ with the defect at x, `value` is the vector it corrects, `scale` what its rounding is
  // measured by when it is small.
  template <class Defect>
  StepOutcome iterate(Equations& eq, State& x, VecX& value, double scale, Defect defect);

  ProjectionOptions options_;
  VecX b_;  // (nq) right-hand side, then correction
  VecX c_;  // (nc) defect, then multiplier
};

}  // namespace daedalus
