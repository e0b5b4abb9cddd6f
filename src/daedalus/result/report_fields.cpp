#include "daedalus/result/report_fields.hpp"

namespace daedalus {
namespace {

using FieldValue = std::variant<long, double>;

constexpr ReportField general[] = {
    {"t_start", "", "", "start time, s", [](const Report& r) -> FieldValue { return r.t_start; }},
    {"t_end", "", "", "end time, s", [](const Report& r) -> FieldValue { return r.t_end; }},
    {"h", "", "", "fixed step size, s", [](const Report& r) -> FieldValue { return r.h; }},
    {"rtol", "", "", "relative tolerance", [](const Report& r) -> FieldValue { return r.rtol; }},
    {"atol", "", "", "absolute tolerance", [](const Report& r) -> FieldValue { return r.atol; }},
    {"steps", "steps", "accepted", "accepted", [](const Report& r) -> FieldValue { return r.steps.accepted; }},
    {"rejected", "steps", "rejected", "rejected", [](const Report& r) -> FieldValue { return r.steps.rejected; }},
    {"newton_iterations", "Newton iterations", "", "",
     [](const Report& r) -> FieldValue { return r.steps.newton_iterations; }},
    {"samples", "", "", "recorded", [](const Report& r) -> FieldValue { return r.samples; }},
    {"evaluations", "work", "evaluations", "of the equations",
     [](const Report& r) -> FieldValue { return r.work.evaluations; }},
    {"residual_evaluations", "", "", "of them with forces or residual",
     [](const Report& r) -> FieldValue { return r.work.residuals; }},
    {"jacobian_evaluations", "work", "tangents", "of them with tangents",
     [](const Report& r) -> FieldValue { return r.work.tangents; }},
    {"matrix_compositions", "", "", "of implicit steps, from tangents",
     [](const Report& r) -> FieldValue { return r.work.compositions; }},
    {"factorizations", "work", "factorizations", "",
     [](const Report& r) -> FieldValue { return r.work.factorizations; }},
    {"solves", "work", "solves", "back substitutions", [](const Report& r) -> FieldValue { return r.work.solves; }},
    {"h_smallest", "", "", "smallest accepted step, s", [](const Report& r) -> FieldValue { return r.h_smallest; }},
    {"h_largest", "", "", "largest accepted step, s", [](const Report& r) -> FieldValue { return r.h_largest; }},
    {"wall_seconds", "", "", "wall time, s", [](const Report& r) -> FieldValue { return r.wall_seconds; }},
    {"cpu_seconds", "", "", "CPU time, s", [](const Report& r) -> FieldValue { return r.cpu_seconds; }},
    {"real_time_factor", "", "", "simulated time over wall time",
     [](const Report& r) -> FieldValue { return r.real_time_factor(); }},
};

constexpr ReportField energy[] = {
    {"initial", "", "", "kinetic and potential, at the start",
     [](const Report& r) -> FieldValue { return r.energy.initial; }},
    {"final", "", "", "at the end", [](const Report& r) -> FieldValue { return r.energy.final; }},
    {"work", "", "", "fed in minus dissipated", [](const Report& r) -> FieldValue { return r.energy.work; }},
    {"drift", "", "", "final minus initial energy minus work",
     [](const Report& r) -> FieldValue { return r.energy.drift(); }},
    {"scale", "", "", "largest kinetic energy", [](const Report& r) -> FieldValue { return r.energy.scale; }},
    {"relative_drift", "", "", "drift over scale",
     [](const Report& r) -> FieldValue { return r.energy.relative_drift(); }},
    {"throughput", "", "", "sum of |work| over the steps",
     [](const Report& r) -> FieldValue { return r.energy.throughput; }},
    {"work_uncertainty", "", "", "of the quadrature of the work",
     [](const Report& r) -> FieldValue { return r.energy.uncertainty; }},
    {"error", "", "", "largest drift beyond that, over scale plus throughput",
     [](const Report& r) -> FieldValue { return r.energy.error(); }},
    {"bound", "", "", "of the error", [](const Report& r) -> FieldValue { return r.energy_bound; }},
};

constexpr SolverField solver[] = {
    {"size", [](const LinearSolverReport& r) -> FieldValue { return static_cast<long>(r.size); }},
    {"nonzeros", [](const LinearSolverReport& r) -> FieldValue { return static_cast<long>(r.nonzeros); }},
    {"factor_nonzeros", [](const LinearSolverReport& r) -> FieldValue { return r.factor_nonzeros; }},
    {"full_factorizations", [](const LinearSolverReport& r) -> FieldValue { return r.full_factorizations; }},
    {"refactorizations", [](const LinearSolverReport& r) -> FieldValue { return r.refactorizations; }},
    {"pivot_order_renewals", [](const LinearSolverReport& r) -> FieldValue { return r.pivot_order_renewals; }},
    {"refined_solves", [](const LinearSolverReport& r) -> FieldValue { return r.refined_solves; }},
};

}  // namespace

std::span<const ReportField> report_fields() { return general; }
std::span<const ReportField> energy_fields() { return energy; }
std::span<const SolverField> solver_fields() { return solver; }

const char* text_of(SolverKind used) { return used == SolverKind::dense ? "dense" : "sparse"; }

}  // namespace daedalus
