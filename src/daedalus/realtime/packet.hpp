// packet.hpp: what goes over the wire, little endian, one packet per datagram:
//
//   offset  type  field
//        0  u32   magic 0x31745244, the letters 'DRt1'
//        4  u16   version, 1
//        6  u16   kind
//        8  u64   sequence
//       16  f64   time, s
//       24  u32   count of values
//       28  u32   table: a number that changes with the names of the signals and their order
//       32  f64   values, `count` of them (inputs, outputs); or the signals (description, see signal_table.hpp)
//
//   describe     1  to the runner    opens a session: tell me the signals, send me the outputs; count 0, table of no
//                meaning
//   description  2  from the runner  the answer, with the sequence of the question
//   inputs       3  to the runner    all inputs, in the order of the description; sequence greater than that of the one
//                before
//   outputs      4  from the runner  all outputs; sequence is the number of the step, time that of the model
//   end          5  from the runner  the run is over; count 0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace daedalus {

enum class PacketKind : std::uint16_t { describe = 1, description = 2, inputs = 3, outputs = 4, end = 5 };

struct PacketHeader {
  static constexpr std::uint32_t magic = 0x31745244;
  static constexpr std::uint16_t version = 1;
  static constexpr std::size_t bytes = 32;

  PacketKind kind = PacketKind::outputs;
  std::uint64_t sequence = 0;
  double time = 0;
  std::uint32_t count = 0;
  std::uint32_t table = 0;
};

enum class PacketFault { none, too_short, wrong_magic, wrong_version, unknown_kind, wrong_length };

// What is wrong with a packet as such; `header` is set when nothing is.
PacketFault read_header(std::span<const std::byte> packet, PacketHeader& header);
void write_header(const PacketHeader& header, std::byte* packet);

template <class Number>
Number load_little_endian(const std::byte* from) {
  std::byte bytes[sizeof(Number)];
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    bytes[i] = from[std::endian::native == std::endian::little ? i : sizeof(Number) - 1 - i];
  Number number;
  std::memcpy(&number, bytes, sizeof(Number));
  return number;
}

template <class Number>
void store_little_endian(Number number, std::byte* to) {
  std::byte bytes[sizeof(Number)];
  std::memcpy(bytes, &number, sizeof(Number));
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    to[i] = bytes[std::endian::native == std::endian::little ? i : sizeof(Number) - 1 - i];
}

inline constexpr std::size_t largest_packet = 65507;  // of UDP over IPv4
inline constexpr std::size_t most_values = (largest_packet - PacketHeader::bytes) / sizeof(double);

}  // namespace daedalus
