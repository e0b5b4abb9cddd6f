#include "dual_rate_stability.hpp"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "daedalus/analysis/rate_split.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/methods/prk.hpp"
#include "daedalus/integrate/tableaus/prk/prk_stability.hpp"
#include "daedalus/integrate/tableaus/prk/stabilized_polynomial.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/page/study_page.hpp"
#include "daedalus/simulation/linearize.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

StudyContour part_region(const char* title, const std::vector<double>& beta, double left, double top) {
  constexpr int points = 121;
  StudyContour contour{.title = title,
                       .note = "Shaded: |R(z)| at most 1. z = h λ.",
                       .x = {.name = "Re z", .low = -left, .high = 1},
                       .y = {.name = "Im z", .low = 0, .high = top},
                       .columns = points,
                       .rows = points,
                       .values = {},
                       .levels = {0.5, 1, 2},
                       .filled_below = 1};
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < points; ++j) {
      const std::complex<double> z(-left + (1 + left) * j / (points - 1), top * i / (points - 1));
      std::complex<double> R = 0;
      for (std::size_t k = beta.size(); k-- > 0;) R = R * z + beta[k];
      contour.values.push_back(std::min(std::abs(R), 1e6));
    }
  return contour;
}

}  // namespace

std::optional<PrkTableau> find_dual_rate_tableau(const MethodChoice& method) {
  const auto made = make_method(method.name, method.options);
  const auto* prk = dynamic_cast<const Prk*>(made.get());
  return prk ? std::optional(prk->tableau()) : std::nullopt;
}

int show_dual_rate_regions(const PrkTableau& tableau, const PageRequest& page, bool json) {
  const std::vector<double> slow = stability_polynomial(tableau.slow), fast = stability_polynomial(tableau.fast);
  const auto limit = [](const std::vector<double>& beta, StabilizedAxis axis) { return stable_interval(beta, axis); };
  using enum StabilizedAxis;
  if (json) {
    const auto part = [&](const std::vector<double>& beta) {
      return Json{{"polynomial", beta}, {"imaginary_limit", limit(beta, imaginary)}, {"real_limit", limit(beta, real)}};
    };
    fmt::print("{}\n", json_text(Json{{"method", tableau.name}, {"slow", part(slow)}, {"fast", part(fast)}}));
  } else {
    fmt::print("{}: {}\n\n  {:<8}{:>18}{:>18}\n", tableau.name, tableau.title, "part", "imaginary limit", "real limit");
    for (const auto& [name, beta] : {std::pair("slow", &slow), std::pair("fast", &fast)})
      fmt::print("  {:<8}{:>18.4g}{:>18.4g}\n", name, limit(*beta, imaginary), limit(*beta, real));
    fmt::print(
        "\nlargest h |λ| of each part alone; coupling between them lowers it: give a model to see by how much.\n");
  }
  if (!page.page.empty()) {
    const double top = std::max(2.5, 1.1 * limit(fast, imaginary)), left = std::max(3.0, 1.1 * limit(fast, real));
    StudyPage study("Stability of " + tableau.name, tableau.title);
    study.add(part_region("Slow part", slow, 3, 2.5));
    study.add(part_region("Fast part", fast, left, top));
    study.write(page.page);
    if (!json) fmt::print("page: {}\n", address_of(page.page));
  }
  return exit_done;
}

int show_dual_rate_step(const PrkTableau& tableau, const Mechanism& mechanism, double h, const PageRequest& page,
                        bool json) {
  Equations eq(*mechanism.system);
  State x = mechanism.start;
  make_consistent(eq, x);
  const RateSplit split = split_rates(*mechanism.system, linearize(mechanism, x));
  const double largest = largest_stable_step(tableau, split);
  const Index fast = split.fast_count(), all = static_cast<Index>(split.names.size());
  if (json) {
    Json report = {{"system", mechanism.system->name()},
                   {"method", tableau.name},
                   {"states", all},
                   {"fast_states", fast},
                   {"largest_h", largest}};
    if (h > 0) report["spectral_radius"] = spectral_radius(tableau, split, h);
    fmt::print("{}\n", json_text(report));
  } else {
    fmt::print("{} at t = {:g} s, {} slow and {} fast states\n", mechanism.system->name(), x.t, all - fast, fast);
    fmt::print("  {:<18}{}\n", "method", tableau.name);
    fmt::print("  {:<18}{}\n", "step",
               largest > 0 ? fmt::format("stable up to h = {:.4g} s", largest) : "unstable at any step size");
    if (h > 0) fmt::print("  {:<18}{:.6g} at h = {:g} s\n", "spectral radius", spectral_radius(tableau, split, h), h);
  }
  if (!page.page.empty()) {
    StudySeries radius{.name = "spectral radius of S", .x = {}, .y = {}, .style = StudySeries::Style::line};
    const double longest = 1.3 * std::max(largest, h);
    for (int k = 1; k <= 200 && longest > 0; ++k) {
      radius.x.push_back(longest * k / 200);
      radius.y.push_back(std::min(spectral_radius(tableau, split, radius.x.back()), 3.0));
    }
    StudyPage study(mechanism.system->name(), tableau.name);
    study.add(StudyChart{
        .title = "Spectral radius of one step", .x = {"h", "s"}, .y = {"spectral radius"}, .series = {radius}});
    study.write(page.page);
    if (!json) fmt::print("page: {}\n", address_of(page.page));
  }
  return exit_done;
}

}  // namespace daedalus::cli
