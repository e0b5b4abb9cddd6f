// agreement.hpp: is a result the model's, or its coordinates' and its integrator's? The same model in every formulation, each
// with two methods that share nothing but the equations, compared at the same instants.
//
//   rk4      fixed steps, halved until halving changes no more than is asked for: its error is then about a fifteenth of that.
//            Where stability alone would ask for too many steps (|λ| T / 2.8, λ the fastest eigenvalue at the start), or where halving does
//            not come to rest (every edge of a road costs rk4 its order), in its place
//   infl-sdirk   implicit, error control made ten times tighter until that changes no more than is asked for
//   dopri5   error control at a tight tolerance, made ten times tighter, in all formulations alike, while it disagrees with
//            such an rk4 in its own formulation: errors of single steps add up, and grow with the length of the run
// Steps of both end at the samples: nothing is interpolated.
// Accelerations of stiff models: motion_samples.hpp.
// Where error control gives up and the model suggests a fixed step, dopri5 takes that one instead.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "daedalus/analysis/motion_samples.hpp"

namespace daedalus {

struct AgreementOptions {
  double t_end = 0;                 // s; what the model suggests when it does not lie after the start
  int samples = 20;                 // equal parts of the run
  double rtol = 1e-10;              // of dopri5 at first; atol is a hundredth
  double least_rtol = 1e-13;        // it is not made tighter than that
  double motion = 1e-8;             // largest relative deviation of bodies that counts as agreement
  double reactions = 1e-6;          // of joints and drivers
  int halvings = 10;                // of the step of rk4, at most
  long steps = 4'000'000;           // of one run of rk4, at most
  long stability_steps = 50'000;    // that rk4 may need in order to be stable
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string& run, double t)> on_step;  // 'joint dopri5'
};

struct AgreementRun {
  std::string formulation, method;
  double h = 0, rtol = 0;           // a fixed step, or error control
  Index coordinates = 0, constraints = 0;
  std::string solver;               // of the accelerations, with its reason
  long steps = 0;
  double seconds = 0;               // of this thread; rk4, infl-sdirk: of the last run
  double change_of_motion = 0, change_of_reactions = 0;  // rk4: by the last halving; infl-sdirk: by the last tolerance
  bool settled = true;              // dopri5 with error control, or these are within the limits: a deviation from this run means something
  std::string note;                 // what was done otherwise, and why
  std::string failure;              // "" when it came to the end

  std::string name() const { return formulation + " " + method; }
  bool done() const { return failure.empty(); }
};

struct AgreementPair {
  std::size_t first = 0, second = 0;  // in Agreement::runs
  Deviations deviations;
  bool agrees = false;
};

enum class Verdict { agree, disagree, not_verified };
const char* text_of(Verdict verdict);

struct Agreement {
  std::string model;
  double t_start = 0, t_end = 0;
  int samples = 0;                  // besides the start
  double motion_limit = 0, reaction_limit = 0;
  double fastest = 0;               // 1/s, largest |λ| of the model linearised at the start
  std::vector<AgreementRun> runs;
  std::vector<AgreementPair> pairs;
  std::vector<std::string> left_out;  // joints and drivers whose reactions are not unique
  Verdict verdict = Verdict::not_verified;
  std::string reason;               // one sentence

  // CPU time of the first formulation with dopri5 over that of the last; 0 unless both went through with the same tolerance.
  double speed_up() const;
};

// Throws ModelError when the model cannot be assembled, OptionError for options that make no sense.
Agreement find_agreement(const Model& model, const AgreementOptions& options = {});

}  // namespace daedalus
