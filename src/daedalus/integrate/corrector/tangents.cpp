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
  linearizations_.clear();
  sets_.clear();
  sets_.resize(keeps == Keeps::yes ? 2 : 1, Evaluation(layout));
  for (Evaluation& set : sets_)
    for (const TangentBlock& block : tangent_blocks)
      if (wants(want, block.want)) (set.*block.values).allocate();
}

bool Tangents::start_recursive(const System& system, const std::vector<Index>& dropped, Keeps keeps) {
  std::unique_ptr<MotionLinearization> first = system.make_linearization();
  if (!first) return false;
  strategy_ = std::make_unique<ExactJacobian>();
  want_ = Want::nothing;
  lifetime_ = 1;
  age_ = 0;
  used_ = kept_ = 0;
  known_ = false;
  at_ = State(system.layout());
  drop_rows(dropped);
  sets_.clear();
  linearizations_.clear();
  linearizations_.push_back(std::move(first));
  if (keeps == Keeps::yes) linearizations_.push_back(system.make_linearization());
  return true;
}

void Tangents::drop_rows(const std::vector<Index>& dropped) {
  dropped_ = dropped;
  before_ = VecX::Zero(static_cast<Index>(dropped.size()));
}

void Tangents::evaluate(Equations& eq, const State& x) {
  use_other_set_at(x);
  if (is_recursive()) return eq.linearize(*linearizations_[used_], x);
  strategy_->evaluate(eq, want_, x, sets_[used_]);
}

void Tangents::copy_kept() {
  for (const TangentBlock& block : tangent_blocks)
    if (used_ != kept_ && wants(want_, block.want))
      (sets_[used_].*block.values).values = (sets_[kept_].*block.values).values;
}

void Tangents::update_mass(Equations& eq, const State& x) {
  if (is_recursive()) return evaluate(eq, x);
  use_other_set_at(x);
  copy_kept();
  strategy_->evaluate_mass(eq, x, sets_[used_]);
  known_ = false;
}

void Tangents::update(Equations& eq, const State& x) {
  if (is_recursive()) return evaluate(eq, x);
  use_other_set_at(x);
  copy_kept();
  if (!strategy_->update(eq, want_, x, sets_[used_])) strategy_->evaluate(eq, want_, x, sets_[used_]);
}

// Than the kept one, where there are two.
void Tangents::use_other_set_at(const State& x) {
  used_ = count() - 1 - kept_;
  at_ = x;
  known_ = true;
}

void Tangents::evaluate_once(Equations& eq, const State& x) {
  if (!(known_ && at_ == x)) evaluate(eq, x);
}

void Tangents::exchange(Archive& archive) {
  if (is_recursive()) return linearizations_[kept_]->exchange(archive);
  archive("tangents.age", age_, 0, lifetime_ - 1);
  strategy_->exchange(archive);
  for (const TangentBlock& block : tangent_blocks)
    if (wants(want_, block.want)) archive(block.name, (sets_[kept_].*block.values).values);
}

void Tangents::respond(const MotionChange& d, const MotionResponse& response) {
  if (is_recursive()) {
    for (std::size_t k = 0; k < dropped_.size() && response.rows; ++k)
      before_[static_cast<Index>(k)] = (*response.rows)[dropped_[k]];
    linearizations_[used_]->respond(d, response);
    for (std::size_t k = 0; k < dropped_.size() && response.rows; ++k)
      (*response.rows)[dropped_[k]] = before_[static_cast<Index>(k)];
    return;
  }
  const Evaluation& J = sets_[used_];
  const auto add = [](const SparseMatrix& block, const MotionChange::Part& part, VecX& to) {
    if (part) multiply_add(part.times, block, *part.direction, to);
  };
  if (response.motion) {
    add(J.M, d.a, *response.motion);
    add(J.r_q, d.q, *response.motion);
    add(J.r_v, d.v, *response.motion);
    add(J.r_s, d.s, *response.motion);
  }
  if (response.rates) {
    add(J.sigma_q, d.q, *response.rates);
    add(J.sigma_v, d.v, *response.rates);
    add(J.sigma_s, d.s, *response.rates);
  }
  if (!response.rows) return;
  if (response.level == RowLevel::accelerations) {
    add(J.G, d.a, *response.rows);
    add(J.g_ddot_q, d.q, *response.rows);
    add(J.g_ddot_v, d.v, *response.rows);
  } else {
    add(J.G, d.v, *response.rows);
    add(J.g_dot_q, d.q, *response.rows);
  }
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
