// udp_client.hpp: the other side of a UdpPort, as a controller has it.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstddef>
#include <vector>

#include "daedalus/realtime/packet.hpp"

namespace daedalus::testing {

using Bytes = std::vector<std::byte>;

class UdpClient {
 public:
  explicit UdpClient(int port) : socket_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    const timeval patience{10, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~UdpClient() { ::close(socket_); }
  UdpClient(const UdpClient&) = delete;
  UdpClient& operator=(const UdpClient&) = delete;

  void send(const Bytes& bytes) { (void)::send(socket_, bytes.data(), bytes.size(), 0); }
  Bytes receive() {  // waits; empty when nothing comes
    Bytes bytes(largest_packet);
    const ssize_t size = ::recv(socket_, bytes.data(), bytes.size(), 0);
    bytes.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return bytes;
  }

 private:
  int socket_;
};

inline Bytes make_packet(PacketHeader header, const std::vector<double>& values = {}) {
  Bytes bytes(PacketHeader::bytes + values.size() * sizeof(double));
  header.count = static_cast<std::uint32_t>(values.size());
  write_header(header, bytes.data());
  for (std::size_t i = 0; i < values.size(); ++i)
    store_little_endian(values[i], bytes.data() + PacketHeader::bytes + i * sizeof(double));
  return bytes;
}

}  // namespace daedalus::testing
