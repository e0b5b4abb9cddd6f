// paper_003.hpp: Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics,
// called [BAE] here:
// its experiments.
//
// Not in the paper, and chosen here: all numbers of the circular track and of the truck (models/circular_track.yaml,
// models/vehicle/truck_trailer.yaml). The car axle is that of the IVP Test Set.
#pragma once

#include "daedalus/reproduce/paper.hpp"

namespace daedalus::reproduce {

Paper make_paper_003();

namespace paper_003 {

Account domains(const ExperimentRunner& runner);         // domains.cpp
Account circular_track(const ExperimentRunner& runner);  // circular_track.cpp
Account drift(const ExperimentRunner& runner);           // drift.cpp
Account alternatives(const ExperimentRunner& runner);    // alternatives.cpp
Account accuracy(const ExperimentRunner& runner);        // accuracy.cpp
Account hitch(const ExperimentRunner& runner);           // hitch.cpp

// The combinations of the figures, by the presets of rt-euler, and what the paper says of their drift: O(h^order),
// bounded or not.
struct Variant {
  std::string title, method;
  int drift_order;
  bool is_bounded;
};
std::vector<Variant> variants();

}  // namespace paper_003
}  // namespace daedalus::reproduce
