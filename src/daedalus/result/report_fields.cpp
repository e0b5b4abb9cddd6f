#include "daedalus/result/report_fields.hpp"

namespace daedalus {
namespace {

using FieldValue = std::variant<long, double>;

constexpr ReportField general[] = {
    {"t_start", "s", "start time", [](const Report& r) -> FieldValue { return r.t_start; }},
    {"t_resumed", "s", "time of the checkpoint that the run was continued from; the start time without one",
     [](const Report& r) -> FieldValue { return r.t_resumed; }},
    {"t_end", "s", "end time reached", [](const Report& r) -> FieldValue { return r.t_end; }},
    {"h", "s", "fixed step size; 0 under error control", [](const Report& r) -> FieldValue { return r.h; }},
    {"rtol", "", "relative tolerance; 0 with a fixed step", [](const Report& r) -> FieldValue { return r.rtol; }},
    {"atol", "", "absolute tolerance; 0 with a fixed step", [](const Report& r) -> FieldValue { return r.atol; }},
    {"steps", "", "accepted steps", [](const Report& r) -> FieldValue { return r.steps.accepted; }},
    {"rejected", "", "rejected steps", [](const Report& r) -> FieldValue { return r.steps.rejected; }},
    {"newton_iterations", "", "iterations of the corrector",
     [](const Report& r) -> FieldValue { return r.steps.newton_iterations; }},
    {"samples", "", "samples recorded since the start or the restart",
     [](const Report& r) -> FieldValue { return r.samples; }},
    {"evaluations", "", "evaluations of the equations",
     [](const Report& r) -> FieldValue { return r.work.evaluations; }},
    {"group_evaluations", "", "evaluations of the fast rate group alone",
     [](const Report& r) -> FieldValue { return r.work.group_evaluations; }},
    {"residual_evaluations", "", "evaluations with forces or residual",
     [](const Report& r) -> FieldValue { return r.work.residuals; }},
    {"jacobian_evaluations", "", "evaluations with tangents",
     [](const Report& r) -> FieldValue { return r.work.tangents; }},
    {"difference_evaluations", "", "residual evaluations for tangents by differences",
     [](const Report& r) -> FieldValue { return r.work.differences; }},
    {"matrix_compositions", "", "matrices of implicit steps composed from tangents",
     [](const Report& r) -> FieldValue { return r.work.compositions; }},
    {"factorizations", "", "factorizations of descriptor and Newton matrices",
     [](const Report& r) -> FieldValue { return r.work.factorizations; }},
    {"solves", "", "back substitutions", [](const Report& r) -> FieldValue { return r.work.solves; }},
    {"h_smallest", "s", "smallest accepted step", [](const Report& r) -> FieldValue { return r.h_smallest; }},
    {"h_largest", "s", "largest accepted step", [](const Report& r) -> FieldValue { return r.h_largest; }},
    {"wall_seconds", "s", "wall time", [](const Report& r) -> FieldValue { return r.wall_seconds; }},
    {"cpu_seconds", "s", "CPU time", [](const Report& r) -> FieldValue { return r.cpu_seconds; }},
    {"real_time_factor", "", "simulated time since the start or the restart, divided by wall time",
     [](const Report& r) -> FieldValue { return r.real_time_factor(); }},
};

constexpr ReportField energy[] = {
    {"initial", "J", "kinetic plus potential energy at the start",
     [](const Report& r) -> FieldValue { return r.energy.initial; }},
    {"final", "J", "kinetic plus potential energy at the end",
     [](const Report& r) -> FieldValue { return r.energy.final; }},
    {"work", "J", "energy supplied minus dissipated, a quadrature over the steps",
     [](const Report& r) -> FieldValue { return r.energy.work; }},
    {"drift", "J", "balance error at the end: final minus initial energy minus work",
     [](const Report& r) -> FieldValue { return r.energy.drift(); }},
    {"scale", "J", "peak kinetic energy", [](const Report& r) -> FieldValue { return r.energy.scale; }},
    {"relative_drift", "", "drift divided by scale",
     [](const Report& r) -> FieldValue { return r.energy.relative_drift(); }},
    {"throughput", "J", "transferred energy: sum of the absolute work of the steps",
     [](const Report& r) -> FieldValue { return r.energy.throughput; }},
    {"work_uncertainty", "J", "uncertainty of the quadrature of the work",
     [](const Report& r) -> FieldValue { return r.energy.uncertainty; }},
    {"error", "", "largest drift beyond the uncertainty of the work, divided by peak kinetic plus transferred energy",
     [](const Report& r) -> FieldValue { return r.energy.error(); }},
    {"bound", "", "bound of error", [](const Report& r) -> FieldValue { return r.energy_bound; }},
};

constexpr FieldOf<LinearSolverReport> solver[] = {
    {"size", "", "unknowns", [](const LinearSolverReport& r) -> FieldValue { return static_cast<long>(r.size); }},
    {"nonzeros", "", "nonzeros of the matrix",
     [](const LinearSolverReport& r) -> FieldValue { return static_cast<long>(r.nonzeros); }},
    {"factor_nonzeros", "", "nonzeros of the factors",
     [](const LinearSolverReport& r) -> FieldValue { return r.factor_nonzeros; }},
    {"full_factorizations", "", "factorizations with a new pivot order",
     [](const LinearSolverReport& r) -> FieldValue { return r.full_factorizations; }},
    {"refactorizations", "", "factorizations with the previous pivot order",
     [](const LinearSolverReport& r) -> FieldValue { return r.refactorizations; }},
    {"pivot_order_renewals", "", "refactorizations repeated in full because of pivot growth",
     [](const LinearSolverReport& r) -> FieldValue { return r.pivot_order_renewals; }},
    {"refined_solves", "", "solves with iterative refinement",
     [](const LinearSolverReport& r) -> FieldValue { return r.refined_solves; }},
};

constexpr FieldOf<PartitionReport> partition[] = {
    {"repartitions", "", "number of times the coordinates were repartitioned",
     [](const PartitionReport& r) -> FieldValue { return r.repartitions; }},
    {"worst_condition", "", "largest condition number of the dependent block",
     [](const PartitionReport& r) -> FieldValue { return r.worst_condition; }},
};

}  // namespace

std::span<const ReportField> report_fields() { return general; }
std::span<const ReportField> energy_fields() { return energy; }
std::span<const FieldOf<LinearSolverReport>> solver_fields() { return solver; }
std::span<const FieldOf<PartitionReport>> partition_fields() { return partition; }

const char* text_of(SolverKind used) { return used == SolverKind::dense ? "dense" : "sparse"; }

}  // namespace daedalus
