// prk_design.hpp: designs dual-rate tableaus: free coefficients of both parts, bound by the order and coupling conditions and a
// stabilized polynomial of the fast part                                                          [SHJ04, Eqs. (25) to (30)].
//
// Slow stages are the first and, evenly, later ones; c = ĉ always, so that stage times are the same for both parts. Objectives:
//   chain      the closed form of prk_tableaus.hpp: two registers, no search
//   accuracy   residuals of the conditions of the next order least, by a search from many starting points
//   coupling   the largest stable step of a hub and a ring that are coupled as in a tire, among tableaus of good accuracy
// A search is a damped Gauss-Newton iteration on weighted conditions with growing weights, finished by Newton steps of least length
// until the conditions hold to rounding.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"
#include "daedalus/integrate/tableaus/prk/stabilized_polynomial.hpp"

namespace daedalus {

enum class PrkObjective { chain, accuracy, coupling };

struct PrkDesignRequest {
  int slow = 2, fast = 5, order = 2;
  StabilizedAxis axis = StabilizedAxis::imaginary;
  PrkObjective objective = PrkObjective::accuracy;
  int starts = 24;                              // of the search
  unsigned seed = 1;                            // the same tableau on every run
  std::function<void(int, int)> on_start = {};  // progress: starts done, of how many
  const std::atomic<bool>* cancel = nullptr;    // ends the search with the best so far
};

struct PrkDesign {
  PrkTableau tableau;
  double residual = 0;                              // largest, of all conditions of its order
  double polynomial_residual = 0;                   // largest, of the coefficients of the fast stability polynomial
  double next_order_slow = 0, next_order_fast = 0;  // root sum of squares of the residuals of the next order
  double imaginary_limit = 0, real_limit = 0;       // of the fast part alone
  double stage_amplification = 0, propagation = 0;  // largest |∂Y_i/∂y| and |∂y⁺/∂Y_i| on the axis up to the limit
  double coupled_limit = 0;  // least h ω of the hub-ring systems up to which the coupled step is stable
};

// Throws OptionError for numbers of stages that cannot have this order, or when no start leads to a tableau.
PrkDesign design_prk(const PrkDesignRequest& request);

// The figures of any tableau.
PrkDesign assess_prk(const PrkTableau& tableau, StabilizedAxis axis);

}  // namespace daedalus
