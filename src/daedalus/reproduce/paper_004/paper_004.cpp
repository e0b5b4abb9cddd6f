#include "daedalus/reproduce/paper_004/paper_004.hpp"

namespace daedalus::reproduce {

Paper make_paper_004() {
  return {.number = "004",
          .title = "Efficient corrector iteration for DAE time integration in multibody dynamics",
          .source = "Arnold, Fuchs, Fuehrer, 2004",
          .experiments =
              {
                  {"structure", "Figs. 3-5", "sparsity of the train's Jacobian, groups of its columns",
                   paper_004::structure},
                  {"train", "Table 1", "train carriage on a line change: cost of the Jacobian strategies",
                   paper_004::train},
                  {"chain", "Fig. 7, Table 2", "chain of pendulums: evaluations and updates of the Jacobian",
                   paper_004::chain},
                  {"car", "Table 3", "car with periodic line changes: cost of the Jacobian strategies", paper_004::car},
              },
          .theory = "docs/theory/paper-004.md"};
}

}  // namespace daedalus::reproduce
