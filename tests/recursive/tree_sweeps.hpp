// tree_sweeps.hpp: the sweeps of a tree at one instant, by themselves: no elements, no constraints, any scalar.
#pragma once

#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus::testing {

// What moves by itself at time t.
struct Surroundings {
  std::vector<RootMotion> roots;
  std::vector<DriveValue> drives;

  Surroundings(const JointSystem& system, double t) {
    JointSystem::Scratch s(system);
    system.move_roots(t, s);
    roots = s.roots;
    drives = s.drives;
  }
  // The same position, without motion and gravity.
  Surroundings at_rest() const {
    Surroundings y = *this;
    for (RootMotion& root : y.roots) root.v = root.w = root.a = root.alpha = Vec3::Zero();
    for (DriveValue& drive : y.drives) drive.u[1] = drive.u[2] = 0;
    return y;
  }
};

template <class Space>
struct TreeSweeps {
  using S = typename Space::Scalar;
  using Vector = Vec<S, Eigen::Dynamic>;

  explicit TreeSweeps(const JointSystem& system)
      : sweeps(system.tree()), memory(sweeps.make_memory()), n(system.layout().nq) {}

  void move(const Surroundings& around, const Vector& q, const Vector& v) {
    sweeps.move(around.roots.data(), around.drives.data(), q.data(), v.data(), true, memory);
  }
  // M a − f by Newton-Euler, without loads.
  Vector residual(const Surroundings& around, const Vector& q, const Vector& v, const Vector& a) {
    for (auto& F : memory.F) F = {};
    return residual_with_loads(around, q, v, a);
  }
  Vector residual_with_loads(const Surroundings& around, const Vector& q, const Vector& v, const Vector& a) {
    Vector tau(n);
    move(around, q, v);
    sweeps.accelerate(around.roots.data(), q.data(), a.data(), memory);
    sweeps.residual(q.data(), v.data(), a.data(), memory, tau.data());
    return tau;
  }

  Sweeps<Space> sweeps;
  typename Sweeps<Space>::Memory memory;
  Index n;
};

inline double largest(const MatX& A) { return A.size() ? A.cwiseAbs().maxCoeff() : 0; }
inline double relative_difference(const MatX& A, const MatX& B) { return largest(A - B) / (1e-300 + largest(B)); }

}  // namespace daedalus::testing
