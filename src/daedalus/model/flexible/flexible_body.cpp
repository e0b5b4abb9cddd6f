#include "daedalus/model/flexible/flexible_body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/body.hpp"

namespace daedalus {
namespace {

struct GaussPoint {
  double at, weight;  // on [0, 1]
};

// Gauss-Legendre: the roots of P_n by Newton's method.
std::vector<GaussPoint> gauss_points(int n) {
  std::vector<GaussPoint> points;
  for (int i = n; i >= 1; --i) {
    double x = std::cos(std::numbers::pi * (i - 0.25) / (n + 0.5)), slope = 1;
    for (int k = 0; k < 20; ++k) {
      double before = 1, value = x;
      for (int j = 2; j <= n; ++j) {
        const double next = ((2 * j - 1) * x * value - (j - 1) * before) / j;
        before = value;
        value = next;
      }
      slope = n * (x * value - before) / (x * x - 1);
      const double step = value / slope;
      x -= step;
      if (std::abs(step) < 1e-16) break;
    }
    points.push_back({(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)});
  }
  return points;
}

Mat3 cross_of(const Vec3& t) {
  Mat3 T;
  T << 0, -t[2], t[1], t[2], 0, -t[0], -t[1], t[0], 0;
  return T;
}

// ∫ p pᵀ of a node from its ∫ (p·p − p pᵀ).
Mat3 second_moments(const Mat3& inertia) { return 0.5 * inertia.trace() * Mat3::Identity() - inertia; }

std::vector<FlexibleNode> beam_nodes(const Beam& beam, int count) {
  std::vector<FlexibleNode> nodes;
  for (const GaussPoint& point : gauss_points(count)) {
    FlexibleNode node;
    node.place = {point.at * beam.length, 0, 0};
    node.mass = point.weight * beam.mass();
    const ModalPlace shapes = modal_place(beam, node.place);
    node.displacement = shapes.displacement;
    node.turn = MatX::Zero(3, shapes.turn.cols());
    if (beam.thick) {
      const double per_area = node.mass / beam.section.area;
      node.inertia.diagonal() =
          per_area * Vec3(beam.section.I_y + beam.section.I_z, beam.section.I_y, beam.section.I_z);
      node.turn.row(0) = shapes.turn.row(0);  // cross-sections have inertia in torsion, not in bending
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

double distance(const ModalBody& a, const ModalBody& b) {
  double largest = std::max((a.S0 - b.S0).cwiseAbs().maxCoeff(), (a.C - b.C).cwiseAbs().maxCoeff());
  for (std::size_t k = 0; k < a.P.size(); ++k) largest = std::max(largest, (a.P[k] - b.P[k]).cwiseAbs().maxCoeff());
  for (std::size_t k = 0; k < a.Q.size(); ++k) largest = std::max(largest, (a.Q[k] - b.Q[k]).cwiseAbs().maxCoeff());
  return largest;
}

}  // namespace

double FlexibleBody::mass() const {
  double sum = 0;
  for (const FlexibleNode& node : nodes) sum += node.mass;
  return sum;
}

Vec3 FlexibleBody::com() const {
  if (beam) return {beam->length / 2, 0, 0};
  Vec3 sum = Vec3::Zero();
  for (const FlexibleNode& node : nodes) sum += node.mass * node.place;
  return sum / mass();
}

Mat3 FlexibleBody::inertia() const { return integrals().inertia(); }

ModalBody FlexibleBody::integrals() const {
  const std::size_t n = modes.size();
  ModalBody body{.names = modes, .mass = mass(), .C = MatX::Zero(3, count()), .P = {}, .Q = {}, .K = K, .D = D};
  body.P.assign(n, Mat3::Zero());
  body.Q.assign(n * n, Mat3::Zero());
  const Vec3 c = com();
  for (const FlexibleNode& node : nodes) {
    const Vec3 s = node.place - c;
    const Mat3 S = second_moments(node.inertia);
    body.S0 += node.mass * s * s.transpose() + S;
    for (std::size_t k = 0; k < n; ++k) {
      const Vec3 phi = node.displacement.col(static_cast<Index>(k));
      const Mat3 T = cross_of(node.turn.col(static_cast<Index>(k)));
      body.C.col(static_cast<Index>(k)) += node.mass * phi;
      body.P[k] += node.mass * s * phi.transpose() + S * T.transpose();
      for (std::size_t l = 0; l < n; ++l)
        body.Q[k + n * l] += node.mass * phi * node.displacement.col(static_cast<Index>(l)).transpose() +
                             T * S * cross_of(node.turn.col(static_cast<Index>(l))).transpose();
    }
  }
  return body;
}

std::optional<FlexibleStation> FlexibleBody::find_station(const Vec3& at) const {
  if (beam) {
    const double rounding = 1e-9 * beam->length;
    if (!(at[0] >= -rounding && at[0] <= beam->length + rounding)) return std::nullopt;
    const Vec3 place(std::clamp(at[0], 0.0, beam->length), 0, 0);
    ModalPlace shapes = modal_place(*beam, place);
    return FlexibleStation{place, std::move(shapes.displacement), std::move(shapes.turn)};
  }
  double size = 0;
  for (const FlexibleNode& node : nodes) size = std::max(size, node.place.norm());
  for (const FlexibleNode& node : nodes)
    if ((node.place - at).norm() <= 1e-9 * (size + at.norm()))
      return FlexibleStation{node.place, node.displacement, node.turn};
  return std::nullopt;
}

std::string FlexibleBody::where_markers_sit() const {
  if (beam)
    return fmt::format("Markers of a beam must have 0 <= x <= length = {:g} m; y and z may be off its axis",
                       beam->length);
  return "Markers of this body must be at its nodes";
}

// The mass matrix of the free, undeformed body: translations, turns, modes; scaled to a unit diagonal.
std::string FlexibleBody::complaint(bool in_plane) const {
  const ModalBody body = integrals();
  const Index n = count();
  MatX A = MatX::Zero(6 + n, 6 + n);
  A.topLeftCorner<3, 3>() = body.mass * Mat3::Identity();
  A.block<3, 3>(3, 3) = body.inertia();
  A.block(0, 6, 3, n) = body.C;
  for (Index k = 0; k < n; ++k) {
    const Mat3& P = body.P[k];
    A.block<3, 1>(3, 6 + k) = Vec3(P(1, 2) - P(2, 1), P(2, 0) - P(0, 2), P(0, 1) - P(1, 0));
  }
  A.bottomRightCorner(n, n) = body.mass_matrix();
  A.bottomLeftCorner(n, 6) = A.topRightCorner(6, n).transpose();
  std::vector<Index> kept;
  for (Index i = 0; i < 6 + n; ++i)
    if (!in_plane || i < 2 || i >= 5) kept.push_back(i);
  const Index size = static_cast<Index>(kept.size()), rigid = size - n;
  MatX B(size, size);
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < size; ++j) B(i, j) = A(kept[i], kept[j]);
  if (!B.allFinite() || !K.allFinite() || !D.allFinite())
    return "masses, shapes, stiffness and damping must be finite numbers.";
  for (Index i = 0; i < size; ++i) {
    if (B(i, i) > 0) continue;
    if (i < rigid)
      return "has no inertia against one of its rigid-body motions: give its nodes inertia, or masses that are not on "
             "one line.";
    return fmt::format("mode '{}' moves no mass: remove it, or give the nodes it moves mass or inertia.",
                       modes[i - rigid]);
  }
  const VecX scale = B.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<MatX> solver(scale.asDiagonal() * B * scale.asDiagonal());
  if (solver.eigenvalues()[0] > 1e-9) return "";
  std::vector<std::string> named;
  bool with_frame = false;
  for (Index i = 0; i < size; ++i) {
    if (std::abs(solver.eigenvectors()(i, 0)) < 1e-3) continue;
    if (i < rigid) with_frame = true;
    else named.push_back("'" + modes[i - rigid] + "'");
  }
  return fmt::format(
      "its mass matrix is singular: {} {} {}.\n"
      "  Remove one of them, or remove the rigid-body motion from the shapes.",
      named.size() == 1 ? "mode" : "modes", fmt::join(named, ", "),
      with_frame ? "can move like a rigid body" : "are linearly dependent");
}

FlexibleBody make_flexible_body(const Beam& beam) {
  ModalBody exact = make_modal_body(beam);
  FlexibleBody body{.modes = exact.names, .nodes = {}, .K = exact.K, .D = exact.D, .beam = beam};
  const double size = beam.mass() * std::max(1.0, beam.length * beam.length);
  for (int count = 4; count <= 120; count += 2) {
    body.nodes = beam_nodes(beam, count);
    if (distance(body.integrals(), exact) <= 1e-13 * size) break;
  }
  return body;
}

void set_flexible(Body& body, FlexibleBody flexible) {
  body.mass = flexible.mass();
  if (body.mass > 0) {
    body.com = flexible.com();
    const Mat3 inertia = flexible.inertia();
    if (body.kind == BodyKind::planar) body.inertia(2, 2) = inertia(2, 2);
    else body.inertia = inertia;
  }
  body.flexible = std::make_shared<const FlexibleBody>(std::move(flexible));
}

}  // namespace daedalus
