#include "daedalus/realtime/signal_table.hpp"

#include <fmt/format.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/realtime/packet.hpp"

namespace daedalus {

SignalTable::SignalTable(const std::vector<HeldInputPtr>& inputs, const std::vector<ChannelInfo>& outputs)
    : input_count_(static_cast<std::uint32_t>(inputs.size())),
      output_count_(static_cast<std::uint32_t>(outputs.size())) {
  for (const HeldInputPtr& input : inputs) add(0, input->name, "", input->minimum, input->maximum);
  for (const ChannelInfo& output : outputs) add(1, output.name, output.unit, 0, 0);
  if (outputs.size() > most_values || inputs.size() > most_values ||
      PacketHeader::bytes + description_.size() > largest_packet)
    throw OptionError(
        fmt::format("{} inputs and {} outputs do not fit into a packet of {} bytes: select fewer with --signals.",
                    inputs.size(), outputs.size(), largest_packet));
  number_ = 2166136261u;
  for (const std::byte b : description_) number_ = (number_ ^ static_cast<std::uint32_t>(b)) * 16777619u;
}

void SignalTable::add(std::uint16_t direction, const std::string& name, const std::string& unit, double low,
                      double high) {
  const std::size_t at = description_.size();
  description_.resize(at + 24 + name.size() + unit.size());
  std::byte* p = description_.data() + at;
  store_little_endian(direction, p);
  store_little_endian(static_cast<std::uint16_t>(name.size()), p + 2);
  store_little_endian(static_cast<std::uint16_t>(unit.size()), p + 4);
  store_little_endian(std::uint16_t{0}, p + 6);
  store_little_endian(low, p + 8);
  store_little_endian(high, p + 16);
  std::memcpy(p + 24, name.data(), name.size());
  std::memcpy(p + 24 + name.size(), unit.data(), unit.size());
}

}  // namespace daedalus
