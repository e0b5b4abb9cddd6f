// trust_cards.ts: constraint residuals on three levels and the energy balance, each with what it means.
import { type Report, type Verdict } from "../data";
import { make } from "../dom";
import { format } from "../numbers";
import { clip } from "../sane_values";
import { card, factRows } from "./report_panel";

export function verdictMark(verdict: Verdict | undefined): HTMLElement {
  const words = { pass: "✓ pass", fail: "✗ exceeded", none: "no bound" };
  return make("span", { class: `verdict ${verdict ?? "none"}`, text: words[verdict ?? "none"] });
}

export function residualCard({ residuals, residual_rule: rule }: Report): HTMLElement | null {
  if (!residuals?.length) return null;
  const table = make("table"), body = make("tbody");
  table.append(make("thead", {}, make("tr", {}, ...["level", "largest", "bound", ""].map((text) => make("th", { text })))), body);
  for (const r of residuals) {
    const where = [r.worst ? `worst: ${r.worst}` : "", r.at !== undefined ? `at t = ${format(r.at)} s` : ""].filter(Boolean).join(", ");
    body.append(make("tr", { title: clip(where, 300) }, make("td", { text: clip(r.level, 30) }), make("td", { class: "number", text: format(r.largest, 3) }),
      make("td", { class: "number faint", text: format(r.bound, 3) }), make("td", {}, verdictMark(r.verdict))));
  }
  const worst = residuals.filter((r) => r.verdict === "fail" && r.worst).map((r) => `Largest ${r.level} residual: ${r.worst}${r.at === undefined ? "" : ` at t = ${format(r.at)} s`}.`);
  return card("Constraint residuals", table, worst.length ? make("p", { text: clip(worst.join(" "), 800) }) : null,
    rule ? make("p", { class: "faint", text: `Bounds: ${clip(rule, 400)}` }) : null,
    make("p", { class: "faint", text: "Largest violation of the constraint equations and of their first and second time derivatives during the run." }));
}

export function energyCard({ energy }: Report): HTMLElement | null {
  if (!energy?.rows.length) return null;
  const bound = energy.bound === undefined ? "" : ` (bound ${format(100 * energy.bound, 2)} %)`;
  const error = energy.error === undefined ? "" : ` Balance error up to ${format(100 * energy.error, 2)} % of peak kinetic plus transferred energy${bound}.`;
  return card("Energy balance", factRows(energy.rows),
    make("p", {}, energy.verdict && energy.verdict !== "none" ? verdictMark(energy.verdict) : null, make("span", { class: "faint", text: error })));
}
