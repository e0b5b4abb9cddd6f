#include "daedalus/closed_form/catalog.hpp"

#include <gtest/gtest.h>

#include <set>

#include "closed_form/random_state.hpp"
#include "daedalus/base/errors.hpp"
#include "support/catalog_printer.hpp"

namespace daedalus {
namespace {

using testing::evaluate, testing::everything, testing::RandomStates;

class Catalog : public ::testing::TestWithParam<CatalogEntry> {};
INSTANTIATE_TEST_SUITE_P(ClosedForm, Catalog, ::testing::ValuesIn(closed_form_catalog()),
                         [](const auto& instance) { return instance.param.name; });

// Equal where both are numbers; two NaNs are equal too (a quantity without rows or never written).
void expect_same(const char* what, const VecX& a, const VecX& b) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (Index i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], b[i]) << what << ", entry " << i;
}

TEST_P(Catalog, MakesASystemOfThatName) {
  const auto system = make_closed_form(GetParam().name);
  EXPECT_EQ(system->name(), GetParam().name);
  EXPECT_FALSE(GetParam().summary.empty());
  EXPECT_GT(GetParam().t_end, 0);
}

TEST_P(Catalog, StartsAtItsReference) {
  const auto system = GetParam().make();
  const std::optional<State> start = GetParam().reference(0);
  ASSERT_TRUE(start);
  EXPECT_EQ(system->initial_guess(), *start);
  EXPECT_EQ(start->q.size(), system->layout().nq);
  EXPECT_EQ(start->v.size(), system->layout().nq);
  EXPECT_EQ(start->a.size(), system->layout().nq);
  EXPECT_EQ(start->lambda.size(), system->layout().nc());
  EXPECT_EQ(start->s.size(), system->layout().ns);
}

TEST_P(Catalog, AQuantityDoesNotDependOnWhatElseIsWanted) {
  const auto system = GetParam().make();
  RandomStates draw(*system, {.t = 1});
  for (int k = 0; k < 10; ++k) {
    const State x = draw();
    const Evaluation all = evaluate(*system, x);
    expect_same("g", evaluate(*system, x, Want::position).g, all.g);
    expect_same("g_dot", evaluate(*system, x, Want::velocity).g_dot, all.g_dot);
    expect_same("r", evaluate(*system, x, Want::residual).r, all.r);
    expect_same("sigma", evaluate(*system, x, Want::sigma).sigma, all.sigma);
    expect_same("switches", evaluate(*system, x, Want::switches).switches, all.switches);
    expect_same("M", evaluate(*system, x, Want::mass).M.values, all.M.values);
    expect_same("r_q", evaluate(*system, x, Want::residual_tangent).r_q.values, all.r_q.values);
    expect_same("r_v", evaluate(*system, x, Want::residual_tangent).r_v.values, all.r_v.values);
    expect_same("r_s", evaluate(*system, x, Want::residual_tangent).r_s.values, all.r_s.values);
    expect_same("reaction_q", evaluate(*system, x, Want::reaction_tangent).reaction_q.values, all.reaction_q.values);
    expect_same("g_dot_q", evaluate(*system, x, Want::velocity_tangent).g_dot_q.values, all.g_dot_q.values);
    const Evaluation acceleration = evaluate(*system, x, Want::acceleration_tangent);
    expect_same("g_ddot_q", acceleration.g_ddot_q.values, all.g_ddot_q.values);
    expect_same("g_ddot_v", acceleration.g_ddot_v.values, all.g_ddot_v.values);
    EXPECT_EQ(evaluate(*system, x, Want::energy).energy.potential, all.energy.potential);

    // Alone these may take another way than all four together (Law::descriptor), so equal to rounding only.
    const auto close = [](const VecX& a, const VecX& b) { return (a - b).norm() <= 1e-13 * b.norm(); };
    EXPECT_TRUE(close(evaluate(*system, x, Want::jacobian).G.values, all.G.values));
    EXPECT_TRUE(close(evaluate(*system, x, Want::gamma).gamma, all.gamma));
    EXPECT_TRUE(close(evaluate(*system, x, Want::force).f, all.f));
  }
}

TEST_P(Catalog, ARateGroupGetsItsRowsRight) {
  const auto system = GetParam().make();
  RandomStates draw(*system, {.t = 1});
  const std::vector<RateGroup>& groups = system->layout().rate_groups;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const State x = draw();
    const Evaluation all = evaluate(*system, x), part = evaluate(*system, x, everything, static_cast<Index>(group));
    for (const Index i : groups[group].coordinates) {
      EXPECT_EQ(part.f[i], all.f[i]);
      EXPECT_EQ(part.r[i], all.r[i]);
      EXPECT_EQ(part.M.to_dense().row(i), all.M.to_dense().row(i));
      EXPECT_EQ(part.r_q.to_dense().row(i), all.r_q.to_dense().row(i));
      EXPECT_EQ(part.r_v.to_dense().row(i), all.r_v.to_dense().row(i));
      EXPECT_EQ(part.r_s.to_dense().row(i), all.r_s.to_dense().row(i));
    }
  }
}

TEST(ClosedFormCatalog, NamesAreUnique) {
  std::set<std::string> names;
  for (const CatalogEntry& entry : closed_form_catalog()) EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
}

TEST(ClosedFormCatalog, AnUnknownNameIsAnsweredWithTheKnownOnes) {
  try {
    make_closed_form("car_axel");
    FAIL() << "no exception";
  } catch (const ModelError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("'car_axel'"), std::string::npos) << message;
    for (const CatalogEntry& entry : closed_form_catalog())
      EXPECT_NE(message.find(entry.name), std::string::npos) << message;
  }
}

TEST(ClosedFormCatalog, QuarterCarHasASlowAndAFastGroup) {
  const auto system = make_closed_form("quarter_car");
  ASSERT_EQ(system->layout().rate_groups.size(), 2u);
  EXPECT_EQ(system->layout().rate_groups[0].name, "slow");
  EXPECT_EQ(system->layout().rate_groups[1].name, "fast");
}

}  // namespace
}  // namespace daedalus
