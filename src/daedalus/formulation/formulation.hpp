// formulation.hpp: from a model to equations and channels, by the name of a formulation.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/model/model.hpp"
#include "daedalus/result/channels.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

std::vector<std::string_view> formulation_names();

// Throws OptionError for an unknown name, with the known ones.
std::unique_ptr<System> make_system(const Model& model, const std::string& formulation = "cartesian");

// Named signals of a model; `system` was made of the same model and outlives them.
std::unique_ptr<ChannelSource> make_channels(const Model& model, const System& system);

}  // namespace daedalus
