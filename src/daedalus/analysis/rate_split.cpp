#include "daedalus/analysis/rate_split.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/tableaus/prk/prk_stability.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {
namespace {

constexpr std::string_view rate_ending = "_rate";

// The coordinate or state behind a named state: 'chassis.z_rate' belongs to 'chassis.z'.
std::string without_rate(const Layout& layout, const std::string& name) {
  if (!name.ends_with(rate_ending)) return name;
  const std::string coordinate = name.substr(0, name.size() - rate_ending.size());
  return std::ranges::find(layout.coordinates, coordinate) == layout.coordinates.end() ? name : coordinate;
}

std::string owner_of(const std::string& coordinate_or_state) {
  return coordinate_or_state.substr(0, coordinate_or_state.rfind('.'));
}

MatX block(const MatX& A, const std::vector<bool>& chosen, bool value) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i] == value) rows.push_back(static_cast<Index>(i));
  const auto n = static_cast<Index>(rows.size());
  MatX part(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) part(i, j) = A(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]);
  return part;
}

Eigen::VectorXcd eigenvalues_of(const MatX& A) { return A.size() > 0 ? eigenvalues(A) : Eigen::VectorXcd(); }

}  // namespace

Index RateSplit::fast_count() const { return static_cast<Index>(std::ranges::count(is_fast, true)); }

double RateSplit::growth() const { return eigenvalues.size() > 0 ? std::max(0.0, eigenvalues.real().maxCoeff()) : 0; }

RateSplit split_rates(const System& system, const Linearization& linear, std::vector<bool> is_fast) {
  const NamedStates named = choose_named_states(system, linear);
  RateSplit split{named.names, std::move(is_fast), solve_lu(named.T, linear.A * named.T), {}, {}, {}};
  split.slow_eigenvalues = eigenvalues_of(block(split.A, split.is_fast, false));
  split.fast_eigenvalues = eigenvalues_of(block(split.A, split.is_fast, true));
  split.eigenvalues = eigenvalues_of(split.A);
  return split;
}

RateSplit split_rates(const System& system, const Linearization& linear) {
  const Layout& layout = system.layout();
  const Index group = find_rate_group(layout, "fast");
  std::vector<bool> is_fast;
  for (const std::string& name : choose_named_states(system, linear).names) {
    bool fast = group == all_rates;
    if (!fast) {
      const std::string known = without_rate(layout, name);
      for (const Index i : layout.rate_groups[group].coordinates) fast = fast || layout.coordinates[i] == known;
      for (const Index i : layout.rate_groups[group].states) fast = fast || layout.states[i] == known;
    }
    is_fast.push_back(fast);
  }
  return split_rates(system, linear, std::move(is_fast));
}

double largest_stable_step(const PrkTableau& tableau, const RateSplit& split) {
  const double fastest = split.eigenvalues.cwiseAbs().maxCoeff();
  if (!(fastest > 0)) return std::numeric_limits<double>::infinity();
  // neutral motions have eigenvalues of the size of rounding
  const double growth = split.growth() + 1e-6 * fastest;
  return largest_stable_step(tableau, split.A, split.is_fast,
                             {.shortest = 1e-2 / fastest, .longest = 1e3 / fastest, .growth = growth});
}

double spectral_radius(const PrkTableau& tableau, const RateSplit& split, double h) {
  return spectral_radius(stability_matrix(tableau, h * split.A, split.is_fast));
}

RateSuggestion suggest_rates(const System& system, const Linearization& linear) {
  const Layout& layout = system.layout();
  const NamedStates named = choose_named_states(system, linear);
  const MatX A = solve_lu(named.T, linear.A * named.T);
  const GeneralEigen modes = general_eigen(A);
  const Eigen::MatrixXcd left = modes.vectors.inverse();
  constexpr double takes_part = 1.0 / 3, tells_apart = 3;

  std::map<std::string, double> rate;
  for (const std::string& name : named.names) rate[owner_of(without_rate(layout, name))];
  for (Index i = 0; i < modes.values.size(); ++i) {
    std::map<std::string, double> share;
    double sum = 0;
    for (Index k = 0; k < modes.values.size(); ++k) {
      const double part = std::abs(modes.vectors(k, i) * left(i, k));
      share[owner_of(without_rate(layout, named.names[static_cast<std::size_t>(k)]))] += part;
      sum += part;
    }
    for (const auto& [owner, part] : share)
      if (part > takes_part * sum) rate[owner] = std::max(rate[owner], std::abs(modes.values[i]));
  }
  RateSuggestion result;
  for (const auto& [owner, value] : rate) result.owners.push_back({owner, value});
  std::ranges::sort(result.owners, [](const RateOwner& a, const RateOwner& b) { return a.rate > b.rate; });
  for (std::size_t k = 1; k < result.owners.size(); ++k) {
    const double gap = result.owners[k - 1].rate / std::max(result.owners[k].rate, 1e-12 * result.owners[0].rate);
    if (gap >= tells_apart && gap > result.gap) {
      result.gap = gap;
      result.fast = k;
    }
  }
  if (result.fast == 0) return result;

  // Whether they could be evaluated alone.
  Layout wanted = layout;
  RateGroup group{.name = "fast", .coordinates = {}, .constraints = {}, .states = {}};
  const auto is_chosen = [&](const std::string& name) {
    return std::any_of(result.owners.begin(), result.owners.begin() + static_cast<std::ptrdiff_t>(result.fast),
                       [&](const RateOwner& x) { return x.name == owner_of(name); });
  };
  for (Index i = 0; i < layout.nq; ++i)
    if (is_chosen(layout.coordinates[i])) group.coordinates.push_back(i);
  wanted.rate_groups = {group};
  Equations eq(system);
  eq.evaluate(Want::mass | Want::jacobian, linear.at);
  try {
    const GroupAccelerations alone(wanted, 0, eq.value.M, eq.value.G);
  } catch (const ModelError& error) {
    result.obstacle = error.what();
  }
  return result;
}

}  // namespace daedalus
