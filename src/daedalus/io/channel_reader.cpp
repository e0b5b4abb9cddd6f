#include "daedalus/io/channel_reader.hpp"

#include "daedalus/io/csv_channels.hpp"
#include "daedalus/io/hdf5_channels.hpp"

namespace daedalus {

std::string ChannelReader::note(const std::string& name) const {
  for (const auto& [known, text] : notes_)
    if (known == name) return text;
  return "";
}

std::unique_ptr<ChannelReader> open_channels(const std::filesystem::path& file) {
  return format_of(file) == ChannelFormat::csv ? open_csv_channels(file) : open_hdf5_channels(file);
}

ChannelTable read_channels(const std::filesystem::path& file) {
  const std::unique_ptr<ChannelReader> reader = open_channels(file);
  ChannelTable table{reader->columns(), {}, reader->notes(), reader->report()};
  std::vector<double> row;
  while (reader->next(row)) table.values.insert(table.values.end(), row.begin(), row.end());
  return table;
}

}  // namespace daedalus
