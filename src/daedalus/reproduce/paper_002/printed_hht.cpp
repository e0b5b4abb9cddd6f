#include "daedalus/reproduce/paper_002/printed_hht.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/closed_form/polar_particle.hpp"
#include "daedalus/integrate/methods/newmark_family.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/reproduce/paper_002/paper_002.hpp"

namespace daedalus::reproduce::paper_002 {
namespace {

using V2 = Vec<double, 2>;
using V3 = Vec<double, 3>;

V2 reaction_minus_force(const PolarParticle& law, const V2& q, const V2& v, double lambda) {  // Gᵀλ − f
  const V2 G(std::cos(q[1]), -q[0] * std::sin(q[1]));
  return G * lambda - law.force(0.0, q, v, Vec<double, 0>());
}

// u with residual(u) = 0, by Newton with central differences.
template <class Residual>
V3 solve_by_differences(V3 u, Residual&& residual) {
  for (int i = 0; i < 8; ++i) {
    Mat<double, 3, 3> J;
    for (int j = 0; j < 3; ++j) {
      const V3 d = 1e-3 * V3::Unit(j);
      J.col(j) = (residual(u + d) - residual(u - d)) / 2e-3;
    }
    u -= solve_lu(J, residual(u)).col(0);
  }
  return u;
}

double velocity_error_of_ours(const System& system, double alpha, double t_end, int steps) {
  const auto method = make_method("hht-i3", {{"alpha", fmt::format("{}", alpha)}});
  const Result result = solve(system, *method, system.initial_guess(),
                              {.t_end = t_end, .integration = {.h = t_end / steps}, .output = Output::end_only});
  return (result.final.v - PolarParticle().exact(t_end).v).norm();
}

}  // namespace

double velocity_error_of_printed_hht(double alpha, double t_end, int steps) {
  const PolarParticle law;
  const AlphaCoefficients k = AlphaCoefficients::hht(alpha);
  const double h = t_end / steps;
  const State start = law.exact(0), exact = law.exact(t_end);
  V2 q = start.q, v = start.v, a = start.a;
  double lambda = start.lambda[0];
  for (int n = 0; n < steps; ++n) {
    const V2 old_forces = reaction_minus_force(law, q, v, lambda);
    V2 q1, v1;
    const auto residual = [&](const V3& u) {
      const V2 a1 = u.head<2>();
      q1 = q + h * v + h * h * ((0.5 - k.beta) * a + k.beta * a1);
      v1 = v + h * ((1 - k.gamma) * a + k.gamma * a1);
      V3 r;
      r.head<2>() = law.mass(0.0, q1) * a1 / (1 + alpha) + reaction_minus_force(law, q1, v1, u[2]) -
                    alpha / (1 + alpha) * old_forces;
      r[2] = law.constraint(0.0, q1)[0] / (k.beta * h * h);
      return r;
    };
    const V3 u = solve_by_differences(V3(a[0], a[1], lambda), residual);
    residual(u);  // leaves q1, v1 there
    q = q1, v = v1, a = u.head<2>(), lambda = u[2];
  }
  return (v - exact.v).norm();
}

Account printed_hht(const ExperimentRunner& runner) {
  Figure figure{.label = "Eq. (8)",
                .title = "HHT-I3 as printed and as implemented, particle in polar coordinates, M(q)",
                .statement = "HHT-I3, Eq. (8), is second order."};
  constexpr double t_end = 2;
  const auto system = make_polar_particle();
  StudyChart chart{.kind = StudyChart::Kind::convergence,
                   .title = "Velocity error at t = 2 s",
                   .x = {"step size h", "s"},
                   .y = {"error of v"},
                   .series = {},
                   .slopes = {1, 2}};
  StudyTable table{.title = "Velocity errors", .columns = {{"h", "s", StudyTable::Kind::number, 3}}};
  std::vector<int> steps;
  for (int n = 250; n <= (runner.quick() ? 1000 : 8000); n *= 2) steps.push_back(n);
  for (const int n : steps) table.rows.push_back({t_end / n});
  for (const double alpha : {-0.3, -0.05, 0.0})
    for (const bool is_printed : {true, false}) {
      StudySeries series{
          .name = fmt::format("{}, alpha = {}", is_printed ? "as printed" : "hht-i3", alpha), .x = {}, .y = {}};
      std::vector<OrderPoint> points;
      table.columns.push_back({series.name, "", StudyTable::Kind::number, 3});
      for (std::size_t i = 0; i < steps.size(); ++i) {
        runner.stop_if_cancelled();
        const double h = t_end / steps[i];
        const double error = is_printed ? velocity_error_of_printed_hht(alpha, t_end, steps[i])
                                        : velocity_error_of_ours(*system, alpha, t_end, steps[i]);
        points.push_back({h, error, 0});
        series.x.push_back(h);
        series.y.push_back(error);
        table.rows[i].emplace_back(error);
      }
      const ObservedOrder seen = observe_order(points, 2);
      const bool is_second = seen.slope && std::abs(*seen.slope - 2) <= 0.1;
      figure.findings.push_back(
          {.subject = series.name,
           .paper = "order 2",
           .ours = fmt::format("order {:.2f}", seen.slope.value_or(0)),
           .outcome = is_second ? Outcome::confirmed : Outcome::differs,
           .why = is_second
                      ? ""
                      : "Eq. (8) pairs M at t + h with a at t + (1+alpha)h; hht-i3 pairs M and w, both at t + h"});
      chart.series.push_back(std::move(series));
    }
  figure.exhibits.emplace_back(std::move(chart));
  figure.exhibits.emplace_back(std::move(table));
  return {std::move(figure)};
}

}  // namespace daedalus::reproduce::paper_002
