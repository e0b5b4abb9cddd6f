#include "daedalus/formulation/recursive/recursive_solver.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/formulation/recursive/constraint_space.hpp"
#include "daedalus/formulation/recursive/ltl.hpp"
#include "daedalus/formulation/recursive/wide_sweeps.hpp"
#include "daedalus/linalg/finite.hpp"

namespace daedalus {
namespace {

using Scratch = JointSystem::Scratch;

// What every solver remembers of its last factors: where they were taken.
class RememberingSolver : public AccelerationSolver {
 public:
  explicit RememberingSolver(const JointSystem& system) : system_(system), at_(system.layout()) {}
  const SaddleReport& report() const override { return report_; }

  void exchange(Archive& archive, Workspace& workspace) override {
    bool known = known_;
    archive("recursive.has_factors", known);
    archive("recursive.t", at_.t);
    archive("recursive.q", at_.q);
    archive("recursive.factorizations", report_.linear.full_factorizations);
    archive("recursive.rank_deficient", report_.rank_deficient);
    if (!archive.loading() || !known) return;
    const SaddleReport counted = report_;
    factorize(at_, workspace);
    report_ = counted;
  }

 protected:
  void remember(const State& x, FactorStatus status) {
    at_.t = x.t;
    at_.q = x.q;
    known_ = status == FactorStatus::ok;
    ++report_.linear.full_factorizations;
    if (rank_deficient()) ++report_.rank_deficient;
  }
  const JointSystem& system_;
  SaddleReport report_;
  State at_;

 private:
  bool known_ = false;
};

// The sweeps of sweeps.hpp, or the same for wide registers.
template <class Space>
struct PlainSweeps {
  static void move(const Sweeps<Space>& sweeps, const Scratch& s, const double* q, const double* v, bool with_places,
                   typename Sweeps<Space>::Memory& m) {
    sweeps.move(s.roots.data(), s.drives.data(), q, v, with_places, m);
  }
  static Index forward(const Sweeps<Space>& sweeps, const Scratch& s, const double* q, const double* v,
                       bool with_external, typename Sweeps<Space>::Memory& m, double* a) {
    return sweeps.forward(s.roots.data(), q, v, with_external, m, a);
  }
  static void solve_mass(const Sweeps<Space>& sweeps, const double* q, const double* b,
                         typename Sweeps<Space>::Memory& m, double* x) {
    sweeps.solve_mass(q, b, m, x);
  }
};
template <class Space>
struct WideSweeps {
  static void move(const Sweeps<Space>& sweeps, const Scratch& s, const double* q, const double* v, bool with_places,
                   typename Sweeps<Space>::Memory& m) {
    move_wide(sweeps, s.roots.data(), s.drives.data(), q, v, with_places, m);
  }
  static Index forward(const Sweeps<Space>& sweeps, const Scratch& s, const double* q, const double* v,
                       bool with_external, typename Sweeps<Space>::Memory& m, double* a) {
    return forward_wide(sweeps, s.roots.data(), q, v, with_external, m, a);
  }
  static void solve_mass(const Sweeps<Space>& sweeps, const double* q, const double* b,
                         typename Sweeps<Space>::Memory& m, double* x) {
    solve_mass_wide(sweeps, q, b, m, x);
  }
};

// A tree without loops: its only constraints are the balls' normalizations, which the sweeps respect by themselves.
template <class Space, class Compiled>
class ArticulatedSolver final : public RememberingSolver {
 public:
  explicit ArticulatedSolver(const JointSystem& system)
      : RememberingSolver(system), sweeps_(system.tree()), memory_(sweeps_.make_memory()) {
    report_.linear.used = SolverKind::sparse;
    report_.linear.size = system.layout().nq + system.layout().nc();
    report_.linear.reason = "articulated-body algorithm: a tree without loops, linear cost";
  }

  FactorStatus solve(State& x, Evaluation& out, Workspace& workspace) override {
    Scratch& s = static_cast<Scratch&>(workspace);
    const bool has_forces = system_.parts().has_elements;
    system_.move_roots(x.t, s);
    Compiled::move(sweeps_, s, x.q.data(), x.v.data(), has_forces, memory_);
    if (has_forces) {
      system_.template read_motion<Space>(x, memory_, MotionLevel::velocity, system_.parts().used, s);
      system_.apply_forces(Want::force | Want::sigma, x, s);
      out.sigma = s.body.sigma;
      s.forces = -s.forces;
      system_.template load_nodes<Space>(s.forces, memory_.k, memory_.F);
    }
    const Index bad = Compiled::forward(sweeps_, s, x.q.data(), x.v.data(), has_forces, memory_, x.a.data());
    x.lambda.setZero();
    FactorStatus status = FactorStatus::ok;
    if (bad >= 0) status = all_finite(x.q) ? FactorStatus::singular : FactorStatus::not_finite;
    else if (!all_finite(x.a)) status = FactorStatus::not_finite;
    remember(x, status);
    return status;
  }

  FactorStatus factorize(const State& x, Workspace& workspace) override {
    Scratch& s = static_cast<Scratch&>(workspace);
    system_.move_roots(x.t, s);
    Compiled::move(sweeps_, s, x.q.data(), s.zero.data(), false, memory_);
    const Index bad = Compiled::forward(sweeps_, s, x.q.data(), s.zero.data(), false, memory_, s.tau.data());
    const FactorStatus status = bad < 0 ? FactorStatus::ok : FactorStatus::singular;
    remember(x, status);
    return status;
  }

  void solve_saddle(VecX& b, VecX& c, Workspace& workspace) override {
    Scratch& s = static_cast<Scratch&>(workspace);
    s.tau = b;
    Compiled::solve_mass(sweeps_, at_.q.data(), s.tau.data(), memory_, b.data());
    for (const TreeColumns::Ball& ball : s.columns.balls) {
      const TreeNode& node = system_.tree().node(ball.node);
      const Vec4 p = at_.q.template segment<4>(node.coordinate), force = s.tau.template segment<4>(node.coordinate);
      auto x = b.template segment<4>(node.coordinate);
      double& row = c[node.norm];
      const double square = p.squaredNorm(), wanted = row;
      x += p * ((wanted - p.dot(x)) / square);
      row = p.dot(force) / square - 4 * node.norm_inertia * wanted;
    }
  }
  void drop_rows(const RowMask&) override {}  // normalizations never depend on each other
  bool rank_deficient() const override { return false; }

 private:
  Sweeps<Space> sweeps_;
  typename Sweeps<Space>::Memory memory_;
};

// A tree with loops.
class LoopSolver final : public RememberingSolver {
 public:
  explicit LoopSolver(const JointSystem& system)
      : RememberingSolver(system), by_sweeps_(system.solver() == JointSolver::articulated), value_(system.layout()),
        space_(system.layout().nc()), half_(MatX::Zero(system.layout().nq, system.layout().nc())),
        x_(VecX::Zero(system.layout().nq)), rest_(VecX::Zero(system.layout().nc())), tau_(x_), wanted_(rest_) {
    if (by_sweeps_) memory_ = system.sweeps().make_memory();
    else factors_ = BranchFactors(system.tree(), system.layout().patterns.M);
    report_.linear.used = SolverKind::sparse;
    report_.linear.size = system.layout().nq + system.layout().nc();
    report_.linear.reason =
        fmt::format("{}, {} constraint rows solved in constraint space",
                    by_sweeps_ ? "articulated-body algorithm" : "branch-sparse mass matrix", system.layout().nc());
  }

  FactorStatus solve(State& x, Evaluation& out, Workspace& workspace) override {
    evaluate(wanted() | Want::gamma | Want::force | Want::sigma, x, workspace);
    out.sigma = value_.sigma;
    if (!all_finite(value_.f)) return FactorStatus::not_finite;
    const FactorStatus status = prepare(x, workspace);
    if (status != FactorStatus::ok) return status;
    x.a = value_.f;
    x.lambda = value_.gamma;
    solve_saddle(x.a, x.lambda, workspace);
    return status;
  }

  FactorStatus factorize(const State& x, Workspace& workspace) override {
    evaluate(wanted(), x, workspace);
    return prepare(x, workspace);
  }

  void solve_saddle(VecX& b, VecX& c, Workspace&) override {
    solve_mass(b);  // a₀
    wanted_ = c;
    c.setZero();
    for (int k = 0; k < 3; ++k) {  // once, and again for what rounding left open
      rest_ = -wanted_;
      multiply_add(1, value_.G, b, rest_);  // G a − c
      const double open = rest_.lpNorm<Eigen::Infinity>();
      if (k > 0 && !(open > 1e-14 * (size_ + wanted_.lpNorm<Eigen::Infinity>()))) break;
      if (k == 0) size_ = open;
      space_.solve(rest_);
      c += rest_;
      x_.setZero();
      multiply_add_transposed(-1, value_.G, rest_, x_);
      solve_mass(x_);
      b += x_;
    }
  }
  void drop_rows(const RowMask& mask) override { mask_ = mask; }
  bool rank_deficient() const override { return space_.rank_deficient(); }

 private:
  void evaluate(Want want, const State& x, Workspace& workspace) {
    system_.evaluate(want, x, all_rates, value_, workspace);
    mask_.apply(want, value_);
  }
  Want wanted() const { return by_sweeps_ ? Want::jacobian : Want::jacobian | Want::mass; }

  void solve_mass(VecX& b) {
    if (by_sweeps_) {
      tau_ = b;
      system_.sweeps().solve_mass(at_.q.data(), tau_.data(), memory_, b.data());
    } else {
      factors_.solve(b.data());
    }
  }

  FactorStatus prepare(const State& x, Workspace& workspace) {
    const FactorStatus status = form(x, workspace);
    remember(x, status);
    return status;
  }
  // G M⁻¹ Gᵀ: with LᵀL from half the way, Y = L⁻ᵀGᵀ and YᵀY; with sweeps column by column.
  FactorStatus form(const State& x, Workspace& workspace) {
    if (!all_finite(value_.G.values)) return FactorStatus::not_finite;
    half_.setZero();
    const auto starts = value_.G.pattern->column_starts();
    const auto rows = value_.G.pattern->row_indices();
    for (Index j = 0; j < half_.rows(); ++j)
      for (Index k = starts[j]; k < starts[j + 1]; ++k) half_(j, rows[k]) = value_.G.values[k];
    if (by_sweeps_) {
      Scratch& s = static_cast<Scratch&>(workspace);
      system_.move_roots(x.t, s);
      system_.sweeps().move(s.roots.data(), s.drives.data(), x.q.data(), s.zero.data(), false, memory_);
      if (system_.sweeps().forward(s.roots.data(), x.q.data(), s.zero.data(), false, memory_, tau_.data()) >= 0)
        return FactorStatus::singular;
      at_.q = x.q;
      for (Index c = 0; c < half_.cols(); ++c) {
        x_ = half_.col(c);
        system_.sweeps().solve_mass(x.q.data(), x_.data(), memory_, tau_.data());
        rest_.setZero();
        multiply_add(1, value_.G, tau_, rest_);
        space_.A.col(c) = rest_;
      }
      for (Index c = 0; c < half_.cols(); ++c)
        for (Index r = 0; r < c; ++r) space_.A(r, c) = space_.A(c, r) = 0.5 * (space_.A(r, c) + space_.A(c, r));
    } else {
      if (!all_finite(value_.M.values)) return FactorStatus::not_finite;
      if (!factors_.factorize(value_.M.values)) return FactorStatus::singular;
      for (Index c = 0; c < half_.cols(); ++c) factors_.solve_transposed(half_.col(c).data());
      space_.A.noalias() = half_.transpose() * half_;
    }
    return space_.factorize();
  }

  bool by_sweeps_;
  double size_ = 0;
  Evaluation value_;
  RowMask mask_;
  ConstraintSpace space_;
  BranchFactors factors_;
  SpatialSweeps::Memory memory_;
  MatX half_;
  VecX x_, rest_, tau_, wanted_;
};

}  // namespace

JointSolver choose_solver(const JointParts& parts) {
  const double loops = parts.body_level.nc();
  const bool has_loops = parts.elements.row_count() + parts.elements.rate_row_count() > 0;
  if (!has_loops) return JointSolver::articulated;
  double ways = 0, squares = 0;  // entries of M, operations of LᵀL
  const double n = parts.tree.coordinate_count();
  std::vector<double> depth(parts.tree.nodes.size(), 0);
  for (Index i = parts.tree.roots; i < parts.tree.size(); ++i) {
    const TreeNode& node = parts.tree.node(i);
    const double d = depth[i] = depth[node.parent] + node.coordinates();
    ways += d * node.coordinates();
    squares += d * d * node.coordinates();
  }
  // Operations, roughly. On short branches sparse fronts beat the dense constraint space (benchmarks/run solvers); on
  // long ones only sweeps are affordable.
  const double descriptor = 12 * ways + squares + 40 * loops;
  const double articulated = 600 * n + 80 * n * loops + n * loops * loops + loops * loops * loops / 3;
  return ways > 5e6 || articulated < descriptor ? JointSolver::articulated : JointSolver::descriptor;
}

std::unique_ptr<AccelerationSolver> make_recursive_solver(const JointSystem& system) {
  if (system.solver() == JointSolver::descriptor) return nullptr;
  const ModelElements& elements = system.elements();
  if (elements.row_count() + elements.rate_row_count() > 0) return std::make_unique<LoopSolver>(system);
  using Planar = PlanarSpace<double>;
  using Spatial = SpatialSpace<double>;
  const bool wide = has_wide_registers();
  if (system.tree().is_planar && wide) return std::make_unique<ArticulatedSolver<Planar, WideSweeps<Planar>>>(system);
  if (system.tree().is_planar) return std::make_unique<ArticulatedSolver<Planar, PlainSweeps<Planar>>>(system);
  if (wide) return std::make_unique<ArticulatedSolver<PackedSpace, WideSweeps<PackedSpace>>>(system);
  return std::make_unique<ArticulatedSolver<Spatial, PlainSweeps<Spatial>>>(system);
}

}  // namespace daedalus
