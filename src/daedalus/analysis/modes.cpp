#include "daedalus/analysis/modes.hpp"
#include "daedalus/linalg/decompositions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace daedalus {
namespace {

// Scales states by powers of two until rows and columns of A are of one size (Parlett, Reinsch, Numer. Math. 13, 1969):
// eigenvalues of very different size keep their digits. A becomes D⁻¹ A D; returns the diagonal of D.
VecX balance(MatX& A) {
  VecX D = VecX::Ones(A.rows());
  for (bool changed = true; changed;) {
    changed = false;
    for (Index i = 0; i < A.rows(); ++i) {
      const double column = A.col(i).lpNorm<1>() - std::abs(A(i, i)), row = A.row(i).lpNorm<1>() - std::abs(A(i, i));
      if (!(column > 0) || !(row > 0)) continue;
      const double factor = std::exp2(std::round(std::log2(row / column) / 2));
      if (!(column * factor + row / factor < 0.95 * (column + row))) continue;
      A.col(i) *= factor;
      A.row(i) /= factor;
      D[i] *= factor;
      changed = true;
    }
  }
  return D;
}

constexpr double moves_nothing = 1e-12;  // of the positions in a mode of first-order states alone

double kinetic_energy(const Body& body, const BodyMotion& motion, const BodyMotion& at_rest) {
  const Vec3 v = motion.r_dot - at_rest.r_dot;
  const Vec3 w = motion.A.transpose() * (angular_velocity_of(motion) - angular_velocity_of(at_rest));
  return 0.5 * body.mass * v.squaredNorm() + (body.kind == BodyKind::point ? 0 : 0.5 * w.dot(body.inertia * w));
}

}  // namespace

double Mode::frequency() const { return std::abs(eigenvalue) / (2 * std::numbers::pi); }
double Mode::damping_ratio() const { return is_neutral ? 0 : -eigenvalue.real() / std::abs(eigenvalue); }

std::vector<Mode> find_modes(const Linearization& linear) {
  std::vector<Mode> modes;
  if (linear.size() == 0) return modes;
  MatX A = linear.A;
  const VecX D = balance(A);
  const auto [values, vectors] = general_eigen(A);
  // A double zero (free travel) splits under rounding into roots of the size of the square root of its error.
  const double error =
      std::max(linear.error, std::numeric_limits<double>::epsilon() * std::max(1.0, values.cwiseAbs().maxCoeff()));
  for (Index i = 0; i < values.size(); ++i) {
    const bool is_neutral = std::abs(values[i]) <= 10 * std::sqrt(error);
    if (values[i].imag() < 0) continue;
    Mode mode{.eigenvalue = values[i],
              .shape = D.cast<std::complex<double>>().cwiseProduct(vectors.col(i)),
              .is_neutral = is_neutral,
              .bodies = {}};
    mode.shape.normalize();
    modes.push_back(mode);
    if (is_neutral && values[i].imag() > 0) modes.push_back(mode);  // no pair: two zeros
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const Mode& a, const Mode& b) { return std::abs(a.eigenvalue) < std::abs(b.eigenvalue); });
  return modes;
}

void add_body_shares(const ModelSystem& system, const Linearization& linear, std::vector<Mode>& modes) {
  const auto workspace = system.make_workspace();
  const std::vector<Body>& bodies = system.model().bodies();
  State x = linear.at;
  std::vector<BodyMotion> rest, motion;
  x.v.setZero();
  system.move(x, MotionLevel::velocity, rest, *workspace);
  for (Mode& mode : modes) {
    const Eigen::VectorXcd v = linear.N_q * mode.shape.head(linear.positions);
    mode.bodies.clear();
    if (!(v.norm() > moves_nothing * linear.N_q.norm())) continue;
    std::vector<double> energy(bodies.size(), 0);
    double total = 0;
    for (const VecX& part : {VecX(v.real()), VecX(v.imag())}) {
      x.v = part;
      system.move(x, MotionLevel::velocity, motion, *workspace);
      for (std::size_t b = 0; b < bodies.size(); ++b)
        if (bodies[b].has_coordinates()) {
          const double share = kinetic_energy(bodies[b], motion[b], rest[b]);
          energy[b] += share;
          total += share;
        }
    }
    for (std::size_t b = 0; b < bodies.size(); ++b)
      if (total > 0 && energy[b] > 0) mode.bodies.push_back({bodies[b].name, energy[b] / total});
    std::stable_sort(mode.bodies.begin(), mode.bodies.end(),
                     [](const BodyShare& a, const BodyShare& b) { return a.share > b.share; });
  }
}

}  // namespace daedalus
