#include "daedalus/model/functions/spline.hpp"

namespace daedalus {
namespace {

struct SplineRow {
  double lower = 0, diagonal = 1, upper = 0, right = 0;  // natural: M = 0
};

SplineRow inner_row(const SplinePoints& points, std::size_t left, std::size_t right) {
  const double h_left = points.width(left), h = points.width(right);
  return {h_left, 2 * (h_left + h), h, 6 * (points.chord_slope(right) - points.chord_slope(left))};
}

// By elimination without pivoting: the matrix is diagonally dominant.
std::vector<double> solve_rows(std::vector<SplineRow> rows) {
  const std::size_t n = rows.size();
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = rows[i].lower / rows[i - 1].diagonal;
    rows[i].diagonal -= factor * rows[i - 1].upper;
    rows[i].right -= factor * rows[i - 1].right;
  }
  std::vector<double> M(n);
  for (std::size_t i = n; i-- > 0;) {
    const double known = i + 1 == n ? 0 : rows[i].upper * M[i + 1];
    M[i] = (rows[i].right - known) / rows[i].diagonal;
  }
  return M;
}

// The matrix is that of `rows` and two corners, the lower entry of the first row and the upper one of the last, both h:
// A = T + u vᵀ with u = (γ, 0, ..., h), v = (1, 0, ..., h/γ) (Sherman and Morrison).
std::vector<double> solve_cyclic(std::vector<SplineRow> rows) {
  const std::size_t last = rows.size() - 1;
  const double h = rows[0].lower, gamma = -rows[0].diagonal;
  rows[0].diagonal -= gamma;
  rows[last].diagonal -= h * h / gamma;
  std::vector<SplineRow> of_u = rows;
  for (SplineRow& row : of_u) row.right = 0;
  of_u[0].right = gamma;
  of_u[last].right = h;
  std::vector<double> M = solve_rows(rows);
  const std::vector<double> z = solve_rows(of_u);
  const double share = (M[0] + h / gamma * M[last]) / (1 + z[0] + h / gamma * z[last]);
  for (std::size_t i = 0; i <= last; ++i) M[i] -= share * z[i];
  return M;
}

std::vector<double> solve_periodic(const SplinePoints& points) {
  const std::size_t pieces = points.x.size() - 1;
  if (pieces == 1) return {0, 0};
  std::vector<SplineRow> rows;
  for (std::size_t i = 0; i < pieces; ++i) rows.push_back(inner_row(points, i == 0 ? pieces - 1 : i - 1, i));
  std::vector<double> M;
  if (pieces == 2) {  // both neighbors are the same point
    rows[0].upper += rows[0].lower;
    rows[1].lower += rows[1].upper;
    M = solve_rows(rows);
  } else {
    M = solve_cyclic(rows);
  }
  M.push_back(M.front());
  return M;
}

}  // namespace

std::vector<double> solve_spline(const SplinePoints& points, SplineEnds ends, double start_slope, double end_slope) {
  if (ends == SplineEnds::periodic) return solve_periodic(points);
  const std::size_t n = points.x.size(), last = n - 1;
  std::vector<SplineRow> rows(n);
  for (std::size_t i = 1; i < last; ++i) rows[i] = inner_row(points, i - 1, i);
  if (ends == SplineEnds::clamped) {
    const double h_first = points.width(0), h_last = points.width(last - 1);
    rows[0] = {0, 2 * h_first, h_first, 6 * (points.chord_slope(0) - start_slope)};
    rows[last] = {h_last, 2 * h_last, 0, 6 * (end_slope - points.chord_slope(last - 1))};
  }
  return solve_rows(std::move(rows));
}

}  // namespace daedalus
