// controller_form.hpp: an element of the section `controllers:`, a controller in an FMU.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "daedalus/io/model_file/mapping_reader.hpp"
#include "daedalus/io/model_file/shape_types.hpp"

namespace daedalus::model_file {

// Names and what belongs to each: a name, or a number.
struct NamedNamesForm {
  std::vector<std::pair<std::string, std::string>> all;
};
struct NamedNumbersForm {
  std::vector<std::pair<std::string, double>> all;
};

struct ControllerForm {
  MeshFileForm fmu;
  double every = 0;
  NamedNumbersForm parameters;
  NamedNamesForm reads, drives;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("fmu", fmu, Field{.required = true}, "FMU with co-simulation, version 2.0 or 3.0, relative to this file");
    v("every", every, Field{.unit = "s", .range = at_least(0)},
      "time between two steps of the controller; 0: as the FMU suggests");
    v("parameters", parameters, Field{}, "start values of variables of the FMU");
    v("reads", reads, Field{}, "channel of the model for each input of the FMU");
    v("drives", drives, Field{}, "output of the FMU for each input of the model");
  }
};

}  // namespace daedalus::model_file
