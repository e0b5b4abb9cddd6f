// shared_memory_test.cpp: the shared memory as another process sees it, through a mapping of its own.
#include "daedalus/realtime/shared_memory_port.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <limits>
#include <thread>

#include "daedalus/base/errors.hpp"
#include "daedalus/realtime/packet.hpp"

namespace daedalus {
namespace {

std::string unique_name() {
  static int number = 0;
  return "daedalus_test_" + std::to_string(::getpid()) + "_" + std::to_string(++number);
}

// The other side.
struct Mapping {
  explicit Mapping(const std::string& name) {
    const int file = shm_open(("/" + name).c_str(), O_RDWR, 0);
    struct stat info {};
    fstat(file, &info);
    size = static_cast<std::size_t>(info.st_size);
    mode = info.st_mode & 0777;
    memory = static_cast<std::byte*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    ::close(file);
  }
  ~Mapping() { munmap(memory, size); }
  template <class Number>
  Number at(std::size_t offset) const {
    return load_little_endian<Number>(memory + offset);
  }
  std::byte* outputs() const { return memory + at<std::uint64_t>(32); }
  std::byte* inputs() const { return memory + at<std::uint64_t>(40); }
  static std::atomic_ref<std::uint64_t> word(std::byte* p) {
    return std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(p));
  }

  void write_inputs(std::uint64_t sequence, double first, double second) const {
    word(inputs()) += 1;
    word(inputs() + 8) = sequence;
    word(inputs() + 16) = std::bit_cast<std::uint64_t>(0.0);
    word(inputs() + 24) = std::bit_cast<std::uint64_t>(first);
    word(inputs() + 32) = std::bit_cast<std::uint64_t>(second);
    word(inputs()) += 1;
  }
  std::size_t size = 0;
  unsigned mode = 0;
  std::byte* memory = nullptr;
};

struct SharedMemoryRig {
  std::string name = unique_name();
  std::vector<HeldInputPtr> declared = {
      std::make_shared<HeldInput>(HeldInput{.name = "force", .minimum = -10, .maximum = 10}),
      std::make_shared<HeldInput>(HeldInput{.name = "speed"})};
  InputValues received{declared};
  SignalTable table{declared, {{"x", "m", ""}, {"v", "m/s", ""}, {"a", "", ""}}};
  InputGate gate{received};
  SharedMemoryPort port{name, table, gate};
  Mapping other{name};
};

TEST(SharedMemoryPort, HeaderTellsWhereEverythingIs) {
  SharedMemoryRig rig;
  EXPECT_EQ(rig.other.at<std::uint32_t>(0), PacketHeader::magic);
  EXPECT_EQ(rig.other.at<std::uint16_t>(4), 1);
  EXPECT_EQ(rig.other.at<std::uint16_t>(6), 1);
  EXPECT_EQ(rig.other.at<std::uint64_t>(8), rig.other.size);
  EXPECT_EQ(rig.other.at<std::uint32_t>(16), rig.table.number());
  EXPECT_EQ(rig.other.at<std::uint32_t>(20), 2u);
  EXPECT_EQ(rig.other.at<std::uint32_t>(24), 3u);
  const std::vector<std::byte>& description = rig.table.description();
  ASSERT_EQ(rig.other.at<std::uint32_t>(28), description.size());
  EXPECT_TRUE(std::equal(description.begin(), description.end(), rig.other.memory + rig.other.at<std::uint64_t>(48)));
  EXPECT_EQ(rig.other.at<std::uint64_t>(56), static_cast<std::uint64_t>(::getpid()));
  EXPECT_EQ(rig.other.mode, 0600u) << "nobody else's business";
  rig.port.end(0, 0);
  EXPECT_EQ(rig.other.at<std::uint16_t>(6), 2);
}

TEST(SharedMemoryPort, InputsTakeEffectWithinTheirRange) {
  SharedMemoryRig rig;
  EXPECT_FALSE(rig.port.receive()) << "none yet";
  rig.other.write_inputs(1, 30, 4);
  EXPECT_TRUE(rig.port.receive());
  EXPECT_EQ(rig.received[0], 10);
  EXPECT_EQ(rig.received[1], 4);
  EXPECT_FALSE(rig.port.receive()) << "nothing new";
  EXPECT_EQ(rig.gate.counts.accepted, 1u);
}

TEST(SharedMemoryPort, BadOldAndTornInputsChangeNothingAndAreCounted) {
  SharedMemoryRig rig;
  rig.other.write_inputs(7, 1, 2);
  EXPECT_TRUE(rig.port.receive());
  rig.other.write_inputs(8, std::numeric_limits<double>::quiet_NaN(), 2);
  EXPECT_FALSE(rig.port.receive());
  rig.other.write_inputs(7, 3, 3);
  EXPECT_FALSE(rig.port.receive());
  Mapping::word(rig.other.inputs()) += 1;  // a writer that died while it wrote
  EXPECT_FALSE(rig.port.receive());
  EXPECT_EQ(rig.received[0], 1);
  EXPECT_EQ(rig.received[1], 2);
  EXPECT_EQ(rig.gate.counts.not_finite, 1u);
  EXPECT_EQ(rig.gate.counts.stale, 1u);
  EXPECT_EQ(rig.gate.counts.torn, 1u);
}

TEST(SharedMemoryPort, AReaderNeverSeesHalfAFrame) {
  SharedMemoryRig rig;
  constexpr std::uint64_t frames = 200'000;
  std::atomic<bool> done = false;
  std::uint64_t whole = 0, mixed = 0;
  std::thread reader([&] {
    std::byte* block = rig.other.outputs();
    while (!done) {
      const std::uint64_t lock = Mapping::word(block).load(std::memory_order_acquire);
      if (lock % 2 != 0) continue;
      std::uint64_t words[5];
      for (std::size_t i = 0; i < 5; ++i) words[i] = Mapping::word(block + 8 + 8 * i).load(std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_acquire);
      if (Mapping::word(block).load(std::memory_order_relaxed) != lock) continue;
      ++whole;
      for (std::size_t i = 1; i < 5; ++i)
        if (std::bit_cast<double>(words[i]) != static_cast<double>(words[0])) ++mixed;
    }
  });
  for (std::uint64_t n = 0; n < frames; ++n) {
    const double value = static_cast<double>(n), values[3] = {value, value, value};
    rig.port.send({.sequence = n, .time = value, .values = values});
  }
  done = true;
  reader.join();
  EXPECT_EQ(mixed, 0u);
  EXPECT_EQ(rig.port.sent(), frames);
  EXPECT_EQ(rig.other.at<std::uint64_t>(rig.other.at<std::uint64_t>(32) + 8), frames - 1);
}

TEST(SharedMemoryPort, ANameIsUsedOnceAtATime) {
  const std::string name = unique_name();
  const SignalTable table({}, {});
  InputValues none;
  InputGate gate(none);
  {
    SharedMemoryPort first(name, table, gate);
    EXPECT_THROW(SharedMemoryPort(name, table, gate), OptionError);
  }
  SharedMemoryPort again(name, table, gate);
  EXPECT_THROW(SharedMemoryPort("a/b", table, gate), OptionError);
}

TEST(SharedMemoryPort, TheNameOfARunThatDiedIsTakenOver) {
  const std::string name = unique_name();
  const SignalTable table({}, {});
  InputValues none;
  InputGate gate(none);
  auto dead = std::make_unique<SharedMemoryPort>(name, table, gate);
  Mapping other(name);
  store_little_endian(std::uint64_t{0x3fffffff}, other.memory + 56);  // no such process
  SharedMemoryPort again(name, table, gate);
  EXPECT_EQ(Mapping(name).at<std::uint64_t>(56), static_cast<std::uint64_t>(::getpid()));
}

}  // namespace
}  // namespace daedalus
