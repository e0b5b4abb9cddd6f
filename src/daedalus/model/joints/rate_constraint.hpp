// rate_constraint.hpp: nonholonomic rows,  c(t, q, v) = W(t,q) v + w(t,q) = 0,  from a law between two frames.
//
//   struct KnifeEdgeLaw {
//     static constexpr int rows = 1;
//     template <class S> Vec<S, rows> velocity(const Frame<S>& P, const Frame<S>& Q) const;   // linear in v and w
//   };
//
// A formulation seeds the frames with its coordinates, velocities and, one level deeper, their time derivatives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/forces/frame_force.hpp"

namespace daedalus {

using FrameJet = Dual<FrameDual, 1>;  // a number that knows its partial derivatives, and its time derivative

class RateConstraint {
 public:
  static constexpr int max_rows = 3;
  virtual ~RateConstraint() = default;
  virtual std::vector<std::string> labels() const = 0;  // one per row
  virtual void velocity(const Frame<double>& P, const Frame<double>& Q, double* rows) const = 0;
  virtual void velocity(const Frame<TimeDual>& P, const Frame<TimeDual>& Q, TimeDual* rows) const = 0;
  virtual void velocity(const Frame<FrameDual>& P, const Frame<FrameDual>& Q, FrameDual* rows) const = 0;
  virtual void velocity(const Frame<FrameJet>& P, const Frame<FrameJet>& Q, FrameJet* rows) const = 0;
};

template <class Law>
class RateConstraintOf final : public RateConstraint {
 public:
  static_assert(Law::rows <= max_rows);
  explicit RateConstraintOf(Law law) : law_(std::move(law)) {}

  std::vector<std::string> labels() const override { return Law::labels(); }
  void velocity(const Frame<double>& P, const Frame<double>& Q, double* rows) const override { write(P, Q, rows); }
  void velocity(const Frame<TimeDual>& P, const Frame<TimeDual>& Q, TimeDual* rows) const override {
    write(P, Q, rows);
  }
  void velocity(const Frame<FrameDual>& P, const Frame<FrameDual>& Q, FrameDual* rows) const override {
    write(P, Q, rows);
  }
  void velocity(const Frame<FrameJet>& P, const Frame<FrameJet>& Q, FrameJet* rows) const override {
    write(P, Q, rows);
  }

 private:
  template <class S>
  void write(const Frame<S>& P, const Frame<S>& Q, S* rows) const {
    const Vec<S, Law::rows> c = law_.velocity(P, Q);
    for (int k = 0; k < Law::rows; ++k) rows[k] = c[k];
  }
  Law law_;
};

using RateConstraintPtr = std::shared_ptr<const RateConstraint>;

// The velocity of the point x of the body of P, seen from the body of Q.
template <class S>
Vec<S, 3> relative_velocity(const Vec<S, 3>& x, const Frame<S>& P, const Frame<S>& Q) {
  return P.v + cross(P.w, Vec<S, 3>(x - P.x)) - Q.v - cross(Q.w, Vec<S, 3>(x - Q.x));
}

}  // namespace daedalus
