// timing_card.ts: what the run cost, and on what the time was spent.
import { type Report } from "../data";
import { make } from "../dom";
import { format, percent, seconds } from "../numbers";
import { seriesColor } from "../theme";
import { clip } from "../sane_values";
import { card, facts } from "./report_panel";

export function timingCard({ timing }: Report): HTMLElement | null {
  if (!timing) return null;
  const rows: [string, string][] = [];
  if (timing.simulated !== undefined) rows.push(["simulated", seconds(timing.simulated)]);
  if (timing.wall !== undefined) rows.push(["wall time", seconds(timing.wall)]);
  if (timing.cpu !== undefined) rows.push(["CPU time", seconds(timing.cpu)]);
  if (timing.real_time_factor !== undefined) {
    const factor = timing.real_time_factor;
    rows.push(["speed", factor >= 1 ? `${format(factor, 3)} × faster than real time` : `${format(1 / factor, 3)} × slower than real time`]);
  }
  const split = (timing.split ?? []).filter((part) => part.seconds > 0), total = split.reduce((sum, part) => sum + part.seconds, 0);
  if (!split.length) return card("Cost", facts(rows));
  const bar = make("div", { class: "split", attributes: { role: "img", "aria-label": "Breakdown of the wall time" } }), names = make("div", { class: "legend" });
  split.forEach((part, k) => {
    const piece = make("span", { title: `${clip(part.name, 60)}: ${seconds(part.seconds)}${part.meaning ? ` (${clip(part.meaning, 200)})` : ""}` }), swatch = make("span", { class: "swatch" });
    piece.style.flexGrow = String(100 * part.seconds / total);
    piece.style.background = swatch.style.background = seriesColor(k);
    bar.append(piece);
    names.append(make("span", { class: "entry" }, swatch, make("span", { text: clip(part.name, 40) }), make("span", { class: "value", text: percent(part.seconds / total) })));
  });
  return card("Cost", facts(rows), bar, names);
}
