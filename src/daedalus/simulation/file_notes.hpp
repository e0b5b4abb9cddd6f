// file_notes.hpp: what a result file says about where it comes from.
#pragma once

#include "daedalus/integrate/integration.hpp"
#include "daedalus/io/channel_writer.hpp"
#include "daedalus/simulation/mechanism.hpp"

namespace daedalus {

FileNotes make_notes(const Mechanism& mechanism, const Method& method, const IntegrationOptions& integration);

}  // namespace daedalus
