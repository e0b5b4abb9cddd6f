// Sections of a study as the page expects them (viewer/src/data.ts).
#include "daedalus/io/page/study_page.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace daedalus;
using Json = nlohmann::ordered_json;

TEST(StudyPage, HasItsSectionsInOrder) {
  StudyPage page("orders", "of two methods");
  page.add(StudyText{.title = "What", .text = "words"});
  page.add(StudyTable{.title = "Orders",
                      .columns = {{"method"},
                                  {"order", "", StudyTable::Kind::paper},
                                  {"ours", "", StudyTable::Kind::ours, 3},
                                  {"", "", StudyTable::Kind::verdict}},
                      .rows = {{"hht", 2.0, 1.98, "pass"}, {"rk4", {}, 4.01, "none"}}});
  page.add(StudyChart{.kind = StudyChart::Kind::convergence,
                      .title = "Error",
                      .x = {"h", "s"},
                      .y = {"error"},
                      .series = {{.name = "hht", .x = {0.1, 0.01}, .y = {1e-2, 1e-4}, .order = 2}},
                      .slopes = {2}});
  page.add(StudyContour{.title = "Region",
                        .x = {"re", "", -3, 1},
                        .y = {"im", "", -2, 2},
                        .columns = 2,
                        .rows = 2,
                        .values = {0, 1, 2, 3},
                        .filled_below = 1});
  page.add(StudyEigenvalues{
      .title = "Eigenvalues", .boundary = StudyEigenvalues::Boundary::unit_circle, .sets = {{"now", {0.5}, {0.1}}}});

  const Json header = page.header();
  EXPECT_EQ(header["kind"], "study");
  const Json& sections = header["sections"];
  ASSERT_EQ(sections.size(), 5u);
  EXPECT_EQ(sections[0]["text"], "words");
  EXPECT_EQ(sections[1]["columns"][1]["kind"], "paper");
  EXPECT_EQ(sections[1]["rows"][0], Json({"hht", 2.0, 1.98, "pass"}));
  EXPECT_TRUE(sections[1]["rows"][1][1].is_null());
  EXPECT_EQ(sections[2]["type"], "convergence");
  EXPECT_EQ(sections[2]["series"][0]["order"], 2.0);
  EXPECT_EQ(sections[2]["slopes"][0]["slope"], 2.0);
  EXPECT_FALSE(sections[2]["x"].contains("log"));
  EXPECT_EQ(sections[3]["x"]["min"], -3.0);
  EXPECT_EQ(sections[3]["filled_below"], 1.0);
  EXPECT_EQ(sections[4]["boundary"], "unit_circle");
  EXPECT_EQ(sections[4]["sets"][0]["im"], Json({0.1}));
}
