// step_concerns.hpp: what speaks against a method with steps of h on a model, before it is run.
#pragma once

#include <string>
#include <vector>

#include "daedalus/analysis/stability.hpp"

namespace daedalus {

// None when h = 0: the step is not fixed.
std::vector<std::string> step_concerns(const MethodChoice& method, const StepLimit& limit, double h);

}  // namespace daedalus
