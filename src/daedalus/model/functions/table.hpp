// table.hpp: a function through given points (xᵢ, yᵢ), by straight lines or by a cubic spline.
//
// The spline has the second derivatives Mᵢ at the points; with hᵢ = xᵢ₊₁ − xᵢ and δᵢ = (yᵢ₊₁ − yᵢ)/hᵢ
//   hᵢ₋₁ Mᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) Mᵢ + hᵢ Mᵢ₊₁ = 6 (δᵢ − δᵢ₋₁)                    inside
//   natural: M₀ = 0;   clamped: 2 h₀ M₀ + h₀ M₁ = 6 (δ₀ − start_slope);      and likewise at the end
// and between xᵢ and xᵢ₊₁, with s = x − xᵢ,
//   y = yᵢ + (δᵢ − hᵢ (2 Mᵢ + Mᵢ₊₁)/6) s + Mᵢ/2 s² + (Mᵢ₊₁ − Mᵢ)/(6 hᵢ) s³
//
// At a point itself the derivatives are those of the piece to its right.
#pragma once

#include <string>
#include <vector>

#include "daedalus/model/field.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

enum class TableInterpolation { linear, cubic };
enum class TableEnds { natural, clamped };
enum class TableExtrapolation { hold, linear };

struct TableFunction {
  static constexpr const char* type = "table";
  static constexpr const char* meaning = "interpolates given points linearly or by a cubic spline";

  std::vector<double> x, y;
  TableInterpolation interpolation = TableInterpolation::cubic;
  TableEnds ends = TableEnds::natural;
  double start_slope = 0, end_slope = 0;
  TableExtrapolation extrapolate = TableExtrapolation::hold;

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
      Choices<TableExtrapolation>{{"hold", TableExtrapolation::hold}, {"linear", TableExtrapolation::linear}},
      "extrapolation: the end value, or the tangent at the end");
  }

  FunctionPtr make() const;
};

}  // namespace daedalus
