#include "daedalus/formulation/cartesian/body_table.hpp"

#include "daedalus/formulation/elements/prescribed_motion.hpp"

namespace daedalus {
namespace {

constexpr const char* translation_names[3] = {".x", ".y", ".z"};
constexpr const char* rotation_names[4] = {".e0", ".e1", ".e2", ".e3"};

// A(p,r), the bilinear form with A(p,p) = A(p): then A' = 2 A(p,p') and A'' = 2 A(p,p'') + 2 A(p',p').
Mat3 polarised_rotation(const Vec4& p, const Vec4& r) {
  return 0.25 * (rotation_matrix(Vec4(p + r)) - rotation_matrix(Vec4(p - r)));
}

}  // namespace

BodyTable::BodyTable(const Model& model) : gravity_(model.gravity()), bodies_(model.bodies()) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    const BodyId id = static_cast<BodyId>(i);
    BodyCoordinates mine;
    mine.fill(-1);
    const Index first = coordinate_count();
    const auto add = [&](std::size_t place, const char* name) {
      mine[place] = coordinate_count();
      names_.push_back(body.name + name);
    };
    const auto add_simple = [&](Index coordinate, double inertia, double weight) {
      simple_.push_back({.body = id, .coordinate = coordinate, .inertia = inertia, .weight = weight});
    };
    switch (body.kind) {
      case BodyKind::ground: break;
      case BodyKind::prescribed: prescribed_.push_back(id); break;
      case BodyKind::spatial:
        for (std::size_t k = 0; k < 3; ++k) add(k, translation_names[k]);
        for (std::size_t k = 0; k < 4; ++k) add(3 + k, rotation_names[k]);
        spatial_.push_back(
            {.body = id, .first = first, .mass = body.mass, .c = body.inertia.trace() / 3, .J = body.inertia});
        break;
      case BodyKind::planar:
        for (std::size_t k = 0; k < 2; ++k) {
          add(k, translation_names[k]);
          add_simple(mine[k], body.mass, body.mass * gravity_[static_cast<Index>(k)]);
        }
        add(3, ".theta");
        add_simple(mine[3], body.inertia(2, 2), 0);
        planar_.push_back(id);
        break;
      case BodyKind::point:
        for (std::size_t k = 0; k < 3; ++k)
          if (body.moves[k]) {
            add(k, translation_names[k]);
            add_simple(mine[k], body.mass, body.mass * gravity_[static_cast<Index>(k)]);
          }
        points_.push_back(id);
        break;
    }
    coordinates_.push_back(mine);
  }
}

std::vector<std::string> BodyTable::norm_names() const {
  std::vector<std::string> names;
  for (const Spatial& s : spatial_) names.push_back(bodies_[s.body].name + ".norm");
  return names;
}

void BodyTable::collect(std::vector<Pattern::Entry>& mass, std::vector<Pattern::Entry>& jacobian,
                        std::vector<Pattern::Entry>& stiffness, std::vector<Pattern::Entry>& damping,
                        Index first_norm) const {
  for (const Simple& s : simple_) mass.push_back({s.coordinate, s.coordinate});
  Index row = first_norm;
  for (const Spatial& s : spatial_) {
    for (Index k = 0; k < 3; ++k) mass.push_back({s.first + k, s.first + k});
    for (Index i = 3; i < 7; ++i) {
      jacobian.push_back({row, s.first + i});
      for (Index j = 3; j < 7; ++j) {
        mass.push_back({s.first + i, s.first + j});
        stiffness.push_back({s.first + i, s.first + j});
        damping.push_back({s.first + i, s.first + j});
      }
    }
    ++row;
  }
}

void BodyTable::find_slots(const Patterns& patterns, Index first_norm) {
  for (Simple& s : simple_) s.mass_slot = patterns.M.find(s.coordinate, s.coordinate);
  Index row = first_norm;
  for (Spatial& s : spatial_) {
    s.norm_row = row++;
    for (Index k = 0; k < 3; ++k) s.mass_slots[k] = patterns.M.find(s.first + k, s.first + k);
    std::size_t at = 0;
    for (Index j = 3; j < 7; ++j) {
      s.norm_slots[j - 3] = patterns.G.find(s.norm_row, s.first + j);
      for (Index i = 3; i < 7; ++i, ++at) {
        s.rotation_mass_slots[at] = patterns.M.find(s.first + i, s.first + j);
        s.stiffness_slots[at] = patterns.r_q.find(s.first + i, s.first + j);
        s.damping_slots[at] = patterns.r_v.find(s.first + i, s.first + j);
        s.reaction_slots[at] = patterns.reaction_q.find(s.first + i, s.first + j);
      }
    }
  }
}

BodyTable BodyTable::restricted_to(const std::vector<bool>& bodies) const {
  BodyTable part = *this;
  const auto is_out = [&](BodyId id) { return !bodies[static_cast<std::size_t>(id)]; };
  std::erase_if(part.spatial_, [&](const Spatial& s) { return is_out(s.body); });
  std::erase_if(part.simple_, [&](const Simple& s) { return is_out(s.body); });
  for (auto* list : {&part.planar_, &part.points_, &part.prescribed_}) std::erase_if(*list, is_out);
  return part;
}

void BodyTable::start(VecX& q, VecX& v) const {
  for (const Spatial& s : spatial_) {
    const Body& body = bodies_[s.body];
    const Vec4 p = body.orientation.normalized();
    const Vec3 arm = rotation_matrix(p) * body.com;
    q.segment<3>(s.first) = body.position + arm;
    q.segment<4>(s.first + 3) = p;
    v.segment<3>(s.first) = body.velocity + cross(body.angular_velocity, arm);
    v.segment<4>(s.first + 3) = 0.5 * world_rate_matrix(p).transpose() * body.angular_velocity;
  }
  const auto place = [&](BodyId id, const Vec3& arm, double angle_rate) {
    const Body& body = bodies_[id];
    const BodyCoordinates& mine = coordinates(id);
    const Vec3 x = body.position + arm, x_dot = body.velocity + angle_rate * quarter_turn(arm);
    for (Index k = 0; k < 3; ++k)
      if (const Index c = mine[k]; c >= 0) {
        q[c] = x[k];
        v[c] = x_dot[k];
      }
  };
  for (const BodyId id : planar_) {
    const Body& body = bodies_[id];
    const double rate = body.angular_velocity[2];
    place(id, rotation_matrix(euler_parameters_about(Vec3::UnitZ(), body.angle)) * body.com, rate);
    q[coordinates(id)[3]] = body.angle;
    v[coordinates(id)[3]] = rate;
  }
  for (const BodyId id : points_) place(id, Vec3::Zero(), 0);
}

void BodyTable::place(const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const {
  for (const Spatial& s : spatial_) {
    const BodyMotion& m = motion[s.body];
    const bool has_parameters = m.rotation == RotationKind::euler;
    const Vec4 p = has_parameters ? m.p[0] : euler_parameters_of(m.A);
    q.segment<3>(s.first) = m.r;
    q.segment<4>(s.first + 3) = p;
    v.segment<3>(s.first) = m.r_dot;
    v.segment<4>(s.first + 3) =
        has_parameters ? m.p[1] : Vec4(0.5 * world_rate_matrix(p).transpose() * angular_velocity_of(m));
  }
  for (const Simple& s : simple_) {
    const BodyMotion& m = motion[s.body];
    const BodyCoordinates& mine = coordinates(s.body);
    for (Index k = 0; k < 4; ++k) {
      if (mine[k] != s.coordinate) continue;
      q[s.coordinate] = k < 3 ? m.r[k] : angle_of(m, 0);
      v[s.coordinate] = k < 3 ? m.r_dot[k] : angle_of(m, 1);
    }
  }
}

void BodyTable::move(double t, const VecX& q, const VecX& v, const VecX& a, MotionLevel level,
                     std::vector<BodyMotion>& motion) const {
  const bool rates = level != MotionLevel::position, accelerations = level == MotionLevel::acceleration;
  for (const Spatial& s : spatial_) {
    BodyMotion& m = motion[s.body];
    m.rotation = RotationKind::euler;
    m.r = q.segment<3>(s.first);
    m.p[0] = q.segment<4>(s.first + 3);
    m.A = rotation_matrix(m.p[0]);
    if (!rates) continue;
    m.r_dot = v.segment<3>(s.first);
    m.p[1] = v.segment<4>(s.first + 3);
    m.A_dot = 2 * polarised_rotation(m.p[0], m.p[1]);
    m.A_ddot = 2 * rotation_matrix(m.p[1]);
    m.r_ddot.setZero();
    m.p[2].setZero();
    if (!accelerations) continue;
    m.r_ddot = a.segment<3>(s.first);
    m.p[2] = a.segment<4>(s.first + 3);
    m.A_ddot += 2 * polarised_rotation(m.p[0], m.p[2]);
  }
  const auto translate = [&](BodyId id, BodyMotion& m) {
    const BodyCoordinates& mine = coordinates(id);
    const Vec3& rest = bodies_[id].position;
    for (Index k = 0; k < 3; ++k) {
      const Index c = mine[k];
      m.r[k] = c >= 0 ? q[c] : rest[k];
      m.r_dot[k] = c >= 0 && rates ? v[c] : 0;
      m.r_ddot[k] = c >= 0 && accelerations ? a[c] : 0;
    }
  };
  for (const BodyId id : planar_) {
    BodyMotion& m = motion[id];
    translate(id, m);
    m.rotation = RotationKind::angle;
    const Index theta = coordinates(id)[3];
    const double cosine = std::cos(q[theta]), sine = std::sin(q[theta]);
    m.p[0][0] = q[theta];
    m.A << cosine, -sine, 0, sine, cosine, 0, 0, 0, 1;
    if (!rates) continue;
    const double rate = v[theta], acceleration = accelerations ? a[theta] : 0;
    m.p[1][0] = rate;
    m.p[2][0] = acceleration;
    m.A_dot << -rate * sine, -rate * cosine, 0, rate * cosine, -rate * sine, 0, 0, 0, 0;
    const double c = -rate * rate * cosine - acceleration * sine, d = -rate * rate * sine + acceleration * cosine;
    m.A_ddot << c, -d, 0, d, c, 0, 0, 0, 0;
  }
  for (const BodyId id : points_) translate(id, motion[id]);
  for (const BodyId id : prescribed_) move_prescribed(bodies_[id], t, motion[id]);
}

Mat<double, 4, 4> BodyTable::rotation_mass(const Spatial& s, const Vec4& p) {
  const Mat<double, 3, 4> L = body_rate_matrix(p);
  return 4 * (L.transpose() * (s.J * L) + s.c * p * p.transpose());
}

// (M_p a)_p: with L(p) a = −L(a) p, M_p a = 4 L(p)ᵀ J L(p) a + 4 c p (p·a).
Mat<double, 4, 4> BodyTable::rotation_mass_tangent(const Spatial& s, const Vec4& p, const Vec4& a) {
  const Mat<double, 3, 4> L = body_rate_matrix(p);
  Mat<double, 4, 4> T = body_rate_transposed_by(s.J * (L * a)) - L.transpose() * (s.J * body_rate_matrix(a));
  T += s.c * (p * a.transpose());
  T.diagonal().array() += s.c * p.dot(a);
  return 4 * T;
}

void BodyTable::add_mass(const std::vector<BodyMotion>& motion, VecX& values) const {
  for (const Simple& s : simple_) values[s.mass_slot] += s.inertia;
  for (const Spatial& s : spatial_) {
    for (const Index slot : s.mass_slots) values[slot] += s.mass;
    const Mat<double, 4, 4> M = rotation_mass(s, motion[s.body].p[0]);
    for (std::size_t k = 0; k < 16; ++k) values[s.rotation_mass_slots[k]] += M.data()[k];
  }
}

void BodyTable::add_inertia_force(const std::vector<BodyMotion>& motion, const VecX& a, VecX& r) const {
  for (const Simple& s : simple_) r[s.coordinate] += s.inertia * a[s.coordinate];
  for (const Spatial& s : spatial_) {
    const Vec4& p = motion[s.body].p[0];
    const Vec4 b = a.segment<4>(s.first + 3);
    const Mat<double, 3, 4> L = body_rate_matrix(p);
    r.segment<3>(s.first) += s.mass * a.segment<3>(s.first);
    r.segment<4>(s.first + 3) += 4 * (L.transpose() * (s.J * (L * b)) + s.c * p.dot(b) * p);
  }
}

void BodyTable::add_forces(const std::vector<BodyMotion>& motion, VecX& f) const {
  for (const Simple& s : simple_) f[s.coordinate] += s.weight;
  for (const Spatial& s : spatial_) {
    const BodyMotion& m = motion[s.body];
    const Mat<double, 3, 4> L = body_rate_matrix(m.p[1]);
    f.segment<3>(s.first) += s.mass * gravity_;
    f.segment<4>(s.first + 3) += 8 * (L.transpose() * (s.J * (L * m.p[0]))) - 4 * s.c * m.p[1].squaredNorm() * m.p[0];
  }
}

void BodyTable::add_norm_rows(Want want, const std::vector<BodyMotion>& motion, Evaluation& out) const {
  for (const Spatial& s : spatial_) {
    const BodyMotion& m = motion[s.body];
    if (wants(want, Want::position)) out.g[s.norm_row] = 0.5 * (m.p[0].squaredNorm() - 1);
    if (wants(want, Want::velocity)) out.g_dot[s.norm_row] = m.p[0].dot(m.p[1]);
    if (wants(want, Want::gamma)) out.gamma[s.norm_row] = -m.p[1].squaredNorm();
    for (std::size_t k = 0; k < 4; ++k) {
      const Index slot = s.norm_slots[k], i = static_cast<Index>(k);
      if (wants(want, Want::jacobian)) out.G.values[slot] += m.p[0][i];
      if (wants(want, Want::velocity_tangent)) out.g_dot_q.values[slot] += m.p[1][i];
      if (wants(want, Want::acceleration_tangent)) {
        out.g_ddot_q.values[slot] += m.p[2][i];
        out.g_ddot_v.values[slot] += 2 * m.p[1][i];
      }
    }
  }
}

void BodyTable::add_norm_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r) const {
  for (const Spatial& s : spatial_) r.segment<4>(s.first + 3) += lambda[s.norm_row] * motion[s.body].p[0];
}

void BodyTable::add_reaction_tangent(const std::vector<BodyMotion>& motion, const VecX& lambda,
                                     VecX& reaction_q) const {
  for (const Spatial& s : spatial_) {
    const BodyMotion& m = motion[s.body];
    Mat<double, 4, 4> T = rotation_mass_tangent(s, m.p[0], m.p[2]);
    T.diagonal().array() += lambda[s.norm_row];
    for (std::size_t k = 0; k < 16; ++k) reaction_q[s.reaction_slots[k]] += T.data()[k];
  }
}

// −h = −8 L(u)ᵀ J L(u) p + 4 c (u·u) p with u = p', by p and by u.
void BodyTable::add_tangents(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r_q, VecX& r_v) const {
  for (const Spatial& s : spatial_) {
    const BodyMotion& m = motion[s.body];
    const Vec4 &p = m.p[0], &u = m.p[1];
    const Mat<double, 3, 4> L = body_rate_matrix(u);
    Mat<double, 4, 4> by_p = rotation_mass_tangent(s, p, m.p[2]) - 8 * (L.transpose() * (s.J * L));
    by_p.diagonal().array() += lambda[s.norm_row] + 4 * s.c * u.squaredNorm();
    Mat<double, 4, 4> by_u =
        -8 * (body_rate_transposed_by(s.J * (L * p)) - L.transpose() * (s.J * body_rate_matrix(p)));
    by_u += 8 * s.c * p * u.transpose();
    for (std::size_t k = 0; k < 16; ++k) {
      r_q[s.stiffness_slots[k]] += by_p.data()[k];
      r_v[s.damping_slots[k]] += by_u.data()[k];
    }
  }
}

void BodyTable::add_energy(const std::vector<BodyMotion>& motion, Energy& energy) const {
  for (const Simple& s : simple_) {
    const BodyMotion& m = motion[s.body];
    const BodyCoordinates& mine = coordinates(s.body);
    for (Index k = 0; k < 4; ++k) {
      if (mine[k] != s.coordinate) continue;
      const double x = k < 3 ? m.r[k] : m.p[0][0], x_dot = k < 3 ? m.r_dot[k] : m.p[1][0];
      energy.kinetic += 0.5 * s.inertia * x_dot * x_dot;
      energy.potential -= s.weight * x;
    }
  }
  for (const Spatial& s : spatial_) {
    const BodyMotion& m = motion[s.body];
    energy.kinetic += 0.5 * (s.mass * m.r_dot.squaredNorm() + m.p[1].dot(rotation_mass(s, m.p[0]) * m.p[1]));
    energy.potential -= s.mass * gravity_.dot(m.r);
  }
}

}  // namespace daedalus
