// view_form.hpp: the key `view:` of a model file: how the author would like runs to be shown.
#pragma once

#include <string>
#include <vector>

#include "daedalus/io/model_file/mapping_reader.hpp"

namespace daedalus::model_file {

struct PlotForm {
  std::string title, x;
  NamesForm y;
  bool log_x = false, log_y = false;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("title", title, Field{}, "title of the plot");
    v("x", x, Field{}, "channel of the horizontal axis [time]");
    v("y", y, Field{.required = true}, "channels of the vertical axis");
    v("log_x", log_x, Field{}, "true: a logarithmic horizontal axis");
    v("log_y", log_y, Field{}, "true: a logarithmic vertical axis");
  }
};

struct PlotsForm {
  std::vector<PlotForm> all;
};

struct ViewForm {
  enum class Camera { chosen, space, chase, side, top, xy, xz, yz } camera = Camera::chosen;
  NameForm follow;
  NamesForm traces;
  double speed = 0;
  PlotsForm plots;

  static Choices<Camera> cameras() {
    return {{"3d", Camera::space}, {"chase", Camera::chase}, {"side", Camera::side}, {"top", Camera::top},
            {"xy", Camera::xy},    {"xz", Camera::xz},       {"yz", Camera::yz}};
  }
  template <class Visitor>
  void describe(Visitor&& v) {
    v("camera", camera, cameras(),
      "3d; chase, side, top: relative to the followed body; or the plane to view [automatic]");
    v("follow", follow, Field{}, "body kept in the center of the view");
    v("traces", traces, Field{}, "markers (crank.tip) or bodies whose paths are drawn");
    v("speed", speed, Field{.range = at_least(0)}, "playback speed, simulated time per real time; 0: automatic");
    v("plots", plots, Field{}, "plots of channels");
  }
};

}  // namespace daedalus::model_file
