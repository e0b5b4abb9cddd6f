#include "daedalus/realtime/shared_memory_port.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "daedalus/base/errors.hpp"
#include "daedalus/realtime/packet.hpp"

namespace daedalus {
namespace {

static_assert(std::endian::native == std::endian::little, "the words of the shared memory are used in place");

constexpr std::size_t block_header = 24, line = 64;
std::size_t rounded_up(std::size_t bytes) { return (bytes + line - 1) / line * line; }

std::atomic_ref<std::uint64_t> word(std::byte* at) {
  return std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(at));
}
void put(std::byte* at, std::uint64_t bits) { word(at).store(bits, std::memory_order_relaxed); }
std::uint64_t get(std::byte* at) { return word(at).load(std::memory_order_relaxed); }

// A name whose run has died is free again.
bool is_left_over(const std::string& name) {
  const int file = shm_open(name.c_str(), O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return false;
  std::byte header[64];
  const bool is_ours = ::read(file, header, sizeof header) == static_cast<ssize_t>(sizeof header) &&
                       load_little_endian<std::uint32_t>(header) == PacketHeader::magic;
  ::close(file);
  if (!is_ours) return false;
  const auto process = static_cast<pid_t>(load_little_endian<std::uint64_t>(header + 56));
  return process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

int create(const std::string& name) {
  return shm_open(name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

}  // namespace

SharedMemoryPort::Offsets SharedMemoryPort::offsets_for(const SignalTable& table) {
  Offsets at;
  at.outputs = line;
  at.inputs = at.outputs + rounded_up(block_header + table.output_count() * sizeof(double));
  at.description = at.inputs + rounded_up(block_header + table.input_count() * sizeof(double));
  at.total = at.description + rounded_up(table.description().size());
  return at;
}

SharedMemoryPort::SharedMemoryPort(const std::string& name, const SignalTable& table, InputGate& gate)
    : name_("/" + name), gate_(gate), at_(offsets_for(table)), values_(table.input_count()) {
  if (name.empty() || name.find('/') != std::string::npos || name.size() > 200)
    throw OptionError(fmt::format(
        "'{}' is not a valid shared memory name: use letters and digits, for example  --shm pendulum.", name));
  int file = create(name_);
  if (file < 0 && errno == EEXIST && is_left_over(name_)) {
    shm_unlink(name_.c_str());
    file = create(name_);
  }
  if (file < 0)
    throw OptionError(fmt::format("cannot create the shared memory '{}': {}.{}", name, std::strerror(errno),
                                  errno == EEXIST ? " Another run uses it: choose another name." : ""));
  void* mapped = ::ftruncate(file, static_cast<off_t>(at_.total)) == 0
                     ? ::mmap(nullptr, at_.total, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                     : MAP_FAILED;
  const int error = errno;
  ::close(file);
  if (mapped == MAP_FAILED) {
    shm_unlink(name_.c_str());
    throw OptionError(
        fmt::format("cannot map {} bytes of shared memory '{}': {}.", at_.total, name, std::strerror(error)));
  }
  memory_ = static_cast<std::byte*>(mapped);
  store_little_endian(PacketHeader::version, memory_ + 4);
  store_little_endian(std::uint16_t{1}, memory_ + 6);
  store_little_endian(std::uint64_t{at_.total}, memory_ + 8);
  store_little_endian(table.number(), memory_ + 16);
  store_little_endian(table.input_count(), memory_ + 20);
  store_little_endian(table.output_count(), memory_ + 24);
  store_little_endian(static_cast<std::uint32_t>(table.description().size()), memory_ + 28);
  store_little_endian(std::uint64_t{at_.outputs}, memory_ + 32);
  store_little_endian(std::uint64_t{at_.inputs}, memory_ + 40);
  store_little_endian(std::uint64_t{at_.description}, memory_ + 48);
  store_little_endian(static_cast<std::uint64_t>(::getpid()), memory_ + 56);
  std::copy(table.description().begin(), table.description().end(), memory_ + at_.description);
  std::atomic_thread_fence(std::memory_order_release);
  store_little_endian(PacketHeader::magic, memory_);  // last: who finds it finds the rest
}

SharedMemoryPort::~SharedMemoryPort() {
  ::munmap(memory_, at_.total);
  shm_unlink(name_.c_str());
}

void SharedMemoryPort::send(const OutputFrame& frame) {
  std::byte* block = memory_ + at_.outputs;
  const std::uint64_t lock = get(block);
  put(block, lock + 1);
  std::atomic_thread_fence(std::memory_order_release);
  put(block + 8, frame.sequence);
  put(block + 16, std::bit_cast<std::uint64_t>(frame.time));
  for (std::size_t i = 0; i < frame.values.size(); ++i)
    put(block + block_header + i * sizeof(double), std::bit_cast<std::uint64_t>(frame.values[i]));
  word(block).store(lock + 2, std::memory_order_release);
  ++sent_;
}

bool SharedMemoryPort::receive() {
  constexpr int attempts = 3;
  std::byte* block = memory_ + at_.inputs;
  for (int n = 0; n < attempts; ++n) {
    const std::uint64_t lock = word(block).load(std::memory_order_acquire);
    if (lock == seen_lock_) return false;  // nothing new
    if (lock % 2 != 0) continue;
    const std::uint64_t sequence = get(block + 8);
    const double time = std::bit_cast<double>(get(block + 16));
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = std::bit_cast<double>(get(block + block_header + i * sizeof(double)));
    std::atomic_thread_fence(std::memory_order_acquire);
    if (get(block) != lock) continue;
    seen_lock_ = lock;
    if (!std::isfinite(time)) ++gate_.counts.not_finite;
    else if (sequence > 0) return gate_.take(sequence, values_.size(), [&](std::size_t i) { return values_[i]; });
    return false;
  }
  ++gate_.counts.torn;
  return false;
}

void SharedMemoryPort::end(std::uint64_t, double) { store_little_endian(std::uint16_t{2}, memory_ + 6); }

}  // namespace daedalus
