#include "daedalus/closed_form/quarter_car.hpp"

#include <Eigen/Dense>
#include <complex>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus {

// As x' = A x + b(t), x = (q, v), b = Im(p exp(iΩt)):  x(t) = Im(P exp(iΩt)) + V exp(Λt) V⁻¹ (x(0) - Im P),
// (iΩ - A) P = p, A = V Λ V⁻¹.
State QuarterCar::exact(double t) const {
  using Complex = std::complex<double>;
  using Vector = Eigen::Vector4cd;
  const double k = suspension_stiffness, c = suspension_damping, K = tire_stiffness, C = tire_damping;
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
  A(0, 2) = A(1, 3) = 1;
  A.row(2) = Eigen::RowVector4d(-k, k, -c, c) / chassis_mass;
  A.row(3) = Eigen::RowVector4d(k, -k - K, c, -c - C) / wheel_mass;

  const Complex i(0, 1), rotation = std::exp(i * road_frequency * t);
  const Complex push = road_amplitude * (K + C * i * road_frequency) / wheel_mass;
  const Vector p(0, 0, 0, push);
  const Eigen::Matrix4cd shifted = i * road_frequency * Eigen::Matrix4cd::Identity() - A.cast<Complex>();
  const Vector P = shifted.partialPivLu().solve(p);

  const Eigen::EigenSolver<Eigen::Matrix4d> modes(A);
  const Vector& Lambda = modes.eigenvalues();
  const Eigen::Matrix4cd V = modes.eigenvectors();
  const Vector amplitudes = V.partialPivLu().solve(Vector((-P.imag()).cast<Complex>()));  // x(0) = 0
  const Vector motion = V * (amplitudes.array() * (Lambda * t).array().exp()).matrix();

  const Eigen::Vector4d x = (P * rotation).imag() + motion.real();
  const Eigen::Vector4d x_dot = A * x + (p * rotation).imag();
  return make_state(t, {.q = {x[0], x[1]}, .v = {x[2], x[3]}, .a = {x_dot[2], x_dot[3]}});
}

std::unique_ptr<System> make_quarter_car() { return std::make_unique<LawSystem<QuarterCar>>("quarter_car"); }
std::optional<State> quarter_car_reference(double t) { return QuarterCar().exact(t); }

}  // namespace daedalus
