#include "ida_ggl.hpp"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_types.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>

#include "daedalus/base/expects.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/run/initial_step.hpp"
#include "daedalus/linalg/composed_matrix.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus::peers {
namespace {

// Where each part of y and of F begins.
struct Offsets {
  explicit Offsets(const Layout& l)
      : q(0), v(l.nq), lambda(2 * l.nq), mu(lambda + l.nc()), s(mu + l.ng), size(s + l.ns) {}
  Index q, v, lambda, mu, s, size;
};

struct Problem {
  Problem(const System& system, double unit_of_lambda)
      : layout(system.layout()), at(layout), unit(unit_of_lambda), eq(system), x(layout), J(at.size, at.size) {
    const Patterns& p = layout.patterns;
    q_q = J.place_diagonal(layout.nq, at.q, at.q);
    GTmu_q = J.place(p.reaction_q, at.q, at.q);
    q_v = J.place_diagonal(layout.nq, at.q, at.v);
    q_mu = J.place(p.G, at.q, at.mu, Orientation::transposed);
    r_q = J.place(p.r_q, at.v, at.q);
    r_v = J.place(p.r_v, at.v, at.v);
    M = J.place(p.M, at.v, at.v);
    r_lambda = J.place(p.G, at.v, at.lambda, Orientation::transposed);
    r_s = J.place(p.r_s, at.v, at.s);
    g_dot_q = J.place(p.g_dot_q, at.lambda, at.q);
    g_dot_v = J.place(p.G, at.lambda, at.v);
    g_q = J.place(p.G, at.mu, at.q);
    sigma_q = J.place(p.sigma_q, at.s, at.q);
    sigma_v = J.place(p.sigma_v, at.s, at.v);
    sigma_s = J.place(p.sigma_s, at.s, at.s);
    s_s = J.place_diagonal(layout.ns, at.s, at.s);
    J.finish();
    mu = VecX::Zero(layout.ng);
  }

  // The state that y and y' stand for: a = v'.
  void read(double t, const double* y, const double* dy) {
    const auto part = [](const double* p, Index from, Index n) { return Eigen::Map<const VecX>(p + from, n); };
    x.t = t;
    x.q = part(y, at.q, layout.nq);
    x.v = part(y, at.v, layout.nq);
    x.a = part(dy, at.v, layout.nq);
    x.lambda = unit * part(y, at.lambda, layout.nc());
    x.s = part(y, at.s, layout.ns);
    mu = part(y, at.mu, layout.ng);
  }

  const Layout& layout;
  Offsets at;
  double unit;  // of lambda in y
  Equations eq;
  State x;
  VecX mu;
  VecX scratch;
  ComposedMatrix J;
  ComposedMatrix::Block q_q, GTmu_q, q_v, q_mu, r_q, r_v, M, r_lambda, r_s, g_dot_q, g_dot_v, g_q, sigma_q, sigma_v,
      sigma_s, s_s;
};

int residual(realtype t, N_Vector y, N_Vector dy, N_Vector out, void* data) {
  Problem& p = *static_cast<Problem*>(data);
  const double* yp = N_VGetArrayPointer(dy);
  p.read(t, N_VGetArrayPointer(y), yp);
  p.eq.evaluate(Want::residual | Want::position | Want::velocity | Want::jacobian | Want::sigma, p.x);
  double* F = N_VGetArrayPointer(out);
  const auto part = [&](Index from, Index n) { return Eigen::Map<VecX>(F + from, n); };
  p.scratch = Eigen::Map<const VecX>(yp, p.layout.nq) - p.x.v;
  multiply_add_transposed(1, p.eq.value.G, p.mu, p.scratch);
  part(p.at.q, p.layout.nq) = p.scratch;
  part(p.at.v, p.layout.nq) = p.eq.value.r;
  part(p.at.lambda, p.layout.nc()) = p.eq.value.g_dot;
  part(p.at.mu, p.layout.ng) = p.eq.value.g;
  part(p.at.s, p.layout.ns) = Eigen::Map<const VecX>(yp + p.at.s, p.layout.ns) - p.eq.value.sigma;
  return 0;
}

int jacobian(realtype t, realtype c, N_Vector y, N_Vector dy, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector,
             N_Vector) {
  Problem& p = *static_cast<Problem*>(data);
  p.read(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
  Evaluation& value = p.eq.value;
  p.eq.evaluate(Want::mass | Want::jacobian | Want::residual_tangent | Want::velocity_tangent | Want::sigma_tangent,
                p.x);
  p.J.clear();
  p.J.add_diagonal(p.q_q, c);
  p.J.add_diagonal(p.q_v, -1);
  p.J.add(p.q_mu, 1, value.G.values);
  p.J.add(p.r_q, 1, value.r_q.values);
  p.J.add(p.r_v, 1, value.r_v.values);
  p.J.add(p.M, c, value.M.values);
  p.J.add(p.r_lambda, p.unit, value.G.values);
  p.J.add(p.r_s, 1, value.r_s.values);
  p.J.add(p.g_dot_q, 1, value.g_dot_q.values);
  p.J.add(p.g_dot_v, 1, value.G.values);
  p.J.add(p.g_q, 1, value.G.values);
  p.J.add(p.sigma_q, -1, value.sigma_q.values);
  p.J.add(p.sigma_v, -1, value.sigma_v.values);
  p.J.add(p.sigma_s, -1, value.sigma_s.values);
  p.J.add_diagonal(p.s_s, c);
  p.x.a.setZero();
  p.x.lambda = p.mu;
  p.eq.evaluate(Want::reaction_tangent, p.x);
  p.J.add(p.GTmu_q, 1, value.reaction_q.values);

  const SparseMatrix& A = p.J.matrix();
  if (SUNMatGetID(out) == SUNMATRIX_SPARSE) {
    const auto starts = A.pattern->column_starts();
    const auto rows = A.pattern->row_indices();
    std::copy(starts.begin(), starts.end(), SUNSparseMatrix_IndexPointers(out));
    std::copy(rows.begin(), rows.end(), SUNSparseMatrix_IndexValues(out));
    std::copy_n(A.values.data(), A.values.size(), SUNSparseMatrix_Data(out));
  } else {
    SUNMatZero(out);
    for (Index j = 0; j < A.cols(); ++j)
      for (Index k = A.pattern->column_starts()[j]; k < A.pattern->column_starts()[j + 1]; ++k)
        SM_COLUMN_D(out, j)[A.pattern->row_indices()[k]] = A.values[k];
  }
  return 0;
}

int switches(realtype t, N_Vector y, N_Vector dy, realtype* out, void* data) {
  Problem& p = *static_cast<Problem*>(data);
  p.read(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
  p.eq.evaluate(Want::switches, p.x);
  std::copy_n(p.eq.value.switches.data(), p.eq.value.switches.size(), out);
  return 0;
}

// Everything of IDA's that has to be given back.
struct Session {
  Session(Index n, IdaLinear linear, Index nonzeros) {
    SUNContext_Create(nullptr, &context);
    for (N_Vector* vector : {&y, &dy, &id, &tolerance}) *vector = N_VNew_Serial(n, context);
    if (linear == IdaLinear::dense) {
      A = SUNDenseMatrix(n, n, context);
      solver = SUNLinSol_Dense(y, A, context);
    } else {
      A = SUNSparseMatrix(n, n, nonzeros, CSC_MAT, context);
      solver = SUNLinSol_KLU(y, A, context);
      SUNLinSol_KLUSetOrdering(solver, 0);  // AMD
      // on the stiff vehicle 2.5 times as fast as with it, and 3 times as fast as COLAMD
      SUNLinSol_KLUGetCommon(solver)->btf = 0;
    }
    ida = IDACreate(context);
  }
  ~Session() {
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(A);
    for (N_Vector vector : {y, dy, id, tolerance}) N_VDestroy(vector);
    SUNContext_Free(&context);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  static Eigen::Map<VecX> part(N_Vector vector, Index from, Index size) {
    return {N_VGetArrayPointer(vector) + from, size};
  }

  // y and y' of a consistent state.
  void write(Problem& p, const State& x) {
    for (N_Vector vector : {y, dy}) N_VConst(0, vector);
    part(y, p.at.q, p.layout.nq) = x.q;
    part(y, p.at.v, p.layout.nq) = x.v;
    part(y, p.at.lambda, p.layout.nc()) = x.lambda / p.unit;
    part(y, p.at.s, p.layout.ns) = x.s;
    part(dy, p.at.q, p.layout.nq) = x.v;
    part(dy, p.at.v, p.layout.nq) = x.a;
    p.eq.evaluate(Want::sigma, x);
    part(dy, p.at.s, p.layout.ns) = p.eq.value.sigma;
  }

  SUNContext context = nullptr;
  N_Vector y = nullptr, dy = nullptr, id = nullptr, tolerance = nullptr;
  SUNMatrix A = nullptr;
  SUNLinearSolver solver = nullptr;
  void* ida = nullptr;
};

// IDA counts from its last start.
void add_counts(void* ida, IdaRun& run) {
  const auto add = [ida](auto get, long& sum) {
    long count = 0;
    get(ida, &count);
    sum += count;
  };
  add(IDAGetNumSteps, run.steps);
  add(IDAGetNumErrTestFails, run.rejected);
  add(IDAGetNumResEvals, run.residuals);
  add(IDAGetNumJacEvals, run.jacobians);
}

}  // namespace

IdaRun run_ida(const System& system, const State& x, double t_end, const IdaOptions& options) {
  expects(system.layout().nw == 0, "the IDA peer knows holonomic constraints only");
  // With multipliers in N the pivots of KLU are so far apart that SUNDIALS takes most matrices for ill-conditioned and
  // chooses new ones.
  Problem p(system, 1 + x.lambda.lpNorm<Eigen::Infinity>());
  p.scratch = VecX::Zero(p.layout.nq);
  Session with(p.at.size, options.linear, p.J.matrix().pattern->nonzeros());
  void* ida = with.ida;
  with.write(p, x);
  const Index multipliers = p.layout.nc() + p.layout.ng;
  N_VConst(1, with.id);
  Session::part(with.id, p.at.lambda, multipliers).setZero();
  N_VConst(options.atol, with.tolerance);
  // Multipliers are index-2 variables: out of the error test, and with a loose weight in Newton's norm.
  Session::part(with.tolerance, p.at.lambda, p.layout.nc()).setConstant(1e3 * options.atol);
  Session::part(with.tolerance, p.at.mu, p.layout.ng).setConstant(1e3 * options.atol * p.unit);

  IDASetUserData(ida, &p);
  IDAInit(ida, residual, x.t, with.y, with.dy);
  IDASVtolerances(ida, options.rtol, with.tolerance);
  IDASetId(ida, with.id);
  IDASetSuppressAlg(ida, SUNTRUE);
  IDASetMaxNumSteps(ida, 10'000'000);
  IDASetStopTime(ida, t_end);
  IDASetErrFile(ida, nullptr);  // failures are reported in the table
  IDASetLinearSolver(ida, with.solver, with.A);
  IDASetJacFn(ida, jacobian);
  if (options.branches == IdaBranches::restart) IDARootInit(ida, static_cast<int>(p.layout.switches.size()), switches);
  // Left alone, IDA starts so small that at tight tolerances its Newton matrix is singular to working precision.
  const auto choose_step = [&](const State& from) {
    const double h = choose_initial_step(p.eq, from, {options.rtol, options.atol}, 1, t_end - from.t);
    IDASetInitStep(ida, std::min(options.first_step * h, t_end - from.t));
  };
  choose_step(x);

  // The two wheels of an axle meet an edge at instants that differ by rounding: that is one restart.
  constexpr double together = 1e-7;
  IdaRun run;
  double t = x.t, t_restart = x.t - 1;
  const int task = options.on_step ? IDA_ONE_STEP : IDA_NORMAL;
  int flag = IDA_SUCCESS;
  while (flag >= 0 && t < t_end) {
    flag = IDASolve(ida, t_end, &t, with.y, with.dy, task);
    p.read(t, N_VGetArrayPointer(with.y), N_VGetArrayPointer(with.dy));
    if (flag == IDA_ROOT_RETURN && t - t_restart > together) {
      add_counts(ida, run);
      ++run.restarts;
      t_restart = t;
      State from = p.x;
      if (!make_consistent(p.eq, from).outcome.ok()) flag = IDA_CONV_FAIL;
      with.write(p, from);
      IDAReInit(ida, t, with.y, with.dy);
      choose_step(from);
    }
    if (options.on_step) options.on_step(p.x);
  }
  run.done = flag >= 0;
  run.final = p.x;
  add_counts(ida, run);
  return run;
}

}  // namespace daedalus::peers
