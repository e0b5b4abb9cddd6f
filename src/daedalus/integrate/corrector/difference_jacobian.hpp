// difference_jacobian.hpp: tangents by differences of residuals, column by column or for groups of columns at once.
//
//   column of y_r:   (F(y + δ e_r) − F(y)) / δ        F = (r, G v + g_t, G a − γ, σ, …),  y = (q, v, s, λ)     [AFF, Eq. (16)]
//   dense            one evaluation per column: 2 nq + ns + nc of them
//   sparse           one per group of columns that share no row [AFF, Eq. (20)], linalg/column_groups.hpp
//   δ                max(|y_r|, ε^(1/4)) √ε [AFF, Eq. (17)], or √ε max(|y_r|, tolerance of y_r, 1e-6)
//
// M comes from the seam. G is differenced in r, which is linear in λ. Which rows a column has is declared by the system, or
// estimated: all entries of a first dense evaluation above 1e-12 of the largest in their row. Where a second evaluation is
// asked for within one step, the estimate may be to blame: that one is dense again, and adds what it finds [AFF, section 3.2].
// [AFF] Arnold, Fuchs, Führer, Efficient corrector iteration for DAE time integration in multibody dynamics (2004).
#pragma once

#include "daedalus/integrate/corrector/jacobian_strategy.hpp"
#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/linalg/column_groups.hpp"

namespace daedalus {

enum class Differencing { dense, sparse };
enum class DifferencePattern { declared, estimated };
enum class DifferenceIncrement { magnitude, tolerance };

double difference_increment(DifferenceIncrement increment, const Tolerances& tolerances, double y);  // δ

struct DifferenceOptions {
  Differencing differencing = Differencing::sparse;
  DifferencePattern pattern = DifferencePattern::declared;
  DifferenceIncrement increment = DifferenceIncrement::tolerance;
};

class DifferenceJacobian final : public JacobianStrategy {
 public:
  DifferenceJacobian(const DifferenceOptions& options, const Tolerances& tolerances)
      : options_(options), tolerances_(tolerances) {}

  void start(const Layout& layout, Want want) override;
  void evaluate(Equations& eq, Want want, const State& x, Evaluation& into) override;
  void accept() override { evaluated_ = 0; }
  void exchange(Archive& archive) override;

  // Residuals that the next evaluation takes, beside that of x itself.
  Index columns() const { return columns_.cols(); }
  Index groups() const { return static_cast<Index>(groups_.groups.size()); }
  const Pattern& pattern() const { return columns_; }  // of all that is differenced

 private:
  struct Place {  // of a differenced value: in the values of which of the tangent blocks
    int block = -1;
    Index position = 0;
  };

  void estimate_pattern();
  double& entry(Index column);
  void compute_rows(Equations& eq, VecX& rows);
  void difference(Equations& eq, const ColumnGroups& groups);

  DifferenceOptions options_;
  Tolerances tolerances_;
  Index nq_ = 0, ng_ = 0, ns_ = 0, nc_ = 0;
  Want want_ = Want::nothing, rows_wanted_ = Want::nothing;
  Index at_velocity_ = -1, at_acceleration_ = -1, at_sigma_ = -1, at_reaction_ = -1;  // first rows; r comes first

  Pattern columns_;              // (rows × columns), declared
  std::vector<Place> places_;    // of its entries
  std::vector<bool> is_there_;   // of its entries, by the estimate; all of them where it is declared
  VecX values_;                  // of its entries, differenced last
  ColumnGroups groups_, alone_;  // of the columns; each alone
  bool is_known_ = false;        // is_there_
  int evaluated_ = 0;            // times since a step was accepted

  State at_;             // x, and moved
  VecX base_, moved_;    // rows at x, and moved
  VecX before_, delta_;  // of the columns
};

}  // namespace daedalus
