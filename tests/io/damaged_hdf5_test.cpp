// Result files with bytes changed: the HDF5 library crashes or waits on some of them, the reader does neither.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/channel_reader.hpp"
#include "daedalus/io/child_process.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class DamagedHdf5 : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::vector<ChannelInfo> columns = {{"t", "s", "time"}, {"x", "m", "position"}};
    const auto writer =
        make_channel_writer(folder_ / "whole.h5", columns, {{"model", "pendulum"}, {"method", "dopri5"}});
    for (int i = 0; i < 20; ++i) writer->write(std::vector<double>{0.1 * i, 1.0 * i});
    writer->close(R"({"status": "done"})");
    whole_ = bytes_of(folder_ / "whole.h5");
  }

  std::filesystem::path damaged(const std::string& bytes) {
    std::ofstream(folder_ / "damaged.h5", std::ios::binary) << bytes;
    return folder_ / "damaged.h5";
  }

  testing::TemporaryFolder folder_;
  std::string whole_;
};

TEST_F(DamagedHdf5, ANoteThatClaimsToBeLongerThanTheFileIsRefused) {
  // the notes are in the global heap [HDF5 File Format Specification 3.0, section III.E]
  const std::size_t heap = whole_.find("GCOL");
  ASSERT_NE(heap, std::string::npos);
  const std::uint64_t size = std::uint64_t{1} << 40;
  std::memcpy(whole_.data() + heap + 24, &size, sizeof size);  // of the first object: the library copies so many bytes
  try {
    read_channels(damaged(whole_));
    FAIL() << "was read";
  } catch (const FileError& refused) {
    EXPECT_NE(std::string(refused.what()).find("damaged.h5"), std::string::npos) << refused.what();
  }
}

TEST_F(DamagedHdf5, AWrongChecksumIsNotTriedForEver) {
  const std::size_t header = whole_.find("OHDR");  // of the root group
  ASSERT_NE(header, std::string::npos);
  whole_[header + 8] ^= 1;  // checksummed, and nothing that has a meaning without it
  EXPECT_THROW(read_channels(damaged(whole_)), FileError);
}

TEST_F(DamagedHdf5, ChangedBytesAreReadOrRefused) {
  std::mt19937 random(7);
  int read = 0, refused = 0;
  for (int n = 0; n < 150; ++n) {
    std::string bytes = whole_;
    for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      read_channels(damaged(bytes));
      ++read;
    } catch (const FileError&) {
      ++refused;
    }
  }
  EXPECT_EQ(read + refused, 150);
  EXPECT_GT(refused, 0);
}

TEST(ChildProcess, SaysHowItsWorkEnded) {
  EXPECT_EQ(try_in_child(10, [](const auto&) {}).end, ChildEnd::succeeded);
  const ChildOutcome failed = try_in_child(10, [](const auto&) { throw FileError("no such luck"); });
  EXPECT_EQ(failed.end, ChildEnd::failed);
  EXPECT_EQ(failed.text, "no such luck");
  EXPECT_EQ(try_in_child(10, [](const auto&) { std::raise(SIGKILL); }).end, ChildEnd::crashed);
  EXPECT_EQ(try_in_child(1,
                         [](const auto&) {
                           for (volatile bool waits = true; waits;) continue;
                         })
                .end,
            ChildEnd::hung);
}

}  // namespace
}  // namespace daedalus
