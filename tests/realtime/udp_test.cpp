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
struct Bench {
  Bench() {
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
  HeldInput force{.name = "force", .minimum = -10, .maximum = 10}, speed{.name = "speed"};
  SignalTable table{{&force, &speed}, {{"x", "m", ""}, {"v", "m/s", ""}}};
  InputGate gate{{&force, &speed}};
  UdpPort port{{}, table, gate};
  UdpClient controller{port.port()};
};

TEST(UdpPort, ListensOnTheLoopbackOnlyUnlessToldOtherwise) { EXPECT_TRUE(Bench().port.address().starts_with("udp 127.0.0.1:")); }

TEST(UdpPort, AnswersADescribePacketWithTheSignalsAndTheLatestOutputs) {
  Bench bench;
  bench.port.send({.sequence = 41, .time = 0.5, .values = std::vector<double>{1.0, 2.0}});
  (void)bench.controller.receive();
  bench.open();
  const Bytes description = bench.controller.receive(), outputs = bench.controller.receive();
  ASSERT_EQ(description.size(), PacketHeader::bytes + bench.table.description().size());
  EXPECT_TRUE(std::equal(bench.table.description().begin(), bench.table.description().end(), description.begin() + PacketHeader::bytes));
  EXPECT_EQ(load_little_endian<std::uint16_t>(&description[6]), 2);
  EXPECT_EQ(load_little_endian<std::uint64_t>(&description[8]), 9u) << "that of the question";
  EXPECT_EQ(load_little_endian<std::uint32_t>(&description[24]), 4u);
  EXPECT_EQ(load_little_endian<std::uint32_t>(&description[28]), bench.table.number());
  ASSERT_EQ(outputs.size(), PacketHeader::bytes + 16);
  EXPECT_EQ(load_little_endian<std::uint64_t>(&outputs[8]), 41u);
  EXPECT_EQ(load_little_endian<double>(&outputs[16]), 0.5);
  EXPECT_EQ(load_little_endian<double>(&outputs[40]), 2.0);
}

TEST(UdpPort, InputsTakeEffectTogetherAndWithinTheirRange) {
  Bench bench;
  EXPECT_TRUE(bench.give(bench.inputs(1, {3, -4})));
  EXPECT_EQ(bench.force.value, 3);
  EXPECT_EQ(bench.speed.value, -4);
  EXPECT_TRUE(bench.give(bench.inputs(2, {1e300, 1e300})));
  EXPECT_EQ(bench.force.value, 10);
  EXPECT_EQ(bench.speed.value, 1e300);
  EXPECT_EQ(bench.gate.counts.limited, 1u);
}

TEST(UdpPort, MalformedPacketsChangeNothingAndAreCounted) {
  Bench bench;
  ASSERT_TRUE(bench.give(bench.inputs(5, {1, 2})));
  const auto spoiled = [&](std::size_t at, int value) {
    Bytes packet = bench.inputs(6, {8, 9});
    packet[at] = static_cast<std::byte>(value);
    return packet;
  };
  Bytes shortened = bench.inputs(6, {8, 9});
  shortened.resize(20);
  Bytes cut = bench.inputs(6, {8, 9});
  cut.pop_back();
  Bytes of_other_model = make_packet({.kind = PacketKind::inputs, .sequence = 6, .table = bench.table.number() + 1}, {8, 9});
  Bytes without_time = make_packet({.kind = PacketKind::inputs, .sequence = 6, .time = nan, .table = bench.table.number()}, {8, 9});
  for (const Bytes& packet :
       {shortened, Bytes{}, spoiled(0, 'x'), spoiled(4, 9), spoiled(6, 200), cut, bench.inputs(6, {8, 9, 10}), bench.inputs(6, {8}), bench.inputs(6, std::vector<double>(5000, 1.0)),
        of_other_model, bench.inputs(6, {nan, 9}), bench.inputs(6, {8, std::numeric_limits<double>::infinity()}), without_time, bench.inputs(5, {8, 9}), bench.inputs(4, {8, 9})})
    EXPECT_FALSE(bench.give(packet));
  EXPECT_EQ(bench.force.value, 1);
  EXPECT_EQ(bench.speed.value, 2);
  const InputCounts& counts = bench.gate.counts;
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
  Bench bench;
  UdpClient other(bench.port.port());
  other.send(bench.inputs(1, {5, 5}));
  EXPECT_FALSE(bench.port.receive());
  EXPECT_EQ(bench.gate.counts.foreign, 1u);
  EXPECT_EQ(bench.force.value, 0);
}

TEST(UdpPort, ANewSessionCountsSequencesAnew) {
  Bench bench;
  EXPECT_TRUE(bench.give(bench.inputs(1000, {1, 1})));
  EXPECT_FALSE(bench.give(bench.inputs(1, {2, 2})));
  bench.open();
  EXPECT_TRUE(bench.give(bench.inputs(1, {3, 3})));
}

TEST(UdpPort, AFloodIsReadInPiecesAndEveryPacketIsAccountedFor) {
  Bench bench;
  const std::uint64_t sent = 5000;
  for (std::uint64_t n = 1; n <= sent; ++n) bench.controller.send(bench.inputs(n, {1, 1}));
  bench.port.receive();
  EXPECT_EQ(bench.gate.counts.accepted, 16u) << "packets_per_tick";
  while (bench.port.receive()) {
  }
  EXPECT_TRUE(bench.give(bench.inputs(sent + 1, {2, 2}))) << "afterwards all is as before";
  EXPECT_EQ(bench.force.value, 2);
  const InputCounts& counts = bench.gate.counts;
  EXPECT_GT(counts.dropped_unread, 0u) << "the buffer is small on purpose";
  EXPECT_EQ(counts.accepted + counts.dropped_unread, sent + 1);
}

TEST(UdpPort, RandomChangesOfPacketsNeverLetABadValueThrough) {
  Bench bench;
  std::mt19937 random(11);
  const auto any = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  std::uint64_t seen = 0, expected = 0;
  long allocated = 0;
  for (int n = 0; n < 20'000; ++n) {
    if (n % 20 == 0) {  // a change of the sequence that is let through makes all later ones stale
      bench.open();
      ++expected;
    }
    Bytes packet = any(10) == 0 ? Bytes(any(80)) : bench.inputs(static_cast<std::uint64_t>(n) * 100, {static_cast<double>(any(40)) - 20, 1});
    for (std::size_t changes = any(4); changes > 0 && !packet.empty(); --changes) packet[any(packet.size())] = static_cast<std::byte>(any(256));
    if (any(5) == 0) packet.resize(any(100));
    bench.controller.send(packet);
    const long at = AllocationCount::now();
    bench.port.receive();
    allocated += AllocationCount::now() - at;
    ++expected;
    ASSERT_TRUE(std::isfinite(bench.force.value) && std::abs(bench.force.value) <= 10);
    ASSERT_TRUE(std::isfinite(bench.speed.value));
  }
  const InputCounts& counts = bench.gate.counts;
  seen = counts.accepted + counts.refused() + counts.described - 1 + counts.dropped_unread;
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(allocated, 0);
  EXPECT_GT(counts.accepted, 100u);
  EXPECT_GT(counts.refused(), 5000u);
}

TEST(UdpPort, SaysWhenTheAddressIsTakenOrNone) {
  Bench bench;
  EXPECT_THROW(UdpPort({.port = bench.port.port()}, bench.table, bench.gate), OptionError);
  EXPECT_THROW(UdpPort({.address = "localhost"}, bench.table, bench.gate), OptionError);
  EXPECT_THROW(UdpPort({.port = 70000}, bench.table, bench.gate), OptionError);
}

}  // namespace
}  // namespace daedalus
