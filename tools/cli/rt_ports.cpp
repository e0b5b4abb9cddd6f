#include "rt_ports.hpp"

#include <fmt/format.h>

#include <charconv>

#include "daedalus/base/errors.hpp"
#include "daedalus/realtime/shared_memory_port.hpp"

namespace daedalus::cli {
namespace {

UdpOptions parse_address(const std::string& text) {
  UdpOptions options;
  const std::size_t colon = text.rfind(':');
  const std::string number = colon == text.npos ? text : text.substr(colon + 1);
  if (colon != text.npos) options.address = text.substr(0, colon);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), options.port);
  if (error != std::errc() || end != number.data() + number.size() || options.port < 0 || options.port > 65535)
    throw OptionError(
        fmt::format("--udp {}: expected a port from 0 to 65535, optionally with an address, for example  --udp 5005  "
                    "or  --udp 127.0.0.1:5005.",
                    text));
  return options;
}

}  // namespace

std::vector<SignalPort*> Ports::all() const {
  std::vector<SignalPort*> pointers;
  for (const auto& port : ports) pointers.push_back(port.get());
  return pointers;
}

Ports open_ports(const PortRequest& request, const SignalTable& table, InputValues& inputs) {
  Ports opened;
  const auto gate = [&]() -> InputGate& { return *opened.gates.emplace_back(std::make_unique<InputGate>(inputs)); };
  if (!request.udp.empty()) {
    UdpOptions options = parse_address(request.udp);
    options.packets_per_tick = request.packets_per_tick;
    opened.ports.push_back(std::make_unique<UdpPort>(options, table, gate()));
    if (!options.address.starts_with("127."))
      opened.warnings.push_back(
          fmt::format("{} is reachable from other machines: packets are not authenticated, so anyone who can reach it "
                      "can set the inputs.",
                      opened.ports.back()->address()));
  }
  if (!request.shared_memory.empty())
    opened.ports.push_back(std::make_unique<SharedMemoryPort>(request.shared_memory, table, gate()));
  return opened;
}

}  // namespace daedalus::cli
