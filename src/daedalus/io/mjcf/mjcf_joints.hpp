// mjcf_joints.hpp: the joints of one body of MJCF as one joint of a robot.
//
//   none                   fixed                         <freejoint>, type free     floating
//   hinge                  revolute                      ball                       spherical
//   slide                  translational
//   several                a free joint that holds what they leave out: slides along orthogonal axes, then up to three
//                          hinges about orthogonal axes through one point. There are no bodies without mass here that
//                          could carry joints one by one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/io/mjcf/mjcf_settings.hpp"

namespace daedalus::mjcf {

enum class MjcfJointKind { hinge, slide, ball, free };

struct MjcfJoint {
  std::string name;  // "" if it has none
  urdf::Place place;
  MjcfJointKind kind = MjcfJointKind::hinge;
  Vec3 pos = Vec3::Zero(), axis = Vec3::UnitZ();  // in the frame of the body
  double stiffness = 0, springref = 0, ref = 0, damping = 0, frictionloss = 0;
  std::optional<JointLimits> limits;
};

// No value: the problem has been reported. `frame` as in read_geom.
std::optional<MjcfJoint> read_mjcf_joint(const XmlElement& element, const Settings& settings, const Pose& frame,
                                         Ignored& ignored);

// The joint by which `body` hangs on its parent, without the names of the two. `body_pose` is the pose of the body in
// its parent when all joints are at their ref. No value when the joints cannot be one.
std::optional<urdf::RobotJoint> combine_joints(const XmlElement& body, const std::string& body_name,
                                               const Pose& body_pose, const std::vector<MjcfJoint>& joints);

}  // namespace daedalus::mjcf
