// scene.hpp: a model as a page draws it: bodies with shapes, markers and places; joints, springs, roads, arrows.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "daedalus/io/page/scene_motion.hpp"

namespace daedalus {

// The `model` of a header (viewer/src/data.ts). The derived columns of `motion` begin at `first_derived`; all rows have
// gone through it, so that roads are as long as the run was.
nlohmann::ordered_json scene_json(const Model& model, const SceneMotion& motion, std::size_t first_derived);

// The `defaults` of a header: camera, traces and plots as the model suggests. Null when it suggests none.
nlohmann::ordered_json view_json(const Model& model);

}  // namespace daedalus
