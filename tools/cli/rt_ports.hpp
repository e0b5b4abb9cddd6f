// rt_ports.hpp: the ports of a run in real time as they are asked for on the command line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/realtime/input_gate.hpp"
#include "daedalus/realtime/signal_port.hpp"
#include "daedalus/realtime/signal_table.hpp"
#include "daedalus/realtime/udp_port.hpp"

namespace daedalus::cli {

struct PortRequest {
  std::string udp;            // '[ADDRESS:]PORT'; "": none
  std::string shared_memory;  // name; "": none
  int packets_per_tick = UdpOptions{}.packets_per_tick;
  std::vector<std::string> signals;  // patterns of outputs
  bool wanted() const { return !udp.empty() || !shared_memory.empty(); }
};

// Each port has a gate of its own: sequences are those of one sender.
struct Ports {
  std::vector<std::unique_ptr<InputGate>> gates;
  std::vector<std::unique_ptr<SignalPort>> ports;
  std::vector<std::string> warnings;

  std::vector<SignalPort*> all() const;
};

// What they receive goes to `inputs`. Throws OptionError. Table and inputs outlive the ports.
Ports open_ports(const PortRequest& request, const SignalTable& table, InputValues& inputs);

}  // namespace daedalus::cli
