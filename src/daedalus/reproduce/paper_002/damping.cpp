#include "daedalus/reproduce/paper_002/damping.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/stiff_oscillator.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/reproduce/paper_002/paper_002.hpp"

namespace daedalus::reproduce::paper_002 {
namespace {

struct Expected {
  const char* method;
  double radius;
  const char* formula;
};
constexpr Expected expected[] = {
    {"nstiff", 0, "0"},
    {"nstiff-si2", 0, "0"},
    {"newmark", 1.8 / 2.2, "(3 - 2 gamma)/(1 + 2 gamma)"},
    {"hht-i3:alpha=-0.3", 0.7 / 1.3, "(1 + alpha)/(1 - alpha)"},
    {"hht-i3:alpha=-0.05", 0.95 / 1.05, "(1 + alpha)/(1 - alpha)"},
    {"hht-add:alpha=-0.3", 0.7 / 1.3, "(1 + alpha)/(1 - alpha)"},
    {"hht-add:alpha=-0.05", 0.95 / 1.05, "(1 + alpha)/(1 - alpha)"},
    {"hht-si2:alpha=-0.3", 0.7 / 1.3, "(1 + alpha)/(1 - alpha)"},
    {"hht-si2:alpha=-0.05", 0.95 / 1.05, "(1 + alpha)/(1 - alpha)"},
    {"generalized-alpha:rho_infinity=0.8", 0.8, "rho_infinity"},
};

}  // namespace

double measured_radius_at_infinity(const MethodChoice& choice) {
  const LawSystem<StiffOscillator> system("stiff_oscillator");
  Equations eq(system);
  State x = system.initial_guess(), y = x;
  make_consistent(eq, x);
  const auto method = make_method(choice.name, choice.options);
  method->start(eq, x, {});
  std::vector<double> v;
  for (int n = 0; n < 12; ++n) {
    if (!method->step(eq, x, 1.0, y).ok())
      throw ModelError(fmt::format("{} fails on a stiff oscillator.", choice.label));
    method->accept(x, y, 1.0);
    std::swap(x, y);
    v.push_back(x.v[0]);
  }
  if (std::abs(v[5]) < 1e-5) return 0;
  MatX H(6, 3);
  VecX b(6);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 3; ++j) H(i, j) = v[i + j + 2];
    b[i] = v[i + 5];
  }
  const VecX c = least_squares(H, b, std::numeric_limits<double>::epsilon());
  MatX companion = MatX::Zero(3, 3);
  companion << 0, 1, 0, 0, 0, 1, c[0], c[1], c[2];
  return spectral_radius(companion);
}

Account damping(const ExperimentRunner& runner) {
  Figure figure{.label = "section 3.2",
                .title = "high-frequency damping",
                .statement =
                    "The more negative alpha, the more damping; alpha = 0 has none. BDF damps most and cannot be "
                    "adjusted. (The paper gives no spectral radii; the formulas are those of the theory page.)"};
  for (const Expected& entry : expected) {
    runner.stop_if_cancelled();
    const double radius = measured_radius_at_infinity(parse_method_choice(entry.method));
    const bool agrees = std::abs(radius - entry.radius) < 0.02;
    figure.findings.push_back({.subject = entry.method,
                               .paper = fmt::format("{:.3f} = {}", entry.radius, entry.formula),
                               .ours = fmt::format("{:.3f}", radius),
                               .outcome = agrees ? Outcome::confirmed : Outcome::differs,
                               .why = agrees ? "" : "more than 0.02 off"});
  }
  return {std::move(figure)};
}

}  // namespace daedalus::reproduce::paper_002
