// csv_channels.hpp: result files as text: one line with the names, then one line per row with 17 significant digits.
#pragma once

#include "daedalus/io/channel_reader.hpp"

namespace daedalus {

std::unique_ptr<ChannelWriter> make_csv_writer(const std::filesystem::path& file,
                                               const std::vector<ChannelInfo>& columns);
std::unique_ptr<ChannelReader> open_csv_channels(const std::filesystem::path& file);

}  // namespace daedalus
