// file_notes.hpp: what a result file says about where it comes from.
#pragma once

#include "daedalus/integrate/integration.hpp"
#include "daedalus/io/channel_writer.hpp"
#include "subject.hpp"

namespace daedalus::cli {

FileNotes make_notes(const Subject& subject, const Method& method, const IntegrationOptions& integration);

}  // namespace daedalus::cli
