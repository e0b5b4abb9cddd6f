// Models of MJCF files accelerate as in MuJoCo, in both formulations.
//
// The numbers are those of MuJoCo 4.0.0 (Python package mujoco) for files/chain.xml and files/hip.xml, contacts disabled:
// qpos and qvel were set, mj_forward was called, and qacc, xipos, body_mass and energy were printed. Accelerations of the
// centers of mass are J qacc + J' qvel of mj_jacBodyCom and mj_jacDot.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "support/model_parts.hpp"

namespace daedalus::testing {
namespace {

struct BodyReference {
  std::string name;
  double mass;
  Vec3 position, acceleration;  // of the center of mass
};
struct MujocoReference {
  std::string side_file;
  std::vector<BodyReference> bodies;
  std::map<std::string, double> accelerations;  // of the coordinates of the joint formulation
};

const MujocoReference chain{
    "mjcf: chain.xml\ninitial: {shoulder.angle: {value: 0.4, rate: 1.1}, slider.displacement: {value: 0.12, rate: "
    "-0.3}, "
    "wrist.angle: {value: -0.5, rate: 2}}\n",
    {{"upper",
      1.9270920235723499,
      {0.1320770801421457, 0.32815706572892245, 0.8976429053000654},
      {-1.1926919568403476, -0.46087075430460345, -0.20524383938406646}},
     {"lower",
      1.6084954386379742,
      {0.15166744557717599, 0.6231341981158813, 0.6424501105931757},
      {-2.3693775303928026, 1.1594987039986004, -1.8534993737847585}},
     {"hand",
      0.4,
      {-0.01908402954016747, 0.7653477301752561, 0.3706691094398388},
      {-13.794879636640404, 28.473912383641427, 10.36895739139889}}},
    {{"shoulder.angle", 6.13123337585585},
     {"slider.displacement", 2.864581547374626},
     {"wrist.angle", 608.7528590061291}}};

// hip_y counts the other way: the axes x, z, y of the three hinges are left-handed
const MujocoReference hip{
    "mjcf: hip.xml\ninitial: {root_x: {value: 0.2, rate: 0.5}, root_z: {value: 1.3, rate: -0.4}, root_y: {value: 0.4, "
    "rate: 0.7}, hip_x: {value: 0.3, rate: 0.9}, hip_z: {value: -0.2, rate: -1.1}, hip_y: {value: -0.5, rate: -1.3}, "
    "ankle_y: {value: 0.1, rate: 0.6}, ankle_x: {value: -0.15, rate: -0.8}}\n",
    {{"pelvis", 4.8, {0.16105816576913495, 0, 1.3078939005997117}, {2.677467219879846, 0, -7.579621459523962}},
     {"thigh",
      3.6661730235421794,
      {-0.03324242479572725, 0.18175548775653771, 1.1112291185761654},
      {-4.627111188859283, -0.5440412609384737, -10.1923684112889}},
     {"foot",
      0.9047786842338603,
      {-0.2098138041657836, 0.27867616379216176, 0.9184645166795586},
      {4.544699862800931, 4.778109829995254, -20.09316471407719}}},
    {{"thigh_joint.yaw", 103.9159020756804},
     {"thigh_joint.roll", 177.2292880216698},
     {"thigh_joint.pitch", 283.394603073053},
     {"foot_joint.yaw", 109.97546052361494},
     {"foot_joint.roll", -46.3524660128551},
     {"pelvis_joint.yaw", 216.36768982164745}}};

double coordinate(const System& system, const VecX& values, const std::string& name) {
  const std::vector<std::string>& names = system.layout().coordinates;
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) throw std::out_of_range("no coordinate " + name);
  return values[static_cast<Index>(at - names.begin())];
}

class Mujoco : public ::testing::TestWithParam<const MujocoReference*> {};
INSTANTIATE_TEST_SUITE_P(Mjcf, Mujoco, ::testing::Values(&chain, &hip),
                         [](const auto& test) { return test.param == &chain ? "chain" : "hip"; });

TEST_P(Mujoco, MassesAndCentersOfMassAndTheirAccelerationsAgree) {
  const Model model = read_model_text(GetParam()->side_file, MJCF_TESTS "/files/side.yaml");
  const auto system = make_system(model, "cartesian");
  const Assembled start = assemble(*system);
  ASSERT_TRUE(start.report.assembled) << start.report.failure;
  EXPECT_LE(start.report.position_gap, 1e-12);
  EXPECT_LE(start.report.velocity_gap, 1e-11);
  for (const BodyReference& body : GetParam()->bodies) {
    EXPECT_NEAR(body_of(model, body.name).mass, body.mass, 1e-12) << body.name;
    for (int k = 0; k < 3; ++k) {
      const std::string name = body.name + "." + "xyz"[k];
      EXPECT_NEAR(coordinate(*system, start.state.q, name), body.position[k], 1e-12) << name;
      EXPECT_NEAR(coordinate(*system, start.state.a, name), body.acceleration[k], 1e-8) << name;
    }
  }
}

TEST_P(Mujoco, JointAccelerationsAgree) {
  const Model model = read_model_text(GetParam()->side_file, MJCF_TESTS "/files/side.yaml");
  const auto system = make_system(model, "joint");
  const Assembled start = assemble(*system);
  ASSERT_TRUE(start.report.assembled) << start.report.failure;
  for (const auto& [name, acceleration] : GetParam()->accelerations)
    EXPECT_NEAR(coordinate(*system, start.state.a, name), acceleration, 1e-7) << name;
}

}  // namespace
}  // namespace daedalus::testing
