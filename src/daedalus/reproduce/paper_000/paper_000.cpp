#include "daedalus/reproduce/paper_000/paper_000.hpp"

#include <limits>

namespace daedalus::reproduce {
namespace paper_000 {

Mechanism load_vehicle(const ExperimentRunner& runner, const std::string& formulation) {
  return runner.load("hmmwv14_stiff", {{"rack", "locked"}, {"bump", "sharp"}}, formulation);
}

MethodChoice as_in_the_paper(const std::string& method) {
  return parse_method_choice(method == "expl-deabm" ? method : method + ":tolerance=step");
}

double first_edge(const Report& report, std::string_view axle) {
  for (const EventRecord& event : report.events)
    if (event.name.starts_with(axle) && event.name.ends_with("road_edge")) return event.t;
  return std::numeric_limits<double>::quiet_NaN();
}

std::size_t tolerance_count(const ExperimentRunner& runner) { return runner.quick() ? 3 : tolerances.size(); }

}  // namespace paper_000

Paper make_paper_000() {
  return {.number = "000",
          .title = "Implicit Runge-Kutta integration of the equations of multibody dynamics in descriptor form",
          .source = "Haug, Negrut, Engstler",
          .experiments =
              {
                  {"chassis-height", "Fig. 4, section 6.1", "the stiff vehicle and its chassis height over the bump",
                   paper_000::chassis_height},
                  {"errors", "Tables 6-7, Figs. 5-6", "errors of infl-trap and infl-sdirk versus tolerance",
                   paper_000::errors},
                  {"times", "Tables 8-9, Figs. 7, 9, 10", "implicit and explicit methods: CPU time ratios",
                   paper_000::times},
                  {"step-sizes", "Fig. 8", "step sizes of infl-trap and infl-sdirk", paper_000::step_sizes},
                  {"long-run", "section 6.1", "40 s without repartitioning", paper_000::long_run},
              },
          .theory = "docs/theory/paper-000.md"};
}

}  // namespace daedalus::reproduce
