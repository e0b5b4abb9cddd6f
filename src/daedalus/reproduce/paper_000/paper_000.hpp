// paper_000.hpp: Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in
// Descriptor Form, called [HNE] here: its experiments, all of them on the stiff HMMWV
// (models/vehicle/hmmwv14_stiff.yaml), rack locked, over a half cylinder.
//
// The paper prints topology, tires, bushings, speed and bump, and neither geometry nor masses nor suspension: those are
// another program's, and the free lengths of the springs and the levers of the bushings are chosen to meet height and
// dominant eigenvalue. So ratios, step sizes and errors against tolerances can be compared, digits cannot. The start is
// settled; the paper does not say how it starts.
#pragma once

#include <array>

#include "daedalus/reproduce/paper.hpp"

namespace daedalus::reproduce {

Paper make_paper_000();

namespace paper_000 {

Account chassis_height(const ExperimentRunner& runner);  // chassis_height.cpp
Account errors(const ExperimentRunner& runner);          // errors.cpp
Account times(const ExperimentRunner& runner);           // times.cpp
Account step_sizes(const ExperimentRunner& runner);      // step_sizes.cpp
Account long_run(const ExperimentRunner& runner);        // long_run.cpp

Mechanism load_vehicle(const ExperimentRunner& runner, const std::string& formulation = "cartesian");

// A method whose tolerance bounds the errors of single steps, as in the paper: the option tolerance=step of those that
// have it. (expl-deabm, which aims at a twentieth of the tolerance, has not.)
MethodChoice as_in_the_paper(const std::string& method);

// When a wheel of the axle, 'front' or 'rear', first meets an edge of the road; NaN when none does.
double first_edge(const Report& report, std::string_view axle);

constexpr std::array<double, 4> tolerances = {1e-2, 1e-3, 1e-4, 1e-5};
using PerTolerance = std::array<double, 4>;

// rtol = atol of a quick run end at 1e-4.
std::size_t tolerance_count(const ExperimentRunner& runner);

}  // namespace paper_000
}  // namespace daedalus::reproduce
