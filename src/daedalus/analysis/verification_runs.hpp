// verification_runs.hpp: the runs that a verification compares: one formulation of a model, from sample to sample, each
// method refined until that changes no more than is asked for, and none of them longer than its budget allows.
//
// The budget is one of work, so that every machine cuts the same run at the same instant: a step of an explicit method
// costs about as much as 20 unknowns and those of the model, one of an SDIRK method 2.5 times that. Explicit methods
// have 8e6 such units for a run (some 8 s), refinement as much again.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/analysis/verification.hpp"

namespace daedalus {

struct VerificationRecord {
  VerificationRun run;
  std::vector<MotionSample> samples;  // as far as it came
};

bool agree(const Deviations& deviations, const VerificationOptions& options);
// a note: what the last refinement still changed
std::string unsettled(const char* refinement, double motion, double reactions);

// How records are compared: over the samples that both have.
struct RecordComparison {
  const Model& model;
  const VerificationOptions& options;
  std::set<std::string> left_out = {};
  double fastest = 0;                    // |λ|, 1/s
  std::vector<MotionSample> whole = {};  // of the run that came farthest: sizes (motion_samples.hpp)

  Deviations operator()(const VerificationRecord& first, const VerificationRecord& second) const;
};

class FormulatedModel {
 public:
  // Throws ModelError when the model cannot be assembled in these coordinates.
  FormulatedModel(const Model& model, std::string formulation, const VerificationOptions& options);
  ~FormulatedModel();

  double fastest_eigenvalue() const;               // |λ| at the start, 1/s
  long most_steps(std::string_view method) const;  // of one run
  const ModelSystem& system() const { return *system_; }
  bool is_cancelled() const;

  void compare_at(std::vector<double> instants) { times_ = std::move(instants); }
  double duration() const { return times_.back() - times_.front(); }

  // dopri5 with error control, or with the step that the model suggests where that gives up. The states at the samples
  // are kept when asked for.
  VerificationRecord run_adaptive(double rtol, long most_steps, std::vector<State>* states = nullptr) const;
  // rk4 with halved steps, the first as many as given, or infl-sdirk with tighter tolerances (verification.hpp).
  VerificationRecord run_refined(long steps, const RecordComparison& comparison) const;
  // for-sdirk with the tolerance of such an infl-sdirk.
  VerificationRecord run_like(const VerificationRecord& implicit) const;

 private:
  VerificationRecord run_fixed(long steps, const RecordComparison& comparison) const;
  VerificationRecord run_implicit(const RecordComparison& comparison) const;
  // Steps of length h, or error control, at most so many steps.
  VerificationRecord run(std::string_view method, double h, double rtol, long most_steps,
                         std::vector<State>* states = nullptr) const;

  const Model& model_;
  const VerificationOptions& options_;
  std::string name_;
  std::unique_ptr<ModelSystem> system_;
  State start_;
  std::vector<double> times_;
};

}  // namespace daedalus
