#include "daedalus/formulation/recursive/tree_linearization.hpp"

#include "daedalus/formulation/recursive/tree_factors.hpp"
#include "daedalus/linalg/entries.hpp"

namespace daedalus {
namespace {

// X ×* F as a matrix times X.
Mat6 crossed_into(const Vec6& F) {
  Mat6 W = Mat6::Zero();
  W.topLeftCorner<3, 3>() = -cross_matrix(upper(F));
  W.topRightCorner<3, 3>() = W.bottomLeftCorner<3, 3>() = -cross_matrix(lower(F));
  return W;
}

Mat6 matrix_of(const RigidInertia& I) {
  Mat6 matrix;
  matrix.topLeftCorner<3, 3>() = I.J;
  matrix.topRightCorner<3, 3>() = cross_matrix(I.moment);
  matrix.bottomLeftCorner<3, 3>() = -cross_matrix(I.moment);
  matrix.bottomRightCorner<3, 3>() = I.mass * Mat3::Identity();
  return matrix;
}

}  // namespace

TreeLinearization::TreeLinearization(const JointSystem& system)
    : system_(system), s_(system, TreeColumns::About::own_origins), at_(system.layout()),
      own_(system.tree().nodes.size(), Mat6x18::Zero()), ball_of_(system.tree().nodes.size(), -1),
      motion_(system.tree().nodes.size(), Vec18::Zero()), force_(system.tree().nodes.size(), Vec6::Zero()) {
  s_.inputs = InputValues(system.layout().inputs);
  inputs_.assign(s_.inputs.values().begin(), s_.inputs.values().end());
  for (const TreeColumns::Ball& ball : s_.columns.balls) {
    ball_of_[static_cast<std::size_t>(ball.node)] = static_cast<Index>(balls_.size());
    balls_.emplace_back();
  }
  const ElementProjection& projection = *system.parts().projection;
  const auto begin = [&](std::vector<Index>& of) { of.push_back(static_cast<Index>(links_.size())); };
  for (const auto& row : projection.rows()) {
    begin(row_links_);
    add_link(BorderKind::row, row.row, row.group);
  }
  for (const auto& column : projection.columns()) {
    begin(column_links_);
    add_link(BorderKind::state, column.state, column.group);
  }
  for (const auto& state : projection.states()) {
    begin(state_links_);
    add_link(BorderKind::state, state.state, state.group);
  }
  classify_pairs();
}

void TreeLinearization::add_link(BorderKind kind, Index number, Index group) {
  links_.push_back({.kind = kind, .number = number, .node = system_.parts().projection->node(group)});
}

void TreeLinearization::classify_pairs() {
  const ElementProjection& projection = *system_.parts().projection;
  from_parent_.of = to_parent_.of = std::vector<Index>(tree().nodes.size(), -1);
  const auto couple = [](Couplings& couplings, Index node) {
    Index& at = couplings.of[static_cast<std::size_t>(node)];
    if (at >= 0) return;
    at = static_cast<Index>(couplings.values.size());
    couplings.values.emplace_back(Mat6x12::Zero());
  };
  for (const auto& pair : projection.pairs()) {
    const Index a = projection.node(pair.a), b = projection.node(pair.b);
    Coupled& coupled = coupled_.emplace_back(Coupled{.node = b});
    if (a == b) continue;
    if (tree().node(b).parent == a) {
      coupled.way = Coupled::Way::to_parent;
      couple(to_parent_, b);
    } else if (tree().node(a).parent == b) {
      coupled.way = Coupled::Way::from_parent;
      coupled.node = a;
      couple(from_parent_, a);
    } else {
      coupled.way = Coupled::Way::flow;
      for (Index k = 0; k < 6; ++k) {
        bool is_empty = tree().is_planar && k >= 2 && k <= 4;  // out of the plane
        bool has_entries = false;
        for (Index l = 0; l < 6; ++l) has_entries = has_entries || pair.K[6 * l + k] >= 0 || pair.D[6 * l + k] >= 0;
        if (is_empty || !has_entries) continue;
        coupled.flow_links[static_cast<std::size_t>(k)] = static_cast<Index>(links_.size());
        add_link(BorderKind::flow, flows_, pair.b);
        add_link(BorderKind::flow, flows_, pair.a);
        ++flows_;
      }
    }
  }
}

void TreeLinearization::evaluate(const State& x, const InputValues& inputs) {
  at_ = x;
  known_ = true;
  s_.inputs.set(inputs.values());
  system_.linearize_elements(x, s_);
  s_.columns.compute(TreeColumns::Level::acceleration, s_.nodes, x.q, x.v, x.a, Vec3::Zero());
  linearize_inertia();
  linearize_geometry();
  linearize_pairs();
  linearize_links();
  linearize_balls(x);
}

// X ×* w + 2B Y + I Z  of what every node carries.
void TreeLinearization::linearize_inertia() {
  for (Index i = tree().roots; i < tree().size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const TreeNode& node = tree().node(i);
    Mat6x18& K = own_[at];
    if (node.mass == 0 && node.inertia.isZero(0)) {
      K.setZero();
      continue;
    }
    const RigidInertia I = inertia_of(node, s_.nodes.k[at].R.A, Vec3::Zero());
    const Vec6 &V = s_.columns.V[at], &A = s_.columns.A[at];
    K.leftCols<6>() = crossed_into(I * A + cross_force(V, I * V));
    K.middleCols<6>(6) = velocity_tangent(I, V);
    K.rightCols<6>() = matrix_of(I);
  }
}

// A force moves with the body: δr × f as a moment.
void TreeLinearization::linearize_geometry() {
  const ElementProjection& projection = *system_.parts().projection;
  for (const Index group : projection.loaded()) {
    const Index node = projection.node(group);
    const Mat3 f = cross_matrix(s_.body.r.segment<3>(twist_places * group));
    Mat6x18& K = own_[static_cast<std::size_t>(node)];
    K.block<3, 3>(0, 0) += f * cross_matrix(pose(group, node).arm);
    K.block<3, 3>(0, 3) -= f;
  }
}

TreeLinearization::Pose TreeLinearization::pose(Index group, Index node) const {
  const ElementProjection& projection = *system_.parts().projection;
  const BodyMotion& m = s_.motion[projection.body(group)];
  const auto own = static_cast<std::size_t>(projection.node(group));
  return {.arm = m.r - s_.nodes.place[static_cast<std::size_t>(node)].x,
          .r_dot = m.r_dot,
          .r_ddot = m.r_ddot - system_.model().gravity(),
          .w = s_.nodes.k[own].w,
          .alpha = s_.nodes.A[own].w};
}

Vec6 TreeLinearization::wrench(const Pose& p, const Vec6& force) {
  return joined(lower(force) + cross(p.arm, upper(force)), upper(force));
}

void TreeLinearization::read_velocity(const Pose& p, const Vec6& w0, Vec18& row) {
  row.head<3>() += cross(p.r_dot, upper(w0)) + cross(p.w, lower(w0));
  row.segment<6>(6) += wrench(p, w0);
}

void TreeLinearization::read_acceleration(const Pose& p, const Vec6& w0, Vec18& row) {
  row.head<3>() += cross(p.r_ddot, upper(w0)) + cross(p.alpha, lower(w0));
  row.segment<3>(6) += 2 * cross(p.r_dot, upper(w0)) + cross(p.w, lower(w0));
  row.tail<6>() += wrench(p, w0);
}

void TreeLinearization::linearize_pairs() {
  const ElementProjection& projection = *system_.parts().projection;
  for (Couplings* couplings : {&from_parent_, &to_parent_})
    for (Mat6x12& values : couplings->values) values.setZero();
  for (std::size_t n = 0; n < coupled_.size(); ++n) {
    const auto& pair = projection.pairs()[n];
    const Coupled& coupled = coupled_[n];
    const Mat6 K = pick(s_.body.r_q.values, pair.K), D = pick(s_.body.r_v.values, pair.D);
    const bool is_flow = coupled.way == Coupled::Way::flow;
    const Pose of_b = pose(pair.b, coupled.node);
    const Pose of_a = pose(pair.a, is_flow ? projection.node(pair.a) : coupled.node);
    Mat6x12 follows;  // force and torque on a
    for (Index k = 0; k < 6; ++k) {
      Vec18 row = Vec18::Zero();
      row.head<6>() = wrench(of_b, K.row(k));
      read_velocity(of_b, D.row(k), row);
      follows.row(k) = row.head<12>();
    }
    if (is_flow) {
      for (Index k = 0; k < 6; ++k) {
        const Index at = coupled.flow_links[static_cast<std::size_t>(k)];
        if (at < 0) continue;
        links_[at].reads.head<12>() = follows.row(k);
        links_[at + 1].wrench = wrench(of_a, Vec6::Unit(k));
      }
      continue;
    }
    Mat6x12 on_node;
    on_node.bottomRows<3>() = follows.topRows<3>();
    on_node.topRows<3>() = follows.bottomRows<3>() + cross_matrix(of_a.arm) * follows.topRows<3>();
    const auto at = static_cast<std::size_t>(coupled.node);
    if (coupled.way == Coupled::Way::same_node) own_[at].leftCols<12>() += on_node;
    else if (coupled.way == Coupled::Way::from_parent) from_parent_.values[from_parent_.of[at]] += on_node;
    else to_parent_.values[to_parent_.of[at]] += on_node;
  }
}

void TreeLinearization::linearize_links() {
  const ElementProjection& projection = *system_.parts().projection;
  const Evaluation& body = s_.body;
  const bool has_states = layout().ns > 0;
  for (std::size_t n = 0; n < row_links_.size(); ++n) {
    const auto& row = projection.rows()[n];
    BorderLink& link = links_[row_links_[n]];
    const Pose p = pose(row.group, link.node);
    const Vec6 w0 = pick(body.G.values, row.slots);
    link.at_positions = link.wrench = wrench(p, w0);
    link.reads.setZero();
    link.reads.head<6>() = wrench(p, pick(body.g_dot_q.values, row.slots));
    read_velocity(p, w0, link.reads);
    link.reads_accelerations.setZero();
    link.reads_accelerations.head<6>() = wrench(p, pick(body.g_ddot_q.values, row.slots));
    read_velocity(p, pick(body.g_ddot_v.values, row.slots), link.reads_accelerations);
    read_acceleration(p, w0, link.reads_accelerations);
  }
  if (!has_states) return;
  for (std::size_t n = 0; n < column_links_.size(); ++n) {
    const auto& column = projection.columns()[n];
    BorderLink& link = links_[column_links_[n]];
    link.wrench = wrench(pose(column.group, link.node), pick(body.r_s.values, column.slots));
  }
  for (std::size_t n = 0; n < state_links_.size(); ++n) {
    const auto& state = projection.states()[n];
    BorderLink& link = links_[state_links_[n]];
    const Pose p = pose(state.group, link.node);
    link.reads.setZero();
    link.reads.head<6>() = wrench(p, pick(body.sigma_q.values, state.by_q));
    read_velocity(p, pick(body.sigma_v.values, state.by_v), link.reads);
  }
}

void TreeLinearization::linearize_balls(const State& x) {
  for (std::size_t b = 0; b < balls_.size(); ++b) {
    const TreeColumns::Ball& column = s_.columns.balls[b];
    const TreeNode& node = tree().node(column.node);
    const Vec3 moment =
        s_.nodes.k[column.node].R.A.transpose() * Vec3(s_.nodes.F[static_cast<std::size_t>(column.node)].n);
    const Vec4 p = x.q.segment<4>(node.coordinate), p_dot = x.v.segment<4>(node.coordinate),
               p_ddot = x.a.segment<4>(node.coordinate);
    const double c = 4 * node.norm_inertia;
    Ball& ball = balls_[b];
    for (int k = 0; k < 4; ++k)
      for (int l = 0; l < 4; ++l) ball.by_q(k, l) = column.T_p.col(4 * k + l).dot(moment) + c * p[k] * p_ddot[l];
    ball.by_q.diagonal().array() += c * (p.dot(p_ddot) + p_dot.dot(p_dot)) + x.lambda[row_of_ball(column.node)];
    ball.by_v = 2 * c * p * p_dot.transpose();
    ball.by_a = c * p * p.transpose();
    ball.row = p;
    ball.row_by_q = p_ddot;
    ball.row_by_v = 2 * p_dot;
  }
}

// (X, Y, Z) of all nodes.
void TreeLinearization::spread(const MotionChange& change) {
  const TreeColumns& c = s_.columns;
  for (Index i = tree().roots; i < tree().size(); ++i) {
    const TreeNode& node = tree().node(i);
    Vec18& T = motion_[static_cast<std::size_t>(i)];
    T = motion_[static_cast<std::size_t>(node.parent)];
    for (Index level = 0; level < 3; ++level)
      T.segment<3>(6 * level + 3) += cross(Vec3(T.segment<3>(6 * level)), arm(i));
    for (Index k = node.coordinate; k < node.coordinate + node.coordinates(); ++k) {
      if (change.q) {
        const double dq = change.q.times * (*change.q.direction)[k];
        T.head<6>() += dq * c.S[k];
        T.segment<6>(6) += dq * c.psi_dot[k];
        T.tail<6>() += dq * c.psi_ddot[k];
      }
      if (change.v) {
        const double dv = change.v.times * (*change.v.direction)[k];
        T.segment<6>(6) += dv * c.S[k];
        T.tail<6>() += dv * c.Y[k];
      }
      if (change.a) T.tail<6>() += change.a.times * (*change.a.direction)[k] * c.S[k];
    }
  }
}

void TreeLinearization::respond(const MotionChange& change, const MotionResponse& response) {
  spread(change);
  const bool at_accelerations = response.level == RowLevel::accelerations;
  const auto read = [&](const BorderLink& link) { return link.reads.dot(motion_[link.node]); };
  const auto four = [](const MotionChange::Part& part, Index first) {
    return Vec4(part.times * part.direction->segment<4>(first));
  };
  if (response.rates) {
    for (const BorderLink& link : links_)
      if (link.kind == BorderKind::state) (*response.rates)[link.number] += read(link);
    if (change.s) multiply_add(change.s.times, s_.body.sigma_s, *change.s.direction, *response.rates);
  }
  if (response.rows) {
    for (const BorderLink& link : links_)
      if (link.kind == BorderKind::row)
        (*response.rows)[link.number] +=
            at_accelerations ? link.reads_accelerations.dot(motion_[link.node]) : read(link);
    for (const TreeColumns::Ball& column : s_.columns.balls) {
      const Ball& own = ball(column.node);
      const Index first = tree().node(column.node).coordinate;
      double& row = (*response.rows)[row_of_ball(column.node)];
      if (change.q) row += (at_accelerations ? own.row_by_q : Vec4(own.row_by_v / 2)).dot(four(change.q, first));
      if (change.v) row += (at_accelerations ? own.row_by_v : own.row).dot(four(change.v, first));
      if (change.a && at_accelerations) row += own.row.dot(four(change.a, first));
    }
  }
  if (!response.motion) return;

  for (Index i = tree().roots; i < tree().size(); ++i) force_[i] = own_[i] * motion_[i];
  for (std::size_t n = 0; n < links_.size(); ++n) {
    const BorderLink& link = links_[n];
    if (link.kind == BorderKind::state && change.s)
      force_[link.node] += change.s.times * (*change.s.direction)[link.number] * link.wrench;
    if (link.kind != BorderKind::flow) continue;
    const BorderLink& on = links_[++n];
    force_[on.node] += read(link) * on.wrench;
  }
  for (Index i = tree().size() - 1; i >= tree().roots; --i) {
    const TreeNode& node = tree().node(i);
    Vec6& force = force_[i];
    const Vec18& T = motion_[i];
    if (const Mat6x12* K = from_parent(i)) {
      Vec<double, 12> above = motion_[node.parent].head<12>();
      for (Index level = 0; level < 2; ++level)
        above.segment<3>(6 * level + 3) += cross(Vec3(above.segment<3>(6 * level)), arm(i));
      force += *K * above;
    }
    if (node.coordinate >= 0) {
      const Vec6 seen = force - cross_force(T.head<6>(), transmitted(i));
      for (Index k = node.coordinate; k < node.coordinate + node.coordinates(); ++k)
        (*response.motion)[k] += s_.columns.S[k].dot(seen);
    }
    if (node.kind == NodeKind::ball && node.coordinate >= 0) {
      auto equations = response.motion->segment<4>(node.coordinate);
      if (change.q) equations += ball(i).by_q * four(change.q, node.coordinate);
      if (change.v) equations += ball(i).by_v * four(change.v, node.coordinate);
      if (change.a) equations += ball(i).by_a * four(change.a, node.coordinate);
    }
    if (node.parent < tree().roots) continue;
    if (const Mat6x12* K = to_parent(i)) force += *K * T.head<12>();
    force_[node.parent] += shifted_force_back(force, arm(i));
  }
}

std::unique_ptr<MotionFactors> TreeLinearization::make_factors(ConstraintRows rows,
                                                               const std::vector<Index>& dropped) const {
  return make_tree_factors(*this, rows, dropped);
}

void TreeLinearization::exchange(Archive& archive) {
  archive("linearization.known", known_);
  at_.exchange(archive);
  inputs_.assign(s_.inputs.values().begin(), s_.inputs.values().end());
  if (!inputs_.empty()) archive("linearization.inputs", std::span<double>(inputs_));
  if (!archive.loading() || !known_) return;
  InputValues inputs(layout().inputs);
  inputs.set(std::span<const double>(inputs_));
  evaluate(State(at_), inputs);
}

}  // namespace daedalus
