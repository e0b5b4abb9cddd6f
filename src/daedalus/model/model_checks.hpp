// model_checks.hpp: what a mechanism must satisfy to make sense, whoever built it.
#pragma once

#include <string>
#include <vector>

#include "daedalus/model/model.hpp"

namespace daedalus {

struct ModelProblem {
  std::string section, element;  // 'bodies', 'crank'
  std::string message;           // what is wrong and what would be accepted
};

std::vector<ModelProblem> check_parts(const ModelParts& parts);

}  // namespace daedalus
