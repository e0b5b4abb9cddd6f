// model_parts.hpp: parts of a model by their names, and the words with which a text is refused.
#pragma once

#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "support/bad_files.hpp"

namespace daedalus::testing {

// The message with which a text is refused; "" and a failure when it is accepted.
inline std::string refusal(const std::string& text, const std::string& name, const ModelFileLimits& limits = {}) {
  try {
    (void)read_model_text(text, name, {}, limits);
  } catch (const ModelError& error) {
    return error.what();
  }
  ADD_FAILURE() << "this text is accepted:\n" << text;
  return "";
}

inline const Body& body_of(const Model& model, const std::string& name) {
  for (const Body& body : model.bodies())
    if (body.name == name) return body;
  throw std::out_of_range("no body " + name);
}
inline const Marker& marker_of(const Model& model, const std::string& name) {
  for (const Marker& marker : model.markers())
    if (marker.name == name) return marker;
  throw std::out_of_range("no marker " + name);
}
inline const Joint& joint_of(const Model& model, const std::string& name) {
  for (const Joint& joint : model.joints())
    if (joint.name == name) return joint;
  throw std::out_of_range("no joint " + name);
}

inline std::string notes_of(const Model& model) {
  std::string text;
  for (const std::string& note : model.notes()) text += note + "\n";
  return text;
}

inline void expect_near(const Vec3& value, const Vec3& expected) {
  EXPECT_LE((value - expected).norm(), 1e-15) << value.transpose() << ", expected " << expected.transpose();
}

}  // namespace daedalus::testing
