// measure_between.hpp: a measure from two frames, on any scalar: the definition of measure.hpp, word for word.
#pragma once

#include <cmath>

#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/measure.hpp"

namespace daedalus {

// Angles are wrapped here whatever the bodies.
template <class S>
S measure_between(const Measure& y, const Frame<S>& P, const Frame<S>& Q) {
  using std::atan2, std::sqrt;
  const Vec<S, 3> d = P.x - Q.x;
  const auto dot = [](const Vec<S, 3>& a, const Vec<S, 3>& b) { return S(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]); };
  const auto X = [](const Frame<S>& frame, int axis) { return Vec<S, 3>(frame.axes.col(axis)); };
  using enum MeasureKind;
  switch (y.kind) {
    case gap_x:
    case gap_y:
    case gap_z: return d[static_cast<int>(y.kind) - static_cast<int>(gap_x)];
    case along_x:
    case along_y:
    case along_z: return dot(X(Q, static_cast<int>(y.kind) - static_cast<int>(along_x)), d);
    case cosine: return dot(X(P, y.i), X(Q, y.j));
    case distance: return sqrt(dot(d, d));
    case distance_squared: return dot(d, d);
    case angle_x: return atan2(S(-dot(X(P, 2), X(Q, 1))), dot(X(P, 2), X(Q, 2)));
    case angle_y: return atan2(dot(X(P, 2), X(Q, 0)), dot(X(P, 2), X(Q, 2)));
    case angle_z: return atan2(dot(X(P, 0), X(Q, 1)), dot(X(P, 0), X(Q, 0)));
    case azimuth: return atan2(dot(X(Q, 1), d), dot(X(Q, 0), d));
    case clearance: return dot(X(Q, 2), d) - apply(*y.curve, dot(X(Q, 0), d));
    case rim_clearance: {
      const S c = dot(X(P, 2), X(Q, 2));
      return dot(X(Q, 2), d) - y.radius * sqrt(1.0 - c * c);
    }
    case yaw: return atan2(S(-dot(X(P, 1), X(Q, 0))), dot(X(P, 1), X(Q, 1)));
    case roll: {
      const S a = dot(X(P, 1), X(Q, 0)), b = dot(X(P, 1), X(Q, 1));
      return atan2(dot(X(P, 1), X(Q, 2)), S(sqrt(a * a + b * b)));
    }
    case pitch: return atan2(S(-dot(X(P, 0), X(Q, 2))), dot(X(P, 2), X(Q, 2)));
    case wheel_clearance: {
      const S c = dot(X(P, 1), X(Q, 2)), root = sqrt(1.0 - c * c);
      const S e = y.side * (dot(X(Q, 1), d) + y.radius * c * dot(X(P, 1), X(Q, 1)) / root);
      return dot(X(Q, 2), d) - y.radius * root - apply(*y.curve, e);
    }
  }
  return S(0.0);
}

}  // namespace daedalus
