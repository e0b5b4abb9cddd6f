#include "daedalus/model/flexible/beam.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus {
namespace {

using std::numbers::pi;

enum class Motion { bending_y, bending_z, axial, torsion };
struct BeamMode {
  Motion motion;
  int k;
};

std::vector<BeamMode> modes_of(const Beam& beam) {
  std::vector<BeamMode> modes;
  for (int k = 1; k <= beam.modes_y; ++k) modes.push_back({Motion::bending_y, k});
  for (int k = 1; k <= beam.modes_z; ++k) modes.push_back({Motion::bending_z, k});
  for (int k = 1; k <= beam.modes_axial; ++k) modes.push_back({Motion::axial, k});
  for (int k = 1; k <= beam.modes_torsion; ++k) modes.push_back({Motion::torsion, k});
  return modes;
}

std::string name_of(const BeamMode& mode) {
  constexpr const char* names[] = {"y", "z", "x", "torsion"};
  return names[static_cast<int>(mode.motion)] + std::to_string(mode.k);
}

// Displacement, and the strain measure that its stiffness multiplies: curvature, strain or twist per length.
struct ModeAt {
  Vec3 displacement = Vec3::Zero(), turn = Vec3::Zero();
  double strain = 0;
};

ModeAt evaluate(const Beam& beam, const BeamMode& mode, const Vec3& at) {
  const double L = beam.length, xi = at[0] / L;
  ModeAt m;
  if (mode.motion == Motion::bending_y || mode.motion == Motion::bending_z) {
    const BeamShape shape = beam_shape(beam.ends, mode.k, xi);
    const double slope = shape.slope / L;
    const bool in_y = mode.motion == Motion::bending_y;
    m.displacement[in_y ? 1 : 2] = shape.value;
    m.turn[in_y ? 2 : 1] = in_y ? slope : -slope;
    m.strain = shape.curvature / (L * L);
  } else {
    const double wave = (2 * mode.k - 1) * pi / 2, value = std::sin(wave * xi);
    m.strain = wave * std::cos(wave * xi) / L;
    if (mode.motion == Motion::axial) m.displacement[0] = value;
    else m.turn[0] = value;
  }
  m.displacement += cross(m.turn, Vec3(0, at[1], at[2]));  // a point off the axis goes with its cross-section
  return m;
}

double stiffness(const Beam& beam, Motion motion) {
  switch (motion) {
    case Motion::bending_y: return beam.E * beam.section.I_z;
    case Motion::bending_z: return beam.E * beam.section.I_y;
    case Motion::axial: return beam.E * beam.section.area;
    case Motion::torsion: return beam.G * beam.section.torsion;
  }
  return 0;
}

// Five Gauss points on each of 40 pieces: exact to rounding for the shapes of the first twenty modes.
template <class Add>
void integrate(double length, Add&& add) {
  constexpr int pieces = 40;
  constexpr std::array<double, 5> points = {-0.906179845938663992797627, -0.538469310105683091036314, 0,
                                            0.538469310105683091036314, 0.906179845938663992797627};
  constexpr std::array<double, 5> weights = {0.236926885056189087514264, 0.478628670499366468041292, 128.0 / 225,
                                             0.478628670499366468041292, 0.236926885056189087514264};
  const double half = length / (2 * pieces);
  for (int i = 0; i < pieces; ++i)
    for (std::size_t g = 0; g < points.size(); ++g) add((2 * i + 1 + points[g]) * half, weights[g] * half);
}

// Four points with the mass and the second moments of the cross-section; the axis alone for a thin beam.
std::vector<Vec3> section_points(const Beam& beam) {
  if (!beam.thick) return {Vec3::Zero()};
  const double y = std::sqrt(2 * beam.section.I_z / beam.section.area),
               z = std::sqrt(2 * beam.section.I_y / beam.section.area);
  return {{0, y, 0}, {0, -y, 0}, {0, 0, z}, {0, 0, -z}};
}

// How a point of a cross-section moves, as far as it has inertia: with the torsion, not with the slope of the bending.
Vec3 inertial(const BeamMode& mode, const ModeAt& at, const Vec3& point) {
  return mode.motion == Motion::torsion ? cross(at.turn, point) : at.displacement;
}

}  // namespace

BeamSection BeamSection::rectangle(double b, double h) {
  // Saint-Venant's torsion constant of a rectangle a ≥ c: a c³ (1/3 − 0.21 c/a (1 − c⁴/(12 a⁴)))    [Roark, Table 10.7]
  const double a = std::max(b, h), c = std::min(b, h), ratio = c / a;
  return {.area = b * h,
          .I_y = b * h * h * h / 12,
          .I_z = h * b * b * b / 12,
          .torsion = a * c * c * c * (1.0 / 3 - 0.21 * ratio * (1 - std::pow(ratio, 4) / 12))};
}

BeamSection BeamSection::circle(double d) {
  const double I = pi * std::pow(d, 4) / 64;
  return {.area = pi * d * d / 4, .I_y = I, .I_z = I, .torsion = 2 * I};
}

BeamSection BeamSection::tube(double d, double wall) {
  const BeamSection outer = circle(d), inner = circle(d - 2 * wall);
  return {.area = outer.area - inner.area,
          .I_y = outer.I_y - inner.I_y,
          .I_z = outer.I_z - inner.I_z,
          .torsion = outer.torsion - inner.torsion};
}

MatX ModalBody::mass_matrix() const {
  const Index n = static_cast<Index>(count());
  MatX M(n, n);
  for (Index k = 0; k < n; ++k)
    for (Index l = 0; l < n; ++l) M(k, l) = Q_at(static_cast<std::size_t>(k), static_cast<std::size_t>(l)).trace();
  return M;
}

ModalBody make_modal_body(const Beam& beam) {
  const std::vector<BeamMode> modes = modes_of(beam);
  const std::size_t n = modes.size();
  const Index size = static_cast<Index>(n);
  ModalBody body;
  for (const BeamMode& mode : modes) body.names.push_back(name_of(mode));
  body.mass = beam.mass();
  body.C = MatX::Zero(3, size);
  body.P.assign(n, Mat3::Zero());
  body.Q.assign(n * n, Mat3::Zero());
  body.K = body.D = MatX::Zero(size, size);

  const auto points = section_points(beam);
  const double per_length = beam.density * beam.section.area / static_cast<double>(points.size());
  std::vector<ModeAt> at(n);
  integrate(beam.length, [&](double x, double weight) {
    for (std::size_t k = 0; k < n; ++k) at[k] = evaluate(beam, modes[k], {x, 0, 0});
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t l = 0; l < n; ++l)
        if (modes[k].motion == modes[l].motion)
          body.K(static_cast<Index>(k), static_cast<Index>(l)) +=
              weight * stiffness(beam, modes[k].motion) * at[k].strain * at[l].strain;
    for (const Vec3& point : points) {
      const double dm = per_length * weight;
      const Vec3 s = point + Vec3(x - beam.length / 2, 0, 0);
      body.S0 += dm * s * s.transpose();
      for (std::size_t k = 0; k < n; ++k) {
        const Vec3 phi = inertial(modes[k], at[k], point);
        body.C.col(static_cast<Index>(k)) += dm * phi;
        body.P[k] += dm * s * phi.transpose();
        for (std::size_t l = 0; l < n; ++l)
          body.Q[k + n * l] += dm * phi * inertial(modes[l], at[l], point).transpose();
      }
    }
  });

  const MatX M = body.mass_matrix();
  for (Index k = 0; k < size; ++k)
    if (M(k, k) > 0) body.D(k, k) = 2 * beam.damping * std::sqrt(body.K(k, k) * M(k, k));
  return body;
}

ModalPlace modal_place(const Beam& beam, const Vec3& where) {
  const std::vector<BeamMode> modes = modes_of(beam);
  ModalPlace place{MatX::Zero(3, static_cast<Index>(modes.size())), MatX::Zero(3, static_cast<Index>(modes.size()))};
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const ModeAt m = evaluate(beam, modes[k], where);
    place.displacement.col(static_cast<Index>(k)) = m.displacement;
    place.turn.col(static_cast<Index>(k)) = m.turn;
  }
  return place;
}

}  // namespace daedalus
