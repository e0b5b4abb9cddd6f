#include "daedalus/model/track/track.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

using J = Jet2<double>;
constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double turn_between_knots = 0.2;  // rad

// Gauss-Legendre, 8 points on (−1, 1).
constexpr std::array<double, 4> gauss_abscissae = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                                   0.9602898564975363};
constexpr std::array<double, 4> gauss_weights = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                                 0.1012285362903763};

// σ and its derivatives with respect to u; order −1 is Σ. The shape ends at u = 0 and u = 1.
double ramp(RampShape shape, double u, int order) {
  if (shape == RampShape::linear) {
    const double terms[] = {u * u / 2, u, 1, 0};
    return terms[order + 1];
  }
  const double terms[] = {u * u * u * u * (2.5 + u * (u - 3)), u * u * u * (10 + u * (6 * u - 15)),
                          30 * u * u * (1 - u) * (1 - u), 60 * u * (1 - u) * (1 - 2 * u)};
  return terms[order + 1];
}

// sin(x)/x
double sinc(double x) { return std::abs(x) < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x; }

Mat<J, 3, 3> turn(int axis, const J& angle) {
  const J c = cos(angle), s = sin(angle);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  Mat<J, 3, 3> R = Mat<J, 3, 3>::Constant(J(0.0));
  R(axis, axis) = J(1.0);
  R(i, i) = c;
  R(j, j) = c;
  R(i, j) = -s;
  R(j, i) = s;
  return R;
}

void require_smooth(const FunctionPtr& irregularity, const char* name) {
  if (!irregularity) return;
  for (const double s : irregularity->turning_points())
    for (int order = 0; order < 2; ++order)
      if (jumps_at(*irregularity, s, order))
        throw ModelError(
            fmt::format("the {} irregularity ({}) has {} at s = {:g} m, which a wheel cannot follow.\n"
                        "  Use a cubic spline: a table with  interpolation: cubic, ends: clamped.",
                        name, irregularity->text(), order == 0 ? "a jump" : "an edge", s));
}

}  // namespace

double Track::Piece::heading_at(double s) const {
  const double d = s - start;
  const double changed = change.curvature == 0 ? 0 : change.curvature * length * ramp(shape, d / length, -1);
  return heading + from.curvature * d + changed;
}

Track::Track(TrackValues start, const std::vector<TrackSegment>& segments, TrackIrregularities irregularities)
    : irregularities_(std::move(irregularities)) {
  const auto is_sound = [](const TrackValues& values) {
    return std::isfinite(values.curvature) && std::isfinite(values.cant) && std::isfinite(values.slope);
  };
  if (!is_sound(start)) throw ModelError("curvature, cant and slope of a track must be finite numbers.");
  require_smooth(irregularities_.lateral, "lateral");
  require_smooth(irregularities_.vertical, "vertical");
  require_smooth(irregularities_.roll, "roll");

  pieces_.push_back({.start = 0, .length = endless, .from = start, .change = {}, .knots = {Vec3::Zero()}});
  double s = 0, heading = 0, height = 0;
  Vec3 position = Vec3::Zero();
  TrackValues now = start;
  for (const TrackSegment& segment : segments) {
    if (!(segment.length > 0) || !std::isfinite(segment.length) || !is_sound(segment.end))
      throw ModelError(
          fmt::format("segment {} of a track: its length must be positive and its values finite.", pieces_.size() - 1));
    const TrackValues& end = segment.end;
    Piece piece{.start = s, .length = segment.length, .from = now, .change = {}, .shape = segment.shape};
    piece.change = {end.curvature - now.curvature, end.cant - now.cant, end.slope - now.slope};
    piece.heading = heading;
    piece.height = height;
    tabulate(piece, position);
    s += segment.length;
    heading = piece.heading_at(s);
    height += segment.length * (now.slope + piece.change.slope * ramp(segment.shape, 1, -1));
    now = end;
    pieces_.push_back(std::move(piece));
  }
  length_ = s;
  pieces_.push_back({.start = s, .length = endless, .from = now, .change = {}, .knots = {position}});
  pieces_.back().heading = heading;
  pieces_.back().height = height;
  find_breaks();
}

Vec3 Track::plan_from(const Piece& piece, const Vec3& start, double from, double to) {
  const double d = to - from;
  if (piece.change.curvature == 0) {
    const double half = piece.from.curvature * d / 2, chord = d * sinc(half), way = piece.heading_at(from) + half;
    return start + chord * Vec3(std::cos(way), std::sin(way), 0);
  }
  Vec3 sum = start;
  for (std::size_t k = 0; k < gauss_abscissae.size(); ++k)
    for (const double sign : {-1.0, 1.0}) {
      const double heading = piece.heading_at(from + d / 2 * (1 + sign * gauss_abscissae[k]));
      sum += d / 2 * gauss_weights[k] * Vec3(std::cos(heading), std::sin(heading), 0);
    }
  return sum;
}

void Track::tabulate(Piece& piece, Vec3& position) const {
  const double steepest =
      std::max(std::abs(piece.from.curvature), std::abs(piece.from.curvature + piece.change.curvature));
  const double panels =
      piece.change.curvature == 0 ? 1 : std::max(4.0, std::ceil(steepest * piece.length / turn_between_knots));
  if (panels > 1e6) throw ModelError("a transition of a track turns by more than 2e5 rad.");
  piece.step = piece.length / panels;
  for (int k = 0; k < static_cast<int>(panels); ++k) {
    piece.knots.push_back(position);
    position = plan_from(piece, position, piece.start + k * piece.step, piece.start + (k + 1) * piece.step);
  }
}

const Track::Piece& Track::piece_at(double s) const {
  if (s < 0) return pieces_.front();
  const auto behind = std::upper_bound(pieces_.begin() + 1, pieces_.end(), s,
                                       [](double at, const Piece& piece) { return at < piece.start; });
  return behind == pieces_.begin() + 1 ? pieces_.front() : *(behind - 1);
}

double Track::heading(double s) const { return piece_at(s).heading_at(s); }

double Track::curvature(double s, int order) const {
  const Piece& piece = piece_at(s);
  const double value = order == 0 ? piece.from.curvature : 0;
  if (piece.change.curvature == 0) return value;
  return value + piece.change.curvature * ramp(piece.shape, (s - piece.start) / piece.length, order) /
                     std::pow(piece.length, order);
}

Vec3 Track::position(double s) const {
  const Piece& piece = piece_at(s);
  std::size_t knot = 0;
  if (piece.knots.size() > 1)
    knot = std::min(piece.knots.size() - 1, static_cast<std::size_t>((s - piece.start) / piece.step));
  Vec3 at = plan_from(piece, piece.knots[knot], piece.start + static_cast<double>(knot) * piece.step, s);
  const double d = s - piece.start;
  at[2] = piece.height + piece.from.slope * d;
  if (piece.change.slope != 0) at[2] += piece.change.slope * piece.length * ramp(piece.shape, d / piece.length, -1);
  return at;
}

MovingPose<J> Track::pose(const J& s, TrackFollows follows) const {
  const Piece& piece = piece_at(s.value);
  const auto along = [&](double from, double change) {  // c(s) on the jet
    if (change == 0) return J(from);
    const double u = (s.value - piece.start) / piece.length, L = piece.length;
    return J::chain(from + change * ramp(piece.shape, u, 0), change * ramp(piece.shape, u, 1) / L,
                    change * ramp(piece.shape, u, 2) / (L * L), s);
  };
  const double psi = piece.heading_at(s.value), c = std::cos(psi), sine = std::sin(psi);
  const double kappa = curvature(s.value), kappa_s = curvature(s.value, 1);
  const J heading = J::chain(psi, kappa, kappa_s, s);
  const J slope = along(piece.from.slope, piece.change.slope);
  J cant = along(piece.from.cant, piece.change.cant);
  const double slope_s =
      piece.change.slope == 0
          ? 0
          : piece.change.slope * ramp(piece.shape, (s.value - piece.start) / piece.length, 1) / piece.length;
  const Vec3 at = position(s.value);
  MovingPose<J> pose;
  pose.x = {J::chain(at[0], c, -kappa * sine, s), J::chain(at[1], sine, kappa * c, s),
            J::chain(at[2], slope.value, slope_s, s)};
  const auto deviation = [&](const FunctionPtr& f) {
    return f && follows == TrackFollows::rails ? apply(*f, s) : J(0.0);
  };
  cant += deviation(irregularities_.roll);
  pose.A = turn(2, heading);
  if (slope.value != 0 || slope_s != 0) pose.A = Mat<J, 3, 3>(pose.A * turn(1, -atan(slope)));
  pose.A = Mat<J, 3, 3>(pose.A * turn(0, cant));
  pose.x += pose.A * Vec<J, 3>(J(0.0), deviation(irregularities_.lateral), deviation(irregularities_.vertical));
  return pose;
}

void Track::find_breaks() {
  for (std::size_t k = 1; k + 1 < pieces_.size(); ++k) {
    const Piece &piece = pieces_[k], &next = pieces_[k + 1];
    const auto changes = [](const Piece& p) {
      return p.change.curvature != 0 || p.change.cant != 0 || p.change.slope != 0;
    };
    if (changes(piece) && !changes(pieces_[k - 1]) && piece.from.curvature == 0) starts_.push_back(piece.start);
    const auto is_sharp = [&](const Piece& p) { return changes(p) && p.shape == RampShape::linear; };
    if (k == 1 && is_sharp(piece)) jumps_.push_back(piece.start);
    if (is_sharp(piece) || is_sharp(next)) jumps_.push_back(next.start);
  }
  for (const FunctionPtr& f : {irregularities_.lateral, irregularities_.vertical, irregularities_.roll}) {
    if (!f) continue;
    for (const double s : f->turning_points())
      if (jumps_at(*f, s, 2)) jumps_.push_back(s);
  }
  std::sort(jumps_.begin(), jumps_.end());
  jumps_.erase(std::unique(jumps_.begin(), jumps_.end()), jumps_.end());
}

void list_breaks(const Track& track, const FunctionPtr& at, double t_start, TimeBreaks& breaks) {
  if (!at) return;
  const double s0 = at->derivative(t_start, 0), speed = at->derivative(t_start, 1);
  bool is_steady = speed != 0;  // as far as a few looks can tell
  for (const double after : {0.37, 1.0, 7.3, 61.0}) {
    const double s = at->derivative(t_start + after, 0), expected = s0 + speed * after;
    is_steady = is_steady && std::abs(s - expected) <= 1e-12 * (1 + std::abs(s0) + std::abs(expected));
  }
  const auto add = [&](const std::vector<double>& distances, bool jumps) {
    for (const double s : distances) {
      if (is_steady) breaks.add(TimeBreaks::Break{t_start + (s - s0) / speed, jumps});
      else breaks.add([at, s](double t) { return at->derivative(t, 0) - s; });
    }
  };
  add(track.starts(), false);
  add(track.jumps(), true);
}

}  // namespace daedalus
