// quarter_car.hpp: a slow chassis mass over a fast wheel mass on a harmonic road, heights from the static position.
//
//   M zc'' = -k (zc - zw) - c (zc' - zw')                                             rate group 'slow'
//   m zw'' =  k (zc - zw) + c (zc' - zw') - K (zw - y) - C (zw' - y')                 rate group 'fast'
//   y(t) = Y sin Ωt
//
// Starts at rest in the static position, while the road already rises. Linear: the exact solution is the harmonic
// response plus the four eigenmotions that meet the initial values.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct QuarterCar {
  static constexpr int nq = 2, ng = 0, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  enum Group : Index { chassis, wheel };

  double chassis_mass = 400, wheel_mass = 40;                     // kg
  double suspension_stiffness = 20e3, suspension_damping = 1500;  // N/m, N s/m
  double tire_stiffness = 200e3, tire_damping = 100;              // N/m, N s/m
  double road_amplitude = 0.02, road_frequency = 10;              // m, rad/s

  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    return Mat<S, 2, 2>{{S(chassis_mass), S(0.0)}, {S(0.0), S(wheel_mass)}};
  }
  template <class S>
  Vec<S, 2> force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 0>&) const {
    const S suspension = suspension_force(q, v);
    return {-suspension, suspension - tire_force(t, q, v)};
  }
  // The chassis does not touch the road: its group is right without the tire.
  template <class S>
  Vec<S, 2> group_force(Index group, const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 0>&) const {
    const S suspension = suspension_force(q, v);
    if (group == chassis) return {-suspension, S(0.0)};
    return {S(0.0), suspension - tire_force(t, q, v)};
  }
  template <class S>
  S potential(const S& t, const Vec<S, 2>& q) const {
    const S stroke = q[0] - q[1], deflection = q[1] - road(t);
    return 0.5 * suspension_stiffness * stroke * stroke + 0.5 * tire_stiffness * deflection * deflection;
  }
  template <class S>
  S dissipated(const S& t, const Vec<S, 2>&, const Vec<S, 2>& v, const Vec<S, 0>&) const {
    const S suspension = v[0] - v[1], tire = v[1] - road_velocity(t);
    return suspension_damping * suspension * suspension + tire_damping * tire * tire;
  }
  // The road pushes the damper of the tire.
  template <class S>
  S supplied(const S& t, const Vec<S, 2>&, const Vec<S, 2>& v, const Vec<S, 0>&) const {
    return -tire_damping * (v[1] - road_velocity(t)) * road_velocity(t);
  }

  std::vector<std::string> coordinates() const { return {"chassis.z", "wheel.z"}; }
  std::vector<RateGroup> rate_groups() const {
    return {{.name = "slow", .coordinates = {0}, .constraints = {}, .states = {}},
            {.name = "fast", .coordinates = {1}, .constraints = {}, .states = {}}};
  }
  State initial_guess() const { return exact(0); }
  State exact(double t) const;

 private:
  template <class S>
  S road(const S& t) const {
    using std::sin;
    return road_amplitude * sin(road_frequency * t);
  }
  template <class S>
  S road_velocity(const S& t) const {
    using std::cos;
    return road_amplitude * road_frequency * cos(road_frequency * t);
  }
  template <class S>
  S suspension_force(const Vec<S, 2>& q, const Vec<S, 2>& v) const {
    return suspension_stiffness * (q[0] - q[1]) + suspension_damping * (v[0] - v[1]);
  }
  template <class S>
  S tire_force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v) const {
    return tire_stiffness * (q[1] - road(t)) + tire_damping * (v[1] - road_velocity(t));
  }
};

std::unique_ptr<System> make_quarter_car();
std::optional<State> quarter_car_reference(double t);  // exact, any t

}  // namespace daedalus
