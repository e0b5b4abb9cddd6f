#include "root_locus_output.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

const Mode* mode_at(const LocusPoint& point, int which) {
  return which < 0 ? nullptr : &point.modes[static_cast<std::size_t>(which)];
}

std::string crossing_text(const RootLocus& locus, const LocusCrossing& crossing) {
  const double frequency = crossing.mode.frequency();
  return fmt::format("stability is {} at {} = {:.6g}: {}, mode of {}", crossing.is_lost ? "lost" : "gained",
                     locus.parameter, crossing.value,
                     crossing.mode.eigenvalue.imag() > 0 ? fmt::format("oscillation at {:.4g} Hz", frequency)
                                                         : std::string("divergence without oscillation"),
                     participants(crossing.mode));
}

bool all_determine_stability(const RootLocus& locus) {
  for (const LocusPoint& point : locus.points)
    if (point.about == LinearizedAbout::instant) return false;
  return true;
}

}  // namespace

std::string participants(const Mode& mode) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, mode.bodies.size()); ++i)
    if (mode.bodies[i].share >= 0.02)
      text += fmt::format("{}{} {:.0f}%", text.empty() ? "" : ", ", mode.bodies[i].body, 100 * mode.bodies[i].share);
  return text;
}

std::string eigenvalue_text(const Mode& mode) {
  if (mode.is_neutral) return "0";
  if (mode.eigenvalue.imag() > 0)
    return fmt::format("{:.6g} ± {:.6g}i", mode.eigenvalue.real(), mode.eigenvalue.imag());
  return fmt::format("{:.6g}", mode.eigenvalue.real());
}

Json modes_json(const std::vector<Mode>& modes) {
  Json list = Json::array();
  for (const Mode& mode : modes) {
    Json bodies = Json::object();
    for (const BodyShare& share : mode.bodies) bodies[share.body] = share.share;
    list.push_back({{"real", mode.eigenvalue.real()},
                    {"imaginary", mode.eigenvalue.imag()},
                    {"frequency", mode.frequency()},
                    {"damping_ratio", mode.damping_ratio()},
                    {"neutral", mode.is_neutral},
                    {"bodies", bodies}});
  }
  return list;
}

void print_locus(const RootLocus& locus) {
  fmt::print("{:>14}  {:>28}  {:>12}  {:>9}  {}\n", locus.parameter, "least stable, 1/s", "|λ|/2π, Hz", "damping",
             "participation (kinetic energy)");
  for (const LocusPoint& point : locus.points) {
    const Mode* mode = mode_at(point, point.least_stable);
    if (mode == nullptr) {
      fmt::print("{:>14.6g}  {:>28}\n", point.value, "all modes are neutral");
      continue;
    }
    fmt::print("{:>14.6g}  {:>28}  {:>12.5g}  {:>9.4f}  {}\n", point.value, eigenvalue_text(*mode), mode->frequency(),
               mode->damping_ratio(), participants(*mode));
  }
  for (const LocusCrossing& crossing : locus.crossings) fmt::print("{}\n", crossing_text(locus, crossing));
  if (locus.crossings.empty() && !locus.points.empty())
    fmt::print("{} over the whole range\n", locus.points.front().growth() < 0 ? "stable" : "not stable");
  if (!all_determine_stability(locus))
    fmt::print(
        "warning: the model does not start at rest or in steady motion for all values. There the eigenvalues describe "
        "how "
        "small\n  deviations start out; they do not determine stability.\n");
}

Json locus_json(const RootLocus& locus) {
  Json points = Json::array(), crossings = Json::array();
  for (const LocusPoint& point : locus.points)
    points.push_back({{"value", point.value},
                      {"about", name_of(point.about)},
                      {"growth", point.growth()},
                      {"least_stable", point.least_stable},
                      {"least_damped", point.least_damped},
                      {"modes", modes_json(point.modes)}});
  for (const LocusCrossing& crossing : locus.crossings)
    crossings.push_back({{"value", crossing.value},
                         {"stability", crossing.is_lost ? "lost" : "gained"},
                         {"mode", modes_json({crossing.mode})[0]}});
  return {{"parameter", locus.parameter}, {"points", points}, {"crossings", crossings}};
}

StudyPage locus_page(const RootLocus& locus, const std::string& model) {
  StudyPage page(model, "eigenvalues over " + locus.parameter);
  std::string verdict;
  for (const LocusCrossing& crossing : locus.crossings) verdict += crossing_text(locus, crossing) + "\n\n";
  page.add(StudyText{.title = "Stability", .text = verdict.empty() ? "It does not change over the range." : verdict});

  StudySeries growth{.name = "least stable", .x = {}, .y = {}}, damping{.name = "least damped", .x = {}, .y = {}};
  StudyEigenvalues roots{.title = "Root locus",
                         .note = "Oscillations of up to ten times the frequency of the least stable modes.",
                         .sets = {}};
  double highest = 0;
  for (const LocusPoint& point : locus.points)
    if (const Mode* mode = mode_at(point, point.least_stable)) highest = std::max(highest, std::abs(mode->eigenvalue));
  for (const LocusPoint& point : locus.points) {
    StudyEigenvalues::Set set{.name = fmt::format("{} = {:.6g}", locus.parameter, point.value), .re = {}, .im = {}};
    for (const Mode& mode : point.modes) {
      if (mode.is_neutral || std::abs(mode.eigenvalue) > 10 * highest) continue;
      for (const double sign : {1.0, -1.0}) {
        set.re.push_back(mode.eigenvalue.real());
        set.im.push_back(sign * mode.eigenvalue.imag());
        if (mode.eigenvalue.imag() == 0) break;
      }
    }
    roots.sets.push_back(std::move(set));
    if (const Mode* mode = mode_at(point, point.least_stable)) {
      growth.x.push_back(point.value);
      growth.y.push_back(mode->eigenvalue.real());
    }
    if (const Mode* mode = mode_at(point, point.least_damped)) {
      damping.x.push_back(point.value);
      damping.y.push_back(mode->damping_ratio());
    }
  }
  page.add(StudyChart{.title = "Growth",
                      .note = "Largest real part of the eigenvalues; positive: unstable.",
                      .x = {locus.parameter},
                      .y = {"Re λ", "1/s"},
                      .series = {growth}});
  page.add(StudyChart{.title = "Damping",
                      .note = "Smallest damping ratio −Re λ/|λ|.",
                      .x = {locus.parameter},
                      .y = {"damping ratio"},
                      .series = {damping}});
  page.add(roots);
  return page;
}

}  // namespace daedalus::cli
