// front_elimination.hpp: L U of the first columns of a small dense matrix, without row exchanges, and solving with them.
//
// F is size × size, column by column, stride = size + front_slack numbers apart. Of its first `pivots` columns L (without its
// unit diagonal) and U remain, of the others U on top and below it what the next front gets. inverse[k] becomes 1 / U_kk;
// removed[i] gains |L_ip U_pi| of every pivot p < i: the sum of what was taken from diagonal entry i.
//
// Four pivots at a time: the columns behind them are then updated once instead of four times. Four rows at a time: the last
// group may reach into the slack behind a column, which holds zeros and keeps them. So there are no remainders, which would
// take longer than all else in columns of 4 to 40 rows.
#pragma once

#include "daedalus/math/vectors.hpp"

namespace daedalus {

constexpr Index front_slack = 3;

struct FrontKernels {
  void (*eliminate)(double* F, Index size, Index pivots, double* inverse, double* removed);
  // x: (pivots) right-hand side, then z = L⁻¹ x; border −= L z, with front_slack numbers behind it.
  void (*forward)(const double* F, Index size, Index pivots, double* x, double* border);
  // x: z, then U⁻¹ (z − U_border border)
  void (*backward)(const double* F, Index size, Index pivots, const double* inverse, double* x, const double* border);
};

const FrontKernels& plain_front_kernels();
const FrontKernels& wide_front_kernels();  // compiled for wide registers: only where has_wide_registers()

}  // namespace daedalus
