// table.hpp: a function through given points (xᵢ, yᵢ), by straight lines or by a cubic spline.
//
// The spline has the second derivatives Mᵢ at the points (spline.hpp); with hᵢ = xᵢ₊₁ − xᵢ and δᵢ = (yᵢ₊₁ − yᵢ)/hᵢ,
// between xᵢ and xᵢ₊₁, with s = x − xᵢ,
//   y = yᵢ + (δᵢ − hᵢ (2 Mᵢ + Mᵢ₊₁)/6) s + Mᵢ/2 s² + (Mᵢ₊₁ − Mᵢ)/(6 hᵢ) s³
//
// At a point itself the derivatives are those of the piece to its right. A periodic table has no ends; where it shall
// not be extrapolated it is NaN outside, and a step that goes there fails.
#pragma once

#include <string>
#include <vector>

#include "daedalus/model/field.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

enum class TableInterpolation { linear, cubic };
enum class TableEnds { natural, clamped };
enum class TableExtrapolation { unstated, hold, linear, refuse };  // unstated: holds, and a run that needs it says so

struct TablePeriod {
  bool repeats = false;
  double length = 0;  // 0: from the first point to the last
};

struct TableFunction {
  static constexpr const char* type = "table";
  static constexpr const char* meaning = "interpolates given points linearly or by a cubic spline";

  std::vector<double> x, y;
  TableInterpolation interpolation = TableInterpolation::cubic;
  TableEnds ends = TableEnds::natural;
  double start_slope = 0, end_slope = 0;
  TableExtrapolation extrapolate = TableExtrapolation::unstated;
  TablePeriod periodic = {};
  std::string name = {};  // in messages; not a field: the reader gives it

  template <class Visitor>
  void describe(Visitor&& v) {
    v("x", x, Field{.required = true}, "abscissae, at least 2, strictly increasing");
    v("y", y, Field{.required = true}, "values, one per abscissa");
    v("interpolation", interpolation,
      Choices<TableInterpolation>{{"linear", TableInterpolation::linear}, {"cubic", TableInterpolation::cubic}},
      "linear, or a cubic spline with continuous slope and curvature");
    v("ends", ends, Choices<TableEnds>{{"natural", TableEnds::natural}, {"clamped", TableEnds::clamped}},
      "end conditions of the cubic spline: natural (zero curvature) or clamped (given slopes)");
    v("start_slope", start_slope, Field{}, "slope at the first point of a clamped spline");
    v("end_slope", end_slope, Field{}, "slope at the last point of a clamped spline");
    v("extrapolate", extrapolate,
      Choices<TableExtrapolation>{{"hold", TableExtrapolation::hold},
                                  {"linear", TableExtrapolation::linear},
                                  {"refuse", TableExtrapolation::refuse}},
      "beyond the points: the end value, the tangent at the end, or no value (the run stops)");
    v("periodic", periodic, Field{}, "true: repeats from the last point on; a number: repeats with this period");
  }

  FunctionPtr make() const;
};

}  // namespace daedalus
