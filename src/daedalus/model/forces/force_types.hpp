// force_types.hpp: every force there is. A new one is its own file and one line here.
#pragma once

#include <tuple>

#include "daedalus/model/forces/bushing.hpp"
#include "daedalus/model/forces/controllers.hpp"
#include "daedalus/model/forces/coupled_spring.hpp"
#include "daedalus/model/forces/freedom_spring.hpp"
#include "daedalus/model/forces/planar_ring_tire.hpp"
#include "daedalus/model/forces/point_load.hpp"
#include "daedalus/model/forces/rail_creep.hpp"
#include "daedalus/model/forces/road_spring.hpp"
#include "daedalus/model/forces/rolling_tire.hpp"
#include "daedalus/model/forces/rotor.hpp"
#include "daedalus/model/forces/slip_tire.hpp"
#include "daedalus/model/forces/spring_damper.hpp"
#include "daedalus/model/forces/torsion_spring.hpp"
#include "daedalus/model/forces/vertical_tire.hpp"

namespace daedalus {

using ForceTypes = std::tuple<SpringDamper, TorsionSpring, FreedomSpring, CoupledSpring, Bushing, PointForce,
                              PointTorque, RoadSpring, VerticalTire, SlipTire, RollingTire, RelaxedTire, PlanarRingTire,
                              RailCreep, Rotor, PdController, PiController, LaggedForce>;

// The element of a law, of whichever kind it is.
template <class Law>
ForcePtr make_force(std::string name, const Law& law) {
  if constexpr (requires { Law::measures; }) return std::make_shared<MeasureForce<Law>>(std::move(name), law);
  else return std::make_shared<FrameForce<Law>>(std::move(name), law);
}

}  // namespace daedalus
