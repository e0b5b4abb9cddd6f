// table.ts: tables, with the paper's value, ours and the verdict set apart. The first column and a verdict in the last stay in view when a
// wide table is scrolled; a column of verdicts without any is left out.
import { type TableSection } from "../data";
import { button, make } from "../dom";
import { format } from "../numbers";
import { clip } from "../sane_values";

const AT_ONCE = 200;

export function tableSection({ columns: all, rows: cells }: TableSection): HTMLElement {
  const kept = all.map((_, k) => k).filter((k) => all[k].kind !== "verdict" || cells.some((row) => row[k] !== null && row[k] !== undefined && row[k] !== ""));
  const columns = kept.map((k) => all[k]), rows = cells.map((row) => kept.map((k) => row[k] ?? null));
  const head = make("tr", {}, ...columns.map((c) => make("th", { class: c.kind === "verdict" ? "" : c.kind ?? "", text: clip(c.unit ? `${c.name} (${c.unit})` : c.name, 60) })));
  const body = make("tbody");
  const add = (from: number, to: number) => {
    for (const row of rows.slice(from, to)) body.append(make("tr", {}, ...columns.map((column, k) => cell(row[k] ?? null, column))));
  };
  add(0, AT_ONCE);
  const table = make("table", { class: columns.at(-1)?.kind === "verdict" ? "ends-with-verdict" : "" }, make("thead", {}, head), body), holder = make("div", { class: "table-scroll" }, table);
  if (rows.length > AT_ONCE) {
    const more = button(`show all ${rows.length} rows`, "Show all rows", () => { add(AT_ONCE, rows.length); more.remove(); });
    holder.append(more);
  }
  return holder;
}

function cell(value: string | number | null, { kind, digits }: TableSection["columns"][number]): HTMLElement {
  if (kind === "verdict") {
    const text = value === null ? "–" : String(value), state = text === "pass" || text === "better" || text === "fail" ? text : "none";
    const words = { pass: "✓ agrees", better: "✓ better", fail: "✗ differs", none: clip(text === "none" ? "–" : text, 60) };
    return make("td", {}, make("span", { class: `verdict ${state}`, text: words[state] }));
  }
  const text = typeof value === "number" ? format(value, digits ?? 5) : value === null ? "–" : value;
  return make("td", { class: `${kind ?? ""} ${typeof value === "number" ? "number" : ""}`.trim(), text: clip(text, 300) });
}
