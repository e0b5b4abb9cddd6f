// chassis_height.cpp: [HNE, section 6.1, Fig. 4]: sizes and dominant eigenvalue of the stiff vehicle, and the height of
// its chassis over the bump.
//
// Edges: for each of the four tires the foot where it meets the half cylinder, its top and the foot behind are events,
// and so are loss and return of contact. A step ends there and the next one starts without history. The slope at a foot
// has no bound; the height has no jump.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/analysis/modes.hpp"
#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/model_check.hpp"
#include "daedalus/reproduce/paper_000/chassis_motion.hpp"
#include "daedalus/simulation/linearize.hpp"

namespace daedalus::reproduce::paper_000 {
namespace {

using Kind = StudyTable::Kind;

Outcome confirmed_if(bool is_right) { return is_right ? Outcome::confirmed : Outcome::differs; }

Figure sizes(const Mechanism& vehicle) {
  Figure figure{.label = "section 6.1",
                .title = "the stiff vehicle",
                .statement =
                    "14 bodies have 98 coordinates; with the rack locked, 18 degrees of freedom remain. The dominant "
                    "eigenvalue has a small imaginary part and a real part of about -2.6e5 1/s."};
  const CheckReport check = check_model(*vehicle.model_system, vehicle.start);
  const auto count = [&](const char* what, Index paper, Index ours) {
    figure.findings.push_back({.subject = what,
                               .paper = fmt::format("{}", paper),
                               .ours = fmt::format("{}", ours),
                               .outcome = confirmed_if(ours == paper),
                               .why = ours == paper ? "" : "another model"});
  };
  count("bodies", 14, check.bodies);
  count("coordinates", 98, check.coordinates);
  count("constraints", 80, check.constraints);
  count("degrees of freedom", 18, check.degrees_of_freedom);
  const std::vector<Mode> modes = find_modes(linearize(vehicle, vehicle.start));
  const std::complex<double> dominant = modes.back().eigenvalue;
  const bool is_right = std::abs(dominant.real() + 2.6e5) < 0.05 * 2.6e5 && std::abs(dominant.imag()) < 0.01 * 2.6e5;
  figure.findings.push_back({.subject = "dominant eigenvalue",
                             .paper = "-2.6e5 1/s, small imaginary part",
                             .ours = fmt::format("{:.4g} {:+.2g}i 1/s", dominant.real(), dominant.imag()),
                             .outcome = confirmed_if(is_right),
                             .why = is_right ? "the bushing lever arms were chosen to match it" : "more than 5 % off"});
  StudyTable table{.title = "Modes of the vehicle at rest",
                   .columns = {{"Re", "1/s", Kind::number, 4},
                               {"Im", "1/s", Kind::number, 4},
                               {"frequency", "Hz", Kind::number, 4},
                               {"damping ratio", "", Kind::number, 3}}};
  for (const Mode& mode : modes)
    if (!mode.is_neutral)
      table.rows.push_back({mode.eigenvalue.real(), mode.eigenvalue.imag(), mode.frequency(), mode.damping_ratio()});
  figure.exhibits.emplace_back(std::move(table));
  return figure;
}

// From when on the height stays within `band` of the last one.
double settled_from(const ChassisMotion& motion, double band) {
  double since = motion.t.front();
  for (std::size_t i = 0; i < motion.t.size(); ++i)
    if (std::abs(motion.q[i][1] - motion.q.back()[1]) > band) since = motion.t[std::min(i + 1, motion.t.size() - 1)];
  return since;
}

StudyTable edges_table(const Report& report) {
  StudyTable table{.title = "Edges of the road as events",
                   .note = "Each edge is located and ends a step; the method restarts after it.",
                   .columns = {{"event"}, {"t", "s", Kind::number, 6}}};
  for (const EventRecord& event : report.events) table.rows.push_back({event.name, event.t});
  return table;
}

// `count` points between the steps, which are long where nothing happens.
StudySeries height_series(const ChassisMotion& motion, int count) {
  StudySeries series{.name = "infl-sdirk", .x = {}, .y = {}, .style = StudySeries::Style::line};
  VecX q(2), v(2);
  for (int i = 0; i <= count; ++i) {
    const double t = motion.t.back() * i / count;
    motion.interpolate(t, q, v);
    series.x.push_back(t);
    series.y.push_back(q[1]);
  }
  return series;
}

Figure over_the_bump(const ExperimentRunner& runner, const Mechanism& vehicle) {
  Figure figure{.label = "Fig. 4",
                .title = "chassis height",
                .statement =
                    "At 10 mph the front wheels hit the bump at about 0.5 s and the rear wheels at about 1.2 s; after "
                    "about 4 s the chassis height settles at about 0.71 m."};
  const double tolerance = 1e-5, T = 5;
  const ChassisMotion motion = drive(runner, vehicle, "infl-sdirk", tolerance, vehicle.start, T);
  if (!motion.done()) {
    figure.findings.push_back({.subject = "infl-sdirk",
                               .paper = "runs to 5 s",
                               .ours = fmt::format("stops at {:g} s", motion.t.back()),
                               .outcome = Outcome::differs,
                               .why = motion.failure});
    return figure;
  }
  const double front = first_edge(motion.report, "front"), rear = first_edge(motion.report, "rear"),
               last = motion.q.back()[1];
  const double since = settled_from(motion, 1e-4);
  const std::vector<double> height = motion.height();
  const auto [low, high] = std::minmax_element(height.begin(), height.end());
  figure.findings = {{.subject = "front wheels hit the bump",
                      .paper = "at about 0.5 s",
                      .ours = fmt::format("{:.4f} s", front),
                      .outcome = confirmed_if(std::abs(front - 0.5) < 0.05),
                      .why = "set by the position of the bump"},
                     {.subject = "rear wheels hit the bump",
                      .paper = "at about 1.2 s",
                      .ours = fmt::format("{:.4f} s", rear),
                      .outcome = confirmed_if(std::abs(rear - 1.2) < 0.05),
                      .why = ""},
                     {.subject = "settled height",
                      .paper = "about 0.71 m",
                      .ours = fmt::format("{:.4f} m", last),
                      .outcome = confirmed_if(std::abs(last - 0.71) < 0.005),
                      .why = "the free lengths of the springs were chosen to match it"},
                     {.subject = "settled",
                      .paper = "after about 4 s",
                      .ours = fmt::format("within 0.1 mm after {:.2f} s", since),
                      .outcome = confirmed_if(since > 3 && since < 5),
                      .why = since < 3   ? "earlier: the paper does not give its springs and dampers"
                             : since < 5 ? ""
                                         : "it is still moving"},
                     {.subject = "lowest and highest",
                      .paper = "only shown in a figure",
                      .ours = fmt::format("{:.4f} m and {:.4f} m", *low, *high),
                      .outcome = Outcome::not_comparable,
                      .why = "the paper does not give masses and suspension data"}};
  figure.exhibits.emplace_back(
      StudyChart{.title = fmt::format("Fig. 4: chassis height, infl-sdirk, tolerance {:.0e}", tolerance),
                 .x = {"t", "s"},
                 .y = {"z", "m"},
                 .series = {height_series(motion, 1000)}});
  figure.exhibits.emplace_back(edges_table(motion.report));
  return figure;
}

}  // namespace

Account chassis_height(const ExperimentRunner& runner) {
  const Mechanism vehicle = load_vehicle(runner);
  Account account;
  account.push_back(sizes(vehicle));
  account.push_back(over_the_bump(runner, vehicle));
  return account;
}

}  // namespace daedalus::reproduce::paper_000
