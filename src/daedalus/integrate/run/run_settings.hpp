// run_settings.hpp: what a run is of and how it is computed. A checkpoint goes on only where all of it is the same.
#pragma once

#include "daedalus/integrate/integration.hpp"
#include "daedalus/result/result.hpp"

namespace daedalus {

// 'h', 'rtol', 'atol', 'control.safety', and the options of the method by their names.
std::vector<OptionSetting> settings_of(const Method& method, const IntegrationOptions& options);

// Throws OptionError that names everything that differs.
void require_same_run(const Checkpoint& checkpoint, const System& system, const Method& method,
                      const IntegrationOptions& options);

}  // namespace daedalus
