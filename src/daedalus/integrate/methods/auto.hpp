// auto.hpp: a method that is one of three others, and changes between them as the equations ask for it.
#pragma once

#include <array>
#include <memory>

#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/methods/auto_choice.hpp"
#include "daedalus/integrate/shared/spectral_radius.hpp"

namespace daedalus {

struct AutoOptions {
  bool may_switch() const { return switching == Switching::on; }
  enum class Switching { on, off };
  Switching switching = Switching::on;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("switching", switching, Choices<Switching>{{"on", Switching::on}, {"off", Switching::off}},
      "change the method during the run where another one is better, or keep the first");
  }
};

class Auto final : public Method {
 public:
  using Options = AutoOptions;
  explicit Auto(const Options& options = {});
  static MethodRecord make_record();

  void expect(double interval, double h) override;
  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  void restart(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override;
  void exchange(Archive& archive) override;

  AutoChoice used() const { return used_; }

 private:
  static constexpr std::size_t most_changes = 32;  // that are remembered for the report
  struct Change {
    double t = 0, lambda = 0, damping = 0, h = 0;  // h: the mean step before, or the fixed one
    AutoChoice method = {};
    AutoReason reason = {};
  };
  Method& method() const { return *methods_[static_cast<std::size_t>(used_)]; }
  AutoEvidence evidence() const { return {radius_.value(), radius_.damping()}; }
  void begin_waiting(const State& x);
  void look(Equations& eq, const State& x);
  void change_to(Equations& eq, const State& x, const AutoDecision& decision, double h);
  void note(double t, const AutoDecision& decision, double h);

  Options options_;
  std::array<std::unique_ptr<Method>, auto_choices> methods_;
  std::array<bool, auto_choices> was_used_ = {};
  Equations* eq_ = nullptr;  // of the run, for the method that a checkpoint finds in use
  State begun_at_;
  Tolerances tolerances_;
  double interval_ = 0, fixed_h_ = 0;  // s
  SpectralRadius radius_;
  AutoChoice used_ = AutoChoice::dopri5;

  State from_;                // x with its accelerations, where the method has just changed
  bool has_changed_ = false;  // since the last accepted step
  double t_look_ = 0;         // s, of the last look
  long steps_ = 0;            // accepted since then
  long wait_ = 0;             // steps from one look to the next
  double h_before_ = 0;       // s, mean step at the last look; 0: there was none
  long against_ = 0;          // looks in a row that spoke against the method in use
  long patience_ = 0;         // how many of them change it
  bool look_is_due_ = false;
  std::vector<Change> changes_;
  long change_count_ = 0;
};

}  // namespace daedalus
