// law_system.hpp: makes a System of a Law (law.hpp). Everything the law does not say is derived exactly:
//
//   G            Dual<double, nq> of g, unless written by hand
//   g_dot        Dual along (t, q) + (1, v) τ
//   gamma        Jet2 along q + v τ, unless written by hand;  G a - gamma: Jet2 along q + v τ + a τ²/2
//   r_q, r_v, r_s, sigma_q, ...     Duals of width nq + nq + ns
//   reaction_q   Dual of width nq of M a + Gᵀλ
//
// All sizes are known at compile time: nothing is allocated, and only what is wanted is computed. Matrices are full.
#pragma once

#include <string>
#include <utility>

#include "daedalus/closed_form/excitation.hpp"
#include "daedalus/closed_form/law.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

// Where a law's optional descriptor() writes: M a + Gᵀλ = f, G a = gamma.
template <class Law>
struct Descriptor {
  Eigen::Map<Mat<double, Law::nq, Law::nq>> M;
  Eigen::Map<Mat<double, law::nc<Law>, Law::nq>> G;
  Eigen::Map<Vec<double, law::nc<Law>>> gamma;
  Eigen::Map<Vec<double, Law::nq>> f;
};

template <class Law>
class LawSystem final : public System {
 public:
  static constexpr int nq = Law::nq, ng = Law::ng, nw = Law::nw, ns = Law::ns, nc = law::nc<Law>;

  explicit LawSystem(std::string name, Law law = {})
      : System(std::move(name), make_layout(law)), law_(std::move(law)) {}

  State initial_guess() const override { return law_.initial_guess(); }

  Index excitations() const override {
    if constexpr (has_excitations) return Law::n_excitations * HarmonicExcitation::values;
    else return 0;
  }
  void compute_excitations(double t, VecX& w) const override {
    if constexpr (has_excitations)
      for (std::size_t i = 0; i < law_.excitations.size(); ++i)
        law_.excitations[i].write(t, w.data() + i * HarmonicExcitation::values);
  }

  void evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const override {
    if constexpr (has_excitations)
      if (workspace.held_excitations) return evaluate_held(want, x, rate_group, out, *workspace.held_excitations);
    const Point p{.t = x.t, .q = Q(x.q.data()), .v = Q(x.v.data()), .s = fixed<ns>(x.s)};
    if (wants_all(want, descriptor_quantities) && has_descriptor && rate_group == all_rates) {
      write_descriptor(p, out);
    } else {
      if (wants(want, Want::mass)) map<nq, nq>(out.M) = law_.mass(p.t, p.q);
      if (wants(want, Want::force))
        write_rows(rate_group, &RateGroup::coordinates, force(rate_group, p.t, p.q, p.v, p.s), out.f);
      if constexpr (nc > 0) {
        if (wants(want, Want::jacobian)) map<nc, nq>(out.G) = law::jacobian(law_, p.t, p.q);
        if (wants(want, Want::gamma)) map<nc>(out.gamma) = law::gamma(law_, p.t, p.q, p.v);
      }
    }
    if constexpr (ng > 0) {
      if (wants(want, Want::position)) map<ng>(out.g) = law_.constraint(p.t, p.q);
    }
    if constexpr (nc > 0) {
      if (wants(want, Want::velocity)) map<nc>(out.g_dot) = law::velocity_level(law_, p.t, p.q, p.v);
      if (wants(want, Want::velocity_tangent)) write_velocity_tangent(p, out);
      if (wants(want, Want::acceleration_tangent)) write_acceleration_tangent(p, Q(x.a.data()), out);
    }
    if constexpr (ns > 0) {
      if (wants(want, Want::sigma))
        write_rows(rate_group, &RateGroup::states, sigma(rate_group, p.t, p.q, p.v, p.s), out.sigma);
      if (wants(want, Want::sigma_tangent)) write_sigma_tangent(p, out);
    }
    if (wants(want, Want::residual)) write_residual(p, x, rate_group, out);
    if (wants(want, Want::residual_tangent | Want::reaction_tangent))
      write_residual_tangents(want, p, x, rate_group, out);
    if (wants(want, Want::energy)) write_energy(p, out.energy);
    if constexpr (has_switches) {
      if (wants(want, Want::switches)) map<Law::n_switches>(out.switches) = law_.switches(p.t, p.q, p.v, p.s);
    }
  }

 private:
  using Q = Vec<double, nq>;
  struct Point {
    double t;
    Q q, v;
    Vec<double, ns> s;
  };

  // The variables (q, v, s) of the widest tangents and where each part starts.
  static constexpr int width = nq + nq + ns, from_v = nq, from_s = nq + nq;
  using Wide = Dual<double, width>;

  static constexpr bool has_excitations = requires { Law::n_excitations; };
  static constexpr bool has_switches = requires { Law::n_switches; };
  static constexpr bool has_rate_groups = requires(const Law& law) { law.rate_groups(); };
  static constexpr bool has_group_force = requires(const Law& law, const Point& p) {
    law.group_force(0, p.t, p.q, p.v, p.s);
  };
  static constexpr bool has_group_sigma = requires(const Law& law, const Point& p) {
    law.group_sigma(0, p.t, p.q, p.v, p.s);
  };
  static constexpr bool has_descriptor = requires(const Law& law, const Point& p, Descriptor<Law>& d) {
    law.descriptor(p.t, p.q, p.v, p.s, d);
  };
  static constexpr Want descriptor_quantities = Want::mass | Want::jacobian | Want::gamma | Want::force;

  static constexpr bool wants_all(Want set, Want all_of) { return (set | all_of) == set; }

  template <int n>
  static Vec<double, n> fixed(const VecX& x) {
    if constexpr (n == 0) return {};
    else return Vec<double, n>(x.data());
  }
  template <int n>
  static Eigen::Map<Vec<double, n>> map(VecX& x) {
    return Eigen::Map<Vec<double, n>>(x.data());
  }
  template <int rows, int cols>
  static Eigen::Map<Mat<double, rows, cols>> map(SparseMatrix& A) {
    return Eigen::Map<Mat<double, rows, cols>>(A.values.data());
  }

  // A(i, j) = factor times partial number first + j of y_i.
  template <int rows, int cols, int N>
  static void write_partials(const Vec<Dual<double, N>, rows>& y, int first, double factor, SparseMatrix& A) {
    auto target = map<rows, cols>(A);
    for (int j = 0; j < cols; ++j)
      for (int i = 0; i < rows; ++i) target(i, j) = factor * y[i].partial[first + j];
  }

  template <class S>
  Vec<S, nq> force(Index rate_group, const S& t, const Vec<S, nq>& q, const Vec<S, nq>& v, const Vec<S, ns>& s) const {
    if constexpr (has_group_force) {
      if (rate_group != all_rates) return law_.group_force(rate_group, t, q, v, s);
    }
    return law_.force(t, q, v, s);
  }

  Vec<double, ns> sigma(Index rate_group, double t, const Q& q, const Q& v, const Vec<double, ns>& s) const {
    if constexpr (has_group_sigma) {
      if (rate_group != all_rates) return law_.group_sigma(rate_group, t, q, v, s);
    }
    return law_.sigma(t, q, v, s);
  }

  // All rows, or those of the group alone.
  template <int n>
  void write_rows(Index rate_group, std::vector<Index> RateGroup::*rows, const Vec<double, n>& from, VecX& to) const {
    if (rate_group == all_rates) map<n>(to) = from;
    else
      for (const Index i : layout().rate_groups[rate_group].*rows) to[i] = from[i];
  }

  // Allocates: not for steps, but for what is found out once about a system.
  void evaluate_held(Want want, const State& x, Index rate_group, Evaluation& out, const VecX& w) const {
    Law held = law_;
    for (std::size_t i = 0; i < held.excitations.size(); ++i)
      held.excitations[i].hold(x.t, w.data() + i * HarmonicExcitation::values);
    Workspace plain;
    LawSystem(name(), held).evaluate(want, x, rate_group, out, plain);
  }

  void write_descriptor(const Point& p, Evaluation& out) const {
    if constexpr (has_descriptor) {
      Descriptor<Law> d{map<nq, nq>(out.M), map<nc, nq>(out.G), map<nc>(out.gamma), map<nq>(out.f)};
      law_.descriptor(p.t, p.q, p.v, p.s, d);
    }
  }

  void write_residual(const Point& p, const State& x, Index rate_group, Evaluation& out) const {
    const Q a(x.a.data());
    const Vec<double, nc> lambda = fixed<nc>(x.lambda);
    if constexpr (has_descriptor) {  // shares what M, G and f share
      struct {
        Mat<double, nq, nq> M;
        Mat<double, nc, nq> G;
        Vec<double, nc> gamma;
        Q f;
      } d;
      law_.descriptor(p.t, p.q, p.v, p.s, d);
      map<nq>(out.r) = d.M * a + d.G.transpose() * lambda - d.f;
    } else {
      map<nq>(out.r) = law::reaction(law_, p.t, p.q, a, lambda) - force(rate_group, p.t, p.q, p.v, p.s);
    }
  }

  void write_velocity_tangent(const Point& p, Evaluation& out) const {
    using D = Dual<double, nq>;
    const Vec<D, nc> level = law::velocity_level(law_, D(p.t), make_variables<nq>(p.q), make_constants<D>(p.v));
    write_partials<nc, nq>(level, 0, 1, out.g_dot_q);
  }

  void write_acceleration_tangent(const Point& p, const Q& a, Evaluation& out) const {
    using D = Dual<double, 2 * nq>;
    const Vec<D, nc> level = law::acceleration_level(law_, D(p.t), make_variables<2 * nq>(p.q),
                                                     make_variables<2 * nq>(p.v, from_v), make_constants<D>(a));
    write_partials<nc, nq>(level, 0, 1, out.g_ddot_q);
    write_partials<nc, nq>(level, from_v, 1, out.g_ddot_v);
  }

  void write_sigma_tangent(const Point& p, Evaluation& out) const {
    const Vec<Wide, ns> sigma = law_.sigma(Wide(p.t), make_variables<width>(p.q), make_variables<width>(p.v, from_v),
                                           make_variables<width>(p.s, from_s));
    write_partials<ns, nq>(sigma, 0, 1, out.sigma_q);
    write_partials<ns, nq>(sigma, from_v, 1, out.sigma_v);
    write_partials<ns, ns>(sigma, from_s, 1, out.sigma_s);
  }

  // reaction_q and r_q = reaction_q - f_q, r_v = -f_v, r_s = -f_s.
  void write_residual_tangents(Want want, const Point& p, const State& x, Index rate_group, Evaluation& out) const {
    Mat<double, nq, nq> reaction_q = Mat<double, nq, nq>::Zero();
    if constexpr (!law::HasConstantMass<Law> || nc > 0) {
      using D = Dual<double, nq>;
      const Vec<D, nq> q = make_variables<nq>(p.q);
      const Vec<D, nc> lambda = make_constants<D>(fixed<nc>(x.lambda));
      Vec<D, nq> reaction;
      if constexpr (law::HasConstantMass<Law>) reaction = law::constraint_force(law_, D(p.t), q, lambda);
      else reaction = law::reaction(law_, D(p.t), q, make_constants<D>(Q(x.a.data())), lambda);
      for (int j = 0; j < nq; ++j)
        for (int i = 0; i < nq; ++i) reaction_q(i, j) = reaction[i].partial[j];
    }
    if (wants(want, Want::reaction_tangent)) map<nq, nq>(out.reaction_q) = reaction_q;
    if (!wants(want, Want::residual_tangent)) return;

    const Vec<Wide, nq> f = force(rate_group, Wide(p.t), make_variables<width>(p.q), make_variables<width>(p.v, from_v),
                                  make_variables<width>(p.s, from_s));
    write_partials<nq, nq>(f, 0, -1, out.r_q);
    map<nq, nq>(out.r_q) += reaction_q;
    write_partials<nq, nq>(f, from_v, -1, out.r_v);
    if constexpr (ns > 0) write_partials<nq, ns>(f, from_s, -1, out.r_s);
  }

  void write_energy(const Point& p, Energy& energy) const {
    using D = Dual<double, 1>;
    const D potential = law_.potential(D::variable(p.t, 0), make_constants<D>(p.q));
    energy.kinetic = 0.5 * p.v.dot(law_.mass(p.t, p.q) * p.v);
    energy.potential = potential.value;
    energy.supplied = potential.partial[0];  // a moving support feeds V_t
    energy.dissipated = 0;
    if constexpr (requires { law_.supplied(p.t, p.q, p.v, p.s); }) energy.supplied += law_.supplied(p.t, p.q, p.v, p.s);
    if constexpr (requires { law_.dissipated(p.t, p.q, p.v, p.s); })
      energy.dissipated = law_.dissipated(p.t, p.q, p.v, p.s);
  }

  static Layout make_layout(const Law& law) {
    Layout layout{.nq = nq,
                  .ng = ng,
                  .nw = nw,
                  .ns = ns,
                  .coordinates = law.coordinates(),
                  .constraints = {},
                  .states = {},
                  .switches = {},
                  .patterns = Patterns::full(nq, nc, ns),
                  .rate_groups = {}};
    if constexpr (nc > 0) layout.constraints = law.constraints();
    if constexpr (ns > 0) layout.states = law.states();
    if constexpr (has_switches) layout.switches = law.switch_names();
    if constexpr (has_rate_groups) layout.rate_groups = law.rate_groups();
    return layout;
  }

  Law law_;
};

}  // namespace daedalus
