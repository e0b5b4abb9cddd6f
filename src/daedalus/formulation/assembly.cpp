#include "daedalus/formulation/assembly.hpp"

#include <fmt/format.h>

#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

Assembled assemble(const ModelSystem& system) { return system.assemble(); }

std::vector<std::string> AssemblyReport::lines() const {
  std::vector<std::string> text;
  if (!assembled) {
    text.push_back(failure);
    return text;
  }
  if (moved.empty())
    text.push_back(fmt::format("initial positions satisfy all joints (largest residual {:.2g})", position_gap));
  for (std::size_t i = 0; i < moved.size() && i < 5; ++i)
    text.push_back(fmt::format("assembly moved '{}' by {:.3g} m and rotated it by {:.3g} rad", moved[i].body,
                               moved[i].distance, moved[i].turn));
  if (moved.size() > 5) text.push_back(fmt::format("and {} more bodies by less", moved.size() - 5));
  if (largest_velocity_change > 1e-9)
    text.push_back(fmt::format("initial velocities changed by up to {:.3g}", largest_velocity_change));
  return text;
}

}  // namespace daedalus
