// method_needs_test.cpp: what a method asks of the seam is what its record says, and nothing else.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>

#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "integrate/stiff_laws.hpp"
#include "support/all_methods.hpp"
#include "support/constrained_laws.hpp"

namespace daedalus {
namespace {

struct Asked {
  Want by_method = Want::nothing, by_run = Want::nothing;
  bool method_is_at_work = false;
};

// Another system, with a spring of no stiffness along its first coordinate, that notes what it is asked for.
class NotingSystem final : public System {
 public:
  NotingSystem(std::unique_ptr<System> inner, Asked& asked)
      : System(inner->name(), with_spring(inner->layout())), inner_(std::move(inner)), asked_(asked) {}
  State initial_guess() const override { return inner_->initial_guess(); }
  void evaluate(Want want, const State& x, Index group, Evaluation& out, Workspace& workspace) const override {
    Want& by = asked_.method_is_at_work ? asked_.by_method : asked_.by_run;
    by = by | want;
    inner_->evaluate(want, x, group, out, workspace);
    out.Y.values.setOnes();
    out.spring_stiffness.setZero();
    out.spring_damping.setZero();
  }

 private:
  static Layout with_spring(Layout layout) {
    layout.patterns.Y = Pattern::full(1, layout.nq);
    return layout;
  }
  std::unique_ptr<System> inner_;
  Asked& asked_;
};

// A method that says when it is at work.
class NotingMethod final : public Method {
 public:
  NotingMethod(std::unique_ptr<Method> inner, Asked& asked)
      : Method(inner->record(), inner->options()), inner_(std::move(inner)), asked_(asked) {}
  void expect(double interval, double h) override { inner_->expect(interval, h); }
  void start(Equations& eq, const State& x, const Tolerances& tolerances) override {
    note([&] { inner_->start(eq, x, tolerances); });
  }
  void restart(Equations& eq, const State& x, const Tolerances& tolerances) override {
    note([&] { inner_->restart(eq, x, tolerances); });
  }
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override {
    StepOutcome outcome;
    note([&] { outcome = inner_->step(eq, x, h, y); });
    return outcome;
  }
  void accept(const State& x, const State& y, double h) override { inner_->accept(x, y, h); }
  void interpolate(const State& x, const State& y, double theta, State& at) const override {
    inner_->interpolate(x, y, theta, at);
  }
  void report(Report& report) const override { inner_->report(report); }
  void exchange(Archive& archive) override { inner_->exchange(archive); }

 private:
  template <class Work>
  void note(Work work) {
    asked_.method_is_at_work = true;
    work();
    asked_.method_is_at_work = false;
  }
  std::unique_ptr<Method> inner_;
  Asked& asked_;
};

// The sleigh, held in its direction by a stiff spring without damping.
struct RingingSleigh : testing::SleighInABowl {
  template <class S>
  Vec<S, 4> force(const S& t, const Vec<S, 4>& q, const Vec<S, 4>& v, const Vec<S, 0>& s) const {
    Vec<S, 4> f = SleighInABowl::force(t, q, v, s);
    f[3] = f[3] - 1e8 * (q[3] - 0.2);
    return f;
  }
};

// With a holonomic row and a first-order state; with a nonholonomic row below a holonomic one; with a switch.
std::vector<std::unique_ptr<System>> all_kinds() {
  std::vector<std::unique_ptr<System>> systems;
  systems.push_back(make_closed_form("circular_track"));
  systems.push_back(std::make_unique<LawSystem<testing::SleighInABowl>>("sleigh in a bowl"));
  systems.push_back(make_closed_form("stop_block"));
  systems.push_back(make_closed_form("quarter_car"));
  // for those that ask for more where the model is stiff
  systems.push_back(std::make_unique<LawSystem<testing::FollowingMass>>("damped", testing::always(1, 1e5)));
  systems.push_back(std::make_unique<LawSystem<RingingSleigh>>("ringing sleigh"));
  return systems;
}

// Runs with a fixed step and with error control, restarted on the way, by an event or by hand.
void run(const std::string& name, const std::vector<OptionSetting>& settings, double t_end, Asked& asked) {
  const StepControl control = find_method(name).record.control;
  for (std::unique_ptr<System>& inner : all_kinds()) {
    const NotingSystem system(std::move(inner), asked);
    for (const bool controlled : {false, true}) {
      if (control == (controlled ? StepControl::fixed_only : StepControl::adaptive_only)) continue;
      NotingMethod method(make_method(name, settings), asked);
      // options that make steps collapse, as error_test=all of bdf, are not followed to the end
      const SolveOptions options{.t_end = t_end, .integration = {.h = controlled ? 0 : 0.01}, .max_steps = 5000};
      solve(system, method, system.initial_guess(), options);

      Equations eq(system);
      State x = system.initial_guess();
      make_consistent(eq, x);
      Integration integration(eq, method, x, t_end, options.integration);
      for (int k = 0; k < 3; ++k) integration.advance(t_end);
      integration.restart(integration.state());
      for (int k = 0; k < 3; ++k) integration.advance(t_end);
    }
  }
}

std::string text(Want want) { return fmt::format("{}", fmt::join(names_of(want), " ")); }

class MethodNeeds : public ::testing::TestWithParam<std::string> {
 protected:
  const MethodRecord& record() const { return find_method(GetParam()).record; }
};

TEST_P(MethodNeeds, AreWhatItAsksForWithDefaultOptions) {
  Asked asked;
  run(GetParam(), {}, 1.5, asked);
  EXPECT_EQ(text(asked.by_method), text(record().needs));
}

// 'none, velocity or both', 'an integer from 1 to 20', 'a number of at least 0'
std::vector<std::string> values_of(const OptionInfo& option) {
  std::smatch range;
  if (std::regex_match(option.accepted, range, std::regex("an? \\w+ from (\\S+) to (\\S+)")))
    return {range[1], range[2]};
  if (std::regex_match(option.accepted, std::regex("an? (number|integer).*"))) return {};
  const std::regex separator(", | or ");
  return {std::sregex_token_iterator(option.accepted.begin(), option.accepted.end(), separator, -1), {}};
}

TEST(MethodNeedsTest, ReadsWhatOptionsAccept) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(values_of({"level", "both", "none, velocity or both", ""}), (Texts{"none", "velocity", "both"}));
  EXPECT_EQ(values_of({"index", "2", "an integer from 1 to 2", ""}), (Texts{"1", "2"}));
  EXPECT_EQ(values_of({"epsilon", "1", "a number greater than 0", ""}), Texts{});
}

// Every value of every option, and every two of them together; what means nothing together is refused.
TEST_P(MethodNeeds, AreWhatItAsksForWithAnyOptions) {
  std::vector<OptionSetting> values;
  for (const OptionInfo& option : find_method(GetParam()).options())
    for (const std::string& value : values_of(option))
      if (value != option.value) values.push_back({option.name, value});
  Asked asked;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i; j < values.size(); ++j) {
      Asked now;
      try {
        run(GetParam(), {values[i], values[j]}, 0.06, now);
      } catch (const OptionError&) {}
      EXPECT_EQ(text(now.by_method | record().needs | record().may_need), text(record().needs | record().may_need))
          << values[i].name << "=" << values[i].value << ", " << values[j].name << "=" << values[j].value;
      asked.by_method = asked.by_method | now.by_method;
    }
  EXPECT_EQ(text(asked.by_method | record().needs), text(record().needs | record().may_need));
}

INSTANTIATE_TEST_SUITE_P(All, MethodNeeds, ::testing::ValuesIn(testing::all_methods()), testing::method_identifier);

TEST(NeedsOfARun, AreWhatRunsAskForBesideTheirMethods) {
  Asked asked;
  for (const std::string& name : testing::all_methods()) run(name, {}, 1.5, asked);
  EXPECT_EQ(text(asked.by_run), text(needs_of_a_run));
}

}  // namespace
}  // namespace daedalus
