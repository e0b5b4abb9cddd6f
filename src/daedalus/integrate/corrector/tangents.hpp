// tangents.hpp: the derivatives that a corrector matrix is made of: which ones, where they were evaluated, how long
// ago.
//
// They outlive the evaluation that made them, so that a matrix can be composed again for another h. With Keeps::yes
// there are two sets: the kept one belongs to the factors that the last accepted step went on with, and stays untouched
// until the next one is accepted; a rejected step leaves no trace.
//
// A formulation may keep them in a form of its own instead (system/motion_linearization.hpp). There are no matrices then,
// only how the equations respond() to changes; and since it costs little more than a residual, every update is an
// evaluation.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "daedalus/integrate/corrector/jacobian_strategy.hpp"

namespace daedalus {

class Tangents {
 public:
  enum class Keeps { no, yes };

  // `lifetime`: accepted steps after which they are due again. Allocates.
  void start(const Layout& layout, Want want, Keeps keeps = Keeps::no, int lifetime = 1,
             std::unique_ptr<JacobianStrategy> strategy = std::make_unique<ExactJacobian>());

  // The same, as linearizations of the system; those of `dropped` rows are zero. False where it has none: nothing is
  // changed then.
  bool start_recursive(const System& system, const std::vector<Index>& dropped, Keeps keeps);
  void drop_rows(const std::vector<Index>& dropped);  // others from now on
  bool is_recursive() const { return !linearizations_.empty(); }

  void evaluate(Equations& eq, const State& x);
  // from those of the last accepted step where the strategy knows how, else anew
  void update(Equations& eq, const State& x);
  // those of the last accepted step with another M, the partitioned update of [AFF04, Eqs. (24) and (25)]
  void update_mass(Equations& eq, const State& x);
  // unless that was done last time, as after a rejection, where only h changes
  void evaluate_once(Equations& eq, const State& x);
  bool are_due() const { return age_ == 0; }

  // The matrices, or the linearization.
  const Evaluation& operator*() const { return sets_[used_]; }
  const Evaluation* operator->() const { return &sets_[used_]; }
  const MotionLinearization& linearization() const { return *linearizations_[used_]; }
  const MotionLinearization* kept_linearization() const {
    return is_recursive() ? linearizations_[kept_].get() : nullptr;
  }

  // Adds how the equations of motion answer to a change.
  void respond(const MotionChange& change, const MotionResponse& response);

  void begin_step() {  // back to those of the last accept()
    known_ = known_ && used_ == kept_;
    used_ = kept_;
    strategy_->begin_step();
  }
  void accept() {
    kept_ = used_;
    strategy_->accept();
    age_ = (age_ + 1) % lifetime_;
  }
  void exchange(Archive& archive);  // of the kept ones

 private:
  std::size_t count() const { return std::max(sets_.size(), linearizations_.size()); }
  void use_other_set_at(const State& x);
  void copy_kept();

  std::unique_ptr<JacobianStrategy> strategy_;
  Want want_ = Want::nothing;
  std::vector<Evaluation> sets_;                                      // one, or the kept and the new one
  std::vector<std::unique_ptr<MotionLinearization>> linearizations_;  // instead of them
  std::vector<Index> dropped_;
  VecX before_;  // what dropped rows had before
  std::size_t used_ = 0, kept_ = 0;
  State at_;                    // where those in use were evaluated
  bool known_ = false;          // at_ is
  int lifetime_ = 1, age_ = 0;  // accepted steps since the last evaluation
};

// What the equations answer to a change of q, v and s at fixed a and λ:
//   motion = −(r_q δq + r_v δv + r_s δs),   rate = σ_q δq + σ_v δv + σ_s δs,   level = −(G a − γ)_q δq − (G a − γ)_v δv
void respond(const Evaluation& tangents, const VecX& dq, const VecX& dv, const VecX& ds, VecX& motion, VecX& rate,
             VecX& level);

}  // namespace daedalus
