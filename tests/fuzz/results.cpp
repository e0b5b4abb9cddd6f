// Result files, CSV and HDF5. The first byte chooses the format, as the end of a name does.
#include "daedalus/io/channel_reader.hpp"
#include "fuzz/fuzz_target.hpp"

namespace daedalus::fuzz {
namespace {

constexpr const char* endings[] = {".csv", ".h5"};

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (int k = 0; k < 2; ++k) {
    const std::filesystem::path file = as_file(std::string("seed") + endings[k], "");
    const auto writer = make_channel_writer(
        file, {{"t", "s", "time"}, {"bob.x", "m", "position"}, {"bob.y", "m", "position"}}, {{"method", "dopri5"}});
    for (int i = 0; i < 40; ++i) {
      const double row[] = {0.01 * i, 1.0 / (1 + i), -0.5 * i};
      writer->write(row);
    }
    writer->close(R"({"status": "done"})");
    all.push_back(std::string(1, static_cast<char>('0' + k)) + bytes_of(file));
  }
  return all;
}

void read_input(const std::string& bytes) {
  if (bytes.empty()) return;
  const std::filesystem::path file =
      as_file(std::string("run") + endings[static_cast<unsigned char>(bytes[0]) % 2], bytes.substr(1));
  allow_refusal([&] {
    const auto reader = open_channels(file);
    std::vector<double> row;
    for (int i = 0; i < 10'000 && reader->next(row); ++i) {}
  });
}

}  // namespace daedalus::fuzz
