// Experiments as such: every figure says something of every method, and an interruption keeps what is finished.
#include "daedalus/reproduce/reproduction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "daedalus/base/errors.hpp"
#include "daedalus/reproduce/paper_002/paper_002.hpp"
#include "reproduce/findings.hpp"
#include "reproduce/gallery_runner.hpp"

namespace daedalus::reproduce {
namespace {

using daedalus::testing::gallery_runner;

TEST(Papers, AreFoundByNumberAndExperimentsByName) {
  const Paper& paper = find_paper("002");
  EXPECT_EQ(find_experiment(paper, "energy").figures, "Figs. 7-10");
  EXPECT_THROW(find_paper("2"), OptionError);
  EXPECT_THROW(find_experiment(paper, "energi"), OptionError);
  std::set<std::string> names;
  for (const Experiment& experiment : paper.experiments)
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
}

std::set<std::string> methods_in(const Figure& figure) {
  std::set<std::string> names;
  for (const Finding& finding : figure.findings)
    names.insert(finding.subject.substr(0, finding.subject.find_first_of(": ")));
  return names;
}

TEST(Paper002, ComparesEveryMethodInEveryFigureOfConvergenceEnergyAndCost) {
  std::set<std::string> all;
  for (const MethodChoice& method : paper_002::methods()) all.insert(method.name);
  ASSERT_EQ(all.size(), 7u);
  const Paper& paper = find_paper("002");
  for (const char* name : {"convergence", "energy", "cost"})
    for (const Figure& figure : find_experiment(paper, name).run(gallery_runner())) {
      if (figure.label == "Fig. 3" || figure.label == "Fig. 5" || figure.label == "Fig. 6") {
        EXPECT_EQ(figure.count(Outcome::confirmed), 6)
            << "orders 2 and 1 in the plotted component, q, v and λ, to 0.1: " << figure.label;
      }
      if (figure.label == "Figs. 7-8") continue;  // of the HHT family
      EXPECT_EQ(methods_in(figure), all) << figure.label << ", " << figure.title;
      EXPECT_FALSE(figure.exhibits.empty()) << figure.label;
    }
  std::set<std::string> seen;
  for (const Figure& figure : find_experiment(paper, "velocity-constraints").run(gallery_runner()))
    seen.merge(methods_in(figure));
  EXPECT_EQ(seen, all);
}

TEST(Findings, GiveAReasonWhereTheyDoNotConfirm) {
  for (const Experiment& experiment : find_paper("002").experiments)
    testing::expect_reasons(experiment.run(gallery_runner()));
}

TEST(Outcome, IsConfirmedOnlyWithinTheBandOnBothSides) {
  EXPECT_EQ(judge_figure(10, 10, 2), Outcome::confirmed);
  EXPECT_EQ(judge_figure(5.1, 10, 2), Outcome::confirmed);
  EXPECT_EQ(judge_figure(19.9, 10, 2), Outcome::confirmed);
  EXPECT_EQ(judge_figure(20.1, 10, 2), Outcome::better);
  EXPECT_EQ(judge_figure(4.9, 10, 2), Outcome::differs);
  EXPECT_EQ(judge_figure(std::nan(""), 10, 2), Outcome::differs);
}

Account one_figure(const ExperimentRunner&) {
  return {{.label = "Fig. 1",
           .title = "a",
           .statement = "s",
           .findings = {{.subject = "rk4", .paper = "1", .ours = "1"},
                        {.subject = "dopri5", .paper = "1", .ours = "2", .outcome = Outcome::differs, .why = "w"}}}};
}
Account interrupted(const ExperimentRunner&) { throw Interrupted{}; }

TEST(Reproduction, KeepsWhatIsFinishedWhenItIsInterrupted) {
  const Paper paper{.number = "999",
                    .title = "t",
                    .source = "s",
                    .experiments = {{"a", "Fig. 1", "a", one_figure},
                                    {"b", "Fig. 2", "b", interrupted},
                                    {"c", "Fig. 3", "c", one_figure}},
                    .theory = ""};
  int calls = 0;
  const Reproduction all = run_experiments(
      paper, {&paper.experiments[0], &paper.experiments[1], &paper.experiments[2]}, gallery_runner(),
      [&](const Reproduction& so_far) { EXPECT_EQ(so_far.finished.size(), static_cast<std::size_t>(++calls)); });
  EXPECT_TRUE(all.interrupted);
  ASSERT_EQ(all.finished.size(), 1u);
  EXPECT_EQ(calls, 1);
  const StudyTable summary = summary_table(all);
  ASSERT_EQ(summary.rows.size(), 1u);
  for (std::size_t k = 2; k < summary.columns.size(); ++k)
    EXPECT_EQ(std::get<double>(summary.rows[0][k]),
              summary.columns[k].name == "confirmed" || summary.columns[k].name == "differs" ? 1 : 0)
        << summary.columns[k].name;
  const auto page = make_page(all).header();
  EXPECT_NE(page.dump().find("Interrupted"), std::string::npos);
}

TEST(Reproduction, StopsInTheMiddleOfARun) {
  std::atomic<bool> cancel = true;
  const Paper& paper = find_paper("002");
  const Reproduction all = run_experiments(paper, {&paper.experiments[0]}, gallery_runner(true, &cancel));
  EXPECT_TRUE(all.interrupted);
  EXPECT_TRUE(all.finished.empty());
  EXPECT_THROW(find_experiment(paper, "energy").run(gallery_runner(true, &cancel)), Interrupted);
}

}  // namespace
}  // namespace daedalus::reproduce
