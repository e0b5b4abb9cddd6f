// stability_linear_system.hpp: a linear system without constraints, q'' = −K q − C q' + S s, s' = P q + R q' + T s, on
// which a method can be made to show how it amplifies.
#pragma once

#include "daedalus/system/system.hpp"

namespace daedalus {

struct LinearMotion {
  MatX K, C, S;  // (n × n), (n × n), (n × ns)
  MatX P, R, T;  // (ns × n), (ns × n), (ns × ns)

  Index n() const { return static_cast<Index>(K.rows()); }
  Index ns() const { return static_cast<Index>(T.rows()); }
  MatX matrix() const;  // of (q, q', s)' = matrix (q, q', s)

  // q'' = −a q − b q'
  static LinearMotion oscillator(double a, double b);
};

class LinearSystem final : public System {
 public:
  explicit LinearSystem(LinearMotion motion);
  State initial_guess() const override { return State(layout()); }
  void evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const override;

 private:
  LinearMotion motion_;
};

}  // namespace daedalus
