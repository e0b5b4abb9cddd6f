// The section `tracks:`, and bodies that travel along a track.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/io/model_file/model_reader.hpp"

namespace daedalus::model_file {

bool ModelReader::read(const Node& node, const std::string& key, SegmentsForm& out, const Field&) {
  if (node.kind != Node::Kind::list) {
    values_.unexpected_kind(node, key, "a list", "segments: [{length: 50}, {length: 20, curvature: 0.002}]");
    return false;
  }
  bool ok = true;
  for (const NodePtr& item : node.items)
    ok = read_mapping(*item, fmt::format("{}[{}]", key, out.all.size()), out.all.emplace_back()) && ok;
  return ok;
}

bool ModelReader::read_track(Element& element) {
  if (!expect_mapping(element)) return false;
  MappingReader map = open(element, "a track");
  TrackForm form;
  form.describe(FieldReader(*this, map));
  if (!map.finish()) return false;
  const TrackValues start{form.curvature, form.cant, form.slope};
  TrackValues now = start;
  std::vector<TrackSegment> segments;
  for (const SegmentForm& segment : form.segments.all) {
    now = {segment.curvature.value_or(now.curvature), segment.cant.value_or(now.cant),
           segment.slope.value_or(now.slope)};
    segments.push_back({segment.length, now, segment.shape});
  }
  try {
    tracks_.emplace(element.name, std::make_shared<const Track>(
                                      start, segments, TrackIrregularities{form.lateral, form.vertical, form.roll}));
  } catch (const ModelError& error) {
    values_.problem(element.place, error.what());
    return false;
  }
  draw_rails(element.name, form);
  return true;
}

// A body of their own that does not move: pages do not count it as a part of the mechanism when they choose the view.
void ModelReader::draw_rails(const std::string& name, const TrackForm& form) {
  constexpr double most_points = 1000, rail_width = 0.07;
  const Track& track = *tracks_.at(name);
  const double from = form.drawn_from.value_or(0), to = form.drawn_to.value_or(track.length());
  if (form.gauge == 0 || !(to > from)) return;
  const double points = std::min(most_points, std::ceil((to - from) / 2));  // every 2 m
  const BodyId rails = builder_.body({.name = name + "_rails", .kind = BodyKind::prescribed});
  builder_.color(rails, "#777777");
  for (const double side : {-0.5, 0.5}) {
    Shape rail{.kind = ShapeKind::polyline};
    rail.radius = rail_width / 2;
    for (int k = 0; k <= static_cast<int>(points); ++k) {
      const auto [x, A] = track.pose(Jet2<double>(from + (to - from) * k / points), TrackFollows::rails);
      const Vec<Jet2<double>, 3> at = x + A.col(1) * Jet2<double>(side * form.gauge);
      rail.points.emplace_back(at[0].value, at[1].value, at[2].value - rail.radius);
    }
    builder_.shape(rails, std::move(rail));
  }
}

bool ModelReader::read(const Node& node, const std::string& key, MotionForm& out, const Field&) {
  if (!read_mapping(node, key, out)) return false;
  if (out.along.text.empty()) {
    if (!out.at) return true;
    values_.problem(node.place, fmt::format("{}.at is given without {}.along.", key, key),
                    "Name the track along which the body travels, for example  along: main_line.");
    return false;
  }
  const auto track = tracks_.find(out.along.text);
  if (track != tracks_.end()) {
    out.track = track->second;
    return true;
  }
  if (is_broken(out.along.text)) return false;
  std::vector<std::string_view> names;
  for (const auto& [name, value] : tracks_) names.push_back(name);
  values_.problem(out.along.place,
                  fmt::format("unknown track {}.{}", shown(out.along.text), did_you_mean(out.along.text, names)),
                  "Tracks are defined in the section  tracks.");
  return false;
}

}  // namespace daedalus::model_file
