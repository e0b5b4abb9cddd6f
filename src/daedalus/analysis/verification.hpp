// verification.hpp: is a result the model's, or its coordinates' and its integrator's? The same model in every
// formulation, each with two methods that share nothing but the equations, compared at the same instants.
//
//   dopri5   error control at a tight tolerance, made ten times tighter, in all formulations alike, while it disagrees
//            with the second method in its own formulation: errors of single steps add up, and grow with the length of
//            the run
//   rk4      fixed steps, halved until halving changes no more than is asked for: its error is then about a fifteenth
//            of that. Where stability alone would cost it most of its budget (|λ| T / 2.8 steps, λ the fastest
//            eigenvalue at the start), or where halving does not come to rest (every edge of a road costs rk4 its
//            order), in its place
//   infl-sdirk   implicit, error control made ten times tighter until that changes no more than is asked for
//   for-sdirk    besides, with the tolerance that infl-sdirk came to, where dopri5 has spent its budget before the end.
//                It shares the stages with
//            infl-sdirk and neither the unknowns nor the iteration matrix; dopri5 is then a witness of the first part
// Steps of all end at the samples: nothing is interpolated. No run is longer than its budget (verification_runs.hpp);
// records are compared as far as both go, and the verdict says what that leaves out.
// Accelerations of stiff models: motion_samples.hpp.
// Where error control gives up and the model suggests a fixed step, dopri5 takes that one instead.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "daedalus/analysis/motion_samples.hpp"

namespace daedalus {

namespace verification_methods {
inline constexpr const char *adaptive = "dopri5", *fixed = "rk4", *implicit = "infl-sdirk", *third = "for-sdirk";
}

struct VerificationOptions {
  double t_end = 0;                // s; what the model suggests when it does not lie after the start
  int samples = 20;                // equal parts of the run
  double rtol = 1e-10;             // of dopri5 at first; atol is a hundredth
  double least_rtol = 1e-13;       // it is not made tighter than that
  double motion = 1e-8;            // largest relative deviation of bodies that counts as agreement
  double reactions = 1e-6;         // of joints and drivers
  int halvings = 10;               // of the step of rk4, at most
  double effort = 1;               // what a run may cost, in units of its budget (verification_runs.hpp)
  long stability_steps = 200'000;  // that rk4 may need in order to be stable, and no more than half its budget
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string& run, double t)> on_step;  // 'joint dopri5'
};

struct VerificationRun {
  std::string formulation, method;
  double h = 0, rtol = 0;  // a fixed step, or error control
  Index coordinates = 0, constraints = 0;
  std::string solver;  // of the accelerations, with its reason
  double t_end = 0;    // s, the last sample that was reached
  bool cut = false;    // there, because it had spent its budget
  long steps = 0;
  double seconds = 0;                                    // of this thread; rk4, infl-sdirk: of the last run
  double change_of_motion = 0, change_of_reactions = 0;  // rk4: by the last halving; infl-sdirk: by the last tolerance
  // dopri5 with error control, or these are within the limits: a deviation from this run means something
  bool settled = true;
  std::string note;     // what was done otherwise, and why
  std::string failure;  // "" when it did not fail

  std::string name() const { return formulation + " " + method; }
  bool done() const { return failure.empty(); }  // or cut
};

struct VerificationPair {
  std::size_t first = 0, second = 0;  // in Verification::runs
  double t_end = 0;                   // s, compared up to there
  Deviations deviations;
  bool agrees = false;
};

enum class Verdict { agree, agree_in_part, disagree, not_verified };  // in part: up to Verification::t_compared
const char* text_of(Verdict verdict);

struct Verification {
  std::string model;
  double t_start = 0, t_end = 0;
  double t_compared = 0;  // s, up to which there are two methods in every formulation
  int samples = 0;        // besides the start
  double motion_limit = 0, reaction_limit = 0;
  double fastest = 0;  // 1/s, largest |λ| of the model linearized at the start
  std::vector<VerificationRun> runs;
  std::vector<VerificationPair> pairs;
  std::vector<std::string> left_out;              // joints and drivers whose reactions are not unique
  std::vector<std::string> not_compared() const;  // what the verdict does not speak of, a phrase each
  Verdict verdict = Verdict::not_verified;
  std::string reason;  // one sentence

  // CPU time of the first formulation with dopri5 over that of the last; 0 unless both went through with the same
  // tolerance.
  double speed_up() const;
};

// Throws ModelError when the model cannot be assembled, OptionError for options that make no sense.
Verification verify_model(const Model& model, const VerificationOptions& options = {});

}  // namespace daedalus
