#include "daedalus/formulation/elements/prescribed_motion.hpp"

#include "daedalus/math/jet2.hpp"

namespace daedalus {
namespace {

template <class S>
Vec<S, 4> turn_about(const Vec3& axis, const S& angle) {
  using std::cos, std::sin;
  const Vec3 unit = axis.normalized();
  const S half = angle * 0.5, sine = sin(half);
  return {cos(half), sine * unit[0], sine * unit[1], sine * unit[2]};
}

// A function of time with its two derivatives; without one the constant.
Jet2<double> at(const FunctionPtr& f, double t, double otherwise) {
  if (!f) return Jet2<double>(otherwise);
  return {f->derivative(t, 0), f->derivative(t, 1), f->derivative(t, 2)};
}

}  // namespace

void move_prescribed(const Body& body, double t, BodyMotion& m) {
  using J = Jet2<double>;
  Vec<J, 3> x;
  for (int k = 0; k < 3; ++k) x[k] = at(body.motion.position[k], t, body.position[k]);
  const J angle = at(body.motion.angle, t, 0);
  const Vec<J, 4> p =
      multiply(Vec<J, 4>(make_constants<J>(Vec4(body.orientation.normalized()))), turn_about(body.motion.axis, angle));
  const Mat<J, 3, 3> A = rotation_matrix(p);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      m.A(i, j) = A(i, j).value;
      m.A_dot(i, j) = A(i, j).first;
      m.A_ddot(i, j) = A(i, j).second;
    }
  const Vec<J, 3> r = x + A * make_constants<J>(body.com);
  for (int k = 0; k < 3; ++k) {
    m.r[k] = r[k].value;
    m.r_dot[k] = r[k].first;
    m.r_ddot[k] = r[k].second;
  }
  const double sense = body.motion.axis[2] < 0 ? -1 : 1;  // for angles between planar bodies
  m.p[0][0] = sense * angle.value;
  m.p[1][0] = sense * angle.first;
  m.p[2][0] = sense * angle.second;
}

}  // namespace daedalus
