// paper_004.hpp: Arnold, Fuchs, Führer, Efficient corrector iteration for DAE time integration in multibody dynamics (2004),
// called [AFF] here: its experiments.
//
// Not in the paper, and chosen here: all numbers of the train and of the car (models/rail/train_carriage.yaml,
// models/vehicle/passenger_car.yaml); of the chain the start and g (models/pendulum_chain.yaml). Our program is not the
// authors': what can be compared are counts, ratios and orders of magnitude.
#pragma once

#include "daedalus/reproduce/paper.hpp"

namespace daedalus::reproduce {

Paper make_paper_004();

namespace paper_004 {

Account structure(const ExperimentRunner& runner);  // structure.cpp
Account train(const ExperimentRunner& runner);      // train.cpp
Account chain(const ExperimentRunner& runner);      // chain.cpp
Account car(const ExperimentRunner& runner);        // car.cpp

}  // namespace paper_004
}  // namespace daedalus::reproduce
