// circular_track.cpp: [BAE, section 4.1, Fig. 3]: a mass on a circle, its speed controlled, pushed outwards: the
// distance from the center with explicit Euler, index 1, index 2 and index 1 with projection. Numbers of the model are
// ours.
#include <fmt/format.h>

#include <cmath>

#include "daedalus/reproduce/paper_003/paper_003.hpp"
#include "daedalus/reproduce/thinned.hpp"

namespace daedalus::reproduce::paper_003 {
namespace {

struct Track {
  std::vector<double> t, radius;
  bool done = false;
  double at_end() const { return radius.empty() ? NAN : radius.back() - 1; }
};

Track follow(const ExperimentRunner& runner, const Mechanism& mechanism, const std::string& method, double h,
             double t_end) {
  Track track;
  const auto on_step = [&](const Integration& integration) {
    track.t.push_back(integration.state().t);
    track.radius.push_back(integration.state().q.norm());
  };
  track.done = runner.run(mechanism, parse_method_choice(method), h, t_end, on_step).status == RunStatus::done;
  return track;
}

}  // namespace

Account circular_track(const ExperimentRunner& runner) {
  const Mechanism mechanism = runner.load("circular_track");
  const double h = 0.01, T = runner.quick() ? 20 : 100;
  Figure figure{.label = "Fig. 3",
                .title = "drift from the circular track",
                .statement =
                    "Without stabilization the distance from the center drifts away from 1, faster with index 1 than "
                    "with index 2; with projection of positions and velocities it remains 1."};
  StudyChart chart{.title = fmt::format("Fig. 3: distance from the center, h = {:g} s", h),
                   .x = {"t", "s"},
                   .y = {"distance", "m"},
                   .series = {}};
  const Track first = follow(runner, mechanism, "rt-euler:update=explicit:index=1:stabilization=none", h, T);
  const Track second = follow(runner, mechanism, "rt-euler:update=explicit:index=2:stabilization=none", h, T);
  const Track projected = follow(runner, mechanism, "rt-euler:update=explicit:index=1:stabilization=projection", h, T);
  chart.series = {thinned("index 1", first.t, first.radius, 800), thinned("index 2", second.t, second.radius, 800),
                  thinned("index 1, projected", projected.t, projected.radius, 800)};
  const auto text = [&](const Track& track) {
    return track.done ? fmt::format("{:.3g} m off after {:g} s", track.at_end(), T) : std::string("it fails");
  };
  const bool drifts = first.at_end() > 0.01, slower = second.at_end() > 0.01 && second.at_end() < first.at_end();
  figure.findings = {{.subject = "index 1",
                      .paper = "drifts",
                      .ours = text(first),
                      .outcome = drifts ? Outcome::confirmed : Outcome::differs,
                      .why = drifts ? "" : "stays on the track"},
                     {.subject = "index 2",
                      .paper = "drifts, but slower",
                      .ours = text(second),
                      .outcome = slower ? Outcome::confirmed : Outcome::differs,
                      .why = slower ? "" : "not slower than index 1, or no drift"},
                     {.subject = "index 1, one Newton step of projection",
                      .paper = "stays",
                      .ours = text(projected),
                      .outcome = std::abs(projected.at_end()) < 1e-6 ? Outcome::confirmed : Outcome::differs,
                      .why = std::abs(projected.at_end()) < 1e-6 ? "" : "more than 1e-6 m off"}};
  figure.exhibits.emplace_back(std::move(chart));
  return {std::move(figure)};
}

}  // namespace daedalus::reproduce::paper_003
