// force_types.hpp: every force there is. A new one is its own file and one line here.
#pragma once

#include <tuple>
#include <type_traits>
#include <variant>

#include "daedalus/model/forces/axle_torque.hpp"
#include "daedalus/model/forces/brake.hpp"
#include "daedalus/model/forces/bushing.hpp"
#include "daedalus/model/forces/controllers.hpp"
#include "daedalus/model/forces/coupled_spring.hpp"
#include "daedalus/model/forces/driver.hpp"
#include "daedalus/model/forces/formula_force.hpp"
#include "daedalus/model/forces/freedom_spring.hpp"
#include "daedalus/model/forces/half_shaft.hpp"
#include "daedalus/model/forces/planar_ring_tire.hpp"
#include "daedalus/model/forces/point_load.hpp"
#include "daedalus/model/forces/powertrain.hpp"
#include "daedalus/model/forces/rail_creep.hpp"
#include "daedalus/model/forces/ring_tire.hpp"
#include "daedalus/model/forces/road_spring.hpp"
#include "daedalus/model/forces/rolling_tire.hpp"
#include "daedalus/model/forces/rotor.hpp"
#include "daedalus/model/forces/servo.hpp"
#include "daedalus/model/forces/slip_tire.hpp"
#include "daedalus/model/forces/spring_damper.hpp"
#include "daedalus/model/forces/torsion_spring.hpp"
#include "daedalus/model/forces/vertical_tire.hpp"

namespace daedalus {

using ForceTypes =
    std::tuple<SpringDamper, TorsionSpring, FreedomSpring, CoupledSpring, Bushing, PointForce, PointTorque, RoadSpring,
               VerticalTire, SlipTire, RollingTire, RelaxedTire, PlanarRingTire, RingTire, AxleTorque, Brake, HalfShaft,
               Powertrain, Driver, Servo, RailCreep, Rotor, PdController, PiController, LaggedForce, FormulaForce>;

// The rate group of a law's states where the model says nothing: laws of fast things say `static constexpr bool is_fast = true`.
template <class Law>
const char* usual_rate_group() {
  if constexpr (requires { Law::is_fast; }) return Law::is_fast ? "fast" : "";
  else return "";
}

template <class Types>
struct LawsOf;
template <class... Laws>
struct LawsOf<std::tuple<Laws...>> {
  using Any = std::variant<const Laws*...>;
  template <class Law>
  static constexpr bool contain = (std::is_same_v<Law, Laws> || ...);
};
using ListedLaw = LawsOf<ForceTypes>::Any;

// The element of a law of the list. Every law brings its derivatives along: they are compiled once, in force_types.cpp.
ForcePtr make_listed_force(std::string name, const ListedLaw& law, std::string rate_group);

// The element of a law, of whichever kind it is.
template <class Law>
ForcePtr make_element(std::string name, const Law& law, std::string rate_group) {
  const auto with_rate = [&](auto force) {
    force->set_rate_group(std::move(rate_group));
    return force;
  };
  if constexpr (requires { law.make_element(name); }) return law.make_element(std::move(name));
  else if constexpr (requires { Law::measures; })
    return with_rate(std::make_shared<MeasureForce<Law>>(std::move(name), law));
  else return with_rate(std::make_shared<FrameForce<Law>>(std::move(name), law));
}

template <class Law>
ForcePtr make_force(std::string name, const Law& law, std::string rate_group = usual_rate_group<Law>()) {
  if constexpr (LawsOf<ForceTypes>::contain<Law>)
    return make_listed_force(std::move(name), &law, std::move(rate_group));
  else return make_element(std::move(name), law, std::move(rate_group));
}

}  // namespace daedalus
