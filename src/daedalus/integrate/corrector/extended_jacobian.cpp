#include "daedalus/integrate/corrector/extended_jacobian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

// Visits the wanted blocks but M, which is evaluated anew, with where their values begin in a list of all of them.
template <class Visit>
void for_each_updated_block(Want want, const Evaluation& values, Visit visit) {
  Index first = 0;
  for (const TangentBlock& block : tangent_blocks) {
    if (!wants(want, block.want) || block.want == Want::mass) continue;
    const Index count = (values.*block.values).values.size();
    visit(block, first, count);
    first += count;
  }
}

}  // namespace

ExtendedJacobian::ExtendedJacobian(std::unique_ptr<JacobianStrategy> inner, const System& system)
    : inner_(std::move(inner)), system_(system) {
  if (system.excitations() == 0)
    throw OptionError(
        fmt::format("jacobian.update=extended follows the excitations of a system, and {} does not name any. Use "
                    "jacobian.update=partitioned.",
                    system.name()));
}

void ExtendedJacobian::start(const Layout& layout, Want want) {
  inner_->start(layout, want);
  moved_ = std::make_unique<Evaluation>(layout);
  Index count = 0;
  for (const TangentBlock& block : tangent_blocks)
    if (wants(want, block.want)) ((*moved_).*block.values).allocate();
  for_each_updated_block(want, *moved_, [&](const TangentBlock&, Index first, Index size) { count = first + size; });
  second_.assign(static_cast<std::size_t>(system_.excitations()), VecX::Zero(count));
  w_ = w_used_ = w_kept_ = VecX::Zero(system_.excitations());
  is_differentiated_ = false;
}

void ExtendedJacobian::evaluate(Equations& eq, Want want, const State& x, Evaluation& into) {
  inner_->evaluate(eq, want, x, into);
  system_.compute_excitations(x.t, w_used_);
  if (!is_differentiated_) differentiate(eq, want, x);
}

void ExtendedJacobian::differentiate(Equations& eq, Want want, const State& x) {
  is_differentiated_ = true;
  w_ = w_used_;
  for (Index i = 0; i < w_.size(); ++i) {
    const double delta = 6e-6 * std::max(1.0, std::abs(w_[i]));  // ε^(1/3): central differences
    VecX& second = second_[static_cast<std::size_t>(i)];
    second.setZero();
    for (const double side : {1.0, -1.0}) {
      w_[i] = w_used_[i] + side * delta;
      eq.hold_excitations(&w_);
      inner_->evaluate(eq, want, x, *moved_);
      eq.hold_excitations(nullptr);
      for_each_updated_block(want, *moved_, [&](const TangentBlock& block, Index first, Index size) {
        second.segment(first, size) += side / (2 * delta) * ((*moved_).*block.values).values;
      });
    }
    w_[i] = w_used_[i];
  }
}

bool ExtendedJacobian::update(Equations& eq, Want want, const State& x, Evaluation& into) {
  if (!is_differentiated_) return false;
  inner_->evaluate_mass(eq, x, into);
  system_.compute_excitations(x.t, w_used_);
  for (Index i = 0; i < w_used_.size(); ++i) {
    const double change = w_used_[i] - w_kept_[i];
    if (change == 0) continue;
    const VecX& second = second_[static_cast<std::size_t>(i)];
    for_each_updated_block(want, into, [&](const TangentBlock& block, Index first, Index size) {
      (into.*block.values).values += change * second.segment(first, size);
    });
  }
  return true;
}

void ExtendedJacobian::begin_step() {
  inner_->begin_step();
  w_used_ = w_kept_;
}

void ExtendedJacobian::accept() {
  inner_->accept();
  w_kept_ = w_used_;
}

void ExtendedJacobian::exchange(Archive& archive) {
  inner_->exchange(archive);
  archive("extended.is_differentiated", is_differentiated_);
  for (VecX& second : second_) archive("extended.second", second);
  archive("extended.w", w_kept_);
  if (archive.loading()) w_used_ = w_kept_;
}

}  // namespace daedalus
