#include "daedalus/formulation/elements/measure_kinematics.hpp"

#include <algorithm>
#include <cmath>

#include "daedalus/math/jet2.hpp"
#include "daedalus/model/planar_rows.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {
namespace {

// The vectors of two markers in the terms of dot_product.hpp.
struct Markers {
  const Marker &P, &Q;
  const Body &body_P, &body_Q;

  static Vec3 arm(const Marker& marker, const Body& body) { return marker.position - body.com; }
  void span(BodyVector& of_P, BodyVector& of_Q) const {  // x_P − x_Q
    of_P = {1, arm(P, body_P)};
    of_Q = {-1, -arm(Q, body_Q)};
  }
  BodyVector axis_P(int i) const { return {0, P.axes.col(i)}; }
  BodyVector axis_Q(int i) const { return {0, Q.axes.col(i)}; }
};

}  // namespace

MeasureKinematics::MeasureKinematics(const Model& model, const BodyPlaces& places, const Measure& y, LocalFrame& frame)
    : curve_(y.curve), radius_(y.radius), side_(y.side) {
  const Markers m{model.marker(y.P), model.marker(y.Q), model.body_of(y.P), model.body_of(y.Q)};
  DotProduct blank{.P = m.P.body, .Q = m.Q.body};
  const BodyCoordinates &at_P = places[m.P.body], &at_Q = places[m.Q.body];
  blank.place_P = frame.place(m.P.body, at_P);
  blank.place_Q = frame.place(m.Q.body, at_Q);
  for (DotProduct& dot : dots_) dot = blank;
  DotProduct &first = dots_[0], &second = dots_[1];
  const auto axis_on_span = [&](DotProduct& dot, int axis) {
    dot.a_Q = m.axis_Q(axis);
    m.span(dot.b_P, dot.b_Q);
  };
  const auto axis_on_axis = [&](DotProduct& dot, int of_P, int of_Q, double sign = 1) {
    dot.a_P = m.axis_P(of_P);
    dot.a_P.s *= sign;
    dot.b_Q = m.axis_Q(of_Q);
  };
  using enum MeasureKind;
  switch (y.kind) {
    case gap_x:
    case gap_y:
    case gap_z:
      first.a_0[static_cast<int>(y.kind) - static_cast<int>(gap_x)] = 1;
      m.span(first.b_P, first.b_Q);
      break;
    case along_x:
    case along_y:
    case along_z: axis_on_span(first, static_cast<int>(y.kind) - static_cast<int>(along_x)); break;
    case cosine: axis_on_axis(first, y.i, y.j); break;
    case distance:
    case distance_squared:
      m.span(first.a_P, first.a_Q);
      m.span(first.b_P, first.b_Q);
      form_ = y.kind == distance ? Form::root : Form::dot;
      break;
    case angle_x:
    case angle_y:
      form_ = Form::angle;
      count_ = 2;
      axis_on_axis(first, 2, y.kind == angle_x ? 1 : 0, y.kind == angle_x ? -1 : 1);
      axis_on_axis(second, 2, 2);
      break;
    case angle_z:
      if (is_unwrapped(model.parts(), y)) {
        form_ = Form::by_coordinates;
        const PlanarAngle law = planar_angle_law(model.parts(), y);
        sign_ = law.sign;
        offset_ = law.offset;
        if (blank.place_P >= 0) angle_P_ = blank.place_P + angle_place(at_P);
        if (blank.place_Q >= 0) angle_Q_ = blank.place_Q + angle_place(at_Q);
      } else {
        form_ = Form::angle;
        count_ = 2;
        axis_on_axis(first, 0, 1);
        axis_on_axis(second, 0, 0);
      }
      break;
    case azimuth:
      form_ = Form::angle;
      count_ = 2;
      axis_on_span(first, 1);
      axis_on_span(second, 0);
      break;
    case clearance:
      form_ = Form::over_curve;
      count_ = 2;
      axis_on_span(first, 2);
      axis_on_span(second, 0);
      break;
    case rim_clearance:
      form_ = Form::rim;
      count_ = 2;
      axis_on_span(first, 2);
      axis_on_axis(second, 2, 2);
      break;
    case yaw:
      form_ = Form::angle;
      count_ = 2;
      axis_on_axis(first, 1, 0, -1);
      axis_on_axis(second, 1, 1);
      break;
    case roll:
      form_ = Form::elevation;
      count_ = 3;
      axis_on_axis(first, 1, 2);
      axis_on_axis(second, 1, 0);
      axis_on_axis(dots_[2], 1, 1);
      break;
    case pitch:
      form_ = Form::angle;
      count_ = 2;
      axis_on_axis(first, 0, 2, -1);
      axis_on_axis(second, 2, 2);
      break;
    case wheel_clearance:
      form_ = Form::wheel;
      count_ = 4;
      axis_on_span(first, 2);
      axis_on_span(second, 1);
      axis_on_axis(dots_[2], 1, 2);
      axis_on_axis(dots_[3], 1, 1);
      break;
  }
}

template <class S>
S MeasureKinematics::form(const S* d) const {
  using std::atan2, std::sqrt;
  switch (form_) {
    case Form::root: return sqrt(d[0]);
    case Form::angle: return atan2(d[0], d[1]);
    case Form::elevation: return atan2(d[0], S(sqrt(d[1] * d[1] + d[2] * d[2])));
    case Form::over_curve: return d[0] - apply(*curve_, d[1]);
    case Form::rim: return d[0] - radius_ * sqrt(1.0 - d[1] * d[1]);
    case Form::wheel: {
      const S root = sqrt(1.0 - d[2] * d[2]);
      return d[0] - radius_ * root - apply(*curve_, S(side_ * (d[1] + radius_ * d[2] * d[3] / root)));
    }
    case Form::dot:
    case Form::by_coordinates: break;
  }
  return d[0];
}

void MeasureKinematics::evaluate_by_coordinates(const std::vector<BodyMotion>& motion, Gradients gradients,
                                                Value& out) const {
  const BodyMotion &P = motion[dots_[0].P], &Q = motion[dots_[0].Q];
  for (int k = 0; k < 3; ++k) out.y[k] = sign_ * (angle_of(P, k) - angle_of(Q, k));
  out.y[0] += offset_;
  if (gradients == Gradients::none) return;
  if (angle_P_ >= 0) out.by_q[0][angle_P_] = sign_;
  if (angle_Q_ >= 0) out.by_q[0][angle_Q_] = -sign_;
}

void MeasureKinematics::evaluate(const std::vector<BodyMotion>& motion, MotionLevel level, Gradients gradients,
                                 Value& out) const {
  const int highest = static_cast<int>(gradients);
  for (int k = 0; k <= highest; ++k) out.by_q[k].fill(0);
  if (gradients == Gradients::acceleration) out.by_v.fill(0);
  if (form_ == Form::by_coordinates) return evaluate_by_coordinates(motion, gradients, out);

  DotVectors x[most_dots];
  for (int k = 0; k < count_; ++k) x[k] = daedalus::evaluate(dots_[k], motion, level);

  if (form_ == Form::dot) {
    out.y[0] = x[0].value();
    out.y[1] = x[0].rate();
    out.y[2] = x[0].acceleration();
    for (int k = 0; k <= highest; ++k) add_gradient(dots_[0], x[0], motion, k, 1, out.by_q[k].data());
    if (gradients != Gradients::acceleration) return;
    if (has_twist(dots_[0], motion)) return add_rate_gradient(dots_[0], x[0], motion, 1, out.by_v.data());
    for (std::size_t i = 0; i < out.by_v.size(); ++i) out.by_v[i] = 2 * out.by_q[1][i];
    return;
  }
  switch (count_) {
    case 1: return evaluate_form<1>(x, motion, gradients, out);
    case 2: return evaluate_form<2>(x, motion, gradients, out);
    case 3: return evaluate_form<3>(x, motion, gradients, out);
    default: return evaluate_form<most_dots>(x, motion, gradients, out);
  }
}

template <int count>
void MeasureKinematics::evaluate_form(const DotVectors* x, const std::vector<BodyMotion>& motion, Gradients gradients,
                                      Value& out) const {
  using D = Dual<double, 3 * count>;  // of d, d', d'' of the dot products
  const int highest = static_cast<int>(gradients);
  Jet2<D> d[count];
  for (int k = 0; k < count; ++k)
    d[k] = {D::variable(x[k].value(), k), D::variable(x[k].rate(), count + k),
            D::variable(x[k].acceleration(), 2 * count + k)};
  const Jet2<D> y = form(d);
  const D* levels[3] = {&y.value, &y.first, &y.second};
  for (int k = 0; k < 3; ++k) out.y[k] = levels[k]->value;
  for (int k = 0; k <= highest; ++k)
    for (int j = 0; j < count; ++j)
      for (int l = 0; l <= k; ++l) {
        const double slope = levels[k]->partial[count * l + j];
        // also where it is 0: the cost does not depend on numbers
        add_gradient(dots_[j], x[j], motion, l, slope, out.by_q[k].data());
      }
  if (gradients == Gradients::acceleration)
    for (int j = 0; j < count; ++j) {
      add_gradient(dots_[j], x[j], motion, 0, y.second.partial[count + j], out.by_v.data());
      add_rate_gradient(dots_[j], x[j], motion, y.second.partial[2 * count + j], out.by_v.data());
    }
}

void MeasureKinematics::add_hessian(const std::vector<BodyMotion>& motion, double factor, LocalMatrix& sum) const {
  if (form_ == Form::by_coordinates) return;
  DotVectors x[most_dots];
  for (int k = 0; k < count_; ++k) x[k] = daedalus::evaluate(dots_[k], motion, MotionLevel::position);
  if (form_ == Form::dot) return daedalus::add_hessian(dots_[0], x[0], motion, factor, sum);
  switch (count_) {
    case 1: return add_form_hessian<1>(x, motion, factor, sum);
    case 2: return add_form_hessian<2>(x, motion, factor, sum);
    case 3: return add_form_hessian<3>(x, motion, factor, sum);
    default: return add_form_hessian<most_dots>(x, motion, factor, sum);
  }
}

template <int count>
void MeasureKinematics::add_form_hessian(const DotVectors* x, const std::vector<BodyMotion>& motion, double factor,
                                         LocalMatrix& sum) const {
  using D = Dual<Dual<double, count>, count>;
  D d[count];
  for (int k = 0; k < count; ++k) d[k] = D::variable(Dual<double, count>::variable(x[k].value(), k), k);
  const D y = form(d);
  LocalVector slope[count];
  for (int k = 0; k < count; ++k) {
    slope[k].fill(0);
    add_gradient(dots_[k], x[k], motion, 0, 1, slope[k].data());
    daedalus::add_hessian(dots_[k], x[k], motion, factor * y.partial[k].value, sum);
  }
  for (int k = 0; k < count; ++k)
    for (int l = 0; l < count; ++l) {
      const double curvature = factor * y.partial[k].partial[l];
      if (curvature == 0) continue;
      for (std::size_t i = 0; i < slope[k].size(); ++i)
        if (slope[k][i] != 0)
          for (std::size_t j = 0; j < slope[l].size(); ++j)
            sum(static_cast<Index>(i), static_cast<Index>(j)) += curvature * slope[k][i] * slope[l][j];
    }
}

bool MeasureKinematics::touches(Index place) const {
  const auto in = [&](Index first) { return first >= 0 && place >= first && place < first + places_per_body; };
  const int part = place % places_per_body;
  if (form_ == Form::by_coordinates) return place == angle_P_ || place == angle_Q_;
  for (int k = 0; k < count_; ++k) {
    const DotProduct& dot = dots_[k];
    for (const auto& [first, a, b] :
         {std::tuple(dot.place_P, dot.a_P, dot.b_P), std::tuple(dot.place_Q, dot.a_Q, dot.b_Q)}) {
      if (!in(first)) continue;
      const bool gap = !dot.a_0.isZero(0);  // a is one world axis
      if (part < 3 && gap) return dot.a_0[part] != 0;
      if (part < 3 ? a.translation != 0 || b.translation != 0 : !a.s.isZero(0) || !b.s.isZero(0)) return true;
    }
  }
  return false;
}

bool MeasureKinematics::couples(Index i, Index j) const {
  if (form_ == Form::by_coordinates) return false;
  if (form_ == Form::dot) return dots_[0].couples(i, j);
  return touches(i) && touches(j);
}

}  // namespace daedalus
