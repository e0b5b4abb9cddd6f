#include "daedalus/reproduce/paper_001/paper_001.hpp"

namespace daedalus::reproduce {

Paper make_paper_001() {
  return {
      .number = "001",
      .title =
          "Dual-rate integration using partitioned Runge-Kutta methods for mechanical systems with interacting "
          "subsystems",
      .source = "Shome, Haug, Jay",
      .experiments =
          {
              {"coefficients", "Tables 2-6, Fig. 1, Appendix A",
               "order and coupling conditions, stability of both parts", paper_001::coefficients},
              {"quarter-cars", "Table 7", "largest stable steps of three quarter cars", paper_001::quarter_cars},
              {"planar-vehicle", "Table 8, Figs. 4-5",
               "planar vehicle on two rigid rings: eigenvalues and largest stable steps", paper_001::planar_vehicle},
              {"hmmwv", "Table 9, Figs. 6-7",
               "HMMWV on four spatial rings: eigenvalues, largest stable steps, CPU times", paper_001::hmmwv},
              {"error-growth", "Fig. 8", "errors at large steps, order 2 and order 3", paper_001::error_growth},
          },
      .theory = "docs/theory/paper-001.md"};
}

}  // namespace daedalus::reproduce
