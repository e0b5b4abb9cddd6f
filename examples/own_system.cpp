// own_system.cpp: write down a mechanism's law once, and integrate it. Derivatives are found automatically and exactly.
//
// A bead of mass m slides on a hoop of radius R that spins about its vertical axis with rate w(t) = w0 (1 + t/10): in
// Cartesian coordinates (x along the hoop's plane, z up) the hoop is a constraint and the spin a centrifugal force.
#include <fmt/format.h>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/simulation/run.hpp"

using namespace daedalus;

struct BeadOnHoop {
  static constexpr int nq = 2, ng = 1, nw = 0, ns = 0;  // coordinates, constraints, first-order states
  double m = 0.1, R = 0.5, g = 9.81, w0 = 6;            // kg, m, m/s², rad/s

  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    return Mat<S, 2, 2>{{S(m), S(0.0)}, {S(0.0), S(m)}};
  }
  template <class S>
  Vec<S, 2> force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>&, const Vec<S, 0>&) const {
    const S w = w0 * (1.0 + t / 10.0);
    return Vec<S, 2>{m * w * w * q[0], S(-m * g)};
  }
  template <class S>
  Vec<S, 1> constraint(const S&, const Vec<S, 2>& q) const {
    return Vec<S, 1>{q[0] * q[0] + q[1] * q[1] - R * R};
  }
  template <class S>
  S potential(const S& t, const Vec<S, 2>& q) const {
    const S w = w0 * (1.0 + t / 10.0);
    return m * g * q[1] - 0.5 * m * w * w * q[0] * q[0];
  }

  std::vector<std::string> coordinates() const { return {"x", "z"}; }
  std::vector<std::string> constraints() const { return {"hoop"}; }
  State initial_guess() const {
    State x(Layout{.nq = nq, .ng = ng});
    x.q << 0.1, -0.48;  // near the bottom; made consistent before the run
    return x;
  }
};

int main() {
  const Mechanism bead = make_mechanism(std::make_shared<const LawSystem<BeadOnHoop>>("bead_on_hoop"), 2);
  const RunResult all =
      run(bead, {.method = "dopri5", .samples = KeepSamples::yes, .channels = {"q.*", "lambda.hoop"}, .every = 0.25});
  fmt::print("{:>6} {:>12} {:>12} {:>14}\n", "t", "x", "z", "hoop force/N");
  for (std::size_t k = 0; k < all.samples.rows(); ++k) {
    const double* row = all.samples.values.data() + 4 * k;
    fmt::print("{:6.2f} {:12.6f} {:12.6f} {:14.6f}\n", row[0], row[1], row[2], 2 * 0.5 * row[3]);
  }
  const Report& report = all.result.report;
  fmt::print("{} steps, |g| below {:.1e}, status {}\n", report.steps.accepted, report.residuals.position,
             text_of(all.result.status));
  return all.result.status == RunStatus::done ? 0 : 1;
}
