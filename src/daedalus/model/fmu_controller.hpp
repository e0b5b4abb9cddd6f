// fmu_controller.hpp: a controller in an FMU (co-simulation) beside the mechanism: it reads channels and drives inputs, at
// instants of its own. Who runs the mechanism runs it: cosimulation/fmu_controllers.hpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace daedalus {

struct FmuController {
  std::string name;
  std::string file;                                         // as it can be opened
  double every = 0;                                         // s, between two instants; 0: as its author suggests
  std::vector<std::pair<std::string, double>> parameters;   // variable of the FMU, start value
  std::vector<std::pair<std::string, std::string>> reads;   // input of the FMU, channel of the model
  std::vector<std::pair<std::string, std::string>> drives;  // input of the model, output of the FMU
};

}  // namespace daedalus
