#include "daedalus/realtime/udp_port.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "daedalus/base/errors.hpp"
#include "daedalus/realtime/packet.hpp"

namespace daedalus {

UdpPort::UdpPort(const UdpOptions& options, const SignalTable& table, InputGate& gate)
    : options_(options), table_(table), gate_(gate),
      // longer datagrams are cut to this, which has a wrong length
      in_(PacketHeader::bytes + (table.input_count() + 1) * sizeof(double)),
      out_(PacketHeader::bytes + table.output_count() * sizeof(double)),
      description_(PacketHeader::bytes + table.description().size()) {
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_port = htons(static_cast<std::uint16_t>(options.port));
  if (options.port < 0 || options.port > 65535 || inet_pton(AF_INET, options.address.c_str(), &own.sin_addr) != 1)
    throw OptionError(fmt::format("'{}:{}' is not a valid address: expected, for example, 127.0.0.1:5005.",
                                  options.address, options.port));
  socket_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int on = 1;
  socklen_t size = sizeof own;
  if (socket_ < 0 ||
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &options.receive_buffer, sizeof options.receive_buffer) != 0 ||
      ::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
      ::getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &size) != 0) {
    const std::string why = std::strerror(errno);
    if (socket_ >= 0) ::close(socket_);
    throw OptionError(fmt::format("cannot listen on UDP {}:{}: {}. Try another port; port 0 picks a free one.",
                                  options.address, options.port, why));
  }
  // how many were dropped unread comes with each datagram
  ::setsockopt(socket_, SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on);
  port_ = ntohs(own.sin_port);
  std::copy(table.description().begin(), table.description().end(), description_.begin() + PacketHeader::bytes);
}

UdpPort::~UdpPort() { ::close(socket_); }

std::string UdpPort::address() const { return fmt::format("udp {}:{}", options_.address, port_); }

bool UdpPort::receive() {
  const std::uint64_t accepted = gate_.counts.accepted;
  described_ = false;
  for (int n = 0; n < options_.packets_per_tick && receive_one(); ++n) {}
  return gate_.counts.accepted > accepted;
}

bool UdpPort::receive_one() {
  sockaddr_in from{};
  iovec buffer{in_.data(), in_.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(std::uint32_t))];
  msghdr message{};
  message.msg_name = &from;
  message.msg_namelen = sizeof from;
  message.msg_iov = &buffer;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t size = ::recvmsg(socket_, &message, 0);
  if (size < 0) return false;  // nothing there
  for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c))
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SO_RXQ_OVFL) {
      std::uint32_t dropped = 0;
      std::memcpy(&dropped, CMSG_DATA(c), sizeof dropped);
      gate_.counts.dropped_unread = dropped;
    }
  handle(from, static_cast<std::size_t>(size));
  return true;
}

void UdpPort::handle(const sockaddr_in& from, std::size_t size) {
  InputCounts& counts = gate_.counts;
  PacketHeader header;
  switch (read_header({in_.data(), size}, header)) {
    case PacketFault::none: break;
    case PacketFault::too_short: ++counts.too_short; return;
    case PacketFault::wrong_magic: ++counts.wrong_magic; return;
    case PacketFault::wrong_version: ++counts.wrong_version; return;
    case PacketFault::unknown_kind: ++counts.unknown_kind; return;
    case PacketFault::wrong_length: ++counts.wrong_length; return;
  }
  if (header.kind == PacketKind::describe) {
    if (header.count != 0) {
      ++counts.wrong_count;
    } else if (described_) {  // of several in one tick the first counts
      ++counts.stale;
    } else {
      described_ = has_peer_ = true;
      peer_ = from;
      gate_.open_session();
      describe(header.sequence);
    }
    return;
  }
  if (!is_peer(from)) {
    ++counts.foreign;
  } else if (header.count == table_.input_count() && header.table != table_.number()) {
    ++counts.unknown_signals;
  } else if (!std::isfinite(header.time)) {
    ++counts.not_finite;
  } else {
    const std::byte* values = in_.data() + PacketHeader::bytes;
    gate_.take(header.sequence, header.count,
               [&](std::size_t i) { return load_little_endian<double>(values + i * sizeof(double)); });
  }
}

bool UdpPort::is_peer(const sockaddr_in& from) const {
  return has_peer_ && from.sin_port == peer_.sin_port && from.sin_addr.s_addr == peer_.sin_addr.s_addr;
}

void UdpPort::describe(std::uint64_t sequence) {
  write_header({.kind = PacketKind::description,
                .sequence = sequence,
                .count = table_.input_count() + table_.output_count(),
                .table = table_.number()},
               description_.data());
  transmit(description_, description_.size());
  if (has_frame_) transmit(out_, out_.size());
}

void UdpPort::send(const OutputFrame& frame) {
  has_frame_ = true;
  write_header({.kind = PacketKind::outputs,
                .sequence = frame.sequence,
                .time = frame.time,
                .count = table_.output_count(),
                .table = table_.number()},
               out_.data());
  std::byte* values = out_.data() + PacketHeader::bytes;
  for (std::size_t i = 0; i < frame.values.size(); ++i)
    store_little_endian(frame.values[i], values + i * sizeof(double));
  if (has_peer_) transmit(out_, out_.size());
}

void UdpPort::end(std::uint64_t sequence, double time) {
  if (!has_peer_) return;
  write_header({.kind = PacketKind::end, .sequence = sequence, .time = time, .count = 0, .table = table_.number()},
               out_.data());
  transmit(out_, PacketHeader::bytes);
}

void UdpPort::transmit(const std::vector<std::byte>& bytes, std::size_t size) {
  const ssize_t gone =
      ::sendto(socket_, bytes.data(), size, MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&peer_), sizeof peer_);
  ++(gone == static_cast<ssize_t>(size) ? sent_ : not_sent_);
}

}  // namespace daedalus
