// signal_table.hpp: the inputs and outputs of a run by name, and their description as bytes:
//
//   for each signal, inputs first:
//   offset  type  field
//        0  u16   0 an input, 1 an output
//        2  u16   bytes of the name
//        4  u16   bytes of the unit
//        6  u16   0
//        8  f64   smallest value of an input that takes effect (−inf: none); 0 for outputs
//       16  f64   largest
//       24        the name, then the unit, UTF-8, without an end mark
//
// Its table number is FNV-1a of these bytes: whoever has read another description has another number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "daedalus/base/held_input.hpp"
#include "daedalus/result/channels.hpp"

namespace daedalus {

class SignalTable {
 public:
  // Throws OptionError when the signals do not fit into one packet.
  SignalTable(const std::vector<HeldInputPtr>& inputs, const std::vector<ChannelInfo>& outputs);

  std::uint32_t input_count() const { return input_count_; }
  std::uint32_t output_count() const { return output_count_; }
  std::uint32_t number() const { return number_; }
  const std::vector<std::byte>& description() const { return description_; }

 private:
  void add(std::uint16_t direction, const std::string& name, const std::string& unit, double low, double high);

  std::uint32_t input_count_ = 0, output_count_ = 0, number_ = 0;
  std::vector<std::byte> description_;
};

}  // namespace daedalus
