#include "daedalus/model/excitations.hpp"

namespace daedalus {
namespace {

class HeldMotion final : public Function {
 public:
  HeldMotion(std::shared_ptr<const HeldExcitations> values, Index first) : values_(std::move(values)), first_(first) {}

  double derivative(double t, int order) const override {
    const double d = t - values_->t, *u = values_->w.data() + first_;
    return order == 0 ? u[0] + d * (u[1] + 0.5 * u[2] * d) : order == 1 ? u[1] + u[2] * d : order == 2 ? u[2] : 0;
  }
  std::string text() const override { return "held motion"; }

 private:
  std::shared_ptr<const HeldExcitations> values_;
  Index first_;
};

// Every place in a model where such a function is, always in the same order.
template <class Bodies, class Drivers, class Visit>
void for_each_motion(Bodies& bodies, Drivers& drivers, Visit visit) {
  for (auto& body : bodies) {
    if (body.kind != BodyKind::prescribed) continue;
    for (auto& function : body.motion.position)
      if (function) visit(function);
    if (body.motion.angle) visit(body.motion.angle);
  }
  for (auto& driver : drivers)
    for (auto& row : driver.rows)
      if (row.motion) visit(row.motion);
}

}  // namespace

ModelExcitations::ModelExcitations(const Model& model) {
  for_each_motion(model.bodies(), model.drivers(), [&](const FunctionPtr& f) { functions_.push_back(f); });
}

void ModelExcitations::compute(double t, VecX& w) const {
  for (std::size_t i = 0; i < functions_.size(); ++i)
    for (int order = 0; order < values; ++order)
      w[values * static_cast<Index>(i) + order] = functions_[i]->derivative(t, order);
}

Model ModelExcitations::held(const Model& model, const std::shared_ptr<const HeldExcitations>& values) {
  ModelParts parts = model.parts();
  Index first = 0;
  for_each_motion(parts.bodies, parts.drivers, [&](FunctionPtr& f) {
    f = std::make_shared<const HeldMotion>(values, first);
    first += ModelExcitations::values;
  });
  return Model(std::move(parts));
}

}  // namespace daedalus
