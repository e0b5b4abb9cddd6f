#include "daedalus/integrate/tableaus/prk/prk_stability.hpp"

#include <algorithm>
#include <cmath>

#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {

MatX stability_matrix(const PrkTableau& tableau, const MatX& Z, const std::vector<bool>& is_fast) {
  const Index n = Z.rows();
  VecX fast(n);  // 1 in fast rows
  for (Index i = 0; i < n; ++i) fast[i] = is_fast[static_cast<std::size_t>(i)] ? 1 : 0;
  const VecX slow = VecX::Ones(n) - fast;
  const auto weigh = [&](double of_slow, double of_fast, const MatX& R) {
    return MatX((of_slow * slow + of_fast * fast).asDiagonal() * R);
  };
  std::vector<MatX> R;
  MatX S = MatX::Identity(n, n);
  for (Index i = 0; i < tableau.stages(); ++i) {
    MatX argument = MatX::Identity(n, n);
    for (Index j = 0; j < i; ++j)
      argument += weigh(tableau.slow.A(i, j), tableau.fast.A(i, j), R[static_cast<std::size_t>(j)]);
    R.emplace_back(Z * argument);
    S += weigh(tableau.slow.b[i], tableau.fast.b[i], R.back());
  }
  return S;
}

double largest_stable_step(const PrkTableau& tableau, const MatX& Lambda, const std::vector<bool>& is_fast,
                           const StepScan& scan) {
  constexpr double rounding = 1e-9;
  const auto is_stable = [&](double h) {
    const double radius = spectral_radius(stability_matrix(tableau, h * Lambda, is_fast));
    return radius <= std::exp(scan.growth * h) + rounding;
  };
  double h = scan.shortest;
  if (!is_stable(h)) return 0;
  double next = h;
  do {
    h = next;
    if (h >= scan.longest) return scan.longest;
    next = std::min(1.01 * h, scan.longest);
  } while (is_stable(next));
  for (int k = 0; k < 20; ++k) {
    const double middle = 0.5 * (h + next);
    (is_stable(middle) ? h : next) = middle;
  }
  return h;
}

std::vector<double> stability_polynomial(const RungeKuttaWeights& w) {
  std::vector<double> beta = {1};
  VecX power = VecX::Ones(w.b.size());
  for (Index k = 0; k < w.b.size(); ++k) {
    beta.push_back(w.b.dot(power));
    power = w.A * power;
  }
  return beta;
}

}  // namespace daedalus
