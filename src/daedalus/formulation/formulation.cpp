#include "daedalus/formulation/formulation.hpp"

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "daedalus/formulation/flexible/flexible_system.hpp"
#include "daedalus/formulation/model_channels.hpp"
#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {

std::vector<std::string_view> formulation_names() { return {"cartesian", "joint"}; }

std::unique_ptr<ModelSystem> make_system(const Model& model, const std::string& formulation) {
  if (model.has_flexible_bodies() && (formulation == "cartesian" || formulation == "joint"))
    return std::make_unique<FlexibleSystem>(model, formulation == "joint" ? UserJoints::in_tree : UserJoints::cut);
  if (formulation == "cartesian") return std::make_unique<CartesianSystem>(model);
  if (formulation == "joint") return std::make_unique<JointSystem>(model);
  throw OptionError(unknown_name("formulation", formulation, formulation_names()));
}

std::unique_ptr<ChannelSource> make_channels(const ModelSystem& system) {
  return std::make_unique<ModelChannels>(system);
}

}  // namespace daedalus
