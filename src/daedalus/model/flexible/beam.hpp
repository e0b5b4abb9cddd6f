// beam.hpp: a uniform straight beam along the x-axis of its body, from 0 to its length, as a modal body.
//
//   bending   Euler-Bernoulli in the xy- and the xz-plane:  EI φ''   (shapes: beam_modes.hpp)
//   axial     u_k = sin((2k − 1) π ξ/2)                              fixed at 0, free at the end
//   torsion   likewise, turns about x
// A bending shape in y turns its cross-sections by +φ'/L about z, one in z by −φ'/L about y. Turning cross-sections
// have no inertia of their own in bending. A thick beam has it about its axis, and as a rigid body: a thin one has none
// about its axis, and moves in a plane.
#pragma once

#include "daedalus/model/flexible/beam_modes.hpp"
#include "daedalus/model/flexible/modal_body.hpp"

namespace daedalus {

struct BeamSection {
  double area = 0;          // m²
  double I_y = 0, I_z = 0;  // m⁴, second moments about y (bending in z) and z (bending in y)
  double torsion = 0;       // m⁴, of the torsional stiffness G J

  static BeamSection rectangle(double width_y, double height_z);
  static BeamSection circle(double diameter);
  static BeamSection tube(double diameter, double wall);
};

struct Beam {
  double length = 1;  // m
  BeamSection section;
  double E = 0, G = 0;  // Pa; G for torsion only
  double density = 0;   // kg/m³
  BeamEnds ends = BeamEnds::simply_supported;
  int modes_y = 0, modes_z = 0, modes_axial = 0, modes_torsion = 0;
  bool thick = true;   // cross-sections have inertia; false: all mass is on the axis
  double damping = 0;  // ratio to the critical damping of every mode

  double mass() const { return density * section.area * length; }
};

ModalBody make_modal_body(const Beam& beam);

// The shapes at x along the beam, in the order of ModalBody::names; y and z are places in the cross-section.
ModalPlace modal_place(const Beam& beam, const Vec3& at);

}  // namespace daedalus
