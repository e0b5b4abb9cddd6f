#include "daedalus/analysis/motion_map.hpp"

namespace daedalus {
namespace {

Vec3 angular_acceleration_of(const BodyMotion& m) {                           // in world axes
  const Mat3 W = m.A_ddot * m.A.transpose() + m.A_dot * m.A_dot.transpose();  // [α]×
  return {W(2, 1), W(0, 2), W(1, 0)};
}

VecX over(const VecX& x, const VecX& scale) { return scale.size() > 0 ? VecX(x.cwiseQuotient(scale)) : x; }

}  // namespace

MotionMap::MotionMap(const System& system, const ModelSystem* model) : system_(system), model_(model) {
  if (!model_) return;
  workspace_ = model_->make_workspace();
  size_ = model_->elements().size();
  const std::vector<Body>& bodies = model_->model().bodies();
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].has_coordinates()) bodies_.push_back(b);
    else if (bodies[b].kind == BodyKind::prescribed) prescribed_.push_back(b);
}

VecX MotionMap::moved(const State& x, MotionLevel level, const std::vector<std::size_t>& bodies) const {
  model_->move(x, level, motion_, *workspace_);
  VecX xi(6 * static_cast<Index>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyMotion& m = motion_[bodies[i]];
    const bool is_velocity = level == MotionLevel::velocity;
    xi.segment<3>(6 * static_cast<Index>(i)) = (is_velocity ? m.r_dot : m.r_ddot) / size_;
    xi.segment<3>(6 * static_cast<Index>(i) + 3) = is_velocity ? angular_velocity_of(m) : angular_acceleration_of(m);
  }
  return xi;
}

MatX MotionMap::jacobian(const State& x) const {
  const Index nq = system_.layout().nq;
  MatX J(rows(), nq);
  if (!model_) {
    J.setZero();
    J.diagonal() = over(VecX::Ones(nq), system_.layout().coordinate_scale);
    return J;
  }
  State y = x;
  y.v.setZero();
  const VecX at_rest = moved(y, MotionLevel::velocity, bodies_);
  for (Index j = 0; j < nq; ++j) {
    y.v[j] = 1;
    J.col(j) = moved(y, MotionLevel::velocity, bodies_) - at_rest;
    y.v[j] = 0;
  }
  return J;
}

VecX MotionMap::velocity(const State& x) const {
  return model_ ? moved(x, MotionLevel::velocity, bodies_) : over(x.v, system_.layout().coordinate_scale);
}

VecX MotionMap::acceleration(const State& x) const {
  return model_ ? moved(x, MotionLevel::acceleration, bodies_) : over(x.a, system_.layout().coordinate_scale);
}

VecX MotionMap::prescribed_velocity(const State& x) const {
  return model_ ? moved(x, MotionLevel::velocity, prescribed_) : VecX();
}
VecX MotionMap::prescribed_acceleration(const State& x) const {
  return model_ ? moved(x, MotionLevel::acceleration, prescribed_) : VecX();
}

}  // namespace daedalus
