// thrown_ball.hpp: a model whose motion is known: x = 3 t, y = 4 t − g t²/2.
#pragma once

#include "daedalus/model/model_builder.hpp"

namespace daedalus::testing {

inline constexpr double fall = 9.81;  // m/s²

inline Model thrown_ball() {
  ModelBuilder build("thrown_ball");
  build.gravity({0, -fall, 0});
  build.body({.name = "ball", .kind = BodyKind::point, .mass = 2, .velocity = {3, 4, 0}});
  build.run({.t_end = 0.5, .every = 0.1});
  return build.finish();
}

}  // namespace daedalus::testing
