// prk_tableau.hpp: the coefficients of an explicit dual-rate partitioned Runge-Kutta method, as data     [SHJ04, Eq. (2)].
//
//   X_i = x + h Σ_{j<i, j∈J} A_ij k_j      k_j = x'(T_j, X_j, Y_j)   slow, evaluated only at the stages j ∈ J
//   Y_i = y + h Σ_{j<i}      Â_ij l_j      l_j = y'(T_j, X_j, Y_j)   fast, evaluated at every stage
//   x⁺ = x + h Σ b_j k_j,   y⁺ = y + h Σ b̂_j l_j,   T_i = t + ĉ_i h,   c = A e,  ĉ = Â e
//
// Columns of A outside J are zero: that is what makes two rates of one step. Where c ≠ ĉ, time is a fast state.
// [SHJ04] Shome, Haug, Jay, Dual-rate integration using partitioned Runge-Kutta methods for mechanical systems with
// interacting subsystems, Mech. Based Des. Struct. Mach. 32, 253-282 (2004).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

struct RungeKuttaWeights {
  MatX A;           // (s × s) strictly lower triangular
  VecX b;           // (s)
  VecX b_embedded;  // (s) of the order below, for error estimates; empty: none
  VecX c() const { return A.rowwise().sum(); }
  friend bool operator==(const RungeKuttaWeights& x, const RungeKuttaWeights& y) {
    const auto same = [](const auto& a, const auto& b) { return a.size() == b.size() && a == b; };
    return same(x.A, y.A) && same(x.b, y.b) && same(x.b_embedded, y.b_embedded);
  }
};

struct PrkTableau {
  std::string name;   // as typed: 'opt-3-8'
  std::string title;  // in words
  std::string source;
  int order = 0;
  RungeKuttaWeights slow, fast;

  int stages() const { return static_cast<int>(slow.b.size()); }
  bool is_slow_stage(int stage) const;   // in J: its column of A, or its entry of b, is not zero
  std::vector<int> slow_stages() const;  // J, counted from 0
  bool has_estimate() const { return slow.b_embedded.size() > 0; }
  bool has_equal_nodes() const;  // c = ĉ
  bool is_single_rate() const { return slow.A == fast.A && slow.b == fast.b; }
  friend bool operator==(const PrkTableau&, const PrkTableau&) = default;
};

// Throws OptionError unless both parts are explicit, of one size, and b, b̂ and the embedded weights sum up to 1.
void check(const PrkTableau& tableau);

// Coefficients as they stand in a file of their own; rows end where only zeros follow.
template <int s>
struct PrkCoefficients {
  using Row = std::array<double, s>;
  std::array<Row, s> slow_A = {};
  Row slow_b = {}, slow_embedded = {};
  std::array<Row, s> fast_A = {};
  Row fast_b = {}, fast_embedded = {};

  PrkTableau named(std::string name, int order, std::string title, std::string source) const {
    return {std::move(name),
            std::move(title),
            std::move(source),
            order,
            part(slow_A, slow_b, slow_embedded),
            part(fast_A, fast_b, fast_embedded)};
  }

 private:
  static RungeKuttaWeights part(const std::array<Row, s>& A, const Row& b, const Row& embedded) {
    RungeKuttaWeights w{MatX::Zero(s, s), VecX::Zero(s), {}};
    bool is_embedded = false;
    for (std::size_t i = 0; i < s; ++i) {
      for (std::size_t j = 0; j < i; ++j) w.A(static_cast<Index>(i), static_cast<Index>(j)) = A[i][j];
      w.b[static_cast<Index>(i)] = b[i];
      is_embedded = is_embedded || embedded[i] != 0;
    }
    if (is_embedded) w.b_embedded = Eigen::Map<const VecX>(embedded.data(), s);
    return w;
  }
};

}  // namespace daedalus
