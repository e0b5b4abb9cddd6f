#include "daedalus/realtime/packet.hpp"

namespace daedalus {

PacketFault read_header(std::span<const std::byte> packet, PacketHeader& header) {
  if (packet.size() < PacketHeader::bytes) return PacketFault::too_short;
  const std::byte* p = packet.data();
  if (load_little_endian<std::uint32_t>(p) != PacketHeader::magic) return PacketFault::wrong_magic;
  if (load_little_endian<std::uint16_t>(p + 4) != PacketHeader::version) return PacketFault::wrong_version;
  const auto kind = load_little_endian<std::uint16_t>(p + 6);
  if (kind != static_cast<std::uint16_t>(PacketKind::describe) &&
      kind != static_cast<std::uint16_t>(PacketKind::inputs))
    return PacketFault::unknown_kind;
  const PacketHeader read{.kind = static_cast<PacketKind>(kind),
                          .sequence = load_little_endian<std::uint64_t>(p + 8),
                          .time = load_little_endian<double>(p + 16),
                          .count = load_little_endian<std::uint32_t>(p + 24),
                          .table = load_little_endian<std::uint32_t>(p + 28)};
  if (packet.size() != PacketHeader::bytes + std::size_t{read.count} * sizeof(double)) return PacketFault::wrong_length;
  header = read;
  return PacketFault::none;
}

void write_header(const PacketHeader& header, std::byte* p) {
  store_little_endian(PacketHeader::magic, p);
  store_little_endian(PacketHeader::version, p + 4);
  store_little_endian(static_cast<std::uint16_t>(header.kind), p + 6);
  store_little_endian(header.sequence, p + 8);
  store_little_endian(header.time, p + 16);
  store_little_endian(header.count, p + 24);
  store_little_endian(header.table, p + 28);
}

}  // namespace daedalus
