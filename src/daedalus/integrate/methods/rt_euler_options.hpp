// rt_euler_options.hpp: what an Euler step of fixed cost is put together from, and the combinations of the paper by
// name.
#pragma once

#include <vector>

#include "daedalus/integrate/method_record.hpp"

namespace daedalus {

enum class RtUpdate { explicit_euler, half_implicit, linear_implicit };
enum class RtJacobian { exact, j1, j2, j3, reversed };
enum class RtMultipliers { together, separate };
enum class RtStabilization { none, baumgarte, projection, ggl, sequential_regularization };
enum class RtPlace { old_state, new_state };
enum class RtStiffness { residual, forces, springs };
enum class RtDerivative { difference, exact };

struct RtBaumgarteOptions {
  double alpha = 0, beta = 0;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("alpha", alpha, at_least(0),
      "1/s, of the velocity level; alpha = beta = 0: chosen from h, so that an error dies in two steps");
    v("beta", beta, at_least(0), "1/s², of the position level; not used by index 2");
  }
};

struct RtProjectionOptions {
  int newton_steps = 1;
  RtPlace jacobian = RtPlace::old_state;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("newton_steps", newton_steps, in_range(1, 20),
      "of the positions, always as many; 1 is the non-iterative projection");
    v("jacobian", jacobian, Choices<RtPlace>{{"old", RtPlace::old_state}, {"new", RtPlace::new_state}},
      "where M and G of the position projection are taken: old leaves a defect O(h³), new O(h⁴) for one factorization "
      "more per Newton step");
  }
};

struct RtRegularizationOptions {
  double epsilon = 0.01;
  int sweeps = 2;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("epsilon", epsilon, positive(),
      "of sequential regularization, relative to h G M⁻¹Gᵀ; an error shrinks by ε/(1+ε) per sweep");
    v("sweeps", sweeps, in_range(1, 20), "solutions per step, always as many");
  }
};

struct RtEulerOptions {
  RtUpdate update = RtUpdate::linear_implicit;
  RtJacobian jacobian = RtJacobian::exact;
  int index = 2;
  RtMultipliers multipliers = RtMultipliers::together;
  RtStabilization stabilization = RtStabilization::projection;
  RtBaumgarteOptions baumgarte = {};
  RtProjectionOptions projection = {};
  RtRegularizationOptions regularization = {};
  int rate_group = 0;
  RtStiffness stiffness = RtStiffness::residual;
  RtDerivative derivative = RtDerivative::difference;
  int refresh = 1;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("update", update,
      Choices<RtUpdate>{{"explicit", RtUpdate::explicit_euler},
                        {"half-implicit", RtUpdate::half_implicit},
                        {"linear-implicit", RtUpdate::linear_implicit}},
      "half-implicit (symplectic) moves the positions with the new velocity");
    v("jacobian", jacobian,
      Choices<RtJacobian>{{"exact", RtJacobian::exact},
                          {"j1", RtJacobian::j1},
                          {"j2", RtJacobian::j2},
                          {"j3", RtJacobian::j3},
                          {"reversed", RtJacobian::reversed}},
      "of linear-implicit; reversed: new velocities first, as vehicle simulators do");
    v("index", index, in_range(1, 2),
      "of the equations: constraints at acceleration level (1) or at velocity level (2)");
    v("multipliers", multipliers,
      Choices<RtMultipliers>{{"together", RtMultipliers::together}, {"separate", RtMultipliers::separate}},
      "index 1: found with the velocity step, or before it with M in place of its matrix, as the paper has it");
    v("stabilization", stabilization,
      Choices<RtStabilization>{{"none", RtStabilization::none},
                               {"baumgarte", RtStabilization::baumgarte},
                               {"projection", RtStabilization::projection},
                               {"ggl", RtStabilization::ggl},
                               {"sequential-regularization", RtStabilization::sequential_regularization}},
      "what keeps the positions on the constraints");
    v("baumgarte", baumgarte);
    v("projection", projection);
    v("regularization", regularization);
    v("rate_group", rate_group, at_least(0),
      "0: the whole Jacobian; k: only the rows and columns of the k-th rate group, where the stiff elements are");
    v("stiffness", stiffness,
      Choices<RtStiffness>{
          {"residual", RtStiffness::residual}, {"forces", RtStiffness::forces}, {"springs", RtStiffness::springs}},
      "the Jacobian of M⁻¹(f − Gᵀλ), of f alone with M and G held, or of springs along their measures: those with "
      "rate: stiff, or all; symmetric, fastest");
    v("derivative", derivative,
      Choices<RtDerivative>{{"difference", RtDerivative::difference}, {"exact", RtDerivative::exact}},
      "of j3 along the velocity: by one difference of forces, or by the exact tangents");
    v("refresh", refresh, in_range(1, 10000),
      "steps between evaluations of the Jacobian; the step that evaluates costs more than the others");
  }
};

// The combinations of the paper, and one for a deadline.
std::vector<MethodPreset> rt_presets();

// Which terms the matrix A, the right side F and the position update of a step hold (paper 003, section 2), c for 0 or
// 1:
//   A = M − h c_v f_v − h² c_q J_q,   F = f + h c_u J_q v,   q⁺ = q + h v  or  q + h v⁺
struct RtTerms {
  bool f_v = false, J_q = false, J_q_v = false, new_velocity = false;
  bool matrix_is_mass() const { return !f_v && !J_q; }
};
RtTerms rt_terms(RtUpdate update, RtJacobian jacobian);

// What Baumgarte's terms make of an error in the constraints from step to step, (g, ġ)⁺ = B (g, ġ): the largest
// |eigenvalue| of B.
//   index 1, q⁺ = q + h v:    g⁺ = g + h ġ,   ġ⁺ = ġ − h (2α ġ + β g)
//   index 1, q⁺ = q + h v⁺:   g⁺ = g + h ġ⁺
//   index 2:                  g⁺ = (1 − h α) g
double baumgarte_radius(int index, bool new_velocity, double h, double alpha, double beta);

// The parameters with which that error is gone after two steps.
RtBaumgarteOptions deadbeat(int index, bool new_velocity, double h);

}  // namespace daedalus
