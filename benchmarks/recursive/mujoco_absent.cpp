#include "mechanism.hpp"

namespace daedalus::peers {

Entry mujoco_forward_dynamics(const Mechanism&, const Motion&, const Motion&) {
  return {"MuJoCo", nullptr, "built without libmujoco-dev"};
}

}  // namespace daedalus::peers
