// strategies.hpp: the Jacobian strategies of the paper as options of bdf, and what runs with them cost.
//
// A single count means little: on the chain it changes by a factor of three with the length of the first step. Every
// strategy therefore runs from several first steps, and the policy of retries is the same for all: where the iteration
// converges slowly, the tangents are evaluated by differences.
#pragma once

#include "daedalus/reproduce/account.hpp"
#include "daedalus/reproduce/experiment_runner.hpp"

namespace daedalus::reproduce::paper_004 {

enum class Differences { dense, sparse, none };  // none: exact tangents
enum class Update { none, partitioned, extended };

struct Strategy {
  Differences differences = Differences::dense;
  Update update = Update::none;

  std::string label() const;
  MethodChoice choice() const;  // of bdf
};

// Counts and times of the runs of one strategy, one value per first step.
struct Spread {
  std::vector<double> values;
  double mean() const;
  double least() const;
  std::string text() const;  // '53 (48-59)'
};

struct Tally {
  Strategy strategy;
  Spread calls;        // #fc, residuals
  Spread calls_alone;  // #fcw, of them not for differences
  Spread evaluations;  // #Je
  Spread updates;      // of matrices for another step, from tangents that are there
  Spread seconds;      // CPU, the fastest of several rounds
  Spread errors;       // largest error of q against the reference at the sampled instants
  std::string failure;
};

struct Task {
  const Mechanism* on = nullptr;
  double rtol = 1e-4, atol = 1e-4, t_end = 1;
  std::vector<double> first_steps;  // s
  int rounds = 1;                   // all strategies take turns
};

std::vector<Tally> measure(const ExperimentRunner& runner, const Task& task, const std::vector<Strategy>& strategies);

const Tally& find(const std::vector<Tally>& all, const Strategy& wanted);

// What a table of the paper prints of a strategy; 0: it does not.
struct Printed {
  Strategy strategy;
  double cpu = 0, fc = 0, fcw = 0, je = 0, updates = 0;
};
StudyTable cost_table(const std::string& title, const std::vector<Tally>& ours, const std::vector<Printed>& paper);

// Ratio of a count or a time to that of dense differences without updates, as printed and as measured. Less is better:
// confirmed within the factor `band`.
Finding judge_ratio(const std::string& subject, double ours, double paper, double band);

// Every strategy solves the same equations: errors against a much finer run, in tolerances.
Finding judge_agreement(const std::vector<Tally>& all, double tolerance);

}  // namespace daedalus::reproduce::paper_004
