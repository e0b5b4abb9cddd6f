// mjcf_geoms.hpp: <geom> of MJCF: what it weighs and what it looks like.
//
// Masses and moments of inertia of homogeneous solids about their centers, m = density · volume unless given:
//   sphere     V = 4/3 π r³           I = 2/5 m r²
//   ellipsoid  V = 4/3 π a b c        I_x = m (b² + c²)/5, ...
//   box        V = 8 a b c            I_x = m (b² + c²)/3, ...                       half lengths a, b, c
//   cylinder   V = 2 π r² h           I_z = m r²/2,  I_x = I_y = m (r²/4 + h²/3)     half length h, along z
//   capsule    a cylinder m_c and two half spheres, together m_s, with centers of mass 3/8 r beyond its ends:
//              I_z = m_c r²/2 + 2/5 m_s r²,  I_x = I_y = m_c (r²/4 + h²/3) + m_s (2/5 r² + h² + 3/4 h r)
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/io/mjcf/mjcf_settings.hpp"

namespace daedalus::mjcf {

enum class GeomKind { plane, sphere, capsule, ellipsoid, cylinder, box, mesh, other };

// Mesh files and colors by name, from <asset>.
struct Assets {
  struct MeshFile {
    std::string file;
    Vec3 scale = Vec3::Ones();
  };
  std::map<std::string, MeshFile> meshes;
  urdf::Materials materials;
};
void read_assets(const XmlElement& element, const Settings& settings, Assets& assets, Ignored& ignored);

struct Geom {
  GeomKind kind = GeomKind::sphere;
  std::string kind_name = "sphere";
  Pose pose;                 // of its center
  Vec3 size = Vec3::Zero();  // as in the file: radii and half lengths
  std::optional<double> mass;
  double density = 1000;
  int group = 0;
  bool collides = true;
};

struct Solid {
  double mass = 0;              // kg
  Vec3 inertia = Vec3::Zero();  // kg m², about its center and along its axes
};

// No value: the problem has been reported. `frame` is the frame that its pose is given in, seen from the body.
std::optional<Geom> read_geom(const XmlElement& element, const Settings& settings, const Pose& frame, Ignored& ignored);

// No value for shapes whose mass cannot be computed here (meshes, height fields).
std::optional<Solid> solid_of(const Geom& geom);

// The shapes that draw a geom: a capsule is three of them; planes are not drawn.
std::vector<urdf::Visual> visuals_of(const XmlElement& element, const Geom& geom, const Assets& assets);

}  // namespace daedalus::mjcf
