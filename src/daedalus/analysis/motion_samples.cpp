#include "daedalus/analysis/motion_samples.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "daedalus/base/expects.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/math/principal_axes.hpp"
#include "daedalus/system/redundancy.hpp"

namespace daedalus {
namespace {

constexpr double least_share = 1e-3;  // of the largest of its kind, to be a size of its own
// |λ| |v| over the largest acceleration, from which on forces that cancel are the measure
constexpr double stiff = 1e3;

Vec3 axis_of(const Mat3& W) { return {W(2, 1), W(0, 2), W(1, 0)}; }  // of [w]×

// The largest values of every kind in a record.
struct Sizes {
  double length = 0, velocity = 0, angular_velocity = 0, acceleration = 0, angular_acceleration = 0, force = 0,
         torque = 0;

  Sizes(const Model& model, const std::vector<MotionSample>& record) {
    Vec3 middle = Vec3::Zero();
    double count = 0;
    const auto for_each = [&](auto&& use) {
      for (const MotionSample& sample : record)
        for (std::size_t b = 0; b < sample.bodies.size(); ++b)
          if (model.bodies()[b].has_coordinates()) use(model.bodies()[b], sample.bodies[b]);
    };
    for_each([&](const Body&, const BodySample& s) {
      middle += s.x;
      ++count;
    });
    if (count > 0) middle /= count;
    for_each([&](const Body& body, const BodySample& s) {
      length = std::max(length, (s.x - middle).norm());
      velocity = std::max(velocity, s.v.norm());
      angular_velocity = std::max(angular_velocity, s.w.norm());
      acceleration = std::max(acceleration, std::max(s.a.norm(), model.gravity().norm()));
      angular_acceleration = std::max(angular_acceleration, s.alpha.norm());
      force = std::max(force, body.mass * (s.a.norm() + model.gravity().norm()));
      torque = std::max(torque, body.inertia.norm() * (s.alpha.norm() + s.w.squaredNorm()));
    });
    for (const Marker& marker : model.markers())
      length = std::max(length, (marker.position - model.body(marker.body).com).norm());
    if (!(length > 0)) length = 1;
    for (const MotionSample& sample : record)
      for (const Wrench<double>& w : sample.joints) {
        force = std::max(force, w.force.norm());
        torque = std::max(torque, w.torque.norm());
      }
    acceleration = std::max(acceleration, angular_acceleration * length);
    velocity = std::max({velocity, angular_velocity * length, std::sqrt(acceleration * length)});
    angular_velocity = std::max(angular_velocity, velocity / length);
    angular_acceleration = std::max(angular_acceleration, acceleration / length);
    force = std::max(force, torque / length);
    torque = std::max(torque, force * length);
  }
};

// The accelerations that the forces on a body would give it one by one.
struct CancellingAccelerations {
  double linear = 0, angular = 0;

  CancellingAccelerations(const Model& model, std::size_t b, const std::vector<MotionSample>& record) {
    const Body& body = model.bodies()[b];
    double inertia = 0, least_inertia = 0;
    if (body.kind == BodyKind::planar) {
      inertia = least_inertia = body.inertia(2, 2);
    } else if (body.has_orientation()) {
      const Vec3 principal = principal_values(body.inertia);
      least_inertia = principal[0];
      inertia = principal[2];
    }
    for (const MotionSample& sample : record) {
      const BodySample& s = sample.bodies[b];
      if (body.mass > 0) linear = std::max(linear, s.a.norm() + model.gravity().norm() + s.force / body.mass);
      if (least_inertia > 0)
        angular = std::max(angular, (inertia * (s.alpha.norm() + s.w.squaredNorm()) + s.torque) / least_inertia);
    }
  }
};

// The worst deviation of one element.
class Worst {
 public:
  explicit Worst(std::string name) { worst_.name = std::move(name); }

  // `value` of a sample gives a vector or a number; `size_of_kind` is the largest of its kind anywhere.
  template <class Value>
  void add(const char* quantity, double size_of_kind, const std::vector<MotionSample>& first,
           const std::vector<MotionSample>& second, const std::vector<MotionSample>& whole, Value&& value,
           double least_size = 0) {
    double size = std::max(least_size, least_share * size_of_kind), largest = 0, at = 0;
    for (const MotionSample& sample : whole) size = std::max(size, length_of(value(sample)));
    for (std::size_t k = 0; k < std::min(first.size(), second.size()); ++k) {
      const auto a = value(first[k]), b = value(second[k]);
      size = std::max({size, length_of(a), length_of(b)});
      const double apart = length_of(a - b);
      if (!(apart <= largest)) {
        largest = apart;
        at = first[k].t;
      }
    }
    note(quantity, size > 0 ? largest / size : largest, at);
  }
  void note(const char* quantity, double relative, double t) {
    if (relative <= worst_.value && *worst_.quantity) return;
    worst_.quantity = quantity;
    worst_.value = relative;
    worst_.t = t;
  }
  Deviation take() { return std::move(worst_); }

 private:
  static double length_of(double x) { return std::abs(x); }
  static double length_of(const Vec3& x) { return x.norm(); }
  Deviation worst_;
};

// The smallest singular value that is not zero throughout: redundant rows have none of their own.
std::vector<double> distances_from_singularity(const std::vector<MotionSample>& record) {
  Index rank = 0;
  for (const MotionSample& sample : record) {
    Index here = 0;
    while (here < sample.singular_values.size() &&
           sample.singular_values[here] > smallest_independent_part * sample.singular_values[0])
      ++here;
    rank = std::max(rank, here);
  }
  std::vector<double> distances;
  for (const MotionSample& sample : record)
    distances.push_back(rank > 0 && sample.singular_values.size() >= rank ? sample.singular_values[rank - 1] : 0);
  return distances;
}

// Samples that are close to a singular position: true.
std::vector<bool> find_close_ones(const std::vector<MotionSample>& record) {
  constexpr double close = 0.04;
  const std::vector<double> distances = distances_from_singularity(record);
  const double largest = distances.empty() ? 0 : *std::max_element(distances.begin(), distances.end());
  std::vector<bool> are_close;
  for (const double distance : distances) are_close.push_back(distance < close * largest);
  return are_close;
}

std::vector<MotionSample> without(const std::vector<bool>& left_out, const std::vector<MotionSample>& record) {
  std::vector<MotionSample> rest;
  for (std::size_t k = 0; k < record.size(); ++k)
    if (k >= left_out.size() || !left_out[k]) rest.push_back(record[k]);
  return rest;
}

double largest_of(const std::vector<Deviation>& all) {
  double largest = 0;
  for (const Deviation& d : all)
    if (!(d.value <= largest)) largest = d.value;
  return largest;
}

}  // namespace

MotionSample MotionSampler::at(const State& x) {
  constexpr Index most_rows = 300;  // beyond, singular values take too long
  MotionSample sample{.t = x.t};
  if (const Index rows = system_.layout().nc(); rows > 0 && rows <= most_rows)
    sample.singular_values = singular_values(scaled_jacobian(eq_, x));
  system_.move(x, MotionLevel::acceleration, motion_, *workspace_);
  sample.bodies.resize(system_.given_model().bodies().size());  // without parts of flexible bodies
  for (std::size_t b = 0; b < sample.bodies.size(); ++b) {
    if (!system_.model().bodies()[b].has_coordinates()) continue;
    const BodyMotion& m = motion_[b];
    BodySample& s = sample.bodies[b];
    s.x = m.r;
    s.v = m.r_dot;
    s.a = m.r_ddot;
    if (!system_.model().bodies()[b].has_orientation()) continue;
    s.R = m.A;
    s.w = angular_velocity_of(m);
    s.alpha = axis_of(m.A_ddot * m.A.transpose() + m.A_dot * m.A_dot.transpose());
  }
  system_.reactions(x, motion_, sample.joints, sample.drivers, *workspace_);
  sample.joints.resize(system_.given_model().joints().size());
  for (std::size_t j = 0; j < sample.joints.size(); ++j) {
    // of a flexible body: on its parts, which are not compared
    const Between& between = system_.model().joints()[j].between;
    if (between.P < 0) continue;
    const Wrench<double>& on_P = sample.joints[j];
    const Marker& P = system_.model().marker(between.P);
    const BodyMotion& of_P = motion_[P.body];
    const Vec3 point = of_P.r + of_P.A * (P.position - system_.model().body(P.body).com);
    for (const BodyId body : {P.body, system_.model().marker(between.Q).body}) {
      const auto b = static_cast<std::size_t>(body);
      if (b >= sample.bodies.size()) continue;
      sample.bodies[b].force += on_P.force.norm();
      sample.bodies[b].torque += on_P.torque.norm() + (point - motion_[b].r).cross(on_P.force).norm();
    }
  }
  return sample;
}

double Deviations::motion() const { return largest_of(bodies); }
double Deviations::reactions() const { return std::max(largest_of(joints), largest_of(drivers)); }

Deviations compare(const Model& model, const std::vector<MotionSample>& first, const std::vector<MotionSample>& second,
                   const std::set<std::string>& left_out, double fastest, const std::vector<MotionSample>& whole) {
  const std::size_t common = std::min(first.size(), second.size());
  expects(common > 0 && first[common - 1].t == second[common - 1].t, "records of the same instants are compared");
  const std::vector<MotionSample>& longest = whole.size() > common ? whole : first.size() > common ? first : second;
  Deviations all;
  std::vector<bool> close = find_close_ones(longest);
  for (const std::vector<MotionSample>* record : {&first, &second}) {
    const std::vector<bool> of_record = find_close_ones(*record);
    for (std::size_t k = 0; k < common; ++k) close[k] = close[k] || of_record[k];
  }
  for (std::size_t k = 0; k < common; ++k)
    if (close[k]) all.near_singularity.push_back(first[k].t);
  const std::vector<MotionSample> calm_first = without(close, first), calm_second = without(close, second),
                                  calm = without(close, longest);
  const Sizes sizes(model, calm);
  const bool is_stiff = fastest * sizes.velocity > stiff * sizes.acceleration;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const Body& body = model.bodies()[b];
    if (!body.has_coordinates()) continue;
    Worst worst(body.name);
    for (std::size_t k = 0; k < common; ++k) {
      const BodySample &f = first[k].bodies[b], &s = second[k].bodies[b];
      worst.note("position", (f.x - s.x).norm() / sizes.length, first[k].t);
      worst.note("orientation", (f.R - s.R).norm() / std::sqrt(2.0), first[k].t);
    }
    const auto velocity = [&](const char* quantity, double size, Vec3 BodySample::*member) {
      worst.add(quantity, size, first, second, longest,
                [&](const MotionSample& sample) -> Vec3 { return sample.bodies[b].*member; });
    };
    const auto acceleration = [&](const char* quantity, double size, Vec3 BodySample::*member, double least_size) {
      worst.add(
          quantity, size, calm_first, calm_second, calm,
          [&](const MotionSample& sample) -> Vec3 { return sample.bodies[b].*member; }, least_size);
    };
    const CancellingAccelerations cancelling(model, b, calm);
    velocity("velocity", sizes.velocity, &BodySample::v);
    acceleration("acceleration", sizes.acceleration, &BodySample::a,
                 is_stiff ? std::min(cancelling.linear, fastest * sizes.velocity) : 0);
    if (body.has_orientation()) {
      velocity("angular velocity", sizes.angular_velocity, &BodySample::w);
      acceleration("angular acceleration", sizes.angular_acceleration, &BodySample::alpha,
                   is_stiff ? std::min(cancelling.angular, fastest * sizes.angular_velocity) : 0);
    }
    all.bodies.push_back(worst.take());
  }
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    if (joint.between.P < 0 || left_out.contains(joint.name)) continue;
    Worst worst(joint.name);
    worst.add("force", sizes.force, calm_first, calm_second, calm,
              [&](const MotionSample& s) -> Vec3 { return s.joints[j].force; });
    worst.add("torque", sizes.torque, calm_first, calm_second, calm,
              [&](const MotionSample& s) -> Vec3 { return s.joints[j].torque; });
    all.joints.push_back(worst.take());
  }
  for (std::size_t d = 0; d < model.drivers().size(); ++d) {
    const Joint& driver = model.drivers()[d];
    if (left_out.contains(driver.name)) continue;
    Worst worst(driver.name);
    const bool turns = driver.rows.front().terms.front().measure.is_angle();
    worst.add(turns ? "torque" : "force", turns ? sizes.torque : sizes.force, calm_first, calm_second, calm,
              [&](const MotionSample& s) { return s.drivers[static_cast<Index>(d)]; });
    all.drivers.push_back(worst.take());
  }
  return all;
}

std::set<std::string> find_ambiguous_reactions(const ModelSystem& system, const State& x) {
  const auto made = make_system(system.given_model(), "cartesian");
  const ModelSystem& absolute = *made;
  std::vector<BodyMotion> motion;
  system.move(x, MotionLevel::velocity, motion, *system.make_workspace());
  State at = absolute.initial_guess();
  at.t = x.t;
  at.s = x.s;
  absolute.place(x.t, motion, at.q, at.v);
  Equations eq(absolute);
  std::set<std::string> names;
  if (find_dependent_rows(eq, at).dependent.empty()) return names;

  const Layout& layout = absolute.layout();
  const MatX kernel = kernel_of(scaled_jacobian(eq, at).transpose(), smallest_independent_part);
  const double size = kernel.cwiseAbs().maxCoeff();
  for (const Joint* joint : joints_and_drivers(system.given_model())) {
    const auto is_its_row = [&](const std::string& row) {
      return row == joint->name || row.starts_with(joint->name + ".");
    };
    for (Index i = 0; i < kernel.rows(); ++i)
      if (kernel.row(i).cwiseAbs().maxCoeff() > 1e-6 * size && is_its_row(layout.constraints[i]))
        names.insert(joint->name);
  }
  return names;
}

}  // namespace daedalus
