#include "daedalus/reproduce/paper_000/chassis_motion.hpp"
#include "daedalus/result/sampling.hpp"

#include <algorithm>
#include <cmath>

#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/shared/hermite.hpp"

namespace daedalus::reproduce::paper_000 {

std::vector<double> ChassisMotion::height() const {
  std::vector<double> z;
  for (const VecX& position : q) z.push_back(position[1]);
  return z;
}

void ChassisMotion::interpolate(double at, VecX& q_at, VecX& v_at) const {
  const auto behind = std::upper_bound(t.begin() + 1, t.end() - 1, at);
  const auto i = static_cast<std::size_t>(behind - t.begin());
  const double h = t[i] - t[i - 1], theta = h > 0 ? (at - t[i - 1]) / h : 1;
  hermite(theta, h, q[i - 1], v[i - 1], q[i], v[i], q_at);
  hermite(theta, h, v[i - 1], a[i - 1], v[i], a[i], v_at);
}

ChassisMotion drive(const ExperimentRunner& runner, const Mechanism& vehicle, const std::string& method,
                    double tolerance, const State& from, double t_end) {
  const auto source = vehicle.make_channels();
  SelectedChannels channels(*source,
                            {"chassis.x", "chassis.z", "chassis.vx", "chassis.vz", "chassis.ax", "chassis.az"});
  ChassisMotion motion;
  const auto note = [&](const State& x) {
    const std::span<const double> row = channels.row(x, {});  // t, x, z, vx, vz, ax, az: in the order of the channels
    motion.t.push_back(row[0]);
    motion.q.emplace_back(Eigen::Vector2d(row[1], row[2]));
    motion.v.emplace_back(Eigen::Vector2d(row[3], row[4]));
    motion.a.emplace_back(Eigen::Vector2d(row[5], row[6]));
  };
  note(from);
  Result result = runner.run_to_tolerance(vehicle, as_in_the_paper(method), tolerance, from, t_end,
                                          [&](const Integration& integration) { note(integration.state()); });
  if (result.status != RunStatus::done)
    motion.failure = result.failure ? result.failure->message() : "it stopped early";
  motion.report = std::move(result.report);
  return motion;
}

ChassisError largest_error(const ChassisMotion& run, const ChassisMotion& reference, double t_end) {
  ChassisError error;
  VecX q(2), v(2);
  for (std::size_t i = 0; i < run.t.size() && run.t[i] <= std::min(t_end, reference.t.back()); ++i) {
    reference.interpolate(run.t[i], q, v);
    error.x = std::max(error.x, std::abs(run.q[i][0] - q[0]));
    error.z = std::max(error.z, std::abs(run.q[i][1] - q[1]));
    error.vx = std::max(error.vx, std::abs(run.v[i][0] - v[0]));
    error.vz = std::max(error.vz, std::abs(run.v[i][1] - v[1]));
  }
  return error;
}

}  // namespace daedalus::reproduce::paper_000
