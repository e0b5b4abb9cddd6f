// sane_report.ts: the report of a run, brought to its type.
import { type FactRow, type Report, type Verdict } from "./data";
import { finite, item, list, name, optional, text, type Loose } from "./sane_values";

const verdict = (raw: unknown): Verdict => (raw === "pass" || raw === "fail" ? raw : "none");
const scalar = (raw: unknown): string | number | boolean => (typeof raw === "number" || typeof raw === "boolean" ? raw : text(raw));

const rows = (raw: unknown): FactRow[] => list(raw, 200).map(item).map((row) => (
  { name: name(row.name), value: typeof row.value === "number" ? finite(row.value, NaN) : text(row.value), unit: name(row.unit), meaning: text(row.meaning) }));

export function saneReport(from: Loose): Report {
  const method = from.method ? item(from.method) : null;
  const timing = from.timing ? item(from.timing) : null;
  const energy = from.energy ? item(from.energy) : null;
  const failure = from.failure ? item(from.failure) : null;
  return {
    status: name(from.status) || "unknown", status_text: text(from.status_text), formulation: name(from.formulation),
    method: method && {
      name: name(method.name), family: text(method.family), order: name(method.order), index: name(method.index), stability: text(method.stability),
      paper: text(method.paper), formula: text(method.formula), description: text(method.description),
    },
    options: list(from.options, 500).map(item).map((o) => (
      { name: name(o.name), given: o.given === undefined || o.given === null ? null : scalar(o.given), used: scalar(o.used), meaning: text(o.meaning) })),
    parameters: list(from.parameters, 2000).map(item).map((p) => (
      { name: name(p.name), value: typeof p.value === "number" ? p.value : text(p.value), meaning: text(p.meaning) })),
    counts: rows(from.counts),
    timing: timing && {
      simulated: optional(timing.simulated), wall: optional(timing.wall), cpu: optional(timing.cpu), real_time_factor: optional(timing.real_time_factor),
      split: list(timing.split, 50).map(item).map((s) => ({ name: name(s.name), seconds: Math.max(0, finite(s.seconds, 0)), meaning: text(s.meaning) })),
    },
    residual_rule: text(from.residual_rule),
    residuals: list(from.residuals, 20).map(item).map((r) => ({
      level: name(r.level), largest: finite(r.largest, NaN), bound: optional(r.bound), verdict: verdict(r.verdict), at: optional(r.at), worst: name(r.worst),
    })),
    energy: energy && { rows: rows(energy.rows), error: optional(energy.error), bound: optional(energy.bound), verdict: verdict(energy.verdict) },
    solver: rows(from.solver),
    warnings: list(from.warnings, 200).map(text).filter(Boolean),
    events: list(from.events, 5000).map(item).map((e) => ({ name: name(e.name), t: finite(e.t, NaN) })),
    failure: failure && {
      kind: name(failure.kind), t: finite(failure.t, NaN), message: text(failure.message), worst_equation: name(failure.worst_equation), cause: text(failure.cause),
    },
  };
}
