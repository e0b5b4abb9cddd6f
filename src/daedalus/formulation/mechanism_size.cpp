#include "daedalus/formulation/mechanism_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/model/start_position.hpp"

namespace daedalus {

double mechanism_size(const Model& model) {
  constexpr double far = std::numeric_limits<double>::infinity();
  Vec3 lowest = Vec3::Constant(far), highest = Vec3::Constant(-far);
  double arm = 0;
  const auto include = [&](const Body& body, const Vec3& place) {
    const StartPose pose = start_pose(body, model.run().t_start);
    const Vec3 at = pose.position + pose.axes * place;
    lowest = lowest.cwiseMin(at);
    highest = highest.cwiseMax(at);
    arm = std::max(arm, (place - body.com).norm());
  };
  for (const Body& body : model.bodies())
    if (body.has_coordinates()) include(body, body.com);
  for (const Joint& joint : model.joints())
    for (const MarkerId marker : {joint.between.P, joint.between.Q})
      if (marker >= 0)
        if (const Body& body = model.body_of(marker); body.has_coordinates())
          include(body, model.marker(marker).position);
  const double size = lowest[0] <= highest[0] ? std::max(arm, (highest - lowest).norm()) : 0;
  return size > 0 && std::isfinite(size) ? size : 1;
}

double row_scale(const ConstraintRow& row, double size) {
  double scale = 0;
  for (const RowTerm& term : row.terms) {
    const bool is_plain = term.measure.is_angle() || term.measure.kind == MeasureKind::cosine;
    const double unit = is_plain ? 1 : term.measure.kind == MeasureKind::distance_squared ? size * size : size;
    scale = std::max(scale, std::abs(term.weight) * unit);
  }
  return scale > 0 ? scale : 1;
}

}  // namespace daedalus
