// shared_memory_port.hpp: inputs and outputs in a shared memory of this machine, for one controller. Little endian:
//
//   offset  type  field
//        0  u32   magic 0x31745244          4  u16  version, 1          6  u16  1 running, 2 the run is over
//        8  u64   bytes of the whole       16  u32  table (signal_table.hpp)
//       20  u32   count of inputs          24  u32  count of outputs    28  u32  bytes of the description
//       32  u64   offset of the outputs    40  u64  offset of the inputs    48  u64  offset of the description
//       56  u64   number of the process that made it
//
//   a block of outputs or inputs:  u64 lock, u64 sequence, f64 time, f64 values
//
// A block is guarded by its lock, which is odd while it is written (a sequence lock): the writer adds 1, writes, adds
// 1; a reader takes the lock, reads, and begins again when the lock was odd or is another one afterwards. Here a tick
// makes three attempts at most.
// Written are outputs by the runner, inputs by the other side; sequence 0 of the inputs means that there are none yet.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "daedalus/realtime/input_gate.hpp"
#include "daedalus/realtime/signal_port.hpp"
#include "daedalus/realtime/signal_table.hpp"

namespace daedalus {

class SharedMemoryPort final : public SignalPort {
 public:
  // `name` without a slash. Throws OptionError when it is none, or when another run has it. Readable and writable by
  // this user only.
  SharedMemoryPort(const std::string& name, const SignalTable& table, InputGate& gate);
  ~SharedMemoryPort() override;  // the name goes away; who has it open keeps the memory
  SharedMemoryPort(const SharedMemoryPort&) = delete;
  SharedMemoryPort& operator=(const SharedMemoryPort&) = delete;

  bool receive() override;
  void send(const OutputFrame& frame) override;
  void end(std::uint64_t sequence, double time) override;
  std::string address() const override { return "shared memory " + name_; }
  std::uint64_t sent() const override { return sent_; }
  std::uint64_t not_sent() const override { return 0; }

 private:
  struct Offsets {
    std::size_t outputs = 0, inputs = 0, description = 0, total = 0;
  };
  static Offsets offsets_for(const SignalTable& table);

  std::string name_;
  InputGate& gate_;
  Offsets at_;
  std::byte* memory_ = nullptr;
  std::vector<double> values_;   // inputs as read
  std::uint64_t seen_lock_ = 0;  // of the inputs that were read last
  std::uint64_t sent_ = 0;
};

}  // namespace daedalus
