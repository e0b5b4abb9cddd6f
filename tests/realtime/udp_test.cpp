// udp_test.cpp: datagrams over the loopback, good ones, bad ones and too many.
#include "daedalus/realtime/udp_port.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "daedalus/base/errors.hpp"
#include "realtime/udp_client.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

using testing::Bytes;
using testing::make_packet;
using testing::UdpClient;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Two inputs, two outputs, and a controller with a session.
struct UdpRig {
  UdpRig() {
    open();
    (void)controller.receive();  // the description
  }
  void open() {
    controller.send(make_packet({.kind = PacketKind::describe, .sequence = 9}));
    port.receive();
  }
  Bytes inputs(std::uint64_t sequence, const std::vector<double>& values) const {
    return make_packet({.kind = PacketKind::inputs, .sequence = sequence, .table = table.number()}, values);
  }
  bool give(const Bytes& packet) {
    controller.send(packet);
    return port.receive();
  }
  std::vector<HeldInputPtr> declared = {
      std::make_shared<HeldInput>(HeldInput{.name = "force", .minimum = -10, .maximum = 10}),
      std::make_shared<HeldInput>(HeldInput{.name = "speed"})};
  InputValues received{declared};
  SignalTable table{declared, {{"x", "m", ""}, {"v", "m/s", ""}}};
  InputGate gate{received};
  UdpPort port{{}, table, gate};
  UdpClient controller{port.port()};
};

TEST(UdpPort, ListensOnTheLoopbackOnlyUnlessToldOtherwise) {
  EXPECT_TRUE(UdpRig().port.address().starts_with("udp 127.0.0.1:"));
}

TEST(UdpPort, AnswersADescribePacketWithTheSignalsAndTheLatestOutputs) {
  UdpRig rig;
  rig.port.send({.sequence = 41, .time = 0.5, .values = std::vector<double>{1.0, 2.0}});
  (void)rig.controller.receive();
  rig.open();
  const Bytes description = rig.controller.receive(), outputs = rig.controller.receive();
  ASSERT_EQ(description.size(), PacketHeader::bytes + rig.table.description().size());
  EXPECT_TRUE(std::equal(rig.table.description().begin(), rig.table.description().end(),
                         description.begin() + PacketHeader::bytes));
  EXPECT_EQ(load_little_endian<std::uint16_t>(&description[6]), 2);
  EXPECT_EQ(load_little_endian<std::uint64_t>(&description[8]), 9u) << "that of the question";
  EXPECT_EQ(load_little_endian<std::uint32_t>(&description[24]), 4u);
  EXPECT_EQ(load_little_endian<std::uint32_t>(&description[28]), rig.table.number());
  ASSERT_EQ(outputs.size(), PacketHeader::bytes + 16);
  EXPECT_EQ(load_little_endian<std::uint64_t>(&outputs[8]), 41u);
  EXPECT_EQ(load_little_endian<double>(&outputs[16]), 0.5);
  EXPECT_EQ(load_little_endian<double>(&outputs[40]), 2.0);
}

TEST(UdpPort, InputsTakeEffectTogetherAndWithinTheirRange) {
  UdpRig rig;
  EXPECT_TRUE(rig.give(rig.inputs(1, {3, -4})));
  EXPECT_EQ(rig.received[0], 3);
  EXPECT_EQ(rig.received[1], -4);
  EXPECT_TRUE(rig.give(rig.inputs(2, {1e300, 1e300})));
  EXPECT_EQ(rig.received[0], 10);
  EXPECT_EQ(rig.received[1], 1e300);
  EXPECT_EQ(rig.gate.counts.limited, 1u);
}

TEST(UdpPort, MalformedPacketsChangeNothingAndAreCounted) {
  UdpRig rig;
  ASSERT_TRUE(rig.give(rig.inputs(5, {1, 2})));
  const auto spoiled = [&](std::size_t at, int value) {
    Bytes packet = rig.inputs(6, {8, 9});
    packet[at] = static_cast<std::byte>(value);
    return packet;
  };
  Bytes shortened = rig.inputs(6, {8, 9});
  shortened.resize(20);
  Bytes cut = rig.inputs(6, {8, 9});
  cut.pop_back();
  Bytes of_other_model =
      make_packet({.kind = PacketKind::inputs, .sequence = 6, .table = rig.table.number() + 1}, {8, 9});
  Bytes without_time =
      make_packet({.kind = PacketKind::inputs, .sequence = 6, .time = nan, .table = rig.table.number()}, {8, 9});
  for (const Bytes& packet :
       {shortened, Bytes{}, spoiled(0, 'x'), spoiled(4, 9), spoiled(6, 200), cut, rig.inputs(6, {8, 9, 10}),
        rig.inputs(6, {8}), rig.inputs(6, std::vector<double>(5000, 1.0)), of_other_model, rig.inputs(6, {nan, 9}),
        rig.inputs(6, {8, std::numeric_limits<double>::infinity()}), without_time, rig.inputs(5, {8, 9}),
        rig.inputs(4, {8, 9})})
    EXPECT_FALSE(rig.give(packet));
  EXPECT_EQ(rig.received[0], 1);
  EXPECT_EQ(rig.received[1], 2);
  const InputCounts& counts = rig.gate.counts;
  EXPECT_EQ(counts.accepted, 1u);
  EXPECT_EQ(counts.too_short, 2u);
  EXPECT_EQ(counts.wrong_magic, 1u);
  EXPECT_EQ(counts.wrong_version, 1u);
  EXPECT_EQ(counts.unknown_kind, 1u);
  EXPECT_EQ(counts.wrong_length, 2u) << "one byte short, and a datagram longer than any input";
  EXPECT_EQ(counts.wrong_count, 2u);
  EXPECT_EQ(counts.unknown_signals, 1u);
  EXPECT_EQ(counts.not_finite, 3u);
  EXPECT_EQ(counts.stale, 2u);
  EXPECT_EQ(counts.refused(), 15u);
}

TEST(UdpPort, OnlyWhoOpenedTheSessionIsHeard) {
  UdpRig rig;
  UdpClient other(rig.port.port());
  other.send(rig.inputs(1, {5, 5}));
  EXPECT_FALSE(rig.port.receive());
  EXPECT_EQ(rig.gate.counts.foreign, 1u);
  EXPECT_EQ(rig.received[0], 0);
}

TEST(UdpPort, ANewSessionCountsSequencesAnew) {
  UdpRig rig;
  EXPECT_TRUE(rig.give(rig.inputs(1000, {1, 1})));
  EXPECT_FALSE(rig.give(rig.inputs(1, {2, 2})));
  rig.open();
  EXPECT_TRUE(rig.give(rig.inputs(1, {3, 3})));
}

TEST(UdpPort, AFloodIsReadInPiecesAndEveryPacketIsAccountedFor) {
  UdpRig rig;
  const std::uint64_t sent = 5000;
  for (std::uint64_t n = 1; n <= sent; ++n) rig.controller.send(rig.inputs(n, {1, 1}));
  rig.port.receive();
  EXPECT_EQ(rig.gate.counts.accepted, 16u) << "packets_per_tick";
  while (rig.port.receive()) {}
  EXPECT_TRUE(rig.give(rig.inputs(sent + 1, {2, 2}))) << "afterwards all is as before";
  EXPECT_EQ(rig.received[0], 2);
  const InputCounts& counts = rig.gate.counts;
  EXPECT_GT(counts.dropped_unread, 0u) << "the buffer is small on purpose";
  EXPECT_EQ(counts.accepted + counts.dropped_unread, sent + 1);
}

TEST(UdpPort, RandomChangesOfPacketsNeverLetABadValueThrough) {
  UdpRig rig;
  std::mt19937 random(11);
  const auto any = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  std::uint64_t seen = 0, expected = 0;
  long allocated = 0;
  for (int n = 0; n < 20'000; ++n) {
    if (n % 20 == 0) {  // a change of the sequence that is let through makes all later ones stale
      rig.open();
      ++expected;
    }
    Bytes packet = any(10) == 0
                       ? Bytes(any(80))
                       : rig.inputs(static_cast<std::uint64_t>(n) * 100, {static_cast<double>(any(40)) - 20, 1});
    for (std::size_t changes = any(4); changes > 0 && !packet.empty(); --changes)
      packet[any(packet.size())] = static_cast<std::byte>(any(256));
    if (any(5) == 0) packet.resize(any(100));
    rig.controller.send(packet);
    const long at = AllocationCount::now();
    rig.port.receive();
    allocated += AllocationCount::now() - at;
    ++expected;
    ASSERT_TRUE(std::isfinite(rig.received[0]) && std::abs(rig.received[0]) <= 10);
    ASSERT_TRUE(std::isfinite(rig.received[1]));
  }
  const InputCounts& counts = rig.gate.counts;
  seen = counts.accepted + counts.refused() + counts.described - 1 + counts.dropped_unread;
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(allocated, 0);
  EXPECT_GT(counts.accepted, 100u);
  EXPECT_GT(counts.refused(), 5000u);
}

TEST(UdpPort, SaysWhenTheAddressIsTakenOrNone) {
  UdpRig rig;
  EXPECT_THROW(UdpPort({.port = rig.port.port()}, rig.table, rig.gate), OptionError);
  EXPECT_THROW(UdpPort({.address = "localhost"}, rig.table, rig.gate), OptionError);
  EXPECT_THROW(UdpPort({.port = 70000}, rig.table, rig.gate), OptionError);
}

}  // namespace
}  // namespace daedalus
