#include "daedalus/model/rail/kalker_coefficients.hpp"

#include <algorithm>

namespace daedalus {
namespace {

// Kalker's table, ν = 0, 1/4, 1/2 for each of C₁₁, C₂₂, C₂₃.
// Source: J. J. Kalker, Three-Dimensional Elastic Bodies in Rolling Contact (1990), Table E.3, as embedded in the open
// source program CONTACT. That transcription has C₂₃ = 1.15 at a/b = 0.8, ν = 1/4, which breaks the row of its
// neighbors 1.03, 1.14, ..., 1.36, 1.47; 1.25 stands here.
struct TableRow {
  double c[3][3];
};
constexpr TableRow narrow[10] = {  // a/b = 0.1, 0.2, ... 1.0
    {{{2.51, 3.31, 4.85}, {2.51, 2.52, 2.53}, {0.334, 0.473, 0.731}}},
    {{{2.59, 3.37, 4.81}, {2.59, 2.63, 2.66}, {0.483, 0.603, 0.809}}},
    {{{2.68, 3.44, 4.80}, {2.68, 2.75, 2.81}, {0.607, 0.715, 0.889}}},
    {{{2.78, 3.53, 4.82}, {2.78, 2.88, 2.98}, {0.720, 0.823, 0.977}}},
    {{{2.88, 3.62, 4.83}, {2.88, 3.01, 3.14}, {0.827, 0.929, 1.07}}},
    {{{2.98, 3.72, 4.91}, {2.98, 3.14, 3.31}, {0.930, 1.03, 1.18}}},
    {{{3.09, 3.81, 4.97}, {3.09, 3.28, 3.48}, {1.03, 1.14, 1.29}}},
    {{{3.19, 3.91, 5.05}, {3.19, 3.41, 3.65}, {1.13, 1.25, 1.40}}},
    {{{3.29, 4.01, 5.12}, {3.29, 3.54, 3.82}, {1.23, 1.36, 1.51}}},
    {{{3.40, 4.12, 5.20}, {3.40, 3.67, 3.98}, {1.33, 1.47, 1.63}}}};
constexpr TableRow slender[10] = {  // b/a = 0.1, 0.2, ... 1.0
    {{{10.7, 11.7, 12.9}, {10.7, 12.8, 16.0}, {12.2, 14.6, 18.0}}},
    {{{6.96, 7.78, 8.82}, {6.96, 8.14, 9.79}, {5.72, 6.63, 7.89}}},
    {{{5.57, 6.34, 7.34}, {5.57, 6.40, 7.51}, {3.79, 4.32, 5.01}}},
    {{{4.84, 5.57, 6.57}, {4.84, 5.48, 6.31}, {2.88, 3.24, 3.70}}},
    {{{4.37, 5.10, 6.11}, {4.37, 4.90, 5.56}, {2.35, 2.62, 2.96}}},
    {{{4.06, 4.78, 5.80}, {4.06, 4.50, 5.04}, {2.01, 2.23, 2.50}}},
    {{{3.82, 4.54, 5.58}, {3.82, 4.21, 4.67}, {1.76, 1.95, 2.18}}},
    {{{3.65, 4.36, 5.42}, {3.65, 3.99, 4.39}, {1.58, 1.75, 1.94}}},
    {{{3.51, 4.22, 5.30}, {3.51, 3.81, 4.16}, {1.44, 1.59, 1.77}}},
    {{{3.40, 4.12, 5.20}, {3.40, 3.67, 3.98}, {1.33, 1.47, 1.63}}}};

}  // namespace

KalkerCoefficients kalker_coefficients(const ContactEllipse& ellipse, double poisson) {
  const bool is_slender = ellipse.a > ellipse.b;
  const TableRow* rows = is_slender ? slender : narrow;
  const double g = std::clamp(is_slender ? ellipse.b / ellipse.a : ellipse.a / ellipse.b, 0.1, 1.0);
  const int row = std::clamp(static_cast<int>(10 * g) - 1, 0, 8);
  const double share = 10 * g - (row + 1);
  const int column = poisson < 0.25 ? 0 : 1;
  const double nu = (std::clamp(poisson, 0.0, 0.5) - 0.25 * column) / 0.25;
  const auto entry = [&](int which) {
    const auto at = [&](int nu_column) {
      return (1 - share) * rows[row].c[which][nu_column] + share * rows[row + 1].c[which][nu_column];
    };
    return (1 - nu) * at(column) + nu * at(column + 1);
  };
  return {entry(0), entry(1), entry(2)};
}

}  // namespace daedalus
