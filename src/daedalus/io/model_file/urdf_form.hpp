// urdf_form.hpp: the keys `urdf:` and `mjcf:` of a model file: a name, or a mapping. That of `urdf:` also says how the
// robot stands; MJCF files say it themselves.
#pragma once

#include <string>

#include "daedalus/io/model_file/body_types.hpp"

namespace daedalus::model_file {

struct UrdfForm {
  enum class Base { fixed, free };
  enum class Limits { checked, stops };
  std::string file;
  Base base = Base::fixed;
  Limits limits = Limits::checked;
  Vec3 position = Vec3::Zero();
  OrientationForm orientation;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("file", file, Field{.required = true}, "the URDF file, relative to this file");
    v("base", base, Choices<Base>{{"fixed", Base::fixed}, {"free", Base::free}},
      "whether the root link is fixed or free");
    v("limits", limits, Choices<Limits>{{"checked", Limits::checked}, {"stops", Limits::stops}},
      "joint limits: only checked at the start, or stops that reach the effort limit 0.01 rad or m beyond them");
    v("position", position, Field{.unit = "m"}, "initial position of the root link in the world");
    v("orientation", orientation, Field{}, "initial orientation of the root link in the world");
  }
};

struct MjcfForm {
  std::string file;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("file", file, Field{.required = true}, "the MJCF file, relative to this file");
  }
};

}  // namespace daedalus::model_file
