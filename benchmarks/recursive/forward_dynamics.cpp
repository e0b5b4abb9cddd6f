// forward_dynamics.cpp: from positions and velocities to accelerations. Nobody is timed before all agree on the
// accelerations.
#include <fmt/format.h>

#include <cmath>

#include "our_models.hpp"
#include "planar_chain.hpp"
#include "recursive.hpp"
#include "rounds.hpp"

namespace daedalus::peers {
namespace {

constexpr double slower = 0.9;      // the second state: all velocities times this
constexpr double agreement = 1e-8;  // relative deviation that is called the same accelerations
// up to here it can be round-off: a mass matrix of N pins in a row has a condition ~ N⁴
constexpr double same_mechanics = 1e-4;
constexpr double share = 2e-3;  // s, of a contestant in a round

class ByHand final : public ForwardDynamics {
 public:
  ByHand(const Mechanism& mechanism, const Motion& first)
      : mechanism_(mechanism), motions_{first, with_slower_rates(first, slower)},
        chain_(static_cast<int>(mechanism.links.size())), acceleration_(mechanism.links.size()) {
    double angle = 0, rate = 0;
    for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
      angles_.push_back(angle += first.angle[i]);
      rates_[0].push_back(rate += first.rate[i]);
      rates_[1].push_back(slower * rate);
    }
  }
  void run(int state) override {
    chain_.solve(angles_.data(), rates_[state].data(), acceleration_.data());
    last_ = state;
  }
  std::vector<Vector3> com_accelerations() override {
    Acceleration a;
    for (std::size_t i = 0; i < acceleration_.size(); ++i)
      a.angle.push_back(acceleration_[i] - (i > 0 ? acceleration_[i - 1] : 0));
    return peers::com_accelerations(mechanism_, motions_[last_], a);
  }

 private:
  Mechanism mechanism_;
  Motion motions_[2];
  PlanarChain chain_;
  std::vector<double> angles_, rates_[2], acceleration_;
  int last_ = 0;
};

double deviation(const std::vector<Vector3>& a, const std::vector<Vector3>& reference) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    largest = std::max(largest, reference[i].norm());
    difference = std::max(difference, (a[i] - reference[i]).norm());
  }
  return difference / largest;
}

// The first entry that is there is what the others are compared with; ratios are against ours in the first formulation.
void compare(const std::string& title, double links, std::vector<Entry> entries, int rounds) {
  fmt::print("\n{}\n  {:<38}{:>12}{:>14}{:>12}{:>14}\n", title, "", "deviation", "us per call", "ns per link",
             "x Daedalus");
  std::vector<Timed> timed;
  std::vector<double> deviations;
  std::vector<Vector3> reference[2];
  for (Entry& entry : entries) {
    if (!entry.contestant) {
      fmt::print("  {:<38}left out: {}\n", entry.who, entry.absence);
      continue;
    }
    double worst = 0;
    for (const int state : {0, 1}) {
      entry.contestant->run(state);
      const std::vector<Vector3> a = entry.contestant->com_accelerations();
      if (reference[state].empty()) reference[state] = a;
      worst = std::max(worst, deviation(a, reference[state]));
    }
    if (!(worst < same_mechanics)) {
      fmt::print("  {:<38}{:>12.1e}  computes other accelerations: not timed\n", entry.who, worst);
      continue;
    }
    ForwardDynamics* contestant = entry.contestant.get();
    timed.push_back({entry.who, [contestant](int call) { contestant->run(call & 1); }});
    deviations.push_back(worst);
  }
  run_rounds(timed, rounds, share);
  const Timed* ours = nullptr;
  for (const Timed& t : timed)
    if (!ours && t.who.rfind("Daedalus", 0) == 0) ours = &t;
  for (std::size_t i = 0; i < timed.size(); ++i)
    fmt::print("  {:<38}{:>12.1e}{:>14.2f}{:>12.1f}{:>14}{}\n", timed[i].who, deviations[i], 1e6 * timed[i].typical(),
               1e9 * timed[i].typical() / links, ours ? fmt::format("{:.2f}", timed[i].times(*ours)) : "",
               deviations[i] < agreement ? "" : "   digits lost to round-off");
}

}  // namespace

void compare_forward_dynamics(int rounds) {
  for (const int N : {10, 100, 1000}) {
    const Mechanism chain = point_chain(N);
    const Motion first = some_motion(chain), second = with_slower_rates(first, slower);
    std::vector<Entry> entries;
    entries.push_back({"recursion by hand, two-dimensional", std::make_unique<ByHand>(chain, first), {}});
    entries.push_back(simbody_forward_dynamics(chain, first, second));
    entries.push_back(mujoco_forward_dynamics(chain, first, second));
    const Model model = points_and_rods(chain, first);
    for (const std::string& name : formulations()) entries.push_back(our_forward_dynamics(model, name, slower, ""));
    compare(fmt::format("Forward dynamics: {} points on rods", N), N, std::move(entries), rounds);
  }
  std::vector<Mechanism> others;
  for (const int N : {10, 100, 1000}) others.push_back(rod_chain(N));
  others.push_back(four_legs());
  for (const Mechanism& mechanism : others) {
    const Motion first = some_motion(mechanism), second = with_slower_rates(first, slower);
    std::vector<Entry> entries;
    entries.push_back(simbody_forward_dynamics(mechanism, first, second));
    entries.push_back(mujoco_forward_dynamics(mechanism, first, second));
    const Model model = model_of(mechanism, first);
    for (const std::string& name : formulations()) entries.push_back(our_forward_dynamics(model, name, slower, ""));
    compare(fmt::format("Forward dynamics: {}, {} freedoms, spatial bodies", mechanism.name, mechanism.freedoms()),
            static_cast<double>(mechanism.links.size()), std::move(entries), rounds);
  }
}

void tell_cost_per_link(int rounds) {
  const std::vector<int> sizes = {10, 30, 100, 300, 1000, 3000, 10000};
  for (const std::string& formulation : formulations()) {
    struct Row {
      const char* what;
      Mechanism (*make)(int);
      Model (*model)(const Mechanism&, const Motion&);
    };
    for (const Row& row :
         {Row{"points on rods", point_chain, points_and_rods}, Row{"spatial rods", rod_chain, model_of}}) {
      fmt::print("\nCost per link: {}, Daedalus '{}'\n", row.what, formulation);
      std::vector<Entry> entries;
      std::vector<Timed> timed;
      std::vector<int> measured;
      for (const int N : sizes) {
        const Mechanism chain = row.make(N);
        entries.push_back(our_forward_dynamics(row.model(chain, some_motion(chain)), formulation, slower, ""));
        ForwardDynamics* contestant = entries.back().contestant.get();
        if (!contestant) {
          fmt::print("  N = {}: left out: {}\n", N, entries.back().absence);
          continue;
        }
        timed.push_back({std::to_string(N), [contestant](int call) { contestant->run(call & 1); }});
        measured.push_back(N);
      }
      run_rounds(timed, rounds, 5 * share);  // longer: the sizes push each other out of the cache
      std::vector<double> per_link;
      for (std::size_t i = 0; i < timed.size(); ++i) per_link.push_back(1e9 * timed[i].typical() / measured[i]);
      const double middle = median(per_link);
      fmt::print("  {:>8}{:>14}{:>26}\n", "N", "ns per link", "against the median of all");
      for (std::size_t i = 0; i < timed.size(); ++i)
        fmt::print("  {:>8}{:>14.1f}{:>25.0f}%\n", measured[i], per_link[i], 100 * (per_link[i] / middle - 1));
    }
  }
}

}  // namespace daedalus::peers
