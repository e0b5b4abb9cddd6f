// partitioned_norm.hpp: the size of an error where only some of the coordinates are integrated.
//
// The larger one of two norms of error_norm.hpp: that of the independent coordinates, which are integrated, and that of
// all of them. Dependent ones are recovered from these, and near a position where the partition becomes singular they
// are known far less well. All of them alone would not do: the mean is then taken over the many coordinates of a
// spatial model that hardly move.
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/state_space/coordinate_partition.hpp"
#include "daedalus/integrate/tableaus/dirk.hpp"

namespace daedalus {

struct MotionParts {
  Eigen::Ref<const VecX> q, v, s;
};

inline double partitioned_norm(const Tolerances& tolerances, const CoordinatePartition& partition,
                               const MotionParts& error, const MotionParts& x, const MotionParts& y,
                               TestedCoordinates tested = TestedCoordinates::all) {
  ErrorNorm independent(tolerances), all(tolerances);
  for (Index j = 0; j < error.q.size(); ++j) {
    const CoordinateRole role = partition.role[j];
    if (role != CoordinateRole::dependent) independent.add(error.q[j], x.q[j], y.q[j]);
    if (role == CoordinateRole::independent) independent.add(error.v[j], x.v[j], y.v[j]);
    all.add(error.q[j], x.q[j], y.q[j]);
    all.add(error.v[j], x.v[j], y.v[j]);
  }
  for (Index i = 0; i < error.s.size(); ++i) {
    independent.add(error.s[i], x.s[i], y.s[i]);
    all.add(error.s[i], x.s[i], y.s[i]);
  }
  return tested == TestedCoordinates::all ? std::max(independent.value(), all.value()) : independent.value();
}

}  // namespace daedalus
