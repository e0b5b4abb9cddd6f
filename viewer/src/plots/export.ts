// export.ts: what a plot shows, as a table and as a drawing on white paper.
import { csv } from "../csv";
import { download } from "../dom";
import { addCurve, addLegend, legendHeight, makeChart, type ChartAxis } from "../svg/chart";
import { seriesColor } from "../theme";
import { curvesOf } from "./curves";
import { type PlotState } from "./plot_state";
import { type PlotHub } from "./hub";

const shown = (state: PlotState) => state.y.filter((k) => !state.hidden.has(k));

export function plotAsCsv(state: PlotState, hub: PlotHub, name: string): void {
  const { trajectory } = hub;
  if (state.spectrum) return spectrumAsCsv(state, hub, name);
  const columns = [0, ...(state.x !== null && state.x !== 0 ? [state.x] : []), ...shown(state)];
  const from = trajectory.rowAt(hub.from), to = trajectory.rowAt(hub.to) + 1;
  const names = columns.map((k) => trajectory.info(k).name + (trajectory.isEnvelope(k) ? " (min/max)" : ""));
  download(`${name}.csv`, csv(names, columns.map((k) => trajectory.columns[k]), from, to));
}

function spectrumAsCsv(state: PlotState, hub: PlotHub, name: string): void {
  const { data } = curvesOf({ ...state, logX: false, logY: false }, hub, 0), own = data.filter((d) => !d.over);
  download(`${name}.csv`, csv(["frequency", ...own.map((d) => hub.trajectory.info(d.column).name)], [own[0]?.thin.x ?? [], ...own.map((d) => d.thin.y)]));
}

export function plotAsSvg(state: PlotState, hub: PlotHub, title: string): SVGSVGElement {
  const width = 900, height = 460, curves = curvesOf(state, hub, 1200), { trajectory } = hub;
  const across = trajectory.info(state.x ?? 0);
  const axis = (label: string, log: boolean, range: { min: number; max: number }): ChartAxis => ({ label, log, ...range });
  const names = shown(state).map((k) => trajectory.info(k).name);
  const legend = legendHeight(names, width - 78);
  const chart = makeChart({ width, height, title, legend, look: "light", background: true },
    axis(state.spectrum ? "frequency in Hz" : `${state.x === null ? "time" : across.name} in ${across.unit || (state.x === null ? "s" : "1")}`, state.logX, curves.x),
    axis(curves.units.left, state.logY, curves.left), curves.right ? axis(curves.units.right, state.logY, curves.right) : undefined);
  for (const { column, right, over, thin } of curves.data)
    addCurve(chart, { name: trajectory.info(column).name, x: thin.x, y: thin.y, color: seriesColor(state.y.indexOf(column), "light"), right, dashed: over });
  addLegend(chart, shown(state).map((k) => ({ name: trajectory.info(k).name, color: seriesColor(state.y.indexOf(k), "light") })), 32, "light");
  return chart.svg;
}
