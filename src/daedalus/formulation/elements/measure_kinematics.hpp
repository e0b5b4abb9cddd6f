// measure_kinematics.hpp: a measure with its rates and derivatives, y = φ(d1, d2, ...) of up to four dot products, or
// an angle by coordinates.
//
//   y_q  = Σ φ_k d_k,q       (y')_q, (y'')_q: φ evaluated on jets of (d, d', d'') with duals in those numbers, and the
//   chain rule through d_q, (d')_q, (d'')_q and (d')_v = d_q, (d'')_v
//   y_qq = Σ φ_k d_k,qq + Σ φ_kl d_k,qᵀ d_l,q
#pragma once

#include "daedalus/formulation/elements/dot_product.hpp"
#include "daedalus/model/model.hpp"

namespace daedalus {

class MeasureKinematics {
 public:
  // Adds the bodies it needs to the element's frame.
  MeasureKinematics(const Model& model, const BodyPlaces& places, const Measure& measure, LocalFrame& frame);

  // A time derivative of the measure at a state of motion, and its derivatives at the local places.
  struct Value {
    double y[3] = {};     // y, y', y'' (y'' without a when the motion has none)
    LocalVector by_q[3];  // ∂y/∂q, ∂y'/∂q, ∂y''/∂q;  ∂y'/∂v = by_q[0], ∂y''/∂v = by_v
    LocalVector by_v;
  };
  enum class Gradients { none = -1, value = 0, rate = 1, acceleration = 2 };

  void evaluate(const std::vector<BodyMotion>& motion, MotionLevel level, Gradients gradients, Value& out) const;

  // Adds factor · y_qq.
  void add_hessian(const std::vector<BodyMotion>& motion, double factor, LocalMatrix& sum) const;
  bool couples(Index i, Index j) const;

  bool touches(Index place) const;  // can y depend on this local place?

  bool is_wrapped() const { return form_ == Form::angle; }  // jumps from π to −π

 private:
  enum class Form { dot, root, angle, elevation, over_curve, rim, wheel, by_coordinates };
  static constexpr int most_dots = 4;

  template <class S>
  S form(const S* d) const;
  template <int count>
  void evaluate_form(const DotVectors* x, const std::vector<BodyMotion>& motion, Gradients gradients, Value& out) const;
  template <int count>
  void add_form_hessian(const DotVectors* x, const std::vector<BodyMotion>& motion, double factor,
                        LocalMatrix& sum) const;
  void evaluate_by_coordinates(const std::vector<BodyMotion>& motion, Gradients gradients, Value& out) const;

  Form form_ = Form::dot;
  int count_ = 1;  // dot products
  DotProduct dots_[most_dots];
  FunctionPtr curve_;
  double radius_ = 0, side_ = 1;
  double sign_ = 1, offset_ = 0;       // by_coordinates
  Index angle_P_ = -1, angle_Q_ = -1;  // local places of the two angles
};

}  // namespace daedalus
