// body_table.hpp: the bodies of a model in Cartesian coordinates: their numbering, their motion, their inertia.
//
//   spatial   q = (r, p):  m r'' = f,   M_p p'' = h(p,p')  with
//             M_p = 4 LᵀJL + 4 c p pᵀ          made regular by the workless term in c
//             h   = 8 L(p')ᵀ J L(p') p − 4 c (p'·p') p                        from the Lagrangian, off the sphere as
//                 well
//             (p·p − 1)/2 = 0                                                  normalization, the row after the joints
//   planar    m r'' = f,  J θ'' = torque
//   point     m r'' = f on the axes it may use
#pragma once

#include <string>
#include <vector>

#include "daedalus/formulation/elements/body_motion.hpp"
#include "daedalus/formulation/elements/local_block.hpp"
#include "daedalus/model/model.hpp"
#include "daedalus/system/evaluation.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

class BodyTable {
 public:
  explicit BodyTable(const Model& model);

  Index coordinate_count() const { return static_cast<Index>(names_.size()); }
  Index norm_count() const { return static_cast<Index>(spatial_.size()); }
  const std::vector<std::string>& coordinate_names() const { return names_; }
  std::vector<std::string> norm_names() const;
  const BodyCoordinates& coordinates(BodyId body) const { return coordinates_[body]; }
  const BodyPlaces& places() const { return coordinates_; }
  Index body_count() const { return static_cast<Index>(coordinates_.size()); }

  // Set-up: the places this table writes to. `first_norm` is the row of the first normalization.
  void collect(std::vector<Pattern::Entry>& mass, std::vector<Pattern::Entry>& jacobian,
               std::vector<Pattern::Entry>& stiffness, std::vector<Pattern::Entry>& damping, Index first_norm) const;
  void find_slots(const Patterns& patterns, Index first_norm);

  // The same table with these bodies only; once slots are found.
  BodyTable restricted_to(const std::vector<bool>& bodies) const;

  // Start values from the model: coordinates and velocities of every body.
  void start(VecX& q, VecX& v) const;
  // The same from any motion of the bodies.
  void place(const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const;

  void move(double t, const VecX& q, const VecX& v, const VecX& a, MotionLevel level,
            std::vector<BodyMotion>& motion) const;

  // The parts of Evaluation that come from inertia, gravity and normalization. `r` collects M a; `f` the forces.
  void add_mass(const std::vector<BodyMotion>& motion, VecX& values) const;
  void add_inertia_force(const std::vector<BodyMotion>& motion, const VecX& a, VecX& r) const;
  void add_forces(const std::vector<BodyMotion>& motion, VecX& f) const;
  void add_norm_rows(Want want, const std::vector<BodyMotion>& motion, Evaluation& out) const;
  void add_norm_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r) const;
  // (M a − f)_q and −f_v, and with `reaction` only (M a)_q; lambda adds the normalization's share.
  void add_tangents(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r_q, VecX& r_v) const;
  void add_reaction_tangent(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& reaction_q) const;
  void add_energy(const std::vector<BodyMotion>& motion, Energy& energy) const;

 private:
  struct Spatial {
    BodyId body = 0;
    Index first = 0;         // its first coordinate
    double mass = 0, c = 0;  // c regularizes M_p
    Mat3 J = Mat3::Zero();
    Index norm_row = 0;
    std::array<Index, 3> mass_slots = {};
    std::array<Index, 16> rotation_mass_slots = {}, stiffness_slots = {}, damping_slots = {}, reaction_slots = {};
    std::array<Index, 4> norm_slots = {};
  };
  struct Simple {  // planar bodies and points: constant diagonal inertia
    BodyId body = 0;
    Index coordinate = 0;
    double inertia = 0;  // kg or kg m²
    double weight = 0;   // gravity force along this coordinate
    Index mass_slot = 0;
  };
  static Mat<double, 4, 4> rotation_mass(const Spatial& s, const Vec4& p);
  static Mat<double, 4, 4> rotation_mass_tangent(const Spatial& s, const Vec4& p, const Vec4& a);

  Vec3 gravity_ = Vec3::Zero();
  std::vector<Body> bodies_;
  BodyPlaces coordinates_;
  std::vector<std::string> names_;
  std::vector<Spatial> spatial_;
  std::vector<BodyId> planar_, points_;
  std::vector<Simple> simple_;
  std::vector<BodyId> prescribed_;
};

}  // namespace daedalus
