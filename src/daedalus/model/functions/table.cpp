#include "daedalus/model/functions/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/law_function.hpp"

namespace daedalus {
namespace {

// y + b s + c s² + d s³ with s = x − start.
struct Piece {
  double start, y, b = 0, c = 0, d = 0;
};

struct PiecewiseCubic {
  std::vector<double> x;      // n points
  std::vector<Piece> pieces;  // n + 1: before the first point, between each two, after the last
  std::vector<double> bends;
  std::string description;

  template <class S>
  S operator()(const S& at) const {
    const auto next = std::upper_bound(x.begin(), x.end(), value_of(at));
    const Piece& p = pieces[next - x.begin()];
    const S s = at - p.start;
    return p.y + s * (p.b + s * (p.c + s * p.d));
  }
  std::string text() const { return description; }
  std::vector<double> kinks() const { return bends; }
  std::vector<double> turning_points() const { return x; }  // a pulse between two points is not passed over
};

void check(const TableFunction& table) {
  check_fields(table, "table function");
  if (table.x.size() != table.y.size())
    throw ModelError(fmt::format("table function: {} abscissae x but {} values y: give one value per abscissa.",
                                 table.x.size(), table.y.size()));
  if (table.x.size() < 2)
    throw ModelError(fmt::format("table function: {} points; at least 2 are required.", table.x.size()));
  for (std::size_t i = 1; i < table.x.size(); ++i)
    if (!(table.x[i - 1] < table.x[i]))
      throw ModelError(fmt::format(
          "table function: x[{}] = {} is not greater than x[{}] = {}: the abscissae must increase strictly.", i,
          table.x[i], i - 1, table.x[i - 1]));
  const bool clamped = table.interpolation == TableInterpolation::cubic && table.ends == TableEnds::clamped;
  if (!clamped && (table.start_slope != 0 || table.end_slope != 0))
    throw ModelError("table function: start_slope and end_slope require interpolation: cubic and ends: clamped.");
}

double width(const TableFunction& table, std::size_t i) { return table.x[i + 1] - table.x[i]; }
double chord_slope(const TableFunction& table, std::size_t i) {
  return (table.y[i + 1] - table.y[i]) / width(table, i);
}

// The Mᵢ from their tridiagonal system, by elimination without pivoting: its matrix is diagonally dominant.
std::vector<double> solve_second_derivatives(const TableFunction& table) {
  const std::size_t n = table.x.size(), last = n - 1;
  struct Row {
    double lower = 0, diagonal = 1, upper = 0, right = 0;  // natural: M = 0
  };
  std::vector<Row> rows(n);
  for (std::size_t i = 1; i < last; ++i) {
    const double h_left = width(table, i - 1), h = width(table, i);
    rows[i] = {h_left, 2 * (h_left + h), h, 6 * (chord_slope(table, i) - chord_slope(table, i - 1))};
  }
  if (table.ends == TableEnds::clamped) {
    const double h_first = width(table, 0), h_last = width(table, last - 1);
    rows[0] = {0, 2 * h_first, h_first, 6 * (chord_slope(table, 0) - table.start_slope)};
    rows[last] = {h_last, 2 * h_last, 0, 6 * (table.end_slope - chord_slope(table, last - 1))};
  }
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = rows[i].lower / rows[i - 1].diagonal;
    rows[i].diagonal -= factor * rows[i - 1].upper;
    rows[i].right -= factor * rows[i - 1].right;
  }
  std::vector<double> M(n);
  for (std::size_t i = n; i-- > 0;) {
    const double known = i == last ? 0 : rows[i].upper * M[i + 1];
    M[i] = (rows[i].right - known) / rows[i].diagonal;
  }
  return M;
}

double end_slope_of(const Piece& p, double h) { return p.b + h * (2 * p.c + 3 * h * p.d); }

std::vector<Piece> make_pieces(const TableFunction& table) {
  const std::size_t last = table.x.size() - 1;
  const bool cubic = table.interpolation == TableInterpolation::cubic;
  const std::vector<double> M = cubic ? solve_second_derivatives(table) : std::vector<double>(last + 1, 0.0);
  std::vector<Piece> pieces = {{.start = table.x[0], .y = table.y[0]}};
  for (std::size_t i = 0; i < last; ++i) {
    const double h = width(table, i);
    pieces.push_back({.start = table.x[i],
                      .y = table.y[i],
                      .b = chord_slope(table, i) - h * (2 * M[i] + M[i + 1]) / 6,
                      .c = M[i] / 2,
                      .d = (M[i + 1] - M[i]) / (6 * h)});
  }
  Piece after = {.start = table.x[last], .y = table.y[last]};
  if (table.extrapolate == TableExtrapolation::linear) {
    after.b = end_slope_of(pieces.back(), width(table, last - 1));
    pieces.front().b = pieces[1].b;
  }
  pieces.push_back(after);
  for (const Piece& p : pieces)
    if (!std::isfinite(p.b) || !std::isfinite(p.c) || !std::isfinite(p.d))
      throw ModelError(fmt::format("table function: the slope at x = {} overflows: check the points there.", p.start));
  return pieces;
}

// Straight lines bend at every point inside. The ends are smooth where the tangent continues a piece without curvature.
std::vector<double> find_kinks(const TableFunction& table) {
  const bool lines = table.interpolation == TableInterpolation::linear;
  const bool smooth_ends =
      table.extrapolate == TableExtrapolation::linear && (lines || table.ends == TableEnds::natural);
  std::vector<double> kinks;
  for (std::size_t i = 0; i < table.x.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == table.x.size();
    if (is_end ? !smooth_ends : lines) kinks.push_back(table.x[i]);
  }
  return kinks;
}

std::string text_of(const TableFunction& table) {
  const char* kind = table.interpolation == TableInterpolation::linear ? "linear interpolation"
                     : table.ends == TableEnds::natural                ? "natural cubic spline"
                                                                       : "clamped cubic spline";
  return fmt::format("table of {} points from {:.6g} to {:.6g}, {}", table.x.size(), table.x.front(), table.x.back(),
                     kind);
}

}  // namespace

FunctionPtr TableFunction::make() const {
  check(*this);
  return make_function(PiecewiseCubic{x, make_pieces(*this), find_kinks(*this), text_of(*this)});
}

}  // namespace daedalus
