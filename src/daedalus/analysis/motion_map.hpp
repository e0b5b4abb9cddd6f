// motion_map.hpp: how the bodies move with the coordinates, in world axes: the same numbers whatever the coordinates
// are.
//
//   ξ' = J(t, q) v + ...      six rows per body that moves: velocity of its center of mass over the size of the
//   mechanism, angular velocity
//
// A small change δq of the positions is J δq as well: displacements and small turns. Without bodies (closed-form
// systems), or where bodies do not show everything (a chain of joints in gimbal lock), the rows are the coordinates,
// over their scales.
#pragma once

#include <memory>

#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

class MotionMap {
 public:
  explicit MotionMap(const ModelSystem& model) : MotionMap(model, &model) {}
  static MotionMap of_coordinates(const System& system) { return MotionMap(system, nullptr); }

  Index bodies() const { return static_cast<Index>(bodies_.size()); }
  Index rows() const { return model_ ? 6 * bodies() : system_.layout().nq; }
  MatX jacobian(const State& x) const;  // (rows × nq)
  VecX velocity(const State& x) const;  // ξ', what drivers and prescribed bodies add included
  VecX acceleration(const State& x) const;
  // The same of prescribed bodies.
  VecX prescribed_velocity(const State& x) const;
  VecX prescribed_acceleration(const State& x) const;

 private:
  MotionMap(const System& system, const ModelSystem* model);
  VecX moved(const State& x, MotionLevel level, const std::vector<std::size_t>& bodies) const;

  const System& system_;
  const ModelSystem* model_ = nullptr;
  std::unique_ptr<Workspace> workspace_;
  std::vector<std::size_t> bodies_, prescribed_;
  double size_ = 1;
  mutable std::vector<BodyMotion> motion_;
};

}  // namespace daedalus
