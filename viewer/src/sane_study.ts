// sane_study.ts: the sections of a study, brought to their types. A section of an unknown type is shown as a note.
import { type AxisInfo, type Section, type Values } from "./data";
import { clip, finite, item, list, name, optional, text, type Loose } from "./sane_values";

export const saneSections = (raw: unknown): Section[] => list(raw, 500).map((section) => saneSection(item(section)));

function saneSection(from: Loose): Section {
  const titles = { title: name(from.title), note: text(from.note) };
  switch (from.type) {
    case "text":
      return { type: "text", title: titles.title, text: text(from.text) };
    case "table":
      return {
        type: "table", ...titles,
        columns: list(from.columns, 100).map(item).map((c) => ({
          name: name(c.name), unit: name(c.unit), digits: optional(c.digits),
          kind: ["text", "number", "paper", "ours", "verdict"].includes(c.kind as string) ? (c.kind as "text") : undefined,
        })),
        rows: list(from.rows, 20_000).map((row) => list(row, 100).map((cell) => (
          typeof cell === "number" ? cell : cell === null || cell === undefined ? null : clip(text(cell), 2000)))),
      };
    case "convergence": case "work_precision": case "lines": {
      const log = from.type !== "lines";
      return {
        type: from.type, ...titles, x: axis(from.x, log), y: axis(from.y, log),
        series: list(from.series, 100).map(item).map((s) => ({
          name: name(s.name), x: values(s.x), y: values(s.y), order: optional(s.order),
          style: ["line", "points", "both", "dashed"].includes(s.style as string) ? (s.style as "line") : undefined,
        })),
        slopes: list(from.slopes, 10).map(item).map((s) => ({ slope: finite(s.slope, 1), name: name(s.name) })),
      };
    }
    case "contour":
      return {
        type: "contour", ...titles, x: axis(from.x, false), y: axis(from.y, false),
        columns: Math.floor(finite(from.columns, 0)), rows: Math.floor(finite(from.rows, 0)), values: values(from.values),
        levels: list(from.levels, 50).map((l) => finite(l, NaN)).filter(Number.isFinite), filled_below: optional(from.filled_below),
      };
    case "eigenvalues":
      return {
        type: "eigenvalues", ...titles,
        boundary: from.boundary === "unit_circle" || from.boundary === "imaginary_axis" ? from.boundary : null,
        sets: list(from.sets, 50).map(item).map((s) => ({ name: name(s.name), re: values(s.re), im: values(s.im) })),
      };
    default:
      return { type: "text", title: titles.title, text: `(A section of unknown type '${clip(name(from.type), 40)}'.)` };
  }
}

function axis(raw: unknown, log: boolean): AxisInfo {
  const from = item(raw);
  return { name: name(from.name), unit: name(from.unit), log: typeof from.log === "boolean" ? from.log : log, min: optional(from.min), max: optional(from.max) };
}

function values(raw: unknown): Values {
  if (!Array.isArray(raw)) return { column: Math.floor(finite(item(raw).column, -1)) };
  return list(raw, 5_000_000).map((x) => finite(x, NaN));
}
