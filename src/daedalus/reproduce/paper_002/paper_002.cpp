#include "daedalus/reproduce/paper_002/paper_002.hpp"

#include "daedalus/reproduce/paper_002/slider_crank_solution.hpp"

namespace daedalus::reproduce {
namespace paper_002 {
namespace {

std::optional<State> not_known(const Mechanism&, double) { return std::nullopt; }

}  // namespace

std::vector<MethodChoice> methods() {
  std::vector<MethodChoice> all;
  for (const char* name : {"nstiff", "newmark", "hht-i3", "generalized-alpha", "nstiff-si2", "hht-add", "hht-si2"})
    all.push_back(parse_method_choice(name));
  return all;
}

bool is_of_the_paper(const MethodChoice& method) { return method.name != "generalized-alpha"; }

bool keeps_velocities(const MethodChoice& method) {
  return find_method(method.name).record.satisfies == ConstraintLevel::position_and_velocity;
}

std::vector<Case> cases() {
  return {
      {.model = "slider_crank",
       .title = "slider crank",
       .undamped = {{"c", "0"}},
       .angle = "crank.theta",
       .figure_angle = "",
       .figure_rate = "Fig. 3",
       .figure_energy = "Fig. 9",
       .t_end = 2,
       .quick_t_end = 2,
       .h = 0x1p-8,
       .halvings = 5,
       .order_1_h = 0x1p-10,
       .energy_h = 0x1p-9,
       .energy_halvings = 4,
       .cost_h = 0x1p-10,
       .exact = slider_crank_solution},
      {.model = "flexible_slider_crank",
       .title = "flexible slider crank",
       .undamped = {},
       .angle = "crank.theta",
       .figure_angle = "",
       .figure_rate = "Fig. 4",
       .figure_energy = "Fig. 10",
       .t_end = 2,
       .quick_t_end = 0.5,
       .h = 8e-4,
       .halvings = 3,
       .order_1_h = 8e-4,
       .energy_h = 8e-4,
       .energy_halvings = 2,
       .cost_h = 1e-4,
       .exact = not_known},
      {.model = "andrews",
       .title = "seven-body mechanism",
       .undamped = {},
       .angle = "K5.theta",
       .figure_angle = "Fig. 5",
       .figure_rate = "Fig. 6",
       .figure_energy = "",
       .t_end = 0.03,
       .quick_t_end = 0.01,
       .h = 2e-5,
       .halvings = 4,
       .order_1_h = 5e-6,
       .energy_h = 0,
       .energy_halvings = 0,
       .cost_h = 1e-5,
       .exact = not_known},
  };
}

}  // namespace paper_002

Paper make_paper_002() {
  return {.number = "002",
          .title = "A Discussion of Low-Order Numerical Integration Formulas for Rigid and Flexible Multibody Dynamics",
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009)",
          .experiments =
              {
                  {"convergence", "Figs. 3-6", "orders of convergence in positions, velocities and multipliers",
                   paper_002::convergence},
                  {"energy", "Figs. 7-10", "energy of conservative mechanisms", paper_002::energy},
                  {"velocity-constraints", "Figs. 11-15", "violation of the velocity constraints",
                   paper_002::velocity_constraints},
                  {"cost", "Fig. 16", "time and work per step", paper_002::cost},
                  {"printed-hht", "Eq. (8)", "Eq. (8) as printed and as implemented, where M depends on q",
                   paper_002::printed_hht},
                  {"damping", "section 3.2", "spectral radius at infinity", paper_002::damping},
              },
          .theory = "docs/theory/paper-002.md"};
}

}  // namespace daedalus::reproduce
