// infl_sdirk.hpp: diagonally implicit Runge-Kutta pairs on the equations of motion in descriptor form: infl-sdirk,
// infl-esdirk and infl-trap.
#pragma once

#include <array>

#include "daedalus/integrate/corrector/corrector.hpp"
#include "daedalus/integrate/corrector/jacobian_options.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/shared/scheme_method.hpp"
#include "daedalus/integrate/state_space/dirk_stage.hpp"
#include "daedalus/integrate/state_space/stage_recursion.hpp"
#include "daedalus/integrate/state_space/state_partition.hpp"
#include "daedalus/integrate/tableaus/esdirk5.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

enum class StageSystem { automatic, saddle, extended, condensed };
enum class StageMatrix { ahead, begin, every_iteration };
enum class StagePredictor { extrapolated, previous };

struct DirkOptions {
  StageSystem system = StageSystem::automatic;
  StageMatrix matrix = StageMatrix::ahead;
  StagePredictor predictor = StagePredictor::extrapolated;
  ErrorEstimate estimate = ErrorEstimate::filtered;
  ErrorBudget tolerance = ErrorBudget::run;
  StageNewtonOptions newton = {};
  JacobianOptions jacobian = {};
  PartitionOptions partition = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("system", system,
      Choices<StageSystem>{{"auto", StageSystem::automatic},
                           {"saddle", StageSystem::saddle},
                           {"extended", StageSystem::extended},
                           {"condensed", StageSystem::condensed}},
      "linear systems: saddle, of the size of the descriptor system, nearly exact; extended, with dependent "
      "coordinates as "
      "unknowns; condensed, without them and dense, as in the paper; auto is saddle where extended has more than 200 "
      "unknowns");
    v("matrix", matrix,
      Choices<StageMatrix>{{"ahead", StageMatrix::ahead},
                           {"begin", StageMatrix::begin},
                           {"every_iteration", StageMatrix::every_iteration}},
      "evaluated once per step, at the mean time of its stages or at its start as in the paper, or in every iteration");
    v("predictor", predictor,
      Choices<StagePredictor>{{"extrapolated", StagePredictor::extrapolated}, {"previous", StagePredictor::previous}},
      "where the iteration of a stage begins: a polynomial through the stages before, or the stage before as in the "
      "paper");
    v("estimate", estimate, Choices<ErrorEstimate>{{"filtered", ErrorEstimate::filtered}, {"raw", ErrorEstimate::raw}},
      "of the local error: passed through (I - h gamma J)^-1, or as the formulas give it");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
    v("jacobian", jacobian);
    v("partition", partition);
  }
};

template <int stages>
class DirkScheme {
 public:
  DirkScheme(const DirkPair<stages>& tableau, const DirkOptions& options);

  void start(Equations& eq, const State& x, const Tolerances& tolerances);
  void restart(Equations& eq, const State& x);
  StepOutcome step(Equations& eq, const State& x, double h, State& y);
  void accept(const State& x, const State& y, double h);
  void interpolate(const State& x, const State& y, double theta, State& at) const;
  void report(Report& report) const {
    partition_.report(report);
    report.corrector = corrector_.report();
  }
  void exchange(Archive& archive);

 private:
  // What a stage is solved for: v', λ (0 in dropped rows) and s'.
  struct Unknowns {
    VecX a, lambda, rate;
    void set(double weight, const Unknowns& from);
    void add(double weight, const Unknowns& from);
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void rebuild();
  void forget_history(Equations& eq, const State& x);
  void look_ahead(const State& x, double h);
  void begin_stage(int i, const State& x, double h);
  void guess(int i, double h);
  void residual(Equations& eq, VecX& r);
  StepMatrix compose(Equations& eq);
  void condense(const VecX& r, VecX& rhs);
  void expand(const VecX& x, VecX& dx) const;
  void correct(const VecX& dx);
  double error(Equations& eq, const State& x, double h, const State& y);
  bool is_reduced() const { return reduced_ || recursion_; }
  bool recovers() const { return system_ == StageSystem::condensed; }  // dependent coordinates in every iteration

  DirkPair<stages> tableau_;
  DirkOptions options_;
  Tolerances tolerances_;
  StatePartition partition_;
  const Layout* layout_ = nullptr;

  // The stage being solved, its linear system and where the next matrix of that is evaluated.
  DirkStage stage_;
  Corrector corrector_;
  Tangents tangents_;
  StageSystem system_ = StageSystem::saddle;   // in use
  std::unique_ptr<ReducedStage> reduced_;      // none: that of the stage itself
  std::unique_ptr<StageRecursion> recursion_;  // instead of that
  const State* linearized_at_ = nullptr;
  State ahead_;                                                    // x, extrapolated to the mean time of the stages
  double weight_ = 1;                                              // of the stage in the step
  double size_q_ = 1, size_v_ = 1, size_s_ = 1, reachable_v_ = 1;  // units of round-off

  std::array<Unknowns, stages> found_;  // in the stages
  std::array<VecX, stages> v_;          // of the stages
  Unknowns here_, before_;              // what the stages ended with at the accepted state, and before it
  Unknowns slope_;                      // at the accepted state, from the last step; 0 in the first one
  Unknowns guess_;
  // of all unknowns of a stage; of those of the linear system, where these are fewer
  VecX work_, small_;
  VecX error_q_, error_v_, error_s_;
};

extern template class DirkScheme<7>;
extern template class DirkScheme<5>;
extern template class DirkScheme<2>;

struct InflSdirkDefinition {
  using Options = DirkOptions;
  static MethodRecord make_record();
  static DirkScheme<5> make_scheme(const Options& options) { return {sdirk4, options}; }
};
using InflSdirk = SchemeMethod<InflSdirkDefinition>;

struct InflEsdirkDefinition {
  using Options = DirkOptions;
  static MethodRecord make_record();
  static DirkScheme<7> make_scheme(const Options& options) { return {esdirk5, options}; }
};
using InflEsdirk = SchemeMethod<InflEsdirkDefinition>;

struct InflTrapDefinition {
  using Options = DirkOptions;
  static MethodRecord make_record();
  static DirkScheme<2> make_scheme(const Options& options) { return {trapezoidal, options}; }
};
using InflTrap = SchemeMethod<InflTrapDefinition>;

}  // namespace daedalus
