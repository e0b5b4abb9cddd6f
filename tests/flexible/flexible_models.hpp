// flexible_models.hpp: small models with flexible bodies, built without a file.
#pragma once

#include "daedalus/model/flexible/flexible_body.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus::testing {

// The rod of Negrut, Jay, Khude (2009): 24 mm square bar, 0.6 m, 0.9 kg, E = 200 GPa.
inline Beam paper_rod() {
  const BeamSection section = BeamSection::rectangle(0.024, 0.024);
  return {.length = 0.6,
          .section = section,
          .E = 200e9,
          .density = 0.9 / (section.area * 0.6),
          .modes_y = 2,
          .thick = false};
}

// A tube that bends in both planes.
inline Beam spatial_tube(BeamEnds ends) {
  return {.length = 1.7,
          .section = BeamSection::tube(0.05, 0.004),
          .E = 70e9,
          .G = 26e9,
          .density = 2700,
          .ends = ends,
          .modes_y = 2,
          .modes_z = 2};
}

inline Body beam_body(std::string name, BodyKind kind, const Beam& beam) {
  Body body{.name = std::move(name), .kind = kind};
  set_flexible(body, make_flexible_body(beam));
  return body;
}

inline SpringDamper spring_between(MarkerId P, MarkerId Q, double stiffness, double damping) {
  SpringDamper spring;
  spring.between = {P, Q};
  spring.stiffness = stiffness;
  spring.damping = damping;
  spring.free = 0.2;
  return spring;
}

inline Model free_beam(BodyKind kind, const Beam& beam, const Vec3& gravity = Vec3::Zero(),
                       const Vec3& angular_velocity = Vec3::Zero()) {
  ModelBuilder build("free_beam");
  build.gravity(gravity);
  Body body = beam_body("rod", kind, beam);
  body.angular_velocity = angular_velocity;
  build.body(std::move(body));
  return build.finish();
}

}  // namespace daedalus::testing
