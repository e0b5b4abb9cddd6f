// trust_cards.ts: constraint residuals on three levels and the energy balance, each with what it means.
import { type Report, type Verdict } from "../data";
import { make } from "../dom";
import { format } from "../numbers";
import { clip } from "../sane_values";
import { card, facts } from "./report_panel";

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
  if (!energy) return null;
  const scale = energy.scale ?? Math.max(Math.abs(energy.initial), Math.abs(energy.final), Math.abs(energy.work));
  const share = scale > 20 * Math.abs(energy.drift) ? Math.abs(energy.drift) / scale : NaN;     // of energies near zero it says nothing
  const joule = (value: number) => `${format(value, 6)} J`;
  return card("Energy balance", facts([
    ["at the start", joule(energy.initial)], ["at the end", joule(energy.final)],
    ["work of loads, dampers, drivers", joule(energy.work)],
    ["balance error", `${joule(energy.drift)}${Number.isFinite(share) ? ` (${format(100 * share, 2)} %${energy.scale ? " of peak kinetic energy" : ""})` : ""}`]]),
    make("p", {}, energy.verdict && energy.verdict !== "none" ? verdictMark(energy.verdict) : null,
      make("span", { class: "faint", text: " The balance error includes the errors of the integrator and of the work quadrature." })));
}
