// paper_001.hpp: Shome, Haug, Jay, Dual-rate integration using partitioned Runge-Kutta methods for mechanical systems with
// interacting subsystems, called [SHJ] here: its experiments.
//
// Not in the paper, and chosen here: all data of vehicles and tires (models/vehicle), the coefficients of its 2-6 method. Largest steps
// are therefore compared as ratios.
#pragma once

#include "daedalus/reproduce/paper.hpp"

namespace daedalus::reproduce {

Paper make_paper_001();

namespace paper_001 {

// The finding, confirmed if what was measured holds, else with a reason.
inline Finding decided(Finding finding, bool holds, const char* otherwise) {
  finding.outcome = holds ? Outcome::confirmed : Outcome::differs;
  if (!holds) finding.why = otherwise;
  return finding;
}

Account coefficients(const ExperimentRunner& runner);    // coefficients.cpp
Account quarter_cars(const ExperimentRunner& runner);    // quarter_cars.cpp
Account planar_vehicle(const ExperimentRunner& runner);  // planar_vehicle.cpp
Account hmmwv(const ExperimentRunner& runner);           // hmmwv.cpp
Account error_growth(const ExperimentRunner& runner);    // error_growth.cpp

}  // namespace paper_001
}  // namespace daedalus::reproduce
