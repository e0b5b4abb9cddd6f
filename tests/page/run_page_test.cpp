// The page of a run as a whole: what is in it, what is left out and said, and how large it becomes.
#include "daedalus/io/page/run_page.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/io/page/page_file.hpp"

using namespace daedalus;
using Json = nlohmann::ordered_json;

namespace {

const char* two_bodies = R"(
name: two
gravity: [0, -9.81, 0]
bodies:
  a: {type: planar, mass: 1, inertia: 1}
  b: {type: planar, mass: 1, inertia: 1}
outputs: [b.x]
view: {camera: xy, traces: [a], plots: [{title: Way, y: [a.x, b.x]}]}
)";

std::vector<ChannelInfo> named(const std::vector<std::string>& names) {
  std::vector<ChannelInfo> columns;
  for (const std::string& name : names) columns.push_back({name, "m", ""});
  return columns;
}

class RunPageTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_write_pages()) GTEST_SKIP() << "built without the page";
  }
  void TearDown() override { std::filesystem::remove(file_); }

  Json header() const {
    std::ifstream in(file_, std::ios::binary);
    const std::string page(std::istreambuf_iterator<char>(in), {});
    const std::size_t tag = page.find("<script id=\"daedalus-header\""), begin = page.find('>', tag) + 1;
    return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  }

  std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("daedalus_run_page_" + std::to_string(getpid()) + ".html");
};

}  // namespace

TEST_F(RunPageTest, HasColumnsModelHintsAndReport) {
  const Model model = read_model_text(two_bodies, "two.yaml");
  RunPage page(&model, named({"t", "a.x", "a.y", "a.z", "a.theta", "b.x"}));
  page.add(std::vector<double>{0, 1, 2, 0, 0.5, 7});
  page.add(std::vector<double>{1, 3, 2, 0, 0.5, -7});
  const auto written =
      page.write(file_, "two", Json{{"status", "done"}, {"method", "rk4"}, {"h", 0.5}, {"given", {{"h", 0.5}}}});
  EXPECT_EQ(written.bytes, std::filesystem::file_size(file_));
  EXPECT_EQ(written.rows, 2u);
  ASSERT_EQ(written.notes.size(), 1u);  // b has no angle
  EXPECT_NE(written.notes[0].find("b"), std::string::npos);

  const Json page_header = header();
  EXPECT_EQ(page_header["samples"], 2);
  EXPECT_TRUE(page_header["thinned"].is_null());
  const Json& columns = page_header["columns"];
  ASSERT_EQ(columns.size(), 6u + 7u);
  EXPECT_EQ(columns[0]["type"], "f64");
  EXPECT_EQ(columns[1]["min"], 1.0);
  EXPECT_EQ(columns[1]["max"], 3.0);
  EXPECT_FALSE(columns[1].contains("marked"));
  EXPECT_EQ(columns[5]["marked"], true);
  EXPECT_EQ(columns[6]["group"], "pose");
  EXPECT_EQ(page_header["model"]["bodies"].size(), 2u);  // ground and a
  EXPECT_EQ(page_header["model"]["bodies"][1]["pose"], 6);
  EXPECT_EQ(page_header["defaults"]["camera"]["view"], "xy");
  EXPECT_EQ(page_header["defaults"]["plots"][0]["y"], Json({"a.x", "b.x"}));
  EXPECT_EQ(page_header["report"]["status"], "done");
  bool has_step = false;
  for (const Json& option : page_header["report"]["options"])
    has_step = has_step || (option["name"] == "h" && option["given"] == 0.5 && option["used"] == 0.5);
  EXPECT_TRUE(has_step);
  EXPECT_EQ(page_header["report"]["warnings"].size(), 1u);
}

TEST_F(RunPageTest, AReportOfAnotherVersionDoesNoHarm) {
  RunPage page(nullptr, named({"t", "x"}));
  page.add(std::vector<double>{0, 1});
  const Json strange = {{"status", 5},    {"method", nullptr},   {"residual", "none"}, {"options", {1, 2}},
                        {"timing", true}, {"warnings", "words"}, {"energy", 3},        {"events", 7}};
  EXPECT_NO_THROW(page.write(file_, "strange", strange));
  EXPECT_EQ(header()["report"]["warnings"].size(), 0u);
}

TEST_F(RunPageTest, TextsOfTenMegabytesAreCut) {
  const std::string evil = "</script><script>alert(1)</script>", long_text = evil + std::string(10'000'000, 'N');
  RunPage page(nullptr, {{"t", "s", ""}, {long_text, long_text, long_text}});
  page.add(std::vector<double>{0, 1});
  page.write(file_, long_text,
             Json{{"status", long_text},
                  {"method", long_text},
                  {"options", {{long_text, long_text}}},
                  {"warnings", {long_text}},
                  {"failure", {{"message", long_text}}}});
  EXPECT_LT(std::filesystem::file_size(file_), 2'000'000u);
  EXPECT_TRUE(header()["title"].get<std::string>().starts_with(evil));
}

TEST_F(RunPageTest, AMillionSamplesOfTwoHundredChannelsStayBelowThirtyMegabytesWithAllPeaks) {
  constexpr int samples = 1'000'000, channels = 200;
  std::vector<std::string> names = {"t"};
  for (int c = 0; c < channels; ++c) names.push_back("noise" + std::to_string(c));
  RunPage page(nullptr, named(names));
  std::minstd_rand random(7);
  std::vector<double> row(names.size());
  for (int i = 0; i < samples; ++i) {
    row[0] = 1e-3 * i;
    for (int c = 1; c <= channels; ++c) row[c] = static_cast<double>(random());  // nothing that could be compressed
    if (i == 654'321) row[123] = 9e9;
    page.add(row);
  }
  const auto written = page.write(file_, "noise", nullptr);
  EXPECT_LT(written.bytes, 30'000'000u);
  EXPECT_GT(written.bytes, 10'000'000u);
  EXPECT_EQ(written.samples, static_cast<std::size_t>(samples));
  const Json page_header = header();
  EXPECT_EQ(page_header["thinned"]["from"], samples);
  EXPECT_EQ(page_header["thinned"]["to"], page_header["samples"]);
  EXPECT_GE(page_header["samples"].get<int>(), 10'000);
  EXPECT_EQ(page_header["columns"][123]["max"], 9e9);
}

TEST(PageChannels, PlacesOfBodiesAreAlwaysThere) {
  const Model model = read_model_text(two_bodies, "two.yaml");
  const auto channels = named({"a.x", "a.y", "a.z", "a.vx", "a.theta", "b.x", "energy.total"});
  EXPECT_TRUE(page_channels(model, channels, {}).empty());  // all
  const auto some = page_channels(model, channels, {"energy.*"});
  EXPECT_EQ(some, (std::vector<std::string>{"energy.*", "a.x", "a.y", "a.z", "a.theta", "b.x"}));
}
