// paper_003.hpp: Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics, called [BAE] here:
// its experiments.
//
// Not in the paper, and chosen here: all numbers of the circular track and of the truck (models/circular_track.yaml,
// models/vehicle/truck_trailer.yaml). The car axle is that of the IVP Test Set.
#pragma once

#include "daedalus/reproduce/paper.hpp"

namespace daedalus::reproduce {

Paper make_paper_003();

namespace paper_003 {

Account domains(const Bench& bench);         // domains.cpp
Account circular_track(const Bench& bench);  // circular_track.cpp
Account drift(const Bench& bench);           // drift.cpp
Account alternatives(const Bench& bench);    // alternatives.cpp
Account accuracy(const Bench& bench);        // accuracy.cpp
Account hitch(const Bench& bench);           // hitch.cpp

// The combinations of the figures, by the presets of rt-euler, and what the paper says of their drift: O(h^order), bounded or not.
struct Variant {
  std::string title, method;
  int drift_order;
  bool is_bounded;
};
std::vector<Variant> variants();

}  // namespace paper_003
}  // namespace daedalus::reproduce
