// scene_motion.hpp: where the bodies of a model are and which forces act, from the channels of a result, row by row.
//
// The channels give the center of mass r and the orientation of every body (formulation/model_channels.hpp); a page
// wants the frame, x = r - A c. A body without these channels in the result cannot be drawn. Forces become vectors in
// world axes:
//
// The modal coordinates of a flexible body are columns too, so that the page can bend it; without their channels in the
// result it is drawn rigid.
//
//   joint         its reaction on P
//   frame law     its force on P
//   measure law   -F ∂y/∂x_P,  where the measure y is a length
#pragma once

#include <span>
#include <string>
#include <vector>

#include "daedalus/io/page/page_table.hpp"
#include "daedalus/model/model.hpp"
#include "daedalus/result/channels.hpp"

namespace daedalus {

class SceneMotion {
 public:
  // `columns` are those of the result.
  SceneMotion(const Model& model, const std::vector<ChannelInfo>& columns);

  struct Arrow {
    std::string name;
    bool is_reaction = false;
    MarkerId at = -1;
    std::size_t first = 0;  // of three derived columns
  };
  struct Road {
    std::string name;
    Measure measure;           // with the curve of the road
    double low = 0, high = 0;  // x of P in the frame of Q: how far the run came
    bool is_known = false;
  };

  // Seven per body that is drawn, then one per mode of one that bends; three per arrow.
  const std::vector<PageColumn>& derived() const { return derived_; }
  void derive(std::span<const double> row, double* values);

  bool are_drawn(const Between& ends) const;
  bool is_drawn(BodyId body) const { return bodies_[body].is_drawn; }
  bool has_columns(BodyId body) const { return bodies_[body].has_columns; }
  std::size_t first_column(BodyId body) const { return bodies_[body].first; }
  bool bends(BodyId body) const { return !bodies_[body].modes.empty(); }
  std::size_t first_mode(BodyId body) const { return bodies_[body].first + 7; }
  const std::vector<Arrow>& arrows() const { return arrows_; }
  const std::vector<Road>& roads() const { return roads_; }
  std::size_t arrows_left_out() const { return arrows_left_out_; }

 private:
  struct DrawnBody {
    bool is_drawn = false, has_columns = false;
    std::size_t first = 0;                           // derived columns
    std::size_t position[3] = {}, rotation[4] = {};  // columns of the result; rotation[0] alone for an angle
    std::vector<std::size_t> modes;                  // likewise
    Vec3 x = Vec3::Zero();                           // of the last row
    Vec4 p = {1, 0, 0, 0};
    Mat3 A = Mat3::Identity();
  };
  struct Source {                // of an arrow
    std::size_t column[3] = {};  // of the result; the first alone when there is a measure
    Measure measure;
    bool along_measure = false;
    double sign = 1;  // of the column against a pull
  };

  void find_bodies(const std::vector<ChannelInfo>& columns);
  void find_arrows(const std::vector<ChannelInfo>& columns);
  void add_arrow(const std::string& name, bool is_reaction, MarkerId at, const Source& source);
  void place(DrawnBody& body, const Body& data, std::span<const double> row) const;
  Vec3 point(MarkerId id) const;
  Vec3 axis(MarkerId id, int k) const;
  Vec3 gradient(const Measure& measure) const;  // ∂y/∂x_P
  double along_road(const Measure& measure) const {
    return axis(measure.Q, 0).dot(point(measure.P) - point(measure.Q));
  }
  const DrawnBody& body_of(MarkerId id) const;

  Model model_;
  std::vector<DrawnBody> bodies_;
  std::vector<PageColumn> derived_;
  std::vector<Arrow> arrows_;
  std::vector<Source> sources_;
  std::vector<Road> roads_;
  std::size_t arrows_left_out_ = 0;
};

}  // namespace daedalus
