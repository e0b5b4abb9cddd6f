// shape.hpp: what a body looks like. Shapes have no mass and no contact: they are drawn, nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/model/mesh.hpp"

namespace daedalus {

enum class ShapeKind { box, cylinder, sphere, line, polyline, mesh };

struct Shape {
  ShapeKind kind = ShapeKind::box;
  Vec3 position = Vec3::Zero();     // m, in the body frame: where the shape's own frame is
  Vec4 orientation = {1, 0, 0, 0};  // Euler parameters of the shape's frame
  std::string color = {};           // "#rrggbb"; "": that of the body

  Vec3 size = Vec3::Zero();  // m; box: full lengths, centered
  // m; cylinder along z and centered, sphere; radius of a line or polyline (0: thin)
  double radius = 0, length = 0;
  std::vector<Vec3> points = {};  // m; line: two; polyline: all
  bool closed = false;            // polyline

  MeshPtr mesh = {};      // mesh: m, scale applied
  std::string file = {};  // mesh: where it came from, for messages

  std::string complaint() const;  // what is wrong with it and what would be accepted; "" when it can be drawn
};

bool is_color(std::string_view text);  // '#aa3322'

}  // namespace daedalus
