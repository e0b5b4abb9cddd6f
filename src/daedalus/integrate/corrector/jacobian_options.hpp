// jacobian_options.hpp: where the tangents of an implicit method come from, as a user sets it.
#pragma once

#include <memory>

#include "daedalus/base/options.hpp"
#include "daedalus/integrate/corrector/difference_jacobian.hpp"

namespace daedalus {

enum class JacobianSource { exact, dense_fd, sparse_fd };

struct JacobianOptions {
  JacobianSource source = JacobianSource::exact;
  DifferencePattern pattern = DifferencePattern::declared;
  DifferenceIncrement increment = DifferenceIncrement::tolerance;

  template <class Visitor>
  void describe(Visitor&& v) {
    using enum JacobianSource;
    v("source", source, Choices<JacobianSource>{{"exact", exact}, {"dense-fd", dense_fd}, {"sparse-fd", sparse_fd}},
      "exact derivatives, or differences of residuals: column by column, or of groups of columns that share no row");
    v("pattern", pattern,
      Choices<DifferencePattern>{{"declared", DifferencePattern::declared},
                                 {"estimated", DifferencePattern::estimated}},
      "of sparse-fd: which rows depend on a column, as the system declares or as a dense evaluation shows");
    v("increment", increment,
      Choices<DifferenceIncrement>{{"tolerance", DifferenceIncrement::tolerance},
                                   {"magnitude", DifferenceIncrement::magnitude}},
      "of differences: 1.5e-8 times the largest of |y|, its tolerance and 1e-6, or times max(|y|, 1.2e-4)");
  }
};

inline std::unique_ptr<JacobianStrategy> make_jacobian_strategy(const JacobianOptions& options,
                                                                const Tolerances& tolerances) {
  if (options.source == JacobianSource::exact) return std::make_unique<ExactJacobian>();
  const Differencing differencing =
      options.source == JacobianSource::dense_fd ? Differencing::dense : Differencing::sparse;
  return std::make_unique<DifferenceJacobian>(
      DifferenceOptions{.differencing = differencing, .pattern = options.pattern, .increment = options.increment},
      tolerances);
}

}  // namespace daedalus
