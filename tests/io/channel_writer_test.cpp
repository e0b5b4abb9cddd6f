#include "daedalus/io/channel_reader.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <limits>
#include <numeric>

#include "daedalus/base/errors.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

const std::vector<ChannelInfo> written_columns = {
    {"t", "s", "time"}, {"joint \"a\", row 1", "N", "reaction"}, {"α.φ", "rad", "Winkel"}, {"empty", "", ""}};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class ChannelFile : public ::testing::TestWithParam<const char*> {
 protected:
  std::filesystem::path file() const { return folder_ / (std::string("a.") + GetParam()); }
  testing::TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Formats, ChannelFile, ::testing::Values("csv", "h5", "hdf5"));

TEST_P(ChannelFile, BringsNamesAndEveryNumberBack) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> rows = {
      {0.1, 1 / 3.0, -2e-300, 5}, {0.2, -0.0, inf, -inf}, {0.3, 4e-320, 7, 1e308}};
  const auto writer = make_channel_writer(file(), written_columns);
  for (const auto& row : rows) writer->write(row);
  EXPECT_EQ(writer->rows(), 3);
  writer->close();

  const ChannelTable table = read_channels(file());
  ASSERT_EQ(table.columns.size(), written_columns.size());
  for (std::size_t j = 0; j < written_columns.size(); ++j) EXPECT_EQ(table.columns[j].name, written_columns[j].name);
  ASSERT_EQ(table.rows(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < written_columns.size(); ++j) EXPECT_EQ(table.at(i, j), rows[i][j]) << i << ' ' << j;
  EXPECT_TRUE(std::signbit(table.at(1, 1)));
}

TEST_P(ChannelFile, BringsManyRowsBackWhateverTheFlushes) {
  // 100 written_columns are 40 rows to a chunk and 1280 or so to one go: neither divides the flushes nor the total.
  std::vector<ChannelInfo> many(100, {"x", "", ""});
  std::vector<double> row(many.size());
  const auto writer = make_channel_writer(file(), many);
  constexpr int count = 4001;
  for (int i = 0; i < count; ++i) {
    std::iota(row.begin(), row.end(), i * 1000.0);
    writer->write(row);
    if (i % 777 == 0 || i == 2) writer->flush();
  }
  writer->close();
  const ChannelTable table = read_channels(file());
  ASSERT_EQ(table.rows(), static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < table.rows(); ++i)
    for (std::size_t j = 0; j < many.size(); ++j)
      ASSERT_EQ(table.at(i, j), static_cast<double>(i) * 1000 + static_cast<double>(j));
}

TEST_P(ChannelFile, OfARunWithoutSamplesHasNoRows) {
  make_channel_writer(file(), written_columns)->close();
  EXPECT_EQ(read_channels(file()).rows(), 0u);
  EXPECT_EQ(read_channels(file()).columns.size(), written_columns.size());
}

TEST_P(ChannelFile, IsCompleteWhenTheWriterIsDroppedWithoutBeingClosed) {
  make_channel_writer(file(), written_columns)->write(std::vector<double>{1, 2, 3, 4});
  EXPECT_EQ(read_channels(file()).rows(), 1u);
}

TEST_P(ChannelFile, ReplacesAnOlderOne) {
  for (const double t : {1.0, 2.0}) {
    const auto writer = make_channel_writer(file(), written_columns);
    writer->write(std::vector<double>{t, 0, 0, 0});
    writer->close();
  }
  const ChannelTable table = read_channels(file());
  ASSERT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.at(0, 0), 2.0);
}

TEST_P(ChannelFile, InAFolderThatIsNotThereIsRefused) {
  EXPECT_THROW(make_channel_writer(folder_ / (std::string("no/such/folder/a.") + GetParam()), written_columns),
               FileError);
  EXPECT_THROW(read_channels(folder_ / (std::string("missing.") + GetParam())), FileError);
}

TEST_P(ChannelFile, OnAFullDeviceIsReported) {
  std::filesystem::create_symlink("/dev/full", file());
  EXPECT_THROW(
      {
        const auto writer = make_channel_writer(file(), written_columns);
        writer->write(std::vector<double>{1, 2, 3, 4});
        writer->close();
      },
      FileError);
}

// Runs `body` in a process of its own; returns what waitpid says. The body ends the process.
template <class Body>
int in_child(Body&& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

TEST_P(ChannelFile, ThatMayNotGrowKeepsWhatItHas) {
  const int status = in_child([&] {
    const rlimit limit{3'000'000, 3'000'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_IGN);
    try {
      const auto writer = make_channel_writer(file(), written_columns);
      for (int i = 0; i < 1'000'000; ++i)
        writer->write(std::vector<double>{1.0 * i, std::sin(i), std::sin(i * 1.7), 0.1 * i});
    } catch (const FileError& problem) {
      _exit(std::string(problem.what()).find("disk may be full") != std::string::npos ? 7 : 8);
    }
    _exit(9);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  const ChannelTable table = read_channels(file());
  ASSERT_GT(table.rows(), 10'000u);
  for (std::size_t i = 0; i < table.rows(); ++i) ASSERT_EQ(table.at(i, 0), static_cast<double>(i));
}

TEST_P(ChannelFile, IsWrittenInMemoryThatDoesNotGrowWithTheRows) {
  if (testing::under_address_sanitizer) GTEST_SKIP() << "the address sanitizer keeps freed memory";
  const auto peak_kilobytes = [&](int rows) {
    int channel[2];
    EXPECT_EQ(pipe(channel), 0);
    in_child([&] {
      const auto writer = make_channel_writer(file(), written_columns);
      for (int i = 0; i < rows; ++i)
        writer->write(std::vector<double>{1.0 * i, std::sin(i), std::sin(i * 1.7), 0.1 * i});
      writer->close();
      rusage usage = {};
      getrusage(RUSAGE_SELF, &usage);
      [[maybe_unused]] const ssize_t n = write(channel[1], &usage.ru_maxrss, sizeof usage.ru_maxrss);
    });
    long peak = 0;
    EXPECT_EQ(read(channel[0], &peak, sizeof peak), static_cast<ssize_t>(sizeof peak));
    close(channel[0]), close(channel[1]);
    return peak;
  };
  const long few = peak_kilobytes(50'000), many = peak_kilobytes(1'000'000);  // 30 MB more
  EXPECT_LT(many, few + 2000);
}

TEST(ChannelWriter, RefusesOtherEndingsAndNamesTheFormats) {
  for (const char* name : {"a.txt", "a", "a.CSV", "csv"}) {
    try {
      make_channel_writer(name, written_columns);
      FAIL() << name;
    } catch (const OptionError& error) {
      EXPECT_NE(std::string(error.what()).find(".csv"), std::string::npos);
      EXPECT_NE(std::string(error.what()).find(".h5"), std::string::npos);
    }
  }
}

TEST(CsvFile, IsOneLineOfNamesAndOneLinePerRow) {
  const testing::TemporaryFolder folder;
  const auto writer = make_channel_writer(folder / "a.csv", written_columns);
  writer->write(std::vector<double>{0.1, 1, -2, 1e-5});
  writer->close("{}");
  EXPECT_EQ(text_of(folder / "a.csv"), "t,\"joint \"\"a\"\", row 1\",α.φ,empty\n0.1,1,-2,1e-05\n");
}

TEST(CsvFile, ALineThatWasCutOffIsLeftOutAndABadOneIsNamed) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder / "cut.csv") << "t,x\n1,2\n3,4.";
  EXPECT_EQ(read_channels(folder / "cut.csv").values, (std::vector<double>{1, 2}));
  std::ofstream(folder / "windows.csv") << "t,x\r\n1,2\r\n";
  EXPECT_EQ(read_channels(folder / "windows.csv").columns[1].name, "x");
  for (const char* bad : {"t,x\n1\n", "t,x\n1,2,3\n", "t,x\n1,two\n", "t,\"x\n", "", "t,x"}) {
    std::ofstream(folder / "bad.csv") << bad;
    EXPECT_THROW(read_channels(folder / "bad.csv"), FileError) << bad;
  }
}

TEST(Hdf5File, KeepsUnitsMeaningsNotesAndReport) {
  const testing::TemporaryFolder folder;
  const FileNotes notes = {{"method", "dopri5"}, {"model", "Kurbelschwinge mit µ"}, {"parameters", ""}};
  const auto writer = make_channel_writer(folder / "a.h5", written_columns, notes);
  writer->write(std::vector<double>{1, 2, 3, 4});
  writer->close(R"({"status": "done"})");
  const ChannelTable table = read_channels(folder / "a.h5");
  for (std::size_t j = 0; j < written_columns.size(); ++j) {
    EXPECT_EQ(table.columns[j].unit, written_columns[j].unit);
    EXPECT_EQ(table.columns[j].meaning, written_columns[j].meaning);
  }
  EXPECT_EQ(table.notes, notes);
  EXPECT_EQ(table.report, R"({"status": "done"})");
  EXPECT_EQ(table.rows(), 1u);
}

TEST(Hdf5File, ThatIsNoneOfOursIsRefused) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder / "text.h5") << "t,x\n1,2\n";
  EXPECT_THROW(read_channels(folder / "text.h5"), FileError);
}

}  // namespace
}  // namespace daedalus
