// hdf5_channels.hpp: result files in HDF5: `data` (rows × columns, float64), `names`, `units`, `meanings` of the
// columns, names and units also as attributes of `data`, the notes as attributes of the file, the parameters of the
// model as attributes of the group `parameters`, and the report of the run as the text `report` once it has come to its
// end.
#pragma once

#include "daedalus/io/channel_reader.hpp"

namespace daedalus {

std::unique_ptr<ChannelWriter> make_hdf5_writer(const std::filesystem::path& file,
                                                const std::vector<ChannelInfo>& columns, const FileNotes& notes);
std::unique_ptr<ChannelReader> open_hdf5_channels(const std::filesystem::path& file);

}  // namespace daedalus
