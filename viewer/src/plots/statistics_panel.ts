// statistics_panel.ts: the statistics of the curves of a plot, over the window of time that is shown.
import { make } from "../dom";
import { format } from "../numbers";
import { clip } from "../sane_values";
import { type PlotState } from "./plot_state";
import { type PlotHub } from "./hub";
import { statistics } from "./statistics";

export function fillStatistics(panel: HTMLElement, state: PlotState, hub: PlotHub): void {
  const runs = [{ label: "", run: hub.trajectory }, ...(hub.overlay ? [{ label: ` (${clip(hub.overlay.name, 30)})`, run: hub.overlay.trajectory }] : [])];
  const head = make("tr", {}, ...["", "min", "max", "mean", "rms"].map((text) => make("th", { text }))), body = make("tbody");
  for (const k of state.y)
    for (const { label, run } of runs) {
      const { name, unit } = hub.trajectory.info(k), there = run.find(name);
      if (there === undefined) continue;
      const from = run.rowAt(hub.from) + (run.time[run.rowAt(hub.from)] < hub.from ? 1 : 0), found = statistics(run.time, run.columns[there], from, run.rowAt(hub.to) + 1);
      const cell = (value: number, t = NaN) => make("td", { class: "number", text: format(value, 5), title: Number.isFinite(t) ? `at t = ${format(t, 6)} s` : "" });
      body.append(make("tr", {}, make("td", { text: clip(name + (unit ? `, ${unit}` : "") + label, 90) }), cell(found.min, found.tMin), cell(found.max, found.tMax), cell(found.mean), cell(found.rms)));
    }
  const envelopes = state.y.some((k) => hub.trajectory.isEnvelope(k));
  panel.append(make("div", { class: "table-scroll" }, make("table", {}, make("thead", {}, head), body)),
    make("p", { class: "faint", text: `From t = ${format(hub.from, 5)} s to ${format(hub.to, 5)} s; mean and rms are averages over time.${envelopes ? " Samples were thinned: mean and rms are approximate." : ""}` }));
}
