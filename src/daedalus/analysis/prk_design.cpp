#include "daedalus/analysis/prk_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <random>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/tableaus/prk/prk_conditions.hpp"
#include "daedalus/integrate/tableaus/prk/prk_stability.hpp"
#include "daedalus/integrate/tableaus/prk/prk_tableaus.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {
namespace {

// The unknowns of a tableau with given slow stages and c = ĉ: Â below its diagonal, b̂, the slow columns of A but for the first, b at
// slow stages. The first slow column follows from c = ĉ.
class TableauUnknowns {
 public:
  TableauUnknowns(int stages, std::vector<int> slow_stages) : s_(stages), J_(std::move(slow_stages)) {}

  Index size() const {
    Index count = s_ * (s_ - 1) / 2 + s_ + static_cast<Index>(J_.size());
    for (std::size_t k = 1; k < J_.size(); ++k) count += s_ - 1 - J_[k];
    return count;
  }

  PrkTableau make(const VecX& u) const {
    PrkTableau x;
    for (RungeKuttaWeights* part : {&x.slow, &x.fast}) *part = {MatX::Zero(s_, s_), VecX::Zero(s_), {}};
    Index at = 0;
    for (Index i = 1; i < s_; ++i)
      for (Index j = 0; j < i; ++j) x.fast.A(i, j) = u[at++];
    for (Index i = 0; i < s_; ++i) x.fast.b[i] = u[at++];
    for (const int j : J_) x.slow.b[j] = u[at++];
    for (std::size_t k = 1; k < J_.size(); ++k)
      for (Index i = J_[k] + 1; i < s_; ++i) x.slow.A(i, J_[k]) = u[at++];
    const VecX c = x.fast.c();
    for (Index i = 1; i < s_; ++i) x.slow.A(i, 0) = c[i] - x.slow.A.row(i).sum();
    return x;
  }

 private:
  Index s_;
  std::vector<int> J_;
};

struct Conditions {
  int order;
  std::vector<double> beta;  // wanted of the fast part

  VecX defects(const PrkTableau& x) const {
    std::vector<double> all;
    for (const PrkCondition& condition : order_conditions(x.slow, x.fast, order)) all.push_back(condition.residual());
    const std::vector<double> mine = stability_polynomial(x.fast);
    // relative: the last coefficients are tiny, and decide about stability
    for (std::size_t k = static_cast<std::size_t>(order) + 1; k < beta.size(); ++k)
      all.push_back(mine[k] / beta[k] - 1);
    return Eigen::Map<const VecX>(all.data(), static_cast<Index>(all.size()));
  }

  // What a good tableau keeps small: residuals of the next order, nodes outside the step, negative or large coefficients.
  VecX wishes(const PrkTableau& x) const {
    std::vector<double> all;
    for (const PrkCondition& condition : order_conditions(x.slow, x.fast, order + 1))
      if (condition.order == order + 1) all.push_back(condition.residual());
    const VecX c = x.fast.c();
    for (Index i = 0; i < c.size(); ++i) {
      all.push_back(0.3 * (std::max(0.0, c[i] - 1) + std::min(0.0, c[i])));
      all.push_back(0.1 * std::min(0.0, x.fast.b[i]));
      for (Index j = 0; j < i; ++j) all.push_back(0.1 * std::min(0.0, x.fast.A(i, j)) + 0.02 * x.fast.A(i, j));
      for (Index j = 0; j < i; ++j) all.push_back(0.02 * x.slow.A(i, j));
    }
    return Eigen::Map<const VecX>(all.data(), static_cast<Index>(all.size()));
  }
};

template <class Function>
MatX differentiate_columns(const Function& f, const VecX& u, Index rows) {
  constexpr double step = 1e-7;
  MatX D(rows, u.size());
  VecX at = u;
  for (Index j = 0; j < u.size(); ++j) {
    at[j] = u[j] + step;
    D.col(j) = f(at);
    at[j] = u[j] - step;
    D.col(j) -= f(at);
    at[j] = u[j];
  }
  return D / (2 * step);
}

// Least |wishes|² + weight² |defects|² by Levenberg-Marquardt.
void improve(const TableauUnknowns& unknowns, const Conditions& conditions, double weight, int iterations, VecX& u) {
  const auto residual = [&](const VecX& at) {
    const PrkTableau x = unknowns.make(at);
    const VecX d = conditions.defects(x), w = conditions.wishes(x);
    VecX all(d.size() + w.size());
    all << weight * d, w;
    return all;
  };
  VecX r = residual(u);
  double damping = 1e-2;
  for (int k = 0; k < iterations; ++k) {
    const MatX D = differentiate_columns(residual, u, r.size());
    MatX normal = D.transpose() * D;
    normal.diagonal().array() += damping * (1e-3 + normal.diagonal().array());
    const VecX trial = u - solve_lu(normal, D.transpose() * r);
    const VecX r_trial = residual(trial);
    if (r_trial.squaredNorm() < r.squaredNorm()) {
      const bool is_done = r.squaredNorm() - r_trial.squaredNorm() < 1e-7 * r.squaredNorm();
      u = trial;
      r = r_trial;
      damping = std::max(1e-9, damping / 4);
      if (is_done) break;
    } else if ((damping *= 6) > 1e6) {
      break;
    }
  }
}

// Newton steps of least length onto the conditions. False when they do not get there.
bool meet(const TableauUnknowns& unknowns, const Conditions& conditions, VecX& u) {
  const auto defects = [&](const VecX& at) { return conditions.defects(unknowns.make(at)); };
  for (int k = 0; k < 12; ++k) {
    const VecX d = defects(u);
    if (!d.allFinite() || d.norm() > 10) return false;
    if (k > 2 && d.lpNorm<Eigen::Infinity>() < 3e-16) break;
    u -= least_squares(differentiate_columns(defects, u, d.size()), d, 1e-10);
  }
  return defects(u).lpNorm<Eigen::Infinity>() < 1e-13;
}

// Weights of the order below at slow stages and, for the fast part, at the same ones: b*·e = 1, b*·c = 1/2, b*·c² = 1/4 (order 3), or
// b*·c = 1/4 (order 2).
VecX embedded_weights(const VecX& c, const std::vector<int>& J, int order) {
  if (order == 1) return {};
  const int count = order;  // conditions
  MatX V(count, static_cast<Index>(J.size()));
  VecX wanted(count);
  for (int k = 0; k < count; ++k) {
    for (std::size_t j = 0; j < J.size(); ++j) V(k, static_cast<Index>(j)) = std::pow(c[J[j]], k);
    wanted[k] = k + 1 < order ? 1.0 / (k + 1) : 0.25;
  }
  const VecX at_slow = least_squares(V, wanted, 1e-12);
  VecX b = VecX::Zero(c.size());
  for (std::size_t j = 0; j < J.size(); ++j) b[J[j]] = at_slow[static_cast<Index>(j)];
  return b;
}

std::vector<std::vector<int>> choices_of_slow_stages(int slow, int fast) {
  std::vector<std::vector<int>> all;
  if (slow == 1) return {{0}};
  // the last one late, so that it sees what the fast part has done; those between evenly
  for (int last = fast - 1; last >= std::max(slow - 1, fast / 2); --last) {
    std::vector<int> J = {0};
    for (int k = 1; k < slow; ++k)
      J.push_back(static_cast<int>(std::lround(static_cast<double>(last) * k / (slow - 1))));
    if (std::adjacent_find(J.begin(), J.end()) == J.end()) all.push_back(J);
  }
  return all;
}

// A hub and a ring on it, with ring position absolute or relative: what couples a tire with its vehicle.
std::vector<MatX> hub_ring_systems() {
  std::vector<MatX> all;
  for (const double mass_ratio : {0.08, 0.2, 0.4})
    for (const double residual : {0.13, 1.0})
      for (const double damping : {0.02, 0.06}) {
        const double m = mass_ratio, k = 1, kr = residual, d = 2 * damping * std::sqrt(m * (k + kr));
        MatX A = MatX::Zero(4, 4);  // hub x, v; ring position relative to the hub, velocity absolute
        A(0, 1) = 1;
        A(1, 1) = -d;
        A(1, 2) = k;
        A(1, 3) = d;
        A(2, 1) = -1;
        A(2, 3) = 1;
        A(3, 0) = -kr / m;
        A(3, 1) = d / m;
        A(3, 2) = -(k + kr) / m;
        A(3, 3) = -d / m;
        all.push_back(A);
      }
  return all;
}

double coupled_limit(const PrkTableau& x) {
  static const std::vector<MatX> systems = hub_ring_systems();
  double least = std::numeric_limits<double>::infinity();
  for (const MatX& A : systems) {
    const double fastest = eigenvalues(A).cwiseAbs().maxCoeff();
    const double h =
        largest_stable_step(x, A, {false, false, true, true}, {.shortest = 0.02 / fastest, .longest = 40 / fastest});
    least = std::min(least, h * fastest);
  }
  return least;
}

void find_amplification(const PrkTableau& x, StabilizedAxis axis, double limit, PrkDesign& design) {
  using Complex = std::complex<double>;
  const Index s = x.stages();
  for (int k = 1; k <= 60; ++k) {
    const double y = limit * k / 60;
    const Complex z = axis == StabilizedAxis::real ? Complex(-y, 0) : Complex(0, y);
    // (I − z Â)⁻¹: how stage j enters stage i; its first column summed with weights is Y_i for y = 1
    Eigen::MatrixXcd inverse = Eigen::MatrixXcd::Identity(s, s) - z * x.fast.A.cast<Complex>();
    inverse = inverse.triangularView<Eigen::UnitLower>().solve(Eigen::MatrixXcd::Identity(s, s)).eval();
    const Eigen::VectorXcd stages = inverse * Eigen::VectorXcd::Ones(s);
    const Eigen::RowVectorXcd to_end = z * x.fast.b.transpose().cast<Complex>() * inverse;
    design.stage_amplification = std::max(design.stage_amplification, stages.cwiseAbs().maxCoeff());
    design.propagation = std::max(design.propagation, to_end.cwiseAbs().maxCoeff());
  }
}

void require_possible(const PrkDesignRequest& r) {
  const auto refuse = [](const std::string& why) { throw OptionError("design prk: " + why); };
  if (r.order < 1 || r.order > 3) refuse(fmt::format("order {} is not available. Specify 1, 2 or 3.", r.order));
  if (r.slow < r.order)
    refuse(fmt::format("{} slow evaluations cannot have order {}: an explicit method of order p needs p of them.",
                       r.slow, r.order));
  if (r.fast < r.slow) refuse("the fast part needs at least as many evaluations as the slow one.");
  if (r.fast > 16) refuse("more than 16 fast evaluations are not available.");
  if (r.axis == StabilizedAxis::imaginary && r.fast < 3) refuse("the imaginary axis needs 3 fast evaluations or more.");
  if (r.order == 3 && r.axis == StabilizedAxis::real)
    refuse("the polynomial for the real axis has order 2. Specify --order 2.");
  if (r.order == 3 && r.fast % 2 == 1)
    refuse(
        fmt::format("with {} fast evaluations, the polynomial with the longest imaginary interval has order 2 only. "
                    "Specify an even number, "
                    "for example --fast {}.",
                    r.fast, r.fast + 1));
  if (r.objective == PrkObjective::chain && !(r.order == 2 && r.slow == 2) && !(r.order == 3 && r.slow == 3))
    refuse("the objective chain has two slow evaluations with order 2, or three with order 3.");
  if (r.objective == PrkObjective::chain && r.fast < r.order + 1)
    refuse("a chain needs more fast evaluations than its order.");
}

}  // namespace

PrkDesign assess_prk(const PrkTableau& x, StabilizedAxis axis) {
  PrkDesign design{.tableau = x};
  design.residual = largest_residual(order_conditions(x.slow, x.fast, x.order));
  const std::vector<double> beta = stability_polynomial(x.fast);
  design.imaginary_limit = stable_interval(beta, StabilizedAxis::imaginary);
  design.real_limit = stable_interval(beta, StabilizedAxis::real);
  double slow = 0, fast = 0;
  for (const PrkCondition& condition : order_conditions(x.slow, x.fast, x.order + 1))
    if (condition.order == x.order + 1)
      (condition.tree[0] == 's' ? slow : fast) += condition.residual() * condition.residual();
  design.next_order_slow = std::sqrt(slow);
  design.next_order_fast = std::sqrt(fast);
  find_amplification(x, axis, axis == StabilizedAxis::real ? design.real_limit : design.imaginary_limit, design);
  design.coupled_limit = coupled_limit(x);
  return design;
}

PrkDesign design_prk(const PrkDesignRequest& r) {
  require_possible(r);
  const std::vector<double> beta = stabilized_polynomial(r.axis, r.fast);
  const std::string name = fmt::format("design-{}-{}", r.slow, r.fast);
  const std::string title = fmt::format("{} slow and {} fast evaluations, order {}", r.slow, r.fast, r.order);
  const auto polynomial_residual = [&](const PrkTableau& x) {
    const std::vector<double> mine = stability_polynomial(x.fast);
    double worst = 0;
    for (std::size_t k = 0; k < beta.size(); ++k) worst = std::max(worst, std::abs(mine[k] - beta[k]));
    return worst;
  };
  if (r.objective == PrkObjective::chain) {
    PrkDesign design = assess_prk(make_chain(r.order, beta, name, title, "daedalus design prk"), r.axis);
    design.polynomial_residual = polynomial_residual(design.tableau);
    return design;
  }

  const Conditions conditions{r.order, beta};
  std::mt19937_64 random(r.seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::optional<PrkDesign> best;
  double best_value = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<int>> choices = choices_of_slow_stages(r.slow, r.fast);
  for (int start = 0; start < r.starts; ++start) {
    if (r.cancel && *r.cancel) break;
    const std::vector<int>& J = choices[static_cast<std::size_t>(start) % choices.size()];
    const TableauUnknowns unknowns(r.fast, J);
    VecX u(unknowns.size());
    for (Index i = 0; i < u.size(); ++i) u[i] = uniform(random) * 1.2 / r.fast;
    for (const double weight : {1.0, 10.0, 100.0, 1000.0}) improve(unknowns, conditions, weight, 40, u);
    if (meet(unknowns, conditions, u)) {
      PrkTableau x = unknowns.make(u);
      x.name = name;
      x.title = title;
      x.source = fmt::format("daedalus design prk, seed {}", r.seed);
      x.order = r.order;
      x.slow.b_embedded = x.fast.b_embedded = embedded_weights(x.fast.c(), J, r.order);
      PrkDesign design = assess_prk(x, r.axis);
      design.polynomial_residual = polynomial_residual(x);
      const double error = std::hypot(design.next_order_slow, design.next_order_fast) * (1 + 0.05 * design.propagation);
      const double value = r.objective == PrkObjective::accuracy ? error : -design.coupled_limit + 2 * error;
      if (value < best_value) {
        best_value = value;
        best = std::move(design);
      }
    }
    if (r.on_start) r.on_start(start + 1, r.starts);
  }
  if (!best)
    throw OptionError(
        fmt::format("design prk: no tableau of order {} with {} slow and {} fast evaluations was found from {} starts. "
                    "Try --starts {}, or "
                    "other numbers of evaluations.",
                    r.order, r.slow, r.fast, r.starts, 4 * r.starts));
  return *best;
}

}  // namespace daedalus
