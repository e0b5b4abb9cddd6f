#include "daedalus/closed_form/catalog.hpp"

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/closed_form/andrews.hpp"
#include "daedalus/closed_form/car_axle.hpp"
#include "daedalus/closed_form/circular_track.hpp"
#include "daedalus/closed_form/driven_pendulum.hpp"
#include "daedalus/closed_form/knife_edge.hpp"
#include "daedalus/closed_form/pendulum.hpp"
#include "daedalus/closed_form/polar_particle.hpp"
#include "daedalus/closed_form/quarter_car.hpp"
#include "daedalus/closed_form/stop_block.hpp"

namespace daedalus {

const std::vector<CatalogEntry>& closed_form_catalog() {
  static const std::vector<CatalogEntry> entries = {
      {"pendulum", "point mass on a rod, Cartesian; exact solution by elliptic functions", 10, make_pendulum,
       pendulum_reference},
      {"polar_particle", "particle on a wire in polar coordinates, M(q); exact solution including the multiplier", 10,
       make_polar_particle, polar_particle_reference},
      {"driven_pendulum", "pendulum with a moving pivot, g(t, q); tabulated solution at t = 0, 0.5, 1, 2, 5", 5,
       make_driven_pendulum, driven_pendulum_reference},
      {"circular_track", "point mass on a circle under PI speed control, one first-order state; exact solution", 100,
       make_circular_track, circular_track_reference},
      {"car_axle", "IVP Test Set caraxis, stiff and driven; tabulated solution at t = 0, 0.1, 0.5, 1, 2, 3, 10", 3,
       make_car_axle, car_axle_reference},
      {"andrews", "IVP Test Set andrews, seven-body mechanism; tabulated solution at t = 0, 0.005, ..., 0.03", 0.03,
       make_andrews, andrews_reference},
      {"knife_edge", "sleigh on a slope, one nonholonomic constraint; exact solution including the multiplier", 5,
       make_knife_edge, knife_edge_reference},
      {"quarter_car", "chassis and wheel on a harmonic road, two rate groups; exact solution", 5, make_quarter_car,
       quarter_car_reference},
      {"stop_block", "block against a stiff stop, one switching function; exact solution including crossing times", 5,
       make_stop_block, stop_block_reference},
  };
  return entries;
}

const CatalogEntry& find_closed_form(std::string_view name) {
  std::vector<std::string_view> known;
  for (const CatalogEntry& entry : closed_form_catalog()) {
    if (entry.name == name) return entry;
    known.push_back(entry.name);
  }
  throw ModelError(unknown_name("closed-form system", name, known));
}

std::unique_ptr<System> make_closed_form(std::string_view name) { return find_closed_form(name).make(); }

}  // namespace daedalus
