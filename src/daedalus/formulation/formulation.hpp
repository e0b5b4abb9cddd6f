// formulation.hpp: from a model to equations and channels, by the name of a formulation.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/formulation/model_system.hpp"
#include "daedalus/result/channels.hpp"

namespace daedalus {

std::vector<std::string_view> formulation_names();

// Throws OptionError for an unknown name, with the known ones.
std::unique_ptr<ModelSystem> make_system(const Model& model, const std::string& formulation = "cartesian");

// Named signals of a model; `system` outlives them.
std::unique_ptr<ChannelSource> make_channels(const ModelSystem& system);

}  // namespace daedalus
