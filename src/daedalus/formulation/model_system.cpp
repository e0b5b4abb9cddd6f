#include "daedalus/formulation/model_system.hpp"

#include <fmt/format.h>

#include "daedalus/base/errors.hpp"

namespace daedalus {

std::string ModelSystem::identity() const {
  std::string text = name() + " (" + formulation();
  for (const ModelParameter& parameter : model_.parameters()) text += fmt::format(", {}={:.17g}", parameter.name, parameter.value);
  return text + ")";
}

const ModelSystem& as_model_system(const System& system) {
  const auto* of_model = dynamic_cast<const ModelSystem*>(&system);
  if (!of_model) throw OptionError(fmt::format("'{}' was not made of a model.", system.name()));
  return *of_model;
}

}  // namespace daedalus
