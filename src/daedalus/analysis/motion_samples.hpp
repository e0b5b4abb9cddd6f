// motion_samples.hpp: the motion and the forces of a model at some instants, whatever the coordinates, and how far two
// such records lie apart.
//
// A deviation is relative to the size of its quantity: the largest value that the body, the joint or the driver shows
// in the record, but at least a thousandth of what any other one shows (so that what rests, or carries nothing, is not
// measured by its rounding). Positions are relative to the size of the mechanism and of its motion, orientations are
// differences of rotation matrices in rad. Reactions are on P at P in world axes, forces of drivers along their
// measure.
//
// Accelerations of a stiff model. They are what is left of forces that cancel: an arm of 6 kg at rest between bushings
// that carry 5 kN.
// A relative error ε of velocities, and be it rounding, is one of ε |λ| |v| in accelerations, λ the fastest eigenvalue.
// Where |λ| |v| is more than a thousand times as large as any acceleration, a deviation is therefore relative to the
// forces and torques that act on the body,
//
//   (m (|a| + |g|) + Σ|F|) / m,     (J (|α| + |ω|²) + Σ(|T| + |d × F|)) / J_smallest      over all reactions F, T on
//   the body, d from its center,
//
// which bound what springs and dampers do to it, but to no more than |λ| |v| and |λ| |ω|.
//
// Close to a singular position rounding ε is one of ε/δ³ in accelerations, and reactions have a pole
// (docs/theory/singular_positions.md). Instants at which the smallest singular value of the constraint Jacobian is less
// than a twenty-fifth of what it is elsewhere are therefore left out for both; positions and velocities are compared.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "daedalus/formulation/model_system.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

struct BodySample {  // center of mass, world axes
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), a = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  Vec3 w = Vec3::Zero(), alpha = Vec3::Zero();
  // of all reactions on the body about its center: sums of magnitudes
  double force = 0, torque = 0;
};

struct MotionSample {
  double t = 0;
  std::vector<BodySample> bodies;      // by BodyId; those without coordinates are left as they are
  std::vector<Wrench<double>> joints;  // as in the model
  VecX drivers;
  // of the scaled constraint Jacobian, falling; none for more than 300 rows
  VecX singular_values;
};

class MotionSampler {
 public:
  explicit MotionSampler(const ModelSystem& system)
      : system_(system), workspace_(system.make_workspace()), eq_(system) {}
  MotionSample at(const State& x);  // with its a and lambda

 private:
  const ModelSystem& system_;
  std::unique_ptr<Workspace> workspace_;
  std::vector<BodyMotion> motion_;
  Equations eq_;
};

struct Deviation {
  std::string name;           // of a body, joint or driver
  const char* quantity = "";  // where it is largest: 'acceleration'
  double value = 0;           // relative
  double t = 0;               // s
};

struct Deviations {
  std::vector<Deviation> bodies, joints, drivers;  // one each, its worst over all samples and quantities
  std::vector<double> near_singularity;            // s, instants left out for accelerations and reactions
  double motion() const;                           // the largest
  double reactions() const;
};

// Both records have the same instants, as far as both go. `left_out`: joints and drivers that are not compared.
// `fastest`: the largest |λ|, 1/s; 0: not stiff.
// `whole`: a record of the whole run, whose sizes count besides, where these are records of a part in which little
// happens.
Deviations compare(const Model& model, const std::vector<MotionSample>& first, const std::vector<MotionSample>& second,
                   const std::set<std::string>& left_out, double fastest = 0,
                   const std::vector<MotionSample>& whole = {});

// Joints and drivers whose reactions the motion does not determine, because their rows take part in a redundancy at x:
// Gᵀλ = 0 has solutions in absolute coordinates in which they are not zero. `system` is any formulation of the model.
std::set<std::string> find_ambiguous_reactions(const ModelSystem& system, const State& x);

}  // namespace daedalus
