#include "daedalus/result/sampling.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "daedalus/simulation/mechanism.hpp"

namespace daedalus {
namespace {

// Two channels, and a count of how often they are asked for.
class CountingSource final : public ChannelSource {
 public:
  const std::vector<ChannelInfo>& channels() const override { return channels_; }
  void evaluate(const State& x, const StepInfo&, double* values) override {
    ++evaluations;
    for (std::size_t i = 0; i < channels_.size(); ++i)
      if (wants_any(i, 1)) values[i] = (static_cast<double>(i) + 1) * x.t, ++computed;
  }
  int evaluations = 0, computed = 0;

 private:
  std::vector<ChannelInfo> channels_ = {{"a", "", ""}, {"b", "", ""}, {"c", "", ""}};
};

State at_time(double t) {
  State x;
  x.t = t;
  return x;
}

TEST(SharedSampling, EvaluatesOnceForAllTakersAndOnlyWhatTheyWant) {
  CountingSource source;
  SharedSampling sampling(source);
  const std::size_t file = sampling.add({"c"}), page = sampling.add({"a", "c"});
  sampling.take(at_time(2), {});
  const std::span<const double> of_file = sampling.row(file), of_page = sampling.row(page);
  EXPECT_EQ(std::vector<double>(of_file.begin(), of_file.end()), (std::vector<double>{2, 6}));
  EXPECT_EQ(std::vector<double>(of_page.begin(), of_page.end()), (std::vector<double>{2, 2, 6}));
  EXPECT_EQ(source.evaluations, 1);
  EXPECT_EQ(source.computed, 2);
}

// The channels of a model that match a pattern are those of the whole evaluation, and the rest is left alone where it
// costs something.
void expect_selection_matches(const char* model, const char* formulation, const char* pattern) {
  const Mechanism mechanism = load_mechanism({.name = model, .formulation = formulation});
  const auto whole = mechanism.make_channels(), part = mechanism.make_channels();
  std::vector<double> expected(whole->channels().size()),
      values(expected.size(), std::numeric_limits<double>::quiet_NaN());
  whole->evaluate(mechanism.start, {}, expected.data());
  const std::vector<std::size_t> selection = select_channels(part->channels(), {pattern});
  part->want(selection);
  part->evaluate(mechanism.start, {}, values.data());
  for (const std::size_t i : selection) EXPECT_EQ(values[i], expected[i]) << model << ' ' << part->channels()[i].name;
  EXPECT_TRUE(std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }))
      << model << ' ' << pattern;
}

TEST(SharedSampling, SelectedChannelsOfAModelAreThoseOfTheWhole) {
  for (const char* pattern : {"*.x", "*.fx", "energy.*", "step.*", "*.angle", "*.length", "*.force"})
    expect_selection_matches("hmmwv14", "cartesian", pattern);
  for (const char* pattern : {"crank.*", "*.y1", "*.fx", "residual.*"})
    expect_selection_matches("flexible_slider_crank", "joint", pattern);
}

}  // namespace
}  // namespace daedalus
