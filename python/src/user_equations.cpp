#include "user_equations.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/base/errors.hpp"
#include "run_watch.hpp"

namespace daedalus::python {
namespace {

using Array = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

// What a function returned, as an array of numbers: of numpy, JAX, lists, numbers.
Array array_of(const nb::object& returned) {
  Array array;
  if (nb::try_cast(returned, array)) return array;
  return nb::cast<Array>(
      nb::module_::import_("numpy").attr("ascontiguousarray")(returned, nb::arg("dtype") = "float64"));
}

VecX vector_of(const nb::object& returned, Index size, const char* name) {
  const Array array = array_of(returned);
  if (size >= 0 && static_cast<Index>(array.size()) != size)
    throw nb::value_error(fmt::format("{} returned {} numbers, expected {}.", name, array.size(), size).c_str());
  return Eigen::Map<const VecX>(array.data(), static_cast<Index>(array.size()));
}

MatX matrix_of(const nb::object& returned, Index rows, Index columns, const char* name) {
  const Array array = array_of(returned);
  const bool fits =
      array.ndim() == 2 && static_cast<Index>(array.shape(0)) == rows && static_cast<Index>(array.shape(1)) == columns;
  if (!fits && static_cast<Index>(array.size()) != rows * columns)
    throw nb::value_error(fmt::format("{} must return a matrix of {} x {}.", name, rows, columns).c_str());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(array.data(), rows, columns);
}

double scale_of(const VecX& x) { return 1 + (x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0); }

// The derivative at 0 of a function of one number, by five points: error of order d⁴.
template <class F>
VecX slope(F&& f, double d) {
  return (8 * (f(d) - f(-d)) - (f(2 * d) - f(-2 * d))) / (12 * d);
}

template <class F>
VecX curvature(F&& f, double d) {
  return (16 * (f(d) + f(-d)) - (f(2 * d) + f(-2 * d)) - 30 * f(0)) / (12 * d * d);
}

// The derivative of F by x, an entry of a state, by central differences column by column; `groups` share no row.
template <class F>
void write_differences(F&& function, VecX& x, double step, const std::vector<std::vector<Index>>& groups,
                       SparseMatrix& to) {
  const VecX base = x;
  for (const std::vector<Index>& group : groups) {
    const auto shifted = [&](double sign) {
      for (const Index j : group) x[j] = base[j] + sign * step * std::max(1.0, std::abs(base[j]));
      VecX value = function();
      x = base;
      return value;
    };
    const VecX change = shifted(1) - shifted(-1);
    for (const Index j : group) {
      const double width = 2 * step * std::max(1.0, std::abs(base[j]));
      const auto starts = to.pattern->column_starts();
      for (Index k = starts[j]; k < starts[j + 1]; ++k) to.values[k] = change[to.pattern->row_indices()[k]] / width;
    }
  }
}

std::vector<std::vector<Index>> one_by_one(Index n) {
  std::vector<std::vector<Index>> groups;
  for (Index j = 0; j < n; ++j) groups.push_back({j});
  return groups;
}

void write(const MatX& from, double factor, SparseMatrix& to) {
  const auto starts = to.pattern->column_starts(), rows = to.pattern->row_indices();
  for (Index j = 0; j < to.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) to.values[k] = factor * from(rows[k], j);
}

constexpr double tangent_step = 6e-6;    // about the cube root of round-off
constexpr double of_differences = 1e-4;  // of what is itself a difference
constexpr double along_step = 1e-3;

Layout make_layout(const UserFunctions& functions, const State& start, std::vector<Pattern::Entry> entries,
                   std::vector<std::string> coordinates) {
  Layout layout;
  layout.nq = static_cast<Index>(start.q.size());
  layout.ns = static_cast<Index>(start.s.size());
  if (functions.g) layout.ng = static_cast<Index>(vector_of((*functions.g)(start.t, copy_of(start.q)), -1, "g").size());
  layout.coordinates = std::move(coordinates);
  for (Index i = 0; i < layout.ng; ++i) layout.constraints.push_back(fmt::format("g[{}]", i));
  for (Index i = 0; i < layout.ns; ++i) layout.states.push_back(fmt::format("s[{}]", i));
  layout.patterns = Patterns::full(layout.nq, layout.nc(), layout.ns);
  if (entries.empty()) return layout;
  for (Index i = 0; i < layout.nq; ++i) entries.push_back({i, i});
  Patterns& all = layout.patterns;
  all.M = all.r_q = all.r_v = all.reaction_q = Pattern(layout.nq, layout.nq, std::move(entries));
  return layout;
}

}  // namespace

MatX constant_matrix(const nb::object& array, Index n) { return matrix_of(array, n, n, "M"); }

UserEquations::UserEquations(std::string name, UserFunctions functions, State start,
                             std::vector<Pattern::Entry> entries, std::vector<std::string> coordinates)
    : System(std::move(name), make_layout(functions, start, std::move(entries), std::move(coordinates))),
      functions_(std::move(functions)), start_(std::move(start)), groups_(group_columns(layout().patterns.r_q)) {
  start_.a = VecX::Zero(layout().nq);
  start_.lambda = VecX::Zero(layout().nc());
}

MatX UserEquations::mass(double t, const VecX& q) const {
  const Index n = layout().nq;
  if (functions_.M) return matrix_of((*functions_.M)(t, copy_of(q)), n, n, "M");
  return functions_.constant_M ? *functions_.constant_M : MatX::Identity(n, n);
}

VecX UserEquations::force(const State& x) const {
  const nb::object f = layout().ns > 0 ? (*functions_.f)(x.t, copy_of(x.q), copy_of(x.v), copy_of(x.s))
                                       : (*functions_.f)(x.t, copy_of(x.q), copy_of(x.v));
  return vector_of(f, layout().nq, "f");
}

VecX UserEquations::constraint(double t, const VecX& q) const {
  return functions_.g ? vector_of((*functions_.g)(t, copy_of(q)), layout().ng, "g") : VecX();
}

MatX UserEquations::jacobian(double t, const VecX& q) const {
  const Index nc = layout().nc(), n = layout().nq;
  if (functions_.G) return matrix_of((*functions_.G)(t, copy_of(q)), nc, n, "G");
  MatX G(nc, n);
  VecX at = q;
  for (Index j = 0; j < n && nc > 0; ++j) {
    G.col(j) = slope(
        [&](double d) {
          at[j] = q[j] + d;
          return constraint(t, at);
        },
        along_step * std::max(1.0, std::abs(q[j])));
    at[j] = q[j];
  }
  return G;
}

VecX UserEquations::drift(double t, const VecX& q) const {
  if (functions_.g_t) return vector_of((*functions_.g_t)(t, copy_of(q)), layout().nc(), "g_t");
  return slope([&](double d) { return constraint(t + d, q); }, along_step);
}

VecX UserEquations::velocity_level(const State& x) const { return jacobian(x.t, x.q) * x.v + drift(x.t, x.q); }

// γ = −d²/dτ² g(t + τ, q + τ v). Where G is given and time does not matter: −d/dτ G(q + τ v) v, which is more accurate.
VecX UserEquations::gamma(double t, const VecX& q, const VecX& v) const {
  if (functions_.gamma) return vector_of((*functions_.gamma)(t, copy_of(q), copy_of(v)), layout().nc(), "gamma");
  const double d = along_step * std::min(1.0, scale_of(q) / scale_of(v));
  if (functions_.G && drift(t, q).isZero(0))
    return -slope([&](double tau) -> VecX { return jacobian(t + tau, q + tau * v) * v; }, d);
  return -curvature([&](double tau) { return constraint(t + tau, q + tau * v); }, 2 * d);
}

VecX UserEquations::reaction(const State& x) const {
  VecX r = mass(x.t, x.q) * x.a;
  if (layout().nc() > 0) r += jacobian(x.t, x.q).transpose() * x.lambda;
  return r;
}

VecX UserEquations::sigma(const State& x) const {
  return vector_of((*functions_.sigma)(x.t, copy_of(x.q), copy_of(x.v), copy_of(x.s)), layout().ns, "sigma");
}

// All of f counts as supplied but what the potential explains: d/dt (vᵀM v/2) = v·f + vᵀM' v/2 without constraints.
Energy UserEquations::energy(const State& x) const {
  const MatX M = mass(x.t, x.q);
  Energy energy{.kinetic = x.v.dot(M * x.v) / 2, .supplied = x.v.dot(force(x))};
  const double d = along_step * std::min(1.0, scale_of(x.q) / scale_of(x.v));
  if (!has_constant_mass())
    energy.supplied +=
        slope([&](double tau) { return VecX::Constant(1, x.v.dot(mass(x.t + tau, x.q + tau * x.v) * x.v)); }, d)[0] / 2;
  if (functions_.energy) {
    const auto potential = [&](double tau) {
      return VecX::Constant(1, number((*functions_.energy)(x.t + tau, copy_of(x.q + tau * x.v))));
    };
    energy.potential = potential(0)[0];
    energy.supplied += slope(potential, d)[0];
  }
  return energy;
}

void UserEquations::write_tangents(Want want, const State& at, Evaluation& out) const {
  State x = at;
  const Index nq = layout().nq;
  const auto columns = one_by_one(nq), states = one_by_one(layout().ns);
  const bool is_linear = has_constant_mass() && layout().nc() == 0;  // M a + Gᵀλ does not depend on q
  if (wants(want, Want::reaction_tangent | Want::residual_tangent)) {
    if (is_linear) out.reaction_q.values.setZero();
    else write_differences([&] { return reaction(x); }, x.q, tangent_step, groups_.groups, out.reaction_q);
  }
  if (wants(want, Want::residual_tangent)) {
    const auto minus_f = [&]() -> VecX { return -force(x); };
    if (functions_.f_q)
      write(matrix_of((*functions_.f_q)(x.t, copy_of(x.q), copy_of(x.v)), nq, nq, "f_q"), -1, out.r_q);
    else write_differences(minus_f, x.q, tangent_step, groups_.groups, out.r_q);
    out.r_q.values += out.reaction_q.values;
    if (functions_.f_v)
      write(matrix_of((*functions_.f_v)(x.t, copy_of(x.q), copy_of(x.v)), nq, nq, "f_v"), -1, out.r_v);
    else write_differences(minus_f, x.v, tangent_step, groups_.groups, out.r_v);
    write_differences(minus_f, x.s, tangent_step, states, out.r_s);
  }
  if (wants(want, Want::velocity_tangent) && layout().nc() > 0)
    write_differences([&] { return velocity_level(x); }, x.q, functions_.G ? tangent_step : of_differences, columns,
                      out.g_dot_q);
  if (wants(want, Want::acceleration_tangent) && layout().nc() > 0) {
    const auto level = [&]() -> VecX { return jacobian(x.t, x.q) * x.a - gamma(x.t, x.q, x.v); };
    const double step = functions_.G && functions_.gamma ? tangent_step : of_differences;
    write_differences(level, x.q, step, columns, out.g_ddot_q);
    write_differences(level, x.v, step, columns, out.g_ddot_v);
  }
  if (wants(want, Want::sigma_tangent) && layout().ns > 0) {
    const auto rate = [&] { return sigma(x); };
    write_differences(rate, x.q, tangent_step, columns, out.sigma_q);
    write_differences(rate, x.v, tangent_step, columns, out.sigma_v);
    write_differences(rate, x.s, tangent_step, states, out.sigma_s);
  }
}

void UserEquations::evaluate(Want want, const State& x, Index, Evaluation& out, Workspace&) const {
  nb::gil_scoped_acquire lock;
  uninterrupted([&] { evaluate(want, x, out); });
}

void UserEquations::evaluate(Want want, const State& x, Evaluation& out) const {
  if (wants(want, Want::mass)) write(mass(x.t, x.q), 1, out.M);
  if (wants(want, Want::position)) out.g = constraint(x.t, x.q);
  if (layout().nc() > 0) {
    if (wants(want, Want::jacobian)) write(jacobian(x.t, x.q), 1, out.G);
    if (wants(want, Want::velocity)) out.g_dot = velocity_level(x);
    if (wants(want, Want::gamma)) out.gamma = gamma(x.t, x.q, x.v);
  }
  if (wants(want, Want::force)) out.f = force(x);
  if (wants(want, Want::sigma) && layout().ns > 0) out.sigma = sigma(x);
  if (wants(want, Want::residual)) out.r = reaction(x) - force(x);
  if (wants(want, Want::energy)) out.energy = energy(x);
  constexpr Want tangents = Want::residual_tangent | Want::reaction_tangent | Want::velocity_tangent |
                            Want::acceleration_tangent | Want::sigma_tangent;
  if (wants(want, tangents)) write_tangents(want, x, out);
}

}  // namespace daedalus::python
