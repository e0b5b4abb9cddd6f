// rt_report.hpp: what a run in real time tells beyond the report of every run: deadlines, latencies, signals.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daedalus/realtime/session.hpp"
#include "rt_ports.hpp"

namespace daedalus::cli {

std::string rt_text(const SessionResult& session, const SessionOptions& options, const Ports& ports,
                    const Recorder& recorder);
nlohmann::ordered_json rt_json(const SessionResult& session, const SessionOptions& options, const Ports& ports,
                               const Recorder& recorder);

// One line for a soak, without its end.
std::string soak_line(const SessionProgress& progress, double h);

}  // namespace daedalus::cli
