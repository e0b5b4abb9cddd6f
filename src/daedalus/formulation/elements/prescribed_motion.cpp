#include "daedalus/formulation/elements/prescribed_motion.hpp"

#include "daedalus/model/prescribed_pose.hpp"

namespace daedalus {

void move_prescribed(const Body& body, double t, BodyMotion& m) {
  using J = Jet2<double>;
  const auto [x, A] = prescribed_pose(body, t);
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
  for (int order = 0; order < 3; ++order)
    m.p[order][0] = body.motion.angle ? sense * body.motion.angle->derivative(t, order) : 0;
}

}  // namespace daedalus
