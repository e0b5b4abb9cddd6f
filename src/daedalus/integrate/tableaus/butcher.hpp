// butcher.hpp: the coefficients of a Runge-Kutta method, as data.
#pragma once

#include <array>

namespace daedalus {

template <int stages>
struct ButcherTableau {
  static constexpr int size = stages;
  std::array<double, stages> c;
  std::array<std::array<double, stages>, stages> A;
  std::array<double, stages> b;
};

}  // namespace daedalus
