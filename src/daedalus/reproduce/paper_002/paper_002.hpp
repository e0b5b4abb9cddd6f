// paper_002.hpp: Negrut, Jay, Khude, A Discussion of Low-Order Numerical Integration Formulas for Rigid and Flexible
// Multibody Dynamics, J. Comput. Nonlinear Dyn. 4, 021008 (2009), called [NJK09] here. Its methods, its mechanisms and
// its experiments.
//
// Not in the paper, and chosen here: where the spring of the slider crank is unloaded (x = 0), gamma of Newmark's
// method (0.6), b of hht-add (0), the end of the run of the seven-body mechanism (0.03 s, that of its data).
// generalized-alpha is not of the paper; it is shown beside its relatives.
#pragma once

#include <optional>

#include "daedalus/reproduce/paper.hpp"

namespace daedalus::reproduce {

Paper make_paper_002();

namespace paper_002 {

Account convergence(const ExperimentRunner& runner);           // convergence.cpp
Account energy(const ExperimentRunner& runner);                // energy.cpp
Account velocity_constraints(const ExperimentRunner& runner);  // velocity_constraints.cpp
Account cost(const ExperimentRunner& runner);                  // cost.cpp
Account printed_hht(const ExperimentRunner& runner);           // printed_hht.cpp
Account damping(const ExperimentRunner& runner);               // damping.cpp

std::vector<MethodChoice> methods();  // the six of the paper and generalized-alpha
bool is_of_the_paper(const MethodChoice& method);
bool keeps_velocities(const MethodChoice& method);  // the stabilized ones

// A mechanism of section 3 and what is looked at in it.
struct Case {
  std::string model, title;
  std::vector<OptionSetting> undamped;    // parameters that make it conservative
  std::string angle;                      // coordinate whose error the figures show
  std::string figure_angle, figure_rate;  // where its errors are plotted; "" when they are not
  std::string figure_energy;              // where its average energy error is plotted
  double t_end, quick_t_end;              // s, of the convergence study; with --quick
  double h;                               // s, its largest step
  int halvings;
  double order_1_h;  // s, the largest step of methods of order 1; one halving more
  double energy_h;   // s, the largest step of the energy study
  int energy_halvings;
  double cost_h;                                                        // s, the step of the cost measurement
  std::optional<State> (*exact)(const Mechanism& mechanism, double t);  // known solution, where there is one
};
std::vector<Case> cases();

}  // namespace paper_002
}  // namespace daedalus::reproduce
