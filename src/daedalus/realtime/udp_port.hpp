// udp_port.hpp: inputs and outputs as datagrams (packet.hpp). Outputs go to whoever opened the last session by a
// describe packet.
//
// A tick reads at most `packets_per_tick` datagrams; what comes faster waits in a small buffer of the operating system
// and is then dropped there, which it counts. One description is sent per tick, followed by the latest outputs.
#pragma once

#include <netinet/in.h>

#include <cstddef>
#include <string>
#include <vector>

#include "daedalus/realtime/input_gate.hpp"
#include "daedalus/realtime/signal_port.hpp"
#include "daedalus/realtime/signal_table.hpp"

namespace daedalus {

struct UdpOptions {
  std::string address = "127.0.0.1";
  int port = 0;  // 0: a free one
  int packets_per_tick = 16;
  int receive_buffer = 64 * 1024;  // bytes
};

class UdpPort final : public SignalPort {
 public:
  // Throws OptionError when the address is none or taken. The gate outlives the port.
  UdpPort(const UdpOptions& options, const SignalTable& table, InputGate& gate);
  ~UdpPort() override;
  UdpPort(const UdpPort&) = delete;
  UdpPort& operator=(const UdpPort&) = delete;

  bool receive() override;
  void send(const OutputFrame& frame) override;
  void end(std::uint64_t sequence, double time) override;
  std::string address() const override;
  std::uint64_t sent() const override { return sent_; }
  std::uint64_t not_sent() const override { return not_sent_; }

  int port() const { return port_; }

 private:
  bool receive_one();
  void handle(const sockaddr_in& from, std::size_t size);
  void describe(std::uint64_t sequence);
  void transmit(const std::vector<std::byte>& bytes, std::size_t size);
  bool is_peer(const sockaddr_in& from) const;

  UdpOptions options_;
  const SignalTable& table_;
  InputGate& gate_;
  int socket_ = -1, port_ = 0;
  bool has_peer_ = false, described_ = false, has_frame_ = false;
  sockaddr_in peer_{};
  std::vector<std::byte> in_, out_, description_;
  std::uint64_t sent_ = 0, not_sent_ = 0;
};

}  // namespace daedalus
