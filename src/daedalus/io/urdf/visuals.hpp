// visuals.hpp: what a link looks like: its <visual> elements as shapes of a body.
//
// A robot moves whatever it looks like: what cannot be drawn is told in a note of the model, and never an error.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "daedalus/io/model_file/mesh_store.hpp"
#include "daedalus/io/urdf/urdf_robot.hpp"
#include "daedalus/io/urdf/xml_element.hpp"

namespace daedalus::urdf {

Visual read_visual(const XmlElement& element, Materials& materials);

// <material name="blue"><color rgba="0 0 1 1"/></material>; the name of the material, "" if it has none.
std::string read_material(const XmlElement& element, Materials& materials, std::string& color);

// The shape of a visual on a body where its link is. No shape: `why_not` says why.
std::optional<Shape> make_shape(const Visual& visual, const Pose& link_on_body, const Materials& materials,
                                const std::filesystem::path& urdf_file, model_file::MeshStore& meshes,
                                std::string& why_not);

}  // namespace daedalus::urdf
