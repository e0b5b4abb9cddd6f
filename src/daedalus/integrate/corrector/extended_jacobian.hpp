// extended_jacobian.hpp: tangents of another strategy, and an update of them by the change of the excitations w = (u, u', u''):
//
//   J += Σ_i ∂²F/(∂w_i ∂y) (w_i(new) − w_i(old)),   and M anew                                             [AFF, Eq. (26)]
//
// The second derivatives are taken once, by central differences of tangents where these are evaluated first: exact to 1e-10
// where F is bilinear in w and y. (The derivation has them at the old time; the paper takes them from the start, as here.) Departs from
// Eq. (26), which is written for the explicit formalism, in M: that of the residual formalism depends on q.
// [AFF] Arnold, Fuchs, Führer, Efficient corrector iteration for DAE time integration in multibody dynamics (2004).
#pragma once

#include <memory>
#include <vector>

#include "daedalus/integrate/corrector/jacobian_strategy.hpp"

namespace daedalus {

class ExtendedJacobian final : public JacobianStrategy {
 public:
  // Throws OptionError where the system does not name its excitations.
  ExtendedJacobian(std::unique_ptr<JacobianStrategy> inner, const System& system);

  void start(const Layout& layout, Want want) override;
  void evaluate(Equations& eq, Want want, const State& x, Evaluation& into) override;
  void evaluate_mass(Equations& eq, const State& x, Evaluation& into) override { inner_->evaluate_mass(eq, x, into); }
  bool update(Equations& eq, Want want, const State& x, Evaluation& into) override;
  void begin_step() override;
  void accept() override;
  void exchange(Archive& archive) override;

 private:
  void differentiate(Equations& eq, Want want, const State& x);

  std::unique_ptr<JacobianStrategy> inner_;
  const System& system_;
  std::unique_ptr<Evaluation> moved_;
  std::vector<VecX> second_;  // of each excitation the values of all tangents, one block after the other
  bool is_differentiated_ = false;
  VecX w_used_, w_kept_, w_;  // of the tangents in use, of those of the last accepted step, now
};

}  // namespace daedalus
