// excitations.hpp: the known motions u(t) in a model, of prescribed bodies and of drivers, and the same model with their
// values held:  u(t₀ + d) = u + u' d + u'' d²/2  for given u, u', u''. What System::excitations() is for. Travel along a
// track is not among them.
#pragma once

#include <memory>

#include "daedalus/model/model.hpp"

namespace daedalus {

struct HeldExcitations {
  double t = 0;  // t₀
  VecX w;        // u, u', u'' of each
};

class ModelExcitations {
 public:
  static constexpr int values = 3;  // of each
  explicit ModelExcitations(const Model& model);

  Index count() const { return values * static_cast<Index>(functions_.size()); }
  void compute(double t, VecX& w) const;

  // The model in which they are what `values` says, whenever that is changed. `model` may have other bodies besides:
  // the parts of flexible ones.
  static Model held(const Model& model, const std::shared_ptr<const HeldExcitations>& values);

 private:
  std::vector<FunctionPtr> functions_;
};

}  // namespace daedalus
