// user_equations.hpp: equations of motion written in Python, as a System for every method:
//
//   M(t,q) a + G(t,q)ᵀ λ = f(t,q,v,s),   0 = g(t,q),   s' = σ(t,q,v,s)
//
// M, f and g are asked for; what else is given saves differences: G = g_q, g_t, γ (with G a = γ at the acceleration level), f_q,
// f_v. The rest are central differences: first derivatives of five points along the time and the motion, of two points for
// tangents, where columns that share no row of the sparsity pattern are shifted together (linalg/column_groups.hpp).
#pragma once

#include <optional>

#include "bindings.hpp"
#include "daedalus/linalg/column_groups.hpp"
#include "daedalus/system/system.hpp"
#include "python_laws.hpp"

namespace daedalus::python {

struct UserFunctions {
  SharedObject f;                        // (nq) of t, q, v and, with states, s
  SharedObject M, g, G, g_t, gamma;      // M: none is the identity; g: none is no constraint
  SharedObject f_q, f_v, sigma, energy;  // energy: the potential V(t, q)
  std::optional<MatX> constant_M;        // instead of M
};

MatX constant_matrix(const nb::object& array, Index n);  // (n x n); throws ValueError

class UserEquations final : public System {
 public:
  // The sizes are those of the start and of g there. `entries`: of M, r_q and r_v; none: full.
  UserEquations(std::string name, UserFunctions functions, State start, std::vector<Pattern::Entry> entries,
                std::vector<std::string> coordinates);

  State initial_guess() const override { return start_; }
  void evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const override;

 private:
  void evaluate(Want want, const State& x, Evaluation& out) const;
  MatX mass(double t, const VecX& q) const;
  VecX force(const State& x) const;
  VecX constraint(double t, const VecX& q) const;
  MatX jacobian(double t, const VecX& q) const;
  VecX drift(double t, const VecX& q) const;  // g_t
  VecX velocity_level(const State& x) const;
  VecX gamma(double t, const VecX& q, const VecX& v) const;
  VecX reaction(const State& x) const;  // M a + Gᵀλ
  VecX sigma(const State& x) const;
  Energy energy(const State& x) const;
  void write_tangents(Want want, const State& x, Evaluation& out) const;

  bool has_constant_mass() const { return !functions_.M; }

  UserFunctions functions_;
  State start_;
  ColumnGroups groups_;  // of r_q
};

}  // namespace daedalus::python
