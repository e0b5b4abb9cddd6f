// bent_start.cpp: how flexible bodies are put together (assembly.hpp): as their starts say, quasi-statically where they
// ask for it.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "daedalus/formulation/absolute_assembly.hpp"
#include "daedalus/formulation/coordinate_names.hpp"
#include "daedalus/formulation/flexible/flexible_system.hpp"

namespace daedalus {
namespace {

// Flexible bodies are put together as rigid ones that are bent, and stay bent while the other coordinates settle.
class BentStart {
 public:
  explicit BentStart(const FlexibleSystem& system)
      : model_(system.given_model()), system_(system), modal_(system.modal_coordinates()), eta_(system.start_values()),
        rates_(system.start_rates()), settle_(system, weights()) {}

  Assembled assemble() {
    Assembled result = assemble_bent();
    if (std::none_of(modal_.begin(), modal_.end(), [&](const ModalRange& m) { return is_quasi_static(m); }))
      return result;
    if (result.report.assembled) find_quasi_static(result);
    return result;
  }

 private:
  bool is_quasi_static(const ModalRange& range) const { return model_.body(range.body).bending.quasi_static; }

  VecX weights() const {
    VecX roots = VecX::Ones(system_.layout().nq);
    for (const ModalRange& range : modal_)
      roots.segment(range.first, range.count).setConstant(std::sqrt(locked_weight));
    return roots;
  }

  Assembled assemble_bent() {
    std::vector<VecX> by_body(model_.bodies().size());
    for (std::size_t k = 0; k < modal_.size(); ++k) by_body[modal_[k].body] = eta_[k];
    const CartesianSystem absolute(bent_rigid_model(model_, by_body));
    return carry_over(absolute, assemble_absolute(absolute), system_, settle_,
                      [&](const std::vector<BodyMotion>& given) { return system_.bent(given, eta_, rates_); });
  }

  // The modal coordinates of the bodies that start quasi-statically.
  VecX picked(const VecX& all) const {
    std::vector<double> some;
    for (const ModalRange& range : modal_)
      if (is_quasi_static(range))
        for (Index k = 0; k < range.count; ++k) some.push_back(all[range.first + k]);
    return Eigen::Map<const VecX>(some.data(), static_cast<Index>(some.size()));
  }
  void bend(const VecX& eta, const VecX& eta_dot) {
    Index at = 0;
    for (std::size_t k = 0; k < modal_.size(); ++k)
      if (is_quasi_static(modal_[k])) {
        eta_[k] = eta.segment(at, modal_[k].count);
        rates_[k] = eta_dot.segment(at, modal_[k].count);
        at += modal_[k].count;
      }
  }

  // Modal accelerations after dt, by one step of the classical Runge-Kutta method.
  VecX accelerations_after(const State& x, double dt) {
    const auto moved = [&](double h, const VecX& v, const VecX& a) {
      State y = x;
      y.t += h;
      y.q += h * v;
      y.v += h * a;
      settle_.accelerations(y);
      return y;
    };
    const State k2 = moved(dt / 2, x.v, x.a), k3 = moved(dt / 2, k2.v, k2.a), k4 = moved(dt, k3.v, k3.a);
    return picked(moved(dt, (x.v + 2 * k2.v + 2 * k3.v + k4.v) / 6, (x.a + 2 * k2.a + 2 * k3.a + k4.a) / 6).a);
  }

  // What η changes of η'': the matrix S of −ω². False when the bent mechanism cannot be assembled.
  bool find_stiffness(const VecX& eta, const VecX& a, MatX& S) {
    constexpr double probe = 1e-6;  // m or rad: small for a body that bends, large against rounding
    for (Index k = 0; k < S.cols(); ++k) {
      bend(eta + probe * VecX::Unit(eta.size(), k), VecX::Zero(eta.size()));
      const Assembled bent = assemble_bent();
      if (!bent.report.assembled) return false;
      S.col(k) = (picked(bent.state.a) - a) / probe;
    }
    return true;
  }

  // Newton's method on η'' = 0 with η' = 0; then, from there, on the slow motion.
  void find_quasi_static(Assembled& result) {
    const Index n = picked(result.state.a).size();
    VecX eta = VecX::Zero(n);
    MatX S(n, n);
    for (int iteration = 0; iteration < 20; ++iteration) {
      bend(eta, VecX::Zero(n));
      result = assemble_bent();
      if (!result.report.assembled) return;
      const VecX a = picked(result.state.a);
      if (!find_stiffness(eta, a, S)) break;
      const VecX step = -S.fullPivLu().solve(a);
      if (!step.allFinite()) break;
      eta += step;
      if (largest_entry(step) > 1e-13 + 1e-10 * largest_entry(eta)) continue;
      bend(eta, VecX::Zero(n));
      result = assemble_bent();
      follow_slow_motion(eta, S, result);
      return;
    }
    result.report.assembled = false;
    result.report.failure =
        "no quasi-static start found: no deflection of the flexible bodies makes their modal accelerations zero.\n"
        "  Check loads and rotation speed against their stiffness, or set  quasi_static: 0.";
  }

  // Newton's method on η'''' = 0 for η and on η''' = 0 for η': η changes η'''' by S², η' changes η''' by S. Only where
  // all modes are of comparable speed: the derivatives of slow modes drown in the rounding of steps for fast ones.
  // Where there is no slow motion η'' = 0 with η' = 0 stays.
  void follow_slow_motion(VecX eta, const MatX& S, Assembled& result) {
    constexpr double comparable = 0.05;  // ω_min/ω_max
    const VecX squares = S.eigenvalues().cwiseAbs();
    if (!(squares.minCoeff() > comparable * comparable * squares.maxCoeff())) return;
    VecX eta_dot = VecX::Zero(eta.size());
    const Eigen::FullPivLU<MatX> factors(S);
    const double dt = 0.05 / std::sqrt(S.cwiseAbs().rowwise().sum().maxCoeff());
    for (int iteration = 0; iteration < 10; ++iteration) {
      bend(eta, eta_dot);
      Assembled refined = assemble_bent();
      if (!refined.report.assembled) return;
      const VecX a = picked(refined.state.a), before = accelerations_after(refined.state, -dt),
                 after = accelerations_after(refined.state, dt);
      const VecX third = (after - before) / (2 * dt), fourth = (after - 2 * a + before) / (dt * dt);
      const VecX step = -factors.solve(VecX(factors.solve(fourth))), step_dot = -factors.solve(third);
      if (!step.allFinite() || !step_dot.allFinite()) return;
      if (iteration > 0 && largest_entry(step) + dt * largest_entry(step_dot) < 1e-14 + 1e-9 * largest_entry(eta)) {
        result = std::move(refined);
        return;
      }
      eta += step;
      eta_dot += step_dot;
    }
  }

  const Model& model_;
  const FlexibleSystem& system_;
  std::vector<ModalRange> modal_;
  std::vector<VecX> eta_, rates_;
  Assembler settle_;
};

}  // namespace

Assembled FlexibleSystem::assemble() const { return BentStart(*this).assemble(); }

}  // namespace daedalus
