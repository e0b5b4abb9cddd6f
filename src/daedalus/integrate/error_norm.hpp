// error_norm.hpp: how large is an error, measured in the user's tolerances.
//
//   sc_i = atol + rtol max(|x_i|, |y_i|)        norm = sqrt( mean_i (e_i/sc_i)² )
#pragma once

#include <algorithm>
#include <cmath>

#include "daedalus/base/options.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

struct Tolerances {
  double rtol = 1e-6;
  double atol = 1e-8;
  bool apply = true;  // false with a fixed step: nobody asked for an error, iterations end at round-off

  template <class Visitor>
  void describe(Visitor&& v) {
    v("rtol", rtol, positive(), "relative error tolerance; see docs/methods/tolerance.md");
    v("atol", atol, positive(), "absolute error tolerance, in units of each coordinate");
  }
};

// What the tolerance bounds. Where motion is damped, errors die out instead of adding up: then a bound for single steps
// is enough, and takes far fewer of them.
enum class ErrorBudget { run, step };
inline const Choices<ErrorBudget> error_budgets{{"run", ErrorBudget::run}, {"step", ErrorBudget::step}};
inline constexpr const char* error_budget_text =
    "what the tolerance bounds: the global error of the run, or the local error of each step, which suffices for "
    "damped motion";

// What one step may use of the tolerances of a run, since the errors of all steps add up: 1/strictness of them. Methods
// of order 4 and more can afford it: at order p, a twentieth takes 20^(1/p) times as many steps. Below 1e-12 rounding
// begins, and tolerances of that size are taken as they are.
inline Tolerances share_of_a_step(const Tolerances& tolerances, double strictness,
                                  ErrorBudget budget = ErrorBudget::run) {
  constexpr double rounding = 1e-12;
  if (budget == ErrorBudget::step) return tolerances;
  const double divisor = std::clamp(tolerances.rtol / rounding, 1.0, strictness);
  return {.rtol = tolerances.rtol / divisor, .atol = tolerances.atol / divisor, .apply = tolerances.apply};
}

// Collects components of several vectors, then takes the root mean square over all of them.
class ErrorNorm {
 public:
  explicit ErrorNorm(const Tolerances& tolerances) : tol_(tolerances) {}

  void add(const VecX& error, const VecX& x, const VecX& y) {
    for (Index i = 0; i < error.size(); ++i) add(error[i], x[i], y[i]);
  }
  void add(double error, double x, double y) {
    const double scaled = error / (tol_.atol + tol_.rtol * std::max(std::abs(x), std::abs(y)));
    sum_ += scaled * scaled;
    ++count_;
  }
  double value() const { return count_ > 0 ? std::sqrt(sum_ / static_cast<double>(count_)) : 0; }

 private:
  const Tolerances& tol_;
  double sum_ = 0;
  long count_ = 0;
};

}  // namespace daedalus
