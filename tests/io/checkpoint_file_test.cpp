#include "daedalus/io/checkpoint_file.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

TEST(CheckpointFile, BringsEveryNumberBackBitForBit) {
  const testing::TemporaryFolder folder;
  const std::vector<double> values = {
      0.1, -0.0, 1e-320, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(), 1 / 3.0};
  write_checkpoint(folder / "a.ckpt", {"sys", "meth", {{"x", values}, {"empty", {}}}});
  const Checkpoint back = read_checkpoint(folder / "a.ckpt");
  EXPECT_EQ(back.system, "sys");
  EXPECT_EQ(back.method, "meth");
  ASSERT_EQ(back.memory.size(), 2u);
  ASSERT_EQ(back.memory[0].values.size(), values.size());
  EXPECT_EQ(std::memcmp(back.memory[0].values.data(), values.data(), values.size() * sizeof(double)), 0);
  EXPECT_TRUE(back.memory[1].values.empty());
}

TEST(CheckpointFile, ARunGoesOnFromTheFileAsIfItHadNotBeenInterrupted) {
  const testing::TemporaryFolder folder;
  const auto system = make_closed_form("andrews");
  const SolveOptions whole_options{.t_end = 0.01};
  const auto method = make_method("dopri5");
  const Result whole = solve(*system, *method, system->initial_guess(), whole_options);

  std::atomic<bool> stop = false;
  SolveOptions first = whole_options;
  first.cancel = &stop;
  first.on_step = [&](const Integration& i) { stop = i.state().t > 0.004; };
  write_checkpoint(folder / "run.ckpt",
                   solve(*system, *make_method("dopri5"), system->initial_guess(), first).checkpoint);

  const Checkpoint checkpoint = read_checkpoint(folder / "run.ckpt");
  SolveOptions second = whole_options;
  second.restart = &checkpoint;
  EXPECT_TRUE(solve(*system, *make_method("dopri5"), system->initial_guess(), second).final == whole.final);
}

TEST(CheckpointFile, SaysWhatIsWrongWithAFile) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(read_checkpoint(folder / "missing.ckpt"), FileError);
  const char* const damaged[] = {
      "", "{}", "[1,2", R"({"daedalus_checkpoint": 99, "system": "a", "method": "b"})",
      R"({"daedalus_checkpoint": 1, "system": "a", "method": "b", "memory": [{"name": "x", "values": "12"}]})"};
  for (const char* text : damaged) {
    std::ofstream(folder / "bad.ckpt") << text;
    EXPECT_THROW(read_checkpoint(folder / "bad.ckpt"), FileError) << text;
  }
  EXPECT_THROW(write_checkpoint(folder / "no" / "such" / "folder.ckpt", {}), FileError);
}

TEST(CheckpointFile, NoChangedCharacterGoesUnseen) {
  const testing::TemporaryFolder folder;
  const Checkpoint checkpoint{"sys", "meth", {{"x", {0.1, 1 / 3.0}}, {"n", {3}}}, {{"rtol", "1e-06"}}};
  write_checkpoint(folder / "a.ckpt", checkpoint);
  std::ifstream in(folder / "a.ckpt", std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  int refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = changed[i] == '7' ? '3' : '7';
    std::ofstream(folder / "b.ckpt", std::ios::binary) << changed;
    try {
      const Checkpoint back = read_checkpoint(folder / "b.ckpt");  // white space between values means nothing
      EXPECT_TRUE(back.system == checkpoint.system && back.memory == checkpoint.memory &&
                  back.settings.at(0).value == "1e-06")
          << i;
    } catch (const FileError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, static_cast<int>(whole.size()) / 2);
}

TEST(CheckpointFile, OneOfAnotherVersionIsNamedSo) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder / "old.ckpt") << R"({"daedalus_checkpoint": 1, "system": "a", "method": "b", "memory": []})";
  try {
    read_checkpoint(folder / "old.ckpt");
    FAIL();
  } catch (const FileError& refused) {
    EXPECT_NE(std::string(refused.what()).find("version 1"), std::string::npos) << refused.what();
  }
}

}  // namespace
}  // namespace daedalus
