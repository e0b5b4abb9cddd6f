// Simbody: MobilizedBody::Pin and ::Free, joint coordinates, its own O(N) recursion.
#include "simbody_peer.hpp"

#include <Simbody.h>

#include <cmath>

namespace daedalus::peers {
namespace {

SimTK::Vec3 vec(const Vector3& v) { return {v[0], v[1], v[2]}; }
Vector3 vec(const SimTK::Vec3& v) { return {v[0], v[1], v[2]}; }

SimTK::Body::Rigid body_of(const Link& link) {
  const Matrix3& J = link.inertia;
  const SimTK::Inertia central(SimTK::Vec3(J(0, 0), J(1, 1), J(2, 2)), SimTK::Vec3(J(0, 1), J(0, 2), J(1, 2)));
  return SimTK::Body::Rigid(
      SimTK::MassProperties(link.mass, vec(link.com), central.shiftFromMassCenter(vec(link.com), link.mass)));
}

struct SimbodyModel {
  explicit SimbodyModel(const Mechanism& mechanism)
      : matter(system), forces(system), gravity(forces, matter, vec(mechanism.gravity)) {
    matter.setShowDefaultGeometry(false);
    for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
      const Link& link = mechanism.links[i];
      SimTK::MobilizedBody& parent = link.parent < 0 ? matter.updGround() : links[link.parent];
      if (i == 0 && mechanism.free_base) {
        links.push_back(SimTK::MobilizedBody::Free(parent, body_of(link)));
        continue;
      }
      const SimTK::Rotation z_to_axis(SimTK::UnitVec3(vec(link.axis)), SimTK::ZAxis);
      links.push_back(SimTK::MobilizedBody::Pin(parent, SimTK::Transform(z_to_axis, vec(link.pivot)), body_of(link),
                                                SimTK::Transform(z_to_axis)));
    }
    state = system.realizeTopology();
    system.realizeModel(state);
  }

  void set(const Mechanism& mechanism, const Motion& motion) {
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (i == 0 && mechanism.free_base) {
        const Eigen::Quaterniond& o = motion.orientation;
        const SimTK::Rotation R(SimTK::Quaternion(o.w(), o.x(), o.y(), o.z()));
        links[0].setQToFitTransform(state, SimTK::Transform(R, vec(motion.position)));
        system.realize(state, SimTK::Stage::Position);
        links[0].setUToFitVelocity(state, SimTK::SpatialVec(vec(motion.angular_velocity), vec(motion.velocity)));
        continue;
      }
      links[i].setOneQ(state, 0, motion.angle[i]);
      links[i].setOneU(state, 0, motion.rate[i]);
    }
  }

  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::GeneralForceSubsystem forces;
  SimTK::Force::UniformGravity gravity;
  std::vector<SimTK::MobilizedBody> links;
  SimTK::State state;
};

class SimbodyForwardDynamics final : public ForwardDynamics {
 public:
  SimbodyForwardDynamics(const Mechanism& mechanism, const Motion& first, const Motion& second)
      : mechanism_(mechanism), motions_{first, second}, model_(mechanism) {
    for (int k : {0, 1}) {
      model_.set(mechanism, motions_[k]);
      q_[k] = model_.state.getQ();
      u_[k] = model_.state.getU();
    }
  }

  void run(int state) override {
    model_.state.updQ() = q_[state];  // writing access is what makes Simbody compute anew
    model_.state.updU() = u_[state];
    model_.system.realize(model_.state, SimTK::Stage::Acceleration);
    last_ = state;
  }

  std::vector<Vector3> com_accelerations() override {
    Acceleration a;
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      const bool is_free = i == 0 && mechanism_.free_base;
      a.angle.push_back(is_free ? 0 : model_.links[i].getOneUDot(model_.state, 0));
      if (!is_free) continue;
      const SimTK::SpatialVec& base = model_.links[0].getBodyAcceleration(model_.state);
      a.base_angular = vec(base[0]);
      a.base = vec(base[1]);
    }
    return peers::com_accelerations(mechanism_, motions_[last_], a);
  }

 private:
  Mechanism mechanism_;
  Motion motions_[2];
  SimbodyModel model_;
  SimTK::Vector q_[2], u_[2];
  int last_ = 0;
};

std::unique_ptr<SimTK::Integrator> make_integrator(SimbodyIntegrator kind, const SimTK::System& system) {
  if (kind == SimbodyIntegrator::runge_kutta_merson) return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system);
  return std::make_unique<SimTK::CPodesIntegrator>(system, SimTK::CPodes::Adams, SimTK::CPodes::Functional);
}

}  // namespace

bool simbody_is_here() { return true; }

Entry simbody_forward_dynamics(const Mechanism& mechanism, const Motion& first, const Motion& second) {
  return {"Simbody", std::make_unique<SimbodyForwardDynamics>(mechanism, first, second), {}};
}

struct SimbodySwing::Parts {
  explicit Parts(int N) : model(point_chain(N)) {}
  SimbodyModel model;
};

SimbodySwing::SimbodySwing(int N, double angle) : parts_(std::make_unique<Parts>(N)) {
  parts_->model.links[0].setOneQ(parts_->model.state, 0, angle);
}
SimbodySwing::~SimbodySwing() = default;

Swing SimbodySwing::run(double t_end, SimbodyIntegrator kind, double accuracy) {
  Swing swing;
  const std::unique_ptr<SimTK::Integrator> integrator = make_integrator(kind, parts_->model.system);
  integrator->setAccuracy(accuracy);
  integrator->setFinalTime(t_end);
  try {
    integrator->setInternalStepLimit(static_cast<int>(max_steps));
    integrator->initialize(parts_->model.state);
    while (integrator->getTime() < t_end)
      if (integrator->stepTo(t_end) == SimTK::Integrator::ReachedStepLimit) return swing;
  } catch (const std::exception&) {
    return swing;
  }
  const SimTK::Vector& q = integrator->getState().getQ();
  double angle = 0, x = 0, y = 0;
  for (int i = 0; i < q.size(); ++i) {
    angle += q[i];
    swing.positions.push_back(x += std::sin(angle));
    swing.positions.push_back(y -= std::cos(angle));
  }
  swing.steps = integrator->getNumStepsTaken();
  swing.done = true;
  return swing;
}

}  // namespace daedalus::peers
