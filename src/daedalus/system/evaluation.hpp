// evaluation.hpp: the quantities a system can be asked for, and the place they are written to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "daedalus/linalg/sparse_matrix.hpp"
#include "daedalus/system/layout.hpp"

namespace daedalus {

// What a caller wants to know at a State. Combine with |. Kinematics shared by several quantities is done once.
enum class Want : std::uint32_t {
  nothing = 0,
  // from t, q
  mass = 1u << 0,      // M
  position = 1u << 1,  // g
  jacobian = 1u << 2,  // G
  // from t, q, v
  velocity = 1u << 3,  // g_dot
  gamma = 1u << 4,     // gamma
  energy = 1u << 5,    // energy (from t, q, v, s)
  // from t, q, v, s
  force = 1u << 6,     // f
  sigma = 1u << 7,     // sigma
  switches = 1u << 8,  // switches
  // from t, q, v, a, lambda, s
  residual = 1u << 9,               // r
  residual_tangent = 1u << 10,      // r_q, r_v, r_s
  reaction_tangent = 1u << 11,      // reaction_q
  velocity_tangent = 1u << 12,      // g_dot_q
  acceleration_tangent = 1u << 13,  // g_ddot_q, g_ddot_v
  sigma_tangent = 1u << 14,         // sigma_q, sigma_v, sigma_s
  springs = 1u << 15,               // Y, spring_stiffness, spring_damping; with force only
};
constexpr Want operator|(Want a, Want b) {
  return static_cast<Want>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr bool wants(Want set, Want any_of) {
  return (static_cast<std::uint32_t>(set) & static_cast<std::uint32_t>(any_of)) != 0;
}
// The quantities as they are called in an Evaluation: 'M', 'g', 'r_q'.
std::vector<std::string_view> names_of(Want set);

struct Energy {
  double kinetic = 0;     // J
  double potential = 0;   // J
  double dissipated = 0;  // W taken out by dampers and friction, >= 0 for passive elements
  double supplied = 0;    // W fed in by loads and controllers; the drivers' share lambdaᵀ g_t comes on top
};

// Every quantity of the seam at one state. A field is meaningful only when the last request asked for it.
struct Evaluation {
  explicit Evaluation(const Layout& layout);

  VecX g;         // (ng) position level
  VecX g_dot;     // (nc) velocity level, G v + g_t over W v + w
  VecX gamma;     // (nc) acceleration level is G a - gamma
  VecX f;         // (nq) applied and gyroscopic forces
  VecX r;         // (nq) M a + Gᵀ lambda - f
  VecX sigma;     // (ns) s'
  VecX switches;  // zero where the equations change branch
  Energy energy;

  SparseMatrix M, G;
  SparseMatrix r_q, r_v, r_s;       // tangents of r
  SparseMatrix reaction_q;          // (M a + Gᵀ lambda)_q: with a = 0 the (Gᵀ mu)_q of a stabilized formulation
  SparseMatrix g_dot_q;             // (G v + g_t)_q
  SparseMatrix g_ddot_q, g_ddot_v;  // tangents of G a - gamma
  SparseMatrix sigma_q, sigma_v, sigma_s;

  // Stiff springs and dampers, the part of f that acts along measures y: f = … − Yᵀ F(y, y') with Y = y_q. Without the
  // change of Y −f_v is Yᵀ diag(∂F/∂y') Y and −f_q is Yᵀ diag(∂F/∂y) Y: symmetric, and little work beside f itself.
  SparseMatrix Y;
  VecX spring_stiffness, spring_damping;  // ∂F/∂y, ∂F/∂y'

  void fill_with_nan();  // tests: nobody may rely on what an earlier request left here
};

}  // namespace daedalus
