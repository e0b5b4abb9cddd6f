// model_additions.hpp: what a program adds to a model that it reads from a text: laws written in its own language.
#pragma once

#include <functional>

#include "daedalus/model/functions/expression.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus {

struct ModelAdditions {
  NamedFunctions functions = {};                     // for elements of the text to name, as those of its `functions:`
  std::function<void(ModelBuilder&)> complete = {};  // with all that the text has; may throw ModelError
};

}  // namespace daedalus
