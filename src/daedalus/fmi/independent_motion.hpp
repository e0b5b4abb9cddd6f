// independent_motion.hpp: a mechanism as the ordinary differential equation that model exchange asks for,
//
//   y' = F(t, y, u),   y = (z, z', s)      independent positions and velocities, first-order states; u: inputs
//
// (integrate/state_space/reduced_equations.hpp). Somebody else integrates. For each t and y that is given, the
// dependent coordinates are recovered to round-off, from a guess that starts at the last accepted point: what comes out
// depends on that point and on t, y and u alone, not on the trials of the integrator in between.
//
// Near positions where the dependent coordinates no longer follow well from the independent ones, others have to be
// independent. accept() notices, and so does the last of the indicators, for integrators that say less than they should;
// choose_anew() does it: the numbers of y then mean other coordinates, as many as before.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "daedalus/integrate/run/redundancy_watch.hpp"
#include "daedalus/integrate/state_space/reduced_equations.hpp"

namespace daedalus::fmi {

enum class Repartition { automatic, never };

// A change of y and of inputs, and what it changes in everything else.
struct MotionDirection {
  VecX y, inputs;
  State all;   // q to s
  VecX rates;  // of y'
};

class IndependentMotion {
 public:
  // Choosing anew interrupts an integrator that has a history: less often than inside our own methods.
  static constexpr double growth = 4;  // of the condition number

  // At a state that is close to the constraints. Throws ModelError when it cannot be brought there.
  IndependentMotion(std::shared_ptr<const System> system, const State& start, Repartition repartition);

  Index size() const { return reduced_.size(); }
  // Functions that are zero where an event is due: the switches of the system, and the partition where it is watched,
  //   ln(growth κ₀/κ),   κ, κ₀ the condition numbers here and when the coordinates were chosen (state_partition.hpp).
  Index indicators() const { return switches() + (watches_partition() ? 1 : 0); }
  bool watches_partition() const;
  // The coordinate behind y[k], its velocity where is_velocity, or the state.
  struct Meaning {
    enum class Kind { position, velocity, state } kind = Kind::position;
    Index place = 0;  // in q, v or s
  };
  const std::vector<Meaning>& meanings() const { return meanings_; }

  double t() const { return t_; }
  const VecX& y() const { return y_; }
  const InputValues& inputs() const { return eq_.inputs(); }
  void set_t(double t) { t_ = t, is_current_ = false; }
  void set_y(std::span<const double> y);
  void set_input(std::size_t i, double value);

  // State, rates at t, y and u: all other functions of these ask for it. Its failure is kept.
  StepStatus update();
  const State& state() const { return x_; }  // with multipliers of the rows that are kept
  const VecX& rates() const { return rates_; }
  const VecX& compute_indicators() { return compute_indicators_at(x_, inputs().values()); }
  const VecX& compute_indicators_at(const State& x, std::span<const double> inputs);
  State shown();                                       // with all multipliers
  const std::string& worst() const { return worst_; }  // the constraint at which update() failed

  enum class Advice { go_on, choose_anew };
  Advice accept();     // guesses start here from now on; the coordinates serve well, or not
  bool choose_anew();  // where accept() says so; false: those there are stay
  // Goes on from a state that somebody else has computed, with the same meaning of y.
  StepStatus adopt(const State& x);

  double condition() const { return reduced_.partition.condition(); }
  void compute_nominals(VecX& nominals) const;

  // From direction.y and .inputs to the rest: exact in y, and in inputs where the equations are affine in them, else by
  // central differences of forces and state rates.
  StepStatus compute_direction(MotionDirection& direction);

  void exchange(Archive& archive);

 private:
  Index switches() const { return static_cast<Index>(system_->layout().switches.size()); }
  StepOutcome recover();
  StepOutcome recover_from(const State& base, double t, const VecX& y);
  void start_partition();
  void note_meanings();
  void input_forces(const VecX& inputs, VecX& motion, VecX& rate);

  std::shared_ptr<const System> system_;
  Repartition repartition_;
  Equations eq_;
  RedundancyWatch redundancy_;
  ReducedEquations reduced_;
  VecX indicators_;
  std::vector<Meaning> meanings_;
  double t_ = 0;
  VecX y_, rates_;
  State base_;  // the last accepted point
  State x_;     // at t_, y_
  bool is_current_ = false;
  StepStatus status_ = StepStatus::ok;
  std::string worst_;
};

}  // namespace daedalus::fmi
