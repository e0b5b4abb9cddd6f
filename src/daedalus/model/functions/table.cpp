#include "daedalus/model/functions/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/law_function.hpp"
#include "daedalus/model/functions/range_watch.hpp"
#include "daedalus/model/functions/spline.hpp"

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
  TableRange range;

  template <class S>
  S operator()(const S& at) const {
    const double value = value_of(at);
    const auto next = std::upper_bound(x.begin(), x.end(), value);
    if (range.beyond != Beyond::silent && (value < range.low || value > range.high)) RangeWatch::note(range, value);
    const bool is_last = range.beyond == Beyond::refused && value == range.high;
    const Piece& p = pieces[(is_last ? next - 1 : next) - x.begin()];
    const S s = at - p.start;
    return p.y + s * (p.b + s * (p.c + s * p.d));
  }
  std::string text() const { return description; }
  std::vector<double> kinks() const { return bends; }
  std::vector<double> turning_points() const { return x; }  // a pulse between two points is not passed over
};

// The points are those of one period, the last one a period behind the first.
struct PeriodicCubic {
  std::vector<double> x;
  std::vector<Piece> pieces;  // between each two
  int order;                  // of the derivative that jumps at the points
  std::string description;

  double period() const { return x.back() - x.front(); }

  template <class S>
  S operator()(const S& at) const {
    const double shift = std::floor((value_of(at) - x.front()) / period()) * period();
    const auto next = std::upper_bound(x.begin() + 1, x.end() - 1, value_of(at) - shift);
    const Piece& p = pieces[next - x.begin() - 1];
    const S s = at - (p.start + shift);
    return p.y + s * (p.b + s * (p.c + s * p.d));
  }
  std::string text() const { return description; }
  std::vector<RepeatingPoints> repeating_points() const { return {{{x.begin(), x.end() - 1}, period(), order}}; }
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

// The period as points: the first one again at its end, with the same value.
TableFunction closed(TableFunction table) {
  constexpr double rounding = 1e-9;
  if (table.ends == TableEnds::clamped)
    throw ModelError("table function: ends: clamped does not apply to a periodic table, which has no ends: omit it.");
  if (table.extrapolate != TableExtrapolation::unstated)
    throw ModelError("table function: extrapolate does not apply to a periodic table, which has no ends: omit it.");
  const double first = table.x.front(), span = table.x.back() - first, given = table.periodic.length;
  if (!std::isfinite(given) || given < 0)
    throw ModelError(
        fmt::format("table function: periodic = {} is not accepted: expected true or a period > 0.", given));
  const double period = given > 0 ? given : span;
  if (span > period * (1 + rounding))
    throw ModelError(fmt::format(
        "table function: the points extend over {}, more than the period {}: give the points of one period.", span,
        period));
  if (span < period * (1 - rounding)) {
    table.x.push_back(first + period);
    table.y.push_back(table.y.front());
  }
  double size = 0;
  for (const double y : table.y) size = std::max(size, std::abs(y));
  if (std::abs(table.y.back() - table.y.front()) > rounding * size)
    throw ModelError(
        fmt::format("table function: a periodic table must end with the value it begins with, but y = {} at x = {} and "
                    "y = {} at x = {}, one period later.",
                    table.y.front(), first, table.y.back(), table.x.back()));
  table.x.back() = first + period;
  table.y.back() = table.y.front();
  return table;
}

double end_slope_of(const Piece& p, double h) { return p.b + h * (2 * p.c + 3 * h * p.d); }

std::vector<Piece> make_pieces(const TableFunction& table) {
  const std::size_t last = table.x.size() - 1;
  const bool cubic = table.interpolation == TableInterpolation::cubic;
  const SplinePoints points{table.x, table.y};
  const SplineEnds ends = table.periodic.repeats             ? SplineEnds::periodic
                          : table.ends == TableEnds::clamped ? SplineEnds::clamped
                                                             : SplineEnds::natural;
  const std::vector<double> M =
      cubic ? solve_spline(points, ends, table.start_slope, table.end_slope) : std::vector<double>(last + 1, 0.0);
  std::vector<Piece> pieces = {{.start = table.x[0], .y = table.y[0]}};
  for (std::size_t i = 0; i < last; ++i) {
    const double h = points.width(i);
    pieces.push_back({.start = table.x[i],
                      .y = table.y[i],
                      .b = points.chord_slope(i) - h * (2 * M[i] + M[i + 1]) / 6,
                      .c = M[i] / 2,
                      .d = (M[i + 1] - M[i]) / (6 * h)});
  }
  Piece after = {.start = table.x[last], .y = table.y[last]};
  if (table.extrapolate == TableExtrapolation::linear) {
    after.b = end_slope_of(pieces.back(), points.width(last - 1));
    pieces.front().b = pieces[1].b;
  }
  pieces.push_back(after);
  for (const Piece& p : pieces)
    if (!std::isfinite(p.b) || !std::isfinite(p.c) || !std::isfinite(p.d))
      throw ModelError(fmt::format("table function: the slope at x = {} overflows: check the points there.", p.start));
  if (table.extrapolate == TableExtrapolation::refuse)
    pieces.front().y = pieces.back().y = std::numeric_limits<double>::quiet_NaN();
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
                     : table.periodic.repeats                          ? "periodic cubic spline"
                     : table.ends == TableEnds::natural                ? "natural cubic spline"
                                                                       : "clamped cubic spline";
  return fmt::format("table of {} points from {:.6g} to {:.6g}, {}", table.x.size(), table.x.front(), table.x.back(),
                     kind);
}

TableRange range_of(const TableFunction& table) {
  using enum TableExtrapolation;
  return {.name = table.name.empty() ? text_of(table) : table.name,
          .low = table.x.front(),
          .high = table.x.back(),
          .beyond = table.extrapolate == unstated ? Beyond::said
                    : table.extrapolate == refuse ? Beyond::refused
                                                  : Beyond::silent};
}

}  // namespace

FunctionPtr TableFunction::make() const {
  check(*this);
  if (!periodic.repeats)
    return make_function(PiecewiseCubic{x, make_pieces(*this), find_kinks(*this), text_of(*this), range_of(*this)});
  const TableFunction whole = closed(*this);
  const std::vector<Piece> pieces = make_pieces(whole);
  const int order = interpolation == TableInterpolation::linear ? 1 : 3;
  return make_function(
      PeriodicCubic{whole.x,
                    {pieces.begin() + 1, pieces.end() - 1},
                    order,
                    fmt::format("{}, repeated with period {:.6g}", text_of(whole), whole.x.back() - whole.x.front())});
}

}  // namespace daedalus
