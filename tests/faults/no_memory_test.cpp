// Out of memory at any moment of reading, building, assembling and running: it ends in std::bad_alloc, in a refusal, or
// in a result that says failed, and afterwards everything works again.
#include <gtest/gtest.h>

#include <new>
#include <optional>

#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

const std::string text = R"(
gravity: [0, -9.81]
bodies:
  arm: {type: planar, mass: 1, inertia: 0.1, com: [0.5, 0], markers: {tip: [1, 0]}}
  bob: {type: planar, mass: 2, inertia: 0.1, com: [0.5, 0], position: [1, 0], angle: -1}
joints:
  pin: {type: revolute, between: [arm, ground]}
  elbow: {type: revolute, between: [bob, arm.tip]}
forces:
  spring: {type: spring_damper, between: [bob, ground], stiffness: 100, free_length: 0.4}
)";

struct Ran {
  RunStatus status = RunStatus::failed;
  State final;
};

Ran run_all(const char* formulation, const char* method_name) {
  const Model model = read_model_text(text, "model.yaml");
  const auto system = make_system(model, formulation);
  const Assembled start = assemble(*system);
  if (!start.report.assembled) return {};
  const auto method = make_method(method_name);
  SolveOptions options{.t_end = 0.02, .output = Output::end_only};
  options.integration.h = 1e-3;
  const Result result = solve(*system, *method, start.state, options);
  return {result.status, result.final};
}

// What came out; nothing when it ended in an exception that says so.
std::optional<Ran> run_with_failure_at(long n, const char* formulation, const char* method) {
  std::optional<Ran> ran;
  AllocationCount::fail_at(n);
  try {
    ran = run_all(formulation, method);
  } catch (const std::bad_alloc&) {
  } catch (const ModelError&) {
  } catch (const FileError&) {}
  AllocationCount::fail_at(0);
  return ran;
}

class NoMemory : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(NoMemory, EndsInAnExceptionOrInARightResult) {
  if (!AllocationCount::available()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  const auto [formulation, method] = GetParam();
  const long before = AllocationCount::now();
  const Ran whole = run_all(formulation, method);
  const long needed = AllocationCount::now() - before;
  ASSERT_EQ(whole.status, RunStatus::done);
  ASSERT_GT(needed, 500);
  int ended = 0, tried = 0;
  for (long n = 1; n < needed; n += std::max(1L, n / 60)) {  // all of the first ones, then ever fewer
    const std::optional<Ran> ran = run_with_failure_at(n, formulation, method);
    ++tried;
    if (!ran) {
      ++ended;
    } else if (ran->status == RunStatus::done) {  // a sort does without its buffer, a solver gives way to another one
      EXPECT_LT((ran->final.q - whole.final.q).lpNorm<Eigen::Infinity>(), 1e-12)
          << "allocation " << n << " of " << needed;
    }
  }
  EXPECT_GT(ended, 9 * tried / 10);
  const Ran again = run_all(formulation, method);
  EXPECT_EQ(again.status, RunStatus::done);
  EXPECT_EQ(again.final.q, whole.final.q);
}

TEST(NoMemoryForMethods, AtAnyMomentOfMakingAMethodEndsInAnException) {
  if (!AllocationCount::available()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  for (const MethodEntry& entry : method_table()) {
    if (!entry.record.is_built()) continue;
    const long before = AllocationCount::now();
    make_method(entry.record.name);
    const long needed = AllocationCount::now() - before;
    for (long n = 1; n <= needed; ++n) {
      AllocationCount::fail_at(n);
      EXPECT_THROW(make_method(entry.record.name), std::bad_alloc) << entry.record.name << " " << n;
      AllocationCount::fail_at(0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, NoMemory,
                         ::testing::Values(std::pair{"cartesian", "infl-sdirk"}, std::pair{"joint", "hht-i3"},
                                           std::pair{"cartesian", "dopri5"}),
                         [](const auto& run) {
                           std::string name = std::string(run.param.first) + "_" + run.param.second;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace daedalus
