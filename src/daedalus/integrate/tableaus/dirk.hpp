// dirk.hpp: diagonally implicit Runge-Kutta pairs, as data; here those of [HNE].
//
// All are stiffly accurate, b = the last row of A: the last stage is the end of the step. `embedded` is the formula b̂
// of lower order whose difference to b is the error estimate. Each implicit stage has the same diagonal, so one matrix
// serves all of them.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor
// Form,
//       Tables 2 and 3; the SDIRK formula is that of Hairer, Wanner, Solving Ordinary Differential Equations II,
//       section IV.6.
#pragma once

#include "daedalus/integrate/tableaus/butcher.hpp"

namespace daedalus {

enum class TestedCoordinates { independent, all };

template <int stages>
struct DirkPair : ButcherTableau<stages> {
  using Weights = std::array<double, stages + 1>;  // of the start of the step and of the stages
  std::array<double, stages> embedded;
  int first_implicit = 0;  // 1 where the first stage is the state at the start of the step
  int error_exponent = 0;  // of h in the difference of both formulas
  Weights end_slope = {};  // times 1/h: of what changes along the stages, at the end of the step
  // Whose errors are tested: an estimate far above the error, as that of backward Euler is, needs no more than the
  // independent coordinates.
  TestedCoordinates tested = TestedCoordinates::all;
  double strictness = 20;  // a step may use one part in so many of the tolerance: error_norm.hpp
  // w of the part θ² (1 − θ)² h Σ wᵢ fᵢ that makes dense output of order 4; without it that is a cubic, of order 3.
  std::array<double, stages> quartic = {};

  // Guess for a stage behind the first implicit one: Lagrange's polynomial on the start of the step and the last three
  // implicit stages before it, none twice at nearly the same time.
  constexpr Weights predictor(int stage) const {
    constexpr double nearly = 0.1;
    const auto time = [&](int i) { return this->c[i]; };
    const auto are_close = [&](int i, int j) { return time(i) - time(j) <= nearly && time(j) - time(i) <= nearly; };
    std::array<int, 3> nodes{};
    std::size_t count = 0;
    for (int l = stage - 1; l >= first_implicit && count < nodes.size(); --l) {
      bool is_new = true;
      for (std::size_t k = 0; k < count; ++k) is_new = is_new && !are_close(l, nodes[k]);
      if (is_new) nodes[count++] = l;
    }
    const auto weight = [&](double node) {
      double w = node == 0 ? 1 : time(stage) / node;
      for (std::size_t k = 0; k < count; ++k)
        if (time(nodes[k]) != node) w *= (time(stage) - time(nodes[k])) / (node - time(nodes[k]));
      return w;
    };
    Weights weights{};
    weights[0] = weight(0);
    for (std::size_t k = 0; k < count; ++k) weights[nodes[k] + 1] = weight(time(nodes[k]));
    return weights;
  }
};

// Order 4, L-stable; embedded order 3. The slope at the end is that of the parabola through the start, the stage in the
// middle and the end.
inline constexpr DirkPair<5> sdirk4 = {{.c = {1.0 / 4, 3.0 / 4, 11.0 / 20, 1.0 / 2, 1},
                                        .A = {{{1.0 / 4},
                                               {1.0 / 2, 1.0 / 4},
                                               {17.0 / 50, -1.0 / 25, 1.0 / 4},
                                               {371.0 / 1360, -137.0 / 2720, 15.0 / 544, 1.0 / 4},
                                               {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4}}},
                                        .b = {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4}},
                                       {59.0 / 48, -17.0 / 96, 225.0 / 32, -85.0 / 12, 0},
                                       0,
                                       4,
                                       {1, 0, 0, 0, -4, 3}};

// The trapezoidal rule, order 2, A-stable; embedded backward Euler.
inline constexpr DirkPair<2> trapezoidal = {{.c = {0, 1}, .A = {{{0, 0}, {1.0 / 2, 1.0 / 2}}}, .b = {1.0 / 2, 1.0 / 2}},
                                            {0, 1},
                                            1,
                                            2,
                                            {-1, 0, 1},
                                            TestedCoordinates::independent,
                                            10};

}  // namespace daedalus
