// domains.cpp: [BAE, section 2, Fig. 1]: where the methods are stable on q'' = −a q − b q', in w = h b and z = h² a.
// The limits are found by bisection on the spectral radius of one step of the method itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/analysis/stability.hpp"
#include "daedalus/reproduce/paper_003/paper_003.hpp"

namespace daedalus::reproduce::paper_003 {
namespace {

struct Limit {
  const char *method, *rule;
  OscillatorPoint stable, unstable, expected;
};

const Limit limits[] = {
    {"rt-euler:update=explicit", "z <= w", {0.5, 0.1}, {0.5, 3}, {0.5, 0.5}},
    {"rt-euler:update=explicit", "2 w <= 4 + z", {1.5, 1}, {4, 1}, {2.5, 1}},
    {"rt-euler:jacobian=j1", "z <= 4 + 2 w", {0, 1}, {0, 20}, {0, 4}},
    {"rt-euler:jacobian=j1", "z <= 4 + 2 w", {2, 1}, {2, 20}, {2, 8}},
    {"rt-euler:jacobian=j3", "z <= 4 - 2 w", {0, 1}, {0, 20}, {0, 4}},
    {"rt-euler:jacobian=j3", "z <= 4 - 2 w", {1, 1}, {1, 20}, {1, 2}},
    {"rt-euler:jacobian=j3", "w <= 2", {1, 1e-6}, {4, 1e-6}, {2, 1e-6}},
};

Finding judge(const Limit& limit) {
  const OscillatorPoint found = stability_boundary(parse_method_choice(limit.method), limit.stable, limit.unstable);
  const double off = std::hypot(found.hb - limit.expected.hb, found.h2a - limit.expected.h2a) /
                     std::hypot(limit.expected.hb, limit.expected.h2a);
  return {.subject = limit.method,
          .paper = fmt::format("{}: ends at ({:g}, {:g})", limit.rule, limit.expected.hb, limit.expected.h2a),
          .ours = fmt::format("({:.5g}, {:.5g})", found.hb, found.h2a),
          .outcome = off < 0.01 ? Outcome::confirmed : Outcome::differs,
          .why = off < 0.01 ? "" : "more than 1 % off"};
}

Finding judge_unlimited(const std::string& text) {
  const MethodChoice method = parse_method_choice(text);
  double largest = 0;
  for (const double w : {0.0, 0.01, 0.1, 1.0, 10.0, 1e3})
    for (const double z : {1e-4, 1e-2, 1.0, 4.0, 10.0, 1e3, 1e6})
      largest = std::max(largest, oscillator_radius(method, w, z));
  return {.subject = text,
          .paper = "stable for all a, b >= 0 at any step size",
          .ours = fmt::format("largest radius {:.9f}", largest),
          .outcome = largest <= stable_radius ? Outcome::confirmed : Outcome::differs,
          .why = largest <= stable_radius ? "" : "unstable somewhere"};
}

// A stiff mode without damping of its own: the exact Jacobian leaves 1/√(1 + z) of it after a step. J2, which is said
// to restore its stability, is held to the same.
Finding judge_damping(const std::string& text, const char* paper) {
  const double z = 1e6, radius = oscillator_radius(parse_method_choice(text), 0, z), exact = 1 / std::sqrt(1 + z);
  const bool damps = radius < 2 * exact;
  return {.subject = text,
          .paper = paper,
          .ours = fmt::format("radius {:.4g} at z = {:.0e}, w = 0", radius, z),
          .outcome = damps ? Outcome::confirmed : Outcome::differs,
          .why = damps
                     ? ""
                     : fmt::format(
                           "an undamped stiff mode is multiplied by {:.3g} per step, with the exact Jacobian by {:.3g}",
                           radius, exact)};
}

StudyContour region(const ExperimentRunner& runner, const std::string& text) {
  const int size = runner.quick() ? 31 : 81;
  const double widest = 6, highest = 12;
  return {.title = "Fig. 1: " + text,
          .note = "Shaded: stable. Contours: spectral radius.",
          .x = {.name = "h b", .low = 0, .high = widest},
          .y = {.name = "h² a", .low = 0, .high = highest},
          .columns = size,
          .rows = size,
          .values = oscillator_radii(parse_method_choice(text), widest, highest, size),
          .levels = {0.5, 0.9, 1, 2},
          .filled_below = 1};
}

}  // namespace

Account domains(const ExperimentRunner& runner) {
  Figure figure{.label = "Fig. 1",
                .title = "stability regions",
                .statement =
                    "For q'' = -a q - b q' the exact Jacobian and J2 are stable at any step size, J1 for h² a <= 2 h b "
                    "+ 4, J3 for h b <= 2 and h² a <= 4 - 2 h b."};
  for (const Limit& limit : limits) {
    runner.stop_if_cancelled();
    figure.findings.push_back(judge(limit));
  }
  for (const char* method : {"rt-euler:jacobian=exact", "rt-euler:jacobian=j2", "rt-euler:jacobian=reversed"})
    figure.findings.push_back(judge_unlimited(method));
  figure.findings.push_back(judge_damping("rt-euler:jacobian=exact", "damps stiff modes"));
  figure.findings.push_back(judge_damping("rt-euler:jacobian=j2", "like the exact Jacobian"));
  for (const char* method : {"rt-euler:update=explicit", "rt-euler:jacobian=j1", "rt-euler:jacobian=j2",
                             "rt-euler:jacobian=j3", "rt-euler:jacobian=exact"}) {
    runner.say(fmt::format("stability region of {}", method));
    runner.stop_if_cancelled();
    figure.exhibits.emplace_back(region(runner, method));
  }
  return {std::move(figure)};
}

}  // namespace daedalus::reproduce::paper_003
