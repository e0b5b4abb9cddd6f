// convergence.hpp: the order of a method, measured on a problem with a known solution.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus::testing {

struct StudyPoint {
  double h = 0, q = 0, v = 0, lambda = 0;  // step and largest errors at the end, relative to the largest component
};

struct Study {
  std::vector<StudyPoint> points;

  // Slope of the error over the finest steps, two unless more are asked for, whose error stands clear of round-off.
  double order(double StudyPoint::*error, double floor, std::size_t steps = 2) const {
    double slope = NAN;
    for (std::size_t i = steps - 1; i < points.size(); ++i) {
      const StudyPoint& first = points[i + 1 - steps];
      if (points[i].*error > floor) slope = std::log(first.*error / points[i].*error) / std::log(first.h / points[i].h);
    }
    return slope;
  }

  std::string table() const {
    std::string text = fmt::format("{:>10} {:>10} {:>10} {:>10}\n", "h", "q", "v", "lambda");
    for (const StudyPoint& p : points)
      text += fmt::format("{:10.3g} {:10.2e} {:10.2e} {:10.2e}\n", p.h, p.q, p.v, p.lambda);
    return text;
  }
};

inline double largest(const VecX& x) { return x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0; }
inline double relative_error(const VecX& x, const VecX& exact) { return largest(x - exact) / largest(exact); }

inline Study convergence(const std::string& method_name, const CatalogEntry& problem, double t_end, double h,
                         int halvings, const std::vector<OptionSetting>& settings = {}) {
  Study study;
  const auto system = problem.make();
  const State exact = problem.reference(t_end).value();
  for (int k = 0; k <= halvings; ++k, h /= 2) {
    const auto method = make_method(method_name, settings);
    SolveOptions options{
        .t_end = t_end, .integration = {.h = h}, .output = Output::end_only, .monitoring = Monitoring::off};
    const Result result = solve(*system, *method, system->initial_guess(), options);
    study.points.push_back({h, relative_error(result.final.q, exact.q), relative_error(result.final.v, exact.v),
                            relative_error(result.final.lambda, exact.lambda)});
  }
  return study;
}

}  // namespace daedalus::testing
