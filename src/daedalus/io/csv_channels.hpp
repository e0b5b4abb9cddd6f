// csv_channels.hpp: result files as text: one line with the names, then one line per row with 17 significant digits.
// Units and meanings of the columns are in a second table beside it, so that programs read numbers without being told
// to skip a line.
#pragma once

#include "daedalus/io/channel_reader.hpp"

namespace daedalus {

std::unique_ptr<ChannelWriter> make_csv_writer(const std::filesystem::path& file,
                                               const std::vector<ChannelInfo>& columns);
// 'run.channels.csv' of 'run.csv': the columns name, unit and meaning, one line per channel.
std::filesystem::path channel_list_of(const std::filesystem::path& file);

std::unique_ptr<ChannelReader> open_csv_channels(const std::filesystem::path& file);

}  // namespace daedalus
