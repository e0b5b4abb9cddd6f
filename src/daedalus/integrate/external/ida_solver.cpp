#include "daedalus/integrate/external/ida_solver.hpp"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_types.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <limits>

#include "daedalus/integrate/corrector/corrector_matrix.hpp"

namespace daedalus {
namespace {

constexpr double without_end = 1e300;  // a stop time that is never reached
constexpr double loose = 1e3;          // tolerance of multipliers in Newton's norm, over that of the motion

Eigen::Map<VecX> part_of(N_Vector vector, Index from, Index size) { return {N_VGetArrayPointer(vector) + from, size}; }

}  // namespace

struct IdaSolver::Session {
  explicit Session(const Layout& l)
      : layout(l), at_v(l.nq), at_lambda(2 * l.nq), at_mu(at_lambda + l.nc()), at_s(at_mu + l.ng), size(at_s + l.ns),
        x(l), mu(VecX::Zero(l.nc())), stabilizing(VecX::Zero(l.nq)) {}
  ~Session() { free(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void make(const std::vector<Index>& redundant);
  void free();
  void read_state(double t, N_Vector at_y, N_Vector at_dy);
  void write_state(Equations& eq, const State& from);
  int compute_residual(double t, N_Vector at_y, N_Vector at_dy, N_Vector out);
  int compute_jacobian(double t, double c, N_Vector at_y, N_Vector at_dy, SUNMatrix out);
  int compute_switches(double t, N_Vector at_y, N_Vector at_dy, realtype* out);
  void add_counts();

  // IDA does not know of exceptions or of our status: 1 asks for a shorter step, -1 ends it.
  static int residual(realtype t, N_Vector at_y, N_Vector at_dy, N_Vector out, void* self) {
    return static_cast<Session*>(self)->compute_residual(t, at_y, at_dy, out);
  }
  static int jacobian(realtype t, realtype c, N_Vector at_y, N_Vector at_dy, N_Vector, SUNMatrix out, void* self,
                      N_Vector, N_Vector, N_Vector) {
    return static_cast<Session*>(self)->compute_jacobian(t, c, at_y, at_dy, out);
  }

  static int switches(realtype t, N_Vector at_y, N_Vector at_dy, realtype* out, void* self) {
    return static_cast<Session*>(self)->compute_switches(t, at_y, at_dy, out);
  }

  const Layout& layout;
  Index at_v, at_lambda, at_mu, at_s, size;  // where each part of y and of F begins; q at 0
  State x;
  VecX mu;           // (nc) zero in nonholonomic rows
  VecX stabilizing;  // (nq)
  CorrectorMatrix matrix;
  std::vector<Index> dropped;
  IdaSetup setup;
  double unit = 1;  // of λ in y
  Tolerances tolerances;
  Equations* eq = nullptr;  // of the call
  StepStatus trouble = StepStatus::ok;
  bool has_begun = false, found_root = false;
  double t_reached = 0, h_next = 0;
  IdaCounts before;  // the last restart

  SUNContext context = nullptr;
  N_Vector y = nullptr, dy = nullptr, id = nullptr, weights = nullptr, inside = nullptr;
  SUNMatrix A = nullptr;
  SUNLinearSolver solver = nullptr;
  void* ida = nullptr;
};

void IdaSolver::Session::make(const std::vector<Index>& redundant) {
  using E = Evaluation;
  using Part = CorrectorMatrix::Part;
  constexpr CorrectorMatrix::Coefficient one = CorrectorMatrix::one, c{1}, of_unit{2};
  dropped = redundant;
  const Part q(0, layout.nq), v(at_v, layout.nq), s(at_s, layout.ns), lambda(at_lambda, layout.nc());
  const Part holonomic = Part(at_mu, layout.nc()).only(0, layout.ng);
  const Part no_lambda = Part::left_out(dropped, at_lambda, layout.nc());
  const Part no_mu = Part::left_out(dropped, at_mu, layout.ng);
  matrix.start(layout, size,
               {{CorrectorMatrix::identity, q, q, c},
                {CorrectorMatrix::identity, q, v, -one},
                {&E::G, q, holonomic, one, Orientation::transposed},
                {&E::reaction_q, q, q, one, Orientation::as_is, 1},
                {&E::r_q, v, q, one},
                {&E::r_v, v, v, one},
                {&E::M, v, v, c},
                {&E::r_s, v, s, one},
                {&E::G, v, lambda, of_unit, Orientation::transposed},
                {&E::g_dot_q, lambda, q, one},
                {&E::G, lambda, v, one},
                {&E::G, holonomic, q, one},
                {CorrectorMatrix::identity, no_lambda, no_lambda, one},
                {CorrectorMatrix::identity, no_mu, no_mu, one},
                {&E::sigma_q, s, q, -one},
                {&E::sigma_v, s, v, -one},
                {&E::sigma_s, s, s, -one},
                {CorrectorMatrix::identity, s, s, c}});

  SUNContext_Create(nullptr, &context);
  for (N_Vector* vector : {&y, &dy, &id, &weights, &inside}) *vector = N_VNew_Serial(size, context);
  if (setup.matrix == IdaMatrix::dense) {
    A = SUNDenseMatrix(size, size, context);
    solver = SUNLinSol_Dense(y, A, context);
  } else {
    A = SUNSparseMatrix(size, size, matrix.pattern().nonzeros(), CSC_MAT, context);
    solver = SUNLinSol_KLU(y, A, context);
    SUNLinSol_KLUSetOrdering(solver, 0);  // AMD
    // on the stiff vehicle 2.5 times as fast as with block triangular form, and 3 times as fast as COLAMD
    SUNLinSol_KLUGetCommon(solver)->btf = 0;
  }
  ida = IDACreate(context);
}

void IdaSolver::Session::free() {
  if (!context) return;
  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(A);
  for (N_Vector vector : {y, dy, id, weights, inside}) N_VDestroy(vector);
  SUNContext_Free(&context);
  context = nullptr;
}

// The state that y and y' stand for: a = v'.
void IdaSolver::Session::read_state(double t, N_Vector at_y, N_Vector at_dy) {
  x.t = t;
  x.q = part_of(at_y, 0, layout.nq);
  x.v = part_of(at_y, at_v, layout.nq);
  x.a = part_of(at_dy, at_v, layout.nq);
  x.lambda = unit * part_of(at_y, at_lambda, layout.nc());
  x.s = part_of(at_y, at_s, layout.ns);
  mu.head(layout.ng) = part_of(at_y, at_mu, layout.ng);
}

void IdaSolver::Session::write_state(Equations& equations, const State& from) {
  for (N_Vector vector : {y, dy}) N_VConst(0, vector);
  part_of(y, 0, layout.nq) = from.q;
  part_of(y, at_v, layout.nq) = from.v;
  part_of(y, at_lambda, layout.nc()) = from.lambda / unit;
  part_of(y, at_s, layout.ns) = from.s;
  part_of(dy, 0, layout.nq) = from.v;
  part_of(dy, at_v, layout.nq) = from.a;
  equations.evaluate(Want::sigma, from);
  part_of(dy, at_s, layout.ns) = equations.value.sigma;
}

int IdaSolver::Session::compute_residual(double t, N_Vector at_y, N_Vector at_dy, N_Vector out) {
  if (eq->cancellation.is_due()) {
    trouble = StepStatus::cancelled;
    return -1;
  }
  read_state(t, at_y, at_dy);
  eq->evaluate(Want::residual | Want::position | Want::velocity | Want::jacobian | Want::sigma, x);
  const Evaluation& value = eq->value;
  stabilizing = part_of(at_dy, 0, layout.nq) - x.v;
  multiply_add_transposed(1, value.G, mu, stabilizing);
  part_of(out, 0, layout.nq) = stabilizing;
  part_of(out, at_v, layout.nq) = value.r;
  auto velocity_level = part_of(out, at_lambda, layout.nc());
  auto position_level = part_of(out, at_mu, layout.ng);
  velocity_level = value.g_dot;
  position_level = value.g;
  for (const Index row : dropped) {
    velocity_level[row] = x.lambda[row] / unit;
    if (row < layout.ng) position_level[row] = mu[row];
  }
  part_of(out, at_s, layout.ns) = part_of(at_dy, at_s, layout.ns) - value.sigma;
  const bool is_finite = part_of(out, 0, size).allFinite();
  if (!is_finite) trouble = StepStatus::not_finite;
  return is_finite ? 0 : 1;
}

int IdaSolver::Session::compute_jacobian(double t, double c, N_Vector at_y, N_Vector at_dy, SUNMatrix out) {
  read_state(t, at_y, at_dy);
  ++eq->counts.compositions;
  ++eq->counts.factorizations;
  eq->evaluate(Want::mass | Want::jacobian | Want::residual_tangent | Want::velocity_tangent | Want::sigma_tangent, x);
  matrix.begin({c, unit});
  matrix.add(0, eq->value);
  x.a.setZero();
  x.lambda = mu;
  eq->evaluate(Want::reaction_tangent, x);
  matrix.add(1, eq->value);

  const SparseMatrix& J = matrix.matrix();
  const auto starts = J.pattern->column_starts();
  const auto rows = J.pattern->row_indices();
  if (setup.matrix == IdaMatrix::klu) {
    std::copy(starts.begin(), starts.end(), SUNSparseMatrix_IndexPointers(out));
    std::copy(rows.begin(), rows.end(), SUNSparseMatrix_IndexValues(out));
    std::copy_n(J.values.data(), J.values.size(), SUNSparseMatrix_Data(out));
  } else {
    SUNMatZero(out);
    for (Index j = 0; j < J.cols(); ++j)
      for (Index k = starts[j]; k < starts[j + 1]; ++k) SM_COLUMN_D(out, j)[rows[k]] = J.values[k];
  }
  return J.values.allFinite() ? 0 : 1;
}

int IdaSolver::Session::compute_switches(double t, N_Vector at_y, N_Vector at_dy, realtype* out) {
  read_state(t, at_y, at_dy);
  eq->evaluate(Want::switches, x);
  std::copy_n(eq->value.switches.data(), eq->value.switches.size(), out);
  return 0;
}

// IDA counts from its last restart.
void IdaSolver::Session::add_counts() {
  const auto add = [this](auto get, long& sum) {
    long count = 0;
    get(ida, &count);
    sum += count;
  };
  add(IDAGetNumSteps, before.steps);
  add(IDAGetNumErrTestFails, before.error_test_failures);
  add(IDAGetNumResEvals, before.residuals);
  add(IDAGetNumJacEvals, before.jacobians);
  add(IDAGetNumNonlinSolvIters, before.iterations);
}

std::string_view IdaSolver::how_to_get_it() { return ""; }

IdaSolver::IdaSolver() = default;
IdaSolver::~IdaSolver() = default;

void IdaSolver::start(Equations& eq, const State& x, const Tolerances& tolerances, const IdaSetup& setup) {
  session_ = std::make_unique<Session>(eq.layout());
  Session& s = *session_;
  s.tolerances = tolerances;
  s.setup = setup;
  s.unit = 1 + (x.lambda.size() > 0 ? x.lambda.lpNorm<Eigen::Infinity>() : 0);
  s.make(eq.dropped_rows());
}

void IdaSolver::restart(Equations& eq, const State& x, double h) {
  Session& s = *session_;
  s.eq = &eq;
  if (s.dropped != eq.dropped_rows()) {  // others are redundant now
    if (s.has_begun) s.add_counts();
    s.free();
    s.make(eq.dropped_rows());
    s.has_begun = false;
  }
  s.write_state(eq, x);
  if (s.has_begun) {
    s.add_counts();
    IDAReInit(s.ida, x.t, s.y, s.dy);
  } else {
    N_VConst(1, s.id);
    part_of(s.id, s.at_lambda, s.layout.nc() + s.layout.ng).setZero();
    N_VConst(s.tolerances.atol, s.weights);
    part_of(s.weights, s.at_lambda, s.layout.nc()).setConstant(loose * s.tolerances.atol);
    part_of(s.weights, s.at_mu, s.layout.ng).setConstant(loose * s.tolerances.atol * s.unit);
    IDASetUserData(s.ida, &s);
    IDAInit(s.ida, Session::residual, x.t, s.y, s.dy);
    IDASVtolerances(s.ida, s.tolerances.rtol, s.weights);
    IDASetId(s.ida, s.id);
    IDASetSuppressAlg(s.ida, SUNTRUE);
    IDASetMaxOrd(s.ida, s.setup.max_order);
    IDASetMaxNumSteps(s.ida, -1);
    IDASetErrFile(s.ida, nullptr);  // failures come back as a status
    IDASetLinearSolver(s.ida, s.solver, s.A);
    IDASetJacFn(s.ida, Session::jacobian);
    if (s.setup.roots == IdaRoots::switches)
      IDARootInit(s.ida, static_cast<int>(s.layout.switches.size()), Session::switches);
    s.has_begun = true;
  }
  IDASetInitStep(s.ida, h);
  s.t_reached = x.t;
  s.h_next = h;
}

StepStatus IdaSolver::advance(Equations& eq, double t_stop) {
  Session& s = *session_;
  s.eq = &eq;
  s.trouble = StepStatus::ok;
  // Its own step is left alone: one that is cut to the same length differs by rounding, and IDA counts equal steps.
  const bool is_cut = t_stop < s.t_reached + s.h_next * (1 - 1e-12);
  IDASetStopTime(s.ida, is_cut ? t_stop : without_end);
  const long iterations = counts().iterations;
  const double far = s.t_reached + std::max(s.h_next, t_stop - s.t_reached);  // IDA wants to know the direction
  const int flag = IDASolve(s.ida, far, &s.t_reached, s.y, s.dy, IDA_ONE_STEP);
  eq.counts.solves += counts().iterations - iterations;
  s.found_root = flag == IDA_ROOT_RETURN;
  if (flag >= 0) {
    IDAGetCurrentStep(s.ida, &s.h_next);
    return StepStatus::ok;
  }
  if (s.trouble != StepStatus::ok) return s.trouble;
  return flag == IDA_LSETUP_FAIL || flag == IDA_LSOLVE_FAIL ? StepStatus::singular_matrix : StepStatus::newton_diverged;
}

double IdaSolver::t() const { return session_->t_reached; }
double IdaSolver::next_h() const { return session_->h_next; }
bool IdaSolver::found_root() const { return session_->found_root; }

int IdaSolver::order() const {
  int order = 0;
  IDAGetLastOrder(session_->ida, &order);
  return order;
}

void IdaSolver::read(State& y) const {
  Session& s = *session_;
  s.read_state(s.t_reached, s.y, s.dy);
  y.q = s.x.q;
  y.v = s.x.v;
  y.a = s.x.a;
  y.lambda = s.x.lambda;
  y.s = s.x.s;
}

void IdaSolver::interpolate(double t, State& at) const {
  Session& s = *session_;
  double h = 0;
  IDAGetLastStep(s.ida, &h);
  IDAGetDky(s.ida, std::clamp(t, s.t_reached - h, s.t_reached), 0, s.inside);
  at.q = part_of(s.inside, 0, s.layout.nq);
  at.v = part_of(s.inside, s.at_v, s.layout.nq);
  at.s = part_of(s.inside, s.at_s, s.layout.ns);
}

IdaCounts IdaSolver::counts() const {
  Session& s = *session_;
  const IdaCounts before = s.before;
  if (s.has_begun) s.add_counts();
  const IdaCounts now = s.before;
  s.before = before;
  return now;
}

}  // namespace daedalus
