// tangents_test.cpp: which tangents are in use, and that a rejected step leaves no trace in them.
#include "daedalus/integrate/corrector/tangents.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/consistent.hpp"

namespace daedalus {
namespace {

constexpr Want wanted = Want::mass | Want::jacobian | Want::residual_tangent;

struct TwoStates {
  TwoStates() : system(make_closed_form("andrews")), eq(*system), x(system->initial_guess()) {
    make_consistent(eq, x);
    y = x;
    y.q *= 1.01;
    Equations other(*system);
    other.evaluate(wanted, x);
    at_x = other.value.r_q.values;
    other.evaluate(wanted, y);
    at_y = other.value.r_q.values;
  }
  std::unique_ptr<System> system;
  Equations eq;
  State x, y;
  VecX at_x, at_y;  // r_q as the seam has it
};

TEST(Tangents, ARejectedStepLeavesThoseOfTheLastAcceptedOne) {
  TwoStates b;
  Tangents tangents;
  tangents.start(b.eq.layout(), wanted, Tangents::Keeps::yes);
  tangents.evaluate(b.eq, b.x);
  tangents.accept();
  tangents.begin_step();
  tangents.evaluate(b.eq, b.y);
  EXPECT_EQ(tangents->r_q.values, b.at_y);
  tangents.evaluate(b.eq, b.y);  // renewed once more in the same step
  tangents.begin_step();         // rejected
  EXPECT_EQ(tangents->r_q.values, b.at_x);
  tangents.evaluate(b.eq, b.y);
  tangents.accept();
  tangents.begin_step();
  EXPECT_EQ(tangents->r_q.values, b.at_y);
}

TEST(Tangents, OfTheSameStateAreEvaluatedOnce) {
  TwoStates b;
  Tangents tangents;
  tangents.start(b.eq.layout(), wanted);
  const long before = b.eq.counts.tangents;
  tangents.evaluate_once(b.eq, b.x);
  tangents.evaluate_once(b.eq, b.x);
  EXPECT_EQ(b.eq.counts.tangents, before + 1);
  tangents.evaluate_once(b.eq, b.y);
  EXPECT_EQ(b.eq.counts.tangents, before + 2);
  EXPECT_EQ(tangents->r_q.values, b.at_y);
}

TEST(Tangents, OfARejectedStepAreNotTakenForThoseThatAreThere) {
  TwoStates b;
  Tangents tangents;
  tangents.start(b.eq.layout(), wanted, Tangents::Keeps::yes);
  tangents.evaluate(b.eq, b.x);
  tangents.accept();
  tangents.begin_step();
  tangents.evaluate(b.eq, b.y);
  tangents.begin_step();  // rejected
  tangents.evaluate_once(b.eq, b.y);
  EXPECT_EQ(tangents->r_q.values, b.at_y);
}

TEST(Tangents, AreDueAfterTheirLifetime) {
  TwoStates b;
  Tangents tangents;
  tangents.start(b.eq.layout(), wanted, Tangents::Keeps::no, 3);
  for (int step = 0; step < 7; ++step) {
    EXPECT_EQ(tangents.are_due(), step % 3 == 0) << step;
    tangents.accept();
  }
}

TEST(Tangents, ComeBackFromACheckpoint) {
  TwoStates b;
  Tangents tangents, restored;
  for (Tangents* t : {&tangents, &restored}) t->start(b.eq.layout(), wanted, Tangents::Keeps::yes);
  tangents.evaluate(b.eq, b.y);
  tangents.accept();
  Archive saved = Archive::for_saving();
  tangents.exchange(saved);
  Archive loading = Archive::for_loading(saved.items());
  restored.exchange(loading);
  restored.begin_step();
  EXPECT_EQ(restored->r_q.values, b.at_y);
  EXPECT_EQ(restored->M.values, tangents->M.values);
}

// Differences of residuals, column by column: a strategy is one class, and nothing else knows of it.
struct DifferencesOfResiduals final : JacobianStrategy {
  void evaluate(Equations& eq, Want, const State& x, Evaluation& into) override {
    constexpr double step = 1e-6;
    State at = x;
    for (Index j = 0; j < x.q.size(); ++j) {
      at.q[j] = x.q[j] + step;
      eq.evaluate(Want::residual, at);
      const VecX ahead = eq.value.r;
      at.q[j] = x.q[j] - step;
      eq.evaluate(Want::residual, at);
      at.q[j] = x.q[j];
      for (Index i = 0; i < x.q.size(); ++i)
        if (const Index k = into.r_q.pattern->find(i, j); k >= 0)
          into.r_q.values[k] = (ahead[i] - eq.value.r[i]) / (2 * step);
    }
  }
  // As if half of the way to x were all there is to follow.
  bool update(Equations&, Want, const State&, Evaluation& tangents) override {
    tangents.r_q.values *= 0.5;
    return true;
  }
};

TEST(Tangents, ComeFromTheirStrategy) {
  TwoStates b;
  Tangents tangents;
  tangents.start(b.eq.layout(), wanted, Tangents::Keeps::no, 1, std::make_unique<DifferencesOfResiduals>());
  tangents.evaluate(b.eq, b.x);
  EXPECT_LT((tangents->r_q.values - b.at_x).lpNorm<Eigen::Infinity>(), 1e-7 * b.at_x.lpNorm<Eigen::Infinity>());
  EXPECT_EQ(b.eq.counts.tangents, 0) << "none of the seam were asked for";
}

TEST(Tangents, AreUpdatedFromTheKeptOnesWhereTheStrategyKnowsHowAndEvaluatedWhereNot) {
  TwoStates b;
  Tangents cheap, exact;
  cheap.start(b.eq.layout(), wanted, Tangents::Keeps::yes, 1, std::make_unique<DifferencesOfResiduals>());
  exact.start(b.eq.layout(), wanted, Tangents::Keeps::yes);
  for (Tangents* tangents : {&cheap, &exact}) {
    tangents->evaluate(b.eq, b.x);
    tangents->accept();
    tangents->begin_step();
  }
  const VecX kept = cheap->r_q.values;
  cheap.update(b.eq, b.y);
  EXPECT_EQ(cheap->r_q.values, 0.5 * kept);
  cheap.begin_step();  // rejected
  EXPECT_EQ(cheap->r_q.values, kept);
  exact.update(b.eq, b.y);
  EXPECT_EQ(exact->r_q.values, b.at_y);
}

}  // namespace
}  // namespace daedalus
