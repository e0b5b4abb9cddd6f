// method_card.ts: the integrator: what it is, what it solves, where it comes from.
import { type Report } from "../data";
import { make } from "../dom";
import { clip } from "../sane_values";
import { card, facts } from "./report_panel";

export function methodCard({ method, formulation }: Report): HTMLElement | null {
  if (!method) return null;
  const rows: [string, string][] = [["method", method.name]];
  const add = (name: string, value: string | undefined) => { if (value) rows.push([name, value]); };
  add("family", method.family);
  add("order", method.order);
  add("DAE index", method.index);
  add("stability", method.stability);
  add("coordinates", formulation);
  return card("Method", method.description ? make("p", { text: clip(method.description, 2000) }) : null, facts(rows),
    method.formula ? make("pre", { class: "formula", text: clip(method.formula, 4000) }) : null,
    method.paper ? make("p", { class: "faint", text: clip(method.paper, 600) }) : null);
}
