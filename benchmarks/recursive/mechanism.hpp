// mechanism.hpp: a tree of bodies on pins, told to every contestant in the same words. Knows neither Daedalus nor its
// peers (and stays C++17, which Simbody's headers need).
//
//   frame of link i:  R = R_parent exp(angle · axis),  p = p_parent + R_parent pivot
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <string>
#include <vector>

namespace daedalus::peers {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

struct Link {
  int parent = -1;                    // -1: ground
  Vector3 pivot = Vector3::Zero();    // m, in the parent's frame
  Vector3 axis = Vector3::UnitZ();    // of the pin, in both frames
  double mass = 0;                    // kg
  Vector3 com = Vector3::Zero();      // m
  Matrix3 inertia = Matrix3::Zero();  // kg m², about the center of mass
};

struct Mechanism {
  std::string name;
  bool free_base = false;  // links[0] floats; its pivot and axis mean nothing
  std::vector<Link> links;
  Vector3 gravity = {0, -9.81, 0};  // m/s²
  int freedoms() const { return static_cast<int>(links.size()) + (free_base ? 5 : 0); }
};

struct Motion {
  // of a free base, world axes
  Vector3 position = Vector3::Zero(), velocity = Vector3::Zero(), angular_velocity = Vector3::Zero();
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  std::vector<double> angle, rate;  // rad, rad/s, one per link
};

struct Acceleration {
  Vector3 base = Vector3::Zero(), base_angular = Vector3::Zero();  // world axes
  std::vector<double> angle;                                       // rad/s², one per link
};

struct LinkFrame {
  Matrix3 R;
  Vector3 p, v, w, a, alpha;  // of the frame's origin, world axes
};

std::vector<LinkFrame> kinematics(const Mechanism& mechanism, const Motion& motion, const Acceleration& acceleration);
// Of the centers of mass, world axes: what contestants with different coordinates are compared by.
std::vector<Vector3> com_accelerations(const Mechanism& mechanism, const Motion& motion,
                                       const Acceleration& acceleration);

// N point masses on massless rods in the xy-plane, hanging along -y at angle 0.   1 kg, 1 m
Mechanism point_chain(int N);
// N slender rods with pins about z, along -y at angle 0.   1 kg, 1 m
Mechanism rod_chain(int N);
// A free base and 4 legs of 6 links, axes x, y, z in turn: 30 freedoms.
Mechanism four_legs();

// Something in full motion, always the same for the same mechanism.
Motion some_motion(const Mechanism& mechanism);
// The same positions with the velocities scaled: a second state that is consistent in any coordinates.
Motion with_slower_rates(Motion motion, double factor);

// One contestant: from positions and velocities to accelerations. It holds two states, so that no call repeats the last
// one.
class ForwardDynamics {
 public:
  virtual ~ForwardDynamics() = default;
  virtual void run(int state) = 0;                       // 0 or 1
  virtual std::vector<Vector3> com_accelerations() = 0;  // of the last run
};

// A contestant, or the reason why there is none.
struct Entry {
  std::string who;
  std::unique_ptr<ForwardDynamics> contestant;
  std::string absence;
};

Entry simbody_forward_dynamics(const Mechanism& mechanism, const Motion& first, const Motion& second);
Entry mujoco_forward_dynamics(const Mechanism& mechanism, const Motion& first, const Motion& second);

}  // namespace daedalus::peers
