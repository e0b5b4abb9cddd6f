#include "sundials_swing.hpp"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>

#include "planar_chain.hpp"

namespace daedalus::peers {
namespace {

constexpr double gravity = 9.81;  // m/s²

// Positions, velocities, λ and μ of each mass.
struct Positions {
  static constexpr int stride = 6;
  // of the Jacobian per mass: by position, velocity, multipliers
  static constexpr int entries = 2 * 10 + 2 * 4 + 2 * 4;
  int N;

  struct Rod {
    double x, y, u, w, lambda, mu;  // d_i, its rate, multipliers
  };
  Rod rod(const double* Y, int i) const {  // below the last mass: nothing
    if (i >= N) return {};
    const double* y = Y + stride * i;
    if (i == 0) return {y[0], y[1], y[2], y[3], y[4], y[5]};
    return {y[0] - y[-6], y[1] - y[-5], y[2] - y[-4], y[3] - y[-3], y[4], y[5]};
  }

  void residual(const double* Y, const double* D, double* F) const {
    Rod here = rod(Y, 0);
    for (int i = 0; i < N; ++i) {
      const Rod below = rod(Y, i + 1);
      const double *y = Y + stride * i, *d = D + stride * i;
      double* f = F + stride * i;
      f[0] = d[0] - y[2] + here.x * here.mu - below.x * below.mu;
      f[1] = d[1] - y[3] + here.y * here.mu - below.y * below.mu;
      f[2] = d[2] + here.x * here.lambda - below.x * below.lambda;
      f[3] = d[3] + here.y * here.lambda - below.y * below.lambda + gravity;
      f[4] = here.x * here.u + here.y * here.w;
      f[5] = (here.x * here.x + here.y * here.y - 1) / 2;
      here = below;
    }
  }

  // put(mass, row, value) writes into the column that column() began.
  template <class Column, class Put>
  void jacobian(const double* Y, double c, Column column, Put put) const {
    Rod here = rod(Y, 0);
    for (int i = 0; i < N; ++i) {
      const Rod below = rod(Y, i + 1);
      const double d[2] = {here.x, here.y}, d_below[2] = {below.x, below.y};
      const double rate[2] = {here.u, here.w}, rate_below[2] = {below.u, below.w};
      for (const int k : {0, 1}) {
        column();  // by position
        put(i - 1, k, -here.mu);
        put(i - 1, 2 + k, -here.lambda);
        put(i, k, c + here.mu + below.mu);
        put(i, 2 + k, here.lambda + below.lambda);
        put(i, 4, rate[k]);
        put(i, 5, d[k]);
        put(i + 1, k, -below.mu);
        put(i + 1, 2 + k, -below.lambda);
        put(i + 1, 4, -rate_below[k]);
        put(i + 1, 5, -d_below[k]);
      }
      for (const int k : {0, 1}) {
        column();  // by velocity
        put(i, k, -1);
        put(i, 2 + k, c);
        put(i, 4, d[k]);
        put(i + 1, 4, -d_below[k]);
      }
      for (const int level : {2, 0}) {
        column();  // by λ, then by μ
        for (const int k : {0, 1}) put(i - 1, level + k, -d[k]);
        for (const int k : {0, 1}) put(i, level + k, d[k]);
      }
      here = below;
    }
  }
};

// Angle, rate and tension of each rod. Neighbors i, j see each other by sin(θ_j − θ_i) and cos(θ_j − θ_i).
struct Angles {
  static constexpr int stride = 3;
  static constexpr int entries = 7 + 3 + 5;  // of the Jacobian per rod: by angle, rate, tension
  int N;

  struct Turn {
    double sin = 0, cos = 0;
  };
  Turn turn_below(const double* Y, int i) const {  // from rod i to rod i + 1
    if (i + 1 >= N) return {};
    const double turn = Y[stride * (i + 1)] - Y[stride * i];
    return {std::sin(turn), std::cos(turn)};
  }
  double tension(const double* Y, int i) const { return i < 0 || i >= N ? 0 : Y[stride * i + 2]; }

  void residual(const double* Y, const double* D, double* F) const {
    Turn above;  // from the rod above to this one
    for (int i = 0; i < N; ++i) {
      const Turn below = turn_below(Y, i);
      const double *y = Y + stride * i, *d = D + stride * i;
      const double T_above = tension(Y, i - 1), T_below = tension(Y, i + 1);
      double* f = F + stride * i;
      f[0] = d[0] - y[1];
      f[1] = d[1] - T_below * below.sin + T_above * above.sin;
      f[2] = T_below * below.cos + T_above * above.cos - (i == 0 ? 1 : 2) * y[2] + y[1] * y[1];
      if (i == 0) {
        f[1] += gravity * std::sin(y[0]);
        f[2] += gravity * std::cos(y[0]);
      }
      above = below;
    }
  }

  template <class Column, class Put>
  void jacobian(const double* Y, double c, Column column, Put put) const {
    Turn above;
    for (int i = 0; i < N; ++i) {
      const Turn below = turn_below(Y, i);
      const double T = tension(Y, i), T_above = tension(Y, i - 1), T_below = tension(Y, i + 1);
      const double weight_n = i == 0 ? gravity * std::cos(Y[0]) : 0, weight_e = i == 0 ? -gravity * std::sin(Y[0]) : 0;
      column();  // by θ
      put(i, 0, c);
      put(i - 1, 1, -T * above.cos);
      put(i, 1, T_below * below.cos + T_above * above.cos + weight_n);
      put(i + 1, 1, -T * below.cos);
      put(i - 1, 2, -T * above.sin);
      put(i, 2, T_below * below.sin - T_above * above.sin + weight_e);
      put(i + 1, 2, T * below.sin);
      column();  // by ω
      put(i, 0, -1);
      put(i, 1, c);
      put(i, 2, 2 * Y[stride * i + 1]);
      column();  // by T
      put(i - 1, 1, -above.sin);
      put(i + 1, 1, below.sin);
      put(i - 1, 2, above.cos);
      put(i, 2, i == 0 ? -1 : -2);
      put(i + 1, 2, below.cos);
      above = below;
    }
  }
};

template <class Chain>
int residual(realtype, N_Vector y, N_Vector dy, N_Vector out, void* data) {
  static_cast<const Chain*>(data)->residual(N_VGetArrayPointer(y), N_VGetArrayPointer(dy), N_VGetArrayPointer(out));
  return 0;
}

template <class Chain>
int jacobian(realtype, realtype c, N_Vector y, N_Vector, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector,
             N_Vector) {
  const Chain& chain = *static_cast<const Chain*>(data);
  sunindextype* starts = SUNSparseMatrix_IndexPointers(out);
  sunindextype* rows = SUNSparseMatrix_IndexValues(out);
  double* values = SUNSparseMatrix_Data(out);
  sunindextype n = 0;
  chain.jacobian(
      N_VGetArrayPointer(y), c, [&] { *starts++ = n; },
      [&](int mass, int row, double value) {
        if (mass < 0 || mass >= chain.N) return;
        rows[n] = Chain::stride * mass + row;
        values[n++] = value;
      });
  *starts = n;
  return 0;
}

// At rest, all rods at one angle: accelerations of the recursion and the tensions that go with them.
struct Start {
  Start(int N, double angle) : alpha(static_cast<std::size_t>(N)), tension(alpha), a_x(alpha), a_y(alpha) {
    const std::vector<double> angles(alpha.size(), angle), rates(alpha.size(), 0.0);
    PlanarChain(N).solve(angles.data(), rates.data(), alpha.data());
    const double s = std::sin(angle), c = std::cos(angle);
    double x = 0, y = 0, T = 0;
    for (std::size_t i = 0; i < alpha.size(); ++i) {
      a_x[i] = x += alpha[i] * c;
      a_y[i] = y += alpha[i] * s;
    }
    for (std::size_t i = alpha.size(); i-- > 0;) tension[i] = T += -s * a_x[i] + c * (gravity + a_y[i]);
  }
  std::vector<double> alpha, tension, a_x, a_y;
};

// fill(i, y, y') sets what belongs to mass i; from `first_algebraic` on its unknowns are out of the error test, and in
// Newton's norm they have the absolute tolerance `loose` times that of the others.
template <class Chain, class Fill>
Swing run_ida(Chain chain, double t_end, double tolerance, int first_algebraic, double loose, Fill fill,
              std::vector<double> (*positions)(const double* y, int N)) {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  const sunindextype n = static_cast<sunindextype>(Chain::stride) * chain.N;
  N_Vector y = N_VNew_Serial(n, context), dy = N_VClone(y), id = N_VClone(y), atol = N_VClone(y);
  for (N_Vector vector : {y, dy}) N_VConst(0, vector);
  N_VConst(1, id);
  N_VConst(tolerance, atol);
  for (int i = 0; i < chain.N; ++i) {
    const int at = Chain::stride * i;
    fill(static_cast<std::size_t>(i), N_VGetArrayPointer(y) + at, N_VGetArrayPointer(dy) + at);
    for (int k = first_algebraic; k < Chain::stride; ++k) {
      N_VGetArrayPointer(id)[at + k] = 0;
      N_VGetArrayPointer(atol)[at + k] = loose * tolerance;
    }
  }

  void* ida = IDACreate(context);
  IDASetUserData(ida, &chain);
  IDAInit(ida, residual<Chain>, 0, y, dy);
  IDASVtolerances(ida, tolerance, atol);
  IDASetId(ida, id);
  IDASetSuppressAlg(ida, SUNTRUE);
  IDASetMaxNumSteps(ida, max_steps);
  IDASetStopTime(ida, t_end);
  IDASetErrFile(ida, nullptr);
  IDASetInitStep(ida, 0.5 * std::sqrt(tolerance));  // h² g/2 about the tolerance
  SUNMatrix A = SUNSparseMatrix(n, n, static_cast<sunindextype>(Chain::entries) * chain.N, CSC_MAT, context);
  SUNLinearSolver solver = SUNLinSol_KLU(y, A, context);
  SUNLinSol_KLUSetOrdering(solver, 0);  // AMD
  IDASetLinearSolver(ida, solver, A);
  IDASetJacFn(ida, jacobian<Chain>);

  Swing swing;
  double t = 0;
  swing.done = IDASolve(ida, t_end, &t, y, dy, IDA_NORMAL) >= 0;
  IDAGetNumSteps(ida, &swing.steps);
  swing.positions = positions(N_VGetArrayPointer(y), chain.N);

  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(A);
  for (N_Vector vector : {y, dy, id, atol}) N_VDestroy(vector);
  SUNContext_Free(&context);
  return swing;
}

struct Recursion {
  PlanarChain chain;
};

int recursion_rate(realtype, N_Vector y_, N_Vector dy_, void* data) {
  PlanarChain& chain = static_cast<Recursion*>(data)->chain;
  const double* y = N_VGetArrayPointer(y_);
  double* dy = N_VGetArrayPointer(dy_);
  std::copy_n(y + chain.size(), chain.size(), dy);
  chain.solve(y, y + chain.size(), dy + chain.size());
  return 0;
}

template <int stride>
std::vector<double> positions_of(const double* angle, int N) {
  std::vector<double> positions;
  double x = 0, y = 0;
  for (int i = 0; i < N; ++i) {
    positions.push_back(x += std::sin(angle[stride * i]));
    positions.push_back(y -= std::cos(angle[stride * i]));
  }
  return positions;
}

}  // namespace

Swing swing_by_ida_positions(int N, double angle, double t_end, double tolerance) {
  const Start start(N, angle);
  const double largest = *std::max_element(start.tension.begin(), start.tension.end());
  return run_ida(
      Positions{N}, t_end, tolerance, 4, 1e3 * (1 + largest),
      [&](std::size_t i, double* y, double* dy) {
        y[0] = static_cast<double>(i + 1) * std::sin(angle);
        y[1] = -static_cast<double>(i + 1) * std::cos(angle);
        y[4] = start.tension[i];
        dy[2] = start.a_x[i];
        dy[3] = start.a_y[i];
      },
      [](const double* y, int n) {
        std::vector<double> positions;
        for (int i = 0; i < n; ++i)
          for (const int k : {0, 1}) positions.push_back(y[Positions::stride * i + k]);
        return positions;
      });
}

Swing swing_by_ida_angles(int N, double angle, double t_end, double tolerance) {
  const Start start(N, angle);
  const double largest = *std::max_element(start.tension.begin(), start.tension.end());
  return run_ida(
      Angles{N}, t_end, tolerance, 2, 1 + largest,
      [&](std::size_t i, double* y, double* dy) {
        y[0] = angle;
        y[2] = start.tension[i];
        dy[1] = start.alpha[i];
      },
      positions_of<Angles::stride>);
}

Swing swing_by_recursion(int N, double angle, double t_end, double rtol, double atol, Explicit method,
                         long step_limit) {
  Recursion recursion{PlanarChain(N)};
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  N_Vector y = N_VNew_Serial(2 * N, context);
  N_VConst(0, y);
  std::fill_n(N_VGetArrayPointer(y), N, angle);

  Swing swing;
  double t = 0;
  if (method == Explicit::adams) {
    void* cvode = CVodeCreate(CV_ADAMS, context);
    SUNNonlinearSolver iteration = SUNNonlinSol_FixedPoint(y, 0, context);
    CVodeInit(cvode, recursion_rate, 0, y);
    CVodeSetUserData(cvode, &recursion);
    CVodeSStolerances(cvode, rtol, atol);
    CVodeSetNonlinearSolver(cvode, iteration);
    CVodeSetMaxNumSteps(cvode, step_limit);
    CVodeSetErrFile(cvode, nullptr);
    CVodeSetStopTime(cvode, t_end);
    swing.done = CVode(cvode, t_end, y, &t, CV_NORMAL) >= 0;
    CVodeGetNumSteps(cvode, &swing.steps);
    CVodeFree(&cvode);
    SUNNonlinSolFree(iteration);
  } else {
    void* arkode = ERKStepCreate(recursion_rate, 0, y, context);
    ERKStepSetUserData(arkode, &recursion);
    ERKStepSetTableNum(arkode, method == Explicit::fehlberg_8 ? ARKODE_FEHLBERG_13_7_8 : ARKODE_DORMAND_PRINCE_7_4_5);
    ERKStepSStolerances(arkode, rtol, atol);
    ERKStepSetMaxNumSteps(arkode, step_limit);
    ERKStepSetErrFile(arkode, nullptr);
    ERKStepSetStopTime(arkode, t_end);
    swing.done = ERKStepEvolve(arkode, t_end, y, &t, ARK_NORMAL) >= 0;
    ERKStepGetNumSteps(arkode, &swing.steps);
    ERKStepFree(&arkode);
  }
  swing.positions = positions_of<1>(N_VGetArrayPointer(y), N);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return swing;
}

}  // namespace daedalus::peers
