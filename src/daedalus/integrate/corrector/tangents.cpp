#include "daedalus/integrate/corrector/tangents.hpp"

namespace daedalus {

void Tangents::start(const Layout& layout, Want want, Keeps keeps, int lifetime,
                     std::unique_ptr<JacobianStrategy> strategy) {
  strategy_ = std::move(strategy);
  strategy_->start(layout, want);
  want_ = want;
  lifetime_ = lifetime;
  age_ = 0;
  used_ = kept_ = 0;
  known_ = false;
  at_ = State(layout);
  sets_.clear();
  sets_.resize(keeps == Keeps::yes ? 2 : 1, Evaluation(layout));
  for (Evaluation& set : sets_)
    for (const TangentBlock& block : tangent_blocks)
      if (wants(want, block.want)) (set.*block.values).allocate();
}

void Tangents::evaluate(Equations& eq, const State& x) {
  use_other_set_at(x);
  strategy_->evaluate(eq, want_, x, sets_[used_]);
}

void Tangents::copy_kept() {
  for (const TangentBlock& block : tangent_blocks)
    if (used_ != kept_ && wants(want_, block.want))
      (sets_[used_].*block.values).values = (sets_[kept_].*block.values).values;
}

void Tangents::update_mass(Equations& eq, const State& x) {
  use_other_set_at(x);
  copy_kept();
  strategy_->evaluate_mass(eq, x, sets_[used_]);
  known_ = false;
}

void Tangents::update(Equations& eq, const State& x) {
  use_other_set_at(x);
  copy_kept();
  if (!strategy_->update(eq, want_, x, sets_[used_])) strategy_->evaluate(eq, want_, x, sets_[used_]);
}

// Than the kept one, where there are two.
void Tangents::use_other_set_at(const State& x) {
  used_ = sets_.size() - 1 - kept_;
  at_ = x;
  known_ = true;
}

void Tangents::evaluate_once(Equations& eq, const State& x) {
  if (!(known_ && at_ == x)) evaluate(eq, x);
}

void Tangents::exchange(Archive& archive) {
  archive("tangents.age", age_, 0, lifetime_ - 1);
  strategy_->exchange(archive);
  for (const TangentBlock& block : tangent_blocks)
    if (wants(want_, block.want)) archive(block.name, (sets_[kept_].*block.values).values);
}

void respond(const Evaluation& tangents, const VecX& dq, const VecX& dv, const VecX& ds, VecX& motion, VecX& rate,
             VecX& level) {
  motion.setZero();
  multiply_add(-1, tangents.r_q, dq, motion);
  multiply_add(-1, tangents.r_v, dv, motion);
  rate.setZero();
  if (ds.size() > 0) {
    multiply_add(-1, tangents.r_s, ds, motion);
    multiply_add(1, tangents.sigma_q, dq, rate);
    multiply_add(1, tangents.sigma_v, dv, rate);
    multiply_add(1, tangents.sigma_s, ds, rate);
  }
  level.setZero();
  multiply_add(-1, tangents.g_ddot_q, dq, level);
  multiply_add(-1, tangents.g_ddot_v, dv, level);
}

}  // namespace daedalus
