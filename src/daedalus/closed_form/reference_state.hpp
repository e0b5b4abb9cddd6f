// reference_state.hpp: reference solutions as States, from formulas or from tables of numbers.
#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <span>

#include "daedalus/system/state.hpp"

namespace daedalus {

inline VecX make_vector(std::span<const double> values) {
  return Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

// The parts of a State in braces: make_state(t, {.q = {1, 0}, .v = {0, 2}}). A part left out is empty.
struct StateParts {
  std::initializer_list<double> q = {}, v = {}, a = {}, lambda = {}, s = {};
};
inline State make_state(double t, const StateParts& parts) {
  State x;
  x.t = t;
  x.q = make_vector(parts.q);
  x.v = make_vector(parts.v);
  x.a = make_vector(parts.a);
  x.lambda = make_vector(parts.lambda);
  x.s = make_vector(parts.s);
  return x;
}

// The row of a table whose first number is t, to 1e-12; nothing when there is no such row.
template <class Table>
auto find_row(const Table& table, double t) -> decltype(&*std::begin(table)) {
  for (const auto& row : table)
    if (std::abs(row[0] - t) <= 1e-12) return &row;
  return nullptr;
}

}  // namespace daedalus
