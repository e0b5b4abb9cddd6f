// chain_swing.cpp: N points on rods, all at 0.5 rad from the vertical in one straight line, swing for 10 s. Every
// contestant gets looser and tighter settings; the cheapest of its runs that ends with no mass farther than 3e-4 m from
// its place counts.
//
// The reference: the recursion by hand, integrated by ARKODE's explicit Fehlberg method of order 8 with rtol 1e-12; its
// distance from CVODE's Adams methods at the same tolerance is printed.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>

#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "our_models.hpp"
#include "recursive.hpp"
#include "rounds.hpp"
#include "simbody_peer.hpp"
#include "sundials_swing.hpp"

namespace daedalus::peers {
namespace {

constexpr double start_angle = 0.5, t_end = 10, accepted_error = 3e-4;  // rad, s, m
constexpr double patience = 60;                                         // s, for the search of one contestant

enum class Kind { peer, by_hand, ours };

struct Contestant {
  std::string who;
  Kind kind = Kind::peer;
  std::vector<double> settings;  // loose to tight
  std::function<Swing(double setting)> run;
  std::function<void(Swing&)> read_positions = {};  // of the last run, when run() leaves them out

  // What the search found.
  bool found = false;
  double setting = 0, error = 0, seconds = 0;
  long steps = 0;
};

double error_of(const Swing& swing, const std::vector<double>& reference) {
  if (!swing.done) return std::nan("");
  double worst = 0;
  for (std::size_t i = 0; i < reference.size(); i += 2)
    worst = std::fmax(worst, std::hypot(swing.positions[i] - reference[i], swing.positions[i + 1] - reference[i + 1]));
  return worst;
}

// Which setting a contestant needed for a shorter chain, by its name.
using Settings = std::map<std::string, double>;

// The loosest setting that is good enough, or the next tighter one if it happens to be cheaper. A longer chain needs no
// setting that is much looser than a shorter one.
void search(Contestant& c, const std::vector<double>& reference, Settings& needed) {
  const double began = cpu_seconds();
  bool last = false;
  for (const double setting : c.settings) {
    if (const auto before = needed.find(c.who); before != needed.end() && setting > 4 * before->second) continue;
    const double start = cpu_seconds();
    Swing swing = c.run(setting);
    const double seconds = cpu_seconds() - start;
    if (swing.done && c.read_positions) c.read_positions(swing);
    const double error = error_of(swing, reference);
    if (error <= accepted_error && (!c.found || seconds < c.seconds)) {
      c.found = true;
      c.setting = setting;
      c.error = error;
      c.steps = swing.steps;
      c.seconds = seconds;
    }
    if (last || cpu_seconds() - began > patience) break;
    last = c.found;
  }
  if (c.found) needed[c.who] = c.setting;
}

std::vector<double> falling(double from, double to, double factor) {
  std::vector<double> values;
  for (double value = from; value > to * 0.99; value *= factor) values.push_back(value);
  return values;
}

Contestant ours(const std::shared_ptr<const Prepared>& prepared, const std::string& formulation,
                const MethodRecord& method) {
  const bool adapts = method.control == StepControl::fixed_or_adaptive;
  const auto final = std::make_shared<State>();
  return {
      .who = fmt::format("Daedalus '{}', {}", formulation, method.name),
      .kind = Kind::ours,
      .settings = adapts ? falling(1e-2, 1e-9, std::sqrt(0.1)) : falling(0.4, 1e-3, std::sqrt(0.5)),
      .run = [=](double setting) -> Swing {
        IntegrationOptions integration;
        if (adapts) integration.tolerances = {setting, setting};
        else integration.h = setting;
        const Result result = solve(*prepared->system, *make_method(method.name), prepared->start,
                                    {.t_end = t_end,
                                     .integration = integration,
                                     .output = Output::end_only,
                                     .monitoring = Monitoring::off,
                                     .max_steps = max_steps});
        *final = result.final;
        return {result.status == RunStatus::done && result.final.is_finite(), {}, result.report.steps.accepted};
      },
      .read_positions =
          [=](Swing& swing) {
            Signals signals(*prepared->system);
            signals.read(*final);
            for (const Body& body : prepared->model.bodies())
              if (body.has_coordinates())
                swing.positions.insert(swing.positions.end(), {signals[body.name + ".x"], signals[body.name + ".y"]});
          }};
}

std::vector<Contestant> contestants(int N) {
  const std::vector<double> tolerances = falling(1e-2, 1e-9, std::sqrt(0.1));
  std::vector<Contestant> all;
  for (const auto& [name, run] : {std::pair{"IDA KLU, positions, index 2", &swing_by_ida_positions},
                                  std::pair{"IDA KLU, angles, index 1", &swing_by_ida_angles}})
    all.push_back({name, Kind::peer, tolerances, [=, r = run](double tol) { return r(N, start_angle, t_end, tol); }});
  if (simbody_is_here()) {
    const auto simbody = std::make_shared<SimbodySwing>(N, start_angle);
    const auto add = [&](const char* who, SimbodyIntegrator integrator) {
      all.push_back({who, Kind::peer, tolerances, [=](double tol) { return simbody->run(t_end, integrator, tol); }});
    };
    add("Simbody, RungeKuttaMerson", SimbodyIntegrator::runge_kutta_merson);
    add("Simbody, CPodes (Adams)", SimbodyIntegrator::cpodes_adams);
  }
  for (const auto& [name, method] :
       {std::pair{"ERKStep Dormand-Prince", Explicit::dormand_prince_5}, std::pair{"CVODE Adams", Explicit::adams}})
    all.push_back({fmt::format("by hand, {}", name), Kind::by_hand, tolerances,
                   [=, m = method](double tol) { return swing_by_recursion(N, start_angle, t_end, tol, tol, m); }});

  const Mechanism chain = point_chain(N);
  Motion motion;
  motion.angle.assign(static_cast<std::size_t>(N), 0.0);
  motion.rate = motion.angle;
  motion.angle[0] = start_angle;
  const Model model = points_and_rods(chain, motion);
  for (const std::string& formulation : formulations()) {
    try {
      const auto prepared = std::make_shared<const Prepared>(model, formulation);
      for (const MethodEntry& method : method_table())  // nothing here is stiff
        if (method.record.family.rfind("explicit", 0) == 0) all.push_back(ours(prepared, formulation, method.record));
    } catch (const std::exception& refusal) {
      fmt::print("  Daedalus '{}' left out: {}\n", formulation, refusal.what());
    }
  }
  return all;
}

const Timed* fastest(const std::vector<Timed>& timed, const std::vector<Contestant>& all, Kind kind) {
  const Timed* best = nullptr;
  for (std::size_t i = 0; i < timed.size(); ++i)
    if (all[i].kind == kind && (!best || timed[i].typical() < best->typical())) best = &timed[i];
  return best;
}

void compare(int N, int rounds, Settings& needed) {
  const Swing reference = swing_by_recursion(N, start_angle, t_end, 1e-12, 1e-13, Explicit::fehlberg_8, 10'000'000);
  const Swing second = swing_by_recursion(N, start_angle, t_end, 1e-12, 1e-13, Explicit::adams, 10'000'000);
  fmt::print("\nChain swing: {} points on rods, {} s, error at most {:.0e} m (two references differ by {:.0e} m)\n", N,
             t_end, accepted_error, error_of(second, reference.positions));

  std::vector<Contestant> all = contestants(N);
  if (!simbody_is_here()) fmt::print("  Simbody left out: built without libsimbody-dev\n");
  for (Contestant& c : all) {
    search(c, reference.positions, needed);
    if (!c.found) fmt::print("  {:<38}no run within the error\n", c.who);
  }
  std::erase_if(all, [](const Contestant& c) { return !c.found; });
  // Who is far behind and takes long is not run again.
  double quickest = std::numeric_limits<double>::infinity();
  for (const Contestant& c : all)
    if (c.kind == Kind::peer) quickest = std::min(quickest, c.seconds);
  for (const Contestant& c : all)
    if (c.seconds > std::max(3.0, 8 * quickest))
      fmt::print("  {:<38}{:>10.1e}{:>10}{:>12.1e}{:>12.0f}   one run, {:.0f} x best peer\n", c.who, c.setting, c.steps,
                 c.error, 1e3 * c.seconds, c.seconds / quickest);
  std::erase_if(all, [&](const Contestant& c) { return c.seconds > std::max(3.0, 8 * quickest); });

  std::vector<Timed> timed;
  for (const Contestant& c : all) timed.push_back({c.who, [&c](int) { c.run(c.setting); }});
  const double began = cpu_seconds();
  run_rounds(timed, 1, 0);
  const double one_round = cpu_seconds() - began;
  run_rounds(timed, std::clamp(static_cast<int>(60 / one_round), 2, std::max(rounds, 3) - 1), 0);

  const Timed* peer = fastest(timed, all, Kind::peer);
  const Timed* mine = fastest(timed, all, Kind::ours);
  fmt::print("  {:<38}{:>10}{:>10}{:>12}{:>12}{:>14}\n", "", "setting", "steps", "error", "ms", "x best peer");
  for (std::size_t i = 0; i < all.size(); ++i)
    fmt::print("  {:<38}{:>10.1e}{:>10}{:>12.1e}{:>12.2f}{:>14}\n", all[i].who, all[i].setting, all[i].steps,
               all[i].error, 1e3 * timed[i].typical(), peer ? fmt::format("{:.2f}", timed[i].times(*peer)) : "");
  if (peer && mine)
    fmt::print("  {} takes {:.2f} times as long as the best peer, {} ({} rounds).\n", mine->who, mine->times(*peer),
               peer->who, mine->seconds.size());
}

}  // namespace

void compare_chain_swing(int rounds) {
  Settings needed;
  for (const int N : {16, 100, 1000}) compare(N, rounds, needed);
}

}  // namespace daedalus::peers
