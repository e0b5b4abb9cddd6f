#include "daedalus/reproduce/paper_003/paper_003.hpp"

namespace daedalus::reproduce {
namespace paper_003 {

std::vector<Variant> variants() {
  return {{"index 1", "rt-euler:preset=index1", 1, false},
          {"index 2", "rt-euler:preset=index2", 1, false},
          {"index 1, Baumgarte", "rt-euler:preset=index1-baumgarte", 2, true},
          {"index 2, Baumgarte", "rt-euler:preset=index2-baumgarte", 2, true},
          {"index 1, projection", "rt-euler:preset=index1-projected", 3, true},
          {"index 2, projection", "rt-euler:preset=index2-projected", 3, true}};
}

}  // namespace paper_003

Paper make_paper_003() {
  return {
      .number = "003",
      .title = "DAE time integration for real-time applications in multi-body dynamics",
      .source = "Burgermeister, Arnold, Esterl",
      .experiments =
          {
              {"domains", "Fig. 1", "stability regions of the partitioned linear-implicit Euler methods",
               paper_003::domains},
              {"circular-track", "Fig. 3", "drift from a circular track", paper_003::circular_track},
              {"drift", "Figs. 5-6", "drift of the car axle over time and versus step size", paper_003::drift},
              {"alternatives", "sections 3.3-3.4",
               "the formulation of Gear, Gupta and Leimkuhler, and sequential regularization", paper_003::alternatives},
              {"accuracy", "Figs. 7-8", "explicit and linear-implicit steps, global error of the car axle",
               paper_003::accuracy},
              {"hitch", "Figs. 10-11", "truck and trailer: position error and force of the hitch", paper_003::hitch},
          },
      .theory = "docs/theory/paper-003.md"};
}

}  // namespace daedalus::reproduce
