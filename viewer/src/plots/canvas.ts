// canvas.ts: curves on a uPlot canvas. Every curve has its own abscissae (uPlot's mode 2), thinned before they come here.
import uPlot from "uplot";
import { format, logTicks, superscript, tidyTicks } from "../numbers";
import { FONT } from "../svg/chart";
import { ink, seriesColor } from "../theme";
import { type Curves } from "./curves";
import { type PlotState } from "./plot_state";

type Range = { min: number; max: number };

export function drawCurves(holder: HTMLElement, size: { width: number; height: number }, state: PlotState, curves: Curves,
                           labels: { x: string }, select: (from: number, to: number) => void): uPlot {
  const look = ink();
  const font = `12px ${FONT}`;                     // whole pixels: uPlot scales only those with the screen
  const fixed = (range: Range, log: boolean): uPlot.Scale => ({ time: false, auto: false, distr: log ? 3 : 1, range: [range.min, range.max] as uPlot.Range.MinMax });
  const axis = (scale: string, log: boolean, more: Partial<uPlot.Axis>): uPlot.Axis => ({
    scale, stroke: look.faint, font, labelFont: font, gap: 5, labelGap: 0,
    grid: { stroke: look.grid, width: 1 }, ticks: { stroke: look.line, width: 1, size: 4 },
    splits: (_u, _axis, low, high) => (log ? logTicks : tidyTicks)(low, high, scale === "x" ? size.width / 90 : size.height / 45),    // uPlot's own never end below 1e-24
    values: (_u, splits) => splits.map((v) => (v === null || v === undefined ? "" : log ? power(v) : format(v, 6))), ...more,
  });
  const axes = [axis("x", state.logX, { label: labels.x, labelSize: 18, size: 26, space: 64 }),
                axis("left", state.logY, { label: curves.units.left || undefined, labelSize: 16, size: room, space: 34 })];
  if (curves.right) axes.push(axis("right", state.logY, { label: curves.units.right, labelSize: 16, side: 1, size: room, space: 34, grid: { show: false } }));

  const nothing = { column: -1, right: false, over: false, thin: { x: new Float64Array(), y: new Float64Array() } };    // uPlot wants one series
  const drawn = curves.data.length ? curves.data : [nothing];
  const options: uPlot.Options = {
    mode: 2, ...size, legend: { show: false }, padding: [8, curves.right ? 0 : 12, 0, 0], axes,
    scales: { x: fixed(curves.x, state.logX), left: fixed(curves.left, state.logY), ...(curves.right ? { right: fixed(curves.right, state.logY) } : {}) },
    cursor: { x: false, y: false, points: { show: false }, dataIdx: () => null as never, drag: { x: true, y: false, setScale: false, dist: 6 }, focus: { prox: -1 } },
    series: [{}, ...drawn.map((d): uPlot.Series => ({
      stroke: seriesColor(Math.max(0, state.y.indexOf(d.column))), width: d.over ? 1.4 : 1.7, dash: d.over ? [6, 4] : undefined, paths: straight(d.right ? "right" : "left"),
      facets: [{ scale: "x", auto: false }, { scale: d.right ? "right" : "left", auto: false }] as never,
    }))],
    hooks: { setSelect: [(u) => {
      if (u.select.width < 6) return;
      const from = u.posToVal(u.select.left, "x"), to = u.posToVal(u.select.left + u.select.width, "x");
      u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      select(from, to);
    }] },
  };
  return new uPlot(options, [null, ...drawn.map((d) => [d.thin.x, d.thin.y])] as never, holder);
}

// As wide as its longest label, ticks and gap: a digit of 12 pixels takes 7.7 at most.
function room(_u: uPlot, labels: string[] | null): number {
  return Math.max(50, 12 + 7.7 * Math.max(0, ...(labels ?? []).map((text) => text?.length ?? 0)));
}

const power = (v: number) => {
  const p = Math.log10(v);
  return Math.abs(p - Math.round(p)) > 1e-9 ? format(v, 3) : Math.abs(p) < 2.5 ? format(v) : `10${superscript(Math.round(p))}`;
};

function straight(scale: string): uPlot.Series.PathBuilder {
  return (u, series) => {
    const [xs, ys] = u.data[series] as unknown as [Float64Array, Float64Array];
    const path = new Path2D();
    let pen = false;
    for (let i = 0; i < xs.length; ++i) {
      const x = u.valToPos(xs[i], "x", true), y = u.valToPos(ys[i], scale, true);
      if (!Number.isFinite(x) || !Number.isFinite(y)) { pen = false; continue; }
      if (pen) path.lineTo(x, y); else path.moveTo(x, y);
      pen = true;
    }
    return { stroke: path, fill: null, clip: null, band: null, gaps: null, flags: 2 } as never;
  };
}
