// track.hpp: a railway line, a curve in space with a frame at every distance s along it.
//
// s is chainage: arc length in plan, not along slopes. Given are, over s,
//   κ(s)  curvature in plan, 1/m, positive to the left        i(s)  slope dz/ds, positive uphill
//   φ(s)  cant, rad, positive where the left rail is higher
// piecewise: each segment leads from the values at its start to those at its end by
//   c(s) = c₀ + (c₁ − c₀) σ(u),  u = (s − s₀)/L,     σ = u  (a clothoid), or  σ = u³ (10 − 15 u + 6 u²)  (C² curvature)
// Before the first segment and behind the last one the values stay. Heading and height have closed forms,
//   ψ = ∫κ ds = ψ₀ + c₀ (s − s₀) + (c₁ − c₀) L Σ(u),    Σ = u²/2  or  5/2 u⁴ − 3 u⁵ + u⁶
// and so does the position x = ∫cos ψ ds, y = ∫sin ψ ds where κ is constant:
//   an arc of length ℓ: chord ℓ sin(κℓ/2)/(κℓ/2) in the direction ψ₀ + κℓ/2.
// Elsewhere it is a Gauss quadrature of 8 points from the last of the knots that were tabulated when the track was
// made, over at most 0.2 rad of heading: its error is that of rounding (test: PositionsMatchAnIndependentQuadrature).
//
// The frame: x along the track, y to the left, z up;  A = Rz(ψ) Ry(−atan i) Rx(φ). Irregularities displace it along its
// own y and z and roll it. All derivatives with respect to s are exact.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/model/functions/time_breaks.hpp"

namespace daedalus {

enum class RampShape { quintic, linear };

struct TrackValues {
  double curvature = 0, cant = 0, slope = 0;  // 1/m, rad, 1
};

struct TrackSegment {
  double length = 0;  // m
  TrackValues end;    // at the start: those at the end of the segment before
  RampShape shape = RampShape::quintic;
};

// Deviations of the rails from the line, functions of s; none: zero.
struct TrackIrregularities {
  FunctionPtr lateral, vertical, roll;  // m, m, rad
};

// Whether a frame on a track takes part in the irregularities of the rails, or follows the ideal line.
enum class TrackFollows { rails, line };

template <class S>
struct MovingPose {
  Vec<S, 3> x;
  Mat<S, 3, 3> A;
};

class Track {
 public:
  // Throws ModelError when a length or a value is unusable.
  Track(TrackValues start, const std::vector<TrackSegment>& segments, TrackIrregularities irregularities = {});

  double length() const { return length_; }

  // The frame along a motion s(t).
  MovingPose<Jet2<double>> pose(const Jet2<double>& s, TrackFollows follows) const;

  double heading(double s) const;  // rad
  double curvature(double s, int order = 0) const;
  Vec3 position(double s) const;  // of the ideal line

  // Distances where the curvature, the cant or the slope of the track begins to change from a straight line, and those
  // where an acceleration of a frame that follows it jumps.
  const std::vector<double>& starts() const { return starts_; }
  const std::vector<double>& jumps() const { return jumps_; }

 private:
  struct Piece {
    double start = 0, length = 0;
    TrackValues from, change;
    RampShape shape = RampShape::quintic;
    double heading = 0, height = 0;  // at the start
    double step = 0;                 // between knots
    std::vector<Vec3> knots;         // positions in plan, from the start of the piece on

    double heading_at(double s) const;
  };

  const Piece& piece_at(double s) const;
  static Vec3 plan_from(const Piece& piece, const Vec3& start, double from, double to);
  void tabulate(Piece& piece, Vec3& position) const;
  void find_breaks();

  std::vector<Piece> pieces_;  // ascending; the first and the last one without end
  TrackIrregularities irregularities_;
  double length_ = 0;
  std::vector<double> starts_, jumps_;
};

using TrackPtr = std::shared_ptr<const Track>;

// The times at which a frame at s(t) passes those distances.
void list_breaks(const Track& track, const FunctionPtr& at, double t_start, TimeBreaks& breaks);

}  // namespace daedalus
