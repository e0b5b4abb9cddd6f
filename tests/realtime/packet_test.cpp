// packet_test.cpp: bytes of packets as the table in packet.hpp has them, written out by hand.
#include "daedalus/realtime/packet.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/realtime/signal_table.hpp"

namespace daedalus {
namespace {

TEST(Packet, HeaderHasTheBytesOfTheTable) {
  std::array<std::byte, 32> bytes;
  write_header(
      {.kind = PacketKind::outputs, .sequence = 0x0102030405060708, .time = 1.5, .count = 3, .table = 0xa0b0c0d0},
      bytes.data());
  const unsigned char expected[32] = {'D', 'R', 't', '1', 1, 0, 4,    0,    8, 7, 6, 5, 4,    3,    2,    1,
                                      0,   0,   0,   0,   0, 0, 0xf8, 0x3f, 3, 0, 0, 0, 0xd0, 0xc0, 0xb0, 0xa0};
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(std::to_integer<int>(bytes[i]), expected[i]) << i;
}

TEST(Packet, WhatIsWrittenIsRead) {
  std::array<std::byte, 48> bytes{};
  write_header({.kind = PacketKind::inputs, .sequence = 77, .time = -2.25, .count = 2, .table = 5}, bytes.data());
  PacketHeader header;
  ASSERT_EQ(read_header(bytes, header), PacketFault::none);
  EXPECT_EQ(header.kind, PacketKind::inputs);
  EXPECT_EQ(header.sequence, 77u);
  EXPECT_EQ(header.time, -2.25);
  EXPECT_EQ(header.count, 2u);
  EXPECT_EQ(header.table, 5u);
}

TEST(Packet, EveryFaultIsNamed) {
  std::array<std::byte, 48> good{};
  write_header({.kind = PacketKind::inputs, .sequence = 1, .count = 2}, good.data());
  PacketHeader header;
  const auto fault = [&](std::size_t at, int value) {
    auto bad = good;
    bad[at] = static_cast<std::byte>(value);
    return read_header(bad, header);
  };
  EXPECT_EQ(read_header(std::span(good).first(31), header), PacketFault::too_short);
  EXPECT_EQ(read_header({}, header), PacketFault::too_short);
  EXPECT_EQ(fault(0, 'X'), PacketFault::wrong_magic);
  EXPECT_EQ(fault(4, 2), PacketFault::wrong_version);
  EXPECT_EQ(fault(6, 0), PacketFault::unknown_kind);
  EXPECT_EQ(fault(6, 4), PacketFault::unknown_kind) << "outputs are not for the runner";
  EXPECT_EQ(fault(24, 1), PacketFault::wrong_length);
  EXPECT_EQ(fault(27, 0xff), PacketFault::wrong_length) << "a count of four thousand millions";
  EXPECT_EQ(read_header(std::span(good).first(47), header), PacketFault::wrong_length);
}

TEST(SignalTable, DescribesInputsAndOutputsByNameInOrder) {
  const HeldInputPtr torque = std::make_shared<HeldInput>(HeldInput{.name = "torque", .minimum = -5, .maximum = 5});
  const SignalTable table({torque}, {{"pin.angle", "rad", ""}});
  const std::vector<std::byte>& bytes = table.description();
  ASSERT_EQ(bytes.size(), 24u + 6 + 24 + 9 + 3);
  const auto text = [&](std::size_t at, std::size_t length) {
    return std::string(reinterpret_cast<const char*>(bytes.data()) + at, length);
  };
  EXPECT_EQ(load_little_endian<std::uint16_t>(&bytes[0]), 0);
  EXPECT_EQ(load_little_endian<std::uint16_t>(&bytes[2]), 6);
  EXPECT_EQ(load_little_endian<double>(&bytes[8]), -5);
  EXPECT_EQ(load_little_endian<double>(&bytes[16]), 5);
  EXPECT_EQ(text(24, 6), "torque");
  EXPECT_EQ(load_little_endian<std::uint16_t>(&bytes[30]), 1);
  EXPECT_EQ(load_little_endian<std::uint16_t>(&bytes[32]), 9);
  EXPECT_EQ(load_little_endian<std::uint16_t>(&bytes[34]), 3);
  EXPECT_EQ(text(54, 12), "pin.anglerad");
}

TEST(SignalTable, NumberChangesWithNamesAndTheirOrder) {
  const HeldInputPtr a = std::make_shared<HeldInput>(HeldInput{.name = "a"}),
                     b = std::make_shared<HeldInput>(HeldInput{.name = "b"});
  EXPECT_NE(SignalTable({a, b}, {}).number(), SignalTable({b, a}, {}).number());
  EXPECT_EQ(SignalTable({a, b}, {}).number(), SignalTable({a, b}, {}).number());
  EXPECT_EQ(SignalTable({}, {}).number(), 2166136261u);  // FNV-1a of nothing
}

TEST(SignalTable, RefusesMoreThanAPacketHolds) {
  EXPECT_THROW(SignalTable({}, std::vector<ChannelInfo>(3000, {"a.name", "m", ""})), OptionError);
}

}  // namespace
}  // namespace daedalus
