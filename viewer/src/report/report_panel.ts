// report_panel.ts: how the result came about and how far it can be trusted, in cards.
import { type FactRow, type Report } from "../data";
import { make } from "../dom";
import { count, format, seconds } from "../numbers";
import { clip } from "../sane_values";
import { methodCard } from "./method_card";
import { energyCard, residualCard } from "./trust_cards";
import { timingCard } from "./timing_card";

export function makeReport(report: Report): HTMLElement {
  const cards = [residualCard(report), energyCard(report), timingCard(report), countsCard(report), methodCard(report), optionsCard(report), solverCard(report), parametersCard(report), eventsCard(report)];
  return make("section", { class: "report" },
    make("h2", { text: "Report" }), notices(report),
    make("div", { class: "cards" }, ...cards.filter((card): card is HTMLElement => card !== null)));
}

export function card(title: string, ...children: (Node | null)[]): HTMLElement {
  return make("section", { class: "card" }, make("h3", { text: title }), ...children);
}

export function facts(rows: [name: string, value: string, meaning?: string][]): HTMLElement {
  const table = make("dl", { class: "facts" });
  for (const [name, value, meaning] of rows)
    table.append(make("dt", { text: clip(name, 60), title: clip(meaning || name, 400) }), make("dd", { text: clip(value, 400), title: value.length > 60 ? clip(value, 1000) : "" }));
  return table;
}

function notices(report: Report): HTMLElement | null {
  const list = make("div", { class: "notices" });
  if (report.failure) {
    const { message, worst_equation, cause } = report.failure;
    list.append(make("div", { class: "notice bad" }, make("strong", { text: "The run stopped early. " }), make("span", { text: clip(message, 2000) }),
      worst_equation ? make("p", { text: `Worst equation: ${worst_equation}` }) : null, cause ? make("p", { text: clip(cause, 2000) }) : null));
  } else if (report.status_text) {
    list.append(make("div", { class: "notice" }, make("span", { text: clip(report.status_text, 2000) })));
  }
  for (const warning of report.warnings ?? []) list.append(make("div", { class: "notice warn" }, make("strong", { text: "Warning. " }), make("span", { text: clip(warning, 800) })));
  return list.childElementCount ? list : null;
}

// Names, values with their units, and what they mean.
export function factRows(rows: FactRow[]): HTMLElement {
  const show = ({ value, unit }: FactRow) => (typeof value === "string" ? value : Number.isInteger(value) && !unit ? count(value) : `${format(value, 6)}${unit ? ` ${unit}` : ""}`);
  return facts(rows.map((row) => [row.name, show(row), row.meaning]));
}

function countsCard(report: Report): HTMLElement | null {
  return report.counts?.length ? card("Work", factRows(report.counts)) : null;
}

function optionsCard(report: Report): HTMLElement | null {
  if (!report.options?.length) return null;
  const table = make("table", { class: "options" }), body = make("tbody");
  table.append(make("thead", {}, make("tr", {}, make("th", { text: "option" }), make("th", { text: "given" }), make("th", { text: "used" }))), body);
  for (const { name, given, used, meaning } of report.options) {
    const show = (value: string | number | boolean | null | undefined) => (value === null || value === undefined ? "–" : typeof value === "number" ? format(value) : clip(String(value), 80));
    body.append(make("tr", { title: clip(meaning ?? "", 400) }, make("td", { text: clip(name, 60) }), make("td", { class: "faint", text: show(given) }), make("td", { text: show(used) })));
  }
  return card("Options", table, make("p", { class: "faint", text: "Options that were not given have their default values." }));
}

function solverCard(report: Report): HTMLElement | null {
  return report.solver?.length ? card("Linear solver", factRows(report.solver)) : null;
}

function parametersCard(report: Report): HTMLElement | null {
  const list = report.parameters ?? [];
  return list.length ? card("Model parameters", facts(list.slice(0, 200).map((p) => [p.name, typeof p.value === "number" ? format(p.value, 6) : p.value, p.meaning]))) : null;
}

function eventsCard(report: Report): HTMLElement | null {
  const list = report.events ?? [];
  if (!list.length) return null;
  const more = list.length > 50 ? make("p", { class: "faint", text: `and ${count(list.length - 50)} more` }) : null;
  return card("Events", facts(list.slice(0, 50).map((e) => [e.name, seconds(e.t)])), more);
}
