// track_form.hpp: an entry of `tracks:`, a railway line made of segments.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/io/model_file/mapping_reader.hpp"
#include "daedalus/model/track/track.hpp"

namespace daedalus::model_file {

struct SegmentForm {
  double length = 0;
  std::optional<double> curvature, cant, slope;
  RampShape shape = RampShape::quintic;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("length", length, Field{.unit = "m", .range = positive(), .required = true}, "length in plan");
    v("curvature", curvature, Field{.unit = "1/m"}, "at the end, positive to the left [as at the start]");
    v("cant", cant, Field{.unit = "rad"}, "at the end, positive where the left rail is higher [as at the start]");
    v("slope", slope, Field{}, "dz/ds at the end, positive uphill [as at the start]");
    v("shape", shape, Choices<RampShape>{{"quintic", RampShape::quintic}, {"linear", RampShape::linear}},
      "how the values change along the segment: with continuous second derivatives, or linearly (clothoid)");
  }
};

struct SegmentsForm {
  std::vector<SegmentForm> all;
};

struct TrackForm {
  double curvature = 0, cant = 0, slope = 0;
  SegmentsForm segments;
  FunctionPtr lateral, vertical, roll;
  double gauge = 0;
  std::optional<double> drawn_from, drawn_to;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("curvature", curvature, Field{.unit = "1/m"}, "at the start, positive to the left");
    v("cant", cant, Field{.unit = "rad"}, "at the start, positive where the left rail is higher");
    v("slope", slope, Field{}, "dz/ds at the start, positive uphill");
    v("segments", segments, Field{},
      "the line from s = 0 on, segment by segment; before and behind it the values stay");
    v("lateral", lateral, Field{.unit = "m", .variable = "x"},
      "irregularity to the left, a function of the distance x");
    v("vertical", vertical, Field{.unit = "m", .variable = "x"}, "irregularity upward, a function of the distance x");
    v("roll", roll, Field{.unit = "rad", .variable = "x"}, "irregularity of the cant, a function of the distance x");
    v("gauge", gauge, Field{.unit = "m", .range = at_least(0)}, "distance of the rails that are drawn; 0: none");
    v("drawn_from", drawn_from, Field{.unit = "m"}, "where the drawn rails begin [0]");
    v("drawn_to", drawn_to, Field{.unit = "m"}, "where the drawn rails end [end of the last segment]");
  }
};

}  // namespace daedalus::model_file
