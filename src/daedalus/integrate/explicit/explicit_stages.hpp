// explicit_stages.hpp: the stages of an explicit Runge-Kutta method on the index-1 form of the equations,
//
//   q' = v,   v' = a(t,q,v,s),   s' = sigma(t,q,v,s),   with (a, lambda) from the descriptor system.
//
//   V_i = v + h sum_j A_ij a_j,    Q_i = q + h sum_j A_ij V_j,    S_i = s + h sum_j A_ij sigma_j
#pragma once

#include <array>

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/integrate/tableaus/butcher.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

template <int stages>
class ExplicitStages {
 public:
  void resize(const Layout& layout) {
    at_ = State(layout);
    for (VecX& k : dq_) k = VecX::Zero(layout.nq);
    for (VecX& k : dv_) k = VecX::Zero(layout.nq);
    for (VecX& k : ds_) k = VecX::Zero(layout.ns);
    error_q_ = error_v_ = VecX::Zero(layout.nq);
    error_s_ = VecX::Zero(layout.ns);
  }

  // Stages 1 to `last` (exclusive) from x, whose own derivative (x.v, x.a, sigma) is stage 0.
  StepStatus compute(Equations& eq, const ButcherTableau<stages>& tableau, int last, const State& x, const VecX& sigma,
                     double h) {
    set(0, x, sigma);
    for (int i = 1; i < last; ++i) {
      combine(tableau.A[i], i, x, h, at_);
      at_.t = x.t + tableau.c[i] * h;
      const FactorStatus status = eq.solve_acceleration(at_);
      if (status != FactorStatus::ok) return status_of(status);
      set(i, at_, eq.value.sigma);
    }
    return StepStatus::ok;
  }

  void set(int stage, const State& x, const VecX& sigma) {
    const auto i = static_cast<std::size_t>(stage);
    dq_[i] = x.v;
    dv_[i] = x.a;
    ds_[i] = sigma;
  }

  // y = x + h sum_{j < count} weight_j k_j in q, v and s.
  void combine(const std::array<double, stages>& weight, int count, const State& x, double h, State& y) const {
    y.q = x.q;
    y.v = x.v;
    y.s = x.s;
    accumulate(weight, count, h, y.q, y.v, y.s);
  }

  // (q, v, s) += h sum_{j < count} weight_j k_j
  void accumulate(const std::array<double, stages>& weight, int count, double h, VecX& q, VecX& v, VecX& s) const {
    for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j) {
      if (weight[j] == 0) continue;
      const double factor = h * weight[j];
      q += factor * dq_[j];
      v += factor * dv_[j];
      s += factor * ds_[j];
    }
  }

  // The size of the error h sum weight_j k_j of a step from x to y.
  double error(const std::array<double, stages>& weight, const Tolerances& tolerances, const State& x, double h,
               const State& y) {
    error_q_.setZero();
    error_v_.setZero();
    error_s_.setZero();
    accumulate(weight, stages, h, error_q_, error_v_, error_s_);
    ErrorNorm norm(tolerances);
    norm.add(error_q_, x.q, y.q);
    norm.add(error_v_, x.v, y.v);
    norm.add(error_s_, x.s, y.s);
    return norm.value();
  }

  const VecX& dq(int stage) const { return dq_[stage]; }
  const VecX& dv(int stage) const { return dv_[stage]; }
  const VecX& ds(int stage) const { return ds_[stage]; }

 private:
  State at_;                               // the stage being evaluated
  std::array<VecX, stages> dq_, dv_, ds_;  // derivatives of q, v, s at the stages
  VecX error_q_, error_v_, error_s_;
};

}  // namespace daedalus
