#include "mechanism.hpp"

#include <cmath>
#include <random>

namespace daedalus::peers {
namespace {

// The same numbers everywhere: the distributions of the standard library differ between implementations.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : engine_(seed) {}
  double between(double from, double to) { return from + (to - from) * static_cast<double>(engine_()) / 4294967295.0; }
  Vector3 vector(double size) {
    const double x = between(-size, size), y = between(-size, size), z = between(-size, size);
    return {x, y, z};
  }

 private:
  std::mt19937 engine_;
};

Mechanism chain(std::string name, int N, const Link& link) {
  Mechanism made{std::move(name), false, {}};
  for (int i = 0; i < N; ++i) {
    made.links.push_back(link);
    made.links.back().parent = i - 1;
    made.links.back().pivot = i == 0 ? Vector3::Zero() : Vector3(0, -1, 0);
  }
  return made;
}

Link some_link(Numbers& numbers, int parent, const Vector3& pivot, int axis) {
  const double a = numbers.between(0.002, 0.02), b = numbers.between(0.002, 0.02), c = numbers.between(0.002, 0.02);
  const Matrix3 R = Eigen::AngleAxisd(numbers.between(0, 3), numbers.vector(1).normalized()).toRotationMatrix();
  Link link;
  link.parent = parent;
  link.pivot = pivot + numbers.vector(0.03);
  link.axis = Vector3::Unit(axis);
  link.mass = numbers.between(0.5, 2);
  link.com = Vector3(0, 0, -0.15) + numbers.vector(0.04);
  // sums: a body with these moments exists
  link.inertia = R * Vector3(b + c, c + a, a + b).asDiagonal() * R.transpose();
  return link;
}

}  // namespace

std::vector<LinkFrame> kinematics(const Mechanism& mechanism, const Motion& motion, const Acceleration& acceleration) {
  std::vector<LinkFrame> frames(mechanism.links.size());
  const LinkFrame ground{Matrix3::Identity(), Vector3::Zero(), Vector3::Zero(),
                         Vector3::Zero(),     Vector3::Zero(), Vector3::Zero()};
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i == 0 && mechanism.free_base) {
      frames[0] = {motion.orientation.toRotationMatrix(),
                   motion.position,
                   motion.velocity,
                   motion.angular_velocity,
                   acceleration.base,
                   acceleration.base_angular};
      continue;
    }
    const Link& link = mechanism.links[i];
    const LinkFrame& parent = link.parent < 0 ? ground : frames[link.parent];
    const Vector3 r = parent.R * link.pivot, axis = parent.R * link.axis;
    LinkFrame& frame = frames[i];
    frame.R = parent.R * Eigen::AngleAxisd(motion.angle[i], link.axis).toRotationMatrix();
    frame.p = parent.p + r;
    frame.v = parent.v + parent.w.cross(r);
    frame.w = parent.w + motion.rate[i] * axis;
    frame.a = parent.a + parent.alpha.cross(r) + parent.w.cross(parent.w.cross(r));
    frame.alpha = parent.alpha + acceleration.angle[i] * axis + motion.rate[i] * parent.w.cross(axis);
  }
  return frames;
}

std::vector<Vector3> com_accelerations(const Mechanism& mechanism, const Motion& motion,
                                       const Acceleration& acceleration) {
  std::vector<Vector3> result;
  const std::vector<LinkFrame> frames = kinematics(mechanism, motion, acceleration);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Vector3 r = frames[i].R * mechanism.links[i].com;
    result.push_back(frames[i].a + frames[i].alpha.cross(r) + frames[i].w.cross(frames[i].w.cross(r)));
  }
  return result;
}

Mechanism point_chain(int N) {
  Link link;
  link.mass = 1;
  link.com = {0, -1, 0};
  return chain("chain of points", N, link);
}

Mechanism rod_chain(int N) {
  Link link;
  link.mass = 1;
  link.com = {0, -0.5, 0};
  link.inertia.diagonal() << 1.0 / 12, 1e-3, 1.0 / 12;
  return chain("chain of rods", N, link);
}

Mechanism four_legs() {
  Numbers numbers(7);
  Mechanism made{"free base with 4 legs of 6 links", true, {}};
  made.links.push_back(some_link(numbers, -1, Vector3::Zero(), 2));
  made.links[0].mass = 10;
  made.links[0].inertia *= 10;
  for (int leg = 0; leg < 4; ++leg)
    for (int k = 0; k < 6; ++k) {
      const Vector3 hip(leg < 2 ? 0.3 : -0.3, leg % 2 == 0 ? 0.2 : -0.2, 0);
      const int parent = k == 0 ? 0 : static_cast<int>(made.links.size()) - 1;
      made.links.push_back(some_link(numbers, parent, k == 0 ? hip : Vector3(0, 0, -0.3), k % 3));
    }
  return made;
}

Motion some_motion(const Mechanism& mechanism) {
  Numbers numbers(11);
  Motion motion;
  motion.position = numbers.vector(1);
  motion.velocity = numbers.vector(1);
  motion.angular_velocity = numbers.vector(1);
  motion.orientation = Eigen::Quaterniond(Eigen::AngleAxisd(0.7, numbers.vector(1).normalized()));
  // Drawn against the vertical and not against the parent: otherwise a long chain would wind itself up.
  double angle_before = 0, rate_before = 0;
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    const double angle = numbers.between(-1, 1), rate = numbers.between(-1, 1);
    motion.angle.push_back(angle - angle_before);
    motion.rate.push_back(rate - rate_before);
    angle_before = angle;
    rate_before = rate;
  }
  return motion;
}

Motion with_slower_rates(Motion motion, double factor) {
  motion.velocity *= factor;
  motion.angular_velocity *= factor;
  for (double& rate : motion.rate) rate *= factor;
  return motion;
}

}  // namespace daedalus::peers
