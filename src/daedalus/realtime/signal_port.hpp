// signal_port.hpp: a way in and out of a running loop. Called once per tick: bounded time, no memory, no exception.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace daedalus {

struct OutputFrame {
  std::uint64_t sequence = 0;  // number of the step
  double time = 0;             // s, of the model
  std::span<const double> values;
};

class SignalPort {
 public:
  virtual ~SignalPort() = default;
  // passes what has come to the InputGate; true when inputs took effect
  virtual bool receive() = 0;
  // does nothing when nobody listens; what cannot be sent at once is counted and dropped
  virtual void send(const OutputFrame& frame) = 0;
  virtual void end(std::uint64_t sequence, double time) = 0;
  virtual std::string address() const = 0;  // for people: 'udp 127.0.0.1:5005'
  virtual std::uint64_t sent() const = 0;
  virtual std::uint64_t not_sent() const = 0;
};

}  // namespace daedalus
