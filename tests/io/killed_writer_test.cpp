// A process that writes results is killed with SIGKILL, which it can neither see nor answer. Its files must be
// readable.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/channel_reader.hpp"
#include "daedalus/io/hdf5_support.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

constexpr std::size_t width = 50;

std::vector<double> row_of(long i) {
  std::vector<double> row(width);
  for (std::size_t j = 0; j < width; ++j)
    row[j] = j == 0 ? static_cast<double>(i) : std::sin(0.001 * static_cast<double>(i) * static_cast<double>(j));
  return row;
}

std::unique_ptr<ChannelWriter> begin(const std::filesystem::path& file) {
  std::vector<ChannelInfo> columns(width, {"x", "m", "a channel"});
  columns[0].name = "t";
  return make_channel_writer(file, columns, {{"method", "dopri5"}});
}

// The child ends by SIGKILL or, if it does not, with an exit code.
template <class Body>
pid_t start_child(Body&& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  return child;
}

bool was_killed(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

void expect_rows_from_the_beginning(const std::filesystem::path& file, std::size_t at_least) {
  const ChannelTable table = read_channels(file);
  ASSERT_GE(table.rows(), at_least);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::vector<double> expected = row_of(static_cast<long>(i));
    for (std::size_t j = 0; j < width; ++j) ASSERT_EQ(table.at(i, j), expected[j]) << "row " << i;
  }
}

// What a program does that knows nothing of us: open for reading, without any flag.
bool opens_plainly(const std::filesystem::path& file) {
  const hdf5::Quiet quiet;
  const hdf5::Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  return opened.is_open();
}

void wait_until_begun(const std::filesystem::path& file) {
  constexpr std::size_t some_rows = 20'000;  // bytes
  std::error_code not_there;
  for (int k = 0; k < 6000; ++k) {
    const auto size = std::filesystem::file_size(file, not_there);
    if (!not_there && size > some_rows) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  FAIL() << "the writer does not write";
}

class KilledWriter : public ::testing::TestWithParam<const char*> {
 protected:
  std::filesystem::path file() const { return folder_ / (std::string("a.") + GetParam()); }
  testing::TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Formats, KilledWriter, ::testing::Values("csv", "h5"));

TEST_P(KilledWriter, LeavesEverythingUpToItsLastFlush) {
  for (const long flushed : {0L, 1L, 100L, 5000L}) {
    const pid_t child = start_child([&] {
      const auto writer = begin(file());
      for (long i = 0; i < flushed; ++i) writer->write(row_of(i));
      writer->flush();
      for (long i = 0; i < 10; ++i) writer->write(row_of(flushed + i));  // may be lost
      raise(SIGKILL);
    });
    ASSERT_TRUE(was_killed(child));
    expect_rows_from_the_beginning(file(), static_cast<std::size_t>(flushed));
    EXPECT_TRUE(GetParam() == std::string("csv") || opens_plainly(file()));
  }
}

TEST_P(KilledWriter, LeavesAReadableFileWhereverItIsHit) {
  for (int k = 0; k < 12; ++k) {
    std::filesystem::remove(file());
    const pid_t child = start_child([&] {
      const auto writer = begin(file());
      for (long i = 0;; ++i) {
        writer->write(row_of(i));
        if (i % 5 == 0) writer->flush();  // as often as possible: to be hit while writing
      }
    });
    wait_until_begun(file());
    std::this_thread::sleep_for(std::chrono::milliseconds(17 * k));
    kill(child, SIGKILL);
    ASSERT_TRUE(was_killed(child));
    expect_rows_from_the_beginning(file(), 1);
  }
}

TEST_P(KilledWriter, HasWrittenWhatIsOlderThanASecondWithoutBeingAskedTo) {
  const pid_t child = start_child([&] {
    const auto writer = begin(file());
    for (long i = 0;; ++i) {
      writer->write(row_of(i));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  kill(child, SIGKILL);
  ASSERT_TRUE(was_killed(child));
  expect_rows_from_the_beginning(file(), 20);
}

TEST(RunningWriter, CanBeReadWhileItWrites) {
  const testing::TemporaryFolder folder;
  const auto writer = begin(folder / "a.h5");
  for (long i = 0; i < 3; ++i) {
    writer->write(row_of(i));
    writer->flush();
    const pid_t reader =
        start_child([&] { _exit(read_channels(folder / "a.h5").rows() == static_cast<std::size_t>(i + 1) ? 5 : 6); });
    int status = 0;
    waitpid(reader, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 5);
  }
}

}  // namespace
}  // namespace daedalus
