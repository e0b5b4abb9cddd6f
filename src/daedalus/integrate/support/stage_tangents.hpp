// stage_tangents.hpp: every derivative a stage equation needs, kept at one state. A rejected step changes only h: nothing of this.
#pragma once

#include "daedalus/system/equations.hpp"

namespace daedalus {

class StageTangents {
 public:
  void start(const Layout& layout) {
    const Patterns& p = layout.patterns;
    M = SparseMatrix(p.M), G = SparseMatrix(p.G);
    r_q = SparseMatrix(p.r_q), r_v = SparseMatrix(p.r_v), r_s = SparseMatrix(p.r_s);
    g_dot_q = SparseMatrix(p.g_dot_q), g_ddot_q = SparseMatrix(p.g_ddot_q), g_ddot_v = SparseMatrix(p.g_ddot_v);
    sigma_q = SparseMatrix(p.sigma_q), sigma_v = SparseMatrix(p.sigma_v), sigma_s = SparseMatrix(p.sigma_s);
    known_ = false;
  }

  // Evaluates at x unless that was done last time.
  void evaluate(Equations& eq, const State& x) {
    if (known_ && at_ == x) return;
    eq.evaluate(Want::mass | Want::jacobian | Want::residual_tangent | Want::velocity_tangent |
                    Want::acceleration_tangent | Want::sigma_tangent,
                x);
    const Evaluation& e = eq.value;
    M.values = e.M.values, G.values = e.G.values;
    r_q.values = e.r_q.values, r_v.values = e.r_v.values, r_s.values = e.r_s.values;
    g_dot_q.values = e.g_dot_q.values, g_ddot_q.values = e.g_ddot_q.values, g_ddot_v.values = e.g_ddot_v.values;
    sigma_q.values = e.sigma_q.values, sigma_v.values = e.sigma_v.values, sigma_s.values = e.sigma_s.values;
    at_ = x;
    known_ = true;
  }

  // What the equations answer to a change of q, v and s at fixed a and λ:
  //   motion = −(r_q δq + r_v δv + r_s δs),   rate = σ_q δq + σ_v δv + σ_s δs,   level = −(G a − γ)_q δq − (G a − γ)_v δv
  void respond(const VecX& dq, const VecX& dv, const VecX& ds, VecX& motion, VecX& rate, VecX& level) const {
    motion.setZero();
    multiply_add(-1, r_q, dq, motion);
    multiply_add(-1, r_v, dv, motion);
    rate.setZero();
    if (ds.size() > 0) {
      multiply_add(-1, r_s, ds, motion);
      multiply_add(1, sigma_q, dq, rate);
      multiply_add(1, sigma_v, dv, rate);
      multiply_add(1, sigma_s, ds, rate);
    }
    level.setZero();
    multiply_add(-1, g_ddot_q, dq, level);
    multiply_add(-1, g_ddot_v, dv, level);
  }

  SparseMatrix M, G;
  SparseMatrix r_q, r_v, r_s;                 // of M a + Gᵀλ − f
  SparseMatrix g_dot_q, g_ddot_q, g_ddot_v;   // of G v + g_t and of G a − γ
  SparseMatrix sigma_q, sigma_v, sigma_s;

 private:
  State at_;
  bool known_ = false;
};

}  // namespace daedalus
