// MuJoCo: mass matrix by composite bodies, bias by recursive Newton-Euler, sparse LᵀDL of the tree. Called are only the
// parts that accelerations of an unconstrained mechanism need: no collision, constraints, actuators, sensors or passive
// forces. In the chain of points every mass gets the moments of inertia 1e-14 kg m², as MuJoCo refuses less than 1e-15.
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <functional>

#include "mechanism.hpp"

namespace daedalus::peers {
namespace {

std::string text(const Vector3& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v[0], v[1], v[2]); }

std::string mjcf(const Mechanism& mechanism) {
  std::vector<std::vector<std::size_t>> children(mechanism.links.size() + 1);  // [0]: of the ground
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) children[mechanism.links[i].parent + 1].push_back(i);

  std::string xml =
      fmt::format("<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\"/><option gravity=\"{}\"/><worldbody>",
                  text(mechanism.gravity));
  const std::function<void(std::size_t)> write = [&](std::size_t i) {
    const Link& link = mechanism.links[i];
    const bool is_free = i == 0 && mechanism.free_base;
    const Matrix3 J = link.inertia.isZero() ? Matrix3(1e-14 * Matrix3::Identity()) : link.inertia;
    xml += fmt::format("<body pos=\"{}\">", is_free ? "0 0 0" : text(link.pivot));
    xml += is_free ? std::string("<freejoint/>") : fmt::format("<joint type=\"hinge\" axis=\"{}\"/>", text(link.axis));
    const std::string moments = J.isDiagonal(0) ? fmt::format("diaginertia=\"{}\"", text(J.diagonal()))
                                                : fmt::format("fullinertia=\"{} {}\"", text(J.diagonal()),
                                                              text(Vector3(J(0, 1), J(0, 2), J(1, 2))));
    xml += fmt::format("<inertial pos=\"{}\" mass=\"{:.17g}\" {}/>", text(link.com), link.mass, moments);
    for (const std::size_t child : children[i + 1]) write(child);
    xml += "</body>";
  };
  for (const std::size_t child : children[0]) write(child);
  return xml + "</worldbody></mujoco>";
}

// The same in the flat words of URDF: MuJoCo's XML reader refuses elements that are nested deeper than about 100. Its
// first link is the ground, so a free base cannot be said. Gravity is set afterwards.
std::string urdf(const Mechanism& mechanism) {
  std::string xml = "<robot name=\"chain\"><link name=\"L-1\"/>";
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    const Link& link = mechanism.links[i];
    const Matrix3 J = link.inertia.isZero() ? Matrix3(1e-14 * Matrix3::Identity()) : link.inertia;
    xml += fmt::format(
        "<link name=\"L{}\"><inertial><origin xyz=\"{}\"/><mass value=\"{:.17g}\"/><inertia ixx=\"{:.17g}\" "
        "iyy=\"{:.17g}\" izz=\"{:.17g}\" ixy=\"{:.17g}\" ixz=\"{:.17g}\" iyz=\"{:.17g}\"/></inertial></link>",
        i, text(link.com), link.mass, J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2));
    xml += fmt::format(
        "<joint name=\"J{}\" type=\"continuous\"><parent link=\"L{}\"/><child link=\"L{}\"/><origin xyz=\"{}\"/>"
        "<axis xyz=\"{}\"/></joint>",
        i, link.parent, i, text(link.pivot), text(link.axis));
  }
  return xml + "</robot>";
}

struct DeleteModel {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
};
struct DeleteData {
  void operator()(mjData* d) const { mj_deleteData(d); }
};
using ModelPtr = std::unique_ptr<mjModel, DeleteModel>;

ModelPtr load(const std::string& xml, std::string& error) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "mechanism.xml", static_cast<int>(xml.size()));
  std::copy(xml.begin(), xml.end(), static_cast<char*>(files->filedata[0]));
  char message[500] = "";
  ModelPtr model(mj_loadXML("mechanism.xml", files.get(), message, sizeof message));
  mj_deleteVFS(files.get());
  error = message;
  return model;
}

class MujocoForwardDynamics final : public ForwardDynamics {
 public:
  MujocoForwardDynamics(const Mechanism& mechanism, const Motion& first, const Motion& second, ModelPtr model)
      : mechanism_(mechanism), motions_{first, second}, model_(std::move(model)), data_(mj_makeData(model_.get())) {
    for (int k : {0, 1}) {
      const Motion& motion = motions_[k];
      const Eigen::Quaterniond& o = motion.orientation;
      const std::size_t first_pin = mechanism.free_base ? 1 : 0;
      if (mechanism.free_base) {
        const Vector3 w = o.conjugate() * motion.angular_velocity;  // a free joint turns about the body's own axes
        const Vector3 &p = motion.position, &v = motion.velocity;
        q_[k] = {p[0], p[1], p[2], o.w(), o.x(), o.y(), o.z()};
        v_[k] = {v[0], v[1], v[2], w[0], w[1], w[2]};
      }
      for (std::size_t i = first_pin; i < motion.angle.size(); ++i) {
        q_[k].push_back(motion.angle[i]);
        v_[k].push_back(motion.rate[i]);
      }
    }
  }

  void run(int state) override {
    const mjModel* m = model_.get();
    mjData* d = data_.get();
    std::copy(q_[state].begin(), q_[state].end(), d->qpos);
    std::copy(v_[state].begin(), v_[state].end(), d->qvel);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_crb(m, d);
    mj_factorM(m, d);
    mj_comVel(m, d);
    mj_rne(m, d, 0, d->qfrc_bias);
    for (int i = 0; i < m->nv; ++i) d->qfrc_smooth[i] = -d->qfrc_bias[i];
    mj_solveM(m, d, d->qacc, d->qfrc_smooth, 1);
    last_ = state;
  }

  std::vector<Vector3> com_accelerations() override {
    Acceleration a;
    const double* qacc = data_->qacc;
    if (mechanism_.free_base) {
      a.base = {qacc[0], qacc[1], qacc[2]};
      a.base_angular = motions_[last_].orientation * Vector3(qacc[3], qacc[4], qacc[5]);
      a.angle.push_back(0);
    }
    for (int i = mechanism_.free_base ? 6 : 0; i < model_->nv; ++i) a.angle.push_back(qacc[i]);
    return peers::com_accelerations(mechanism_, motions_[last_], a);
  }

 private:
  Mechanism mechanism_;
  Motion motions_[2];
  ModelPtr model_;
  std::unique_ptr<mjData, DeleteData> data_;
  std::vector<double> q_[2], v_[2];
  int last_ = 0;
};

}  // namespace

Entry mujoco_forward_dynamics(const Mechanism& mechanism, const Motion& first, const Motion& second) {
  std::string error;
  ModelPtr model = load(mechanism.free_base ? mjcf(mechanism) : urdf(mechanism), error);
  if (!model) return {"MuJoCo", nullptr, "MuJoCo does not read it: " + error};
  for (int k = 0; k < 3; ++k) model->opt.gravity[k] = mechanism.gravity[k];
  return {"MuJoCo", std::make_unique<MujocoForwardDynamics>(mechanism, first, second, std::move(model)), {}};
}

}  // namespace daedalus::peers
