#include "daedalus/system/layout.hpp"

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

void require_count(const std::vector<std::string>& names, Index count, const char* what) {
  if (names.size() != static_cast<std::size_t>(count))
    throw ModelError("layout: " + std::to_string(names.size()) + " names for " + std::to_string(count) + " " + what);
}

void require_size(const Pattern& p, Index rows, Index cols, const char* what) {
  if (p.rows() != rows || p.cols() != cols)
    throw ModelError(std::string("layout: the pattern of ") + what + " is " + std::to_string(p.rows()) + " x " +
                     std::to_string(p.cols()) + ", not " + std::to_string(rows) + " x " + std::to_string(cols));
}

void require_scale(const VecX& scale, Index count, const char* what) {
  if (scale.size() != 0 && (scale.size() != count || !(scale.array() > 0).all()))
    throw ModelError("layout: the scale of the " + std::string(what) + " needs " + std::to_string(count) +
                     " positive numbers or none");
}

void require_below(const std::vector<Index>& indices, Index count, const RateGroup& group, const char* what) {
  for (const Index i : indices)
    if (i < 0 || i >= count)
      throw ModelError("layout: rate group '" + group.name + "' names " + what + " " + std::to_string(i) + " of " +
                       std::to_string(count));
}

}  // namespace

Patterns Patterns::full(Index nq, Index nc, Index ns) {
  const Pattern square = Pattern::full(nq, nq), wide = Pattern::full(nc, nq), states = Pattern::full(ns, nq);
  return {.M = square,
          .G = wide,
          .r_q = square,
          .r_v = square,
          .r_s = Pattern::full(nq, ns),
          .reaction_q = square,
          .g_dot_q = wide,
          .g_ddot_q = wide,
          .g_ddot_v = wide,
          .sigma_q = states,
          .sigma_v = states,
          .sigma_s = Pattern::full(ns, ns),
          .Y = Pattern::empty(0, nq)};
}

void check(const Layout& x) {
  require_count(x.coordinates, x.nq, "coordinates");
  require_count(x.constraints, x.nc(), "constraint rows");
  require_count(x.states, x.ns, "first-order states");
  const Patterns& p = x.patterns;
  require_size(p.M, x.nq, x.nq, "M");
  require_size(p.G, x.nc(), x.nq, "G");
  require_size(p.r_q, x.nq, x.nq, "r_q");
  require_size(p.r_v, x.nq, x.nq, "r_v");
  require_size(p.r_s, x.nq, x.ns, "r_s");
  require_size(p.reaction_q, x.nq, x.nq, "reaction_q");
  require_size(p.g_dot_q, x.nc(), x.nq, "g_dot_q");
  require_size(p.g_ddot_q, x.nc(), x.nq, "g_ddot_q");
  require_size(p.g_ddot_v, x.nc(), x.nq, "g_ddot_v");
  require_size(p.sigma_q, x.ns, x.nq, "sigma_q");
  require_size(p.sigma_v, x.ns, x.nq, "sigma_v");
  require_size(p.sigma_s, x.ns, x.ns, "sigma_s");
  if (p.Y.rows() > 0) require_size(p.Y, p.Y.rows(), x.nq, "Y");
  require_scale(x.coordinate_scale, x.nq, "coordinates");
  require_scale(x.constraint_scale, x.nc(), "constraint rows");
  for (const RateGroup& group : x.rate_groups) {
    require_below(group.coordinates, x.nq, group, "coordinate");
    require_below(group.constraints, x.nc(), group, "constraint row");
    require_below(group.states, x.ns, group, "state");
  }
}

}  // namespace daedalus
